"""Whether the letters of a capital token abbreviate a name: each a word's first letter, with few words left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.reading import Reading
from clinicalbr.text import Span

__all__ = ["abbreviates", "capital_tokens"]

# Where all capitals are the letter A, a search begins with a literal, which is looked for many times faster than a set.
_CAPITALS = bytes(ord("A") if chr(code) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" else code for code in range(256))
_TOKEN = re.compile(rb"A(?<![0-9A-Za-z].)(?:\.(?: ?A\.){2,5}|[a-z]?A(?:[a-z]?A){0,4}[a-z]?)(?![0-9A-Za-z])")
_SHORTEST, _LONGEST = 3, 7
_LONG_WORD = 9
_LEAST_BEHIND_PREFIX = 3
_TELLING_SKIPS = 1
_VOWELS = frozenset("aeiouy")


def capital_tokens(reading: Reading) -> Iterator[tuple[Span, str]]:
    """The tokens of a text that are written like acronyms.

    Args:
        reading: The text.

    Yields:
        Where each stands in ``reading.low``, and its letters.

    Examples:
        >>> [letters for _, letters in capital_tokens(Reading.of("O DCh e o P.C.M. do Sr. Lima"))]
        ['DCh', 'PCM']
    """
    cased = reading.cased
    data = cased.encode("ascii", "replace").translate(_CAPITALS)
    match = _TOKEN.search(data)
    while match:
        start, end = match.span()
        if cased[start - 1 : start].isalnum() or cased[end : end + 1].isalnum():
            # The letter beside it is beyond ASCII.
            match = _TOKEN.search(data, start + 1)
            continue
        letters = cased[start:end].replace(".", "").replace(" ", "")
        if _SHORTEST <= len(letters) <= _LONGEST:
            yield Span(start, end), letters
        match = _TOKEN.search(data, end)


def abbreviates(letters: str, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether letters abbreviate a name.

    Each letter is the first of a word, the second behind the first ("DCh"), or the first behind a prefix of the
    language; one long word may give the openings of its syllables ("PCM" for paracoccidioidomicose).

    Args:
        letters: The letters of a token, in any case.
        words: Folded content words of a name.
        lexicon: Tells the words that may be left out.

    Returns:
        True when they do.
    """
    low = letters.casefold()
    if len(words) == 1:
        return len(words[0]) >= _LONG_WORD and low[0] == words[0][0] and _opens_syllables(low, words[0])
    return _takes(low, words, lexicon, _TELLING_SKIPS, 0)


def _opens_syllables(letters: str, word: str) -> bool:
    at = 0
    for letter in letters[1:]:
        at += 1
        while at < len(word) and not (word[at] == letter and word[at] not in _VOWELS and word[at - 1] in _VOWELS):
            at += 1
        if at >= len(word):
            return False
    return True


def _takes(letters: str, words: Sequence[str], lexicon: Lexicon, skips: int, used: int) -> bool:
    if not letters:
        return used > 1 and sum(not lexicon.weights.is_modifier(word) for word in words) <= skips
    if not words:
        return False
    word, rest = words[0], words[1:]
    if word[0] == letters[0]:
        if _takes(letters[1:], rest, lexicon, skips, used + 1):
            return True
        second = letters[1:2]
        is_second = bool(second) and second in {word[1:2], lexicon.behind_prefix(word, _LEAST_BEHIND_PREFIX)}
        if is_second and _takes(letters[2:], rest, lexicon, skips, used + 1):
            return True
    if lexicon.weights.is_modifier(word) or word in lexicon.against:
        return _takes(letters, rest, lexicon, skips, used)
    return skips > 0 and _takes(letters, rest, lexicon, skips - 1, used)
