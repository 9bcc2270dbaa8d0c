"""Placeholders that stand in a text, and pieces merged into redactions."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking.placeholders import Placeholders
from clinicalbr.masking.redactions import Piece, merged
from clinicalbr.schema import Tier
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


@given(
    st.lists(
        st.tuples(spans(20).filter(len), st.sampled_from(list(Tier)), st.sampled_from(["name", "verdict"])), max_size=8
    ),
    st.randoms(),
)
def test_redactions_are_the_union_of_the_pieces_and_bear_the_strongest_tier(found, random) -> None:
    text = "abcdefghijklmnopqrst"
    pieces = [Piece(span, kind, tier, None) for span, tier, kind in found]
    redactions = merged(pieces, text)
    covered = {place for piece in pieces for place in range(piece.span.start, piece.span.end)}
    assert [place for item in redactions for place in range(item.start, item.end)] == sorted(covered)
    for item in redactions:
        inside = [piece for piece in pieces if item.start <= piece.span.start and piece.span.end <= item.end]
        assert item.surface == text[item.start : item.end]
        assert item.tier == max((piece.tier for piece in inside), key=lambda tier: tier.strength)
        assert item.kind == ("verdict" if any(piece.kind == "verdict" for piece in inside) else "name")
    random.shuffle(pieces)
    assert merged(pieces, text) == redactions
