from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError
from clinicalbr.reporting import sentence
from clinicalbr.schema import Unscored, UnscoredReason


def test_a_clear_difference_names_the_higher_side(difference):
    assert sentence(difference(0.121, 0.099, 0.143), task="Diagnosis", system="MedGemma-27B") == (
        "Diagnosis, MedGemma-27B: scores are higher in EN than in PT "
        "(EN 0.522, PT 0.401; difference 0.121, 95% CI 0.099 to 0.143; n = 2135 paired cases)."
    )
    lower = sentence(difference(-0.017, -0.025, -0.009, n_clusters=28, confidence=0.9), a="ES", b="FR", digits=2)
    assert lower == (
        "scores are higher in ES than in FR "
        "(FR 0.38, ES 0.40; difference -0.02, 90% CI -0.03 to -0.01; n = 2135 paired cases in 28 clusters)."
    )


def test_an_interval_with_zero_is_not_distinguishable_here(difference):
    for low, high in ((-0.011, 0.005), (0.0, 0.01), (-0.01, 0.0)):
        text = sentence(difference(0.0, low, high))
        assert "not distinguishable here" in text
        assert "higher" not in text


def test_data_that_do_not_vary_carry_no_claim(difference):
    text = sentence(difference(0.1, 0.1, 0.1, method_used="degenerate"), task="T")
    assert text.startswith("T: the data do not vary, so no claim is made about EN and PT (EN 0.501")
    assert text.endswith("the difference is the same throughout, so an interval has no width).")
    for arm in ({"low_a": 0.4, "high_a": 0.4}, {"low_b": 0.5, "high_b": 0.5}):
        text = sentence(difference(0.1, 0.05, 0.2, **arm))
        assert "no claim is made" in text
        assert "higher" not in text
        assert text.endswith("the scores of one language are the same throughout, so an interval has no width).")


def test_a_missing_result_says_why():
    missing = Unscored(UnscoredReason.BUDGET, "stopped after 10 cases")
    assert sentence(missing, system="m") == "m: not scored: budget (stopped after 10 cases)."


@given(low=st.floats(-1, 1), width=st.floats(0, 1))
def test_no_sentence_claims_that_there_is_no_difference(difference, low, width):
    text = sentence(difference(low + width / 2, low, low + width)).lower()
    for claim in ("no difference", "equal", "equivalent", "no gap", "significant"):
        assert claim not in text
    assert ("not distinguishable here" in text) == (low <= 0 <= low + width)
    assert text.count("\n") == 0


@pytest.mark.parametrize("digits", [-1, True])
def test_digits_are_checked(difference, digits):
    with pytest.raises(InputError, match="digits is"):
        sentence(difference(0, 0, 0), digits=digits)
