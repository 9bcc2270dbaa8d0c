"""A text made ready for the search: folded, with its capitals, and with its broken words joined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from clinicalbr.masking.word_edges import goes_on
from clinicalbr.text import Folded, Span, fold, keep_case

__all__ = ["JoinedWord", "Reading", "readings"]

_LINE_ENDS = frozenset("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
_LONGEST_BREAK = 80
"""Spaces and line ends that may stand between the two parts of a word broken at a hyphen."""
_LONGEST_PART = 64
_ALIKE = dict(zip("авекмнорстухіјѕԁԛԝһ" "οανικρτυχ", "abekmhopctyxijsdqwh" "oavikptux", strict=True))
_LATIN = str.maketrans(_ALIKE)
_LOOK_ALIKE = re.compile(rf"[a-z][{''.join(_ALIKE)}]|[{''.join(_ALIKE)}][a-z]")
"""Letters of other scripts that look like Latin ones, beside a Latin one (Unicode Technical Standard 39)."""


@dataclass(frozen=True, slots=True)
class JoinedWord:
    """A word that the text writes in parts, joined.

    Args:
        text: The parts without what stands between them.
        places: Position in the folded text of each letter.

    Examples:
        >>> next(Reading.of("neuro-zika").joined_words()).text
        'neurozika'
    """

    text: str
    places: tuple[int, ...]


@dataclass(frozen=True)
class Reading:
    """One reading of a text.

    Args:
        text: The source.
        folded: The source folded, sign for sign as far as can be.

    Examples:
        >>> Reading.of("Doença de CHAGAS").low
        'doenca de chagas'
    """

    text: str
    folded: Folded

    @classmethod
    def of(cls, text: str) -> Reading:
        """Read a text, its line ends being spaces.

        Args:
            text: Any text.

        Returns:
            The reading.

        Examples:
            >>> Reading.of("DENGUE").cased
            'DENGUE'
        """
        return cls(text, fold(text, join_lines=False))

    @property
    def low(self) -> str:
        """The folded text."""
        return self.folded.text

    @cached_property
    def cased(self) -> str:
        """The folded text with the capitals of the source."""
        return keep_case(self.text, self.folded)

    def source(self, start: int, end: int) -> Span:
        r"""The stretch of the source from which a stretch of the folded text was made.

        Args:
            start: First position in :attr:`low`.
            end: Position behind the last one.

        Returns:
            A span of the source.

        Examples:
            >>> Reading.of("den\u00adgue").source(0, 6)
            Span(start=0, end=7)
        """
        if not self.folded.offsets.edits:
            return Span(start, end)
        return self.folded.source_span(Span(start, end))

    def after_break(self, position: int) -> int:
        r"""Where a word goes on behind a hyphen that may be none of its own.

        Args:
            position: Position in :attr:`low`.

        Returns:
            Position of the next part of the word: behind the hyphen, or behind hyphen and line end. The same position
            where no hyphen stands.

        Examples:
            >>> Reading.of("cha-\n  gas").after_break(3)
            7
        """
        low = self.low
        if position >= len(low) or low[position] != "-":
            return position
        end = position + 1
        while end < len(low) and low[end] == " " and end - position <= _LONGEST_BREAK:
            end += 1
        if end == position + 1:
            return end
        source = self.source(position, end).of(self.text)
        return end if not _LINE_ENDS.isdisjoint(source) else position

    @cached_property
    def breaks(self) -> tuple[tuple[int, int], ...]:
        """Hyphens inside words: where each stands and where the word goes on."""
        found: list[tuple[int, int]] = []
        low = self.low
        at = low.find("-")
        while at >= 0:
            end = self.after_break(at)
            if 0 < at and low[at - 1].isalnum() and end > at and end < len(low) and low[end].isalnum():
                found.append((at, end))
            at = low.find("-", at + 1)
        return tuple(found)

    def joined_words(self) -> Iterator[JoinedWord]:
        r"""The words that are written with hyphens, as one word each.

        Yields:
            Joined words in order of place.

        Examples:
            >>> [word.text for word in Reading.of("anti-HIV e neuro-\nzika").joined_words()]
            ['antihiv', 'neurozika']
        """
        breaks = self.breaks
        index = 0
        while index < len(breaks):
            start = self._part_start(breaks[index][0])
            places = list(range(start, breaks[index][0]))
            while True:
                begin = breaks[index][1]
                end = self._part_end(begin)
                places += range(begin, end)
                index += 1
                if index == len(breaks) or breaks[index][0] != end:
                    break
            yield JoinedWord("".join(self.low[place] for place in places), tuple(places))

    def _part_start(self, end: int) -> int:
        start = end
        while start and self.low[start - 1].isalnum() and end - start < _LONGEST_PART:
            start -= 1
        return start

    def _part_end(self, start: int) -> int:
        end = start
        while end < len(self.low) and self.low[end].isalnum() and end - start < _LONGEST_PART:
            end += 1
        return end

    def word_start(self, position: int) -> int:
        """First letter of the word in which a position lies.

        Args:
            position: Position of a letter or digit in :attr:`low`.

        Returns:
            Position of the first letter; words of endless length are cut.

        Examples:
            >>> Reading.of("a dengue").word_start(5)
            2
        """
        low, start = self.low, position
        while start and position - start < _LONGEST_PART and goes_on(low[start - 1], low[start]):
            start -= 1
        return start

    def word_end(self, position: int) -> int:
        """Position behind the word in which a position lies.

        Args:
            position: Position of a letter or digit in :attr:`low`.

        Returns:
            Position behind the last letter; words of endless length are cut.

        Examples:
            >>> Reading.of("a dengue").word_end(5)
            8
        """
        low, end = self.low, position + 1
        while end < len(low) and end - position < _LONGEST_PART and goes_on(low[end - 1], low[end]):
            end += 1
        return end


def readings(text: str) -> tuple[Reading, ...]:
    r"""The ways in which a text is read.

    Args:
        text: Any text.

    Returns:
        The text as it stands; where soft hyphens stand at line ends, also with the words that they break joined; where
        Cyrillic or Greek letters stand beside Latin ones, also with the Latin letters that look like them.

    Examples:
        >>> [reading.low for reading in readings("den\u00ad\ngue")]
        ['den gue', 'dengue']
    """
    first = Reading.of(text)
    found = {first.low: first}
    if "\u00ad" in text or "&" in text:
        joined = Reading(text, fold(text, join_lines=True))
        found.setdefault(joined.low, joined)
    if not first.low.isascii() and _LOOK_ALIKE.search(first.low):
        alike = Reading(text, Folded(first.low.translate(_LATIN), first.folded.offsets))
        found.setdefault(alike.low, alike)
    return tuple(found.values())
