"""Reference values, independent implementations, and laws of the bootstrap."""

from __future__ import annotations

import inspect
import math
import tracemalloc
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.stats import _resampling, bootstrap_mean, paired_bootstrap

PT = [0.2, 0.4, 0.4, 0.6, 0.0, 1.0, 0.8, 0.2, 0.6, 0.4, 0.0]
EN = [0.4, 0.4, 0.6, 0.6, 0.2, 0.8, 1.0, 0.6, 0.6, 0.2, 0.4]
ARTICLES = ["x", "x", "y", "z", "z", "z", "w", "v", "v", "u", "u"]

# SciPy renamed the argument in 1.15.
RNG = "rng" if "rng" in inspect.signature(scipy.stats.bootstrap).parameters else "random_state"

scores = st.lists(st.floats(-100, 100).map(lambda value: round(value, 3)), min_size=2, max_size=25)


@st.composite
def pairs(draw):
    a = draw(scores)
    return a, [round(value + draw(st.integers(-20, 20)) / 10, 3) for value in a]


def reference(a, b, n_resamples, seed, groups=None):
    """The draws by the documented order, in exact fractions: differences and means of every resample."""
    labels = list(range(len(a))) if groups is None else groups
    units = [[i for i, label in enumerate(labels) if label == name] for name in dict.fromkeys(labels)]
    g = len(units)
    words = iter(np.random.PCG64(seed).random_raw(n_resamples * ((g + 1) // 2)).tolist())
    deltas = []
    for _ in range(n_resamples):
        taken = [next(words) for _ in range((g + 1) // 2)]
        halves = [word & 0xFFFFFFFF for word in taken] + [word >> 32 for word in taken]
        cases = [case for half in halves[:g] for case in units[half * g >> 32]]
        deltas.append(sum(Fraction(b[i]) - Fraction(a[i]) for i in cases) / len(cases))
    return deltas


def quantile(ordered, share):
    place = (len(ordered) - 1) * Fraction(share).limit_denominator(10**6)
    before = math.floor(place)
    return ordered[before] + (place - before) * (ordered[min(before + 1, len(ordered) - 1)] - ordered[before])


@pytest.mark.parametrize("groups", [None, ARTICLES])
@pytest.mark.parametrize("seed", [0, 7])
def test_the_documented_draws_give_the_interval_and_the_p_value(groups, seed):
    deltas = reference(PT, EN, 500, seed, groups)
    found = paired_bootstrap(PT, EN, n_resamples=500, seed=seed, clusters=groups)
    assert found.low == pytest.approx(float(quantile(sorted(deltas), 0.025)), abs=1e-14)
    assert found.high == pytest.approx(float(quantile(sorted(deltas), 0.975)), abs=1e-14)
    delta = sum(Fraction(y) - Fraction(x) for x, y in zip(PT, EN, strict=True)) / len(PT)
    tie = Fraction(1, 10**12)
    beyond = sum(abs(drawn - delta) >= abs(delta) - tie for drawn in deltas)
    assert found.p_value == (beyond + 1) / 501


def test_numbers_of_a_seed_stay_what_they_were():
    found = paired_bootstrap(PT, EN, n_resamples=2000, seed=3)
    values = (found.delta, found.low, found.high, found.low_a, found.high_a, found.low_b, found.high_b, found.p_value)
    assert values == (
        0.10909090909090907,
        0.0,
        0.21818181818181817,
        0.23636363636363636,
        0.6,
        0.4,
        0.6727272727272727,
        0.08295852073963018,
    )
    clustered = paired_bootstrap(PT, EN, n_resamples=2000, seed=3, clusters=ARTICLES)
    assert (clustered.low, clustered.high, clustered.p_value) == (
        0.04615384615384616,
        0.17777777777777776,
        0.0004997501249375312,
    )


@pytest.mark.parametrize("kind", ["binary", "real"])
def test_interval_agrees_with_scipy_within_monte_carlo_error(kind):
    rng = np.random.default_rng(20)
    a = rng.random(400) < 0.4 if kind == "binary" else rng.normal(0.5, 0.2, 400)
    b = (
        np.where(rng.random(400) < 0.7, a, rng.random(400) < 0.6)
        if kind == "binary"
        else a + rng.normal(0.02, 0.2, 400)
    )
    a, b = a.astype(float), b.astype(float)
    theirs = scipy.stats.bootstrap(
        (a, b), lambda x, y, axis: y.mean(axis) - x.mean(axis), paired=True, method="percentile", n_resamples=10_000,
        batch=256, **{RNG: np.random.default_rng(1)},
    )  # fmt: skip
    found = paired_bootstrap(a, b, seed=1)
    # Each end wanders by about 0.027 standard errors at 10,000 resamples.
    slack = 0.2 * theirs.standard_error
    assert found.low == pytest.approx(theirs.confidence_interval.low, abs=slack)
    assert found.high == pytest.approx(theirs.confidence_interval.high, abs=slack)
    for values, low, high in ((a, found.low_a, found.high_a), (b, found.low_b, found.high_b)):
        one = scipy.stats.bootstrap(
            (values,), np.mean, method="percentile", batch=256, **{RNG: np.random.default_rng(2)}
        )
        assert low == pytest.approx(one.confidence_interval.low, abs=0.2 * one.standard_error)
        assert high == pytest.approx(one.confidence_interval.high, abs=0.2 * one.standard_error)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_interval_and_p_value_approach_the_normal_ones_for_many_cases(confidence):
    rng = np.random.default_rng(5)
    a = rng.normal(0.5, 0.3, 4000)
    b = a + rng.normal(0.004, 0.2, 4000)
    error = np.std(b - a) / math.sqrt(4000)
    z = scipy.stats.norm.ppf((1 + confidence) / 2)
    found = paired_bootstrap(a, b, confidence=confidence, n_resamples=8000)
    assert found.low == pytest.approx(found.delta - z * error, abs=0.25 * error)
    assert found.high == pytest.approx(found.delta + z * error, abs=0.25 * error)
    assert found.p_value == pytest.approx(2 * scipy.stats.norm.sf(abs(found.delta) / error), abs=0.02)


def within_binomial(hits, trials, low, high):
    return scipy.stats.binom.ppf(0.0005, trials, low) <= hits <= scipy.stats.binom.ppf(0.9995, trials, high)


def test_coverage_of_the_interval_and_level_of_the_test():
    rng = np.random.default_rng(11)
    covered = rejected = 0
    for trial in range(300):
        a = rng.random(60) < 0.4
        b = np.where(rng.random(60) < 0.6, a, rng.random(60) < 0.4)
        found = paired_bootstrap(a, b, n_resamples=400, seed=trial)
        covered += found.low <= 0 <= found.high
        rejected += found.p_value <= 0.05
    assert within_binomial(covered, 300, 0.93, 0.96)
    assert within_binomial(rejected, 300, 0.04, 0.07)


def test_clusters_keep_coverage_where_single_cases_lose_it():
    rng = np.random.default_rng(12)
    labels = np.repeat(np.arange(40), 6).tolist()
    whole = single = 0
    for trial in range(300):
        a = rng.normal(0, 1, 240)
        b = a + np.repeat(rng.normal(0, 1, 40), 6) + rng.normal(0, 0.5, 240)
        whole += bool(abs(_clear(paired_bootstrap(a, b, n_resamples=300, seed=trial, clusters=labels))) == 0)
        single += bool(abs(_clear(paired_bootstrap(a, b, n_resamples=300, seed=trial))) == 0)
    assert within_binomial(whole, 300, 0.91, 0.96)
    assert single < 0.75 * 300


def _clear(found):
    return int(found.low > 0) - int(found.high < 0)


@given(data=pairs(), seed=st.integers(0, 2**70))
def test_swapping_the_sides_negates_everything_exactly(data, seed):
    a, b = data
    there, back = (paired_bootstrap(*both, n_resamples=200, seed=seed) for both in ((a, b), (b, a)))
    assert (there.delta, there.low, there.high) == (-back.delta, -back.high, -back.low)
    assert (there.mean_a, there.low_a, there.high_a) == (back.mean_b, back.low_b, back.high_b)
    assert (there.p_value, there.method_used) == (back.p_value, back.method_used)


@given(data=pairs(), shift=st.floats(-50, 50))
def test_a_shift_of_one_side_shifts_the_difference(data, shift):
    a, b = data
    plain = paired_bootstrap(a, b, n_resamples=200)
    moved = paired_bootstrap(a, [value + shift for value in b], n_resamples=200)
    both = paired_bootstrap([value + shift for value in a], [value + shift for value in b], n_resamples=200)
    for name in ("delta", "low", "high"):
        assert getattr(moved, name) == pytest.approx(getattr(plain, name) + shift, abs=1e-10)
        assert getattr(both, name) == pytest.approx(getattr(plain, name), abs=1e-10)
    assert both.low_a == pytest.approx(plain.low_a + shift, abs=1e-10)


@given(data=pairs(), power=st.integers(-300, 300))
def test_a_power_of_two_scales_everything_exactly(data, power):
    a, b = data
    factor = 2.0**power
    plain = paired_bootstrap(a, b, n_resamples=200)
    scaled = paired_bootstrap([value * factor for value in a], [value * factor for value in b], n_resamples=200)
    for name in ("delta", "low", "high", "mean_a", "low_a", "high_b"):
        assert getattr(scaled, name) == getattr(plain, name) * factor
    assert scaled.p_value == plain.p_value


@given(data=pairs(), factor=st.floats(0.001, 1000))
def test_any_factor_scales_up_to_rounding(data, factor):
    a, b = data
    plain = paired_bootstrap(a, b, n_resamples=200)
    scaled = paired_bootstrap([value * factor for value in a], [value * factor for value in b], n_resamples=200)
    assert scaled.low == pytest.approx(plain.low * factor, rel=1e-9, abs=1e-9 * factor)
    assert scaled.high == pytest.approx(plain.high * factor, rel=1e-9, abs=1e-9 * factor)


@given(data=pairs(), seed=st.integers(0, 99))
def test_clusters_of_one_case_equal_no_clusters(data, seed):
    a, b = data
    plain = paired_bootstrap(a, b, n_resamples=200, seed=seed)
    single = paired_bootstrap(a, b, n_resamples=200, seed=seed, clusters=[f"c{i}" for i in range(len(a))])
    assert replace(single, n_clusters=None) == plain
    assert single.n_clusters == len(a)


@given(data=pairs(), seed=st.integers(0, 99))
def test_the_mean_alone_has_the_interval_it_has_beside_another(data, seed):
    a, b = data
    found, alone = paired_bootstrap(a, b, n_resamples=200, seed=seed), bootstrap_mean(a, n_resamples=200, seed=seed)
    assert alone.mean == found.mean_a
    assert alone.low == pytest.approx(found.low_a, abs=1e-11)
    assert alone.high == pytest.approx(found.high_a, abs=1e-11)


@given(data=pairs(), copies=st.integers(2, 4))
def test_whole_clusters_of_equal_cases_count_as_their_cluster(data, copies):
    a, b = data
    labels = [i for i in range(len(a)) for _ in range(copies)]
    many = paired_bootstrap(np.repeat(a, copies), np.repeat(b, copies), n_resamples=200, clusters=labels)
    plain = paired_bootstrap(a, b, n_resamples=200)
    assert many.low == pytest.approx(plain.low, abs=1e-10)
    assert many.high == pytest.approx(plain.high, abs=1e-10)
    assert (many.n, many.n_clusters) == (len(a) * copies, len(a))


@given(data=pairs())
def test_intervals_widen_with_confidence_and_hold_the_data_within_its_range(data):
    a, b = data
    narrow, wide = (paired_bootstrap(a, b, n_resamples=400, confidence=share) for share in (0.8, 0.99))
    assert wide.low <= narrow.low <= narrow.high <= wide.high
    differences = [y - x for x, y in zip(a, b, strict=True)]
    assert min(differences) - 1e-9 <= wide.low
    assert wide.high <= max(differences) + 1e-9
    assert 0 < narrow.p_value <= 1


@given(value=st.floats(-1e6, 1e6), shift=st.floats(-1e6, 1e6), n=st.integers(2, 20))
def test_equal_differences_give_an_interval_without_width(value, shift, n):
    a = [value * i / 7 for i in range(n)]
    found = paired_bootstrap(a, [x + shift for x in a], n_resamples=100)
    assert found.low == found.high == found.delta
    assert found.method_used == "degenerate"
    assert found.signature.get("method") == "degenerate"
    assert found.p_value == (1.0 if shift == 0 else found.p_value)


def test_degenerate_sides_by_hand():
    equal = paired_bootstrap([0.1, 0.2, 0.7], [0.1, 0.2, 0.7], n_resamples=100)
    assert (equal.delta, equal.low, equal.high, equal.p_value, equal.excludes_zero) == (0.0, 0.0, 0.0, 1.0, False)
    assert equal.low_a < equal.mean_a < equal.high_a
    above = paired_bootstrap([0.1, 0.2, 0.7], [0.2, 0.3, 0.8], n_resamples=100)
    assert above.low == above.high == above.delta == pytest.approx(0.1)
    assert above.p_value == 1 / 101
    flat = bootstrap_mean([0.3] * 5, n_resamples=100)
    assert (flat.mean, flat.low, flat.high, flat.method_used) == (0.3, 0.3, 0.3, "degenerate")
    zeros = paired_bootstrap([0, 0], [0, 0], n_resamples=100)
    assert (zeros.delta, zeros.p_value) == (0.0, 1.0)
    nearly = paired_bootstrap([0.0, 0.0, 0.0], [0.1, 0.1, 0.1 + 1e-9], n_resamples=100)
    assert nearly.method_used == "percentile"
    assert nearly.low < nearly.high


def test_rounding_does_not_decide_whether_an_interval_holds_zero():
    # In exact arithmetic the lower end of both is zero; in floating point it is not.
    assert paired_bootstrap(PT, EN, n_resamples=2000, seed=3).low == 0.0
    a, b = [0.1, 0.3, 0.7], [0.3, 0.7, 0.1]
    same_mean = paired_bootstrap(a, b, n_resamples=100)
    assert same_mean.delta == 0.0
    assert same_mean.p_value == 1.0
    third = paired_bootstrap([0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2], n_resamples=100)
    assert (third.delta, third.low, third.high, third.excludes_zero) == (0.0, 0.0, 0.0, False)


def test_batches_change_no_digit_and_bound_the_memory(monkeypatch):
    rng = np.random.default_rng(1)
    a, b = rng.random(999), rng.random(999)
    whole = paired_bootstrap(a, b, n_resamples=300)
    monkeypatch.setattr(_resampling, "_CELLS", 2500)
    assert paired_bootstrap(a, b, n_resamples=300) == whole
    monkeypatch.undo()
    a, b = rng.random(5000), rng.random(5000)
    tracemalloc.start()
    paired_bootstrap(a, b, n_resamples=2000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8e6  # all indices at once would take 80 MB


def test_inputs_of_any_kind_give_one_result():
    expected = paired_bootstrap(PT, EN, n_resamples=100)
    for kind in (tuple, np.array, np.ma.array):
        assert paired_bootstrap(kind(PT), kind(EN), n_resamples=100) == expected
    bits = [0, 1, 1, 0, 1]
    assert (
        bootstrap_mean([bool(x) for x in bits]) == bootstrap_mean(np.array(bits, dtype=np.int8)) == bootstrap_mean(bits)
    )


def test_the_seed_decides_the_draws_and_the_order_of_cases_belongs_to_them():
    first, again, other = (paired_bootstrap(PT, EN, n_resamples=300, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert (first.low, first.high) != (other.low, other.high) or first.p_value != other.p_value
    backwards = paired_bootstrap(PT[::-1], EN[::-1], n_resamples=300, seed=1)
    assert backwards.delta == first.delta
    assert backwards.low == pytest.approx(first.low, abs=0.06)


def test_signature_tells_all_settings():
    found = paired_bootstrap(PT, EN, n_resamples=100, confidence=0.9, clusters=ARTICLES, seed=4)
    text = str(found.signature)
    for part in ("paired_bootstrap", "method:percentile", "resamples:100", "confidence:0.9", "clusters:6", "seed:4"):
        assert part in text
    assert bootstrap_mean(PT, n_resamples=100).signature.get("clusters") == "none"
