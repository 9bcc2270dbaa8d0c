"""The search for a gold answer in one text: names, acronyms, related words, and what their surroundings say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronym_context import AcronymContext
from clinicalbr.masking.acronym_search import AcronymForm
from clinicalbr.masking.acronyms import definitions, plain, words_of
from clinicalbr.masking.mention_context import MentionContext, type_numbers
from clinicalbr.masking.mentions import mentions_of
from clinicalbr.masking.name_words import NameWords
from clinicalbr.masking.names import compile_name
from clinicalbr.masking.reading import Reading, readings
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.token_search import TokenSearch
from clinicalbr.masking.variants import Variant, variants_of
from clinicalbr.masking.word_edges import is_whole_word
from clinicalbr.masking.word_forms import inflector, numeral_forms
from clinicalbr.masking.word_weight import Thresholds, WordWeights
from clinicalbr.schema import Leak, Tier
from clinicalbr.text import Span, fold_text

__all__ = ["Finder", "Found"]

_WORD_TIERS = frozenset({Tier.INFLECTION, Tier.SYNONYM, Tier.CORE, Tier.TYPO})
_SHORTEST_PREFIX = 3
_OPENERS = frozenset("([-\u2013\u2014/:")


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Args:
        leaks: Mentions of the answer.
        doubtful: Number of places that look like mentions and were left, because of what stands beside them.
    """

    leaks: frozenset[Leak]
    doubtful: int


