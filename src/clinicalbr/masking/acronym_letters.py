"""Whether letters abbreviate words: one search, and three rules that differ in how much evidence the place gives.

:data:`IN_ORDER` is for an acronym in brackets beside a name: the place is evidence enough. :data:`BY_WORDS` is for
words beside an acronym that may spell it out as something else. :func:`by_initials` is for capitals anywhere in a text,
where nothing but the letters speaks for the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from clinicalbr.masking.lexicon import Lexicon

__all__ = ["BY_WORDS", "IN_ORDER", "Alignment", "aligns", "by_initials"]

_LONG_WORD = 9
_LEAST_BEHIND_PREFIX = 3
_VOWELS = frozenset("aeiouy")


@dataclass(frozen=True, slots=True)
class Alignment:
    """How strictly letters must abbreviate words.

    Args:
        gives: How many letters a word may give, told the word, the letters that are left, and whether an earlier word
            gave some.
        is_free: Whether a word may be left out without counting.
        skips: How many other words may be left out.
        fewest: How many words must give letters.
        alone: Whether letters abbreviate a name that is one word; None to treat it like the others.
    """

    gives: Callable[[str, str, bool], Iterator[int]]
    is_free: Callable[[str], bool]
    skips: int
    fewest: int = 1
    alone: Callable[[str, str], bool] | None = None


def aligns(letters: str, words: Sequence[str], rule: Alignment) -> bool:
    """Whether letters abbreviate words.

    Args:
        letters: Folded letters.
        words: Folded words.
        rule: How strictly.

    Returns:
        True when all the letters are given, in order, by the words, in order.

    Examples:
        >>> words = ("doenca", "renal", "cronica")
        >>> [aligns(letters, words, IN_ORDER) for letters in ("drc", "cr", "enc")]
        [True, True, False]
        >>> [aligns(letters, words, BY_WORDS) for letters in ("drc", "drnc", "cr")]
        [True, True, False]
    """
    if not letters:
        return False
    if rule.alone and len(words) == 1:
        return rule.alone(letters, words[0])
    # Each state: how many letters are given, how many words were left out, how many gave letters.
    states = {(0, 0, 0)}
    for word in words:
        cost = int(not rule.is_free(word))
        states = {
            state
            for taken, skipped, used in states
            for state in (
                *((taken + more, skipped, used + 1) for more in rule.gives(word, letters[taken:], taken > 0)),
                (taken, skipped + cost, used),
            )
            if state[1] <= rule.skips
        }
    return any(taken == len(letters) and used >= rule.fewest for taken, _, used in states)


def _any_in_order(word: str, letters: str, begun: bool) -> Iterator[int]:
    """As many letters as stand in the word in order; the first of all must begin it."""
    if not letters or not (begun or word[0] == letters[0]):
        return
    signs = iter(word)
    taken = 0
    while taken < len(letters) and letters[taken] in signs:
        taken += 1
    if taken:
        yield taken


def _initial_and_more(word: str, letters: str, _begun: bool) -> Iterator[int]:
    """The initial, and perhaps letters behind it."""
    if not letters or word[0] != letters[0]:
        return
    yield 1
    at = 1
    for taken in range(1, len(letters)):
        at = word.find(letters[taken], at) + 1
        if not at:
            return
        yield taken + 1


IN_ORDER = Alignment(_any_in_order, is_free=lambda _word: True, skips=0)
"""The letters stand in the words in order, the first of them at the beginning of one."""

BY_WORDS = Alignment(_initial_and_more, is_free=lambda _word: False, skips=1)
"""Each word but one gives its initial, and perhaps letters behind it."""


def by_initials(lexicon: Lexicon) -> Alignment:
    """The rule for capitals anywhere in a text.

    Each letter is the first of a word, the second behind the first ("DCh"), or the first behind a prefix of the
    language; one long word may give the openings of its syllables ("PCM" for paracoccidioidomicose).

    Args:
        lexicon: Tells the words that may be left out, and the prefixes.

    Returns:
        The rule; two words must give letters, and one that tells something may be left out.
    """

    def initial_or_two(word: str, letters: str, _begun: bool) -> Iterator[int]:
        if not letters or word[0] != letters[0]:
            return
        yield 1
        if letters[1:2] and letters[1] in {word[1:2], lexicon.behind_prefix(word, _LEAST_BEHIND_PREFIX)}:
            yield 2

    def is_free(word: str) -> bool:
        return lexicon.weights.is_modifier(word) or word in lexicon.against

    return Alignment(initial_or_two, is_free, skips=1, fewest=2, alone=_opens_syllables)


def _opens_syllables(letters: str, word: str) -> bool:
    if len(word) < _LONG_WORD or letters[0] != word[0]:
        return False
    at = 0
    for letter in letters[1:]:
        at += 1
        while at < len(word) and not (word[at] == letter and word[at] not in _VOWELS and word[at - 1] in _VOWELS):
            at += 1
        if at >= len(word):
            return False
    return True
