"""Pairing of scores by case."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clinicalbr.schema import Unscored
from clinicalbr.scores.score import Score

__all__ = ["ABSENT", "Aligned", "Exclusion", "PairedScores", "align"]

ABSENT = "absent"
"""Reason for a score that has no row at all, beside the reasons of ``Unscored``."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why a case is not among the pairs.

    Args:
        case_id: The case.
        language: The language whose score is missing.
        reason: Value of an ``UnscoredReason``, or :data:`ABSENT`.
        detail: What is known about the cause.

    Examples:
        >>> Exclusion("c1", "pt", "refusal").reason
        'refusal'
    """

    case_id: str
    language: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PairedScores:
    """Scores of the cases that have one in both languages.

    Args:
        case_ids: Cases in order of first appearance in the table.
        a: Scores in the first language.
        b: Scores in the second language.
        excluded: What kept cases out, at most one entry a case and language.
        measure: Text of the measure.
        a_language: First language.
        b_language: Second language.
        system: Model or baseline.
        task: Task.

    Examples:
        >>> PairedScores(("c1",), (0.0,), (1.0,), (), "accuracy", "pt", "en", "baseline", "diagnosis").n_asked
        1
    """

    case_ids: tuple[str, ...]
    a: tuple[float, ...]
    b: tuple[float, ...]
    excluded: tuple[Exclusion, ...]
    measure: str
    a_language: str
    b_language: str
    system: str
    task: str

    @property
    def n(self) -> int:
        """Number of pairs."""
        return len(self.case_ids)

    @property
    def n_asked(self) -> int:
        """Number of cases, those without a pair included."""
        return self.n + len({exclusion.case_id for exclusion in self.excluded})

    @property
    def reasons(self) -> dict[tuple[str, str], int]:
        """Number of exclusions by language and reason."""
        return dict(Counter((exclusion.language, exclusion.reason) for exclusion in self.excluded))


@dataclass(frozen=True, slots=True)
class Aligned:
    """Cases that are scored in every one of some languages.

    Args:
        values: By case, one score a language.
        excluded: What kept the other cases out.
    """

    values: Mapping[str, tuple[float, ...]]
    excluded: tuple[Exclusion, ...]


def align(scores: Iterable[Score], languages: Sequence[str]) -> Aligned:
    """Bring the scores of one system, task and measure together by case.

    A case is kept when every attempt that was made at it in any of the languages is scored in all of them; its score in
    a language is the mean over the attempts. Fewer attempts in one language would compare different things.

    Args:
        scores: Scores of one system, task and measure.
        languages: Languages to align; scores in others are passed over.

    Returns:
        The kept cases and the exclusions.
    """
    cells: dict[str, dict[tuple[str, int], float | Unscored]] = {}
    for score in scores:
        if score.language in languages:
            cells.setdefault(score.case_id, {})[score.language, score.attempt] = score.value
    values: dict[str, tuple[float, ...]] = {}
    excluded: list[Exclusion] = []
    for case_id, cell in cells.items():
        attempts = sorted({attempt for _, attempt in cell})
        means: list[float] = []
        for language in languages:
            found = _mean(case_id, language, [(attempt, cell.get((language, attempt))) for attempt in attempts])
            if isinstance(found, Exclusion):
                excluded.append(found)
            else:
                means.append(found)
        if len(means) == len(languages):
            values[case_id] = tuple(means)
    return Aligned(values, tuple(excluded))


def _mean(case_id: str, language: str, attempts: Sequence[tuple[int, float | Unscored | None]]) -> float | Exclusion:
    scored: list[float] = []
    for attempt, value in attempts:
        if value is None:
            return Exclusion(case_id, language, ABSENT, f"no row for attempt {attempt}")
        if isinstance(value, Unscored):
            return Exclusion(case_id, language, value.reason.value, value.detail)
        scored.append(value)
    return math.fsum(scored) / len(scored)
