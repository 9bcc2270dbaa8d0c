"""The public strategies give what they say."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clinicalbr.testing
from clinicalbr.schema import ClinicalCase
from clinicalbr.testing import strategies
from clinicalbr.text import fold_text


@given(
    st.sampled_from(["pt", "en", "es"])
    .flatmap(strategies.disease_names)
    .flatmap(lambda name: st.tuples(st.just(name), strategies.noisy(name)))
)
def test_noise_never_changes_what_a_reader_reads(names: tuple[str, str]) -> None:
    name, noisy = names
    assert fold_text(noisy, squeeze=True) == fold_text(name, squeeze=True)


@given(strategies.clinical_cases("en"))
def test_cases_are_cases(case: ClinicalCase) -> None:
    assert case.language == "en"
    assert case.gold_diagnosis
    assert case.texts()


@given(strategies.clinical_texts("pt"))
def test_texts_hold_something(text: str) -> None:
    assert text.strip()


WITHOUT_HYPOTHESIS = """
import sys
import clinicalbr.testing
from clinicalbr.errors import MissingExtraError

assert "hypothesis" not in sys.modules
sys.modules["hypothesis"] = None
try:
    clinicalbr.testing.strategies
except MissingExtraError:
    print("refused")
"""


def test_strategies_are_imported_on_first_use() -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT_HYPOTHESIS], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "refused"
    assert "strategies" in clinicalbr.testing.__all__
    with pytest.raises(AttributeError, match="nothing"):
        _ = clinicalbr.testing.nothing
