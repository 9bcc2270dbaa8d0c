"""Places of disease names in a text, from a knowledge base."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.linking import DISEASES, KnowledgeBase
from clinicalbr.text import Span, fold, fold_text

__all__ = ["DiseaseNames", "default_disease_names"]

_WORD = re.compile(r"[^\W_]+")
_BETWEEN = frozenset(" -/'\u2019\t")
_SHORTEST_LONE_WORD = 6
"""Letters that a name of one word must have: shorter ones are too often ordinary words."""


class _Words(dict[str, "_Words"]):
    """Names as a tree of words, so that one walk from a word of the text tries all names that begin with it."""

    ends = False


class DiseaseNames:
    """Finds the disease names of a knowledge base in a text, in one pass over its words.

    Abbreviations are left out, and so are single words that are short, popular or say little by themselves: they name
    other things as well.

    Args:
        kb: The knowledge base; its concepts outside ``DISEASES`` are passed over.

    Examples:
        >>> names = DiseaseNames(KnowledgeBase.default())
        >>> text = "Irmão com Diabetes Mellitus; nega tuberculose."
        >>> [span.of(text) for span in names(text)]
        ['Diabetes Mellitus', 'tuberculose']
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self._first = _Words()
        packs = [LanguagePack.load(code) for code in LanguagePack.included()]
        telling_nothing = frozenset().union(
            *(pack.names.heads | pack.names.modifiers | pack.names.sites | pack.function_words for pack in packs)
        )
        for concept in kb.restrict(DISEASES):
            for table, popular in ((concept.names, False), (concept.colloquial, True)):
                for name in (name for names in table.values() for name in names):
                    words = _WORD.findall(fold_text(name))
                    lone = len(words) == 1
                    if lone and (popular or len(words[0]) < _SHORTEST_LONE_WORD):
                        continue
                    if all(word in telling_nothing for word in words):
                        continue
                    self._add(words)

    def _add(self, words: Iterable[str]) -> None:
        node = self._first
        for word in words:
            node = node.setdefault(word, _Words())
        node.ends = True

    def __call__(self, text: str) -> Iterator[Span]:
        """Find the names in a text.

        Args:
            text: Any text.

        Yields:
            Places of whole names, the longest at each place, in order.
        """
        folded = fold(text)
        words = [(match[0], match.start(), match.end()) for match in _WORD.finditer(folded.text)]
        position = 0
        while position < len(words):
            last = self._longest(words, position, folded.text)
            if last is None:
                position += 1
                continue
            yield folded.source_span(Span(words[position][1], words[last][2]))
            position = last + 1

    def _longest(self, words: list[tuple[str, int, int]], first: int, text: str) -> int | None:
        """Index of the last word of the longest name that begins with a word."""
        node: _Words | None = self._first
        found = None
        for index in range(first, len(words)):
            if index > first and not _BETWEEN.issuperset(text[words[index - 1][2] : words[index][1]]):
                break
            node = node.get(words[index][0]) if node is not None else None
            if node is None:
                break
            if node.ends:
                found = index
        return found


@lru_cache(maxsize=1)
def default_disease_names() -> DiseaseNames:
    """The disease names of the knowledge base that comes with clinicalbr.

    Returns:
        The finder; the same object every time.

    Examples:
        >>> list(default_disease_names()("Febre há 3 dias."))
        []
    """
    return DiseaseNames(KnowledgeBase.default())
