"""Names made ready for the search, the weight of their words, and what may stand between two of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clinicalbr.errors import OperatorError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronym_context import AcronymContext
from clinicalbr.masking.lexicon import Lexicon, PhraseSet
from clinicalbr.masking.mention_context import MentionContext
from clinicalbr.masking.mentions import Mention, Surroundings, _judge, _words_between
from clinicalbr.masking.name_parts import is_acronym, name_parts
from clinicalbr.masking.name_words import NameWords
from clinicalbr.masking.names import CompiledName, _head, _proper_words, compile_name
from clinicalbr.masking.operators import FixedLength, Replace, _separates
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.report_html import _safe
from clinicalbr.masking.seed_hits import TargetSeeds
from clinicalbr.masking.target_word import Kinship
from clinicalbr.masking.token_search import TokenSearch
from clinicalbr.masking.whole_names import WholeNames
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Tier
from clinicalbr.text import Span

PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}
LEXICONS = {code: Lexicon([pack], Thresholds()) for code, pack in PACKS.items()}

WORDS = {
    "limit": (430, 30), "common": (431, 30), "shared": (430, 31), "headed": (430, 8), "overhead": (430, 9), "abc": (100, 1), "abcd": (100, 1),
    "rarely": (220, 10), "often": (221, 10), "shares": (220, 11), "single": (270, 3), "singled": (271, 3), "singles": (270, 4), "tokens": (150, 0), "nothing": (149, 0), "named": (0, 1), "inname": (350, 0), "outname": (349, 9),
    "above": (531, 0), "below": (530, 0),
}  # fmt: skip


@pytest.fixture(scope="module")
def weighed(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The Portuguese pack with a table of frequencies of our own."""
    folder: Path = tmp_path_factory.mktemp("packs") / "pt"
    shutil.copytree(PACKS["pt"].folder, folder)
    rows = [
        "word\tzipf\tconcepts",
        *(f"{word}\t{zipf}\t{concepts}" for word, (zipf, concepts) in sorted(WORDS.items())),
    ]
    (folder / "background.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return Lexicon([LanguagePack.from_folder(folder)], Thresholds())


@pytest.mark.parametrize(
    ("word", "alone", "head", "qualifier"),
    [
        ("limit", True, False, False), ("common", False, False, False), ("shared", False, False, False), ("headed", True, True, False), ("overhead", True, False, False), ("abc", False, False, False), ("abcd", True, True, True),
        ("rarely", True, False, True), ("often", True, False, False), ("shares", True, False, False), ("single", True, True, True), ("singled", True, True, False), ("singles", True, True, False), ("unknown", True, True, True),
        ("cronica", False, False, False), ("renal", False, False, False), ("doenca", False, False, False), ("quando", False, False, False), ("abcd1", False, False, False),
    ],
)  # fmt: skip
def test_how_distinctive_a_word_is(weighed: Lexicon, word: str, alone: bool, head: bool, qualifier: bool) -> None:
    weights = weighed.weights
    assert weights.is_distinctive(word) is alone
    assert weights.is_distinctive(word, head=True) is head
    assert weights.is_distinctive(word, qualifier=True) is qualifier


@pytest.mark.parametrize(
    ("word", "real", "real_in_name"),
    [
        ("tokens", True, False), ("nothing", False, False), ("named", True, False), ("inname", True, True), ("outname", True, False), ("unknown", False, False), ("quando", True, True),
    ],
)  # fmt: skip
def test_a_word_of_its_own_is_no_misspelling(weighed: Lexicon, word: str, real: bool, real_in_name: bool) -> None:
    assert weighed.weights.is_real_word(word) is real
    assert weighed.weights.is_real_word(word, in_name=True) is real_in_name


def test_a_form_far_more_common_than_the_word(weighed: Lexicon) -> None:
    weights = weighed.weights
    assert weights.is_more_common("above", "limit")
    assert not weights.is_more_common("below", "limit")
    assert not weights.is_more_common("limit", "unknown")
    assert weights.is_more_common("common", "unknown")
    assert not weights.is_more_common("above", "common")
    assert weights.known(frozenset({"limit", "unknown"})) == {"limit"}
    assert (weights.zipf("limit"), weights.concepts("limit"), weights.zipf("unknown"), weights.concepts("unknown")) == (
        4.3,
        30,
        0.0,
        0,
    )


def test_the_highest_figure_of_several_languages_counts(weighed: Lexicon) -> None:
    both = Lexicon([weighed.packs[0], PACKS["en"]], Thresholds()).weights
    english = LEXICONS["en"].weights
    assert both.zipf("limit") == max(4.3, english.zipf("limit"))
    assert both.concepts("limit") == 30
    assert both.zipf("fever") == english.zipf("fever") > 0
    assert both.concepts("fever") == english.concepts("fever") > 0


def compiled(name: str, code: str = "pt", tier: Tier = Tier.VERBATIM) -> CompiledName:
    return compile_name(name, NameWords.of(name), tier, LEXICONS[code])


@pytest.mark.parametrize(
    ("code", "name", "expected"),
    [
        ("pt", "doença de Chagas", {"words": ("doenca", "chagas"), "head": "doenca", "general_head": True, "sole": "chagas", "proper": {"chagas"}, "alone": {"chagas"}, "optional": set(), "numbers": set()}),
        ("pt", "dengue", {"words": ("dengue",), "head": "", "general_head": False, "sole": "dengue", "alone": set()}),
        ("pt", "linfoma não Hodgkin", {"words": ("linfoma", "nao", "hodgkin"), "head": "linfoma", "needed": {"nao"}, "denied": {"hodgkin"}, "proper": {"hodgkin"}, "alone": {"linfoma"}}),
        ("pt", "insuficiência renal crônica", {"head": "insuficiencia", "general_head": True, "optional": {"cronica"}, "sole": "", "alone": set()}),
        ("pt", "neurofibromatose tipo 2", {"numbers": {"2", "ii"}, "sole": "neurofibromatose", "alone": {"neurofibromatose"}}),
        ("en", "chronic kidney failure", {"head": "failure", "optional": {"chronic"}}),
        ("en", "cancer of the lung", {"head": "cancer", "words": ("cancer", "lung")}),
        ("en", "heparin-induced thrombocytopenia", {"causes": {"heparin"}, "head": "thrombocytopenia", "optional": {"heparin", "induced"}, "alone": set()}),
        ("en", "Whipple Disease", {"proper": set(), "head": "disease"}), ("en", "Whipple disease", {"proper": {"whipple"}}),
        ("en", "known Whipple disease", {"proper": {"whipple"}}),
        ("es", "tuberculosis pulmonar", {"head": "tuberculosis", "sole": "tuberculosis", "alone": {"tuberculosis"}}),
        ("pt", "de a", {"words": ("de", "a")}),
    ],
)  # fmt: skip
def test_what_the_search_knows_about_a_name(code: str, name: str, expected: dict[str, object]) -> None:
    made = compiled(name, code)
    assert {field: getattr(made, field) for field in expected} == expected
    assert made.rank == {word: index for index, word in enumerate(made.words)}


def test_a_synonym_is_told_by_an_eponym_only() -> None:
    assert compiled("doença de Chagas", tier=Tier.SYNONYM).alone == {"chagas"}
    assert compiled("tuberculose miliar", tier=Tier.SYNONYM).alone == set()
    assert compiled("tuberculose miliar").alone == {"tuberculose"}
    assert compiled("lúpus de Chagas", tier=Tier.SYNONYM).alone == set()


@pytest.mark.parametrize(
    ("name", "proper"),
    [("doença de Chagas", {"chagas"}), ("Doença de Chagas", set()), ("Doença De Chagas", set()), ("febre Q", set()), ("mal de HIV", set()), ("Doença crônica de Chagas", {"doenca", "chagas"}), ("", set())],
)  # fmt: skip
def test_words_with_a_capital_of_their_own(name: str, proper: set[str]) -> None:
    assert _proper_words(name) == proper


@pytest.mark.parametrize(
    ("name", "words", "codes", "head"),
    [
        ("doença renal", ("doenca", "renal"), ("pt",), "doenca"), ("crônica doença", ("cronica", "doenca"), ("pt",), "doenca"), ("crônica", ("cronica",), ("pt",), "cronica"), ("renal disease", ("renal", "disease"), ("en",), "disease"), ("disease of kidney", ("disease", "kidney"), ("en",), "disease"),
        ("of kidney", ("kidney",), ("en",), "kidney"), ("", (), ("en",), ""), ("renal disease", ("renal", "disease"), ("pt", "en"), "disease"), ("doença renal", ("doenca", "renal"), ("en", "pt"), "doenca"), ("qqq zzz", ("qqq", "zzz"), ("en", "pt"), "zzz"), ("qqq zzz", ("qqq", "zzz"), ("pt", "en"), "qqq"),
    ],
)  # fmt: skip
def test_the_noun_that_the_others_describe(
    name: str, words: tuple[str, ...], codes: tuple[str, ...], head: str
) -> None:
    packs = [PACKS[code] for code in codes]
    assert _head(name, words, packs, Lexicon(packs, Thresholds()).weights) == head


@pytest.mark.parametrize(
    ("text", "acronym"),
    [("LES", True), ("DCh", True), ("COVID-19", True), ("McArdle", False), ("A", False), ("Ab", False), ("AB", True), ("ABcd", False), ("ABCd", True), ("A B", False), ("-AB", False), ("A" * 12, True), ("A" * 13, False), ("aB", False), ("A/B", True), ("12", False)],
)  # fmt: skip
def test_what_is_written_like_an_acronym(text: str, acronym: bool) -> None:
    assert is_acronym(text) is acronym


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("lúpus (LES)", ("lúpus", "LES")), ("dengue (grave)", ("dengue", "dengue grave")), ("lúpus (LES; SLE)", ("lúpus", "LES", "SLE")), ("lúpus (LES, lúpus)", ("lúpus", "LES, lúpus")), ("t(15;17)", ("t(15;17)",)), ("dengue", ("dengue",)), ("dengue)", ("dengue",)),
        ("dengue [hemorrágica]", ("dengue", "dengue hemorrágica")), ("lúpus (LES) grave", ("lúpus grave", "lúpus (LES) grave", "LES")), ("febre (não) alta", ("febre alta", "febre não alta", "febre (não) alta")), ("dengue\uff08LES\uff09", ("dengue", "LES")), ("(LES)", ("LES",)), ("dengue (tipo 2)", ("dengue", "dengue tipo 2")),
        ("dengue (aa bb)", ("dengue", "aa bb")), ("dengue (abcde)", ("dengue", "abcde")), ("dengue (abcd)", ("dengue", "dengue abcd")), ("dengue ( )", ("dengue",)), ("dengue  (  abcde )", ("dengue", "abcde")),
    ],
)  # fmt: skip
def test_names_in_brackets(name: str, parts: tuple[str, ...]) -> None:
    assert name_parts(name, [PACKS["pt"]]) == parts


