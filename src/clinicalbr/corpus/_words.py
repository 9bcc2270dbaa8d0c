"""The words of several language packs, searched at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clinicalbr.languages import LanguagePack, ReportWords

__all__ = ["WordSearch", "packs_or_included"]


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
        self._pattern = re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)")

    def found_in(self, texts: Iterable[str]) -> str | None:
        """The first passage that the search finds.

        Args:
            texts: Folded texts.

        Returns:
            The passage, or ``None``.
        """
        for text in texts:
            if match := self._pattern.search(text):
                return match[0].strip()
        return None
