"""The seeds of a target: what is looked for in one pass over a text, and what each hit may be the beginning of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from clinicalbr.masking.acronym_search import SOLID, AcronymForm
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.name_words import NameWords
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.seeds import SeedSearch
from clinicalbr.masking.variants import Variant
from clinicalbr.masking.word_edges import is_apart, is_whole_word
from clinicalbr.masking.word_parts import WordsOfPart
from clinicalbr.text import Span

__all__ = ["SeedHits", "TargetSeeds"]


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a seed of the folded text may belong to."""

    length: int
    names: tuple[tuple[NameWords, Variant], ...]
    words: WordsOfPart | None
    acronyms: tuple[tuple[AcronymForm, Variant], ...]


class TargetSeeds:
    """All seeds of a target.

    Args:
        names: Names, each with its variant.
        acronyms: Acronyms, each with its variant.
        parts: Parts of the words of the names, with the words.
    """

    def __init__(
        self,
        names: Iterable[tuple[NameWords, Variant]],
        acronyms: Iterable[tuple[AcronymForm, Variant]],
        parts: Mapping[str, WordsOfPart],
    ) -> None:
        whole: dict[str, list[tuple[NameWords, Variant]]] = {}
        for words, variant in names:
            whole.setdefault(words.words[words.seed], []).append((words, variant))
        low: dict[str, list[tuple[AcronymForm, Variant]]] = {}
        cased: dict[str, list[tuple[AcronymForm, Variant, str]]] = {}
        for form, variant in acronyms:
            for seed in form.low_seeds():
                low.setdefault(seed, []).append((form, variant))
            for seed, kind in form.cased_seeds():
                cased.setdefault(seed, []).append((form, variant, kind))
        seeds = sorted({*whole, *parts, *low})
        self.low = SeedSearch(seeds)
        self.meanings = tuple(
            _Meaning(len(seed), tuple(whole.get(seed, ())), parts.get(seed), tuple(low.get(seed, ()))) for seed in seeds
        )
        self.words = tuple(meaning.words for meaning in self.meanings)
        self.whole = frozenset(
            number for number, meaning in enumerate(self.meanings) if meaning.names or meaning.acronyms
        )
        self.cased = SeedSearch(sorted(cased))
        self.cased_meanings = tuple(tuple(cased[seed]) for seed in sorted(cased))

    def hits(self, reading: Reading) -> SeedHits:
        """Where the seeds stand in a text.

        Args:
            reading: The text.

        Returns:
            The hits.
        """
        return SeedHits(self, reading)


class SeedHits:
    """Where the seeds of a target stand in a text.

    Args:
        seeds: The seeds.
        reading: The text.
    """

    def __init__(self, seeds: TargetSeeds, reading: Reading) -> None:
        self._seeds = seeds
        self._reading = reading
        meanings, words = seeds.meanings, seeds.words
        hits = seeds.low.hits(reading.low)
        self._parts = [(at, own) for at, number in hits if (own := words[number])]
        self._whole = [(at, meanings[number]) for at, number in hits if number in seeds.whole]
        joined = reading.joined.text
        self._joined = [(at, meanings[number]) for at, number in seeds.low.hits(joined)] if joined else []

    def named(self) -> list[tuple[Span, Variant]]:
        """Names as they are.

        Returns:
            Where each stands in the folded text.
        """
        found: dict[tuple[int, int, int], tuple[Span, Variant]] = {}
        for at, meaning in self._whole:
            self._note_standing(found, range(at, at + meaning.length), meaning)
        for at, meaning in self._joined:
            if meaning.names:
                self._note_standing(found, self._reading.joined.places(at, at + meaning.length), meaning)
        return list(found.values())

    def _note_standing(
        self,
        found: dict[tuple[int, int, int], tuple[Span, Variant]],
        places: range | tuple[int, ...],
        meaning: _Meaning,
    ) -> None:
        reading = self._reading
        for words, variant in meaning.names:
            span = words.at(reading, places)
            if span and (
                is_apart(reading.low, span.start, span.end)
                or is_whole_word(reading.low, span, reading.text, reading.source(span.start, span.end))
            ):
                found[span.start, span.end, id(variant)] = span, variant

    def parts(self) -> Iterable[tuple[int, WordsOfPart]]:
        """Places in the folded text where a word of a name may stand.

        Returns:
            Positions, in order, with the words.
        """
        return self._parts

    def joined_parts(self) -> Iterator[tuple[int, WordsOfPart]]:
        """The same for the words that are written with hyphens.

        Returns:
            Positions in ``reading.joined``, in order, with the words.
        """
        return ((at, meaning.words) for at, meaning in self._joined if meaning.words)

    def acronyms(self, lexicon: Lexicon) -> set[tuple[Span, AcronymForm, Variant]]:
        """Acronyms, whatever they mean.

        Args:
            lexicon: Rules of the target's languages.

        Returns:
            Where each stands in the folded text.
        """
        reading = self._reading
        found = {
            (Span(*place), form, variant)
            for at, meaning in self._whole
            for form, variant in meaning.acronyms
            for place in form.at(reading, at, SOLID, lexicon)
        }
        if self._seeds.cased_meanings:
            for at, number in self._seeds.cased.hits(reading.cased):
                for form, variant, kind in self._seeds.cased_meanings[number]:
                    found.update((Span(*place), form, variant) for place in form.at(reading, at, kind, lexicon))
        return found
