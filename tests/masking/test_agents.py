"""The cause as an answer: binomials, genera, acronyms of viruses."""

from __future__ import annotations

import pytest

from clinicalbr.errors import GoldTargetError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.agents import AgentForm, agent_forms, binomials
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.word_weight import Thresholds

WEIGHTS = {code: Lexicon([LanguagePack.load(code)], Thresholds()).weights for code in ("pt", "en", "es")}


def hidden(name: str, text: str, language: str = "pt", agents: tuple[str, ...] = ()) -> str:
    masked = Masker(GoldTarget([name], languages=[language], agents=agents)).mask(text).text
    return masked.replace(LanguagePack.load(language).placeholder, "\u25a0")


@pytest.mark.parametrize(
    ("agent", "names", "forms"),
    [
        ("Leishmania donovani", ["leishmaniose visceral"], ["Leishmania donovani", "L. donovani", "Leishmania", "Leishmania sp.", "Leishmania spp."]), ("Histoplasma capsulatum", ["histoplasmose"], ["Histoplasma capsulatum", "H. capsulatum", "Histoplasma", "Histoplasma sp.", "Histoplasma spp."]),
        ("Xyzaba albicans", ["infecção por Xyzaba albicans"], ["Xyzaba albicans", "X. albicans", "Xyzaba", "Xyzaba sp.", "Xyzaba spp."]), ("Candida albicans", ["doença qualquer"], ["Candida albicans", "C. albicans", "Candida sp.", "Candida spp."]),
        ("vírus varicela-zóster", ["zona"], ["vírus varicela-zóster"]), ("VZV", ["zona"], ["VZV"]), ("Trypanosoma", ["doença"], ["Trypanosoma"]), ("Trypanosoma CRUZI", ["doença"], ["Trypanosoma CRUZI"]),
    ],
)  # fmt: skip
def test_forms_of_an_agent(agent: str, names: list[str], forms: list[str]) -> None:
    """The genus counts alone when the disease bears its name, or few diseases do."""
    made = list(agent_forms(agent, names, WEIGHTS["pt"]))
    assert [form.text for form in made] == forms
    assert made[0] == AgentForm(agent, agent == "VZV")
    assert not any(form.is_acronym for form in made[1:])


@pytest.mark.parametrize(
    ("names", "language", "found"),
    [
        (["pneumonia por Pneumocystis jirovecii"], "pt", ["Pneumocystis jirovecii"]), (["Pneumocystis jirovecii pneumonia"], "en", ["Pneumocystis jirovecii"]), (["neumonía por Pneumocystis jirovecii"], "es", ["Pneumocystis jirovecii"]),
        (["doença de Chagas crônica"], "pt", []), (["Doença hepática"], "pt", []), (["Febre amarela"], "pt", []), (["Sweet syndrome"], "en", []), (["Yellow fever"], "en", []), (["dengue"], "pt", []), ([], "pt", []),
        (["a Pneumocystis jirovecii e Xyzaba wqrtus"], "pt", ["Pneumocystis jirovecii", "Xyzaba wqrtus"]), (["pneumocystis jirovecii"], "pt", []), (["PNEUMOCYSTIS JIROVECII"], "pt", []),
    ],
)  # fmt: skip
def test_binomials_inside_names(names: list[str], language: str, found: list[str]) -> None:
    assert list(binomials(names, WEIGHTS[language])) == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T. cruzi", "■"), ("T.cruzi", "■"), ("Trypanosoma cruzi", "■"), ("TRYPANOSOMA CRUZI", "■"), ("trypanosoma cruzi", "■"), ("anti-T. cruzi", "anti-■"), ("IgG para T. cruzi reagente", "IgG para ■ reagente"),
        ("T. brucei", "T. brucei"), ("T. vivax", "T. vivax"), ("tripanossomo", "tripanossomo"), ("L. cruzi", "L. cruzi"), ("Trypanosoma sp. e febre", "■. e febre"), ("Cruz", "Cruz"),
    ],
)  # fmt: skip
def test_agents_given(text: str, expected: str) -> None:
    assert hidden("doença de Chagas", text, agents=("Trypanosoma cruzi",)) == expected
    assert hidden("doença de Chagas", text) == text


@pytest.mark.parametrize(
    ("name", "language", "text", "expected"),
    [
        ("tularemia", "en", "F. tularensis", "■"), ("tularemia", "en", "Francisella tularensis grew", "■ grew"), ("tularemia", "en", "tularensis", "tularensis"), ("tuberculosis", "es", "Mycobacterium tuberculosis", "■"),
        ("tuberculosis", "es", "Mycobacterium avium", "Mycobacterium avium"), ("miliary histoplasmosis", "en", "Histoplasma capsulatum", "■"), ("miliary histoplasmosis", "en", "Histoplasma", "■"), ("leishmaniose visceral", "pt", "Leishmania infantum", "■"),
        ("brucelose", "pt", "Brucella abortus", "■"), ("criptococose", "pt", "Cryptococcus neoformans", "Cryptococcus neoformans"), ("pneumonia por Pneumocystis jirovecii", "pt", "P. jirovecii", "■"), ("pneumonia por Pneumocystis jirovecii", "pt", "pneumonia", "pneumonia"),
        ("histoplasmose", "pt", "histologia e histoplasma", "histologia e histoplasma"),
    ],
)  # fmt: skip
def test_organisms_whose_name_shares_the_root(name: str, language: str, text: str, expected: str) -> None:
    assert hidden(name, text, language) == expected


def test_acronyms_of_agents_are_acronyms() -> None:
    for text, expected in (
        ("VZV", "■"),
        ("vzv", "vzv"),
        ("anti-VZV", "■"),
        ("V.Z.V.", "■"),
        ("varicella zoster virus", "■"),
        ("Varicella-Zoster Virus", "■"),
    ):
        assert hidden("shingles", text, "en", ("varicella zoster virus", "VZV")) == expected


def test_agents_are_core() -> None:
    leaks = Masker(GoldTarget(["shingles"], languages=["en"], agents=["VZV", "Aaaa bbbbbus"])).find(
        "VZV and A. bbbbbus"
    )
    assert {(leak.surface, leak.tier) for leak in leaks} == {("VZV", Tier.CORE), ("A. bbbbbus", Tier.CORE)}
    assert Masker(GoldTarget(["shingles"], languages=["en"], agents=["VZV"]), tiers=[Tier.VERBATIM]).find("VZV") == ()


@pytest.mark.parametrize("agent", ["x", "de", "12"])
def test_a_meaningless_agent_is_refused(agent: str) -> None:
    with pytest.raises(GoldTargetError, match="agent"):
        GoldTarget(["dengue"], agents=[agent])


PORTUGUESE = Lexicon([LanguagePack.load("pt")], Thresholds())


def test_names_of_organisms() -> None:
    weights = PORTUGUESE.weights
    assert list(binomials(["doença por Qqxyza wwvutii", "febre alta", "Doença crônica"], weights)) == ["Qqxyza wwvutii"]

    def named(agent: str, *names: str) -> list[tuple[str, bool]]:
        return [(form.text, form.is_acronym) for form in agent_forms(agent, names, weights)]

    assert named("Leishmania donovani", "leishmaniose") == [
        ("Leishmania donovani", False), ("L. donovani", False), ("Leishmania", False), ("Leishmania sp.", False), ("Leishmania spp.", False),
    ]  # fmt: skip
    assert named("HIV", "aids") == [("HIV", True)]
    assert named("bacilo", "aids") == [("bacilo", False)]
    assert ("Qqxyza", False) in named("Qqxyza wwvut", "febre")
