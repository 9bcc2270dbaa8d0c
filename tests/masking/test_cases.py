"""What each task may see of a case, and what is logged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from clinicalbr.errors import CaseError, GoldTargetError
from clinicalbr.masking import GoldTarget, Masker, TreatmentTarget, audit_case, mask_case, mask_case_with_log, mask_pair
from clinicalbr.schema import (
    ClinicalCase,
    DiagnosisSection,
    DifferentialItem,
    ExamList,
    MaskedCase,
    Presentation,
    Task,
    TreatmentSection,
    Workup,
)
from clinicalbr.testing import sample_corpus
from clinicalbr.testing import strategies as clinical

CASE = ClinicalCase(
    case_id="c1",
    language="pt",
    title="Dengue grave em gestante",
    presentation=Presentation(
        chief_complaint="febre há 5 dias", hospital_course=("Evoluiu bem.", "Suspeita de dengue."), final_diagnosis="dengue grave"
    ),
    workup=Workup(laboratory=("NS1 reagente para DENGUE", "Hb 9 g/dL"), imaging="TC de tórax normal"),
    narrative="Paciente com dengue grave (DG).",
    diagnosis=DiagnosisSection(diagnosis="dengue grave pelo NS1", final_diagnosis_name="dengue grave", other_names=("dengue",)),
    treatment=TreatmentSection(intervention="hidratação"),
    gold_differential=(DifferentialItem(diagnosis="dengue", confirmed=True),),
    gold_exams=ExamList(imaging=("TC de tórax",), laboratory=("NS1",)),
)  # fmt: skip


@pytest.mark.parametrize("task", ["diagnosis", "differential"])
def test_diagnostic_tasks_see_masked_presentation_and_workup(task: str) -> None:
    masked, log = mask_case_with_log(CASE, task)
    assert masked.presentation.chief_complaint == "febre há 5 dias"
    assert masked.presentation.hospital_course == ("Evoluiu bem.", "[REDIGIDO].")
    assert masked.presentation.final_diagnosis is None
    assert masked.workup.laboratory == ("[REDIGIDO]", "Hb 9 g/dL")
    assert masked.narrative == "Paciente com [REDIGIDO] ([REDIGIDO])."
    assert set(log.redactions) == {"presentation.hospital_course[1]", "workup.laboratory[0]", "narrative"}
    assert set(log.withheld) == {
        "title", "diagnosis", "treatment", "gold_differential", "gold_exams", "presentation.final_diagnosis"
    }  # fmt: skip
    assert "dengue" not in masked.model_dump_json().casefold()


def test_exam_task_hides_the_workup_and_masks_exam_names() -> None:
    masked, log = mask_case_with_log(CASE, Task.EXAMS)
    assert masked.workup is None
    assert "workup" in log.withheld
    shown = mask_case(CASE, Task.EXAMS, show_workup=True)
    assert shown.workup.imaging == "[REDIGIDO]"
    assert shown.workup.laboratory[0] == "[REDIGIDO]"
    assert shown.workup.laboratory[1] == "Hb 9 g/dL"


def test_exam_task_without_anything_left_says_so() -> None:
    case = ClinicalCase(
        case_id="c2",
        language="pt",
        workup=Workup(other="ECG"),
        diagnosis=DiagnosisSection(final_diagnosis_name="dengue"),
    )
    with pytest.raises(CaseError, match=r"nothing to show.*show_workup=True"):
        mask_case(case, "exams")


def test_a_masker_for_the_diagnosis_is_refused_for_the_treatment_task() -> None:
    with pytest.raises(CaseError, match="treatment"):
        mask_case(CASE, Task.TREATMENT, Masker(GoldTarget.from_case(CASE)))


@pytest.mark.parametrize(
    ("language", "plan", "words", "text", "expected"),
    [
        ("en", "Conservative management with observation.", ["conservative management", "observation"], "Observation and conservative management.", "[REDACTED] and [REDACTED]."),
        ("pt", "Conduta expectante.", ["conduta expectante"], "Conduta expectante. Teve melhora.", "[REDIGIDO]. [REDIGIDO]"),
    ],
)  # fmt: skip
def test_a_plan_without_a_known_measure_is_masked_by_its_words(
    language: str, plan: str, words: list[str], text: str, expected: str
) -> None:
    case = CASE.model_copy(
        update={
            "language": language, "treatment": TreatmentSection(intervention=plan), "narrative": text, "presentation": None, "workup": None,
        }
    )  # fmt: skip
    with pytest.raises(GoldTargetError, match="names no drug, procedure or device") as caught:
        mask_case(case, "treatment")
    assert (
        f"Masker(TreatmentTarget(procedures=[...], languages=['{language}']), verdicts='drop')" in caught.value.remedy
    )
    masker = Masker(TreatmentTarget(procedures=words, languages=[language]), verdicts="drop")
    masked = mask_case(case, "treatment", masker)
    assert masked.narrative == expected
    assert audit_case(masked, masker).clean


def test_case_without_diagnosis_needs_a_masker() -> None:
    case = ClinicalCase(case_id="c3", language="en", narrative="It was measles.")
    with pytest.raises(GoldTargetError, match="c3"):
        mask_case(case, "diagnosis")
    masker = Masker(GoldTarget(["measles"], languages=["en"]))
    assert mask_case(case, "diagnosis", masker).narrative == "It was [REDACTED]."


def test_masked_case_has_no_place_for_the_gold() -> None:
    gold = {
        "diagnosis",
        "treatment",
        "gold_differential",
        "gold_exams",
        "gold_cuis",
        "reasoning",
        "title",
        "provenance",
    }
    assert not gold & set(MaskedCase.model_fields)
    with pytest.raises(ValidationError, match="diagnosis"):
        MaskedCase(case_id="c", language="pt", task="diagnosis", narrative="x", diagnosis="dengue")
    with pytest.raises(ValidationError, match="final_diagnosis"):
        MaskedCase(case_id="c", language="pt", task="diagnosis", presentation=Presentation(final_diagnosis="dengue"))


def test_every_sample_pair_is_clean_after_masking_with_both_languages() -> None:
    for pair in sample_corpus():
        target = GoldTarget.from_case(pair.source, pair.target)
        for side, masked in zip((pair.source, pair.target), mask_pair(pair, "diagnosis"), strict=True):
            assert masked.language == side.language
            assert audit_case(masked, target).clean
            assert set(masked.texts()) == set(side.texts())


@given(clinical.clinical_cases(), st.sampled_from([Task.DIAGNOSIS, Task.DIFFERENTIAL, Task.EXAMS]))
def test_no_field_of_a_masked_case_leaks(case: ClinicalCase, task: Task) -> None:
    masked, log = mask_case_with_log(case, task)
    assert audit_case(masked, GoldTarget.from_case(case)).clean
    assert log.case_id == masked.case_id == case.case_id
    assert masked.workup is None or task is not Task.EXAMS


def test_an_acronym_defined_in_one_field_is_masked_in_all() -> None:
    case = ClinicalCase(
        case_id="c5",
        language="pt",
        title="Artrite reumatoide (AR)",
        presentation=Presentation(physical_exam="Deformidades por AR.", chief_complaint="em ar ambiente"),
        workup=Workup(imaging=("mãos", "compatível com AR")),
        diagnosis=DiagnosisSection(final_diagnosis_name="Artrite reumatoide."),
    )
    masked = mask_case(case, "diagnosis")
    assert masked.presentation.physical_exam == "Deformidades por [REDIGIDO]."
    assert masked.presentation.chief_complaint == "em ar ambiente"
    assert masked.workup.imaging == ("mãos", "[REDIGIDO]")


@pytest.mark.parametrize("task", ["diagnosis", "differential", "exams"])
def test_a_masker_of_ones_own_may_keep_the_clauses(task: str) -> None:
    masked, log = mask_case_with_log(CASE, task, Masker(GoldTarget.from_case(CASE)), show_workup=True)
    assert masked.presentation.hospital_course == ("Evoluiu bem.", "Suspeita de [REDIGIDO].")
    assert masked.workup.laboratory == ("NS1 reagente para [REDIGIDO]", "Hb 9 g/dL")
    assert {redaction.kind for redactions in log.redactions.values() for redaction in redactions} == {"name"}


def test_announcing_clauses_go_by_default_and_are_logged() -> None:
    log = mask_case_with_log(CASE, "diagnosis")[1]
    (redaction,) = log.redactions["workup.laboratory[0]"]
    assert (redaction.kind, redaction.surface) == ("verdict", "NS1 reagente para DENGUE")
    assert CASE.workup.laboratory[0][redaction.start : redaction.end] == redaction.surface
    assert "verdicts:drop" in log.signature
    assert not any("nothing_found" in warning for warning in log.warnings)
    assert any("half_redacted" in warning for warning in log.warnings)


def test_exam_names_that_would_mask_ordinary_text_are_left_out() -> None:
    case = CASE.model_copy(
        update={
            "gold_exams": ExamList(laboratory=("K", "Na", "NS1")),
            "narrative": "lúpus eritematoso sistêmico: LES, vitamina K na escola",
        }
    ).model_copy(update={"diagnosis": DiagnosisSection(final_diagnosis_name="lúpus eritematoso sistêmico")})
    assert mask_case(case, "exams").narrative == "[REDIGIDO]: [REDIGIDO], vitamina K na escola"


def test_an_unknown_task_is_named() -> None:
    with pytest.raises(CaseError, match="bogus"):
        mask_case(CASE, "bogus")
