"""A text as the words by which exams are told, with their keys: singular, without accents, without small words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import lexicon_of
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.text import Folded, Span, fold

__all__ = ["ExamWord", "ExamWords", "WordKeys", "keys_of", "stands_in"]

_WORD = re.compile(r"[^\W_]+")
_HARD = re.compile(r"[;:!?()\[\]{}\n\"\u201c\u201d,]|\.(?:\s|\Z)")
_WIDEST = 24
_GREEK = {"\u03b1": "alfa", "\u03b2": "beta", "\u03b3": "gama", "\u03ba": "kappa", "\u03bb": "lambda"}
_GREEK_WORDS = {"alpha": "alfa", "gamma": "gama"}
_KEPT = 16_384
_SYMBOL = 2


class ExamWord(NamedTuple):
    """A content word of a folded text.

    Args:
        key: What it is compared by.
        start: Where it begins in the folded text.
        end: Where it ends.
        surface: As written.
        behind: The small words between the word before and this one.
        joined: Whether nothing but spaces, hyphens and small words parts it from the word before.
    """

    key: str
    start: int
    end: int
    surface: str
    behind: tuple[str, ...]
    joined: bool


class WordKeys:
    """Keys of words in some languages.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        self.function_words = frozenset(word for pack in packs for word in pack.function_words)
        shorts = (name for pack in packs for exam in pack.exams.exams for name in (*exam.names, *exam.measured))
        self.symbols = frozenset(name for name in shorts if len(name) == _SYMBOL and name.istitle())
        self._singulars = lexicon_of(packs, Thresholds()).inflector.singulars
        self.of = lru_cache(maxsize=_KEPT)(self._of)

    def _of(self, word: str) -> str:
        for letter, spelled in _GREEK.items():
            word = word.replace(letter, spelled)
        word = _GREEK_WORDS.get(word, word)
        if len(word) <= 3 or not word.isalpha():
            return word
        return min(self._singulars(word) | {word}, key=lambda form: (len(form), form))

    def of_name(self, name: str) -> tuple[str, ...]:
        """Keys of a name in order of place, without its small words.

        Args:
            name: A name as written.

        Returns:
            Keys.
        """
        return tuple(word.key for word in ExamWords.of(name, self).words)


@lru_cache(maxsize=32)
def keys_of(packs: tuple[LanguagePack, ...]) -> WordKeys:
    """The keys of some languages, made once.

    Args:
        packs: Packs of the languages.

    Returns:
        Their keys.
    """
    return WordKeys(packs)


@dataclass(frozen=True, slots=True)
class ExamWords:
    """A text as content words.

    Args:
        text: The text as written.
        folded: The same, folded.
        words: Its content words in order.
        capitals: Whether all of it is in capitals, so that they tell nothing.
    """

    text: str
    folded: Folded
    words: tuple[ExamWord, ...]
    capitals: bool

    @classmethod
    def of(cls, text: str, keys: WordKeys) -> ExamWords:
        """Take a text apart.

        Args:
            text: Any text.
            keys: Keys of the languages.

        Returns:
            Its words.
        """
        folded = fold(text)
        capitals = text.isupper() and len(text) > 20
        return cls(text, folded, tuple(_words(text, folded, keys, capitals)), capitals)

    def span(self, first: int, behind: int) -> Span:
        """Where some words stand in the text.

        Args:
            first: Position of the first word.
            behind: Position behind the last one.

        Returns:
            A span of the text as written.
        """
        return self.folded.source_span(Span(self.words[first].start, self.words[behind - 1].end))


def _words(text: str, folded: Folded, keys: WordKeys, capitals: bool) -> Iterator[ExamWord]:
    low = folded.text
    end = 0
    small: list[str] = []
    for match in _WORD.finditer(low):
        word = match.group()
        surface = folded.source_span(Span(*match.span())).of(text)
        # "US" is an exam, "us" a pronoun; "Na" is sodium, "na" a preposition.
        means_little = capitals or len(word) == 1 or not (surface.isupper() or surface in keys.symbols)
        if word in keys.function_words and means_little:
            small.append(word)
            continue
        gap = low[end : match.start()]
        joined = end > 0 and len(gap) <= _WIDEST and not _HARD.search(gap)
        yield ExamWord(keys.of(word), match.start(), match.end(), surface, tuple(small), joined)
        end = match.end()
        small = []


def stands_in(phrase: str, before: str, after: str) -> bool:
    """Whether a phrase stands on either side of a place, as words of its own.

    Args:
        phrase: A folded phrase.
        before: Folded text before the place.
        after: Folded text behind it.

    Returns:
        Whether it does.

    Examples:
        >>> stands_in("virus", "", " virus isolated"), stands_in("virus", "", " viruses")
        (True, False)
    """
    pattern = _bounded(phrase)
    return bool(pattern.search(before) or pattern.search(after))


@lru_cache(maxsize=4096)
def _bounded(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(phrase)}(?!\w)")
