"""Placeholders that stand in a text."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking.placeholders import Placeholders
from clinicalbr.text import Span

TEXTS = st.lists(st.sampled_from(["[X]", "a", " ", "[", "X]"]), max_size=12).map("".join)


def spans(length: int) -> st.SearchStrategy[Span]:
    return st.tuples(st.integers(0, length), st.integers(0, length)).map(lambda ends: Span(min(ends), max(ends)))


@given(TEXTS, st.data())
def test_free_and_outside_agree_with_a_look_at_each_character(text: str, data: st.DataObject) -> None:
    placed = Placeholders.of(text, "[X]")
    hidden = {place for span in placed.spans for place in range(span.start, span.end)}
    assert bool(placed) is ("[X]" in text)
    span = data.draw(spans(len(text)).filter(len))
    inside = set(range(span.start, span.end))
    assert placed.is_free(span) is not bool(inside & hidden)
    left = list(placed.outside(span))
    assert all(len(part) for part in left)
    assert {place for part in left for place in range(part.start, part.end)} == inside - hidden


def test_a_placeholder_is_known_in_another_unicode_form() -> None:
    placeholder = "[RÉDIGÉ]"
    text = f"a {unicodedata.normalize('NFD', placeholder)} b {placeholder}"
    assert [text[span.start : span.end] for span in Placeholders.of(text, placeholder).spans] == [
        text[2:12],
        placeholder,
    ]


SPANS = st.tuples(st.integers(0, 40), st.integers(0, 6)).map(lambda pair: Span(pair[0], sum(pair)))


def disjoint(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans):
        if len(span) and (not kept or span.start >= kept[-1].end):
            kept.append(span)
    return kept


@given(SPANS, st.lists(SPANS, max_size=5).map(disjoint))
def test_overlap_with_one_of_several(span: Span, blocks: list[Span]) -> None:
    assert Placeholders(blocks).is_free(span) is not any(block.overlaps(span) for block in blocks)


@given(SPANS, st.lists(SPANS, max_size=5).map(disjoint))
def test_a_clause_is_left_without_the_placeholders_in_it(clause: Span, blocks: list[Span]) -> None:
    covered = {at for block in blocks for at in range(block.start, block.end)}
    pieces = list(Placeholders(blocks).outside(clause))
    left = [at for span in pieces for at in range(span.start, span.end)]
    assert left == [at for at in range(clause.start, clause.end) if at not in covered]
    assert all(len(span) for span in pieces)
    assert all(one.end < other.start for one, other in pairwise(pieces))


@given(st.text("ab", max_size=12), st.text("ab", min_size=1, max_size=2))
def test_occurrences_do_not_overlap(text: str, wanted: str) -> None:
    found = Placeholders.of(text, wanted).spans
    assert len(found) == text.count(wanted)
    assert all(span.of(text) == wanted for span in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
