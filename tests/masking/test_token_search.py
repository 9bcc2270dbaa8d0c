"""Words of a text that are related to the words of a name: the search by parts against plain classification."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.seed_hits import TargetSeeds
from clinicalbr.masking.target_word import Kinship
from clinicalbr.masking.token_search import Token, TokenSearch, _are_near, _bounds
from clinicalbr.masking.typos import allowed_slips, is_misspelling
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.testing import strategies as clinical
from clinicalbr.testing.wording import inflections, misspellings
from clinicalbr.text import fold_text

WORDS = {
    "pt": ("dengue", "tuberculose", "hanseniase", "lupus", "eritematoso", "sistemico", "chagas", "doenca", "renal", "cronica", "esquistossomose", "gota", "2", "beta", "sarcoidose"),
    "en": ("leprosy", "tuberculosis", "lupus", "erythematosus", "chagas", "disease", "renal", "chronic", "gout", "anemia", "ii", "measles", "amyloidosis"),
    "es": ("lepra", "tuberculosis", "lupus", "eritematoso", "enfermedad", "renal", "cronica", "gota", "sarampion", "anemia", "brucelosis"),
}  # fmt: skip


@cache
def lexicon(language: str) -> Lexicon:
    return Lexicon([LanguagePack.load(language)], Thresholds())


def search(names: list[tuple[str, ...]], text: str, language: str, **settings: object) -> list[Token]:
    tokens = TokenSearch(names, lexicon(language), **settings)
    reading = Reading.of(text)
    hits = TargetSeeds([], [], tokens.parts).hits(reading)
    return tokens.tokens(reading, hits.parts(), hits.joined_parts())


def classified(words: tuple[str, ...], text: str, language: str) -> dict[int, dict[str, Kinship]]:
    """Every word of a text compared with every word of the names."""
    rules = lexicon(language)
    found: dict[int, dict[str, Kinship]] = {}
    for match in re.finditer(r"[^\W\d_]+|\d+", text):
        token = match.group()
        for word in words:
            target = rules.target_word(word, False)
            kinship = target.kinship(token, rules.prefixes)
            if kinship is not None:
                found.setdefault(match.start(), {})[word] = kinship
    return found


@st.composite
def words_and_text(draw: st.DrawFn) -> tuple[str, tuple[str, ...], str]:
    language = draw(st.sampled_from(sorted(WORDS)))
    words = tuple(draw(st.lists(st.sampled_from(WORDS[language]), min_size=1, max_size=3, unique=True)))
    near = [
        form
        for word in words
        for form in (
            word, word.upper(), word + "s", "anti" + word, "neuro" + word, word[:4] + "x", word[: len(word) // 2 + 1] + "oma", word[1:], "xy" + word,
            *list(inflections(word, language))[:40], *list(misspellings(word))[::3],
        )
    ]  # fmt: skip
    token = st.one_of(
        st.sampled_from(near), st.sampled_from(WORDS[language]), st.text("abcdelorstu", min_size=1, max_size=9)
    )
    text = draw(st.sampled_from([" ", ", ", "\n"])).join(draw(st.lists(token, max_size=8)))
    return (
        language,
        words,
        draw(st.sampled_from([text, f"{draw(clinical.clinical_texts(language))} {text}"])).replace("-", " "),
    )


@given(words_and_text())
def test_the_search_finds_what_classifying_every_word_finds(case: tuple[str, tuple[str, ...], str]) -> None:
    language, words, text = case
    low, rules = Reading.of(text).low, lexicon(language)
    found = {token.start: token for token in search([(word,) for word in words], text, language, typos=False)}
    assert {start: token.kin for start, token in found.items()} == classified(words, low, language)
    with_typos = {token.start: token for token in search([(word,) for word in words], text, language)}
    assert all(token.kin.keys() <= with_typos[start].kin.keys() for start, token in found.items())
    for start, token in with_typos.items():
        for word, kinship in token.kin.items():
            if kinship is Kinship.TYPO:
                forms = rules.target_word(word, False).forms
                assert any(is_misspelling(token.text, form, allowed_slips(word)) for form in forms)
            else:
                assert found[start].kin[word] is kinship
    for match in re.finditer(r"[^\W\d_]+", low):
        for word in words:
            closer = match.start() in found and found[match.start()].kin.get(word, Kinship.ROOT) > Kinship.TYPO
            if is_misspelling(match.group(), word, allowed_slips(word)) and not closer:
                real = rules.weights.is_real_word(match.group(), in_name=True)
                assert real or with_typos[match.start()].kin[word] is Kinship.TYPO


@given(words_and_text())
def test_tokens_are_whole_words_in_order(case: tuple[str, tuple[str, ...], str]) -> None:
    language, words, text = case
    low = Reading.of(text).low
    tokens = search([words], text, language)
    assert [token.start for token in tokens] == sorted({token.start for token in tokens})
    for token in tokens:
        assert low[token.start : token.end] == token.text
        assert token.kin


@pytest.mark.parametrize(
    ("language", "word", "token", "kinship"),
    [
        ("pt", "tuberculose", "tuberculose", Kinship.EXACT), ("pt", "tuberculose", "tuberculosos", Kinship.FORM), ("pt", "tuberculose", "antituberculoso", Kinship.DERIVED), ("pt", "tuberculose", "tuberculsoe", Kinship.TYPO),
        ("pt", "tuberculose", "tuberculina", Kinship.ROOT), ("pt", "tuberculose", "tubo", None), ("pt", "2", "ii", Kinship.FORM), ("pt", "beta", "β", Kinship.FORM), ("pt", "sifilis", "neurossifilis", Kinship.DERIVED),
        ("en", "leprosy", "leprous", Kinship.FORM), ("en", "anemia", "anaemia", Kinship.FORM), ("en", "measles", "measels", Kinship.TYPO), ("es", "sarampion", "sarampiones", Kinship.FORM), ("es", "lepra", "leproso", Kinship.FORM),
    ],
)  # fmt: skip
def test_how_a_word_is_related(language: str, word: str, token: str, kinship: Kinship | None) -> None:
    found = search([(word,)], f"o {token} x", language)
    assert [(item.text, item.kin) for item in found] == ([(token, {word: kinship})] if kinship else [])


def test_kinships_are_ordered() -> None:
    assert sorted(Kinship) == [Kinship.ROOT, Kinship.TYPO, Kinship.DERIVED, Kinship.FORM, Kinship.EXACT]


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("tuber-\nculose", "tuber-\nculose"),
        ("tuber-culosos", "tuber-culosos"),
        ("anti-tuberculose", "tuberculose"),
        ("anti-tuber-\nculose", None),
    ],
)
def test_words_broken_at_hyphens(text: str, surface: str | None) -> None:
    reading = Reading.of(f"o {text} x")
    tokens = search([("tuberculose",)], f"o {text} x", "pt")
    assert (surface or text) in [reading.source(token.start, token.end).of(reading.text) for token in tokens]
    assert all(
        kinship >= Kinship.DERIVED
        for token in tokens
        for kinship in token.kin.values()
        if "-" in reading.low[token.start : token.end]
    )


def test_a_root_alone_does_not_count_across_a_hyphen() -> None:
    assert search([("tuberculose",)], "tuber-\nculina", "pt") == []


@pytest.mark.parametrize(
    ("text", "names", "found"),
    [
        ("lupus de swete", ["lupus", "sweet"], True), ("swete", ["sindrome", "sweet"], False), ("lupus eritematoso", ["lupus", "eritematoso"], True), ("artrite, swete", ["sindrome", "sweet"], False),
        ("swete lupus", ["lupus", "sweet"], True), ("lupus" + " x" * 30 + " swete", ["lupus", "sweet"], False), ("lupus de carne", ["lupus", "karne"], False),
    ],
)  # fmt: skip
def test_neighbours_may_be_misspelt_more(text: str, names: list[str], found: bool) -> None:
    tokens = search([tuple(names)], text, "pt", proper=[])
    assert any(names[1] in token.kin for token in tokens) is found


def test_proper_names_may_be_misspelt_alone_when_they_are_shorter() -> None:
    assert search([("sweet",)], "x swete y", "pt", proper=["sweet"])[0].kin == {"sweet": Kinship.TYPO}
    assert search([("sweet",)], "x swete y", "pt") == []
    assert search([("gota",)], "x gtoa y", "pt", proper=["gota"]) == []


def test_misspellings_only_when_asked() -> None:
    assert search([("hanseniase",)], "hansenfase x", "pt", typos=False)[0].kin == {"hanseniase": Kinship.ROOT}
    assert search([("dengue",)], "degnue x", "pt", typos=False) == []
    assert search([("dengue",)], "degnue x", "pt")[0].kin == {"dengue": Kinship.TYPO}


def test_one_token_may_be_related_to_several_words() -> None:
    (token,) = search([("tuberculose",), ("tuberculoso",)], fold_text("Tuberculose"), "pt")
    assert token.kin == {"tuberculose": Kinship.EXACT, "tuberculoso": Kinship.FORM}


def test_a_frequent_word_is_no_form_of_a_rare_one() -> None:
    assert search([("sida",)], "tem sido e sidas", "pt") == search([("sida",)], "xxx xxxx x sidas", "pt")


@pytest.mark.parametrize(
    ("text", "position", "bounds"), [("ab cd", 0, (0, 2)), ("ab cd", 1, (0, 2)), ("ab cd", 4, (3, 5)), ("a1b", 1, (0, 3)), ("-a-", 1, (1, 2))]
)  # fmt: skip
def test_the_run_of_letters_around_a_place(text: str, position: int, bounds: tuple[int, int]) -> None:
    assert _bounds(text, position) == bounds


@pytest.mark.parametrize(("gap", "near"), [(0, True), (32, True), (33, False)])
def test_tokens_near_each_other(gap: int, near: bool) -> None:
    one, other = Token(0, 3, "abc", {}), Token(3 + gap, 9 + gap, "abc", {})
    assert _are_near(one, other) is near
    assert not _are_near(None, other)
    assert not _are_near(one, None)


PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}


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
