"""The words of a clause by what they do."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_clause_words import ClauseWords, Token, choice, clause_words_of

WORDS = clause_words_of((LanguagePack.load("en"),))


def tokens(text: str) -> list[Token]:
    return ClauseWords.tokens(text, 0, len(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ph 7.4, well.", ["ph", "7.4", ",", "well", "."]), ("1:320", ["1:320"]), ("10/20/30", ["10/20/30"]), ("3.", ["3", "."]), ("3.a", ["3", "a"]), ("s.aureus", ["s", "aureus"]), ("s. aureus", ["s", ".", "aureus"]), ("follow-up he's", ["follow-up", "he's"]), ("a- -b", ["a", "-", "-", "b"]), ("a\nb", ["a", "\n", "b"]), ("x10^9", ["x10", "^", "9"]), ("3mg", ["3", "mg"]), ("", []), ("  ", []), ("%", ["%"]),
    ],
)  # fmt: skip
def test_tokens_of_a_stretch(text: str, found: list[str]) -> None:
    assert [token.text for token in tokens(text)] == found
    assert all(text[token.start : token.end] == token.text for token in tokens(text))


def test_a_word_that_reaches_over_the_end_is_left_out() -> None:
    assert [token.text for token in ClauseWords.tokens("abc def", 0, 6)] == ["abc"]
    assert [token.text for token in ClauseWords.tokens("abc def", 0, 7)] == ["abc", "def"]
    assert [token.text for token in ClauseWords.tokens("abc def", 0, 4)] == ["abc"]
    assert [token.text for token in ClauseWords.tokens("abc, def", 0, 3)] == ["abc"]
    assert ClauseWords.tokens("abc", 2, 1) == []


@pytest.mark.parametrize(
    ("text", "told"), [("a 3 b", True), ("was normal", True), ("a cyst", False), ("", False), ("normally", False), ("non-normal", True), ("normal-sized", False), ("x3", False)]
)  # fmt: skip
def test_a_number_or_a_result_among_words(text: str, told: bool) -> None:
    assert WORDS.tells(text, tokens(text)) is told


@pytest.mark.parametrize(
    ("text", "breaks", "turns", "goes_on"),
    [
        ("he left", True, True, False), ("was normal", True, True, False), ("booked", False, True, False), ("a cyst", False, False, True), ("and a cyst", False, False, False), ("a cyst he had", False, True, False), ("but a cyst", False, False, False), ("which is", False, True, False), ("a which", False, False, False), ("", False, False, False), ("a cyst, he left", False, True, True), ("a cyst: he", False, True, True), ("a cyst. he", False, True, True), ("a " * 12, False, False, True), ("a " * 13, False, False, False),
    ],
)  # fmt: skip
def test_words_that_begin_another_statement(text: str, breaks: bool, turns: bool, goes_on: bool) -> None:
    held = tokens(text)
    assert (bool(held) and WORDS.breaks_off(held[0].text)) is breaks
    assert WORDS.turns_away(held) is turns
    assert WORDS.goes_on(held) is goes_on


def test_endings_of_verbs_that_begin_another_statement() -> None:
    portuguese = clause_words_of((LanguagePack.load("pt"),))
    endings = [word[1:] for word in LanguagePack.load("pt").exams.breaks if word.startswith("*")]
    assert endings
    for ending in endings:
        assert portuguese.breaks_off(f"qqxyz{ending}"), ending
        assert not WORDS.breaks_off(f"qqxyz{ending}"), ending
    assert portuguese.breaks_off("qqxou")
    assert not portuguese.breaks_off("qxou")


@pytest.mark.parametrize(
    ("text", "count"),
    [("a b, c", 2), ("a: b", 1), ("a; b", 1), ("a\nb", 1), ("a b", 2), (", a", 0), ("a (b) c", 5), ("", 0)],
)
def test_the_words_before_the_next_mark(text: str, count: int) -> None:
    held = tokens(text)
    assert list(WORDS.segment(held)) == held[:count]


def test_with_ties_a_finding_and_without_is_part_of_it() -> None:
    assert "with" in WORDS.ties
    assert "without" not in WORDS.ties
    assert WORDS.bearing.isdisjoint(WORDS.findings)


@given(st.lists(st.text("ab .", min_size=1, max_size=4), max_size=6), st.text("ab .", max_size=6))
def test_any_of_some_phrases_the_longest_first(items: list[str], text: str) -> None:
    match = re.compile(choice(items)).match(text)
    held = [item for item in items if text.startswith(item)]
    assert (match.group() if match else None) == max(held, key=len, default=None)
