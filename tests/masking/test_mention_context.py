"""Where a telling word does not speak of the answer."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.mention_context import MentionContext
from clinicalbr.masking.mentions import Mention
from clinicalbr.masking.name_words import NameWords
from clinicalbr.masking.names import CompiledName, compile_name, type_numbers
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Tier


def masked(name: str, text: str, language: str = "pt", **settings: str) -> str:
    result = Masker(GoldTarget([name], languages=[language], derive_acronyms=False), **settings).mask(text).text
    return result.replace(LanguagePack.load(language).placeholder, "\u25a0")


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("diabetes", "tipo", "1"), {"1", "i"}),
        (("type", "ii"), {"2", "ii"}),
        (("talassemia", "beta"), {"beta", "β"}),
        (("hepatite", "b"), set()),
        (("vitamina", "12"), {"12", "xii"}),
        (("α", "talassemia"), {"alfa", "alpha", "α"}),
        ((), set()),
    ],
)
def test_type_numbers(words: tuple[str, ...], numbers: set[str]) -> None:
    assert type_numbers(words) == numbers


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("pt", "doença de Chagas", "Hospital Carlos Chagas"), ("pt", "doença de Chagas", "rua Chagas 12"), ("pt", "doença de Chagas", "o Dr. Chagas"), ("pt", "doença de Chagas", "Instituto Evandro Chagas"), ("pt", "doença de Chagas", "prêmio Carlos Chagas"),
        ("pt", "doença de Chagas", "a professora Maria Chagas"), ("pt", "doença de Chagas", "município de Chagas"), ("en", "Addison disease", "Addison Hospital"), ("en", "Sweet syndrome", "Sweet Cakes bakery"), ("en", "Sweet syndrome", "Dr Sweet"),
        ("en", "Addison disease", "University of Addison"), ("es", "enfermedad de Chagas", "el Hospital Carlos Chagas"), ("es", "enfermedad de Chagas", "calle Chagas"), ("es", "enfermedad de Chagas", "el doctor Chagas"),
    ],
)  # fmt: skip
def test_places_and_persons_stay(language: str, name: str, text: str) -> None:
    assert masked(name, f"Foi em {text}.", language) == f"Foi em {text}."


@pytest.mark.parametrize(
    ("before", "stays"),
    [
        ("Hospital ", True), ("Dr ", True), ("Hospital A B C ", True), ("Hospital A B C D ", False), ("Hospital de ", True), ("Hospital com ", True), ("Hospital grave ", False), ("Hospital; ", False), ("Dr. ", True), ("Hospital. ", True), ("Hospital.. ", False), ("Hospital" + " " * 40, True), ("Hospital" + " " * 41, False), ("zz Hospital" + " " * 40, True), ("ospital ", False),
    ],
)  # fmt: skip
def test_an_institution_shields_a_name_in_reach(before: str, stays: bool) -> None:
    text = f"{before}Chagas, febre"
    assert (Masker(GoldTarget(["doença de Chagas"])).mask(text).text == text) is stays


@pytest.mark.parametrize(
    ("language", "name", "text", "expected"),
    [
        ("pt", "doença de Chagas", "Hospital geral. Chagas crônica", "Hospital geral. ■ crônica"), ("pt", "doença de Chagas", "no hospital, Chagas confirmada", "no hospital, ■ confirmada"), ("pt", "doença de Chagas", "o hospital trata Chagas", "o hospital trata ■"),
        ("pt", "doença de Chagas", "Hospital CHAGAS", "Hospital ■"), ("pt", "doença de Chagas", "rua da doença de Chagas", "rua da ■"), ("en", "Addison disease", "known Addison and fever", "known ■ and fever"), ("en", "Addison disease", "Addison disease Hospital", "■ Hospital"),
        ("es", "enfermedad de Chagas", "en el hospital, Chagas crónica", "en el hospital, ■ crónica"), ("pt", "tuberculose", "Hospital tuberculose", "Hospital ■"),
    ],
)  # fmt: skip
def test_institutions_do_not_shield_what_is_no_name(language: str, name: str, text: str, expected: str) -> None:
    assert masked(name, text, language) == expected


@pytest.mark.parametrize(
    ("language", "name", "phrase", "rest"),
    [
        ("pt", "artrite reumatoide", "fator reumatoide", "fator ■"), ("pt", "lúpus eritematoso sistêmico", "anticoagulante lúpico", "anticoagulante ■"), ("en", "systemic lupus erythematosus", "lupus anticoagulant", "■ anticoagulant"),
        ("es", "artritis reumatoide", "factor reumatoide", "factor ■"), ("es", "lupus eritematoso sistémico", "anticoagulante lúpico", "anticoagulante ■"),
    ],
)  # fmt: skip
def test_fixed_names_of_tests(language: str, name: str, phrase: str, rest: str) -> None:
    for text in (phrase, phrase.capitalize(), f"o {phrase} foi"):
        assert masked(name, text, language) == text
        assert masked(name, text, language, test_names="keep") == text
    assert masked(name, f"o {phrase} foi", language, test_names="mask") == f"o {rest} foi"
    # The phrase shields its own word only.
    word = phrase.split()[rest.split().index("■")]
    assert masked(name, f"{phrase}; {word} x", language) == f"{phrase}; ■ x"


def test_a_fixed_phrase_does_not_shield_a_whole_name() -> None:
    assert masked("anticoagulante lúpico", "anticoagulante lúpico presente") == "■ presente"
    assert masked("síndrome do anticoagulante lúpico", "síndrome do anticoagulante lúpico") == "■"


@pytest.mark.parametrize(
    ("language", "name", "text", "expected"),
    [
        ("pt", "neurofibromatose tipo 2", "neurofibromatose tipo 1", "neurofibromatose tipo 1"), ("pt", "neurofibromatose tipo 2", "neurofibromatose; neurofibromatose grave", "■; ■ grave"), ("pt", "neurofibromatose tipo 2", "neurofibromatose tipo I; neurofibromatose 1", "neurofibromatose tipo I; neurofibromatose 1"), ("pt", "neurofibromatose tipo 2", "neurofibromatose II", "■"), ("pt", "neurofibromatose tipo 1", "neurofibromatose II; neurofibromatose I; neurofibromatose III", "neurofibromatose II; ■; neurofibromatose III"),
        ("en", "neurofibromatosis type 2", "neurofibromatosis type 1; neurofibromatosis", "neurofibromatosis type 1; ■"), ("en", "neurofibromatosis type 2", "1 neurofibromatosis", "1 neurofibromatosis"), ("es", "neurofibromatosis tipo 2", "neurofibromatosis tipo 1; neurofibromatosis", "neurofibromatosis tipo 1; ■"), ("pt", "talassemia beta", "α talassemia; α-talassemia", "α talassemia; α-talassemia"),
        ("pt", "lúpus eritematoso sistêmico", "lúpus tipo 2; lúpus 3", "■ tipo 2; ■ 3"), ("pt", "neurofibromatose tipo 2", "neurofibromatose 1,5 mg; neurofibromatose 1%; neurofibromatose 1/3", "■ 1,5 mg; ■ 1%; ■ 1/3"),
        ("pt", "neurofibromatose tipo 2", "neurofibromatose há 1 ano; neurofibromatose em 3 irmãos", "■ há 1 ano; ■ em 3 irmãos"),
    ],
)  # fmt: skip
def test_other_types_stay(language: str, name: str, text: str, expected: str) -> None:
    assert masked(name, text, language) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("gota", "2 gotas; 2gotas; 3-gotas", "2 gotas; 2gotas; 3-gotas"),
        ("gota", "duas gotas; gotas; a gota 2", "duas ■; ■; a ■ 2"),
        ("gota", "2 gota", "2 ■"),
        ("gota", "2 crises de gota", "2 crises de ■"),
    ],
)
def test_units_behind_a_number_stay(name: str, text: str, expected: str) -> None:
    if text == "2 gota":
        # As written, a name counts whatever stands before it.
        assert masked(name, text) == expected
    else:
        assert masked(name, text) == expected


@pytest.mark.parametrize(
    ("language", "name", "text", "expected"),
    [
        ("pt", "linfoma não Hodgkin", "linfoma de Hodgkin", "linfoma de Hodgkin"), ("pt", "linfoma não Hodgkin", "linfoma; linfoma difuso", "■; ■ difuso"), ("en", "non-Hodgkin lymphoma", "Hodgkin lymphoma", "Hodgkin lymphoma"), ("en", "non-Hodgkin lymphoma", "lymphoma was", "■ was"),
        ("es", "linfoma no Hodgkin", "linfoma de Hodgkin", "linfoma de Hodgkin"), ("pt", "tuberculose miliar", "tuberculose óssea", "■ óssea"), ("es", "tuberculosis pulmonar", "tuberculosis ósea; tuberculosis miliar", "tuberculosis ósea; ■ miliar"), ("pt", "tuberculose pulmonar", "tuberculose óssea; tuberculose miliar", "tuberculose óssea; ■ miliar"), ("en", "pulmonary tuberculosis", "renal tuberculosis; active tuberculosis", "renal tuberculosis; active ■"),
    ],
)  # fmt: skip
def test_another_disease_of_the_same_head_stays(language: str, name: str, text: str, expected: str) -> None:
    assert masked(name, text, language) == expected


PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}
LEXICONS = {code: Lexicon([pack], Thresholds()) for code, pack in PACKS.items()}


def compiled(name: str, code: str = "pt", tier: Tier = Tier.VERBATIM) -> CompiledName:
    return compile_name(name, NameWords.of(name), tier, LEXICONS[code])


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