@pytest.mark.parametrize(
    ("gap", "between"),
    [
        (" ", 0), ("", 0), (" de ", 0), (" zyx ", 1), (" zyx wvu ", 2), (" de zyx ", 1), (" de da do ", 0), (" de da do no ", None), (". ", None), ("; ", None), (", ", 0), (" (", None), ("\n", None), (" 3 ", None), (" cronica ", 1), (" zyx-wvu ", 1), ("-", 0), (" zyx - wvu ", 2), (" " * 48, 0), (" " * 49, None),
        ("-zyx ", 1), (" zyx3 ", 1), ("\u3002", None), (" grave zyx ", 2),
    ],
)  # fmt: skip
def test_telling_words_between_two_places(gap: str, between: int | None) -> None:
    low = f"a{gap}b"
    assert _words_between(low, 1, 1 + len(gap), LEXICONS["pt"].weights) == between
    reading = Reading.of(low)
    surroundings = Surroundings(reading, LEXICONS["pt"], WholeNames(reading, []))
    if "\n" not in gap:
        assert surroundings.words_between(1, 1 + len(gap)) == surroundings.words_between(1, 1 + len(gap)) == between
    assert _words_between(low, 1, 0, LEXICONS["pt"].weights) == 0


def test_rare_words_for_course_and_degree_do_not_part_the_words_of_a_name() -> None:
    weights = LEXICONS["pt"].weights
    for word in sorted(PACKS["pt"].names.modifiers - PACKS["pt"].function_words):
        if word.isalpha():
            expected = 0 if weights.concepts(word) <= 8 else 1
            assert _words_between(f"a {word} b", 1, len(word) + 3, weights) == expected, word


