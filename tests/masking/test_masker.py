"""What is found and replaced, form by form."""

from __future__ import annotations

import pytest

from clinicalbr.errors import GoldTargetError, LanguageError
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.schema import ClinicalCase, DiagnosisSection, Presentation

R = "[REDIGIDO]"


def masked(text: str, *names: str, acronyms: tuple[str, ...] = (), **settings: object) -> str:
    return Masker(GoldTarget(names, acronyms, **settings)).mask(text).text


@pytest.mark.parametrize(
    "surface",
    [
        "doença de Chagas", "DOENÇA DE CHAGAS", "doenca de chagas", "doenc\u0327a de Chagas", "doença\u00a0de\u2009Chagas",
        "doença de Cha\u00adgas", "do\u200bença de Chagas", "doença de Cha-\ngas", "DOENÇA DE CHA-\nGAS", "doença de  Chagas", "doen&ccedil;a de Chagas",
        "doen&amp;ccedil;a de Chagas", "ｄｏｅｎça de Chagas", "doença\nde\nChagas", "doença-de-Chagas", "doença/de/Chagas",
    ],
)  # fmt: skip
def test_verbatim_forms(surface: str) -> None:
    assert (
        masked(f"Portador de {surface}, em uso de amiodarona.", "doença de Chagas")
        == f"Portador de {R}, em uso de amiodarona."
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("pré-dengue", "dengue"), ("anti-\ndengue", "dengue"), ("dengue/zika", "dengue"), ("“dengue”", "dengue"), ("_dengue_", "dengue"),
        ("dengue¹,² prévia", "dengue"), ("dengue3 prévia", "dengue"), ("dengue tipo 1²", "dengue tipo 1"), ("患者dengue確定", "dengue"), ("<b>dengue</b>", "dengue"), ("neuro-chikungunya", "neurochikungunya"),
        ("linfoma não‑Hodgkin", "linfoma não Hodgkin"), ("HTLV-1", "HTLV 1"), ("mal d’água", "mal d'água"), ("ﬁbrose", "fibrose"),
    ],
)  # fmt: skip
def test_word_edges_and_marks_around_a_name(text: str, name: str) -> None:
    assert R in masked(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [("dengues", "dengue"), ("antidengue", "dengue"), ("dengue tipo 12", "dengue tipo 1"), ("gripe", "gripe aviária"), ("A febre amarelada", "febre amarela")],
)  # fmt: skip
def test_longer_words_are_other_words(text: str, name: str) -> None:
    assert masked(text, name) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AR soropositiva", f"{R} soropositiva"), ("em ar ambiente", "em ar ambiente"), ("A.R. grave", f"{R} grave"),
        ("duas ARs", f"duas {R}"), ("o Ar puro", "o Ar puro"),
    ],
)  # fmt: skip
def test_case_decides_for_acronyms(text: str, expected: str) -> None:
    assert masked(text, "artrite reumatoide", acronyms=("AR",)) == expected


@pytest.mark.parametrize("surface", ["AIDS", "Aids", "aids", "A.I.D.S.", "ＡＩＤＳ"])
def test_long_acronyms_are_also_written_like_words(surface: str) -> None:
    assert (
        masked(f"teste para {surface}.", "síndrome da imunodeficiência adquirida", acronyms=("AIDS",))
        == f"teste para {R}."
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("doença de Chagas (DC) crônica; a DC foi tratada", f"{R} ({R}) crônica; a {R} foi tratada"),
        ("DC (doença de Chagas) crônica; a DC foi tratada", f"{R} ({R}) crônica; a {R} foi tratada"),
        ("doença de Chagas [DC]; DC", f"{R} [{R}]; {R}"),
        ("doença de Chagas - DC, tratada; DC", f"{R} - {R}, tratada; {R}"),
        ("DC - doença de Chagas; DC", f"{R} - {R}; {R}"),
        ("doença de Chagas (vide adiante); DC de 3 L/min", f"{R} (vide adiante); DC de 3 L/min"),
        ("doença de Chagas (ECG normal); ECG", f"{R} (ECG normal); ECG"),
        ("débito cardíaco (DC) de 3 L/min", "débito cardíaco (DC) de 3 L/min"),
        ("DOENÇA DE CHAGAS (DC). MAL DE CHAGAS (DC)", f"{R} ({R}). MAL DE CHAGAS ({R})"),
    ],
)  # fmt: skip
def test_acronyms_defined_in_the_text(text: str, expected: str) -> None:
    assert masked(text, "doença de Chagas") == expected


