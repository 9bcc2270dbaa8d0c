"""The search for a gold answer in one text: names, acronyms, related words, and what their surroundings say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronym_context import AcronymContext
from clinicalbr.masking.acronym_definitions import Definition, definitions
from clinicalbr.masking.acronym_letters import aligns, by_initials
from clinicalbr.masking.acronym_search import AcronymForm, capital_tokens, hyphened_prefix
from clinicalbr.masking.acronyms import is_called, plain, words_of
from clinicalbr.masking.lexicon import lexicon_of
from clinicalbr.masking.mention_context import MentionContext
from clinicalbr.masking.mentions import Surroundings, mentions_of, not_settled
from clinicalbr.masking.name_words import NameWords
from clinicalbr.masking.names import CompiledName, compile_name, type_numbers
from clinicalbr.masking.number_beside import glued_type
from clinicalbr.masking.reading import Reading, readings
from clinicalbr.masking.seed_hits import SeedHits, TargetSeeds
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.token_search import Token, TokenSearch
from clinicalbr.masking.variants import Variant, variants_of
from clinicalbr.masking.whole_names import WholeNames
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Leak, Tier
from clinicalbr.text import Span

__all__ = ["Finder", "Found"]

_WORD_TIERS = frozenset({Tier.INFLECTION, Tier.SYNONYM, Tier.CORE, Tier.TYPO})
_BEHIND_SLASH = re.compile(r"/([A-Z]{3,7})(?![^\W_])")
_BEFORE_SLASH = re.compile(r"(?<![^\W_])([A-Z]{3,7})/\Z")
_KIN = 3
_LETTERS_KEPT = 4096
_OPENERS = frozenset("([-\u2013\u2014/:")


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Args:
        leaks: Mentions of the answer.
        doubtful: Places in the source that look like mentions and were left, because of what stands beside them.
    """

    leaks: frozenset[Leak]
    doubtful: tuple[Span, ...]


