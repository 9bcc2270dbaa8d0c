"""Search for listed words and phrases in a folded text, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from clinicalbr.masking.name_parts import is_acronym
from clinicalbr.text import Folded, Span, fold_text

__all__ = ["PhraseSet", "Phrases", "TextWords", "Word"]

_WORD = re.compile(r"[^\W\d_]+|\d+")
_RUN = re.compile(r"[^\W_]+")
_JOINT = re.compile(r"[ \-/'.]{0,3}")
_SHORTEST_STEM = 3
"""Letters that must stand before an ending, so that "terapia" is none of the words in "-terapia"."""


class Word(NamedTuple):
    """A word of a folded text.

    Args:
        text: The word.
        start: Where it begins.
        end: Where it ends.
    """

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TextWords:
    """A text as words.

    Args:
        source: The text as written.
        folded: The text folded.
        words: Its words in order.

    Examples:
        >>> from clinicalbr.text import fold
        >>> [word.text for word in TextWords.of("Vitamina B12", fold("Vitamina B12")).words]
        ['vitamina', 'b', '12']
    """

    source: str
    folded: Folded
    words: tuple[Word, ...]

    @classmethod
    def of(cls, source: str, folded: Folded) -> TextWords:
        """Take a text apart.

        Args:
            source: Any text.
            folded: The same text folded.

        Returns:
            Its words.
        """
        return cls(source, folded, tuple(Word(m.group(), *m.span()) for m in _WORD.finditer(folded.text)))

    def span(self, first: int, behind: int) -> Span:
        """Where the words from one position up to another stand in the source.

        Args:
            first: Position of the first word.
            behind: Position behind the last one.

        Returns:
            A span of the source.
        """
        return self.folded.source_span(Span(self.words[first].start, self.words[behind - 1].end))


class Phrases:
    """Words and phrases to look for.

    ``"-cillin"`` is an ending, ``"cef*"`` a beginning; anything else counts as written. What is written like an acronym
    is not found where the text has it in small letters ("ASA", "asa").

    Args:
        items: Words, phrases, endings and beginnings.

    Examples:
        >>> from clinicalbr.text import fold
        >>> text = "Recebeu Ceftriaxona e amoxicilina."
        >>> words = TextWords.of(text, fold(text))
        >>> [words.span(*place).of(text) for place in Phrases(["cef*", "-cilina"]).find(words)]
        ['Ceftriaxona', 'amoxicilina']
    """

    def __init__(self, items: Iterable[str]) -> None:
        self._phrases: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
        self._endings: dict[int, set[str]] = {}
        self._beginnings: dict[int, set[str]] = {}
        for item in items:
            folded = fold_text(item).strip()
            words = tuple(_WORD.findall(folded))
            if not words:
                continue
            if folded.startswith("-"):
                self._endings.setdefault(len(words[-1]), set()).add(words[-1])
            elif folded.endswith("*"):
                self._beginnings.setdefault(len(words[0]), set()).add(words[0])
            else:
                entry = (words, is_acronym(item.strip()))
                listed = self._phrases.setdefault(words[0], [])
                if entry not in listed:
                    listed.append(entry)
        for listed in self._phrases.values():
            listed.sort(key=lambda entry: (-len(entry[0]), entry))

    def find(self, words: TextWords) -> Iterator[tuple[int, int]]:
        """Where the items stand; the longest at each place, none inside another.

        Args:
            words: The text.

        Yields:
            Position of the first word of each hit, and position behind its last word.
        """
        at = 0
        while at < len(words.words):
            length = self.length_at(words, at)
            if length:
                yield at, at + length
            at += length or 1

    def length_at(self, words: TextWords, at: int) -> int:
        """How many words of the text, from one on, are the longest item that stands there.

        Args:
            words: The text.
            at: Position of a word.

        Returns:
            Number of words; 0 when no item stands there.
        """
        word = words.words[at].text
        for phrase, acronym in self._phrases.get(word, ()):
            if self._stands(words, at, phrase) and not (acronym and _in_small_letters(words, at, len(phrase))):
                return len(phrase)
        return int(self._has_ending(word) or self._has_beginning(word))

    def _stands(self, words: TextWords, at: int, phrase: tuple[str, ...]) -> bool:
        if at + len(phrase) > len(words.words):
            return False
        for index, wanted in enumerate(phrase[1:], start=at + 1):
            before, word = words.words[index - 1], words.words[index]
            if word.text != wanted or word.start - before.end > 3:
                return False
            if not _JOINT.fullmatch(words.folded.text, before.end, word.start):
                return False
        return True

    def _has_ending(self, word: str) -> bool:
        return any(
            len(word) >= length + _SHORTEST_STEM and word[-length:] in endings
            for length, endings in self._endings.items()
        )

    def _has_beginning(self, word: str) -> bool:
        return any(
            len(word) > length and word[:length] in beginnings for length, beginnings in self._beginnings.items()
        )


# Beside Phrases, not through it: without places, endings, joints and capitals the answer takes two thirds of the time
# or less, and every sentence with a mention asks for it two or three times.
class PhraseSet:
    """Phrases of one word or several, of which only matters whether a text holds one.

    Args:
        phrases: Folded phrases.

    Examples:
        >>> PhraseSet(["compativel com"]).stands_in("quadro compativel com dengue")
        True
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_first: dict[str, tuple[tuple[str, ...], ...]] = {}
        for phrase in sorted(set(phrases)):
            words = tuple(_RUN.findall(phrase))
            if words:
                self._by_first[words[0]] = (*self._by_first.get(words[0], ()), words[1:])
        self._firsts = frozenset(self._by_first)

    def stands_in(self, folded: str) -> bool:
        """Whether a folded text holds one of the phrases, word by word.

        Args:
            folded: A folded text.

        Returns:
            True when it does.
        """
        words = _RUN.findall(folded)
        if self._firsts.isdisjoint(words):
            return False
        return any(
            not rest or tuple(words[index + 1 : index + 1 + len(rest)]) == rest
            for index, word in enumerate(words)
            if word in self._firsts
            for rest in self._by_first[word]
        )


def _in_small_letters(words: TextWords, at: int, length: int) -> bool:
    surface = words.span(at, at + length).of(words.source)
    return surface == surface.lower()
