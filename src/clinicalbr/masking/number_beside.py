"""The number of a type beside a name or an acronym: "diabetes mellitus tipo 2", "DM2", "α-talassemia"."""

from __future__ import annotations

import re
from collections.abc import Collection

__all__ = ["glued_type", "number_before", "number_behind"]

_NUMERAL = r"\d{1,2}|i{1,3}|iv|vi?|[\u03b1-\u03c9]"
# A part of a larger number, a share or a fraction is none.
_BEHIND = re.compile(rf"[ -]{{0,3}}(?P<number>{_NUMERAL})(?!\w|[.,]\d| ?[%/])")
_BEFORE = re.compile(rf"(?<!\w)(?<!\d[.,])(?P<number>{_NUMERAL})[ -]\Z")
_GLUED = re.compile(r"(?<![^\W_])[a-z](?P<number>\d{1,2})\Z")
_WORD = re.compile(r"[ -]{1,3}([^\W\d_]+)")
_MOST_WORDS = 2
_REACH = 6


def number_behind(text: str, at: int, *between: Collection[str]) -> str | None:
    """The number of a type that follows, perhaps behind words that lead to it.

    Args:
        text: A folded text.
        at: Position behind a mention.
        *between: Words that may stand between, such as "tipo" and those of the name.

    Returns:
        A number, a Roman numeral or a Greek letter as written; None where none follows.

    Examples:
        >>> number_behind("dm mellitus tipo 2", 2, {"tipo"}, {"diabetes", "mellitus"}), number_behind("dm ha 2 anos", 2)
        ('2', None)
    """
    for _ in range(_MOST_WORDS):
        word = _WORD.match(text, at)
        if word is None or not any(word[1] in words for words in between):
            break
        at = word.end()
    match = _BEHIND.match(text, at)
    return match["number"] if match else None


def number_before(text: str, at: int) -> str | None:
    """The number of a type that stands right before a mention.

    Args:
        text: A folded text.
        at: Position of the mention.

    Returns:
        The number as written; None where none stands there.

    Examples:
        >>> number_before("\u03b1-talassemia", 2), number_before("1,5 neurofibroma", 4)
        ('α', None)
    """
    match = _BEFORE.search(text, max(0, at - _REACH), at)
    return match["number"] if match else None


def glued_type(text: str, at: int) -> tuple[int, str] | None:
    """A letter with the number of a type, glued to the acronym behind it: "T2DM".

    Args:
        text: A folded text.
        at: Position of the acronym.

    Returns:
        Position of the letter and the number; None where none stands there.

    Examples:
        >>> glued_type("com t2dm", 6), glued_type("com b12 dm", 8)
        ((4, '2'), None)
    """
    match = _GLUED.search(text, max(0, at - _REACH), at)
    return (match.start(), match["number"]) if match else None
