"""The main results table: one row a task and system, two languages and their difference."""

from __future__ import annotations

from collections.abc import Sequence

from clinicalbr.reporting._numbers import lacks_variation, reason_text, with_interval
from clinicalbr.reporting.labelled import LabelledDifference, common_confidence
from clinicalbr.reporting.table import Table
from clinicalbr.schema import Unscored

__all__ = ["results_table"]

_NO_NUMBER = "-"
_NO_WIDTH = "An interval of zero width shows that the sample does not vary, not that the figure is certain."


def results_table(
    differences: Sequence[LabelledDifference], *, a: str = "PT", b: str = "EN", digits: int = 3, caption: str = ""
) -> Table:
    """Table of the differences between two languages, with the columns of ClinicalBr's main results table.

    Args:
        differences: One row each, printed in this order.
        a: Name of the first language, the ``a`` of :func:`clinicalbr.stats.paired_bootstrap`.
        b: Name of the second language.
        digits: Decimals.
        caption: What the table shows.

    Returns:
        The table. A row without a result says why; the notes tell how the intervals were computed.

    Raises:
        InputError: The intervals do not share one confidence.

    Examples:
        >>> from clinicalbr.stats import paired_bootstrap
        >>> row = LabelledDifference("Diagnosis", "baseline", paired_bootstrap([0, 0, 1, 0], [1, 0, 1, 1]))
        >>> results_table([row]).rows[0][:3]
        ('Diagnosis', 'baseline', '4')
    """
    interval = f"({common_confidence(differences)} CI)"
    signatures = dict.fromkeys(
        str(row.difference.signature) for row in differences if not isinstance(row.difference, Unscored)
    )
    notes = [f"Intervals: {signature}" for signature in signatures]
    if any(not isinstance(row.difference, Unscored) and lacks_variation(row.difference) for row in differences):
        notes.append(_NO_WIDTH)
    return Table(
        columns=("Task", "Model", "n", f"{a} {interval}", f"{b} {interval}", f"Delta {b}-{a} {interval}"),
        rows=tuple(_row(row, digits) for row in differences),
        caption=caption,
        notes=tuple(notes),
    )


def _row(row: LabelledDifference, digits: int) -> tuple[str, ...]:
    found = row.difference
    if isinstance(found, Unscored):
        return (row.task, row.system, _NO_NUMBER, _NO_NUMBER, _NO_NUMBER, reason_text(found))
    return (
        row.task,
        row.system,
        str(found.n),
        with_interval(found.mean_a, found.low_a, found.high_a, digits),
        with_interval(found.mean_b, found.low_b, found.high_b, digits),
        with_interval(found.delta, found.low, found.high, digits),
    )
