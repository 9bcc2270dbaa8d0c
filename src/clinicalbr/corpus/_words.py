"""The words of several language packs, searched at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clinicalbr.languages import LanguagePack, ReportWords

__all__ = ["WordSearch", "packs_or_included"]

_START, _WORD = "^", r"\b"
_NEVER = re.compile(r"(?!)")


def packs_or_included(packs: Sequence[LanguagePack] | None) -> tuple[LanguagePack, ...]:
    """The given packs, or all that come with clinicalbr.

    Titles state their language wrongly or not at all, so each is compared with the words of every pack.
    """
    return tuple(packs) if packs is not None else tuple(LanguagePack.load(code) for code in LanguagePack.included())


class WordSearch:
    """One list of the table ``reports`` of all packs, as one search.

    Args:
        packs: The packs.
        name: Name of the list, a field of :class:`~clinicalbr.languages.ReportWords`.
    """

    def __init__(self, packs: Iterable[LanguagePack], name: str) -> None:
        words: Iterator[ReportWords] = (pack.reports for pack in packs)
        patterns = dict.fromkeys(pattern.pattern for each in words for pattern in getattr(each, name))
        choices = dict.fromkeys(choice for pattern in patterns for choice in _choices(pattern))
        # Most choices fail at once where no word begins; asked first, and once for all of them, that costs little.
        self._at_start = _joined(choice[len(_START) :] for choice in choices if choice.startswith(_START))
        self._at_words = _joined((choice[len(_WORD) :] for choice in choices if choice.startswith(_WORD)), _WORD)
        self._elsewhere = _joined(choice for choice in choices if not choice.startswith((_START, _WORD)))

    def found_in(self, texts: Iterable[str]) -> str | None:
        """A passage that the search finds.

        Args:
            texts: Folded texts.

        Returns:
            The passage of the first text that has one, or ``None``.
        """
        for text in texts:
            match = self._at_start.match(text) or self._at_words.search(text) or self._elsewhere.search(text)
            if match:
                return match[0].strip()
        return None


def _joined(choices: Iterable[str], before: str = "") -> re.Pattern[str]:
    found = "|".join(choices)
    return re.compile(f"{before}(?:{found})") if found else _NEVER


def _choices(pattern: str) -> Iterator[str]:
    """A pattern parted at the bars that stand outside brackets."""
    depth, start, in_set = 0, 0, False
    position = 0
    while position < len(pattern):
        sign = pattern[position]
        if sign == "\\":
            position += 1
        elif in_set:
            in_set = sign != "]"
        elif sign == "[":
            in_set = True
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        elif sign == "|" and depth == 0:
            yield pattern[start:position]
            start = position + 1
        position += 1
    yield pattern[start:]
