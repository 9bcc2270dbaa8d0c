"""The measures behind the probes, against SciPy and plain definitions."""

from __future__ import annotations

import json
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from clinicalbr.masking.probes.features import (
    count_columns,
    length_columns,
    letter_columns,
    place_columns,
    size_columns,
)
from clinicalbr.masking.probes.report import ProbeReport, ProbeResult, nothing_scored
from clinicalbr.masking.probes.samples import MaskSample
from clinicalbr.masking.probes.statistics import (
    _around,
    _bootstrapped,
    _Neighbours,
    _ranks,
    _standardised,
    codes,
    deals_of,
    nearest_neighbours,
    p_value_of,
    rank_correlation,
)

VALUES = st.lists(st.integers(0, 4), min_size=1, max_size=12)


def test_codes_are_the_order_of_the_values() -> None:
    assert codes(["b", "a", "c", "a"]).tolist() == [1, 0, 2, 0]


@given(VALUES)
def test_ranks_are_those_of_scipy(values: list[int]) -> None:
    assert _ranks(np.array(values, dtype=float)).tolist() == stats.rankdata(values).tolist()


@given(st.lists(st.integers(0, 2), min_size=1, max_size=12), st.integers(0, 9))
def test_deals_permute_within_strata(strata: list[int], seed: int) -> None:
    table = np.array(strata)
    deals = list(deals_of(table, 3, seed))
    assert len(deals) == 3
    for deal in deals:
        assert sorted(deal.tolist()) == list(range(len(strata)))
        assert table[deal].tolist() == strata
    assert [deal.tolist() for deal in deals_of(table, 3, seed)] == [deal.tolist() for deal in deals]


def test_deals_differ_and_depend_on_the_seed() -> None:
    strata = np.zeros(20, dtype=np.int64)
    one, two = deals_of(strata, 2, 0)
    assert one.tolist() != two.tolist()
    assert next(deals_of(strata, 1, 1)).tolist() != one.tolist()


@pytest.mark.parametrize(
    ("score", "dealt", "p"), [(0.5, [0.1, 0.2, 0.3], 1 / 4), (0.2, [0.1, 0.2, 0.3], 3 / 4), (0.2 + 1e-12, [0.1, 0.2, 0.3], 3 / 4), (0.2, [0.2 - 1e-8], 1 / 2), (0.0, [0.0], 1.0)]
)  # fmt: skip
def test_the_p_value_counts_deals_that_reach_the_score(score: float, dealt: list[float], p: float) -> None:
    assert p_value_of(score, np.array(dealt)) == p


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3), st.integers(0, 2)), min_size=2, max_size=12))
def test_columns_are_standardised_within_strata(rows: list[tuple[int, int, int]]) -> None:
    strata = codes([row[0] for row in rows])
    columns = {"a": [float(row[1]) for row in rows], "b": [float(row[2]) for row in rows]}
    for ranked in (False, True):
        table = _standardised(columns, strata, ranked=ranked)
        assert table.shape == (len(rows), 2)
        for stratum in set(strata.tolist()):
            for index, values in enumerate(columns.values()):
                own = np.array(values)[strata == stratum]
                own = stats.rankdata(own) if ranked else own
                expected = stats.zscore(own) if np.ptp(own) else np.zeros(own.size)
                assert np.allclose(table[strata == stratum, index], expected)


def plain_shares(features: list[tuple[float, ...]], strata: list[int], labels: list[int]) -> list[float]:
    shares = []
    for case, own in enumerate(features):
        distances = {
            other: sum((a - b) ** 2 for a, b in zip(own, theirs, strict=True))
            for other, theirs in enumerate(features)
            if other != case and strata[other] == strata[case]
        }
        nearest = [other for other, distance in distances.items() if distance <= min(distances.values()) + 1e-9]
        same = sum(labels[other] == labels[case] for other in nearest)
        shares.append(same / len(nearest) if nearest else 0.0)
    return shares


@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=14
    )
)
def test_nearest_cases_are_those_of_a_plain_search(rows: list[tuple[int, int, int, int]]) -> None:
    strata, labels = [row[0] for row in rows], [row[1] for row in rows]
    features = [(float(row[2]), float(row[3])) for row in rows]
    found = _Neighbours(np.array(features), np.array(strata)).shares(np.array(labels))
    assert np.allclose(found, plain_shares(features, strata, labels))