def test_acronyms_of_the_other_language() -> None:
    text = "Infecção pelo HIV com SIDA (AIDS)."
    names = ("síndrome da imunodeficiência adquirida", "acquired immunodeficiency syndrome")
    assert masked(text, *names, acronyms=("SIDA",)) == f"Infecção pelo HIV com {R} ({R})."


def test_a_word_of_the_name_is_no_acronym_of_it() -> None:
    text = "LUPUS ERITEMATOSO SISTEMICO (LES). Acometimento sistêmico."
    assert masked(text, "lúpus eritematoso sistêmico") == f"{R} ({R}). Acometimento sistêmico."


def test_derived_acronyms_can_be_turned_off() -> None:
    assert masked("LES ativo", "lúpus eritematoso sistêmico") == f"{R} ativo"
    assert masked("LES ativo", "lúpus eritematoso sistêmico", derive_acronyms=False) == "LES ativo"


def test_overlaps_merge_into_one_redaction_of_the_strongest_tier() -> None:
    masker = Masker(GoldTarget(["dengue grave"], synonyms=["febre da dengue grave"]))
    redactions = masker.mask("febre da dengue grave").redactions
    assert [(item.surface, item.tier) for item in redactions] == [("febre da dengue grave", Tier.VERBATIM)]
    assert {leak.tier for leak in masker.find("febre da dengue grave")} == {Tier.VERBATIM, Tier.SYNONYM}


def test_tiers_can_be_chosen() -> None:
    target = GoldTarget(["dengue"], ["DENV"], ["febre quebra-ossos"])
    text = "dengue DENV febre quebra-ossos"
    assert Masker(target, tiers=[Tier.ACRONYM]).mask(text).text == f"dengue {R} febre quebra-ossos"
    assert Masker(target, tiers=[Tier.SYNONYM]).mask(text).text == f"dengue DENV {R}"


def test_more_than_half_redacted_is_a_warning() -> None:
    assert [warning.code for warning in Masker(GoldTarget(["dengue"])).mask("Dengue, sim").warnings] == [
        "half_redacted"
    ]
    assert Masker(GoldTarget(["dengue"])).mask("Dengue, confirmada por sorologia").warnings == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"names": []}, "no name"), ({"names": ["", "  "]}, "no name"), ({"names": ["de"]}, "function words"), ({"names": ["com a"]}, "function words"),
        ({"names": ["x"]}, "single letter"), ({"names": ["12 3"]}, "no letter"), ({"names": ["..."]}, "no letter"), ({"names": "dengue"}, "not a list"),
        ({"names": ["dengue"], "acronyms": ["A"]}, "single letter"), ({"names": [None]}, "not a text"), ({"names": ["dengue"], "languages": []}, "no language"),
        ({"names": ["dengue"], "synonyms": ["the"]}, "function words"),
    ],
)  # fmt: skip
def test_bad_golds_are_refused_when_the_target_is_built(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(GoldTargetError, match=message) as caught:
        GoldTarget(**arguments)
    assert caught.value.remedy


def test_parentheses_split_a_name() -> None:
    target = GoldTarget(["síndrome de Sweet (dermatose neutrofílica febril aguda) (SS)"])
    assert target.names == ("síndrome de Sweet", "dermatose neutrofílica febril aguda")
    assert target.acronyms == ("SS",)


def test_a_language_without_pack_is_an_error_that_says_how_to_give_one() -> None:
    with pytest.raises(LanguageError, match=r"packs=\[LanguagePack.from_folder"):
        Masker(GoldTarget(["grippe"], languages=["fr"]))


def test_target_of_a_case_takes_every_version() -> None:
    pt = ClinicalCase(
        case_id="c", language="pt", presentation=Presentation(chief_complaint="febre", final_diagnosis="sarampo grave"),
        diagnosis=DiagnosisSection(final_diagnosis_name="sarampo", acronyms=("SRP",), other_names=("rubéola do velho mundo",)),
    )  # fmt: skip
    en = ClinicalCase(
        case_id="c", language="en", narrative="fever", diagnosis=DiagnosisSection(final_diagnosis_name="measles")
    )
    target = GoldTarget.from_case(pt, en)
    assert target.names == ("sarampo", "rubéola do velho mundo", "sarampo grave", "measles")
    assert target.acronyms == ("SRP",)
    assert target.languages == ("pt", "en")
    with pytest.raises(GoldTargetError, match="states no final diagnosis"):
        GoldTarget.from_case(ClinicalCase(case_id="c", language="en", narrative="fever"))


def test_signature_names_the_settings_and_not_the_answer() -> None:
    signature = str(Masker(GoldTarget(["dengue"])).signature)
    assert "tiers:verbatim+acronym+synonym" in signature
    assert "dengue" not in signature
