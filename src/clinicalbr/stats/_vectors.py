"""Checks of the numbers and settings that a statistic is asked for."""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized
from typing import Any, SupportsFloat, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clinicalbr.errors import StatisticsError
from clinicalbr.schema import Unscored

__all__ = ["METHODS", "Floats", "Numbers", "check_settings", "group_numbers", "vector"]

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = Sequence[SupportsFloat] | NDArray[Any]

_PLAIN = frozenset({float, int, bool})

METHODS = ("percentile",)
"""Interval methods that exist."""

_MOST_RESAMPLES = 10_000_000
"""Far more than any interval needs; beyond it the draws would fill the memory."""


def vector(values: Numbers, name: str) -> Floats:
    """Finite numbers, at least two of them.

    Args:
        values: One number a case.
        name: What to call them in messages.

    Returns:
        A new array.

    Raises:
        StatisticsError: A value is missing, not a number or not finite, or there are fewer than two.

    Examples:
        >>> vector([0, True, 0.5], "a").tolist()
        [0.0, 1.0, 0.5]
    """
    numbers = np.array(
        [_number(value, name, position) for position, value in enumerate(_one_dimensional(values, name))],
        dtype=np.float64,
    )
    if numbers.size < 2:
        raise StatisticsError(
            f"{name} holds {numbers.size} value{'' if numbers.size == 1 else 's'}",
            remedy="a resampling interval needs two cases at least",
        )
    if np.abs(numbers).max() > sys.float_info.max / (4 * numbers.size):
        raise StatisticsError(f"{name} holds values too large to be added up", remedy="rescale them")
    return numbers


def group_numbers(clusters: Sequence[Hashable] | None, n: int) -> NDArray[np.intp] | None:
    """Number the clusters in order of first appearance.

    Args:
        clusters: A label a case, or ``None``.
        n: Number of cases.

    Returns:
        A number a case, from 0; ``None`` without clusters.

    Raises:
        StatisticsError: The labels are no list, too few or too many, one is missing or cannot be a label, or there is
            a single cluster.

    Examples:
        >>> group_numbers(["x", "y", "x"], 3).tolist()
        [0, 1, 0]
    """
    if clusters is None:
        return None
    if not isinstance(clusters, Sized):
        raise StatisticsError(f"clusters is a {type(clusters).__name__}", remedy="give a list with one label a case")
    if len(clusters) != n:
        raise StatisticsError(f"{len(clusters)} cluster labels for {n} cases", remedy="give one label a case")
    numbers: dict[Hashable, int] = {}
    found = np.empty(n, dtype=np.intp)
    for position, label in enumerate(clusters):
        if not _is_hashable(label):
            raise StatisticsError(
                f"the cluster label at position {position} is a {type(label).__name__}, which cannot be a label",
                remedy="use text, numbers or tuples of them",
            )
        if label is None or label != label:  # noqa: PLR0124  # only NaN differs from itself
            raise StatisticsError(
                f"the cluster label at position {position} is {label}",
                remedy="give a case without a cluster a label of its own",
            )
        found[position] = numbers.setdefault(label, len(numbers))
    if len(numbers) < 2:
        raise StatisticsError("all cases lie in one cluster", remedy="resampling needs two clusters at least")
    return found


def check_settings(n_resamples: int, confidence: float, method: str, seed: int) -> None:
    """Refuse settings that give no interval.

    Args:
        n_resamples: Number of resamples.
        confidence: Coverage asked for.
        method: Name of the method.
        seed: Seed.

    Raises:
        StatisticsError: One of them is not usable.

    Examples:
        >>> check_settings(10_000, 0.95, "percentile", 0)
    """
    if method not in METHODS:
        raise StatisticsError(f"there is no interval method {method!r}", remedy=f"use {', '.join(METHODS)}")
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise StatisticsError(f"confidence is {confidence!r}", remedy="give a share between 0 and 1, such as 0.95")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise StatisticsError(f"seed is {seed!r}", remedy="give a whole number, 0 or more")
    if isinstance(n_resamples, bool) or not isinstance(n_resamples, int):
        raise StatisticsError(f"n_resamples is {n_resamples!r}", remedy="give a whole number")
    if n_resamples > _MOST_RESAMPLES:
        raise StatisticsError(
            f"{n_resamples:,} resamples are more than the limit of {_MOST_RESAMPLES:,}",
            remedy="draw 10,000 for a result to report",
        )
    fewest = math.ceil(round(2 / (1 - confidence), 6)) - 1
    if n_resamples < fewest:
        raise StatisticsError(
            f"{n_resamples} resamples do not reach the ends of a {confidence:.12g} interval",
            remedy=f"draw {fewest} at least, and 10,000 for a result to report",
        )


def _is_hashable(label: object) -> bool:
    try:
        hash(label)
    except TypeError:
        return False
    return True


def _one_dimensional(values: object, name: str) -> Iterable[object]:
    if isinstance(values, np.ma.MaskedArray):
        values = np.ma.filled(values.astype(np.float64), np.nan)
    if isinstance(values, np.ndarray) and values.ndim != 1:
        raise StatisticsError(f"{name} has {values.ndim} dimensions", remedy="give one number a case")
    if isinstance(values, np.ndarray):
        return list(values.tolist())
    if isinstance(values, str | set | frozenset | Mapping) or not isinstance(values, Iterable):
        raise StatisticsError(f"{name} is a {type(values).__name__}", remedy="give a list of numbers")
    return values


def _number(value: object, name: str, position: int) -> float:
    if isinstance(value, Unscored):
        raise StatisticsError(
            f"{name} has no score at position {position} ({value.reason.value})",
            remedy="pair the cases first, for instance with ScoreTable.paired, which lists what it leaves out",
        )
    number = _as_float(value)
    if number is None:
        raise StatisticsError(f"{name} holds {value!r} at position {position}", remedy="give numbers only")
    if not math.isfinite(number):
        raise StatisticsError(
            f"{name} holds {number} at position {position}", remedy="leave the case out of both lists and say so"
        )
    return number


def _as_float(value: object) -> float | None:
    # The check against the protocol is slow, and nearly every score is one of these.
    if type(value) not in _PLAIN and (isinstance(value, str) or not isinstance(value, SupportsFloat)):
        return None
    try:
        return float(value)  # type: ignore[arg-type]  # checked above
    except (TypeError, ValueError, OverflowError):
        return None
