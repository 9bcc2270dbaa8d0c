"""Finding an acronym in a text as clinicians write it: solid, dotted, hyphenated, in the plural, glued to a prefix."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronyms import is_written_as, parts_of
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.word_edges import is_whole_word
from clinicalbr.text import Span

__all__ = ["AcronymForm"]

_BETWEEN_PARTS = frozenset(". &-/")
_CASE_FREE = 4
_EMBEDDED = 3
_RARE = 1.5


@dataclass(frozen=True, slots=True)
class AcronymForm:
    """An acronym made ready for the search.

    Args:
        text: The acronym as given.
        parts: Its runs of letters and of digits, unaccented, in their own case.
        low: The same, folded.
        seed: Index of the part that is looked for: the longest run of letters.

    Examples:
        >>> AcronymForm.of("T1DM").parts
        ('T', '1', 'DM')
    """

    text: str
    parts: tuple[str, ...]
    low: tuple[str, ...]
    seed: int

    @classmethod
    def of(cls, acronym: str) -> AcronymForm:
        """Take an acronym apart.

        Args:
            acronym: The acronym as given.

        Returns:
            The form to search for.

        Examples:
            >>> AcronymForm.of("DM1").low
            ('dm', '1')
        """
        parts = parts_of(acronym)
        low = tuple(part.casefold() for part in parts)
        seed = max(range(len(parts)), key=lambda index: (parts[index].isalpha(), len(parts[index])))
        return cls(acronym, parts, low, seed)

    @property
    def length(self) -> int:
        """Number of letters and digits."""
        return sum(map(len, self.parts))

    def places(self, reading: Reading, packs: Sequence[LanguagePack], endings: Collection[str]) -> Iterator[Span]:
        """Where a text holds the acronym.

        Args:
            reading: The text.
            packs: Packs of the target's languages, the text's own first.
            endings: Plural endings, folded, the longest first.

        Yields:
            Spans of ``reading.low``, plural endings included.

        Examples:
            >>> pt = LanguagePack.load("pt")
            >>> text = "O L.E.S. e os LESs"
            >>> [span.of(text) for span in AcronymForm.of("LES").places(Reading.of(text), [pt], ["s"])]
            ['L.E.S.', 'LESs']
        """
        cased, low = reading.cased, reading.low
        part = self.parts[self.seed]
        solid = dict.fromkeys((part, part.upper()))
        found: set[tuple[int, int]] = set()
        for wanted in solid:
            for at in _occurrences(cased, wanted):
                found.update(self._solid(reading, at, packs, endings))
        if self.length >= _EMBEDDED:
            found.update(self._embedded(reading, packs))
        if self.length >= _CASE_FREE:
            for at in _occurrences(low, self.low[self.seed]):
                found.update(self._solid(reading, at, packs, endings))
        for at in _occurrences(cased, self.parts[0][0].upper() + "."):
            if (end := self._dotted(low, at)) and self._stands(reading, at, end, packs):
                found.add((at, end))
        yield from (Span(*place) for place in sorted(found))

    def _solid(
        self, reading: Reading, at: int, packs: Sequence[LanguagePack], endings: Collection[str]
    ) -> Iterator[tuple[int, int]]:
        low, start, end = reading.low, at, at + len(self.low[self.seed])
        for index in range(self.seed - 1, -1, -1):
            part = self.low[index]
            for back in range(3):
                if low.endswith(part, 0, start - back) and _BETWEEN_PARTS.issuperset(low[start - back : start]):
                    start -= back + len(part)
                    break
            else:
                return
        for part in self.low[self.seed + 1 :]:
            for ahead in range(3):
                if low.startswith(part, end + ahead) and _BETWEEN_PARTS.issuperset(low[end : end + ahead]):
                    end += ahead + len(part)
                    break
            else:
                return
        for ending in (*endings, ""):
            if low.startswith(ending, end) and self._stands(reading, start, end + len(ending), packs, end):
                yield start, end + len(ending)
                return

    def _embedded(self, reading: Reading, packs: Sequence[LanguagePack]) -> Iterator[tuple[int, int]]:
        """Longer acronyms that begin with this one: "SLEDAI" with "SLE"."""
        cased = reading.cased
        for at in _occurrences(cased, "".join(self.parts).upper()):
            if at and cased[at - 1].isalnum():
                continue
            end = at + self.length
            while end < len(cased) and cased[end].isalpha() and cased[end].isupper():
                end += 1
            grown = end - at - self.length
            if not 1 < grown <= self.length + 1 or (end < len(cased) and cased[end].isalnum()):
                continue
            if not any(_is_word(pack, reading.low[at:end]) for pack in packs):
                yield at, end

    def _dotted(self, low: str, at: int) -> int:
        """Position behind the acronym with a stop behind each letter; 0 where it is another."""
        letters = "".join(self.low)
        for index, letter in enumerate(letters):
            if low[at : at + 1] != letter:
                return 0
            at += 1
            if low[at : at + 1] == ".":
                at += 1
            elif index < len(letters) - 1:
                return 0
            if index < len(letters) - 1 and low[at : at + 1] == " ":
                at += 1
        return at

    def _stands(self, reading: Reading, start: int, end: int, packs: Sequence[LanguagePack], short: int = 0) -> bool:
        """Whether the stretch is a word by itself, in a case that counts."""
        source = reading.source(start, end)
        if not is_written_as(reading.source(start, short or end).of(reading.text), self.text, packs[0]):
            return False
        if is_whole_word(reading.low, Span(start, end), reading.text, source):
            return True
        # "antiHIV": capitals behind a small letter begin a word of their own.
        cased = reading.cased
        return (
            0 < start
            and cased[start - 1].islower()
            and cased[start:end].isupper()
            and is_whole_word(reading.low[start:], Span(0, end - start), reading.text[source.start :], Span(0, len(source)))
        )


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _is_word(pack: LanguagePack, word: str) -> bool:
    return word in pack.function_words or pack.background.zipf(word) >= _RARE or pack.background.concepts(word) > 0