@pytest.mark.parametrize(
    ("code", "name", "held", "tier"),
    [
        ("pt", "febre amarela", ("febre", "amarela"), Tier.INFLECTION), ("pt", "febre amarela", ("febre",), None), ("pt", "insuficiência renal crônica", ("insuficiencia", "renal"), Tier.CORE), ("pt", "insuficiência renal crônica", ("renal", "cronica"), None), ("pt", "insuficiência renal crônica", ("insuficiencia", "cronica"), None),
        ("pt", "linfoma não Hodgkin", ("linfoma", "hodgkin"), None), ("pt", "linfoma não Hodgkin", ("nao", "hodgkin"), None), ("pt", "diabetes mellitus tipo 2", ("diabetes", "mellitus", "tipo"), None), ("pt", "doença pulmonar obstrutiva crônica", ("doenca", "pulmonar"), None), ("pt", "doença pulmonar obstrutiva crônica", ("doenca", "pulmonar", "obstrutiva"), Tier.CORE),
        ("pt", "doença de Chagas", ("doenca", "chagas"), Tier.INFLECTION),
    ],
)  # fmt: skip
def test_what_some_words_of_a_name_are_worth(code: str, name: str, held: tuple[str, ...], tier: Tier | None) -> None:
    made = compiled(name, code)
    found = _judge(made, dict.fromkeys(held, Kinship.EXACT))
    assert (found and found[0]) == tier
    slipped = _judge(made, {**dict.fromkeys(held, Kinship.EXACT), held[-1]: Kinship.TYPO})
    assert (slipped and slipped[0]) == (tier and Tier.TYPO)
    if tier is Tier.CORE:
        assert _judge(made, {**dict.fromkeys(held, Kinship.EXACT), made.head: Kinship.ROOT}) is None
        assert _judge(compiled(name, code, Tier.SYNONYM), dict.fromkeys(held, Kinship.EXACT)) is None


