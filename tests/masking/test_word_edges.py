"""Where a word ends, and what is a word by itself."""

from __future__ import annotations

import pytest

from clinicalbr.masking.word_edges import goes_on, is_apart, is_whole_word
from clinicalbr.text import Span


@pytest.mark.parametrize(
    ("left", "right", "one_word"),
    [
        ("a", "b", True), ("a", "1", False), ("1", "a", False), ("1", "2", True), ("a", " ", False), (" ", "a", False), ("\u00e9", "\u00e8", True), ("\u0431", "\u0432", True), ("a", "\u0431", False), ("\u75c5", "\u540d", False),
        ("\u0e01", "\u0e02", False), ("\u0664", "1", True), ("\u0664", "\u0431", False), ("\u03b1", "\u03b2", True), ("\uac00", "\uac01", False), ("\u3042", "\u3044", False), ("\u30a2", "\u30a4", False),
    ],
)  # fmt: skip
def test_neighbours_in_one_word(left: str, right: str, one_word: bool) -> None:
    assert goes_on(left, right) is one_word
    assert goes_on(left, right) is goes_on(right, left)


@pytest.mark.parametrize(
    ("text", "start", "end", "whole"),
    [
        ("dengue", 0, 6, True), ("a dengue b", 2, 8, True), ("adengue", 1, 7, False), ("denguea", 0, 6, False), ("dengue2", 0, 6, True), ("2dengue", 1, 7, True), ("ab", 0, 1, False), ("ab", 1, 2, False), ("12", 0, 1, False),
    ],
)  # fmt: skip
def test_a_mention_by_itself(text: str, start: int, end: int, whole: bool) -> None:
    span = Span(start, end)
    assert is_whole_word(text, span, text, span) is whole
    assert not is_apart(text, start, end) or whole
    assert is_apart(f" {text} ", start + 1, end + 1) is is_apart(text, start, end)
    assert is_whole_word("dengue1x", Span(0, 6), "dengue\u00b9x", Span(0, 6))
    assert is_whole_word("12", Span(0, 1), "1\u00b2", Span(0, 1))
    assert is_whole_word("adengue", Span(1, 7), "\u1d43dengue", Span(1, 7))
    assert is_whole_word("21", Span(1, 2), "\u00b21", Span(1, 2))
    assert is_whole_word("denguea", Span(0, 6), "dengue\u1d43", Span(0, 6))
    assert not is_whole_word("ab", Span(0, 1), "a\u0301b", Span(0, 2))
