"""Which case takes which task.

ClinicalBr, table 1 part G: diagnostic cases take diagnosis, differential and exams, therapeutic ones treatment, and
cases of both kinds take diagnosis, differential and treatment.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clinicalbr.schema.case import ClinicalCase
from clinicalbr.schema.taxonomy import CaseType, Task

__all__ = ["PAPER_ELIGIBILITY", "eligible"]

_BOTH = CaseType.BOTH
PAPER_ELIGIBILITY: Mapping[Task, frozenset[CaseType]] = MappingProxyType(
    {
        Task.DIAGNOSIS: frozenset({CaseType.DIAGNOSTIC, _BOTH}),
        Task.DIFFERENTIAL: frozenset({CaseType.DIAGNOSTIC, _BOTH}),
        Task.EXAMS: frozenset({CaseType.DIAGNOSTIC}),
        Task.TREATMENT: frozenset({CaseType.THERAPEUTIC, _BOTH}),
    }
)


def eligible(case: ClinicalCase, task: Task, *, types: Mapping[Task, frozenset[CaseType]] = PAPER_ELIGIBILITY) -> bool:
    """Whether a case takes a task.

    Args:
        case: The case. One that has not been classified takes no task.
        task: The task.
        types: Case types by task; the paper's by default.

    Returns:
        True when the case's type is among those of the task.

    Examples:
        >>> case = ClinicalCase(case_id="c1", language="pt", case_type="both", narrative="Febre.")
        >>> eligible(case, Task.DIAGNOSIS), eligible(case, Task.EXAMS)
        (True, False)
    """
    return case.case_type in types[task]
