"""Organisms beside the words of a name: a genus with its species, of which only one word is the name's."""

from __future__ import annotations

import re

from clinicalbr.masking.reading import Reading
from clinicalbr.masking.target_word import Kinship
from clinicalbr.masking.token_search import Token
from clinicalbr.masking.word_weight import WordWeights
from clinicalbr.text import Span

__all__ = ["organism", "stays_inside", "with_genus"]

_LONGEST_GENUS = 48
_LONG_ROOT = 5
_COMMON_GENUS_ZIPF = 2.6
_LATIN_ENDINGS = ("a", "um", "us", "is", "es", "ma", "yces")
_SPECIES = re.compile(r" (?:[a-z]{4,}(?:ae|i|is|um|us|a|ans|ens|e)\b|spp?\.)")
_GENUS = re.compile(r"(?<!\w)[A-Z](?:\.|[a-z]{3,}(?:um|us|a|is|es|ma)) \Z")


def organism(token: Token, word: str, reading: Reading) -> tuple[int, int] | None:
    """A binomial, one of whose words shares a long root with a word of the name: "F. tularensis" for tularemia.

    Args:
        token: A token of the text.
        word: The word of a name.
        reading: The text.

    Returns:
        First position of the binomial and the one behind it; None where there is none.
    """
    if token.text[:_LONG_ROOT] != word[:_LONG_ROOT]:
        return None
    cased = reading.cased
    if cased[token.start].isupper():
        match = _SPECIES.match(cased, token.end)
        latin = token.text.endswith(_LATIN_ENDINGS)
        return (
            (token.start, match.end() if match else token.end)
            if latin and cased[token.start + 1 : token.end].islower()
            else None
        )
    match = _genus_before(cased, token.start)
    return (match.start(), token.end) if match else None


def with_genus(token: Token, reading: Reading, weights: WordWeights) -> int:
    """Start of the binomial whose species a token is: "Mycobacterium tuberculosis".

    Args:
        token: A token of the text.
        reading: The text.
        weights: Tells words from names of genera.

    Returns:
        Position of the genus, or of the token where none stands before it.
    """
    if not reading.cased[token.start].islower():
        return token.start
    match = _genus_before(reading.cased, token.start)
    if match is None or match.group()[1] == "." or weights.zipf(match.group().strip().casefold()) > _COMMON_GENUS_ZIPF:
        return token.start
    return match.start()


def stays_inside(token: Token, word: str, held: Span, reading: Reading) -> bool:
    """Whether no mention by a token can reach beyond a whole name around it, as a binomial may.

    Args:
        token: A token of the text.
        word: The word of a name that it is related to.
        held: The whole name in which the token lies.
        reading: The text.

    Returns:
        False where a genus or a species stands beside the whole name.
    """
    cased = reading.cased
    if cased[token.start].isupper():
        return token.kin[word] > Kinship.TYPO or token.end < held.end or not _SPECIES.match(cased, token.end)
    return token.start > held.start or not _genus_before(cased, token.start)


def _genus_before(cased: str, start: int) -> re.Match[str] | None:
    if cased[start - 1 : start] != " ":
        return None
    begin = max(0, start - _LONGEST_GENUS)
    # A genus is the word before, and has a capital; that is seen faster than searched for.
    word = cased[max(begin, cased.rfind(" ", begin, start - 1)) : start]
    return _GENUS.search(cased, begin, start) if word != word.lower() else None
