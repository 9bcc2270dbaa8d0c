"""Finding an acronym as clinicians write it: solid, dotted, hyphenated, plural, with a prefix or a subtype's letter."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronyms import CASE_FREE, is_written_as, parts_of
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.seeds import occurrences
from clinicalbr.masking.word_edges import goes_on, is_whole_word
from clinicalbr.masking.word_weight import WordWeights
from clinicalbr.text import Span

__all__ = ["DOTTED", "SOLID", "AcronymForm", "behind_prefix", "capital_tokens", "hyphened_prefix"]

_BETWEEN_PARTS = frozenset(". &-/")
SOLID, DOTTED = "solid", "dotted"
_EMBEDDED = 3
_LEAST_BEFORE = 2
"""A letter and a hyphen."""
_SUBTYPED = 3
# Where all capitals are the letter A, a search begins with a literal, which is looked for many times faster than a set.
_CAPITALS = bytes(ord("A") if chr(code) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" else code for code in range(256))
_TOKEN = re.compile(rb"A(?<![0-9A-Za-z].)(?:\.(?: ?A\.){2,5}|[a-z]?A(?:[a-z]?A){0,4}[a-z]?)(?![0-9A-Za-z])")
_SHORTEST, _LONGEST = 3, 7
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

    def places(self, reading: Reading, lexicon: Lexicon) -> Iterator[Span]:
        """Where a text holds the acronym.

        Args:
            reading: The text.
            lexicon: Rules of the target's languages.

        Yields:
            Spans of ``reading.low``, plural endings included.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> from clinicalbr.masking.word_weight import Thresholds
            >>> portuguese = Lexicon([LanguagePack.load("pt")], Thresholds())
            >>> text = "O L.E.S. e os LESs"
            >>> [span.of(text) for span in AcronymForm.of("LES").places(Reading.of(text), portuguese)]
            ['L.E.S.', 'LESs']
        """
        found: set[tuple[int, int]] = set()
        for seed, kind in self.cased_seeds():
            for at in occurrences(reading.cased, seed):
                found.update(self.at(reading, at, kind, lexicon))
        for seed in self.low_seeds():
            for at in occurrences(reading.low, seed):
                found.update(self.at(reading, at, SOLID, lexicon))
        yield from (Span(*place) for place in sorted(found))

    def cased_seeds(self) -> Iterator[tuple[str, str]]:
        """What to look for with capitals, and what a hit may be the beginning of."""
        part = self.parts[self.seed]
        yield part, SOLID
        if part.upper() != part:
            yield part.upper(), SOLID
        yield self.parts[0][0].upper() + ".", DOTTED

    def low_seeds(self) -> Iterator[str]:
        """What to look for without regard to capitals."""
        if self.length >= CASE_FREE:
            yield self.low[self.seed]

    def at(self, reading: Reading, at: int, kind: str, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
        """Where the acronym stands around a hit.

        Args:
            reading: The text.
            at: Position of the seed.
            kind: What the seed is.
            lexicon: Rules of the target's languages.

        Yields:
            First position and the one behind the last, in ``reading.low``.
        """
        if kind == DOTTED:
            if (end := self._dotted(reading.low, at)) and self._stands(reading, at, end, lexicon.packs):
                yield at, end
            return
        yield from self._solid(reading, at, lexicon)
        if self.length >= _EMBEDDED and len(self.parts) == 1:
            yield from self._embedded(reading, at, lexicon.weights)

    def _solid(self, reading: Reading, at: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
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
        for ending in (*lexicon.plural_endings, ""):
            if low.startswith(ending, end):
                # "antiHIV" is masked as a whole, or what is left of the word would come to stand alone.
                first = _with_glued_prefix(reading, start, lexicon.against)
                if self._stands(reading, first, end + len(ending), lexicon.packs, (start, end)):
                    yield first, end + len(ending)
                    return
        if len(self.parts) == 1 and self.length >= _SUBTYPED:
            yield from self._subtype(reading, start, end, lexicon)

    def _subtype(self, reading: Reading, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
        """The acronym with the small letter of a subtype before or behind it: "iTTP", "hATTRs", "AVCi"."""
        low, cased = reading.low, reading.cased
        if not cased[start:end].isupper():
            return
        endings = [ending for ending in (*lexicon.plural_endings, "") if low.startswith(ending, end)]
        places = [(start - 1, end + len(ending)) for ending in endings if cased[max(0, start - 1) : start].islower()]
        if cased[end : end + 1].islower():
            places.append((start, end + 1))
        for first, last in places:
            if self._stands(reading, first, last, lexicon.packs, (start, end)):
                yield first, last
                return

    def _embedded(self, reading: Reading, at: int, weights: WordWeights) -> Iterator[tuple[int, int]]:
        """A longer acronym that begins with this one: "SLEDAI" with "SLE"."""
        cased = reading.cased
        end = at + self.length
        low = reading.low
        if (at and goes_on(low[at - 1], low[at])) or not cased[at:end].isupper():
            return
        while end < len(cased) and cased[end].isalpha() and cased[end].isupper() and end - at <= 2 * self.length + 1:
            end += 1
        grown = end - at - self.length
        if not 1 < grown <= self.length + 1 or (end < len(low) and goes_on(low[end - 1], low[end])):
            return
        word = low[at:end]
        if word not in weights.function_words and weights.zipf(word) < _RARE and not weights.concepts(word):
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

    def _stands(
        self,
        reading: Reading,
        start: int,
        end: int,
        packs: Sequence[LanguagePack],
        short: tuple[int, int] | None = None,
    ) -> bool:
        """Whether the stretch is a word by itself, in a case that counts."""
        source = reading.source(start, end)
        if not is_written_as(reading.source(*(short or (start, end))).of(reading.text), self.text, packs[0]):
            return False
        return is_whole_word(reading.low, Span(start, end), reading.text, source)


def capital_tokens(reading: Reading) -> Iterator[tuple[Span, str]]:
    """The tokens of a text that are written like acronyms.

    Args:
        reading: The text.

    Yields:
        Where each stands in ``reading.low``, and its letters.

    Examples:
        >>> [letters for _, letters in capital_tokens(Reading.of("O DCh e o P.C.M. do Sr. Lima"))]
        ['DCh', 'PCM']
    """
    cased = reading.cased
    data = cased.encode("ascii", "replace").translate(_CAPITALS)
    for match in _TOKEN.finditer(data):
        start, end = match.span()
        if end - start < _SHORTEST:
            continue
        if cased[start - 1 : start].isalnum() or cased[end : end + 1].isalnum():
            # A letter beyond ASCII stands beside it; what is left may be a token all the same ("éA.B.C.D.").
            inner = _TOKEN.search(data, start + 1, end)
            if inner is None or cased[inner.end() : inner.end() + 1].isalnum():
                continue
            start, end = inner.span()
        letters = cased[start:end].replace(".", "").replace(" ", "")
        if _SHORTEST <= len(letters) <= _LONGEST:
            yield Span(start, end), letters


def behind_prefix(reading: Reading, place: Span, prefixes: Collection[str]) -> bool:
    """Whether an acronym stands behind a prefix, or begins with one that it is glued to.

    Args:
        reading: The text.
        place: The acronym in ``reading.low``.
        prefixes: Folded prefixes.

    Returns:
        True for "anti-HIV", "anti HIV" and "antiHIV".

    Examples:
        >>> behind_prefix(Reading.of("anti-HIV reagente"), Span(5, 8), {"anti"})
        True
    """
    low = reading.low
    if low[place.start - 1 : place.start] in {"-", " "} and place.start > 1:
        return low[reading.word_start(place.start - 2) : place.start - 1] in prefixes
    return any(
        low.startswith(prefix, place.start) and reading.cased[place.start + len(prefix) : place.end][:1].isupper()
        for prefix in prefixes
    )


def hyphened_prefix(reading: Reading, position: int, prefixes: Collection[str]) -> int | None:
    """Where a prefix begins that a hyphen ties to a word.

    Args:
        reading: The text.
        position: Position of the word in ``reading.low``.
        prefixes: Folded prefixes.

    Returns:
        First position of the prefix; None where none stands there.

    Examples:
        >>> hyphened_prefix(Reading.of("IgM anti-HIV"), 9, {"anti"})
        4
    """
    low = reading.low
    if position < _LEAST_BEFORE or low[position - 1] != "-" or not low[position - 2].isalnum():
        return None
    start = reading.word_start(position - 2)
    return start if low[start : position - 1] in prefixes else None


def _with_glued_prefix(reading: Reading, start: int, against: Collection[str]) -> int:
    """Start of a word that a prefix in small letters and an acronym make up."""
    cased = reading.cased
    if start and cased[start - 1].islower() and cased[start : start + 1].isupper():
        first = reading.word_start(start - 1)
        if reading.low[first:start] in against:
            return first
    return start
