"""Listed phrases in a text."""

from __future__ import annotations

import pytest

from clinicalbr.masking.lexicon import PhraseSet
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.text import fold


@pytest.mark.parametrize(
    ("phrases", "text", "stands"),
    [
        (["aa bb"], "x aa bb y", True), (["aa bb"], "aa x bb", False), (["aa bb"], "aa", False), (["aa"], "x aa", True), (["aa"], "xaa", False), (["aa bb", "aa cc"], "aa cc", True), (["aa bb", "aa"], "aa", True), ([""], "aa", False), (["aa bb"], "aa, bb", True), (["aa bb"], "bb aa", False),
    ],
)  # fmt: skip
def test_phrases_in_a_text_word_by_word(phrases: list[str], text: str, stands: bool) -> None:
    assert PhraseSet(phrases).stands_in(text) is stands


def words_of(text: str) -> TextWords:
    return TextWords.of(text, fold(text))


def phrases(items: list[str], text: str) -> list[str]:
    words = words_of(text)
    return [words.span(*place).of(text) for place in Phrases(items).find(words)]


@pytest.mark.parametrize(
    ("items", "text", "found"),
    [
        (["aa bb"], "aa bb, aa-bb; aa.bb aa  bb aa' bb", ["aa bb", "aa-bb", "aa.bb", "aa  bb", "aa' bb"]), (["aa bb"], "aa, bb; aa    bb; aa x bb; aa", []), (["aa bb"], "aa   bb", ["aa   bb"]),
        (["aa", "aa bb", "aa bb cc"], "aa bb cc aa bb aa", ["aa bb cc", "aa bb", "aa"]), (["-oma"], "oma; xoma; xxoma; xxxoma; xxxomas", ["xxxoma"]), (["cef*"], "cef; cefx; xcefx; ceftriaxone", ["cefx", "ceftriaxone"]),
        (["ASA"], "ASA asa Asa", ["ASA", "Asa"]), (["asa"], "ASA asa", ["ASA", "asa"]), (["vitamin b12"], "Vitamin B12, vitamin B 12", ["Vitamin B12", "vitamin B 12"]), (["", "--", "*"], "a - *", []), (["aa bb"], "bb aa bb aa", ["aa bb"]),
        (["bb cc", "aa bb"], "aa bb cc", ["aa bb"]), (["-x oma"], "xxxoma", ["xxxoma"]), (["cef tri*"], "cefx", ["cefx"]),
    ],
)  # fmt: skip
def test_listed_phrases(items: list[str], text: str, found: list[str]) -> None:
    assert phrases(items, text) == found


def test_the_longest_phrase_at_a_place_counts() -> None:
    words = words_of("aa bb cc")
    listed = Phrases(["aa", "aa bb", "bb cc"])
    assert [listed.length_at(words, at) for at in range(3)] == [2, 2, 0]
    assert list(listed.find(words)) == [(0, 2)]