class Finder:
    """Searches texts for one gold answer.

    Args:
        target: The gold answer.
        packs: Packs of its languages.
        tiers: Tiers to look for.
        thresholds: Where lines are drawn.
        test_names: Whether fixed names of tests and signs that carry a word of the answer count.
        acronyms: Acronyms that other texts of the case define.
    """

    def __init__(
        self,
        target: GoldTarget,
        packs: Sequence[LanguagePack],
        tiers: Collection[Tier],
        thresholds: Thresholds,
        *,
        test_names: bool,
        acronyms: Iterable[str] = (),
    ) -> None:
        self._packs = packs
        self._tiers = frozenset(tiers)
        self._thresholds = thresholds
        inflect = inflector(tuple(pack.morphology for pack in packs))
        self._weights = WordWeights(packs, inflect, thresholds)
        defined = [Variant(text, Tier.ACRONYM, "defined in the text", is_acronym=True) for text in acronyms]
        self.variants = (*variants_of(target, packs, tiers, self._weights), *defined)
        self._names = [
            compile_name(variant.text, variant.tier, packs, self._weights)
            for variant in self.variants
            if not variant.is_acronym and variant.origin in {"name", "synonym"}
        ]
        self._exact: dict[str, list[tuple[NameWords, Variant]]] = {}
        for variant in self.variants:
            if not variant.is_acronym:
                words = NameWords.of(variant.text)
                self._exact.setdefault(words.words[words.seed], []).append((words, variant))
        self._acronyms = [
            (AcronymForm.of(variant.text), variant)
            for variant in self.variants
            if variant.is_acronym and not variant.needs_evidence
        ]
        self._name_words = tuple(words_of(name) for name in (*target.names, *target.synonyms))
        self._endings = tuple(
            sorted({fold_text(ending) for pack in packs for ending in pack.acronyms.plural_endings}, key=lambda item: (-len(item), item))
        )
        numbers = frozenset(
            form for words in self._name_words for word in type_numbers(words) for form in numeral_forms(word)
        )
        self._acronym_context = AcronymContext(packs, self._name_words, numbers)
        self._mention_context = MentionContext(packs, self._weights, numbers, test_names)
        self._against = frozenset(prefix for pack in packs for prefix in pack.morphology.against)
        prefixes = tuple(
            sorted(
                {prefix for pack in packs for prefix in (*pack.morphology.prefixes, *pack.acronyms.prefixes)},
                key=lambda item: (-len(item), item),
            )
        )
        words = [name.words for name in self._names]
        self._tokens = (
            TokenSearch(
                words,
                inflect,
                self._weights,
                prefixes,
                proper=frozenset(word for name in self._names for word in name.proper),
                typos=Tier.TYPO in self._tiers,
            )
            if not _WORD_TIERS.isdisjoint(self._tiers)
            else None
        )

    def find(self, text: str) -> Found:
        """Search a text.

        Args:
            text: Any text.

        Returns:
            What was found in it.
        """
        leaks: set[Leak] = set()
        doubtful = 0
        for reading in readings(text):
            found = self._search(reading)
            leaks |= found.leaks
            doubtful += found.doubtful
        return Found(frozenset(leaks), doubtful)

    def defined_in(self, text: str) -> tuple[str, ...]:
        """Acronyms that a text defines beside a mention of the answer.

        Args:
            text: Any text.

        Returns:
            Acronyms as written.
        """
        found = [token for reading in readings(text) for token in self._definitions(reading, self._named(reading))]
        return tuple(sorted(set(found), key=lambda token: (plain(token), token)))

    def _search(self, reading: Reading) -> Found:
        named = list(self._named(reading))
        leaks = {self._leak(reading, span, variant.tier, variant.text) for span, variant in named if variant.tier in self._tiers}
        doubtful = 0
        if self._tokens:
            for name_leak in self._related(reading):
                if name_leak is None:
                    doubtful += 1
                else:
                    leaks.add(name_leak)
        if Tier.ACRONYM in self._tiers or Tier.CORE in self._tiers:
            for acronym_leak in self._acronym_leaks(reading, named):
                if acronym_leak is None:
                    doubtful += 1
                else:
                    leaks.add(acronym_leak)
        return Found(frozenset(leaks), doubtful)

    def _named(self, reading: Reading) -> Iterator[tuple[Span, Variant]]:
        """Names as they are."""
        low = reading.low
        joined = list(reading.joined_words())
        for seed, names in self._exact.items():
            at = low.find(seed)
            while at >= 0:
                yield from self._stand(reading, range(at, at + len(seed)), names)
                at = low.find(seed, at + 1)
            for word in joined:
                at = word.text.find(seed)
                while at >= 0:
                    yield from self._stand(reading, word.places[at : at + len(seed)], names)
                    at = word.text.find(seed, at + 1)

    @staticmethod
    def _stand(
        reading: Reading, places: range | tuple[int, ...], names: Iterable[tuple[NameWords, Variant]]
    ) -> Iterator[tuple[Span, Variant]]:
        for words, variant in names:
            span = words.at(reading, places)
            if span and is_whole_word(reading.low, span, reading.text, reading.source(span.start, span.end)):
                yield span, variant

    def _related(self, reading: Reading) -> Iterator[Leak | None]:
        assert self._tokens is not None
        tokens = self._tokens.tokens(reading)
        for name in self._names:
            for mention in mentions_of(
                name, tokens, reading, self._weights, self._tokens.words, self._thresholds.extra_words
            ):
                if mention.tier not in self._tiers:
                    continue
                if self._mention_context.other_meaning(mention, reading):
                    yield None
                else:
                    yield self._leak(reading, Span(mention.start, mention.end), mention.tier, name.text)

    def _acronym_leaks(self, reading: Reading, named: Sequence[tuple[Span, Variant]]) -> Iterator[Leak | None]:
        defined = dict.fromkeys(self._definitions(reading, named)) if named else {}
        new = [
            (AcronymForm.of(text), Variant(text, Tier.ACRONYM, "defined in the text", is_acronym=True)) for text in defined
        ]
        beside = [Span(max(0, span.start - 24), span.end + 24) for span, _ in named] if new else []
        for form, variant in (*self._acronyms, *new):
            if variant.tier not in self._tiers:
                continue
            for span in form.places(reading, self._packs, self._endings):
                sure = beside if any(plain(text) == plain(form.text) for text in defined) else ()
                given = variant.origin in {"given", "defined in the text"}
                if self._acronym_context.other_meaning(reading, span, form.text, sure, given=given):
                    yield None
                else:
                    yield self._leak(reading, _with_prefix(reading, span, self._against), variant.tier, variant.text)

    def _definitions(self, reading: Reading, named: Iterable[tuple[Span, Variant]]) -> Iterator[str]:
        low = reading.low
        for span, variant in named:
            if variant.tier not in {Tier.VERBATIM, Tier.SYNONYM}:
                continue
            around = {*low[max(0, span.start - 3) : span.start], *low[span.end : span.end + 4]}
            if not _OPENERS.isdisjoint(around):
                yield from definitions(reading.text, reading.source(span.start, span.end), self._name_words)

    @staticmethod
    def _leak(reading: Reading, span: Span, tier: Tier, variant: str) -> Leak:
        source = reading.source(span.start, span.end)
        return Leak(source.start, source.end, source.of(reading.text), tier, variant)


def _with_prefix(reading: Reading, span: Span, prefixes: Collection[str]) -> Span:
    """An acronym with the prefix that a hyphen ties to it: "anti-HIV" as a whole."""
    low = reading.low
    if span.start < _SHORTEST_PREFIX or low[span.start - 1] != "-" or not low[span.start - 2].isalnum():
        return span
    start = reading.word_start(span.start - 2)
    return Span(start, span.end) if low[start : span.start - 1] in prefixes else span
