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
        ("Trypanosoma cruzi", ["doença de Chagas"], ["Trypanosoma cruzi", "T. cruzi", "Trypanosoma", "Trypanosoma sp.", "Trypanosoma spp."]),
        ("Plasmodium vivax", ["malária"], ["Plasmodium vivax", "P. vivax", "Plasmodium", "Plasmodium sp.", "Plasmodium spp."]),
        ("Escherichia coli", ["colite"], ["Escherichia coli", "E. coli", "Escherichia", "Escherichia sp.", "Escherichia spp."]),
        ("vírus varicela-zóster", ["zona"], ["vírus varicela-zóster"]), ("VZV", ["zona"], ["VZV"]), ("Trypanosoma", ["x"], ["Trypanosoma"]),
    ],
)  # fmt: skip
def test_forms_of_an_agent(agent: str, names: list[str], forms: list[str]) -> None:
    made = list(agent_forms(agent, names, WEIGHTS["pt"]))
    assert [form.text for form in made if form.text != agent.split()[0] or agent == form.text] == [
        form for form in forms if form != agent.split()[0] or agent == form
    ]
    assert made[0] == AgentForm(agent, agent == "VZV")
    assert not any(form.is_acronym for form in made[1:])


def test_a_genus_counts_alone_when_the_disease_bears_its_name_or_few_others_do() -> None:
    def genera(agent: str, names: list[str]) -> bool:
        return agent.split()[0] in [form.text for form in agent_forms(agent, names, WEIGHTS["pt"])]

    assert genera("Leishmania donovani", ["leishmaniose visceral"])
    assert genera("Histoplasma capsulatum", ["histoplasmose"])
    common = WEIGHTS["pt"].concepts("candida")
    assert genera("Candida albicans", ["doença qualquer"]) is (common <= 3)
    # The agent inside a name is no reason by itself.
    assert genera("Xyzaba albicans", ["infecção por Xyzaba albicans"])


@pytest.mark.parametrize(
    ("names", "language", "found"),
    [
        (["pneumonia por Pneumocystis jirovecii"], "pt", ["Pneumocystis jirovecii"]), (["Pneumocystis jirovecii pneumonia"], "en", ["Pneumocystis jirovecii"]), (["neumonía por Pneumocystis jirovecii"], "es", ["Pneumocystis jirovecii"]),
        (["doença de Chagas crônica"], "pt", []), (["Doença hepática"], "pt", []), (["Febre amarela"], "pt", []), (["Sweet syndrome"], "en", []), (["Yellow fever"], "en", []), (["dengue"], "pt", []), ([], "pt", []),
        (["a Pneumocystis jirovecii e Trypanosoma cruzi"], "pt", ["Pneumocystis jirovecii", "Trypanosoma cruzi"]), (["pneumocystis jirovecii"], "pt", []), (["PNEUMOCYSTIS JIROVECII"], "pt", []),
    ],
)  # fmt: skip
def test_binomials_inside_names(names: list[str], language: str, found: list[str]) -> None:
    assert list(binomials(names, WEIGHTS[language])) == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T. cruzi", "■"), ("T.cruzi", "■"), ("Trypanosoma cruzi", "■"), ("TRYPANOSOMA CRUZI", "■"), ("trypanosoma cruzi", "■"), ("Trypanosoma", "■"), ("anti-T. cruzi", "anti-■"), ("IgG para T. cruzi reagente", "IgG para ■ reagente"),
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
    for text, expected in (("VZV", "■"), ("vzv", "vzv"), ("anti-VZV", "■"), ("V.Z.V.", "■"), ("varicella zoster virus", "■"), ("Varicella-Zoster Virus", "■")):
        assert hidden("shingles", text, "en", ("varicella zoster virus", "VZV")) == expected


def test_agents_are_core() -> None:
    leaks = Masker(GoldTarget(["shingles"], languages=["en"], agents=["VZV", "Aaaa bbbbbus"])).find("VZV and A. bbbbbus")
    assert {(leak.surface, leak.tier) for leak in leaks} == {("VZV", Tier.CORE), ("A. bbbbbus", Tier.CORE)}
    assert Masker(GoldTarget(["shingles"], languages=["en"], agents=["VZV"]), tiers=[Tier.VERBATIM]).find("VZV") == ()


@pytest.mark.parametrize("agent", ["x", "de", "12"])
def test_a_meaningless_agent_is_refused(agent: str) -> None:
    with pytest.raises(GoldTargetError, match="agent"):
        GoldTarget(["dengue"], agents=[agent])
