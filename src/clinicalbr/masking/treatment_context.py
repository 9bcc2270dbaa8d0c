"""Where a text speaks of the treatment, and where of what the patient took or had done before."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.masking.regimen_grammar import PhraseGrammar
from clinicalbr.text import Span, SpanSet, clauses, sentences

__all__ = ["History", "history_of", "overlaps", "segments_of"]

_STOPS = re.compile(r"[.;:,!?()\[\]\n\r]")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_NEAR = 30
"""Characters between an analyte and a word that shows it to be measured."""


class History:
    """Phrases that put something in the patient's past.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        rules = [pack.treatment for pack in packs]
        grammar = PhraseGrammar(packs)
        self._earlier = _pattern((phrase for each in rules for phrase in each.earlier), grammar)
        self._openings = re.compile(rf"{self._earlier.pattern}(?=\s?,)")
        self._home = _pattern((phrase for each in rules for phrase in each.home), grammar)
        self._undone = _pattern((phrase for each in rules for phrase in each.undone), grammar)
        kin = grammar.one_of(word for each in rules for word in each.relatives)
        speaks = grammar.one_of(word for each in rules for word in each.reporters)
        self._relatives = re.compile(rf"(?<!\w){kin}(?!\w)(?!(?: \w+){{0,2}} {speaks}(?!\w))")
        self._analytes = Phrases(name for each in rules for name in each.analytes)
        self._measured = _pattern((phrase for each in rules for phrase in each.measured), grammar)
        self._abbreviations = tuple(dict.fromkeys(word for pack in packs for word in pack.sentences.abbreviations))

    def earlier(self, words: TextWords) -> list[Span]:
        """Stretches between two stops that speak of the past."""
        found = self._stretches(self._earlier, words)
        # "At the age of four, he broke an arm, treated with a cast": an opening before a comma speaks of its whole
        # sentence; "Previously healthy, he was drained" tells nothing of the second part.
        cut = sentences(words.source, self._abbreviations) if found else ()
        starts = [span.start for span in cut]
        for cue in self._found(self._openings, words) if found else ():
            at = bisect_right(starts, cue.start) - 1
            if at >= 0 and not any(map(str.isalnum, words.source[starts[at] : cue.start])):
                found.append(Span(cue.start, cut[at].end))
        return sorted(found)

    def undone(self, words: TextWords) -> SpanSet:
        """Stretches between two stops that tell of something considered and not done."""
        return SpanSet.merge(self._stretches(self._undone, words))

    def _stretches(self, pattern: re.Pattern[str], words: TextWords) -> list[Span]:
        text = words.source
        stops = [match.start() for match in _STOPS.finditer(text)]
        found = []
        for cue in self._found(pattern, words):
            at = bisect_left(stops, cue.start)
            start = stops[at - 1] if at else 0
            found.append(Span(start, stops[at] if at < len(stops) else len(text)))
        return found

    def home(self, words: TextWords) -> SpanSet:
        """Stretches from a word for home medication or an allergy to the end of its sentence."""
        return self._to_sentence_end(self._home, words)

    def relatives(self, words: TextWords) -> SpanSet:
        """Stretches from a word for a relative to the end of its sentence, unless it speaks of the patient."""
        return self._to_sentence_end(self._relatives, words)

    def _to_sentence_end(self, pattern: re.Pattern[str], words: TextWords) -> SpanSet:
        cues = list(self._found(pattern, words))
        if not cues:
            return SpanSet()
        found = []
        cut = sentences(words.source, self._abbreviations)
        starts = [span.start for span in cut]
        for cue in cues:
            at = max(0, bisect_left(starts, cue.start + 1) - 1)
            end = cut[at].end if cut else len(words.source)
            found.append(Span(cue.start, max(cue.end, end)))
        return SpanSet.merge(found)

    def present(self, words: TextWords, mentions: Iterable[Span]) -> list[Span]:
        """The mentions that tell of the treatment as it is given.

        Those in the patient's past are left out, and those that only announce it: in a first paragraph that goes on to
        the past, when a later paragraph tells of the treatment.

        Args:
            words: A text.
            mentions: Mentions in order.

        Returns:
            Mentions in order; none when all speak of the past.
        """
        past = self.home(words).union(SpanSet.merge(self.earlier(words))).union(self.relatives(words))
        live = [span for span in mentions if not overlaps(span, past)]
        opening = _PARAGRAPH.search(words.source)
        if not live or not len(past) or not opening or live[0].end > opening.start():
            return live
        goes_on = any(live[0].end <= span.start < opening.start() for span in past)
        if goes_on and live[-1].start >= opening.end():
            return [span for span in live if span.start >= opening.end()]
        return live

    def measured(self, words: TextWords) -> SpanSet:
        """Names of analytes beside a word or unit that shows them to be measured."""
        names = [words.span(*place) for place in self._analytes.find(words)]
        if not names:
            return SpanSet()
        cues = list(self._found(self._measured, words))
        starts = [cue.start for cue in cues]
        found = []
        for name in names:
            at = bisect_left(starts, name.end)
            for cue in cues[max(0, at - 1) : at + 1]:
                gap = words.source[min(cue.end, name.end) : max(cue.start, name.start)]
                if len(gap) <= _NEAR and not re.search(r"[;()\n]|[.,](?!\d)", gap):
                    found.append(name)
        return SpanSet.merge(found)

    @staticmethod
    def _found(pattern: re.Pattern[str], words: TextWords) -> Iterator[Span]:
        for match in pattern.finditer(words.folded.text):
            yield words.folded.source_span(Span(*match.span()))


@lru_cache(maxsize=32)
def history_of(packs: tuple[LanguagePack, ...]) -> History:
    """The phrases of some packs, made once.

    Args:
        packs: Packs.

    Returns:
        The same object for the same packs.
    """
    return History(packs)


def segments_of(text: str, packs: Sequence[LanguagePack]) -> tuple[Span, ...]:
    """The sentences of a text, cut at semicolons too.

    Args:
        text: Any text.
        packs: Packs of its languages.

    Returns:
        Spans in order.
    """
    return clauses(text, (), dict.fromkeys(word for pack in packs for word in pack.sentences.abbreviations))


def overlaps(span: Span, spans: SpanSet) -> bool:
    """Whether a span overlaps one of several.

    Args:
        span: A span.
        spans: Others.

    Returns:
        True when one letter or more is shared.
    """
    index = bisect_left(spans.spans, span.end, key=lambda own: own.start) - 1
    return index >= 0 and spans.spans[index].end > span.start


def _pattern(phrases: Iterable[str], grammar: PhraseGrammar) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){grammar.one_of(phrases)}(?!\w)")
