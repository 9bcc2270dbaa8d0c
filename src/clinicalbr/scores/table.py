"""The score table: one place from which tables, plots and sentences are derived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from clinicalbr._optional import require
from clinicalbr.errors import InputError
from clinicalbr.schema import Unscored
from clinicalbr.scores.ledger import LedgerRow, ledger_rows
from clinicalbr.scores.pairing import PairedScores, align
from clinicalbr.scores.score import Key, Score

__all__ = ["ScoreTable"]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores by case, system, language, task, measure and attempt.

    Args:
        rows: The scores, in the order they came.

    Raises:
        InputError: Two rows have the same case, system, language, task, measure and attempt.

    Examples:
        >>> table = ScoreTable.from_rows(
        ...     Score("c1", "baseline", language, "diagnosis", "accuracy", 0, value)
        ...     for language, value in (("pt", 0), ("en", 1))
        ... )
        >>> pairs = table.paired("accuracy", "pt", "en", "baseline", "diagnosis")
        >>> pairs.a, pairs.b
        ((0.0,), (1.0,))
    """

    rows: tuple[Score, ...] = ()

    def __post_init__(self) -> None:
        places: dict[Key, int] = {}
        for position, row in enumerate(self.rows):
            if not isinstance(row, Score):
                raise InputError(f"row {position} is a {type(row).__name__}", remedy="make it a Score(...)")
            first = places.setdefault(row.key, position)
            if first != position:
                raise InputError(
                    f"rows {first} and {position} both score {row.key}",
                    remedy="number repeated answers by attempt, and keep one of two equal rows",
                )

    @classmethod
    def from_rows(cls, rows: Iterable[Score]) -> ScoreTable:
        """Make a table.

        Args:
            rows: Scores; any iterable.

        Returns:
            The table.

        Raises:
            InputError: A row is no score, or occurs twice.

        Examples:
            >>> len(ScoreTable.from_rows([]))
            0
        """
        return cls(tuple(rows))

    def add(self, *rows: Score) -> ScoreTable:
        """A table with more rows; this one stays as it is.

        Each call checks the whole table. For many rows, collect them in a list and make the table once.

        Args:
            *rows: Scores.

        Returns:
            A new table.

        Raises:
            InputError: A row is no score, or is in the table already.

        Examples:
            >>> len(ScoreTable().add(Score("c1", "baseline", "pt", "diagnosis", "accuracy", 0, 1)))
            1
        """
        return ScoreTable((*self.rows, *rows))

    def paired(self, measure: str, a_language: str, b_language: str, system: str, task: str) -> PairedScores:
        """Scores of one system in two languages, case by case.

        A case takes part when every attempt that was made at it in either language is scored in both; several attempts
        are averaged. All other cases are listed with the reason.

        Args:
            measure: Text of the measure.
            a_language: First language.
            b_language: Second language.
            system: Model or baseline.
            task: Task.

        Returns:
            The pairs, ready for ``paired_bootstrap(pairs.a, pairs.b)``, and the exclusions.

        Raises:
            InputError: The languages are one, or the table holds nothing of that name.

        Examples:
            >>> table = ScoreTable().add(Score("c1", "baseline", "pt", "diagnosis", "accuracy", 0, 1))
            >>> table.paired("accuracy", "pt", "en", "baseline", "diagnosis")
            Traceback (most recent call last):
            ...
            clinicalbr.errors.InputError: the table holds no language 'en'. Remedy: it holds 'pt'
        """
        if a_language == b_language:
            raise InputError(f"both languages are {a_language!r}", remedy="name two different languages")
        for name, wanted in (
            ("task", task),
            ("measure", measure),
            ("system", system),
            ("language", a_language),
            ("language", b_language),
        ):
            self._require_known(name, wanted)
        group = [row for row in self.rows if (row.measure, row.system, row.task) == (measure, system, task)]
        aligned = align(group, (a_language, b_language))
        return PairedScores(
            case_ids=tuple(aligned.values),
            a=tuple(first for first, _ in aligned.values.values()),
            b=tuple(second for _, second in aligned.values.values()),
            excluded=aligned.excluded,
            measure=measure,
            a_language=a_language,
            b_language=b_language,
            system=system,
            task=str(task),
        )

    def ledger(self) -> tuple[LedgerRow, ...]:
        """What was asked, scored, missing and paired, for every task, measure, system and language.

        Returns:
            Rows in order of first appearance.

        Examples:
            >>> table = ScoreTable().add(Score("c1", "baseline", "pt", "diagnosis", "accuracy", 0, 1))
            >>> [(row.asked, row.scored, row.paired) for row in table.ledger()]
            [(1, 1, 1)]
        """
        return ledger_rows(self.rows)

    def to_pandas(self) -> Any:
        """The table as a data frame of pandas.

        Returns:
            One row a score. ``value`` is a nullable number, so that a missing score is ``NA`` and never counts as 0;
            ``reason`` and ``detail`` say why it is missing.

        Raises:
            MissingExtraError: pandas is not installed.

        Examples:
            >>> table = ScoreTable().add(Score("c1", "baseline", "pt", "diagnosis", "accuracy", 0, 1))
            >>> list(table.to_pandas().columns)[-3:]
            ['value', 'reason', 'detail']
        """
        pandas = require("pandas", extra="hf")
        values = [None if isinstance(row.value, Unscored) else row.value for row in self.rows]
        reasons = [row.value.reason.value if isinstance(row.value, Unscored) else None for row in self.rows]
        details = [row.value.detail if isinstance(row.value, Unscored) else None for row in self.rows]
        return pandas.DataFrame(
            {
                "case_id": [row.case_id for row in self.rows],
                "system": [row.system for row in self.rows],
                "language": [row.language for row in self.rows],
                "task": [row.task for row in self.rows],
                "measure": [row.measure for row in self.rows],
                "attempt": [row.attempt for row in self.rows],
                "value": pandas.array(values, dtype="Float64"),
                "reason": reasons,
                "detail": details,
            }
        )

    def _require_known(self, name: str, wanted: str) -> None:
        known = dict.fromkeys(getattr(row, name) for row in self.rows)
        if wanted not in known:
            raise InputError(
                f"the table holds no {name} {wanted!r}",
                remedy=f"it holds {', '.join(map(repr, known))}" if known else "add scores first",
            )

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Score]:
        return iter(self.rows)
