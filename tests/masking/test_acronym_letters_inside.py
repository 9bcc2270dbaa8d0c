"""Whether the letters of an acronym abbreviate some words, against a plain definition."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker
from clinicalbr.masking.acronym_context import _measure, _spelled_out, _stands_in
from clinicalbr.masking.acronym_letters import BY_WORDS, aligns


def is_given_by(letters: str, words: tuple[str, ...], skips: int) -> bool:
    """Whether the letters are made of the words in order, each giving its initial and perhaps letters behind it."""
    if not words:
        return not letters
    if not letters:
        return len(words) <= skips
    if skips and is_given_by(letters, words[1:], skips - 1):
        return True
    word = words[0]
    ways = {
        word[0] + "".join(word[at] for at in places)
        for count in range(len(word))
        for places in combinations(range(1, len(word)), count)
    }
    return any(letters.startswith(way) and is_given_by(letters[len(way) :], words[1:], skips) for way in ways)


@given(
    st.text("abc", min_size=1, max_size=4),
    st.lists(st.text("abc", min_size=1, max_size=4), max_size=4).map(tuple),
    st.integers(0, 2),
)
def test_letters_that_words_give(letters: str, words: tuple[str, ...], skips: int) -> None:
    assert aligns(letters, words, replace(BY_WORDS, skips=skips)) is is_given_by(letters, words, skips)


@pytest.mark.parametrize(
    ("letters", "words", "skips", "expected"),
    [
        ("ab", ["aa", "bb"], 0, True), ("ab", ["aa", "cc", "bb"], 0, False), ("ab", ["aa", "cc", "bb"], 1, True), ("ab", ["aa", "cc", "cc", "bb"], 1, False), ("axb", ["aax", "bb"], 0, True), ("axyb", ["axxy", "bb"], 0, True),
        ("ayxb", ["axxy", "bb"], 0, False), ("axb", ["aa", "bb"], 0, False), ("aab", ["a", "bb"], 0, False), ("abc", ["abc"], 0, True), ("abx", ["ab"], 0, False), ("", [], 0, False), ("", ["a"], 0, False), ("", ["a"], 1, False), ("a", [], 1, False),
        ("xb", ["ax", "bb"], 1, False),
    ],
)  # fmt: skip
def test_letters_and_words(letters: str, words: list[str], skips: int, expected: bool) -> None:
    assert aligns(letters, words, replace(BY_WORDS, skips=skips)) is expected


@pytest.mark.parametrize(
    ("words", "letters", "whole", "expected"),
    [
        (["x", "aa", "bb"], "ab", False, ["aa", "bb"]), (["aa", "de", "bb"], "ab", False, ["aa", "bb"]), (["aa", "bb"], "ab", True, ["aa", "bb"]), (["x", "aa", "bb"], "ab", True, ["x", "aa", "bb"]), (["x", "y", "aa", "bb"], "ab", True, None), (["aa"], "a", True, None), ([], "ab", True, None), ([], "ab", False, None),
        (["ab"], "ab", False, None), (["aa", "bb", "yy"], "ab", False, ["aa", "bb", "yy"]), (["aa", "bb", "yy", "zz"], "ab", False, None), (["x", "aa", "bb", "cc"], "abc", False, ["aa", "bb", "cc"]),
    ],
)  # fmt: skip
def test_words_that_an_acronym_spells_out(
    words: list[str], letters: str, whole: bool, expected: list[str] | None
) -> None:
    assert _spelled_out(words, letters, {"de"}, whole=whole) == expected


@given(st.text("ab .", max_size=10), st.sampled_from(["a", "ab", "a b", ".a", "b."]))
def test_a_phrase_stands_as_words_of_its_own(text: str, phrase: str) -> None:
    expected = any(
        text.startswith(phrase, at)
        and not (text[at - 1 : at].isalnum() and phrase[0].isalnum())
        and not (text[at + len(phrase) : at + len(phrase) + 1].isalnum() and phrase[-1].isalnum())
        for at in range(len(text) + 1)
    )
    assert _stands_in(phrase, text) is expected


@pytest.mark.parametrize(
    ("after", "measured"),
    [
        (" 5 mg", True), (" 5mg", True), (" of 5 mg", True), (": 5 mg", True), (" (5 mg", True), (" of (<5,2 mg", True), ("     5 mg", False), ("    5 mg", True), (" 5 mgs", False), (" 5 xx", False), (" 5 mg/dl", True), (" of5 mg", True), (" xx 5 mg", False),
    ],
)  # fmt: skip
def test_a_number_with_a_unit(after: str, measured: bool) -> None:
    assert bool(_measure(frozenset({"mg", "mg/dl"}), frozenset({"of"})).match(after)) is measured


def hides(text: str, name: str, short: str, language: str = "pt") -> bool:
    masked = Masker(GoldTarget([name], [short], languages=[language])).mask(text).text
    return LanguagePack.load(language).placeholder in masked


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        # all words around in capitals, one of them known
        ("TC COM AR NO SEIO", False), ("AR NO SEIO", False), ("TC COM AR", False), ("AR", True), ("COM AR", True), ("com AR NO", True), ("AR NO seio", True), ("TC. AR. SEIO", True), ("X AR Y", True), ("QQQQ AR ZZZZ", True),
        ("QQQQ AR ZZZZ COM NO", False), ("AR AR AR", True), ("dor; COM AR NO seio", True), ("COM AR NO (seio)", False),
    ],
)  # fmt: skip
def test_a_word_among_capitals(text: str, hidden: bool) -> None:
    assert hides(text, "artrite reumatoide", "AR") is hidden


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("enoxaparina 40 mg SC", False), ("dose inicial SC", False), ("dose. SC", True), ("dose bem longa e inicial SC", True), ("40 mg/dia SC", False), ("via SC", False), ("servia SC", True), ("injetado SC", False), ("injeta SC", False),
    ],
)  # fmt: skip
def test_routes_of_drugs(text: str, hidden: bool) -> None:
    assert hides(text, "síndrome de Cushing", "SC") is hidden
