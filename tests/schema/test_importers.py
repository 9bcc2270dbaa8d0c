"""Cases under other field names."""

from __future__ import annotations

import pytest

from clinicalbr.errors import CaseError
from clinicalbr.schema import (
    CasePair,
    CaseType,
    DecsDisease,
    case_from_clinicalbr_row,
    case_from_fields,
    case_from_medcasereasoning_row,
)


def test_portuguese_field_names() -> None:
    case = case_from_fields(
        {
            "case_id": "c1",
            "apresentacao": {"queixa_principal": "síncope", "exame_fisico": ["B3", "edema"], "historia_familiar": None},
            "exames": {"laboratoriais": "troponina 0,02", "imagem": ["ICT 0,62"]},
            "diagnostico": {"diagnostico": "sorologia reagente", "resultado_final_diagnostico": "doença de Chagas"},
            "tratamento": {"desfecho": "alta"},
        }
    )
    assert case.language == "pt"
    assert case.presentation.chief_complaint == "síncope"
    assert case.presentation.physical_exam == ("B3", "edema")
    assert case.workup.laboratory == "troponina 0,02"
    assert case.diagnosis.diagnosis == "sorologia reagente"
    assert case.gold_diagnosis == "doença de Chagas"
    assert case.treatment.outcome == "alta"


def test_english_names_pass_and_unknown_ones_are_refused_by_name() -> None:
    assert case_from_fields({"case_id": "c1", "language": "en", "narrative": "Fever."}).language == "en"
    with pytest.raises(CaseError, match=r"queixa_estranha.*Remedy"):
        case_from_fields({"case_id": "c1", "apresentacao": {"queixa_estranha": "x"}})
    with pytest.raises(CaseError, match="twice"):
        case_from_fields({"case_id": "c1", "presentation": {"chief_complaint": "a", "queixa_principal": "b"}})


ROW = {
    "id": "r1", "pid": "S0004-27492015000100014", "lang": "pt", "case_type": "Ambos", "title": "Relato", "journal_name": "Arq Bras Oftalmol",
    "journal_issn": "0004-2749", "publication_year": 2015, "doi": "10.5935/x", "scielo_url": "https://example.org", "task": "diagnosis",
    "specialty_anatomy": ["Sistema Musculoesquelético [A02]"], "specialty_diseases": ["Oftalmopatias [C11]"], "prompt_template_id": "p",
    "input_text": "Mulher, 46 anos.", "gold_final_diagnosis": "síndrome de Sweet", "article_final_diagnosis": "síndrome de Sweet ocular",
    "gold_differential": ["[correct] síndrome de Sweet (dermatose neutrofílica)", "doença de Behçet"], "gold_cuis": ["C0085077", "C0004943"],
}  # fmt: skip


def test_clinicalbr_row() -> None:
    case = case_from_clinicalbr_row(ROW)
    assert case.case_id == "S0004-27492015000100014"
    assert case.case_type is CaseType.BOTH
    assert case.gold_diagnosis == "síndrome de Sweet"
    assert [(item.diagnosis, item.confirmed) for item in case.gold_differential] == [
        ("síndrome de Sweet (dermatose neutrofílica)", True), ("doença de Behçet", False)
    ]  # fmt: skip
    assert case.gold_cuis == ("C0085077", "C0004943")
    assert case.disease_categories == (DecsDisease.EYE,)
    assert case.provenance.year == 2015


def test_rows_of_one_article_pair_up() -> None:
    other = case_from_clinicalbr_row({**ROW, "lang": "en-US", "input_text": "Woman, 46."})
    assert CasePair(source=case_from_clinicalbr_row(ROW), target=other, origin="machine").languages == ("pt", "en")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pid": None}, "lacks pid"), ({"input_text": ""}, "lacks input_text"), ({"case_type": "cirúrgico"}, "cirúrgico"),
        ({"specialty_anatomy": ["Cabeça"]}, "Cabeça"), ({"publication_year": "two"}, "publication_year|two"),
    ],
)  # fmt: skip
def test_bad_clinicalbr_rows_are_named(change: dict[str, object], message: str) -> None:
    with pytest.raises(CaseError, match=message) as caught:
        case_from_clinicalbr_row({**ROW, **change})
    assert caught.value.remedy


