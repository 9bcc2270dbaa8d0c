"""Input that has no interval."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import StatisticsError
from clinicalbr.schema import Unscored, UnscoredReason
from clinicalbr.stats import bootstrap_mean, paired_bootstrap

GOOD = [0.0, 1.0, 0.5]
REFUSED = Unscored(UnscoredReason.REFUSAL)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([0, math.nan, 1], "holds nan at position 1"),
        ([0, 1, math.inf], "holds inf at position 2"),
        ([-math.inf, 1, 0], "holds -inf at position 0"),
        (np.array([0.0, np.nan, 1.0]), "holds nan at position 1"),
        (np.ma.array([0.0, 1.0, 1.0], mask=[0, 0, 1]), "holds nan at position 2"),
        (np.ma.array([1, 2, 3], mask=[1, 0, 0]), "holds nan at position 0"),
        ([0, REFUSED, 1], r"has no score at position 1 \(refusal\)"),
        ([0, None, 1], "holds None at position 1"),
        ([0, "1", 1], "holds '1' at position 1"),
        ([0, 1j, 1], "at position 1"),
        ([0, [1], 1], r"holds \[1\] at position 1"),
        ([0, 10**400, 1], "at position 1"),
        ([0, Decimal("sNaN"), 1], "at position 1"),
        ([0, 1e308, 1e308], "too large"),
        ([], "holds 0 values"),
        ([1.0], "holds 1 value$|holds 1 value[.]"),
        (np.zeros((3, 1)), "2 dimensions"),
        (np.float64(3.0), "is a float64"),
        ("abc", "is a str"),
        ({0.0, 1.0, 0.5}, "is a set"),
        ({0: 1.0}, "is a dict"),
        (None, "is a NoneType"),
        (3, "is a int"),
    ],
)
def test_values_without_an_interval_are_refused_by_name_and_place(bad, message):
    for name, call in (
        ("a", lambda: paired_bootstrap(bad, GOOD)),
        ("b", lambda: paired_bootstrap(GOOD, bad)),
        ("x", lambda: bootstrap_mean(bad)),
    ):
        with pytest.raises(StatisticsError, match=f"{name} .*({message})") as caught:
            call()
        assert caught.value.remedy


def test_unequal_lengths_are_refused():
    with pytest.raises(StatisticsError, match="a holds 3 values and b 2"):
        paired_bootstrap(GOOD, [0, 1])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "BCa"}, "no interval method 'BCa'.*use percentile"),
        ({"method": None}, "no interval method None"),
        ({"confidence": 1.0}, "confidence is 1.0"),
        ({"confidence": 0.0}, "confidence is 0.0"),
        ({"confidence": 95}, "confidence is 95"),
        ({"confidence": math.nan}, "confidence is nan"),
        ({"n_resamples": 38}, "38 resamples do not reach.*draw 39"),
        ({"n_resamples": 0}, "0 resamples"),
        ({"n_resamples": 1e4}, "n_resamples is 10000.0"),
        ({"n_resamples": True}, "n_resamples is True"),
        ({"n_resamples": 1000, "confidence": 0.999}, "draw 1999"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": None}, "seed is None"),
        ({"seed": 0.5}, "seed is 0.5"),
        ({"clusters": ["x", "y"]}, "2 cluster labels for 3 cases"),
        ({"clusters": ["x", None, "y"]}, "label at position 1 is None"),
        ({"clusters": ["x", "y", math.nan]}, "label at position 2 is nan"),
        ({"clusters": ["x", "x", "x"]}, "one cluster"),
    ],
)
def test_settings_without_an_interval_are_refused(settings, message):
    for call in (lambda: paired_bootstrap(GOOD, GOOD, **settings), lambda: bootstrap_mean(GOOD, **settings)):
        with pytest.raises(StatisticsError, match=message) as caught:
            call()
        assert caught.value.remedy


def test_the_fewest_resamples_are_enough():
    assert paired_bootstrap([0, 0, 1], [1, 0, 1], n_resamples=39).n_resamples == 39


anything = st.one_of(
    st.floats(), st.integers(), st.booleans(), st.none(), st.text(max_size=2), st.just(REFUSED), st.decimals(),
    st.fractions(),
)  # fmt: skip


@given(values=st.lists(anything, max_size=5))
def test_any_list_gives_a_finite_result_or_a_typed_error(values):
    try:
        found = paired_bootstrap(values, values[::-1], n_resamples=50)
    except StatisticsError:
        return
    assert all(isinstance(value, int | float | Decimal | Fraction) for value in values)
    assert all(math.isfinite(value) for value in (found.delta, found.low, found.high, found.low_a, found.high_b))
    assert 0 < found.p_value <= 1


@given(values=st.lists(st.floats(-1e290, 1e290), min_size=2, max_size=6))
def test_numbers_of_any_size_keep_the_order_of_the_interval(values):
    found = bootstrap_mean(values, n_resamples=50)
    assert found.low <= found.high
    slack = 1e-9 * max(map(abs, values))
    assert min(values) - slack <= found.low
    assert found.high <= max(values) + slack


@pytest.mark.parametrize(
    ("clusters", "message"),
    [
        ([["x"], ["y"], ["x"]], "label at position 0 is a list"),
        (["x", {"y"}, "x"], "label at position 1 is a set"),
        ((label for label in "xyx"), "clusters is a generator"),
        (5, "clusters is a int"),
    ],
)
def test_clusters_that_are_no_labels(clusters: object, message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        paired_bootstrap(GOOD, GOOD, clusters=clusters)  # type: ignore[arg-type]


def test_resamples_beyond_the_limit() -> None:
    with pytest.raises(StatisticsError, match=r"limit of 10,000,000.*Remedy"):
        bootstrap_mean(GOOD, n_resamples=10_000_001)
