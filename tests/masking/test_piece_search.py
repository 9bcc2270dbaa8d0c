"""Which places lie beside a redaction, so that a text is searched again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking.piece_search import _any_beside
from clinicalbr.masking.redactions import Piece
from clinicalbr.schema import Tier
from clinicalbr.text import Span

FAR_SPANS = st.tuples(st.integers(0, 700), st.integers(1, 60)).map(lambda pair: Span(pair[0], sum(pair)))


def piece(span: Span, tier: Tier = Tier.CORE, kind: str = "name") -> Piece:
    return Piece(span, kind, tier, None)  # type: ignore[arg-type]


@given(st.lists(FAR_SPANS, max_size=3), st.lists(FAR_SPANS, max_size=3))
def test_beside_is_within_reach_on_either_side(places: list[Span], spans: list[Span]) -> None:
    near = any(span.start <= place.end + 128 and place.start <= span.end + 128 for place in places for span in spans)
    assert _any_beside(places, [piece(span) for span in spans]) is near


@pytest.mark.parametrize(
    ("place", "span", "near"),
    [
        (Span(200, 210), Span(338, 340), True), (Span(200, 210), Span(339, 340), False), (Span(200, 210), Span(70, 72), True), (Span(200, 210), Span(70, 71), False),
        (Span(200, 210), Span(202, 204), True), (Span(200, 210), Span(0, 500), True),
    ],
)  # fmt: skip
def test_how_far_beside_reaches(place: Span, span: Span, near: bool) -> None:
    assert _any_beside([place], [piece(span)]) is near
    assert _any_beside([Span(9000, 9001), place], [piece(Span(5000, 5001)), piece(span)]) is near