def test_nearest_cases_of_many() -> None:
    source = np.random.PCG64(5)
    features = [(float(value),) for value in source.random_raw(300) % 100_000]
    labels = [int(value) for value in source.random_raw(300) % 3]
    strata = [int(value) for value in source.random_raw(300) % 2]
    found = _Neighbours(np.array(features), np.array(strata)).shares(np.array(labels))
    assert np.allclose(found, plain_shares(features, strata, labels))


def test_likeness_of_masks_with_the_same_answer() -> None:
    masks = {"n": [1.0, 1.1, 5.0, 5.1, 9.0, 9.1, 20.0]}
    figures = nearest_neighbours(masks, codes(["a", "a", "b", "b", "c", "c", "d"]), codes([0] * 7), 50, 0)
    assert figures.score == 1.0
    assert (figures.low, figures.high) == (1.0, 1.0)
    assert figures.dealt.size == 50
    assert 0 <= figures.dealt.mean() < 0.5
    assert figures.detail == (("answers that repeat", 3.0),)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=5, max_size=20))
def test_the_correlation_is_that_of_scipy(rows: list[tuple[int, int]]) -> None:
    left, right = ([float(row[side]) for row in rows] for side in (0, 1))
    figures = rank_correlation({"m": left}, {"g": right}, codes([0] * len(rows)), 5, 0)
    if len(set(left)) == 1 or len(set(right)) == 1:
        assert figures.score == 0
    else:
        assert figures.score == pytest.approx(min(1.0, abs(stats.spearmanr(left, right).statistic)))
        assert figures.detail[0][0] == "m ~ g"
        assert figures.detail[0][1] == pytest.approx(stats.spearmanr(left, right).statistic)
    assert figures.dealt.size == 5
    assert figures.low <= figures.score <= figures.high


def test_the_strongest_pairs_come_first() -> None:
    golds = {
        name: [float(value) for value in values]
        for name, values in {"x": [1, 2, 3, 4, 5, 6], "y": [6, 5, 4, 3, 2, 1], "z": [1, 2, 3, 4, 6, 5]}.items()
    }
    masks = {"m": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "n": [2.0, 1.0, 3.0, 4.0, 5.0, 6.0]}
    detail = rank_correlation(masks, golds, codes([0] * 6), 2, 0).detail
    assert [name for name, _ in detail][:2] == ["m ~ x", "m ~ y"]
    assert len(detail) == 5
    sizes = [abs(value) for _, value in detail]
    assert all(one >= other - 1e-9 for one, other in pairwise(sizes))


@given(st.floats(0.01, 0.99), st.integers(4, 500))
def test_the_interval_of_a_rank_correlation(score: float, n: int) -> None:
    low, high = _around(score, n)
    reach = stats.norm.ppf(0.975) * math.sqrt((1 + score**2 / 2) / (n - 3))
    assert high == pytest.approx(math.tanh(math.atanh(score) + reach))
    assert low == pytest.approx(max(0.0, math.tanh(math.atanh(score) - reach)))
    assert _around(0.0, n) == (0.0, 0.0)
    assert _around(1.0, n) == (1.0, 1.0)


def test_whole_answers_are_drawn_for_the_interval() -> None:
    values, labels = np.array([1.0, 1.0, 0.0, 0.0, 0.0]), np.array([0, 0, 1, 1, 2])
    low, high = _bootstrapped(values, labels, 0)
    assert (low, high) == (0.0, 1.0)
    spread = _bootstrapped(np.array([0.0, 1.0] * 200), np.arange(400), 0)
    assert spread[0] == pytest.approx(0.45, abs=0.02)
    assert spread[1] == pytest.approx(0.55, abs=0.02)
    assert spread == _bootstrapped(np.array([0.0, 1.0] * 200), np.arange(400), 0)
    assert spread != _bootstrapped(np.array([0.0, 1.0] * 200), np.arange(400), 1)


RESULT = ProbeResult(
    "mask count", "rank correlation", 9, 7, (("c1", "no gold: none"), ("c2", "no gold: other")), 0.25, 0.1, 0.5, 0.2, "deals", 0.03125, (("a ~ b", 0.25),)
)  # fmt: skip
MISSING = nothing_scored("mask place", "-", [("c1", "no mask: x"), ("c2", "no gold")], 3, needed=5)