def mention(name: str, text: str, surface: str, words: int, reason: str = "telling word") -> Mention:
    low = Reading.of(text).low
    start = low.index(surface)
    return Mention(start, start + len(surface), Tier.CORE, compiled(name), reason, words)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("neurofibromatose tipo 1", "another type"), ("neurofibromatose tipo 2", None), ("neurofibromatose 1", "another type"), ("neurofibromatose-1", "another type"), ("neurofibromatose II", None), ("neurofibromatose I", "another type"), ("1 neurofibromatose", "another type"), ("2 neurofibromatose", None), ("neurofibromatose 1%", None),
        ("neurofibromatose 1,5", None), ("neurofibromatose tipo x 1", None), ("neurofibromatose", None), ("11-neurofibromatose", "another type"), ("1.1 neurofibromatose", None), ("a1 neurofibromatose", None), ("neurofibromatose  1", "another type"), ("neurofibromatose   1", "another type"), ("neurofibromatose    1", None), ("neurofibromatose tipo tipo tipo 1", None), ("neurofibromatose tipo neurofibromatose 1", "another type"),
    ],
)  # fmt: skip
def test_a_number_of_another_type(text: str, reason: str | None) -> None:
    context = MentionContext(LEXICONS["pt"], ())
    found = mention("neurofibromatose tipo 2", text, "neurofibromatose", 1)
    assert context.other_meaning(found, Reading.of(text)) == reason