def test_medcasereasoning_row() -> None:
    row = {
        "pmcid": "PMC1", "title": "A case", "journal": "J", "publication_date": "2020-03-01", "article_link": "https://example.org",
        "case_prompt": "A 30-year-old man ...", "final_diagnosis": "Schizophrenia",
        "diagnostic_reasoning": '1. Wilson disease was excluded: "no abnormalities, including copper".\n2. Tacrolimus 1.5 mg was not the cause.',
    }  # fmt: skip
    case = case_from_medcasereasoning_row(row)
    assert (case.case_id, case.language, case.gold_diagnosis) == ("PMC1", "en", "Schizophrenia")
    assert [step.quote for step in case.reasoning] == ["no abnormalities, including copper", None]
    assert case.reasoning[1].statement == "Tacrolimus 1.5 mg was not the cause."


def test_medcasereasoning_identifier_does_not_depend_on_the_place() -> None:
    row = {"case_prompt": "A man.", "final_diagnosis": "X disease", "diagnostic_reasoning": "It was clear."}
    first, second = case_from_medcasereasoning_row(row), case_from_medcasereasoning_row({**row, "index": 7})
    assert first.case_id == second.case_id
    assert [step.statement for step in first.reasoning] == ["It was clear."]
    with pytest.raises(CaseError, match="lacks case_prompt"):
        case_from_medcasereasoning_row({"final_diagnosis": "X"})


def test_empty_cells_of_a_data_frame_are_missing_and_arrays_are_lists() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        [
            ROW | {"gold_cuis": pandas.Series(["C1", None]).to_numpy()},
            {"pid": "p", "lang": "en", "input_text": "Fever."},
        ]
    )
    full, bare = (case_from_clinicalbr_row(row) for _, row in frame.iterrows())
    assert full.gold_cuis == ("C1",)
    assert full.provenance.publication_date == "2015"
    assert (bare.title, bare.gold_cuis, bare.gold_differential, bare.provenance.journal) == (None, (), (), None)
    assert case_from_clinicalbr_row(ROW | {"title": pandas.NA, "doi": pandas.NaT}).title is None
    with pytest.raises(CaseError, match="lacks input_text"):
        case_from_clinicalbr_row(ROW | {"input_text": float("nan")})
    with pytest.raises(CaseError, match="gold_cuis is 5, not a list"):
        case_from_clinicalbr_row(ROW | {"gold_cuis": 5})


@pytest.mark.parametrize(
    ("lang", "code"), [("pt", "pt"), ("pt-BR", "pt"), ("en_US", "en"), ("PT", "pt"), (" es ", "es")]
)
def test_language_codes(lang: str, code: str) -> None:
    assert case_from_clinicalbr_row(ROW | {"lang": lang}).language == code


@pytest.mark.parametrize("lang", ["Portuguese", "p", "12", "pt-"])
def test_other_texts_are_no_language_codes(lang: str) -> None:
    with pytest.raises(CaseError, match=f"lang '{lang}'.*Remedy"):
        case_from_clinicalbr_row(ROW | {"lang": lang})


def test_half_a_surrogate_pair_still_gives_an_identifier() -> None:
    row = {"case_prompt": "A man \ud83d", "diagnostic_reasoning": "none", "final_diagnosis": "x"}
    assert case_from_medcasereasoning_row(row).case_id.startswith("mcr-")


def test_records_that_are_no_tables_or_too_deep() -> None:
    with pytest.raises(CaseError, match="is a list, not a table"):
        case_from_fields([("case_id", "c1")])  # type: ignore[arg-type]
    deep: dict[str, object] = {}
    for _ in range(5000):
        deep = {"presentation": deep}
    with pytest.raises(CaseError, match="nested more than 50"):
        case_from_fields(deep)
