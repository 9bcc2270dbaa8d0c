"""Paired bootstrap of a difference of means.

ClinicalBr (methods, "Diagnosis Accuracy") reports the difference EN minus PT with a paired bootstrap over cases.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from clinicalbr.errors import StatisticsError
from clinicalbr.signature import Signature
from clinicalbr.stats._resampling import ResampledMeans, resample_means
from clinicalbr.stats._signature import signature_of
from clinicalbr.stats._vectors import Numbers, check_settings, group_numbers, vector

__all__ = ["PairedDifference", "paired_bootstrap"]


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A difference of two means over the same cases, with its interval.

    Args:
        delta: Mean of ``b`` minus mean of ``a``.
        low: Lower end of the interval of the difference.
        high: Upper end of it.
        mean_a: Mean of ``a``.
        low_a: Lower end of the interval of that mean.
        high_a: Upper end of it.
        mean_b: Mean of ``b``.
        low_b: Lower end of the interval of that mean.
        high_b: Upper end of it.
        p_value: Two-sided p-value of the hypothesis that the difference is zero.
        n: Number of cases.
        n_clusters: Number of clusters, ``None`` when cases were resampled one by one.
        confidence: Coverage asked for.
        n_resamples: Number of resamples.
        method_used: ``"percentile"``; ``"degenerate"`` when the difference is the same in all units, so that its
            interval has no width.
        seed: Seed.

    Examples:
        >>> paired_bootstrap([0, 0, 1], [1, 1, 1]).excludes_zero
        False
    """

    delta: float
    low: float
    high: float
    mean_a: float
    low_a: float
    high_a: float
    mean_b: float
    low_b: float
    high_b: float
    p_value: float
    n: int
    n_clusters: int | None
    confidence: float
    n_resamples: int
    method_used: str
    seed: int

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside the interval of the difference."""
        return self.low > 0 or self.high < 0

    @property
    def signature(self) -> Signature:
        """How the interval was computed."""
        return signature_of(
            "paired_bootstrap",
            method=self.method_used,
            n_resamples=self.n_resamples,
            confidence=self.confidence,
            n_clusters=self.n_clusters,
            seed=self.seed,
        )


def paired_bootstrap(
    a: Numbers,
    b: Numbers,
    *,
    n_resamples: int = 10_000,
    confidence: float = 0.95,
    method: str = "percentile",
    clusters: Sequence[Hashable] | None = None,
    seed: int = 0,
) -> PairedDifference:
    """Difference of the mean scores of the same cases under two conditions, with a bootstrap interval.

    Cases are resampled as pairs, so that what makes a case easy or hard under both conditions cancels. The p-value is
    the share of resamples that, shifted to a mean of zero, lie at least as far from it as the difference found (Efron
    and Tibshirani 1993, section 16.4), counted as ``(c + 1) / (n_resamples + 1)`` (Davison and Hinkley 1997, section
    4.2). With fewer than about thirty cases or clusters the interval tends to be too narrow.

    Args:
        a: One finite number a case, two cases at least.
        b: The same cases in the same order.
        n_resamples: Number of resamples.
        confidence: Coverage asked for.
        method: ``"percentile"`` (Efron and Tibshirani 1993, chapter 13).
        clusters: A label a case, for instance its article or journal; whole clusters are then resampled, since cases
            of one source are not independent. A cluster of one case each is the same as none.
        seed: Seed of the random numbers. The same data in the same order, with the same seed, give the same digits on
            every machine; another order of the cases gives another draw.

    Returns:
        The difference ``mean(b) - mean(a)``, the two means, an interval for each, and the p-value.

    Raises:
        StatisticsError: The lists differ in length, a value is missing or not finite, there are too few cases or
            clusters, or a setting does not exist.

    Examples:
        >>> pt = [0, 0, 1, 0, 1, 0, 0, 1, 0, 0]
        >>> en = [1, 0, 1, 0, 1, 1, 0, 1, 1, 0]
        >>> difference = paired_bootstrap(pt, en)
        >>> round(difference.delta, 3), difference.low, difference.high
        (0.3, 0.0, 0.6)
    """
    check_settings(n_resamples, confidence, method, seed)
    first, second = vector(a, "a"), vector(b, "b")
    if first.size != second.size:
        raise StatisticsError(
            f"a holds {first.size} values and b {second.size}", remedy="pair them by case, one of each for every case"
        )
    groups = group_numbers(clusters, first.size)
    resampled = resample_means([first, second], groups, n_resamples, seed)
    mean_a, mean_b = math.fsum(first) / first.size, math.fsum(second) / second.size
    delta = resampled.settled(mean_b - mean_a)
    low, high = resampled.range_around(delta, confidence, -1, 1)
    low_a, high_a = resampled.range_around(mean_a, confidence, 1, 0)
    low_b, high_b = resampled.range_around(mean_b, confidence, 0, 1)
    return PairedDifference(
        delta=delta,
        low=low,
        high=high,
        mean_a=mean_a,
        low_a=low_a,
        high_a=high_a,
        mean_b=mean_b,
        low_b=low_b,
        high_b=high_b,
        p_value=_p_value(resampled, delta),
        n=first.size,
        n_clusters=None if groups is None else resampled.sizes.size,
        confidence=confidence,
        n_resamples=n_resamples,
        method_used="degenerate" if resampled.is_constant(-1, 1) else method,
        seed=seed,
    )


def _p_value(resampled: ResampledMeans, delta: float) -> float:
    draws = resampled.contrast(-1, 1)
    # A draw as far out as the data counts; without slack, rounding would decide.
    beyond = np.count_nonzero(np.abs(draws - delta) >= abs(delta) - 2 * resampled.noise)
    return (int(beyond) + 1) / (draws.size + 1)
