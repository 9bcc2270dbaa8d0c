"""Predictions of a system, whether a model or a baseline."""

from __future__ import annotations

from clinicalbr.schema._base import Record
from clinicalbr.schema.case import ExamList, LanguageCode, Name
from clinicalbr.schema.missing import UnparsedReason
from clinicalbr.schema.taxonomy import Task

__all__ = ["Prediction", "Usage"]


class Usage(Record):
    """What an answer cost.

    Args:
        input_tokens: Tokens of the prompt.
        output_tokens: Tokens of the answer, reasoning included.
        cached_tokens: Prompt tokens that the server read from its cache.
        attempts: Calls made, the failed ones included.
        seconds: Wall time of all calls.
        cost: Price in US dollars, ``None`` when no price is known.

    Examples:
        >>> (Usage(input_tokens=10) + Usage(input_tokens=5, attempts=2)).attempts
        3
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    attempts: int = 1
    seconds: float = 0.0
    cost: float | None = None

    def __add__(self, other: Usage) -> Usage:
        known = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            attempts=self.attempts + other.attempts,
            seconds=self.seconds + other.seconds,
            cost=sum(known) if known else None,
        )


class Prediction(Record):
    """One answer of one system to one task of one case.

    Args:
        case_id: Identifier of the case.
        language: Language of the prompt.
        task: Task that was asked.
        system: Name of the model or baseline.
        attempt: Number of the sample, from 0.
        ranked: Diagnoses in order, the likeliest first (diagnosis and differential).
        exams: Recommended exams by category (exams).
        plan: Treatment plan (treatment).
        reasoning: Free reasoning.
        raw: The answer as it came.
        unparsed: Why the answer could not be read; the fields above are then empty.
        usage: What the answer cost.
        signature: How it was made.

    Examples:
        >>> Prediction(case_id="c1", language="pt", task="diagnosis", system="baseline", ranked=("dengue",)).attempt
        0
    """

    case_id: Name
    language: LanguageCode
    task: Task
    system: Name
    attempt: int = 0
    ranked: tuple[str, ...] = ()
    exams: ExamList | None = None
    plan: str | None = None
    reasoning: str = ""
    raw: str = ""
    unparsed: UnparsedReason | None = None
    usage: Usage | None = None
    signature: str = ""
