"""Signatures of bootstrap results."""

from __future__ import annotations

from clinicalbr.signature import Signature

__all__ = ["signature_of"]


def signature_of(
    statistic: str, *, method: str, n_resamples: int, confidence: float, n_clusters: int | None, seed: int
) -> Signature:
    """Signature of a bootstrap result.

    Args:
        statistic: What was computed.
        method: Method used.
        n_resamples: Number of resamples.
        confidence: Coverage asked for.
        n_clusters: Number of clusters, if any.
        seed: Seed.

    Returns:
        The signature.
    """
    return Signature.of(
        statistic=statistic,
        method=method,
        resamples=n_resamples,
        confidence=confidence,
        clusters="none" if n_clusters is None else n_clusters,
        rng="pcg64",
        seed=seed,
    )
