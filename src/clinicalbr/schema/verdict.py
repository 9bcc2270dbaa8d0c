"""Verdicts of a judge."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from clinicalbr.schema._base import Record

__all__ = ["LikertVerdict", "Verdict"]

Likert = Annotated[int, Field(ge=1, le=5)]


class Verdict(Record):
    """A binary verdict on a diagnosis (ClinicalBr, prompt 15).

    Args:
        correct: The answer names the reference diagnosis or its clinical equivalent.
        justification: One or two sentences.
        judge: Who judged.
        signature: How it was judged.

    Examples:
        >>> float(Verdict(correct=True, judge="concepts"))
        1.0
    """

    correct: bool
    justification: str = ""
    judge: str
    signature: str = ""

    def __float__(self) -> float:
        return float(self.correct)


class LikertVerdict(Record):
    """A verdict on a treatment plan: three axes from 1 to 5 (ClinicalBr, prompt 16).

    Args:
        accuracy: The interventions are right for diagnosis and case.
        completeness: The parts of the reference are covered.
        clarity: The plan is written so that a clinician can use it.
        explanations: Reason for each score, by axis.
        judge: Who judged.
        signature: How it was judged.

    Examples:
        >>> LikertVerdict(accuracy=4, completeness=3, clarity=5, judge="panel").composite
        0.8
    """

    accuracy: Likert
    completeness: Likert
    clarity: Likert
    explanations: dict[str, str] = Field(default_factory=dict)
    judge: str
    signature: str = ""

    @property
    def composite(self) -> float:
        """Mean of the three axes divided by 5, between 0.2 and 1 (ClinicalBr, section 3.6)."""
        return (self.accuracy + self.completeness + self.clarity) / 15
