"""A text read for the search: words, breaks, joined words; and the words of a name against plain definitions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking.name_words import (
    NameWords,
    _changes_kind,
    _own_signs,
    _own_signs_before,
    _spelled,
    _spelled_before,
)
from clinicalbr.masking.reading import Reading, readings
from clinicalbr.masking.word_edges import goes_on
from clinicalbr.text import Span

BROKEN = st.lists(st.sampled_from(["a", "b", "-", "-\n", "-\n  ", "- ", " ", "\n"]), max_size=12).map("".join)


def spelled(reading: Reading, position: int, word: str) -> int:
    """Where a word ends, read letter by letter, a break before each but the first."""
    for index, letter in enumerate(word):
        if index:
            position = reading.after_break(position)
        if reading.low[position : position + 1] != letter:
            return -1
        position += 1
    return position


@given(BROKEN, st.text("ab", min_size=1, max_size=4))
def test_a_word_is_spelled_alike_from_both_ends(text: str, word: str) -> None:
    reading = Reading.of(text)
    ends = {start: spelled(reading, start, word) for start in range(len(reading.low) + 1)}
    assert {start: _spelled(reading, start, word) for start in ends} == ends
    starts = {end: start for start, end in ends.items() if end >= 0}
    for end in range(len(reading.low) + 1):
        assert _spelled_before(reading, end, word) == starts.get(end, -1)


@pytest.mark.parametrize("spaces", [0, 1, 40, 78, 79, 80, 81, 82, 120])
def test_how_long_a_break_may_be(spaces: int) -> None:
    reading = Reading.of("ab-\n" + " " * spaces + "cd")
    behind = 3 + 1 + spaces if spaces < 80 else 3 + 80
    whole = spaces < 80
    assert _spelled(reading, 0, "abcd") == (behind + 2 if whole else -1)
    assert _spelled_before(reading, len(reading.low), "abcd") == (0 if whole else -1)


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


PARTS = st.lists(
    st.sampled_from([" ", "-", " - ", "/", "_", "'", "<b>", "</em>", "<table>", "\u00ab", "\u2022"]), max_size=6
)


@given(PARTS.map("".join), st.sampled_from(["", "'s "]), st.sampled_from([" ", ""]))
def test_what_parts_two_words_is_seen_alike_from_both_sides(parts: str, first: str, joint: str) -> None:
    between = first + parts
    low = f"x{between}y"
    words = NameWords.of("aa bbb")
    expected = len(between) + 1 if between or not joint else -1
    assert words._forward(low, 1, joint) == expected
    assert words._backward(low, len(low) - 1, joint) == (1 if expected > 0 else -1)


@pytest.mark.parametrize(
    ("between", "whole"),
    [
        ("<b>" * 20, True), (" " * 79, True), (" " * 80, True), (" " * 81, False), ("<abcdefgh>", True), ("</abcdefgh>", True), ("<abcdefghi>", False), ("<>", False), ("<b", False), ("b>", False), ("<B>", False), ("<1>", False), (".", False), ("'s ", True), ("'t ", False), ("s ", False),
    ],
)  # fmt: skip
def test_how_much_may_part_two_words(between: str, whole: bool) -> None:
    low = f"x{between}y"
    words = NameWords.of("aa bbb")
    assert (words._forward(low, 1, " ") == len(low) - 1) is whole
    assert (words._backward(low, len(low) - 1, " ") == 1) is whole


def test_a_figure_parts_itself_from_a_letter() -> None:
    words = NameWords.of("aa bbb")
    assert (words._forward("x1", 1, " "), words._backward("x1", 1, " ")) == (1, 1)
    assert (words._forward("xy", 1, " "), words._backward("xy", 1, " ")) == (-1, -1)
    assert [_changes_kind("a1b", at) for at in range(-1, 5)] == [False, False, True, True, False, False]
    assert not _changes_kind("ab", 1)
    assert not _changes_kind("12", 1)


@pytest.mark.parametrize(
    ("low", "start", "end"),
    [("x(y", 1, 2), ("x  ( y", 1, 5), ("x y", 1, -1), ("x", 1, -1), ("x(", 1, 2), ("x (  ", 1, 5), ("(y", 0, 1), ("  (y", 0, 3)],
)  # fmt: skip
def test_signs_of_a_name_with_spaces_around(low: str, start: int, end: int) -> None:
    assert _own_signs(low, start, "(") == end
    if end >= 0:
        assert _own_signs_before(low, end, "(") == start
    assert _own_signs_before("x y", 2, "(") == -1
    assert _own_signs_before("", 0, "(") == -1


@pytest.mark.parametrize(
    ("name", "tail", "spaced", "ahead"),
    [
        ("mal de Chagas", "", "mal de chagas", 7), ("Chagas", "", "chagas", 0), ("t(15;17)", ")", "", 5), ("dengue (grave)", ")", "", 0), ("dengue)", "", "dengue", 0), ("a [b] cc", "", "", 4), ("grupo s", "", "", 0),
        ("febre amarela", "", "febre amarela", 6),
    ],
)  # fmt: skip
def test_what_is_looked_at_first(name: str, tail: str, spaced: str, ahead: int) -> None:
    words = NameWords.of(name)
    assert (words.tail, words.spaced, words.ahead) == (tail, spaced, ahead)


@pytest.mark.parametrize(
    ("name", "text", "span"),
    [
        ("mal de chagas", "mal de chagas", Span(0, 13)), ("mal de chagas", "al de chagas", None), ("mal de chagas", "xmal de chagas", Span(1, 14)), ("mal de chagas", "mal  de - chagas", Span(0, 16)), ("chagas mal", "chagas mal", Span(0, 10)),
        ("chagas mal", "chagas  mal", Span(0, 11)), ("chagas (mal)", "chagas (mal)", Span(0, 12)), ("chagas (mal)", "chagas mal", Span(0, 10)), ("chagas (mal)", "chagas ( mal )", Span(0, 12)), ("mal (de) chagas", "mal (de) chagas", Span(0, 15)),
        ("mal (de) chagas", "mal de chagas", Span(0, 13)), ("mal (de) chagas", "mal ( de ) chagas", Span(0, 17)), ("mal chagas", "malchagas", None), ("chagas mal", "chagasmal", None), ("mal 1chagas", "mal 1 chagas", Span(0, 12)),
    ],
)  # fmt: skip
def test_a_name_around_its_seed(name: str, text: str, span: Span | None) -> None:
    at = text.index("chagas")
    assert NameWords.of(name).at(Reading.of(text), range(at, at + 6)) == span


def test_a_seed_with_hyphens_in_it() -> None:
    reading = Reading.of("mal de cha-gas")
    assert NameWords.of("mal de Chagas").at(reading, (7, 8, 9, 11, 12, 13)) == Span(0, 14)
