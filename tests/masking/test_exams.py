"""Exam targets: other names, verbs, values and results of the gold exams; other exams and findings stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking import ExamTarget, GoldTarget, Masker
from clinicalbr.testing import strategies as clinical

CASES = [
    ("pt", ("tomografia computadorizada do tórax",), "A TC de tórax foi feita.", ["TC de tórax"]),
    ("pt", ("eletrocardiograma",), "No ECG da admissão.", ["ECG"]),
    ("en", ("chest radiograph", "complete blood count"), "A CXR and a CBC were ordered.", ["CXR", "CBC"]),
    ("en", ("skin biopsy",), "The lesion was biopsied.", ["lesion was biopsied"]),
]
PIECES = [
    "TC de tórax ", "ECG, ", "biopsiado. ", "ECG: ", "No ECG, ", "massa na TC ", "foi normal ", "mostrou massa, ", "e ", "com ",
    "de 3 cm ", "(", ") ", "foi solicitada ", "S. aureus ", "biópsia ",
]  # fmt: skip


def hidden(language: str, exams: tuple[str, ...], text: str, *, results: bool = True) -> list[str]:
    diagnosis = GoldTarget(["sarcoidose"], languages=dict.fromkeys((language, "en")))
    masker = Masker(ExamTarget(diagnosis, exams, results=results))
    return [redaction.surface for redaction in masker.mask(text).redactions]


@pytest.mark.parametrize(("language", "exams", "text", "expected"), CASES)
def test_other_names_of_a_gold_exam(language: str, exams: tuple[str, ...], text: str, expected: list[str]) -> None:
    assert hidden(language, exams, text, results=False) == expected


@pytest.mark.parametrize(("language", "exams", "text", "expected"), CASES)
def test_exams_that_are_not_asked_for_stay(
    language: str, exams: tuple[str, ...], text: str, expected: list[str]
) -> None:
    assert hidden(language, ("endoscopia digestiva alta",), text) == []


def test_results_can_be_left() -> None:
    text = "Potássio sérico de 2,9 mEq/L na admissão."
    assert hidden("pt", ("potássio sérico",), text, results=False) == ["Potássio sérico"]
    assert "2,9 mEq/L" in hidden("pt", ("potássio sérico",), text)[-1]


def test_vital_signs_and_findings_stay() -> None:
    text = "PA 120 x 80 mmHg, FC 88 bpm, murmúrio vesicular reduzido à direita."
    assert hidden("pt", ("hemograma", "radiografia de tórax"), text) == []


def test_the_diagnosis_is_masked_too() -> None:
    assert hidden("pt", ("hemograma",), "Suspeita de sarcoidose.") == ["sarcoidose"]


@given(
    st.lists(st.one_of(clinical.clinical_texts("pt"), st.sampled_from(PIECES), st.text(max_size=9)), max_size=6)
)  # fmt: skip
def test_no_residue_and_the_way_back(pieces: list[str]) -> None:
    diagnosis = GoldTarget(["sarcoidose"], languages=("pt", "en"))
    masker = Masker(
        ExamTarget(diagnosis, ("tomografia computadorizada do tórax", "eletrocardiograma", "biópsia de pele"))
    )
    text = "".join(pieces)
    masked = masker.mask(text)
    assert masked.unmask() == text
    assert masker.find(masked.text) == ()