def test_a_report_as_a_table() -> None:
    lines = ProbeReport((RESULT, MISSING), "s").table().splitlines()
    assert [line.split()[:3] for line in lines] == [
        ["probe", "method", "asked"],
        ["mask", "count", "rank"],
        ["mask", "place", "-"],
    ]
    assert lines[1].endswith("0.100 to 0.500  0.200   0.0312")
    assert lines[2].endswith("none (3 cases, 5 needed; the others: no gold, no mask)  -               -       -")
    assert len({line.index(cell) for line, cell in zip(lines, ("asked", "9 ", "5 "), strict=True)}) == 1
    assert all(line == line.rstrip() for line in lines)


def test_a_report_as_json() -> None:
    told = json.loads(ProbeReport((RESULT, MISSING), "s").to_json())
    assert told["signature"] == "s"
    assert told["results"][0] == {
        "name": "mask count", "method": "rank correlation", "n_asked": 9, "n_scored": 7,
        "unscored": [{"case_id": "c1", "reason": "no gold: none"}, {"case_id": "c2", "reason": "no gold: other"}],
        "score": 0.25, "no_score": None, "low": 0.1, "high": 0.5, "chance": 0.2, "chance_how": "deals", "p_value": 0.03125, "detail": {"a ~ b": 0.25},
    }  # fmt: skip
    assert told["results"][1] == {
        "name": "mask place", "method": "-", "n_asked": 5, "n_scored": 0,
        "unscored": [{"case_id": "c1", "reason": "no mask: x"}, {"case_id": "c2", "reason": "no gold"}],
        "score": None, "no_score": "3 cases, 5 needed; the others: no gold, no mask", "low": None, "high": None, "chance": None, "chance_how": None, "p_value": None, "detail": {},
    }  # fmt: skip


def test_reasons_are_counted_without_their_details() -> None:
    assert RESULT.reasons == {"no gold": 2}
    assert MISSING.reasons == {"no mask": 1, "no gold": 1}
    assert nothing_scored("x", "y", [], 2, needed=5).score.detail == "2 cases, 5 needed"  # type: ignore[union-attr]


def sample(text: str, gold: str, case_id: str, language: str = "pt") -> MaskSample:
    return MaskSample.of(text, [gold], case_id=case_id, language=language, placeholder="[X]")


def test_columns_of_masks_and_answers() -> None:
    samples = [
        sample("Tem a [X] e [X].", "febre alta", "1"), sample("Tem a [X].", "dengue", "2"), sample("[X] com a [X]", "fratura", "3"), sample("com [X]", "gripe", "4", "xx"),
    ]  # fmt: skip
    assert count_columns(samples) == {"masks": [2.0, 1.0, 2.0, 1.0]}
    assert length_columns(samples) == {"characters of a mask": [3.0] * 4, "words of a mask": [1.0] * 4}
    assert size_columns(samples) == {
        "characters of the answer": [10.0, 6.0, 7.0, 5.0],
        "words of the answer": [2.0, 1.0, 1.0, 1.0],
    }
    places = place_columns(samples, {"pt": frozenset({"a", "com"})})
    assert places["place of the first mask"] == [6 / 10, 6 / 7, 0 / 7, 4 / 4]
    assert places["mean place of the masks"] == [7.5 / 10, 6 / 7, 3.5 / 7, 1.0]
    assert places["share after 'a'"] == [0.5, 1.0, 0.5, 0.0]
    assert places["share in text"] == [1.0] * 4
    assert set(places) == {"place of the first mask", "mean place of the masks", "share after 'a'", "share in text"}


def test_letters_that_three_answers_share() -> None:
    golds = ["Febre alta", "fratura", "f\u00edstula", "gripe", "gota"]
    columns = letter_columns([sample("[X]", gold, str(number)) for number, gold in enumerate(golds)])
    assert {name: values for name, values in columns.items() if "of the answer" not in name} == {
        "answer begins with 'f'": [1.0, 1.0, 1.0, 0.0, 0.0],
        "first word ends in 'a'": [0.0, 1.0, 1.0, 0.0, 1.0],
    }
    many = letter_columns([sample("[X]", gold, str(number)) for number, gold in enumerate([*golds, *["xx"] * 25])])
    assert "answer begins with 'f'" in many
    most = letter_columns([sample("[X]", gold, str(number)) for number, gold in enumerate([*golds, *["xx"] * 26])])
    assert "answer begins with 'f'" not in most


def test_the_word_before_a_mask_is_looked_for_in_reach() -> None:
    for spaces, found in ((38, True), (39, True), (40, False)):
        samples = [sample(f"xx a{' ' * spaces}[X]", "dengue", str(number)) for number in range(3)]
        assert ("share after 'a'" in place_columns(samples, {"pt": frozenset({"a"})})) is found
