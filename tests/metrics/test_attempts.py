from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError
from clinicalbr.metrics import any_of_n
from clinicalbr.schema import Unscored, UnscoredReason, Verdict

REFUSED = Unscored(UnscoredReason.REFUSAL)
FAILED = Unscored(UnscoredReason.ERROR, "timeout")


def test_by_hand():
    assert any_of_n([False, True]) is True
    assert any_of_n([False, False]) is False
    assert any_of_n([np.bool_(False), np.True_]) is True
    assert any_of_n([REFUSED, True, FAILED]) is True


def test_without_a_right_attempt_an_unscored_one_leaves_the_case_open():
    result = any_of_n([FAILED, False, REFUSED, FAILED])
    assert result.reason is UnscoredReason.ERROR
    assert result.detail == ("3 of 4 attempts have no score (error: 2, refusal: 1) and none of the others was right")


def test_no_attempt_is_missing():
    assert any_of_n([]).reason is UnscoredReason.MISSING


@pytest.mark.parametrize("outcome", [1, 0.0, None, "true", float("nan"), Verdict(correct=True, judge="j")])
def test_anything_else_than_a_truth_value_is_refused(outcome):
    with pytest.raises(InputError, match="outcome 1"):
        any_of_n([True, outcome])


@given(outcomes=st.lists(st.sampled_from([True, False, REFUSED, FAILED]), min_size=1), seed=st.randoms())
def test_order_changes_no_truth_value_and_more_attempts_never_undo_a_hit(outcomes, seed):
    result = any_of_n(outcomes)
    shuffled = list(outcomes)
    seed.shuffle(shuffled)
    other = any_of_n(shuffled)
    assert isinstance(result, Unscored) == isinstance(other, Unscored)
    if result is True:
        assert other is True
        assert any_of_n([*outcomes, False, REFUSED]) is True
    elif result is False:
        assert set(outcomes) == {False}


def test_arrays_and_iterators_are_read():
    assert any_of_n(np.array([False, True])) is True
    assert any_of_n(np.array([False, False])) is False
    assert any_of_n(np.array([], dtype=bool)).reason is UnscoredReason.MISSING
    assert any_of_n(iter([])).reason is UnscoredReason.MISSING
    assert any_of_n(outcome for outcome in [False, REFUSED]).detail.startswith("1 of 2 attempts has no score")
