"""The stage table of a corpus: how many items there were, and what each stage left (ClinicalBr, table 1 part A)."""

from __future__ import annotations

from itertools import pairwise

from clinicalbr.errors import InputError
from clinicalbr.reporting.table import Table
from clinicalbr.schema import Attrition, Stage

__all__ = ["attrition_table"]


def attrition_table(
    attrition: Attrition,
    *,
    discovered: str = "Discovered (unfiltered)",
    final: str = "Final corpus",
    reasons: bool = True,
    caption: str = "",
) -> Table:
    """Table of the stages of a corpus, from what the stages counted.

    Args:
        attrition: The stages, as a :class:`~clinicalbr.corpus.Selection` or a builder of a corpus counted them.
        discovered: Name of the first row, what the first stage took in.
        final: Name of the last row, what the last stage kept; empty for no such row.
        reasons: Whether to tell what each stage dropped and why.
        caption: What the table shows.

    Returns:
        The table, with thousands parted by commas. A stage that took in another number than the one before it kept, as
        when articles become cases, is told in a note.

    Raises:
        InputError: There is no stage.

    Examples:
        >>> steps = Attrition().then("year", 10, 9, {"before 2015": 1}).then("type", 9, 5, {"sections of a study": 4})
        >>> print(attrition_table(steps).to_markdown())
        | Stage | Kept | Dropped |
        | --- | --- | --- |
        | Discovered (unfiltered) | 10 |  |
        | Stage 1: year | 9 | 1 (before 2015: 1) |
        | Stage 2: type | 5 | 4 (sections of a study: 4) |
        | Final corpus | 5 |  |
    """
    stages = attrition.stages
    if not stages:
        raise InputError("the attrition has no stage", remedy="hand over one that was counted")
    rows = [(discovered, _number(stages[0].entered), "")]
    rows += [(f"Stage {n}: {stage.name}", _number(stage.kept), _dropped(stage)) for n, stage in enumerate(stages, 1)]
    if final:
        rows.append((final, _number(stages[-1].kept), ""))
    width = 3 if reasons else 2
    return Table(
        columns=("Stage", "Kept", "Dropped")[:width],
        rows=tuple(row[:width] for row in rows),
        caption=caption,
        notes=tuple(
            f"The stage {after.name} took in {_number(after.entered)} items, made from the {_number(before.kept)} "
            f"that the stage {before.name} kept."
            for before, after in pairwise(stages)
            if before.kept != after.entered
        ),
    )


def _dropped(stage: Stage) -> str:
    """How many were dropped, and why, the most frequent reason first."""
    total = sum(stage.dropped.values())
    if not total:
        return _number(0)
    ordered = sorted(stage.dropped.items(), key=lambda entry: (-entry[1], entry[0]))
    return f"{_number(total)} ({'; '.join(f'{reason}: {_number(count)}' for reason, count in ordered)})"


def _number(count: int) -> str:
    return f"{count:,}"
