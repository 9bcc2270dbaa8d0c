"""Whether letters abbreviate words, by three rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronym_letters import BY_WORDS, IN_ORDER, Alignment, _opens_syllables, aligns, by_initials
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.word_weight import Thresholds

INITIALS = by_initials(Lexicon([LanguagePack.load("pt")], Thresholds()))
LETTERS = st.text("abcr", min_size=1, max_size=6)

WORDS = st.lists(
    st.one_of(st.text("abcr", min_size=1, max_size=5), st.sampled_from(["aguda", "anti", "barbacarbara", "cronica"])),
    min_size=1,
    max_size=5,
)


@pytest.mark.parametrize(
    ("letters", "name", "in_order", "by_words", "initials"),
    [
        ("drc", "doenca renal cronica", True, True, True), ("dch", "doenca chagas", True, True, True), ("dcg", "doenca chagas", True, True, False),
        ("dr", "doenca renal cronica", True, True, True), ("d", "doenca renal", True, True, False), ("cr", "doenca renal cronica", True, False, False),
        ("dnc", "doenca renal cronica", True, True, False), ("enc", "doenca renal cronica", False, False, False), ("rd", "doenca renal", False, False, False),
        ("dra", "doenca renal aguda bilateral", True, True, True), ("drb", "doenca renal aguda bilateral", True, True, True), ("dhb", "doenca renal hepatica bilateral", True, True, True),
        ("pcm", "paracoccidioidomicose", True, True, True), ("pio", "paracoccidioidomicose", True, True, False), ("lp", "lupus", True, True, False),
        ("sida", "imunodeficiencia adquirida", False, False, False), ("ida", "imunodeficiencia adquirida", True, True, True), ("ia", "imunodeficiencia anti adquirida", True, True, True),
        ("dl", "doenca renal", True, False, False), ("l", "doenca renal", False, False, False), ("", "doenca renal", False, False, False),
    ],
)  # fmt: skip
def test_three_rules(letters: str, name: str, in_order: bool, by_words: bool, initials: bool) -> None:
    words = name.split()
    assert aligns(letters, words, IN_ORDER) is in_order
    assert aligns(letters, words, BY_WORDS) is by_words
    assert aligns(letters, words, INITIALS) is initials


@given(LETTERS, WORDS)
def test_letters_by_any_rule_stand_in_order(letters: str, words: list[str]) -> None:
    if aligns(letters, words, BY_WORDS) or aligns(letters, words, INITIALS):
        assert aligns(letters, words, IN_ORDER)


@given(LETTERS, WORDS)
def test_in_order_is_a_subsequence_that_begins_with_a_word(letters: str, words: list[str]) -> None:
    rests = ("".join(words[start:]) for start in range(len(words)))
    found = any(
        (0, *places) for rest in rests if rest[0] == letters[0] for places in combinations(range(1, len(rest)), len(letters) - 1)
        if "".join(rest[place] for place in places) == letters[1:]
    )  # fmt: skip
    assert aligns(letters, words, IN_ORDER) is found


@given(LETTERS, WORDS, st.sampled_from([BY_WORDS, INITIALS]))
def test_a_rule_that_asks_less_finds_no_less(letters: str, words: list[str], rule: Alignment) -> None:
    if aligns(letters, words, rule):
        assert aligns(letters, words, replace(rule, skips=rule.skips + 1))
        assert aligns(letters, words, replace(rule, fewest=1))


def test_long_input_takes_no_recursion() -> None:
    words = ["aguda", "ab"] * 5000
    assert aligns("aaa", words, IN_ORDER)
    assert not aligns("aac", words, INITIALS)


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


PORTUGUESE = Lexicon([LanguagePack.load("pt")], Thresholds())


@pytest.mark.parametrize(
    ("letters", "word", "opens"),
    [
        ("p", "x", False), ("p", "p", True), ("pc", "paca", True), ("pcm", "paracoccidioidomicose", True), ("pc", "pcaa", False), ("pa", "paaa", False), ("pcc", "pacac", True), ("pcc", "paca", False), ("pm", "paca", False), ("pcb", "pabac", False), ("pb", "pyb", True), ("pbb", "paba", False),
    ],
)  # fmt: skip
def test_letters_that_open_the_syllables_of_a_word(letters: str, word: str, opens: bool) -> None:
    assert _opens_syllables(letters, word.ljust(9, "z")) is opens
    assert not _opens_syllables(letters, word.ljust(9, "z")[:8])


@pytest.mark.parametrize(
    ("letters", "words", "found"),
    [
        ("DCh", ("doenca", "chagas"), True), ("DC", ("doenca", "chagas"), True), ("Ch", ("doenca", "chagas"), False), ("DX", ("doenca", "chagas"), False), ("PCM", ("paracoccidioidomicose",), True), ("PCM", ("pacamaca",), False), ("PCM", ("pacamacax",), True), ("XCM", ("paracoccidioidomicose",), False),
        ("LES", ("lupus", "eritematoso", "sistemico"), True), ("LE", ("lupus", "eritematoso", "sistemico"), True), ("LS", ("lupus", "eritematoso", "sistemico"), True), ("LX", ("lupus", "zona"), False), ("LEZ", ("lupus", "eritematoso", "zoster"), True), ("QZ", ("quisto", "anular", "zoster"), True),
        ("QZ", ("quisto", "anular", "banal", "zoster"), False), ("DO", ("doenca",), False), ("QUZ", ("quisto", "zoster"), True), ("QIZ", ("quisto", "zoster"), False), ("SIDA", ("sindrome", "imunodeficiencia", "adquirida"), True),
    ],
)  # fmt: skip
def test_letters_that_abbreviate_a_name(letters: str, words: tuple[str, ...], found: bool) -> None:
    assert aligns(letters.casefold(), words, by_initials(PORTUGUESE)) is found
