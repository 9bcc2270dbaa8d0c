"""One score of one system on one case."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import SupportsFloat, TypeAlias

from clinicalbr.errors import InputError
from clinicalbr.schema import Unscored

__all__ = ["Key", "Score"]

Key: TypeAlias = tuple[str, str, str, str, str, int]
"""Case, system, language, task, measure and attempt: what may occur once in a table."""


@dataclass(frozen=True, slots=True)
class Score:
    """One score, or the reason why there is none.

    Args:
        case_id: Identifier of the case, shared by its versions in all languages.
        system: Name of the model or baseline.
        language: Language in which it was asked.
        task: Name of the task, for instance ``Task.DIAGNOSIS`` or ``"diagnosis"``.
        measure: Text of the measure, for instance ``str(F1(depth=2) @ 5)``.
        attempt: Number of the sample, from 0.
        value: A finite number, or ``Unscored``.

    Raises:
        InputError: A name is blank, the attempt is negative, or the value is NaN, infinite or no number.

    Examples:
        >>> Score("c1", "baseline", "pt", "diagnosis", "accuracy", 0, True).value
        1.0
    """

    case_id: str
    system: str
    language: str
    task: str
    measure: str
    attempt: int
    value: float | Unscored

    def __post_init__(self) -> None:
        for name in ("case_id", "system", "language", "task", "measure"):
            text = getattr(self, name)
            if not isinstance(text, str) or not text.strip():
                raise InputError(f"the {name} of a score is {text!r}", remedy="give text that is not blank")
            # An enumeration member is text too; plain text keeps rows equal however they were written.
            object.__setattr__(self, name, str.__str__(text))
        if isinstance(self.attempt, bool) or not isinstance(self.attempt, int) or self.attempt < 0:
            raise InputError(f"{self._place} has attempt {self.attempt!r}", remedy="number the attempts from 0")
        if not isinstance(self.value, Unscored):
            object.__setattr__(self, "value", _number(self.value, self._place))

    @property
    def key(self) -> Key:
        """What tells this score from all others."""
        return (self.case_id, self.system, self.language, self.task, self.measure, self.attempt)

    @property
    def _place(self) -> str:
        return f"the {self.measure} score of {self.system} on {self.case_id} ({self.task}, {self.language})"


def _number(value: object, place: str) -> float:
    if isinstance(value, str) or not isinstance(value, SupportsFloat):
        raise InputError(f"{place} is {value!r}, not a number", remedy="give a number, or Unscored(reason)")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{place} is {value!r}, not a number", remedy="give a number, or Unscored(reason)") from error
    if not math.isfinite(number):
        raise InputError(f"{place} is {number}", remedy="give Unscored(reason) where there is no score")
    return number
