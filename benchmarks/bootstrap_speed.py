"""Time of paired_bootstrap beside scipy.stats.bootstrap on the same data.

Both draw 10,000 resamples of pairs and give a 95% percentile interval of the difference of means. paired_bootstrap gives
the intervals of the two means and a p-value as well. The contenders take turns in one process; the median of five rounds
counts, and the ratio is what carries over to other machines.

    python benchmarks/bootstrap_speed.py
"""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.stats

import record
from clinicalbr.stats import paired_bootstrap

RESAMPLES, ROUNDS = 10_000, 5


def data_sets() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Scores of the size and kind that ClinicalBr reports: a binary task and a graded one."""
    rng = np.random.default_rng(0)
    right = rng.random(2135) < 0.48
    changed = rng.random(2135) < 0.3
    graded = np.clip(rng.normal(0.82, 0.09, 2024), 0, 1)
    return {
        "binary_n2135": (right.astype(float), np.where(changed, rng.random(2135) < 0.6, right).astype(float)),
        "real_n2024": (graded, np.clip(graded + rng.normal(-0.02, 0.08, 2024), 0, 1)),
    }


def difference(x: np.ndarray, y: np.ndarray, axis: int) -> np.ndarray:
    return y.mean(axis=axis) - x.mean(axis=axis)


def ours(a: np.ndarray, b: np.ndarray) -> tuple[float, float]:
    found = paired_bootstrap(a, b, n_resamples=RESAMPLES)
    return found.low, found.high


def theirs(a: np.ndarray, b: np.ndarray) -> tuple[float, float]:
    found = scipy.stats.bootstrap(
        (a, b),
        difference,
        paired=True,
        vectorized=True,
        n_resamples=RESAMPLES,
        method="percentile",
        batch=256,
        rng=np.random.default_rng(0),
    )
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


CONTENDERS: dict[str, Callable[[np.ndarray, np.ndarray], tuple[float, float]]] = {
    "clinicalbr.stats.paired_bootstrap": ours,
    "scipy.stats.bootstrap(paired, percentile, batch=256)": theirs,
}


def measure(a: np.ndarray, b: np.ndarray) -> dict[str, Any]:
    """Median times, peak memory and interval of every contender, and the ratios of the second to the first."""
    wall: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    cpu: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    intervals = {name: contender(a, b) for name, contender in CONTENDERS.items()}
    for _ in range(ROUNDS):
        for name, contender in CONTENDERS.items():
            start, start_cpu = time.perf_counter(), time.process_time()
            contender(a, b)
            wall[name].append(1000 * (time.perf_counter() - start))
            cpu[name].append(1000 * (time.process_time() - start_cpu))
    found = {
        name: {
            "wall_ms": round(statistics.median(wall[name]), 1),
            "cpu_ms": round(statistics.median(cpu[name]), 1),
            "peak_mib": round(peak_memory(contender, a, b) / 2**20, 1),
            "interval": intervals[name],
        }
        for name, contender in CONTENDERS.items()
    }
    ours_first, theirs_second = found.values()
    ratios = {key: round(theirs_second[key] / ours_first[key], 2) for key in ("wall_ms", "cpu_ms", "peak_mib")}
    return {**found, "scipy_over_ours": ratios}


def peak_memory(contender: Callable[[np.ndarray, np.ndarray], object], a: np.ndarray, b: np.ndarray) -> int:
    tracemalloc.start()
    contender(a, b)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


if __name__ == "__main__":
    figures = {name: measure(*pair) for name, pair in data_sets().items()}
    record.write("bootstrap_speed", {"resamples": RESAMPLES, "rounds": ROUNDS, **figures}, packages=("numpy", "scipy"))
