"""One careful sentence about a difference."""

from __future__ import annotations

from clinicalbr.reporting._numbers import decimal, lacks_variation, percentage, reason_text
from clinicalbr.schema import Unscored
from clinicalbr.stats import PairedDifference

__all__ = ["sentence"]


def sentence(
    difference: PairedDifference | Unscored,
    *,
    task: str = "",
    system: str = "",
    a: str = "PT",
    b: str = "EN",
    digits: int = 3,
) -> str:
    """Say what a difference shows, and no more.

    An interval that holds zero is reported as not distinguishable here, with its ends: it may hold differences that
    matter, so it is no evidence that the languages score alike. That claim takes an equivalence test. Where the
    difference or the scores of a language do not vary, an interval has no width and nothing is claimed.

    Args:
        difference: The result, or why there is none.
        task: Name of the task.
        system: Name of the model or baseline.
        a: Name of the first language.
        b: Name of the second language.
        digits: Decimals.

    Returns:
        One sentence in English.

    Examples:
        >>> from clinicalbr.stats import paired_bootstrap
        >>> said = sentence(paired_bootstrap([0, 1, 0, 1], [0, 1, 1, 0]), task="Diagnosis", digits=1)
        >>> said.partition(" (")[0]
        'Diagnosis: EN and PT are not distinguishable here'
        >>> said.partition(" (")[2]
        'EN 0.5, PT 0.5; difference 0.0, 95% CI -0.8 to 0.8; n = 4 paired cases).'
    """
    place = ", ".join(filter(None, (task, system)))
    start = f"{place}: " if place else ""
    if isinstance(difference, Unscored):
        return f"{start}{reason_text(difference)}."
    means = f"{b} {decimal(difference.mean_b, digits)}, {a} {decimal(difference.mean_a, digits)}"
    clusters = "" if difference.n_clusters is None else f" in {difference.n_clusters} clusters"
    figures = (
        f"{means}; difference {decimal(difference.delta, digits)}, {percentage(difference.confidence)} CI "
        f"{decimal(difference.low, digits)} to {decimal(difference.high, digits)}; "
        f"n = {difference.n} paired cases{clusters}"
    )
    if lacks_variation(difference):
        what = "the difference is" if difference.method_used == "degenerate" else "the scores of one language are"
        return (
            f"{start}the data do not vary, so no claim is made about {b} and {a} "
            f"({figures}; {what} the same throughout, so an interval has no width)."
        )
    if not difference.excludes_zero:
        return f"{start}{b} and {a} are not distinguishable here ({figures})."
    higher, lower = (b, a) if difference.delta > 0 else (a, b)
    return f"{start}scores are higher in {higher} than in {lower} ({figures})."
