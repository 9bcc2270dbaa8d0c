"""Leaks of a gold answer in a text, and the record of what was redacted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import Field

from clinicalbr.schema._base import Record

__all__ = ["Leak", "Redaction", "RedactionLog", "Tier"]


class Tier(StrEnum):
    """How a mention relates to the gold name, from the strongest to the weakest.

    Examples:
        >>> Tier.VERBATIM.strength > Tier.ACRONYM.strength
        True
    """

    VERBATIM = "verbatim"
    INFLECTION = "inflection"
    ACRONYM = "acronym"
    SYNONYM = "synonym"
    CORE = "core"
    TYPO = "typo"

    def __init__(self, _value: str) -> None:
        self._rank = len(type(self).__members__)

    # That of an enumeration is many times slower, and leaks are kept in sets.
    __hash__ = str.__hash__

    @property
    def strength(self) -> int:
        """Rank for merging overlaps, higher is stronger."""
        return _TIERS - self._rank


_TIERS = len(Tier)


@dataclass(frozen=True, slots=True, order=True)
class Leak:
    """One place of a text that gives the gold answer away.

    Args:
        start: First code point in the text that was searched.
        end: One past the last code point.
        surface: ``text[start:end]``.
        tier: How the mention relates to the gold name.
        variant: The form of the gold that matched.

    Examples:
        >>> Leak(0, 3, "LES", Tier.ACRONYM, "LES").surface
        'LES'
    """

    start: int
    end: int
    surface: str
    tier: Tier
    variant: str


class Redaction(Record):
    """One stretch that was replaced.

    Args:
        start: First code point in the source text.
        end: One past the last code point.
        surface: The source text that was replaced.
        kind: ``"name"`` for a mention of the gold, ``"verdict"`` for a dropped verdict clause.
        tier: Strongest tier among the leaks that it covers.

    Examples:
        >>> Redaction(start=0, end=3, surface="LES", kind="name", tier=Tier.ACRONYM).kind
        'name'
    """

    start: int
    end: int
    surface: str
    kind: Literal["name", "verdict"] = "name"
    tier: Tier


class RedactionLog(Record):
    """What was redacted from a case, kept apart from the masked case because it holds the answer.

    Args:
        case_id: Identifier of the case.
        language: Language of the text.
        task: Task that the case was masked for.
        redactions: Redactions by dotted field name; list values carry an index, for instance
            ``"workup.laboratory[0]"``.
        withheld: Fields that the task must not see and that were left out whole.
        warnings: What a reader should check, for instance that more than half of a text was redacted.
        signature: Component versions and settings.

    Examples:
        >>> RedactionLog(case_id="c1", language="pt", task="diagnosis").redactions
        {}
    """

    case_id: str
    language: str
    task: str
    redactions: dict[str, tuple[Redaction, ...]] = Field(default_factory=dict)
    withheld: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    signature: str = ""
