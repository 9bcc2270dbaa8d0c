"""Names made ready for the search, and their parts in brackets."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.name_parts import is_acronym, name_parts
from clinicalbr.masking.name_words import NameWords
from clinicalbr.masking.names import CompiledName, _head, _proper_words, compile_name
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Tier

PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}
LEXICONS = {code: Lexicon([pack], Thresholds()) for code, pack in PACKS.items()}


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