@pytest.mark.parametrize(
    ("text", "fixed"),
    [("fator zyxwico", True), ("o fator zyxwico foi", True), ("fator; zyxwico", False), ("zyxwico fator", False), ("fator zyxwico zyxwico", True), ("ator zyxwico", False)],
)  # fmt: skip
def test_a_fixed_phrase_around_a_mention(text: str, fixed: bool) -> None:
    context = MentionContext(LEXICONS["pt"], ("fator zyxwico", "zyxwico de fator"))
    found = mention("doença zyxwico", text, "zyxwico", 1)
    assert (context.other_meaning(found, Reading.of(text)) == "fixed name of a test or sign") is fixed
    if text.endswith("zyxwico zyxwico"):
        last = Mention(14, 21, Tier.CORE, found.name, "telling word", 1)
        assert context.other_meaning(last, Reading.of(text)) != "fixed name of a test or sign"


@pytest.mark.parametrize(
    ("phrases", "text", "stands"),
    [
        (["aa bb"], "x aa bb y", True), (["aa bb"], "aa x bb", False), (["aa bb"], "aa", False), (["aa"], "x aa", True), (["aa"], "xaa", False), (["aa bb", "aa cc"], "aa cc", True), (["aa bb", "aa"], "aa", True), ([""], "aa", False), (["aa bb"], "aa, bb", True), (["aa bb"], "bb aa", False),
    ],
)  # fmt: skip
def test_phrases_in_a_text_word_by_word(phrases: list[str], text: str, stands: bool) -> None:
    assert PhraseSet(phrases).stands_in(text) is stands


@pytest.mark.parametrize(
    ("sign", "apart"),
    [(sign, True) for sign in '[]()<>$*"\u00ab\u25a0\u2020'[:-1]]
    + [(sign, False) for sign in "a1-/'.&;# _\u2122\u2019\u00ad\u0301"],
)
def test_signs_that_keep_two_sides_apart(sign: str, apart: bool) -> None:
    assert _separates(sign) is apart


def test_the_shortest_bar_is_one_sign() -> None:
    assert FixedLength(length=1)("x") == "\u25a0"
    for length in (0, -1, True, 1.0):
        with pytest.raises(OperatorError, match="length"):
            FixedLength(length=length)  # type: ignore[arg-type]
    for sign in ("", "\u25a0\u25a0", None):
        with pytest.raises(OperatorError):
            FixedLength(sign=sign)  # type: ignore[arg-type]
    for placeholder in ("[x", "x]", "\x00", "  ", "[\u0001]"):
        with pytest.raises(OperatorError):
            Replace(placeholder)
    assert Replace("[a\tb]")("") == "[a\tb]"


