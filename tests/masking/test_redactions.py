"""Pieces merged into redactions, and warnings about how much is hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking.redactions import Piece, _visible, merged, warnings_of
from clinicalbr.schema import Redaction, Tier
from clinicalbr.text import Span


def spans(length: int) -> st.SearchStrategy[Span]:
    return st.tuples(st.integers(0, length), st.integers(0, length)).map(lambda ends: Span(min(ends), max(ends)))


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


def piece(span: Span, tier: Tier = Tier.CORE, kind: str = "name") -> Piece:
    return Piece(span, kind, tier, None)  # type: ignore[arg-type]


def test_neighbours_that_do_not_overlap_stay_two() -> None:
    assert len(merged([piece(Span(0, 2)), piece(Span(2, 4))], "abcd")) == 2
    assert len(merged([piece(Span(0, 3)), piece(Span(2, 4))], "abcd")) == 1


def redaction(text: str, start: int, end: int) -> Redaction:
    return Redaction(start=start, end=end, surface=text[start:end], kind="name", tier=Tier.CORE)


@pytest.mark.parametrize(
    ("text", "hidden", "codes"),
    [
        ("ab cd", None, ["nothing_found"]), (" \n", None, []), ("ab cd", (0, 2), []), ("ab cd", (0, 3), []), ("ab cde", (3, 6), ["half_redacted"]), ("ab  cd", (1, 6), ["half_redacted"]),
        ("abc            d", (3, 16), []),
    ],
)  # fmt: skip
def test_warnings_count_what_can_be_seen(text: str, hidden: tuple[int, int] | None, codes: list[str]) -> None:
    redactions = [redaction(text, *hidden)] if hidden else []
    assert [warning.code for warning in warnings_of(text, redactions)] == codes


def test_the_warning_tells_how_much_is_hidden() -> None:
    (warning,) = warnings_of("ab cde", [redaction("ab cde", 3, 6)])
    assert warning.detail.startswith("3 of 5 ")
    assert _visible(" a\tbc \n") == 3
