"""Masking of whole cases: what each task may see, with the answer removed from it.

Diagnosis and differential show presentation and work-up (ClinicalBr, section 3.2). For exams the paper leaves open
whether the work-up is shown; it holds the answer, so it is hidden unless asked for. The treatment task is told the
diagnosis; what was done, and how it turned out, is masked. Title, diagnosis and treatment sections are never shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clinicalbr.errors import CaseError
from clinicalbr.masking.exams import ExamTarget
from clinicalbr.masking.masker import Masker
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.treatment import TreatmentTarget
from clinicalbr.schema import (
    CasePair,
    ClinicalCase,
    FieldText,
    MaskedCase,
    MaskedTreatmentCase,
    Presentation,
    Redaction,
    RedactionLog,
    Task,
    Workup,
)

__all__ = ["mask_case", "mask_case_with_log", "mask_pair"]

_NEVER_SHOWN = (
    "title", "diagnosis", "treatment", "gold_differential", "gold_exams", "gold_cuis", "reasoning", "anatomy",
    "disease_categories", "tropical", "provenance",
)  # fmt: skip


def mask_case(
    case: ClinicalCase, task: Task | str, masker: Masker | None = None, *, show_workup: bool = False
) -> MaskedCase:
    """Mask a case for a task.

    Args:
        case: The case.
        task: Diagnosis, differential, exams or treatment.
        masker: Masker to use; by default one for the case's own diagnosis (with its exams, for the exam task; for its
            treatment, for the treatment task) that also drops the clauses that announce it.
        show_workup: Show the work-up in the exam task too, its exam names masked.

    Returns:
        What the task may see. It has no gold fields; for the treatment task a ``MaskedTreatmentCase``, which names the
        diagnosis.

    Raises:
        CaseError: No text is left to show, or the treatment task is asked for with a masker for something else or
            without a diagnosis to reveal.
        GoldTargetError: No masker was given and the case states no diagnosis, or no treatment with anything to look for
            ("conservative management"); a masker for ``TreatmentTarget(procedures=[...])`` hides the words of such a
            plan.

    Examples:
        >>> from clinicalbr.schema import DiagnosisSection
        >>> case = ClinicalCase(case_id="c1", language="pt", narrative="Quadro compatível com dengue.",
        ...                     diagnosis=DiagnosisSection(final_diagnosis_name="dengue"))
        >>> mask_case(case, "diagnosis").narrative
        '[REDIGIDO].'
        >>> mask_case(case, "diagnosis", Masker(GoldTarget(["dengue"]))).narrative
        'Quadro compatível com [REDIGIDO].'
    """
    return mask_case_with_log(case, task, masker, show_workup=show_workup)[0]


def mask_case_with_log(
    case: ClinicalCase, task: Task | str, masker: Masker | None = None, *, show_workup: bool = False
) -> tuple[MaskedCase, RedactionLog]:
    """Mask a case for a task and say what was redacted; see :func:`mask_case`.

    Args:
        case: The case.
        task: Diagnosis, differential or exams.
        masker: Masker to use.
        show_workup: Show the work-up in the exam task too.

    Returns:
        The masked case, and the log, which holds the answer and must be kept apart from it.

    Raises:
        CaseError: See :func:`mask_case`.
        GoldTargetError: See :func:`mask_case`.

    Examples:
        >>> from clinicalbr.schema import DiagnosisSection
        >>> case = ClinicalCase(case_id="c1", language="pt", narrative="É dengue.",
        ...                     diagnosis=DiagnosisSection(final_diagnosis_name="dengue"))
        >>> mask_case_with_log(case, "diagnosis")[1].redactions["narrative"][0].surface
        'dengue'
    """
    task = _task(task)
    masker = masker or _masker(case, task)
    if (task is Task.TREATMENT) != isinstance(masker.target, TreatmentTarget):
        raise CaseError(
            f"case {case.case_id!r} is to be masked for {task.value} with a masker for something else",
            remedy="give Masker(TreatmentTarget.from_case(case)) for the treatment task and for no other",
        )
    # An acronym that one field defines is the answer in all of them.
    stated = (case.title or "", *(text for texts in case.texts().values() for text in texts))
    masker = masker.knowing(stated)
    hide_workup = task is Task.EXAMS and not show_workup
    redactions: dict[str, tuple[Redaction, ...]] = {}
    warnings: list[str] = []

    def mask_value(field: str, value: str) -> str:
        masked = masker.mask(value)
        if masked.redactions:
            redactions[field] = masked.redactions
        told = (warning for warning in masked.warnings if warning.code != "nothing_found")
        warnings.extend(f"{field}: {warning}" for warning in told)
        return masked.text

    presentation = case.presentation and Presentation(
        **{
            name: _map_texts(f"presentation.{name}", getattr(case.presentation, name), mask_value)
            for name in Presentation.model_fields
            if name != "final_diagnosis"
        }
    )
    workup = (
        None
        if hide_workup or case.workup is None
        else Workup(
            **{
                name: _map_texts(f"workup.{name}", getattr(case.workup, name), mask_value)
                for name in Workup.model_fields
            }
        )
    )
    shown: dict[str, Any] = {
        "case_id": case.case_id,
        "language": case.language,
        "presentation": presentation,
        "workup": workup,
        "narrative": _map_texts("narrative", case.narrative, mask_value),
        "placeholder": masker.placeholder,
    }
    if task is Task.TREATMENT:
        masked: MaskedCase = MaskedTreatmentCase(**shown, confirmed_diagnosis=_confirmed_diagnosis(case))
    else:
        masked = MaskedCase(**shown, task=task)
    if not redactions:
        warnings.append("nothing_found: nothing in the case resembles the answer")
    if not masked.texts():
        raise CaseError(
            f"case {case.case_id!r} has nothing to show for the task {task.value!r}",
            remedy="give a presentation or a narrative" + (", or show_workup=True" if hide_workup else ""),
        )
    withheld = [name for name in _NEVER_SHOWN if getattr(case, name)]
    withheld += ["presentation.final_diagnosis"] if case.presentation and case.presentation.final_diagnosis else []
    withheld += ["workup"] if hide_workup and case.workup is not None else []
    log = RedactionLog(
        case_id=case.case_id,
        language=case.language,
        task=task.value,
        redactions=redactions,
        withheld=tuple(withheld),
        warnings=tuple(warnings),
        signature=str(masker.signature),
    )
    return masked, log


def mask_pair(
    pair: CasePair, task: Task | str, masker: Masker | None = None, *, show_workup: bool = False
) -> tuple[MaskedCase, MaskedCase]:
    """Mask both sides of a pair with the names of both languages.

    Args:
        pair: The pair.
        task: Diagnosis, differential or exams.
        masker: Masker to use for both sides; each side keeps its own language's placeholder when none is given.
        show_workup: Show the work-up in the exam task too.

    Returns:
        Masked source and masked target.

    Raises:
        CaseError: See :func:`mask_case`.
        GoldTargetError: No masker was given and neither side states a diagnosis.

    Examples:
        >>> from clinicalbr.schema import DiagnosisSection
        >>> pt = ClinicalCase(case_id="c1", language="pt", narrative="É sarampo (measles).",
        ...                   diagnosis=DiagnosisSection(final_diagnosis_name="sarampo"))
        >>> en = ClinicalCase(case_id="c1", language="en", narrative="It is measles.",
        ...                   diagnosis=DiagnosisSection(final_diagnosis_name="measles"))
        >>> [side.narrative for side in mask_pair(CasePair(source=pt, target=en, origin="written"), "diagnosis")]
        ['É [REDIGIDO] ([REDIGIDO]).', 'It is [REDACTED].']
    """
    task = _task(task)
    source, target = pair.source, pair.target
    return (
        mask_case(source, task, masker or _masker(source, task, target), show_workup=show_workup),
        mask_case(target, task, masker or _masker(target, task, source), show_workup=show_workup),
    )


def _masker(case: ClinicalCase, task: Task, *others: ClinicalCase) -> Masker:
    if task is Task.TREATMENT:
        return Masker(TreatmentTarget.from_case(case, *others), verdicts="drop")
    if task is Task.EXAMS:
        return Masker(ExamTarget.from_case(case, *others), verdicts="drop")
    return Masker(GoldTarget.from_case(case, *others), verdicts="drop")


def _confirmed_diagnosis(case: ClinicalCase) -> str:
    if not case.gold_diagnosis:
        raise CaseError(
            f"case {case.case_id!r} states no diagnosis for the treatment task to reveal",
            remedy="set diagnosis.final_diagnosis_name",
        )
    return case.gold_diagnosis


def _task(task: Task | str) -> Task:
    try:
        return Task(task)
    except ValueError as error:
        raise CaseError(
            f"{task!r} is no task", remedy=f"use one of {', '.join(item.value for item in Task)}"
        ) from error


def _map_texts(field: str, value: FieldText, function: Callable[[str, str], str]) -> FieldText:
    if value is None:
        return None
    if isinstance(value, str):
        return function(field, value)
    return tuple(function(f"{field}[{position}]", text) for position, text in enumerate(value))
