"""What stands in place of a result that could not be had. None of these is a zero."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["Parsed", "Unparsed", "UnparsedReason", "Unscored", "UnscoredReason"]


class UnscoredReason(StrEnum):
    """Why something has no score.

    Examples:
        >>> UnscoredReason("empty_gold").value
        'empty_gold'
    """

    EMPTY_GOLD = "empty_gold"
    UNPARSED = "unparsed"
    REFUSAL = "refusal"
    MISSING = "missing"
    SCHEMA = "schema"
    ERROR = "error"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class Unscored:
    """A score that does not exist.

    Args:
        reason: Why.
        detail: What a reader needs to see the cause.

    Examples:
        >>> Unscored(UnscoredReason.EMPTY_GOLD).reason.value
        'empty_gold'
    """

    reason: UnscoredReason
    detail: str = ""

    def __bool__(self) -> bool:
        raise TypeError("an Unscored value is neither true nor false; test with isinstance(value, Unscored)")

    def __float__(self) -> float:
        raise TypeError("an Unscored value is not a number; test with isinstance(value, Unscored)")


class UnparsedReason(StrEnum):
    """Why an answer could not be read.

    Examples:
        >>> UnparsedReason("refusal").value
        'refusal'
    """

    EMPTY = "empty"
    REFUSAL = "refusal"
    NO_BLOCK = "no_block"
    MALFORMED = "malformed"
    SCHEMA = "schema"
    CUT_SHORT = "cut_short"


@dataclass(frozen=True, slots=True)
class Unparsed:
    """An answer that could not be read.

    Args:
        reason: Why.
        raw: The answer as it came.

    Examples:
        >>> Unparsed(UnparsedReason.EMPTY, "").raw
        ''
    """

    reason: UnparsedReason
    raw: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """An answer that was read.

    Args:
        value: What was read, in the form of its task.
        reasoning: Free reasoning that stood before the answer.

    Examples:
        >>> Parsed(("dengue", "zika")).value[0]
        'dengue'
    """

    value: Any
    reasoning: str = ""
