"""Offset maps on random edit scripts, against what the edits did to each code point."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.text import Edit, OffsetMap, Span, apply_edits

Script = list[tuple[Span, str]]


@st.composite
def scripts(draw: st.DrawFn, text: str) -> Script:
    """Edits of a text: touching, empty and adjacent ones, insertions, deletions, and ones that change nothing."""
    edges = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    spans = [Span(start, end) for start, end in zip(edges[::2], edges[1::2], strict=False)]
    return [(span, draw(st.sampled_from(["", "x", "yz", "long one", span.of(text)]))) for span in spans]


@st.composite
def edited(draw: st.DrawFn, max_size: int = 20) -> tuple[str, Script]:
    text = draw(st.text("abç\u0301 ", max_size=max_size))
    return text, draw(scripts(text))


@st.composite
def edited_twice(draw: st.DrawFn) -> tuple[str, Script, Script]:
    text, first = draw(edited())
    return text, first, draw(scripts(apply_edits(text, first)[0]))


def kept(offsets: OffsetMap) -> list[tuple[int, int]]:
    """Pairs of positions, source and target, of the code points that no edit touched."""
    pairs, source, target = [], 0, 0
    ends = [(edit.source, edit.target) for edit in offsets.edits]
    for near, far in [*ends, (Span(offsets.source_length, offsets.source_length), None)]:
        while source < near.start:
            pairs.append((source, target))
            source, target = source + 1, target + 1
        if far is not None:
            source, target = near.end, far.end
    return pairs


@given(edited())
def test_target_is_the_source_with_its_edits(case: tuple[str, Script]) -> None:
    text, script = case
    target, offsets = apply_edits(text, script)
    rebuilt, position = "", 0
    for span, replacement in script:
        rebuilt += text[position : span.start] + replacement
        position = span.end
    assert target == rebuilt + text[position:]
    assert (offsets.source_length, offsets.target_length) == (len(text), len(target))
    assert all(edit.source.of(text) != edit.target.of(target) for edit in offsets.edits)


@given(edited())
def test_every_unedited_code_point_maps_to_itself_both_ways(case: tuple[str, Script]) -> None:
    text, script = case
    target, offsets = apply_edits(text, script)
    for source_at, target_at in kept(offsets):
        assert text[source_at] == target[target_at]
        assert offsets.to_target(Span(source_at, source_at + 1)) == Span(target_at, target_at + 1)
        assert offsets.to_source(Span(target_at, target_at + 1)) == Span(source_at, source_at + 1)


@given(edited(), st.data())
def test_a_span_maps_to_all_it_was_made_from_and_no_more(case: tuple[str, Script], data: st.DataObject) -> None:
    text, script = case
    target, offsets = apply_edits(text, script)
    start = data.draw(st.integers(0, len(target)))
    span = Span(start, data.draw(st.integers(start, len(target))))
    mapped = offsets.to_source(span)
    if not len(span):
        assert not len(mapped)
        return
    touched = [edit.source for edit in offsets.edits if edit.target.overlaps(span)]
    single = [Span(s, s + 1) for s, t in kept(offsets) if span.start <= t < span.end]
    made_from = [*touched, *single]
    assert mapped == Span(min(item.start for item in made_from), max(item.end for item in made_from))


@given(edited(), st.data())
def test_going_there_and_back_loses_nothing_that_survived(case: tuple[str, Script], data: st.DataObject) -> None:
    text, script = case
    _, offsets = apply_edits(text, script)
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    back = offsets.to_source(offsets.to_target(span))
    deleted = {
        position
        for edit in offsets.edits
        if not len(edit.target)
        for position in range(edit.source.start, edit.source.end)
    }
    survived = [position for position in range(span.start, span.end) if position not in deleted]
    assert all(back.start <= position < back.end for position in survived)
    if len(survived) == len(span) and len(span):
        assert back.contains(span)


@given(edited())
def test_mapping_is_monotonic(case: tuple[str, Script]) -> None:
    text, script = case
    target, offsets = apply_edits(text, script)
    for mapped in (
        [offsets.to_source(Span(at, at + 1)) for at in range(len(target))],
        [offsets.to_target(Span(at, at + 1)) for at in range(len(text))],
        [offsets.to_source(Span(at, at)) for at in range(len(target) + 1)],
    ):
        for before, after in itertools.pairwise(mapped):
            assert before.start <= after.start
            assert before.end <= after.end


@given(edited())
def test_inversion_is_an_involution_and_swaps_the_sides(case: tuple[str, Script]) -> None:
    text, script = case
    target, offsets = apply_edits(text, script)
    inverted = offsets.invert()
    assert inverted.invert() == offsets
    assert (inverted.source_length, inverted.target_length) == (len(target), len(text))
    for at in range(len(target)):
        assert inverted.to_target(Span(at, at + 1)) == offsets.to_source(Span(at, at + 1))


@given(edited_twice())
def test_composition_equals_applying_both(case: tuple[str, Script, Script]) -> None:
    text, first_script, second_script = case
    middle, first = apply_edits(text, first_script)
    target, second = apply_edits(middle, second_script)
    both = first.compose(second)
    assert (both.source_length, both.target_length) == (len(text), len(target))
    # The edits of the joined map, with their own replacements, make the target from the source.
    again, _ = apply_edits(text, [(edit.source, edit.target.of(target)) for edit in both.edits])
    assert again == target
    for at in range(len(target)):
        in_steps = first.to_source(second.to_source(Span(at, at + 1)))
        assert both.to_source(Span(at, at + 1)).contains(in_steps) or not len(in_steps)
    untouched = {(s, t) for s, m in kept(first) for middle_at, t in kept(second) if m == middle_at}
    assert untouched == set(kept(both))


@given(edited_twice())
def test_composition_commutes_with_inversion(case: tuple[str, Script, Script]) -> None:
    text, first_script, second_script = case
    middle, first = apply_edits(text, first_script)
    _, second = apply_edits(middle, second_script)
    assert first.compose(second).invert() == second.invert().compose(first.invert())


@given(edited())
def test_identity_is_neutral(case: tuple[str, Script]) -> None:
    text, script = case
    target, offsets = apply_edits(text, script)
    assert OffsetMap.identity(len(text)).compose(offsets) == offsets
    assert offsets.compose(OffsetMap.identity(len(target))) == offsets


def test_composition_keeps_touching_edits_apart() -> None:
    """A letter that lost its mark must not take along the white space that a later step squeezed behind it."""
    middle, first = apply_edits("cafe\u0301  x", [(Span(3, 5), "e")])
    target, second = apply_edits(middle, [(Span(4, 6), " ")])
    assert target == "cafe x"
    both = first.compose(second)
    assert both.to_source(Span(0, 4)) == Span(0, 5)
    assert both.to_source(Span(5, 6)) == Span(7, 8)


def test_composition_joins_what_has_no_order() -> None:
    """A deletion and a later insertion at the same place."""
    middle, first = apply_edits("ab", [(Span(1, 2), "")])
    _, second = apply_edits(middle, [(Span(1, 1), "XY")])
    assert first.compose(second).edits == (Edit(Span(1, 2), Span(1, 3)),)


def test_deleted_text_at_the_edges_does_not_count() -> None:
    _, offsets = apply_edits("-ab-", [(Span(0, 1), ""), (Span(3, 4), "")])
    assert offsets.to_source(Span(0, 2)) == Span(1, 3)
    assert offsets.to_target(Span(0, 1)) == Span(0, 0)


@pytest.mark.parametrize("script", [[(Span(2, 3), "x"), (Span(0, 1), "y")], [(Span(0, 2), "x"), (Span(1, 3), "y")]])
def test_edits_out_of_order_are_refused(script: Script) -> None:
    with pytest.raises(ValueError, match="overlap or are out of order"):
        apply_edits("abcd", script)


def test_edits_past_the_text_are_refused() -> None:
    with pytest.raises(IndexError, match="reaches past a text of 2"):
        apply_edits("ab", [(Span(1, 3), "x")])


@pytest.mark.parametrize("method", ["to_source", "to_target"])
def test_spans_past_the_text_are_refused(method: str) -> None:
    with pytest.raises(IndexError, match="reaches past a text of 2"):
        getattr(OffsetMap.identity(2), method)(Span(1, 3))


@pytest.mark.parametrize(
    ("edits", "lengths"),
    [
        ((Edit(Span(2, 3), Span(2, 3)), Edit(Span(0, 1), Span(0, 1))), (3, 3)),
        ((Edit(Span(0, 2), Span(0, 2)), Edit(Span(1, 3), Span(2, 3))), (3, 3)),
        ((Edit(Span(1, 2), Span(0, 1)),), (3, 3)),
        ((Edit(Span(0, 2), Span(0, 1)),), (3, 3)),
        ((Edit(Span(0, 2), Span(0, 2)),), (1, 1)),
        ((), (1, 2)),
        ((), (-1, -1)),
    ],
    ids=["order", "overlap", "step", "lengths", "past the end", "no edits", "negative"],
)
def test_maps_that_do_not_add_up_are_refused(edits: tuple[Edit, ...], lengths: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"edits are out of|edits do not add up"):
        OffsetMap(edits, *lengths)


def test_texts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="of 2 code points does not fit 3"):
        OffsetMap.identity(2).compose(OffsetMap.identity(3))
