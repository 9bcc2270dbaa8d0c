"""A text made ready for the search: folded, with its capitals, and with its broken words joined."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate

from clinicalbr.masking.word_edges import goes_on
from clinicalbr.text import Folded, Span, fold, fold_text, keep_case

__all__ = ["LONGEST_PART", "Joined", "Reading", "readings"]

_LINE_ENDS = frozenset("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
_LONGEST_BREAK = 80
"""Spaces and line ends that may stand between the two parts of a word broken at a hyphen."""
LONGEST_PART = 64
"""Letters of a word that are looked at on either side of a place."""
_SURROUNDINGS = 32
_PARTING = (0, 1)
"""Stands for the line end between two surroundings."""
_LETTERS, _DIGITS = (
    bytes(code if chr(code) in kept else ord(" ") for code in range(256))
    for kept in ("abcdefghijklmnopqrstuvwxyz", "0123456789")
)
"""Tables that leave letters or digits and turn everything else into spaces, at which a search by bytes stops."""
_ALIKE = dict(zip("авекмнорстухіјѕԁԛԝһοανικρτυχ", "abekmhopctyxijsdqwhoavikptux", strict=True))
_LATIN = str.maketrans(_ALIKE)
_LOOK_ALIKE = re.compile(rf"[a-z][{''.join(_ALIKE)}]|[{''.join(_ALIKE)}][a-z]")
"""Letters of other scripts that look like Latin ones, beside a Latin one (Unicode Technical Standard 39)."""


@dataclass(frozen=True)
class Joined:
    """The surroundings of all hyphens inside words, without the hyphens.

    Args:
        text: The surroundings in order, parted by line ends.
        stretches: The stretches of the folded text that they are made of; one of length one for each line end.

    Examples:
        >>> Reading.of("a neuro-zika").joined.text
        'a neurozika'
    """

    text: str
    stretches: Sequence[tuple[int, int]]

    @cached_property
    def _begins(self) -> list[int]:
        """Where each stretch begins in the text."""
        return list(accumulate((end - start for start, end in self.stretches), initial=0))

    def places(self, start: int, end: int) -> tuple[int, ...]:
        """Where a stretch stands in the folded text.

        Args:
            start: First position in :attr:`text`.
            end: Position behind the last one, in the same surroundings.

        Returns:
            The position of each sign; it skips the hyphens.
        """
        places: list[int] = []
        index = bisect_right(self._begins, start) - 1
        while index < len(self.stretches) and (begin := self._begins[index]) < end:
            first, last = self.stretches[index]
            places += range(first + max(0, start - begin), min(last, first + end - begin))
            index += 1
        return tuple(places)


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
    low: str = field(init=False, repr=False, compare=False)
    """The folded text."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", self.folded.text)

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

    def folded_part(self, span: Span) -> str:
        """A stretch of the source, folded.

        Args:
            span: A span of the source.

        Returns:
            The folded stretch.

        Examples:
            >>> Reading.of("Doença de CHAGAS").folded_part(Span(10, 16))
            'chagas'
        """
        return fold_text(span.of(self.text)) if self.folded.offsets.edits else self.low[span.start : span.end]

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
    def joined(self) -> Joined:
        """The words that are written with hyphens, without them."""
        low = self.low
        stretches: list[tuple[int, int]] = []
        start = limit = -1
        stop = low.find("-", 1)
        while stop > 0:
            if low[stop - 1].isalnum():
                after = stop + 1
                if low[after : after + 1].isalnum() or (
                    (after := self.after_break(stop)) > stop + 1 and low[after : after + 1].isalnum()
                ):
                    if stop > limit:
                        if stretches:
                            stretches += ((start, limit), _PARTING)
                        start = max(0, stop - _SURROUNDINGS)
                    stretches.append((start, stop))
                    start, limit = after, after + _SURROUNDINGS
            stop = low.find("-", stop + 1)
        if stretches:
            stretches.append((start, min(len(low), limit)))
        text = "".join(["\n" if stretch is _PARTING else low[stretch[0] : stretch[1]] for stretch in stretches])
        return Joined(text, stretches)

    @cached_property
    def _narrow(self) -> bytes:
        """The folded text in one byte a sign; what is wider is none of a word."""
        return self.low.encode("ascii", "replace")

    @cached_property
    def letters(self) -> bytes:
        """The folded text with spaces for all but the letters a to z."""
        return self._narrow.translate(_LETTERS)

    @cached_property
    def _digits(self) -> bytes:
        return self._narrow.translate(_DIGITS)

    def word(self, position: int) -> tuple[int, int]:
        """Where the word in which a position lies begins and ends.

        Args:
            position: Position of a letter or digit in :attr:`low`.

        Returns:
            Position of the first letter and the one behind the last; words of endless length are cut.

        Examples:
            >>> Reading.of("a dengue").word(5)
            (2, 8)
        """
        low = self.low
        char = low[position]
        if char.isascii():
            kind = self.letters if char > "9" else self._digits
            start = kind.rfind(b" ", max(0, position - LONGEST_PART), position) + 1
            end = kind.find(b" ", position, position + LONGEST_PART)
            # Beside a letter beyond ASCII, at the ends of the text and in words of endless length it is searched for.
            if start > 0 < end and low[start - 1].isascii() and low[end].isascii():
                return start, end
        return self._word_start(position), self._word_end(position)

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
        return self.word(position)[0]

    def _word_start(self, position: int) -> int:
        low, start = self.low, position
        while start and position - start < LONGEST_PART and goes_on(low[start - 1], low[start]):
            start -= 1
        return start

    def _word_end(self, position: int) -> int:
        low, end = self.low, position + 1
        while end < len(low) and end - position < LONGEST_PART and goes_on(low[end - 1], low[end]):
            end += 1
        return end


@lru_cache(maxsize=2)
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
    # The last text is kept, for one search of it follows the other: for acronyms, for mentions, for clauses.
    first = Reading.of(text)
    found = {first.low: first}
    if "\u00ad" in text or "&" in text:
        joined = Reading(text, fold(text, join_lines=True))
        found.setdefault(joined.low, joined)
    if _is_beyond_latin(first.low) and _LOOK_ALIKE.search(first.low):
        alike = Reading(text, Folded(first.low.translate(_LATIN), first.folded.offsets))
        found.setdefault(alike.low, alike)
    return tuple(found.values())


def _is_beyond_latin(text: str) -> bool:
    """Whether a text holds signs beyond U+00FF; encoding tells it many times faster than a search."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return True
    return False
