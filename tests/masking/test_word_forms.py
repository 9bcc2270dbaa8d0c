"""Forms of one word: strict paradigms, numerals, roots and prefixes, in three languages."""

from __future__ import annotations

import math
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.languages.rules import Morphology
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.word_forms import Inflector, numeral_forms, shares_root, without_prefix


def forms(word: str, *codes: str) -> frozenset[str]:
    return Inflector([LanguagePack.load(code).morphology for code in codes]).forms(word)


@pytest.mark.parametrize(
    ("code", "word", "other"),
    [
        ("pt", "tuberculose", "tuberculoso"), ("pt", "tuberculose", "tuberculosos"), ("pt", "tuberculosa", "tuberculose"), ("pt", "lesao", "lesoes"), ("pt", "anemia", "anemico"),
        ("pt", "leishmaniose", "leishmaniase"), ("pt", "sifilis", "sifilitica"), ("pt", "hansen", "hanseniase"), ("pt", "chagas", "chagasica"), ("pt", "diabetes", "diabeticos"),
        ("pt", "linfoma", "linfomatosa"), ("pt", "tumor", "tumores"), ("pt", "renal", "renais"), ("pt", "infeccioso", "infecioso"), ("pt", "lupus", "lupica"),
        ("en", "tuberculosis", "tuberculous"), ("en", "diagnosis", "diagnoses"), ("en", "anemia", "anaemia"), ("en", "tumor", "tumour"), ("en", "biopsy", "biopsies"), ("en", "leprosy", "leprous"),
        ("es", "tuberculosis", "tuberculoso"), ("es", "lesion", "lesiones"), ("es", "anemia", "anemico"), ("es", "sifilis", "sifilitico"), ("es", "tumor", "tumores"),
    ],
)  # fmt: skip
def test_forms_of_a_word(code: str, word: str, other: str) -> None:
    assert other in forms(word, code)


@pytest.mark.parametrize(
    ("code", "word", "other"),
    [
        ("pt", "tuberculose", "tuberculo"), ("pt", "neurofibroma", "neurofibromatose"), ("pt", "gota", "gotejar"), ("pt", "dengue", "dengo"),
        ("en", "tuberculosis", "tubercle"), ("en", "neurofibroma", "neurofibromatosis"), ("en", "gout", "gut"), ("es", "tuberculosis", "tuberculo"), ("es", "neurofibroma", "neurofibromatosis"),
        ("pt", "pe", "pes"), ("pt", "mal", "mais"),
    ],
)  # fmt: skip
def test_other_words_are_no_forms(code: str, word: str, other: str) -> None:
    assert other not in forms(word, code)


@pytest.mark.parametrize("code", ["pt", "en", "es"])
@given(word=st.text("abceilmnorstuz", min_size=1, max_size=9))
def test_a_word_is_a_form_of_itself_and_its_plural_comes_back(code: str, word: str) -> None:
    inflector = Inflector([LanguagePack.load(code).morphology])
    assert word in inflector.forms(word)
    assert word in inflector.singulars(word)
    if len(word) > 3:
        assert word in inflector.singulars(word + "s")
        assert word + "s" in inflector.forms(word)


def small(**changes: object) -> Inflector:
    empty = {field.name: () for field in fields(Morphology)}
    return Inflector([Morphology(**{**empty, **changes})])


def test_each_rule_makes_its_own_forms() -> None:
    assert small().forms("casa") == {"casa"}
    assert small(plurals=(("ao", "oes"),)).forms("lesao") == {"lesao", "lesoes"}
    assert small(plurals=(("ao", "oes"),)).forms("lesoes") == {"lesao", "lesoes"}
    assert small(paradigms=(("ose", "oso"),)).forms("trombose") == {"trombose", "tromboso"}
    assert small(plurals=(("", "s"),), paradigms=(("ose", "oso"),)).forms("tromboses") == {
        "trombose", "tromboses", "tromboso", "trombosos"
    } | {"trombosess"}  # fmt: skip
    assert small(spellings=(("ph", "f"),)).forms("lymphoma") == {"lymphoma", "lymfoma"}
    assert small(spellings=(("ph", "f"),)).forms("lymfoma") == {"lymphoma", "lymfoma"}


