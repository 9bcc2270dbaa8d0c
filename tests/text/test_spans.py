"""Spans and sets of spans against sets of integers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.text import Span, SpanSet

LENGTH = 40
SPANS = st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)).map(lambda pair: Span(min(pair), max(pair)))
MANY = st.lists(SPANS, max_size=12)


def points(spans: object) -> set[int]:
    return {position for span in spans for position in range(span.start, span.end)}


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (-5, -1)])
def test_bad_spans_are_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="not a span"):
        Span(start, end)


def test_span_is_a_value() -> None:
    span = Span(1, 3)
    assert span == Span(1, 3)
    assert hash(span) == hash(Span(1, 3))
    assert sorted([Span(2, 3), Span(1, 9), Span(1, 2)]) == [Span(1, 2), Span(1, 9), Span(2, 3)]
    with pytest.raises(AttributeError):
        span.start = 0  # type: ignore[misc]


@given(SPANS, st.text(min_size=LENGTH, max_size=LENGTH))
def test_span_of_text_has_its_length(span: Span, text: str) -> None:
    assert len(span.of(text)) == len(span)
    assert text[: span.start] + span.of(text) + text[span.end :] == text


@given(SPANS, SPANS)
def test_overlaps_and_contains(one: Span, other: Span) -> None:
    assert one.overlaps(other) == bool(points([one]) & points([other])) == other.overlaps(one)
    assert one.contains(other) == (one.start <= other.start <= other.end <= one.end)
    assert one.contains(one)


@given(MANY)
def test_merge_is_the_union_in_normal_form(spans: list[Span]) -> None:
    merged = SpanSet.merge(spans)
    assert points(merged) == points(spans)
    assert all(len(span) for span in merged)
    assert all(before.end < after.start for before, after in zip(merged.spans, merged.spans[1:], strict=False))
    assert SpanSet.merge(merged) == merged
    assert SpanSet.merge(reversed(spans)) == merged
    assert SpanSet(merged.spans) == merged
    assert len(merged) == len(merged.spans)


@given(MANY)
def test_inversion_is_the_complement(spans: list[Span]) -> None:
    merged = SpanSet.merge(spans)
    inverted = merged.invert(LENGTH)
    assert points(inverted) == set(range(LENGTH)) - points(spans)
    assert inverted.invert(LENGTH) == merged
    assert merged.union(inverted) == SpanSet.merge([Span(0, LENGTH)])


@given(MANY, MANY)
def test_union(one: list[Span], other: list[Span]) -> None:
    united = SpanSet.merge(one).union(SpanSet.merge(other))
    assert united == SpanSet.merge([*one, *other])
    assert points(united) == points(one) | points(other)


@given(MANY, SPANS)
def test_covers(spans: list[Span], span: Span) -> None:
    # Neighbours merge, so a stretch without a gap always lies in one span.
    assert SpanSet.merge(spans).covers(span) == (points([span]) <= points(spans))


def test_empty_set() -> None:
    assert SpanSet.merge([Span(3, 3)]) == SpanSet()
    assert SpanSet().invert(0) == SpanSet()
    assert SpanSet().invert(2).spans == (Span(0, 2),)
    assert not SpanSet().covers(Span(0, 1))
    assert SpanSet().covers(Span(5, 5))


@pytest.mark.parametrize(
    "spans",
    [(Span(0, 0),), (Span(2, 3), Span(0, 1)), (Span(0, 2), Span(1, 3)), (Span(0, 1), Span(1, 2))],
    ids=["empty", "out of order", "overlapping", "touching"],
)
def test_sets_out_of_form_are_refused(spans: tuple[Span, ...]) -> None:
    with pytest.raises(ValueError, match=r"use SpanSet\.merge"):
        SpanSet(spans)


def test_inversion_past_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="reaches past a text of 3"):
        SpanSet.merge([Span(1, 4)]).invert(3)
