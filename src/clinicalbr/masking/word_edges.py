"""Where a word ends: the edges of a mention, aware of scripts, digits and citation marks."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from clinicalbr.text import Span

__all__ = ["goes_on", "is_apart", "is_whole_word"]

_MARKS = frozenset({"No", "Nl"})
_ATTACHED = frozenset({"Mn", "Mc", "Me", "Cf"})
_UNSPACED = frozenset(
    {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "JAVANESE", "BALINESE"}
)
"""Scripts that leave no space between words, or that glue particles to a name: an edge cannot be seen there."""


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
    return _is_edge(folded, span.start, text, source.start) and _is_edge(folded, span.end, text, source.end)


def is_apart(folded: str, start: int, end: int) -> bool:
    """Whether a mention stands between signs that are no letters or digits; a fast answer without the source.

    Args:
        folded: The folded text.
        start: First position of the mention.
        end: Position behind it.

    Returns:
        True when it is a whole word; False where :func:`is_whole_word` must decide.

    Examples:
        >>> is_apart("a dengue.", 2, 8), is_apart("antidengue", 4, 10)
        (True, False)
    """
    return not (folded[start - 1 : start].isalnum() or folded[end : end + 1].isalnum())


def _is_edge(folded: str, place: int, text: str, position: int) -> bool:
    if not 0 < place < len(folded) or not goes_on(folded[place - 1], folded[place]):
        return True
    return _parts_words(text[position - 1 : position], text[position : position + 1])


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


def goes_on(left: str, right: str) -> bool:
    r"""Whether two neighbours belong to one word: letters of one script, or two digits.

    A digit behind a letter does not go on with the word: it is a citation mark that lost its superscript more often
    than a part of the name, and a leak left in is worse than a word too many masked.

    Args:
        left: A folded character.
        right: The one behind it.

    Returns:
        True inside a word.

    Examples:
        >>> goes_on("a", "b"), goes_on("a", "1"), goes_on("a", " "), goes_on("\u75c5", "\u540d")
        (True, False, False, False)
    """
    if not left.isalnum() or not right.isalnum():
        return False
    if left.isascii() and right.isascii():
        return left.isdigit() == right.isdigit()
    if left.isdigit() or right.isdigit():
        return left.isdigit() and right.isdigit()
    script = _script(left)
    return script == _script(right) and script not in _UNSPACED


@lru_cache(maxsize=1024)
def _script(character: str) -> str:
    return "LATIN" if character.isascii() else unicodedata.name(character, "?").split()[0].partition("-")[0]