TABLE = {
    "zeta": (100, 4), "zetas": (100, 5), "wolda": (399, 1), "woldo": (400, 1), "woldu": (100, 0), "latina": (199, 1), "latino": (200, 1), "jorna": (100, 9),
}  # fmt: skip


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lexicon]:
    """Packs with a table of frequencies of our own."""
    made = {}
    for code in ("pt", "en"):
        folder: Path = tmp_path_factory.mktemp("packs") / code
        shutil.copytree(PACKS[code].folder, folder)
        rows = [
            "word\tzipf\tconcepts",
            *(f"{word}\t{zipf}\t{concepts}" for word, (zipf, concepts) in sorted(TABLE.items())),
        ]
        (folder / "background.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        made[code] = Lexicon([LanguagePack.from_folder(folder)], Thresholds())
    return made


def reason_for(
    lexicon: Lexicon, name: str, text: str, surface: str, *, words: int = 1, why: str = "telling word"
) -> str:
    made = compile_name(name, NameWords.of(name), Tier.VERBATIM, lexicon)
    reading = Reading.of(text)
    start = reading.low.index(surface)
    found = Mention(start, start + len(surface), Tier.CORE, made, why, words)
    return MentionContext(lexicon, ()).other_meaning(found, reading) or ""


@pytest.mark.parametrize(
    ("code", "name", "text", "surface", "reason"),
    [
        # the word behind the noun makes it another disease when it is rare and stands in a name of one
        ("pt", "zeta qqxyz", "zeta wolda", "zeta", "another disease"), ("pt", "zeta qqxyz", "zeta woldo", "zeta", ""), ("pt", "zeta qqxyz", "zeta woldu", "zeta", ""), ("pt", "zeta qqxyz", "zeta unknown", "zeta", ""), ("pt", "zeta qqxyz", "zeta qqxyzs", "zeta", ""),
        ("pt", "zeta qqxyz", "zeta cronica wolda", "zeta", "another disease"), ("pt", "zeta qqxyz", "zeta woldu wolda", "zeta", ""), ("pt", "zeta qqxyz", "zeta, wolda", "zeta", ""), ("pt", "zeta qqxyz", "zeta. wolda", "zeta", ""), ("pt", "zeta qqxyz", "zeta de wolda", "zeta", "another disease"),
        ("pt", "zeta qqxyz", "zeta" + " " * 44 + "wolda", "zeta", ""), ("pt", "zeta qqxyz", "zeta" + " " * 43 + "wolda", "zeta", "another disease"), ("pt", "zeta qqxyz", "wolda zeta", "zeta", ""), ("pt", "zeta qqxyz", "zeta cronica aguda grave wolda", "zeta", ""), ("pt", "zeta qqxyz", "zeta de da wolda", "zeta", "another disease"),
        ("pt", "zeta qqxyz", "zeta de da do wolda", "zeta", ""),
        # in English the word stands before the noun, and only Latin behind it
        ("en", "qqxyz zeta", "wolda zeta", "zeta", "another disease"), ("en", "qqxyz zeta", "woldo zeta", "zeta", ""), ("en", "qqxyz zeta", "wolda. zeta", "zeta", ""), ("en", "qqxyz zeta", "wolda of zeta", "zeta", ""), ("en", "qqxyz zeta", "wolda chronic zeta", "zeta", "another disease"), ("en", "qqxyz zeta", "zeta latina", "zeta", "another disease"),
        ("en", "qqxyz zeta", "zeta latino", "zeta", ""), ("en", "qqxyz zeta", "zeta, latina", "zeta", ""), ("en", "qqxyz zeta", "wolda chronic acute zeta", "zeta", ""),
        # what a name denies
        ("pt", "zeta não qqxyz", "zeta qqxyz", "zeta", "another disease"),
        # a word that many diseases share, beside a noun of another one
        ("pt", "qqxyz zetas", "jorna zetas", "zetas", "another disease"), ("pt", "qqxyz zeta", "jorna zeta", "zeta", ""), ("pt", "qqxyz zetas", "woldu zetas", "zetas", ""), ("pt", "qqxyz zetas", "qqxyz zetas", "zetas", ""), ("pt", "qqxyz zetas", "zetas jorna", "zetas", ""),
        ("en", "zetas qqxyz", "zetas jorna", "zetas", "another disease"), ("en", "zetas qqxyz", "jorna zetas", "zetas", ""), ("en", "zetas qqxyz", "zetas-jorna", "zetas", ""),
    ],
)  # fmt: skip
def test_words_beside_a_mention_that_make_it_another_disease(
    told: dict[str, Lexicon], *, code: str, name: str, text: str, surface: str, reason: str
) -> None:
    assert compile_name(name, NameWords.of(name), Tier.VERBATIM, told[code]).proper == frozenset()
    head = compile_name(name, NameWords.of(name), Tier.VERBATIM, told[code]).head
    why = f"telling word {surface!r}"
    assert reason_for(told[code], name, f"1; {text}; 1", surface, why=why) == reason
    assert reason_for(told[code], name, f"1; {text}; 1", surface, words=len(name.split()), why=why) == ""
    if head == surface:
        assert reason_for(told[code], name, f"1; {text}; 1", surface, why="other") == ""


@pytest.fixture(scope="module")
def near_words(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The Portuguese pack with frequencies around what a word of its own needs."""
    folder: Path = tmp_path_factory.mktemp("packs") / "pt"
    shutil.copytree(PACKS["pt"].folder, folder)
    words = {"xlmno": 349, "ylmno": 350, "rhombia": 149, "rhombus": 150, "rhombis": 0}
    concepts = {"rhombis": 1}
    rows = [
        "word\tzipf\tconcepts",
        *(f"{word}\t{zipf}\t{concepts.get(word, 0)}" for word, zipf in sorted(words.items())),
    ]
    (folder / "background.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return Lexicon([LanguagePack.from_folder(folder)], Thresholds())


def related(lexicon: Lexicon, names: list[tuple[str, ...]], text: str, **settings: object) -> dict[str, Kinship]:
    tokens = TokenSearch(names, lexicon, **settings)  # type: ignore[arg-type]
    reading = Reading.of(text)
    hits = TargetSeeds([], [], tokens.parts).hits(reading)
    found = tokens.tokens(reading, hits.parts(), hits.joined_parts())
    return {token.text: max(token.kin.values()) for token in found}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sweet xlmno", {"xlmno"}), ("sweet ylmno", set()), ("xlmno", set()), ("sweet lmno", {"lmno"}), ("sweet lmn", set()), ("xlmno sweet", {"xlmno"}), ("swee xlmno", set()), ("sweex xlmno", {"xlmno"}), ("sweet" + " " * 26 + "xlmno", {"xlmno"}), ("sweet" + " " * 27 + "xlmno", {"xlmno"}), ("sweet" + " " * 28 + "xlmno", set()),
        ("xlmno" + " " * 26 + "sweet", {"xlmno"}), ("xlmno" + " " * 27 + "sweet", {"xlmno"}), ("xlmno" + " " * 28 + "sweet", set()), ("sweet xxmno", set()), ("sweet, 3 xlmno zlmno", {"xlmno", "zlmno"}), ("other xlmno", set()), ("sweet" + " " * 27 + "xlmno.", set()), ("sweet" + " " * 26 + "xlmno.", {"xlmno"}), ("xx xlmno" + " " * 27 + "sweet", set()), ("xx xlmno" + " " * 26 + "sweet", {"xlmno"}),
    ],
)  # fmt: skip
def test_misspelt_neighbours_of_a_word_of_the_name(near_words: Lexicon, text: str, found: set[str]) -> None:
    kin = related(near_words, [("sweet", "klmno")], text, proper={"sweet"})
    assert {word for word in kin if word != "klmno" and "lmn" in word} == found
    assert all(kin[word] is Kinship.TYPO for word in found)
    assert not {
        word
        for word in related(near_words, [("sweet", "klmno")], text, proper={"sweet"}, typos=False)
        if word.startswith("klm")
    }


def test_a_misspelling_may_be_shown_twice_and_in_either_place(near_words: Lexicon) -> None:
    names = [("sweet", "klmno"), ("sweet", "pqrst")]
    assert set(related(near_words, names, "sweet xlmno xqrst xlmno", proper={"sweet"})) == {"sweet", "xlmno", "xqrst"}
    assert related(near_words, [("sweet", "klmno")], "klmno sweet klmno") == {
        "klmno": Kinship.EXACT,
        "sweet": Kinship.EXACT,
    }


@pytest.mark.parametrize(
    ("text", "genus"),
    [("Sida rhombia", True), ("Sida rhombus", False), ("Sida rhombis", False), ("Sida unknownus", True), ("SIDA rhombia", False), ("Sida rhomba", True), ("Sida rhoma", False), ("Sida rhoa", False), ("Sida  rhombia", False), ("Sida rhombiax", False), ("Sida Rhombia", False)],
)  # fmt: skip
def test_a_genus_with_its_species(near_words: Lexicon, text: str, genus: bool) -> None:
    assert AcronymContext(near_words, (), frozenset())._is_binomial(text, Span(0, 4)) is genus


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\x7f", "\u2421"), ("\x00", "\u2400"), ("\x1f", "\u241f"), ("a\tb\nc\rd", "a\tb\nc&#13;d"), ("<&>\"'", "&lt;&amp;&gt;&quot;&#x27;"), ("\u00e9", "\u00e9")],
)  # fmt: skip
def test_signs_that_a_page_cannot_hold_are_shown(text: str, shown: str) -> None:
    assert _safe(text) == shown
