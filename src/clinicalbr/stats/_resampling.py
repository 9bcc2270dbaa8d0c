"""Resampled means, the same on every machine.

Two choices make them so. Random numbers come from the raw 64-bit output of PCG64 (O'Neill 2014), whose stream NumPy
keeps fixed between releases, unlike that of the methods of its generators. Sums are taken over whole numbers: the
values are first rounded to fixed point, to about 48 binary digits at two thousand cases, and then neither the order of
addition nor the processor can change a digit.

Order of draws: a resample of ``g`` units takes ``ceil(g / 2)`` words. Their low halves give the first indices and their
high halves the others, both in order; a half ``h`` gives the index ``h * g // 2**32``, and a last half that is not
needed is dropped. The chances of two indices differ by one part in ``2**32 / g`` at most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clinicalbr.stats._vectors import Floats

__all__ = ["ResampledMeans", "interval", "resample_means"]

_CELLS = 1 << 16
"""Indices drawn at a time: a few buffers of half a megabyte, whatever the data and the number of resamples."""

_BITS = 60
"""Size of the largest sum; three bits below the sign are left for contrasts of up to eight columns."""

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ResampledMeans:
    """Means of several columns over the same resamples.

    Args:
        columns: Sum of each unit, one array a column, in multiples of ``unit``.
        sizes: Cases of each unit.
        sums: Sums of the resamples, shape columns by resamples, in multiples of ``unit``.
        cases: Cases of each resample, or of all of them when they are equal.
        unit: Value of 1 in the whole numbers.
        noise: Size of a difference between means that rounding alone can make.
    """

    columns: tuple[Integers, ...]
    sizes: Integers
    sums: Integers
    cases: Integers | int
    unit: float
    noise: float

    def contrast(self, *weights: int) -> Floats:
        """A combination of the columns' means, by resample.

        Args:
            *weights: One a column; ``(-1, 1)`` gives second minus first.

        Returns:
            One number a resample.
        """
        total = sum((weight * row for weight, row in zip(weights, self.sums, strict=True)), np.int64(0))
        return np.asarray(total, dtype=np.float64) * self.unit / self.cases

    def is_constant(self, *weights: int) -> bool:
        """Whether the combination is the same in every unit, so that no resample can differ from another.

        Args:
            *weights: One a column.

        Returns:
            True when the units differ by no more than rounding.
        """
        total = sum((weight * column for weight, column in zip(weights, self.columns, strict=True)), np.int64(0))
        means = np.asarray(total, dtype=np.float64) * self.unit / self.sizes
        return bool(np.ptp(means) <= self.noise)

    def range_around(self, estimate: float, confidence: float, *weights: int) -> tuple[float, float]:
        """Interval of a combination of means; the estimate itself when no resample can differ from it.

        Args:
            estimate: The combination in the data.
            confidence: Coverage asked for.
            *weights: One a column.

        Returns:
            Lower and upper end.
        """
        if self.is_constant(*weights):
            return estimate, estimate
        low, high = interval(self.contrast(*weights), confidence)
        return self.settled(low), self.settled(high)

    def settled(self, value: float) -> float:
        """A mean or difference of means, with what rounding alone could have made of zero put back to zero.

        Without it, whether an interval holds zero could hang on the last digit of scores such as 0.2.

        Args:
            value: A mean or a difference of means.

        Returns:
            The value, or 0.
        """
        return 0.0 if abs(value) <= self.noise else value


def resample_means(
    columns: Sequence[Floats], groups: NDArray[np.intp] | None, n_resamples: int, seed: int
) -> ResampledMeans:
    """Draw units with replacement, as many as there are, and take the means over all their cases.

    Args:
        columns: Finite numbers, one a case.
        groups: Number of the cluster of each case, from 0; ``None`` when every case is a unit of its own.
        n_resamples: Number of resamples.
        seed: Seed of PCG64.

    Returns:
        The means; a resample of clusters has the mean of all cases that it drew, whatever the sizes of its clusters.
    """
    n = columns[0].size
    sizes = np.ones(n, dtype=np.int64) if groups is None else np.bincount(groups).astype(np.int64)
    largest = max(float(np.abs(column).max()) for column in columns)
    exponent = math.frexp(largest)[1]
    # The cap keeps the unit of very small numbers above the smallest float.
    shift = min(_BITS - (sizes.size * int(sizes.max())).bit_length() - exponent, 1000)
    digits = [np.rint(np.ldexp(column, shift)).astype(np.int64) for column in columns]
    unit_sums = digits if groups is None else [_group_sums(column, groups, sizes.size) for column in digits]
    unit = math.ldexp(1.0, -shift)
    equal = int(sizes.min()) == int(sizes.max())
    drawn = _draw_sums(unit_sums if equal else [*unit_sums, sizes], n_resamples, seed)
    return ResampledMeans(
        columns=tuple(unit_sums),
        sizes=sizes,
        sums=drawn if equal else drawn[:-1],
        cases=n if equal else drawn[-1],
        unit=unit,
        noise=2 * unit + 4 * np.finfo(np.float64).eps * math.ldexp(1.0, exponent),
    )


def interval(values: Floats, confidence: float) -> tuple[float, float]:
    """Equal-tailed range of resampled values (Efron and Tibshirani 1993, chapter 13).

    Both ends interpolate between neighbouring order statistics, and the upper end mirrors the lower one exactly, so
    that the range of the negated values is the negated range.

    Args:
        values: Resampled values.
        confidence: Share of them that lies inside.

    Returns:
        Lower and upper end.
    """
    ordered = np.sort(values)
    place = (ordered.size - 1) * (1 - confidence) / 2
    before = math.floor(place)
    part = place - before
    low = ordered[before] * (1 - part) + ordered[before + 1] * part
    high = ordered[-1 - before] * (1 - part) + ordered[-2 - before] * part
    return float(low), float(high)


def _group_sums(column: Integers, groups: NDArray[np.intp], count: int) -> Integers:
    sums = np.zeros(count, dtype=np.int64)
    np.add.at(sums, groups, column)
    return sums


def _draw_sums(columns: Sequence[Integers], n_resamples: int, seed: int) -> Integers:
    units = columns[0].size
    words = (units + 1) // 2
    height = max(1, _CELLS // units)
    source = np.random.PCG64(seed)
    indices = np.empty((height, 2 * words), dtype=np.uint64)
    values = np.empty((height, 2 * words), dtype=np.int64)
    sums = np.empty((len(columns), n_resamples), dtype=np.int64)
    for start in range(0, n_resamples, height):
        stop = min(start + height, n_resamples)
        raw = source.random_raw((stop - start) * words).reshape(stop - start, words)
        index, value = indices[: stop - start], values[: stop - start]
        np.bitwise_and(raw, np.uint64(0xFFFFFFFF), out=index[:, :words])
        np.right_shift(raw, np.uint64(32), out=index[:, words:])
        index *= np.uint64(units)
        index >>= np.uint64(32)
        for row, column in zip(sums, columns, strict=True):
            np.take(column, index.view(np.int64), out=value, mode="wrap")
            np.sum(value[:, :units], axis=1, out=row[start:stop])
    return sums