class Finder:
    """Searches texts for one gold answer.

    Args:
        target: The gold answer.
        packs: Packs of its languages.
        tiers: Tiers to look for.
        thresholds: Where lines are drawn.
        test_names: Whether fixed names of tests and signs that carry a word of the answer count.
        known_acronyms: Acronyms that other texts of the case define.
    """

    def __init__(
        self,
        target: GoldTarget,
        packs: Sequence[LanguagePack],
        tiers: Collection[Tier],
        thresholds: Thresholds,
        *,
        test_names: bool,
        known_acronyms: Iterable[str] = (),
    ) -> None:
        self._tiers = frozenset(tiers)
        self.lexicon = lexicon_of(packs, thresholds)
        defined = [Variant(text, Tier.ACRONYM, "defined in the text", is_acronym=True) for text in known_acronyms]
        self.variants = (*variants_of(target, self.lexicon, tiers), *defined)
        names = [(NameWords.of(variant.text), variant) for variant in self.variants if not variant.is_acronym]
        acronyms = [
            (AcronymForm.of(variant.text), variant)
            for variant in self.variants
            if variant.is_acronym and not variant.needs_evidence
        ]
        self._name_words = tuple(words_of(name) for name in (*target.names, *target.synonyms))
        self._derives = target.derive_acronyms
        self._by_initials = by_initials(self.lexicon)
        self._aligning: dict[str, tuple[AcronymForm, Variant] | None] = {}
        self._content_words = [
            tuple(word for word in words if word not in self.lexicon.without_initial)
            for words in dict.fromkeys(words_of(name) for name in target.names)
        ]
        numbered = [type_numbers(words.words) for words, variant in names if variant.tier is Tier.VERBATIM]
        # A name without a number stands for all the types.
        numbers = frozenset().union(*numbered) if all(numbered) else frozenset()
        self._acronym_context = AcronymContext(self.lexicon, self._name_words, numbers)
        beginnings = {word[:_KIN] for words in self._name_words for word in words}
        phrases = [
            phrase
            for phrase in (() if test_names else self.lexicon.fixed_phrases)
            if any(word[:_KIN] in beginnings for word in phrase.split())
        ]
        self._mention_context = MentionContext(self.lexicon, phrases)
        self._names: list[CompiledName] = []
        self._tokens: TokenSearch | None = None
        if not _WORD_TIERS.isdisjoint(self._tiers):
            self._names = [
                compile_name(variant.text, words, variant.tier, self.lexicon)
                for words, variant in names
                if variant.origin in {"name", "synonym"}
            ]
            self._tokens = TokenSearch(
                [name.words for name in self._names],
                self.lexicon,
                proper=frozenset(word for name in self._names for word in name.proper),
                typos=Tier.TYPO in self._tiers,
            )
        self._names_of: dict[str, list[int]] = {}
        for number, name in enumerate(self._names):
            for word in name.words:
                self._names_of.setdefault(word, []).append(number)
        self._seeds = TargetSeeds(names, acronyms, self._tokens.parts if self._tokens else {})

    def find(self, text: str) -> Found:
        """Search a text.

        Args:
            text: Any text.

        Returns:
            What was found in it.
        """
        first, *others = readings(text)
        if not others:
            return self._search(first)
        leaks: set[Leak] = set()
        doubtful: list[Span] = []
        for reading in (first, *others):
            found = self._search(reading)
            leaks |= found.leaks
            doubtful += found.doubtful
        return Found(frozenset(leaks), tuple(doubtful))

    def defined_in(self, text: str) -> tuple[str, ...]:
        """Acronyms that a text defines beside a mention of the answer.

        Args:
            text: Any text.

        Returns:
            Acronyms as written.
        """
        found = [
            definition.short
            for reading in readings(text)
            for definition, _ in self._definitions(reading, self._seeds.hits(reading).named())
        ]
        return tuple(sorted(set(found), key=lambda token: (plain(token), token)))

    def _search(self, reading: Reading) -> Found:
        hits = self._seeds.hits(reading)
        named = hits.named()
        leaks = {
            _leak(reading, span, variant.tier, variant.text) for span, variant in named if variant.tier in self._tiers
        }
        doubtful: list[Span] = []
        for leak in (*self._related(reading, hits, named), *self._acronym_leaks(reading, hits, named)):
            if isinstance(leak, Span):
                doubtful.append(leak)
            else:
                leaks.add(leak)
        return Found(frozenset(leaks), tuple(doubtful))

    def _related(
        self, reading: Reading, hits: SeedHits, named: Sequence[tuple[Span, Variant]]
    ) -> Iterator[Leak | Span]:
        if self._tokens is None:
            return
        whole = WholeNames(reading, [span for span, variant in named if variant.tier in self._tiers])
        found = self._tokens.tokens(reading, hits.parts(), hits.joined_parts())
        tokens = list(not_settled(found, reading, whole))
        if not tokens:
            return
        related: dict[int, list[Token]] = {}
        for token in tokens:
            for number in {number for word in token.kin for number in self._names_of[word]}:
                related.setdefault(number, []).append(token)
        surroundings = Surroundings(reading, self.lexicon, whole)
        for number in sorted(related):
            name = self._names[number]
            for mention in mentions_of(name, related[number], surroundings, self._tokens.words):
                if mention.tier not in self._tiers or whole.around(mention.start, mention.end):
                    continue
                if self._mention_context.other_meaning(mention, reading):
                    yield reading.source(mention.start, mention.end)
                else:
                    yield _leak(reading, Span(mention.start, mention.end), mention.tier, name.text)

    def _acronym_leaks(
        self, reading: Reading, hits: SeedHits, named: Sequence[tuple[Span, Variant]]
    ) -> Iterator[Leak | Span]:
        places = hits.acronyms(self.lexicon)
        defined = list(self._definitions(reading, named)) if named else []
        for text in sorted({definition.short for definition, _ in defined}):
            variant = Variant(text, Tier.ACRONYM, "defined in the text", is_acronym=True)
            form = AcronymForm.of(text)
            places |= {(span, form, variant) for span in form.places(reading, self.lexicon)}
        if self._derives:
            places |= self._aligned(reading)
        places |= self._turned(reading, places)
        if not places:
            return
        sure = _defining(defined, places) if defined else frozenset()
        for span, form, variant in places:
            if variant.tier not in self._tiers:
                continue
            given = variant.origin in {"given", "defined in the text"}
            if span not in sure and self._acronym_context.other_meaning(reading, span, form.text, given=given):
                yield reading.source(span.start, span.end)
            else:
                yield _leak(reading, _with_prefix(reading, span, self.lexicon.against), variant.tier, variant.text)

    def _aligned(self, reading: Reading) -> set[tuple[Span, AcronymForm, Variant]]:
        """Tokens in capitals whose letters abbreviate a name, where the language knows no other use for them."""
        found = set()
        for span, letters in capital_tokens(reading):
            if letters not in self._aligning:
                if len(self._aligning) >= _LETTERS_KEPT:
                    self._aligning.clear()
                self._aligning[letters] = self._aligned_form(letters)
            if aligned := self._aligning[letters]:
                found.add((span, *aligned))
        return found

    def _aligned_form(self, letters: str) -> tuple[AcronymForm, Variant] | None:
        if any(pack.abbreviations.meanings(letters) for pack in self.lexicon.packs) and not any(
            is_called(words, letters, self.lexicon) for words in self._content_words
        ):
            return None
        if not any(aligns(letters.casefold(), words, self._by_initials) for words in self._content_words):
            return None
        return AcronymForm.of(letters), Variant(letters, Tier.ACRONYM, "letters of the name", is_acronym=True)

    def _turned(
        self, reading: Reading, places: Iterable[tuple[Span, AcronymForm, Variant]]
    ) -> set[tuple[Span, AcronymForm, Variant]]:
        """The same letters in another order behind or before a slash: "SIDA/AIDS"."""
        found = set()
        for span, form, variant in places:
            for match in (
                _BEHIND_SLASH.match(reading.cased, span.end),
                _BEFORE_SLASH.search(reading.cased, max(0, span.start - 9), span.start),
            ):
                if match and form.length > 2 and sorted(match[1].casefold()) == sorted("".join(form.low)):
                    found.add((Span(*match.span(1)), AcronymForm.of(match[1]), variant))
        return found

    def _definitions(
        self, reading: Reading, named: Iterable[tuple[Span, Variant]]
    ) -> Iterator[tuple[Definition, Span]]:
        low = reading.low
        for span, variant in named:
            if variant.tier not in {Tier.VERBATIM, Tier.SYNONYM}:
                continue
            around = {*low[max(0, span.start - 3) : span.start], *low[span.end : span.end + 4]}
            if not _OPENERS.isdisjoint(around):
                source = reading.source(span.start, span.end)
                yield from ((item, span) for item in definitions(reading.text, source, self._name_words))


def _leak(reading: Reading, span: Span, tier: Tier, variant: str) -> Leak:
    if not reading.folded.offsets.edits:
        return Leak(span.start, span.end, reading.text[span.start : span.end], tier, variant)
    source = reading.source(span.start, span.end)
    return Leak(source.start, source.end, source.of(reading.text), tier, variant)


def _defining(
    defined: Iterable[tuple[Definition, Span]], places: Iterable[tuple[Span, AcronymForm, Variant]]
) -> frozenset[Span]:
    """The places at which the text defines an acronym."""
    by_letters: dict[str, list[Span]] = {}
    for span, form, _ in sorted(places, key=lambda place: place[0]):
        by_letters.setdefault(plain(form.text), []).append(span)
    found = (item.place(mention, by_letters.get(plain(item.short), ())) for item, mention in defined)
    return frozenset(span for span in found if span)


def _with_prefix(reading: Reading, span: Span, prefixes: Collection[str]) -> Span:
    """An acronym with what is tied to it: "anti-HIV", "T2DM"."""
    if glued := glued_type(reading.low, span.start):
        return Span(glued[0], span.end)
    start = hyphened_prefix(reading, span.start, prefixes)
    return span if start is None else Span(start, span.end)
