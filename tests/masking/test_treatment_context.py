"""The patient's past, what is measured in the blood, and how a treatment went."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import TextWords
from clinicalbr.masking.treatment_context import history_of, overlaps
from clinicalbr.masking.treatment_outcomes import outcome_clauses
from clinicalbr.text import Span, SpanSet, fold

ENGLISH = (LanguagePack.load("en"),)


def words_of(text: str) -> TextWords:
    return TextWords.of(text, fold(text))


@pytest.mark.parametrize(
    ("text", "earlier", "home"),
    [
        ("He had surgery in 2009. Fever", ["He had surgery in 2009"], []), ("previous surgery, then drained", ["previous surgery"], []), ("a; previous surgery", ["previous surgery"], []),
        ("Well. Home medication: aspirin, insulin; fever. New", [], ["Home medication: aspirin, insulin; fever."]), ("allergic to penicillin", [], ["allergic to penicillin"]), ("He was drained.", [], []),
        ("(previous surgery) drained", ["previous surgery"], []), ("Old.\nprevious surgery\nNew", ["previous surgery"], []),
    ],
)  # fmt: skip
def test_stretches_of_the_past(text: str, earlier: list[str], home: list[str]) -> None:
    history = history_of(ENGLISH)
    assert [span.of(text).strip(" ;(\n") for span in history.earlier(words_of(text))] == earlier
    assert [span.of(text) for span in history.home(words_of(text))] == home


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("Fasting insulin was begun", [8]), ("insulin 3 mU/L", [0]), ("insulin level 3", [0]), ("Insulin was given.", []), ("Fasting; insulin", []), ("Fasting (insulin", []), ("insulin, level", []), ("insulin of 1.5 mU/L", [0]),
        ("fasting" + " x" * 14 + " insulin", [36]), ("fasting" + " x" * 15 + " insulin", []), ("insulin; fasting insulin; insulin", [17]),
    ],
)  # fmt: skip
def test_what_is_measured_in_the_blood(text: str, measured: list[int]) -> None:
    assert [span.start for span in history_of(ENGLISH).measured(words_of(text))] == measured


@pytest.mark.parametrize(
    ("text", "present"),
    [
        ("xxxx was done.", [0]), ("previous xxxx in 2009.", []), ("Cured by xxxx. He had surgery in 2009.\n\nAn xxxx was done.", [43]), ("Cured by xxxx. He had fever.\n\nAn xxxx was done.", [9, 33]),
        ("Cured by xxxx. He had surgery in 2009. No more.", [9]), ("He had surgery in 2009. Cured by xxxx.\n\nAn xxxx was done.", [33, 43]), ("Cured by xxxx. He had surgery in 2009.\n\nNo more.", [9]), ("Fever.\n\nxxxx. He had surgery in 2009.\n\nxxxx", [8, 39]),
    ],
)  # fmt: skip
def test_mentions_of_the_treatment_as_it_is_given(text: str, present: list[int]) -> None:
    mentions = [Span(at, at + 4) for at in range(len(text)) if text.startswith("xxxx", at)]
    assert [span.start for span in history_of(ENGLISH).present(words_of(text), mentions)] == present


@given(
    st.tuples(st.integers(0, 9), st.integers(1, 3)),
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=3),
)
def test_overlap_is_a_letter_shared(one: tuple[int, int], others: list[tuple[int, int]]) -> None:
    span = Span(one[0], sum(one))
    spans = SpanSet.merge(Span(start, start + length) for start, length in others)
    assert overlaps(span, spans) is any(span.overlaps(other) for other in spans)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Pain improved. An xxxx was done. Pain improved.", ["Pain improved."]), ("An xxxx was done. Pain resolved and he was discharged; he left.", ["Pain resolved and he was discharged;"]), ("No treatment. Pain improved.", []),
        ("Pain improved after xxxx.", ["Pain improved after xxxx."]), ("xxxx at 6 months, a scan.", []),
    ],
)  # fmt: skip
def test_clauses_that_tell_an_outcome(text: str, told: list[str]) -> None:
    mentions = [Span(at, at + 4) for at in range(len(text)) if text.startswith("xxxx", at)]
    assert [span.of(text).strip() for span in outcome_clauses(text, ENGLISH, mentions)] == told
