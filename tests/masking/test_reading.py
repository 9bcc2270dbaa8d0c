"""A text read for the search: words, breaks, and words joined over hyphens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking.reading import Reading, readings
from clinicalbr.masking.word_edges import goes_on
from clinicalbr.text import Span


@pytest.mark.parametrize(
    ("text", "position", "after"),
    [
        ("a-b", 0, 0), ("a-b", 1, 2), ("a-b", 3, 3), ("a-", 1, 2), ("a-", 2, 2), ("a- b", 1, 1), ("a-\nb", 1, 3), ("a- \n b", 1, 5), ("a-\r\nb", 1, 4), ("a-\u2028b", 1, 3), ("a-\n", 1, 3), ("a -\nb", 2, 4),
        ("a- ", 1, 1),
    ],
)  # fmt: skip
def test_where_a_word_goes_on_behind_a_hyphen(text: str, position: int, after: int) -> None:
    assert Reading.of(text).after_break(position) == after


@given(st.text("ab1\u00e9\u4e00 -_\u0301", max_size=12), st.data())
def test_edges_of_words(text: str, data: st.DataObject) -> None:
    reading = Reading.of(text)
    low = reading.low
    places = [at for at, letter in enumerate(low) if letter.isalnum()]
    if not places:
        return
    at = data.draw(st.sampled_from(places))
    start = at
    while start and goes_on(low[start - 1], low[start]):
        start -= 1
    end = at + 1
    while end < len(low) and goes_on(low[end - 1], low[end]):
        end += 1
    assert reading.word(at) == (start, end)


@pytest.mark.parametrize("letter", ["a", "\u0431"])
def test_words_of_endless_length_are_cut(letter: str) -> None:
    reading = Reading.of(f"x {letter * 200} x")
    assert reading.word_start(150) == 150 - 64
    assert reading.word(50)[1] == 50 + 64
    assert reading.word(170)[1] == 202
    assert reading.word_start(40) == 2
    short = Reading.of(f"x {letter * 64} x")
    assert (short.word(65)[0], short.word(2)[1]) == (2, 66)


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("a neuro-zika", "a neurozika"), ("neuro-\n zika!", "neurozika!"), ("no hyphen", ""), ("- a", ""), ("a- b", ""), ("a -b", ""), ("-a-b", "-ab"), ("a-b-c", "abc"), ("a-", ""), ("a--b", ""), ("a\u00b2-b c", "a2b c"),
        ("ab-cd " + "x" * 60 + " ef-gh", "abcd " + "x" * 29 + "\n" + "x" * 29 + " efgh"),
        ("ab-cd " + "x" * 20 + " ef-gh", "abcd " + "x" * 20 + " efgh"),
        ("y" * 40 + "-cd", "y" * 32 + "cd"),
    ],
)  # fmt: skip
def test_words_with_hyphens_are_joined_with_what_surrounds_them(text: str, joined: str) -> None:
    assert Reading.of(text).joined.text == joined


@given(st.lists(st.sampled_from(["a", "bc", "-", "-\n", " ", "x" * 20]), max_size=16).map("".join), st.data())
def test_joined_words_know_their_places(text: str, data: st.DataObject) -> None:
    reading = Reading.of(text)
    joined = reading.joined
    if not joined.text:
        return
    start = data.draw(st.integers(0, len(joined.text) - 1))
    end = data.draw(st.integers(start + 1, len(joined.text)))
    if "\n" in joined.text[start:end]:
        return
    places = joined.places(start, end)
    assert "".join(reading.low[place] for place in places) == joined.text[start:end]
    assert list(places) == sorted(set(places))


def test_the_ways_to_read_a_text() -> None:
    assert [reading.low for reading in readings("plain text")] == ["plain text"]
    assert [reading.low for reading in readings("den\u00adgue")] == ["dengue"]
    assert [reading.low for reading in readings("den&shy;\ngue")] == ["den gue", "dengue"]
    assert [reading.low for reading in readings("d\u0435ngue")] == ["d\u0435ngue", "dengue"]
    assert [reading.low for reading in readings("\u0435\u0435 dengue")] == ["\u0435\u0435 dengue"]
    assert readings("d\u0435ngue")[1].source(0, 6) == Span(0, 6)


def test_the_source_of_a_stretch() -> None:
    assert Reading.of("ab").source(0, 1) == Span(0, 1)
    assert Reading.of("a\u00adb").source(1, 2).of("a\u00adb").endswith("b")
    assert Reading.of("Ab C\u00c9").cased == "Ab CE"
