"""The arithmetic of places behind the masker and the verdict clauses, against plain definitions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking.piece_search import _any_beside
from clinicalbr.masking.placeholders import Placeholders
from clinicalbr.masking.redactions import Piece, _visible, merged, warnings_of
from clinicalbr.masking.verdicts import _by_sentence, _sentence_end, _sentence_start, _title_end, _trimmed, _whole
from clinicalbr.schema import Leak, Redaction, Tier
from clinicalbr.text import Span

SPANS = st.tuples(st.integers(0, 40), st.integers(0, 6)).map(lambda pair: Span(pair[0], sum(pair)))
FAR_SPANS = st.tuples(st.integers(0, 700), st.integers(1, 60)).map(lambda pair: Span(pair[0], sum(pair)))


def disjoint(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans):
        if len(span) and (not kept or span.start >= kept[-1].end):
            kept.append(span)
    return kept


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


@given(st.lists(st.tuples(SPANS.filter(len), st.sampled_from(Tier), st.sampled_from(["name", "verdict"])), max_size=6))
def test_merged_pieces_cover_the_same_and_bear_the_strongest_tier(items: list[tuple[Span, Tier, str]]) -> None:
    text = "abcdefghij" * 6
    redactions = merged([piece(*item) for item in sorted(items, key=lambda item: item[0])], text)
    covered = {at for span, _, _ in items for at in range(span.start, span.end)}
    assert {at for redaction in redactions for at in range(redaction.start, redaction.end)} == covered
    assert all(one.end <= other.start for one, other in pairwise(redactions))
    for redaction in redactions:
        own = [item for item in items if item[0].start >= redaction.start and item[0].end <= redaction.end]
        assert redaction.surface == text[redaction.start : redaction.end]
        assert redaction.tier.strength == max(tier.strength for _, tier, _ in own)
        assert redaction.kind == ("verdict" if any(kind == "verdict" for _, _, kind in own) else "name")


def test_neighbours_that_do_not_overlap_stay_two() -> None:
    assert len(merged([piece(Span(0, 2)), piece(Span(2, 4))], "abcd")) == 2
    assert len(merged([piece(Span(0, 3)), piece(Span(2, 4))], "abcd")) == 1


@given(st.text("ab", max_size=12), st.text("ab", min_size=1, max_size=2))
def test_occurrences_do_not_overlap(text: str, wanted: str) -> None:
    found = Placeholders.of(text, wanted).spans
    assert len(found) == text.count(wanted)
    assert all(span.of(text) == wanted for span in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


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


def leak(text: str, surface: str, after: int = 0) -> Leak:
    start = text.index(surface, after)
    return Leak(start, start + len(surface), surface, Tier.VERBATIM, surface)


def by_sentence(text: str, *surfaces: str) -> list[tuple[str, list[str]]]:
    return [
        (sentence.of(text), [item.surface for item in inside])
        for sentence, inside in _by_sentence(text, [leak(text, surface) for surface in surfaces])
    ]


@pytest.mark.parametrize(
    ("text", "surfaces", "expected"),
    [
        ("One aaa. Two bbb. Three", ["bbb"], [("Two bbb.", ["bbb"])]),
        ("One aaa. Two bbb. Three", ["bbb", "aaa"], [("One aaa.", ["aaa"]), ("Two bbb.", ["bbb"])]),
        ("One aaa and bbb! Two", ["bbb", "aaa"], [("One aaa and bbb!", ["aaa", "bbb"])]),
        ("One aaa e.g. bbb? Two", ["aaa"], [("One aaa e.g. bbb?", ["aaa"])]),
        ("aaa", ["aaa"], [("aaa", ["aaa"])]),
        ("One.\n\n  Two aaa\nThree", ["aaa"], [("Two aaa", ["aaa"])]),
        ("One (of.) \u201cTwo aaa.\u201d Three", ["aaa"], [("\u201cTwo aaa.", ["aaa"])]),
        ("One. 2 aaa. 3 bbb", ["aaa"], [("2 aaa.", ["aaa"])]),
        ("One. two aaa. three", ["aaa"], [("One. two aaa. three", ["aaa"])]),
        # a mention that reaches over the end of a sentence takes both
        ("One aaa. Two bbb. Three ccc", ["aaa. Two bbb", "Three"], [("One aaa. Two bbb.", ["aaa. Two bbb"]), ("Three ccc", ["Three"])]),
        ("One aaa. Two bbb", ["aaa", "aaa. Two"], [("One aaa. Two", ["aaa", "aaa. Two"])]),
    ],
)  # fmt: skip
def test_sentences_around_mentions(text: str, surfaces: list[str], expected: list[tuple[str, list[str]]]) -> None:
    found = by_sentence(text, *surfaces)
    assert [(sentence.strip(), inside) for sentence, inside in found] == expected


@given(
    st.lists(st.sampled_from(["Aa", "b", ". ", "? ", "! X", "\n", "e.g. ", " ", "9", ".\u201d ", "; "]), max_size=40),
    st.data(),
)
def test_sentences_are_found_alike_from_any_mention(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    if not text:
        return
    places = data.draw(st.lists(st.integers(0, len(text) - 1), min_size=1, max_size=5))
    leaks = [Leak(at, at + 1, text[at], Tier.CORE, "x") for at in places]
    found = list(_by_sentence(text, leaks))
    assert sorted((item.start for _, inside in found for item in inside)) == sorted(places)
    assert all(one.end <= other.start for (one, _), (other, _) in pairwise(found))
    for sentence, inside in found:
        for item in inside:
            assert sentence.start <= item.start
            assert item.end <= sentence.end
        marks = [mark for mark in ".!?\n" if mark in text]
        alone = _sentence_start(text, marks, 0, inside[0].start)
        assert sentence.start <= inside[0].start
        assert alone <= inside[0].start


def test_a_sentence_is_looked_for_in_reach() -> None:
    before = "x " * 400
    text = f"{before}aaa {before}"
    at = text.index("aaa")
    assert _sentence_start(text, ".", at - 600, at) == at - 600
    assert _sentence_end(text, at + 3) == at + 603
    ((sentence, _),) = _by_sentence(text, [leak(text, "aaa")])
    assert sentence == Span(at - 600, at + 603)
    many = "A. b. c. d. e. f. g. h. i. j. k aaa"
    assert _sentence_start(many, ".", 0, many.index("aaa")) == 0
    assert _sentence_start("A. B. c. d. e. f. g. h. i. j. k. l aaa", ".", 0, 34) == 3


def test_the_end_of_a_sentence_keeps_its_stop_and_no_line_end() -> None:
    assert _sentence_end("aaa. Bb", 2) == 4
    assert _sentence_end("aaa\nBb", 2) == 3
    assert _sentence_end("aaa", 2) == 3


@pytest.mark.parametrize(
    ("text", "end"),
    [("Title\nText", 5), ("Title.\nText", 0), ("Title", 0), ("Title\n", 0), ("Title:\nText", 0), ("\nText", 0), ("a" * 300 + "\nText", 300), ("a" * 301 + "\nText", 0), ("Title\r\nText", 5)],
)  # fmt: skip
def test_where_a_title_ends(text: str, end: int) -> None:
    assert _title_end(text) == end


@given(st.text(" a,.;:\n", max_size=10), st.text(" a,.;:\n", max_size=3))
def test_a_clause_has_no_marks_at_its_edges(text: str, around: str) -> None:
    whole = around + text + around
    trimmed = _trimmed(whole, Span(len(around), len(around) + len(text)))
    assert trimmed.of(whole) == text.lstrip(" \t\n\r,;:").rstrip(" \t\n\r.,;:!?")


def test_a_sentence_as_one_clause() -> None:
    text = "xx  aaa bbb  yy"
    span, held = _whole(
        Span(2, 13), text[2:13], [leak(text, "aaa"), leak(text, "bbb"), leak(text, "yy"), leak(text, "xx")]
    )
    assert span == Span(4, 11)
    assert [item.surface for item in held] == ["aaa", "bbb"]
    assert _whole(Span(2, 4), "  ", []) == (Span(4, 4), [])
