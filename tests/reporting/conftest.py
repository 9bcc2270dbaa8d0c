"""Differences to report."""

from __future__ import annotations

import pytest

from clinicalbr.reporting import LabelledDifference
from clinicalbr.schema import Unscored, UnscoredReason
from clinicalbr.stats import PairedDifference


def _difference(delta: float, low: float, high: float, **changes: object) -> PairedDifference:
    values: dict[str, object] = {
        "delta": delta, "low": low, "high": high,
        "mean_a": 0.401, "low_a": 0.381, "high_a": 0.422,
        "mean_b": 0.401 + delta, "low_b": 0.381 + delta, "high_b": 0.422 + delta,
        "p_value": 0.5, "n": 2135, "n_clusters": None, "confidence": 0.95, "n_resamples": 10_000,
        "method_used": "percentile", "seed": 0,
    }  # fmt: skip
    return PairedDifference(**{**values, **changes})


@pytest.fixture(scope="session")
def difference():
    """Builder of a difference with given ends."""
    return _difference


@pytest.fixture(scope="session")
def rows() -> list[LabelledDifference]:
    """One difference in each direction, one that cannot be told from zero, and one that is missing."""
    return [
        LabelledDifference("Diagnosis", "MedGemma-27B", _difference(0.121, 0.099, 0.143)),
        LabelledDifference("Diagnosis", "Sabiá-4", Unscored(UnscoredReason.REFUSAL, "12 of 12 answers")),
        LabelledDifference("Differential", "Sabiá-4", _difference(-0.003, -0.011, 0.005, n=2124)),
        LabelledDifference("Differential", "DeepSeek-R1", _difference(-0.017, -0.025, -0.009, n=2128, n_clusters=28)),
    ]
