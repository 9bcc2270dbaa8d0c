"""Bootstrap interval of a mean."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from clinicalbr.signature import Signature
from clinicalbr.stats._resampling import resample_means
from clinicalbr.stats._signature import signature_of
from clinicalbr.stats._vectors import Numbers, check_settings, group_numbers, vector

__all__ = ["MeanEstimate", "bootstrap_mean"]


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean with its interval.

    Args:
        mean: Mean of the cases.
        low: Lower end of the interval.
        high: Upper end of the interval.
        n: Number of cases.
        n_clusters: Number of clusters, ``None`` when cases were resampled one by one.
        confidence: Coverage asked for.
        n_resamples: Number of resamples.
        method_used: ``"percentile"``; ``"degenerate"`` when no two units differ, so that the interval has no width.
        seed: Seed.

    Examples:
        >>> bootstrap_mean([0.5, 0.5, 0.5]).method_used
        'degenerate'
    """

    mean: float
    low: float
    high: float
    n: int
    n_clusters: int | None
    confidence: float
    n_resamples: int
    method_used: str
    seed: int

    @property
    def signature(self) -> Signature:
        """How the interval was computed."""
        return signature_of(
            "bootstrap_mean",
            method=self.method_used,
            n_resamples=self.n_resamples,
            confidence=self.confidence,
            n_clusters=self.n_clusters,
            seed=self.seed,
        )


def bootstrap_mean(
    x: Numbers,
    *,
    n_resamples: int = 10_000,
    confidence: float = 0.95,
    method: str = "percentile",
    clusters: Sequence[Hashable] | None = None,
    seed: int = 0,
) -> MeanEstimate:
    """Mean of the scores of many cases, with a bootstrap interval.

    Args:
        x: One finite number a case, two cases at least.
        n_resamples: Number of resamples.
        confidence: Coverage asked for.
        method: ``"percentile"`` (Efron and Tibshirani 1993, chapter 13).
        clusters: A label a case, for instance its article or journal; whole clusters are then resampled.
        seed: Seed of the random numbers. The same data in the same order, with the same seed, give the same digits on
            every machine.

    Returns:
        The mean and its interval.

    Raises:
        StatisticsError: A value is missing or not finite, there are too few cases or clusters, or a setting does not
            exist.

    Examples:
        >>> estimate = bootstrap_mean([0, 1, 1, 1, 0, 1, 1, 0])
        >>> estimate.mean, estimate.low, estimate.high
        (0.625, 0.25, 0.875)
    """
    check_settings(n_resamples, confidence, method, seed)
    numbers = vector(x, "x")
    groups = group_numbers(clusters, numbers.size)
    resampled = resample_means([numbers], groups, n_resamples, seed)
    mean = math.fsum(numbers) / numbers.size
    low, high = resampled.range_around(mean, confidence, 1)
    return MeanEstimate(
        mean=mean,
        low=low,
        high=high,
        n=numbers.size,
        n_clusters=None if groups is None else resampled.sizes.size,
        confidence=confidence,
        n_resamples=n_resamples,
        method_used="degenerate" if resampled.is_constant(1) else method,
        seed=seed,
    )
