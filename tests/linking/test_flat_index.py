"""Exact search agrees with sorting all inner products, and equal scores are settled by row number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from clinicalbr.errors import InputError
from clinicalbr.linking import FlatIndex, VectorIndex


def index_of(vectors: NDArray[np.float32]) -> FlatIndex:
    index = FlatIndex()
    index.add(vectors)
    return index


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 6), st.integers(1, 50))
def test_search_is_a_sort_of_all_scores(seed: int, rows: int, queries: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    # Few distinct values, so that equal scores are common.
    vectors = rng.integers(-1, 2, (rows, 3)).astype(np.float32)
    asked = rng.integers(-1, 2, (queries, 3)).astype(np.float32)
    scores, found = index_of(vectors).search(asked, k)
    assert scores.shape == found.shape == (queries, min(k, rows))
    for at in range(queries):
        everything = sorted((-float(asked[at] @ vector), row) for row, vector in enumerate(vectors))[:k]
        assert list(zip((-scores[at]).tolist(), found[at].tolist(), strict=True)) == everything


def test_single_queries_give_what_a_batch_gives() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((2000, 96)).astype(np.float32)
    asked = rng.standard_normal((300, 96)).astype(np.float32)
    index = index_of(vectors)
    scores, rows = index.search(asked, 7)
    exact = np.sort(asked.astype(np.float64) @ vectors.astype(np.float64).T, axis=1)[:, :-8:-1]
    assert np.array_equal(scores, np.round(exact, 6))
    for at in range(0, 300, 37):
        one_score, one_row = index.search(asked[at : at + 1], 7)
        assert np.array_equal(one_score[0], scores[at])
        assert np.array_equal(one_row[0], rows[at])


def test_copies_of_a_vector_tie_wherever_they_stand() -> None:
    rng = np.random.default_rng(1)
    vectors = rng.standard_normal((500, 33)).astype(np.float32)
    vectors[[3, 77, 400]] = vectors[499]
    scores, rows = index_of(vectors).search(vectors[499:], 4)
    assert rows[0].tolist() == [3, 77, 400, 499]
    assert len(set(scores[0].tolist())) == 1


def test_adding_in_steps_is_adding_at_once() -> None:
    vectors = np.eye(4, dtype=np.float32)
    index = index_of(vectors[:1])
    index.add(vectors[1:])
    assert len(index) == 4
    assert np.array_equal(index.search(vectors, 1)[1][:, 0], np.arange(4))


def test_an_empty_index_finds_nothing_and_no_query_finds_nothing() -> None:
    assert FlatIndex().search(np.ones((2, 5), dtype=np.float32), 3)[0].shape == (2, 0)
    assert index_of(np.eye(2, dtype=np.float32)).search(np.zeros((0, 2), dtype=np.float32), 3)[0].shape == (0, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: index_of(np.eye(2, dtype=np.float32)).add(np.eye(3, dtype=np.float32)), r"shape \(3, 3\) do not fit"),
        (
            lambda: index_of(np.eye(2, dtype=np.float32)).search(np.ones((1, 3), dtype=np.float32), 1),
            r"\(1, 3\) do not",
        ),
        (lambda: index_of(np.ones(3, dtype=np.float32)), r"shape \(3,\) do not fit"),
        (lambda: index_of(np.array([[np.nan]], dtype=np.float32)), "not finite"),
        (lambda: FlatIndex().search(np.eye(2, dtype=np.float32), 0), "k is 0"),
    ],
)
def test_what_does_not_fit_is_refused(call: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()  # type: ignore[operator]


def test_it_follows_the_protocol() -> None:
    assert isinstance(FlatIndex(), VectorIndex)