def test_short_stems_are_left_alone() -> None:
    # The stem has three letters or more, and one more where the ending only adds letters.
    assert small(paradigms=(("ose", "oso"),)).forms("abose") == {"abose"}
    assert small(paradigms=(("ose", "oso"),)).forms("abcose") == {"abcose", "abcoso"}
    assert small(plurals=(("", "s"),)).forms("abc") == {"abc"}
    assert small(plurals=(("", "s"),)).forms("abcd") == {"abcd", "abcds"}


def test_languages_join() -> None:
    assert {"tuberculosos", "tuberculous"} <= forms("tuberculose", "pt") | forms("tuberculosis", "en")
    assert forms("tuberculosis", "en", "es") >= forms("tuberculosis", "en") | forms("tuberculosis", "es")


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("1", {"1", "i"}), ("2", {"2", "ii"}), ("iv", {"iv", "4"}), ("12", {"12", "xii"}), ("xii", {"12", "xii"}), ("0", {"0"}), ("13", {"13"}), ("100", {"100"}), ("xiii", {"xiii"}),
        ("α", {"α", "alfa", "alpha"}), ("beta", {"β", "beta"}), ("gama", {"γ", "gama", "gamma"}), ("omega", {"ω", "omega"}), ("tipo", {"tipo"}), ("", {""}), ("٢", {"٢"}),
    ],
)  # fmt: skip
def test_numerals_and_greek_letters(word: str, expected: set[str]) -> None:
    assert numeral_forms(word) == expected


@given(
    st.sampled_from([*map(str, range(1, 13)), "i", "v", "x", "alfa", "alpha", "β", "kappa", "mu", "lambda", "delta"])
)
def test_numeral_forms_are_symmetric(word: str) -> None:
    assert all(numeral_forms(form) == numeral_forms(word) for form in numeral_forms(word))


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("laringe", "laringea", True), ("colonic", "colon", True), ("renal", "retal", False), ("asm", "asma", False), ("hepatico", "hepatica", True), ("hepatite", "hepatoma", True),
        ("abcdefgh", "abcdefgx", True), ("abcdef", "abcdxyzwvu", False), ("abcd", "xbcd", False), ("abcx", "abcdefghij", False), ("abc", "abc", False), ("", "", False), ("dengue", "dengue", True),
    ],
)  # fmt: skip
def test_words_share_a_root(word: str, other: str, expected: bool) -> None:
    assert shares_root(word, other) is shares_root(other, word) is expected


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("antituberculoso", "tuberculoso"), ("neurossifilis", "sifilis"), ("neurosifilis", "sifilis"), ("tuberculoso", None), ("antigota", None), ("xtuberculoso", None),
        ("antittuberculoso", None), ("antirreumatico", "reumatico"), ("antituberculosos", None), ("anti", None),
    ],
)  # fmt: skip
def test_a_prefix_before_a_form(token: str, expected: str | None) -> None:
    known = frozenset({"tuberculoso", "sifilis", "gota", "reumatico"})
    assert without_prefix(token, known, ("neuro", "anti")) == expected


@pytest.mark.parametrize(
    ("gold", "languages", "text", "surface"),
    [
        ("tuberculose", ("pt",), "meningite tuberculosa", "tuberculosa"), ("tuberculose", ("pt",), "tratamento antituberculoso", "antituberculoso"),
        ("sífilis", ("pt",), "neurossífilis", "neurossífilis"), ("dengue", ("pt",), "dengues", "dengues"), ("diabetes mellitus tipo 2", ("pt",), "diabetes mellitus tipo II", "diabetes mellitus tipo II"),
        ("talassemia beta", ("pt",), "β-talassemia", "β-talassemia"), ("tuberculosis", ("en",), "tuberculous meningitis", "tuberculous"), ("leprosy", ("en",), "a leprous lesion", "leprous"),
        ("tuberculosis", ("es",), "meningitis tuberculosa", "tuberculosa"), ("sarampión", ("es",), "sarampiones", "sarampiones"), ("Chagas disease", ("en",), "Chagas' disease", "Chagas' disease"),
        ("Parkinson disease", ("en",), "Parkinson's disease", "Parkinson's disease"), ("gastric cancer", ("en",), "cancers of the gastric wall", None),
    ],
)  # fmt: skip
def test_forms_are_found_in_texts(gold: str, languages: tuple[str, ...], text: str, surface: str | None) -> None:
    found = [leak.surface for leak in Masker(GoldTarget([gold], languages=languages)).find(f"Era {text}.")]
    assert (surface in found) if surface else (text not in found)


