"""Where a word ends: the edges of a mention, aware of scripts, digits and citation marks."""

from __future__ import annotations

import unicodedata

from clinicalbr.text import Span

__all__ = ["is_whole_word"]

_MARKS = frozenset({"No", "Nl"})
_ATTACHED = frozenset({"Mn", "Mc", "Me", "Cf"})


def is_whole_word(folded: str, span: Span, text: str, source: Span) -> bool:
    """Whether no letter or digit goes on with the word on either side.

    Edges are looked at in the folded text; a superscript citation mark, which folds to a digit, ends a word all the
    same. The rule does not depend on which of two neighbours is the mention, or masking one would bare the other.

    Args:
        folded: The folded text.
        span: The mention in it.
        text: The source text.
        source: The mention in the source.

    Returns:
        True when the mention stands by itself.

    Examples:
        >>> is_whole_word("antidengue", Span(4, 10), "antidengue", Span(4, 10))
        False
    """
    edges = ((span.start, source.start), (span.end, source.end))
    return not any(
        0 < place < len(folded)
        and _in_one_word(folded[place - 1], folded[place])
        and not _parts_words(text[position - 1 : position], text[position : position + 1])
        for place, position in edges
    )


def _parts_words(left: str, right: str) -> bool:
    """Whether one of two neighbours in the source is a mark that folds to a letter or digit without being one."""
    return any(
        unicodedata.category(char) in _MARKS
        or unicodedata.decomposition(char).startswith("<super>")
        or not char.isalnum()
        for char in (left, right)
        # Combining marks and invisible characters belong to the letter before them.
        if char and unicodedata.category(char) not in _ATTACHED
    )


def _in_one_word(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word: letters of one script, or two digits.

    A digit behind a letter does not go on with the word: it is a citation mark that lost its superscript more often
    than a part of the name, and a leak left in is worse than a word too many masked.
    """
    if not left.isalnum() or not right.isalnum():
        return False
    if left.isdigit() or right.isdigit():
        return left.isdigit() and right.isdigit()
    return _script(left) == _script(right)


def _script(character: str) -> str:
    return "LATIN" if character.isascii() else unicodedata.name(character, "?").split()[0]
