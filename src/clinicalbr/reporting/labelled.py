"""A difference with the names that a reader needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clinicalbr.errors import InputError
from clinicalbr.reporting._numbers import percentage
from clinicalbr.schema import Unscored
from clinicalbr.stats import PairedDifference

__all__ = ["LabelledDifference", "common_confidence"]


@dataclass(frozen=True, slots=True)
class LabelledDifference:
    """A row of a results table or a forest plot.

    Args:
        task: Name of the task, as it is to be printed.
        system: Name of the model or baseline.
        difference: The result, or why there is none.

    Raises:
        InputError: The difference is neither of the two.

    Examples:
        >>> from clinicalbr.stats import paired_bootstrap
        >>> LabelledDifference("Diagnosis", "baseline", paired_bootstrap([0, 1], [1, 1])).difference.n
        2
    """

    task: str
    system: str
    difference: PairedDifference | Unscored

    def __post_init__(self) -> None:
        if not isinstance(self.difference, PairedDifference | Unscored):
            raise InputError(
                f"the result of {self.system} in {self.task} is a {type(self.difference).__name__}",
                remedy="give what paired_bootstrap returned, or Unscored(reason, detail)",
            )


def common_confidence(rows: Sequence[LabelledDifference]) -> str:
    """Confidence that all results share, as a percentage.

    Args:
        rows: Rows; those without a result are passed over.

    Returns:
        For instance ``"95%"``; the paper's 95% when no row has a result.

    Raises:
        InputError: The results do not have one confidence in common.
    """
    found = {row.difference.confidence for row in rows if isinstance(row.difference, PairedDifference)}
    if len(found) > 1:
        raise InputError(
            f"the results have different confidences: {', '.join(map(str, sorted(found)))}",
            remedy="compute all intervals at one confidence",
        )
    return percentage(found.pop() if found else 0.95)
