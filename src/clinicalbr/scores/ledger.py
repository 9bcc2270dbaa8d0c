"""What was asked, what was scored, and what became of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clinicalbr.schema import Unscored
from clinicalbr.scores.pairing import align
from clinicalbr.scores.score import Score

__all__ = ["LedgerRow", "ledger_rows"]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """Completeness of one system in one language on one task and measure.

    Args:
        task: Task.
        measure: Text of the measure.
        system: Model or baseline.
        language: Language.
        asked: Rows of the table, one for each case and attempt.
        scored: Rows that hold a number.
        reasons: Rows without a number, by reason; with ``scored`` they add up to ``asked``.
        absent: Cases that have a row in another language and none in this one.
        paired: Cases all of whose attempts are scored in every language that this system was asked in.

    Examples:
        >>> LedgerRow("diagnosis", "accuracy", "baseline", "pt", 3, 2, {"refusal": 1}, 0, 2).reasons
        {'refusal': 1}
    """

    task: str
    measure: str
    system: str
    language: str
    asked: int
    scored: int
    reasons: Mapping[str, int]
    absent: int
    paired: int


def ledger_rows(scores: Iterable[Score]) -> tuple[LedgerRow, ...]:
    """Count what a set of scores holds.

    Args:
        scores: Any scores.

    Returns:
        One row for each task, measure, system and language, in order of first appearance.
    """
    groups: dict[tuple[str, str, str], list[Score]] = {}
    for score in scores:
        groups.setdefault((score.task, score.measure, score.system), []).append(score)
    return tuple(row for group in groups.values() for row in _group_rows(group))


def _group_rows(group: list[Score]) -> list[LedgerRow]:
    languages = tuple(dict.fromkeys(score.language for score in group))
    paired = len(align(group, languages).values)
    cases = {score.case_id for score in group}
    rows = []
    for language in languages:
        mine = [score for score in group if score.language == language]
        reasons = Counter(score.value.reason.value for score in mine if isinstance(score.value, Unscored))
        rows.append(
            LedgerRow(
                task=mine[0].task,
                measure=mine[0].measure,
                system=mine[0].system,
                language=language,
                asked=len(mine),
                scored=len(mine) - sum(reasons.values()),
                reasons=dict(reasons),
                absent=len(cases - {score.case_id for score in mine}),
                paired=paired,
            )
        )
    return rows
