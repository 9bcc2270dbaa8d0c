"""Measures of likeness between masks and answers, their intervals, and their values by chance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CONFIDENCE",
    "Columns",
    "Figures",
    "Floats",
    "Integers",
    "codes",
    "deals_of",
    "nearest_neighbours",
    "p_value_of",
    "rank_correlation",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Columns = Mapping[str, Sequence[float]]

CONFIDENCE = 0.95
_RESAMPLES = 2000
_BLOCK = 256
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Figures:
    """A score, its interval, its values by chance, and further figures by name."""

    score: float
    low: float
    high: float
    dealt: Floats
    detail: tuple[tuple[str, float], ...]


def codes(values: Sequence[Any]) -> Integers:
    """Numbers from 0 for values, equal ones for equal values."""
    numbers = {value: number for number, value in enumerate(sorted(set(values)))}
    return np.array([numbers[value] for value in values], dtype=np.int64)


def deals_of(strata: Integers, count: int, seed: int) -> Iterator[Integers]:
    """Permutations within strata, from the raw stream of PCG64, which NumPy keeps fixed between releases."""
    source = np.random.PCG64(seed)
    order = np.argsort(strata, kind="stable")
    for _ in range(count):
        deal = np.empty(strata.size, dtype=np.int64)
        deal[order] = np.lexsort((source.random_raw(strata.size), strata))
        yield deal


def p_value_of(score: float, dealt: Floats) -> float:
    """How often chance reaches a score; never zero."""
    return float((1 + np.count_nonzero(dealt >= score - _CLOSE)) / (1 + dealt.size))


def nearest_neighbours(masks: Columns, labels: Integers, strata: Integers, count: int, seed: int) -> Figures:
    """How often the case whose masks are most alike has the same answer."""
    neighbours = _Neighbours(_standardised(masks, strata, ranked=False), strata)
    repeated = np.bincount(labels)[labels] > 1
    shares = neighbours.shares(labels)
    score = float(shares[repeated].mean())
    dealt = np.empty(count)
    for number, deal in enumerate(deals_of(strata, count, seed)):
        dealt[number] = neighbours.shares(labels[deal])[repeated[deal]].mean()
    low, high = _bootstrapped(shares[repeated], labels[repeated], seed)
    return Figures(score, low, high, dealt, (("answers that repeat", float(np.unique(labels[repeated]).size)),))


def rank_correlation(masks: Columns, golds: Columns, strata: Integers, count: int, seed: int) -> Figures:
    """The largest Spearman correlation between a feature of the masks and one of the answer."""
    left, right = _standardised(masks, strata, ranked=True), _standardised(golds, strata, ranked=True)
    n = strata.size
    table = right.T @ left / n
    score = min(float(np.abs(table).max()), 1.0)
    dealt = np.array([np.abs(right[deal].T @ left).max() / n for deal in deals_of(strata, count, seed)])
    pairs = [
        (f"{mask} ~ {gold}", float(table[row, column]))
        for row, gold in enumerate(golds)
        for column, mask in enumerate(masks)
    ]
    strongest = sorted(pairs, key=lambda pair: (-abs(pair[1]), pair[0]))[:5]
    return Figures(score, *_around(score, n), dealt, tuple(strongest))


class _Neighbours:
    """Nearest cases by the features of their masks. Cases with equal features form one group."""

    def __init__(self, features: Floats, strata: Integers) -> None:
        # The language is part of a group, for neighbours are looked for within it.
        rows, groups = np.unique(np.column_stack([strata, features.round(9)]), axis=0, return_inverse=True)
        self._groups: Integers = groups.reshape(-1).astype(np.int64)
        self._sizes = np.bincount(self._groups)
        cases, pools = [], []
        alone = np.flatnonzero(self._sizes[self._groups] == 1)
        crowd = np.flatnonzero(self._sizes[self._groups] > 1)
        cases.append(crowd)
        pools.append(self._groups[crowd])
        for start in range(0, alone.size, _BLOCK):
            block = alone[start : start + _BLOCK]
            mine = rows[self._groups[block]]
            squares = np.zeros((block.size, rows.shape[0]))
            for column in range(1, rows.shape[1]):
                squares += (mine[:, column, None] - rows[None, :, column]) ** 2
            squares[mine[:, 0, None] != rows[None, :, 0]] = np.inf
            squares[np.arange(block.size), self._groups[block]] = np.inf
            nearest = squares.min(axis=1, keepdims=True)
            row, pool = np.nonzero((squares <= nearest + _CLOSE) & np.isfinite(squares))
            cases.append(block[row])
            pools.append(pool)
        self._cases = np.concatenate(cases)
        self._pools = np.concatenate(pools)
        own = self._groups[self._cases] == self._pools
        self._own = own.astype(np.int64)
        self._drawn = np.bincount(self._cases, self._sizes[self._pools] - self._own, self._groups.size)

    def shares(self, labels: Integers) -> Floats:
        """Share of each case's nearest ones that have its label; 0 for a case that is alone in its language."""
        width = int(labels.max()) + 1
        held, counts = np.unique(self._groups * width + labels, return_counts=True)
        wanted = self._pools * width + labels[self._cases]
        place = np.minimum(np.searchsorted(held, wanted), held.size - 1)
        same = np.where(held[place] == wanted, counts[place], 0) - self._own
        found = np.bincount(self._cases, same, self._groups.size)
        return np.divide(found, self._drawn, out=np.zeros(found.size), where=self._drawn > 0)


def _bootstrapped(values: Floats, labels: Integers, seed: int) -> tuple[float, float]:
    """Percentile interval of a mean, whole labels drawn (Efron and Tibshirani 1993, chapter 13)."""
    _, units = np.unique(labels, return_inverse=True)
    sizes = np.bincount(units)
    sums = np.bincount(units, values)
    raw = np.random.PCG64(seed).random_raw(_RESAMPLES * sizes.size).reshape(_RESAMPLES, sizes.size)
    drawn = ((raw >> np.uint64(32)) * np.uint64(sizes.size) >> np.uint64(32)).astype(np.int64)
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


def _around(score: float, n: int) -> tuple[float, float]:
    if score <= _CLOSE or score >= 1 - _CLOSE:
        # No feature varies with another, or one follows it fully: the formula has nothing to say.
        return score, score
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * math.sqrt((1 + score**2 / 2) / (n - 3))
    return max(math.tanh(math.atanh(score) - reach), 0.0), math.tanh(math.atanh(score) + reach)


def _standardised(columns: Columns, strata: Integers, *, ranked: bool) -> Floats:
    """Columns with mean 0 and variance 1 within each stratum; a column that is constant there becomes 0."""
    table = np.array(list(columns.values()), dtype=np.float64).T
    for stratum in range(int(strata.max()) + 1):
        rows = np.flatnonzero(strata == stratum)
        for column in range(table.shape[1]):
            values = table[rows, column]
            # A constant must not become noise of the last digit.
            varies = np.ptp(values) > _CLOSE
            values = _ranks(values) if ranked else values
            table[rows, column] = (values - values.mean()) / values.std() if varies else 0.0
    return table


def _ranks(values: Floats) -> Floats:
    """Ranks from 1; equal values share the mean of theirs."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: Floats = (ends - (counts - 1) / 2)[places.reshape(-1)]
    return ranks
