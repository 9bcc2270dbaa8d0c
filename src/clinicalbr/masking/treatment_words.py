"""The words of a plan in other clothes: words on the same root, and abbreviations made of their first letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from clinicalbr.text import fold_text

__all__ = ["PlanWords", "content_words", "distinct", "folded_short"]

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST, _SHARED = 5, 0.7
_LONGEST_SHORT = 5


def content_words(text: str, left_out: Iterable[str]) -> tuple[str, ...]:
    """The words of a text that may say something, folded.

    Args:
        text: A line of a plan.
        left_out: Words that say nothing, folded.

    Returns:
        Words of three letters or more, in order.

    Examples:
        >>> content_words("Extended trochanteric osteotomy of the femur", {"the", "of"})
        ('extended', 'trochanteric', 'osteotomy', 'femur')
    """
    empty = frozenset(left_out)
    return tuple(word for word in _WORD.findall(fold_text(text)) if len(word) > 2 and word not in empty)


class PlanWords:
    """Words of a plan, ready for comparison.

    Args:
        lines: The words of each line of the plan, in order.
        common: Words that say nothing of a treatment by themselves, folded: they count for abbreviations only.

    Examples:
        >>> words = PlanWords([("extended", "trochanteric", "osteotomy")], ())
        >>> words.has_root("osteotomies"), words.has_root("osteoporosis"), words.is_short("ETO")
        (True, False, True)
    """

    def __init__(self, lines: Sequence[Sequence[str]], common: Iterable[str]) -> None:
        self._lines = [tuple(line) for line in lines]
        said = frozenset(common)
        self._roots: dict[str, set[str]] = {}
        for word in (word for line in lines for word in line):
            if len(word) >= _SHORTEST and word not in said:
                self._roots.setdefault(word[:_SHORTEST], set()).add(word)

    def roots_of(self, word: str) -> frozenset[str]:
        """The words of the plan that a word shares its root with.

        Args:
            word: A word, folded.

        Returns:
            Words of the plan.
        """
        return frozenset(own for own in self._roots.get(word[:_SHORTEST], ()) if _same_root(own, word))

    def has_root(self, word: str) -> bool:
        """Whether a word shares its root with one of the plan.

        Args:
            word: A word, folded.

        Returns:
            True when most of the longer word is common to both.
        """
        return bool(self.roots_of(word))

    def has(self, word: str) -> bool:
        """Whether the plan has this very word, telling or not.

        Args:
            word: A word, folded.

        Returns:
            True for any word of its lines.
        """
        return any(word in line for line in self._lines)

    def is_short(self, token: str) -> bool:
        """Whether a token is made of the first letters of neighbouring words of the plan.

        Args:
            token: A token as written.

        Returns:
            True for three to five capitals, each the first letter of a word, in order; one word may be passed over
            between two.
        """
        if not (3 <= len(token) <= _LONGEST_SHORT and token.isalpha() and token.isupper()):
            return False
        letters = fold_text(token)
        return any(_spells(letters, [word[0] for word in line]) for line in self._lines)


def _same_root(own: str, word: str) -> bool:
    if own == word:
        return True
    common = 0
    for one, other in zip(own, word, strict=False):
        if one != other:
            break
        common += 1
    return common > _SHORTEST and common > _SHARED * max(len(own), len(word))


def _spells(letters: str, firsts: Sequence[str]) -> bool:
    """Whether the letters stand in order among first letters, with at most one passed over between two."""
    places = {index for index, first in enumerate(firsts) if first == letters[0]}
    for letter in letters[1:]:
        places = {
            at + step for at in places for step in (1, 2) if at + step < len(firsts) and firsts[at + step] == letter
        }
    return bool(places)


def folded_short(names: Iterable[str]) -> tuple[str, ...]:
    """Names of fewer than three letters.

    Args:
        names: Names.

    Returns:
        Those too short to count anywhere.
    """
    return tuple(name for name in names if sum(char.isalnum() for char in fold_text(name)) < 3)


def distinct(names: Iterable[str]) -> list[str]:
    """Names of which no two differ in case, accents or spaces only, as first written.

    Args:
        names: Names.

    Returns:
        Names in order.

    Examples:
        >>> distinct(["Ácido fólico", "ácido  fólico", "acido folico", "folato"])
        ['Ácido fólico', 'folato']
    """
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(" ".join(fold_text(name).split()), name)
    return list(first.values())
