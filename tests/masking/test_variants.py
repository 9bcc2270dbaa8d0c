"""The forms that are looked for, each with its tier and why it is there."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.seeds import SeedSearch, has_automaton
from clinicalbr.masking.variants import Variant, variants_of
from clinicalbr.masking.word_weight import Thresholds

LEXICON = Lexicon([LanguagePack.load("pt")], Thresholds())


def variants(*names: str, tiers: tuple[Tier, ...] = tuple(Tier), **settings: object) -> dict[str, Variant]:
    found = variants_of(GoldTarget(names, languages=["pt"], **settings), LEXICON, tiers)  # type: ignore[arg-type]
    assert len({variant.text for variant in found}) == len(found)
    return {variant.text: variant for variant in found}


@pytest.mark.parametrize(
    ("text", "tier", "origin", "is_acronym", "needs_evidence"),
    [
        ("infecção pelo QWZ", Tier.VERBATIM, "name", False, False), ("QWZ", Tier.ACRONYM, "part of a name", True, False), ("IQ", Tier.ACRONYM, "initials", True, True), ("XYK", Tier.ACRONYM, "given", True, False), ("anti-XYK lateral", Tier.ACRONYM, "given", False, False),
        ("febre zonal", Tier.SYNONYM, "synonym", False, False),
    ],
)  # fmt: skip
def test_where_a_form_comes_from(text: str, tier: Tier, origin: str, is_acronym: bool, needs_evidence: bool) -> None:
    found = variants("infecção pelo QWZ", acronyms=["XYK", "anti-XYK lateral"], synonyms=["febre zonal"])
    assert found[text] == Variant(text, tier, origin, needs_evidence, is_acronym=is_acronym)


def test_acronyms_are_derived_on_wish() -> None:
    assert set(variants("infecção pelo QWZ", derive_acronyms=False)) == {"infecção pelo QWZ"}
    assert "LES" in variants("lúpus eritematoso sistêmico")
    assert "LES" not in variants("lúpus eritematoso sistêmico", derive_acronyms=False)


def test_the_names_stay_whatever_is_looked_for() -> None:
    assert set(variants("lúpus eritematoso sistêmico", tiers=(Tier.TYPO,))) == {"lúpus eritematoso sistêmico"}
    assert set(variants("lúpus", synonyms=["febre zonal"], tiers=(Tier.SYNONYM,))) == {"lúpus", "febre zonal"}


def test_the_stronger_of_two_equal_forms_stays() -> None:
    found = variants("febre zonal", synonyms=["FEBRE  ZONAL", "febre axial"])
    assert found["febre zonal"].tier is Tier.VERBATIM
    assert set(found) >= {"febre zonal", "febre axial"}
    assert "FEBRE  ZONAL" not in found
    given = variants("quimera zonal anular", acronyms=["QZA"])["QZA"]
    assert (given.origin, given.needs_evidence) == ("given", False)


def test_agents_are_core() -> None:
    found = variants("doença zonal", agents=["Trypanosoma cruzi"])
    assert {found[text].tier for text in found if "cruzi" in text} == {Tier.CORE}
    assert {found[text].origin for text in found if "cruzi" in text} == {"agent"}
    assert any("cruzi" in text for text in found)


def test_the_masker_shows_the_forms_of_its_tiers() -> None:
    masker = Masker(GoldTarget(["infecção pelo QWZ"], ["XYK"], languages=["pt"]), tiers=[Tier.ACRONYM])
    assert {variant.tier for variant in masker.variants} == {Tier.ACRONYM}
    assert {"XYK", "QWZ"} <= {variant.text for variant in masker.variants}


SEEDS = ["aa", "a?", "\u00e9a", "\u0431a", "a\x00", "ab", "b"]


@pytest.mark.parametrize("text", ["", "aaab a? b\u00e9a \u0431a", "\u0431aab", "a\x00a?b", "\u00e9a\u0431", "aaa" * 5])
def test_the_automaton_finds_what_a_plain_search_finds(text: str) -> None:
    plain = SeedSearch(SEEDS, automaton=False).hits(text)
    assert plain == sorted(
        (at, number) for number, seed in enumerate(SEEDS) for at in range(len(text)) if text.startswith(seed, at)
    )
    if has_automaton():
        assert SeedSearch(SEEDS, automaton=True).hits(text) == plain
    assert SeedSearch(SEEDS).hits(text) == plain
    many = [*SEEDS, *(f"q{number}" for number in range(200))]
    assert SeedSearch(many).hits(text) == plain
