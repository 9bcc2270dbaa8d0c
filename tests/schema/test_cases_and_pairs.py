"""The values of the schema: what they accept, refuse and tell."""

from __future__ import annotations

import pickle
from datetime import date

import pytest
from pydantic import ValidationError

from clinicalbr.errors import CaseError
from clinicalbr.schema import (
    Attrition,
    CasePair,
    CaseType,
    ClinicalCase,
    Concept,
    DecsAnatomy,
    DecsDisease,
    DiagnosisSection,
    ExamList,
    LikertVerdict,
    Presentation,
    Provenance,
    Section,
    Task,
    Tier,
    Unscored,
    UnscoredReason,
    Usage,
    Verdict,
    Workup,
    eligible,
)


def case(**values: object) -> ClinicalCase:
    return ClinicalCase(**{"case_id": "c1", "language": "pt", "narrative": "Febre.", **values})


def test_values_may_be_text_list_or_null() -> None:
    found = case(
        narrative=None,
        presentation=Presentation(chief_complaint="febre", physical_exam=("T 39 °C", " "), allergies=None),
        workup=Workup(laboratory=("Hb 9",), imaging=""),
    ).texts()
    assert found == {
        "presentation.chief_complaint": ("febre",), "presentation.physical_exam": ("T 39 °C",), "workup.laboratory": ("Hb 9",)
    }  # fmt: skip


@pytest.mark.parametrize(
    "values",
    [
        {"narrative": None}, {"narrative": "  "}, {"narrative": (" ",), "presentation": Presentation()}, {"case_id": " "},
        {"language": "PT"}, {"gold": "dengue"}, {"case_type": "surgical"}, {"anatomy": ("Heart",)}, {"gold_exams": {"laboratory": ("",)}},
    ],
)  # fmt: skip
def test_bad_cases_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        case(**values)


def test_a_case_with_gold_but_no_text_names_the_case() -> None:
    with pytest.raises(ValidationError, match="case 'c1' has no text"):
        case(narrative=None, diagnosis=DiagnosisSection(final_diagnosis_name="dengue"))


def test_records_are_frozen_and_pickle() -> None:
    made = case()
    with pytest.raises(ValidationError, match="frozen"):
        made.case_id = "other"
    assert pickle.loads(pickle.dumps(made)) == made


def test_gold_diagnosis_falls_back_to_the_presentation() -> None:
    assert case().gold_diagnosis is None
    assert case(presentation=Presentation(final_diagnosis="malária")).gold_diagnosis == "malária"
    both = case(
        presentation=Presentation(final_diagnosis="malária"),
        diagnosis=DiagnosisSection(final_diagnosis_name="malária vivax"),
    )
    assert both.gold_diagnosis == "malária vivax"


def test_categories_are_found_by_code_in_any_language() -> None:
    tagged = case(anatomy=("Sistema Nervoso [A08]",), disease_categories=("Infecções [C01]", "Others"))
    assert tagged.anatomy == (DecsAnatomy.NERVOUS_SYSTEM,)
    assert tagged.disease_categories == (DecsDisease.INFECTIONS, DecsDisease.OTHERS)
    assert len(DecsAnatomy) == 17
    assert len(DecsDisease) == 24


def test_pairs_need_one_case_in_two_languages() -> None:
    pair = CasePair(source=case(), target=case(language="en"), origin="machine")
    assert pair.languages == ("pt", "en")
    assert pair.case_id == "c1"
    with pytest.raises(CaseError, match=r"'es'.*Remedy"):
        pair.in_language("es")
    with pytest.raises(ValidationError, match="both sides"):
        CasePair(source=case(), target=case(), origin="machine")
    with pytest.raises(ValidationError, match="one case_id"):
        CasePair(source=case(), target=case(case_id="c2", language="en"), origin="machine")


@pytest.mark.parametrize(
    ("kind", "tasks"),
    [
        ("diagnostic", {"diagnosis", "differential", "exams"}), ("therapeutic", {"treatment"}),
        ("both", {"diagnosis", "differential", "treatment"}), (None, set()),
    ],
)  # fmt: skip
def test_eligibility_follows_the_paper(kind: str | None, tasks: set[str]) -> None:
    assert {task.value for task in Task if eligible(case(case_type=kind), task)} == tasks


def test_eligibility_is_a_setting() -> None:
    rule = {Task.EXAMS: frozenset(CaseType)}
    assert eligible(case(case_type="therapeutic"), Task.EXAMS, types=rule)


@pytest.mark.parametrize(
    ("stated", "day"),
    [("2018", date(2018, 1, 1)), ("2018-05", date(2018, 5, 1)), ("2018-05-09", date(2018, 5, 9)), (None, None)],
)
def test_publication_dates(stated: str | None, day: date | None) -> None:
    provenance = Provenance(source="pmc", publication_date=stated)
    assert provenance.first_day == day
    assert provenance.year == (day.year if day else None)


def test_unscored_is_neither_true_nor_a_number() -> None:
    missing = Unscored(UnscoredReason.UNPARSED)
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(missing)
    with pytest.raises(TypeError, match="not a number"):
        float(missing)


def test_verdicts() -> None:
    assert float(Verdict(correct=True, judge="j")) == 1.0
    assert LikertVerdict(accuracy=1, completeness=1, clarity=1, judge="j").composite == pytest.approx(0.2)
    assert LikertVerdict(accuracy=5, completeness=5, clarity=5, judge="j").composite == 1.0
    with pytest.raises(ValidationError):
        LikertVerdict(accuracy=6, completeness=1, clarity=1, judge="j")


def test_usage_adds_up_and_keeps_an_unknown_price_unknown() -> None:
    total = Usage(input_tokens=1, seconds=0.5) + Usage(output_tokens=2, attempts=3, seconds=0.25)
    assert (total.input_tokens, total.output_tokens, total.attempts, total.seconds, total.cost) == (1, 2, 4, 0.75, None)
    assert (Usage(cost=0.1) + Usage()).cost == 0.1


def test_attrition_must_add_up() -> None:
    steps = Attrition().then("read", 5, 3, {"not XML": 2}).then("typed", 3, 3, {})
    assert [stage.kept for stage in steps.stages] == [3, 3]
    with pytest.raises(ValueError, match="do not add up"):
        Attrition().then("read", 5, 3, {"not XML": 1})


def test_sections_walk_in_reading_order() -> None:
    body = Section("A", ("1",), (Section("B", ("2",), (Section("C", ("3",)),)), Section("D", ("4",))))
    assert body.all_paragraphs() == ("1", "2", "3", "4")
    assert [part.title for part in body.walk()] == ["A", "B", "C", "D"]


def test_concepts_give_names_by_language_without_repeats() -> None:
    concept = Concept(
        "C1",
        {"pt": ("infarto", "IAM"), "en": ("infarction",)},
        abbreviations={"pt": ("IAM",)},
        colloquial={"pt": ("ataque",)},
    )
    assert concept.all_names("pt") == ("infarto", "IAM", "ataque")
    assert concept.all_names() == ("infarto", "IAM", "infarction", "ataque")
    assert (concept.preferred("en"), concept.preferred("es")) == ("infarction", "infarto")
    assert Concept("C2", {}).preferred() == "C2"


def test_tiers_are_ordered_by_strength() -> None:
    assert sorted(Tier, key=lambda tier: -tier.strength) == list(Tier)


def test_exam_names_keep_the_order_of_categories() -> None:
    assert ExamList(imaging=("TC",), laboratory=("Hb",), other=("ECG",)).names == ("Hb", "TC", "ECG")
