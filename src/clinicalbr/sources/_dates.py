"""Publication dates of differing exactness."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

__all__ = ["earliest", "from_digits", "normal_date"]

_PARTS = re.compile(r"\s*([0-9]{4})(?:-?([0-9]{2})(?:-?([0-9]{2}))?)?(?:[T ].*)?\s*", re.DOTALL)


def normal_date(year: str | None, month: str | None = None, day: str | None = None) -> str | None:
    """A date as ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``, as far as its parts make sense.

    Args:
        year: Four digits.
        month: A number from 1 to 12; anything else is left out.
        day: A day of that month; anything else is left out.

    Returns:
        The date, or ``None`` without a year.
    """
    numbers = [int(part) if part and re.fullmatch(r"[0-9]{1,4}", part.strip()) else 0 for part in (year, month, day)]
    if not 1000 <= numbers[0] <= 9999:
        return None
    if not 1 <= numbers[1] <= 12:
        return f"{numbers[0]}"
    try:
        return date(*numbers).isoformat()
    except ValueError:
        return f"{numbers[0]}-{numbers[1]:02d}"


def from_digits(text: str | None) -> str | None:
    """A date from ``YYYYMMDD`` or an ISO date, with zeros for what is not known.

    Args:
        text: For instance ``"20180000"``, ``"2018-05-21"`` or ``"2007-04-03T00:00:00.000Z"``.

    Returns:
        The date, or ``None`` when there is none.
    """
    match = _PARTS.fullmatch(text or "")
    return normal_date(*match.groups()) if match else None


def earliest(dates: Iterable[str | None]) -> str | None:
    """The earliest of some dates; of a year and a day in that year, the day, for it says more.

    Args:
        dates: Dates as ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``.

    Returns:
        The earliest, or ``None`` when there is none.
    """
    # "9" sorts after every month, so that the bare year comes after the days of that year.
    return min((found for found in dates if found), key=lambda found: found + "-99-99"[len(found) - 4 :], default=None)