@pytest.mark.parametrize(
    ("gold", "languages", "text"),
    [
        ("tuberculose", ("pt",), "tubérculo maior do úmero, tubérculos dentários"), ("sida", ("pt",), "tem sido vista"), ("tuberculosis", ("en",), "greater tubercle; tuberosity"),
        ("tuberculosis", ("es",), "el tubérculo mayor"), ("neurofibroma", ("pt",), "neurofibromatose"), ("gota", ("pt",), "gotejamento"),
    ],
)  # fmt: skip
def test_words_that_only_look_alike_stay(gold: str, languages: tuple[str, ...], text: str) -> None:
    assert Masker(GoldTarget([gold], languages=languages)).find(text) == ()


def test_inflections_have_their_tier() -> None:
    leaks = Masker(GoldTarget(["tuberculose"], synonyms=["hanseníase"], languages=["pt"])).find(
        "tuberculoso e hansenianos, hanseníases"
    )
    assert {(leak.surface, leak.tier) for leak in leaks} >= {
        ("tuberculoso", Tier.INFLECTION),
        ("hanseníases", Tier.SYNONYM),
    }


@given(st.text("ab", max_size=12), st.text("ab", max_size=12))
def test_a_root_is_four_letters_and_three_fifths_or_the_whole_of_half_as_many(one: str, other: str) -> None:
    shorter, longer = sorted((one, other), key=len)
    common = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(shorter))
    needed = max(4, math.ceil(len(longer) * 0.6 - 1e-9))
    whole = common == len(shorter) >= max(4, math.ceil(len(longer) / 2))
    assert shares_root(one, other) is (common >= needed or whole)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("abcd", "abcd", True), ("abcd", "abcdefgh", True), ("abcd", "abcdefghi", False), ("abc", "abcd", False), ("abcx", "abcd", False), ("abcdxx", "abcdyy", True), ("abcdxxx", "abcdyyy", False), ("abcdexxx", "abcdeyyy", True),
        ("abcdefxxxx", "abcdefyyyy", True), ("abcdexxxxx", "abcdeyyyyy", False),
    ],
)  # fmt: skip
def test_how_much_a_root_is(one: str, other: str, shared: bool) -> None:
    assert shares_root(one, other) is shared
    assert shares_root(other, one) is shared


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("1", {"1", "i"}), ("12", {"12", "xii"}), ("13", {"13"}), ("0", {"0"}), ("i", {"i", "1"}), ("xii", {"xii", "12"}), ("xiii", {"xiii"}), ("beta", {"beta", "\u03b2"}), ("\u03b3", {"gama", "gamma", "\u03b3"}), ("dengue", {"dengue"}), ("\u0664", {"\u0664"}), ("004", {"004"}),
        ("04", {"04", "iv"}), ("mu", {"mu", "\u03bc"}), ("kappa", {"kappa", "\u03ba"}), ("omega", {"omega", "\u03c9"}), ("delta", {"delta", "\u03b4"}), ("lambda", {"lambda", "\u03bb"}),
    ],
)  # fmt: skip
def test_ways_to_write_a_numeral(word: str, forms: set[str]) -> None:
    assert numeral_forms(word) == forms


@pytest.mark.parametrize(
    ("token", "form"),
    [
        ("antiabcde", "abcde"), ("antiabcd", None), ("antirrabcde", "rabcde"), ("antissabcde", "sabcde"), ("antittabcde", None), ("antirrabcd", "rabcd"), ("antirrabc", None), ("xantiabcde", None), ("abcde", None), ("reabcde", "abcde"), ("aabcde", None),
        ("abcdefghijklabcde", "abcde"), ("abcdefghijklmabcde", None),
    ],
)  # fmt: skip
def test_a_form_behind_a_prefix(token: str, form: str | None) -> None:
    forms = frozenset({"abcde", "abcd", "rabcde", "sabcde", "tabcde", "rabcd", "rabc"})
    prefixes = {"anti", "re", "a", "abcdefghijkl", "abcdefghijklm"}
    assert without_prefix(token, forms, prefixes) == form
