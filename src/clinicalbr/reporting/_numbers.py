"""Numbers as they are printed."""

from __future__ import annotations

from clinicalbr.errors import InputError
from clinicalbr.schema import Unscored
from clinicalbr.stats import PairedDifference

__all__ = ["decimal", "lacks_variation", "percentage", "reason_text", "with_interval"]


def decimal(value: float, digits: int) -> str:
    """A number with a fixed number of decimals and no negative zero.

    Args:
        value: A finite number.
        digits: Decimals, 0 to 12.

    Returns:
        For instance ``"0.121"``.

    Raises:
        InputError: ``digits`` is no whole number in that range.

    Examples:
        >>> decimal(-0.0004, 3), decimal(-0.0006, 3)
        ('0.000', '-0.001')
    """
    if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= 12:
        raise InputError(f"digits is {digits!r}", remedy="give a whole number from 0 to 12")
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def with_interval(value: float, low: float, high: float, digits: int) -> str:
    """A number and its interval, as in the results table of ClinicalBr.

    Args:
        value: The number.
        low: Lower end.
        high: Upper end.
        digits: Decimals.

    Returns:
        For instance ``"0.121 [0.099, 0.143]"``.

    Examples:
        >>> with_interval(0.1, 0.05, 0.15, 2)
        '0.10 [0.05, 0.15]'
    """
    return f"{decimal(value, digits)} [{decimal(low, digits)}, {decimal(high, digits)}]"


def percentage(share: float) -> str:
    """A share as a percentage.

    Args:
        share: Between 0 and 1.

    Returns:
        Without decimals where there are none.

    Examples:
        >>> percentage(0.95), percentage(0.999)
        ('95%', '99.9%')
    """
    return f"{round(100 * share, 6):g}%"


def lacks_variation(difference: PairedDifference) -> bool:
    """Whether an interval has no width because the data behind it do not vary.

    Args:
        difference: The result.

    Returns:
        True when that holds for the difference or for one of the two means.

    Examples:
        >>> from clinicalbr.stats import paired_bootstrap
        >>> lacks_variation(paired_bootstrap([0, 0, 0], [0, 1, 1]))
        True
    """
    return (
        difference.method_used == "degenerate"
        or difference.low_a == difference.high_a
        or difference.low_b == difference.high_b
    )


def reason_text(missing: Unscored) -> str:
    """Why there is no result, in words.

    Args:
        missing: What stands in place of the result.

    Returns:
        For instance ``"not scored: refusal (12 of 12 answers)"``.

    Examples:
        >>> from clinicalbr.schema import UnscoredReason
        >>> reason_text(Unscored(UnscoredReason.EMPTY_GOLD))
        'not scored: empty gold'
    """
    reason = missing.reason.value.replace("_", " ")
    return f"not scored: {reason} ({missing.detail})" if missing.detail else f"not scored: {reason}"
