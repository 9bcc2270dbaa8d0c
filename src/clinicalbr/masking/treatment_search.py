"""The search for what gives a treatment away beside its names: word forms, classes, regimens and outcomes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.masking.regimens import Regimens
from clinicalbr.masking.treatment_terms import forms_of
from clinicalbr.text import Span, SpanSet, apply_edits, clauses, fold, sentences

__all__ = ["Plan", "find_more", "outcome_clauses"]

_WORD_FORM = "word for a procedure of the plan"
_CLASS = "class of a drug of the plan"
_DOSE = "dose of the plan"
_REGIMEN = "regimen beside a mention"
_STOPS = re.compile(r"[.;:,!?()\[\]\n\r]")


class Plan(Protocol):
    """The parts of a plan that the search needs."""

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of drug classes."""

    @property
    def procedures(self) -> tuple[str, ...]:
        """Procedures."""

    @property
    def general(self) -> tuple[str, ...]:
        """General words for the procedures."""

    @property
    def doses(self) -> tuple[str, ...]:
        """Amounts."""


def find_more(
    plan: Plan, text: str, mentions: Sequence[Span], packs: tuple[LanguagePack, ...]
) -> list[tuple[Span, str]]:
    """What gives a plan away in a text beside the names that were found in it.

    Args:
        plan: The plan.
        text: Any text.
        mentions: Where its names stand.
        packs: Packs of the languages of the text.

    Returns:
        Spans in order with the reason.
    """
    search = _search(plan.classes, plan.procedures, plan.general, plan.doses, packs)
    named = SpanSet.merge(mentions)
    found = search.find(text, named)
    # Once its neighbours are hidden, a word may stand free that did not before: what is left is searched again, as a
    # reader of the masked text would.
    hidden = named.union(SpanSet.merge(span for span, _ in found))
    while len(hidden):
        hidden = hidden.union(SpanSet.merge(outcome_clauses(text, packs, hidden)))
        masked, offsets = apply_edits(text, ((span, packs[0].placeholder) for span in hidden))
        left = [(offsets.to_source(span), reason) for span, reason in search.find(masked, SpanSet())]
        new = [(span, reason) for span, reason in left if not hidden.covers(span)]
        if not new:
            break
        found += new
        hidden = hidden.union(SpanSet.merge(span for span, _ in new))
    return sorted(dict.fromkeys(found))


def outcome_clauses(text: str, packs: tuple[LanguagePack, ...], mentions: Iterable[Span]) -> list[Span]:
    """Clauses that state an outcome behind a mention of the treatment, or lay it to one.

    Args:
        text: Any text.
        packs: Packs of the languages of the text.
        mentions: Where the treatment is mentioned.

    Returns:
        Spans of clauses in order.
    """
    named = SpanSet.merge(mentions)
    if not len(named):
        return []
    outcomes, after = _outcome_phrases(packs)
    words = TextWords.of(text, fold(text))
    cues = [span for place in outcomes.find(words) if not _overlaps(span := words.span(*place), named)]
    if not cues:
        return []
    connectors = dict.fromkeys(word for pack in packs for word in pack.sentences.clause_connectors)
    abbreviations = dict.fromkeys(word for pack in packs for word in pack.sentences.abbreviations)
    cut = clauses(text, connectors, abbreviations)
    starts = [clause.start for clause in cut]
    new_sentence = {span.start for span in sentences(text, abbreviations)}
    first = named.spans[0].start
    told: list[Span] = []
    for index in sorted({max(0, bisect_right(starts, cue.start) - 1) for cue in cues}) if cut else ():
        clause = cut[index]
        behind = cut[index + 1] if index + 1 < len(cut) and cut[index + 1].start not in new_sentence else None
        if first < clause.end or (behind and _overlaps(behind, named) and _begins(text, behind, after)):
            told.append(clause)
    return told


class _Search:
    """What is looked for, made once for a plan and some languages."""

    def __init__(
        self,
        classes: tuple[str, ...],
        procedures: tuple[str, ...],
        general: tuple[str, ...],
        doses: tuple[str, ...],
        packs: tuple[LanguagePack, ...],
    ) -> None:
        rules = [pack.treatment for pack in packs]
        self._forms = Phrases((*forms_of(procedures, packs), *general))
        self._classes = Phrases(classes)
        self._earlier = _earlier(packs)
        self._tests = Phrases(term for each in rules for term in each.diagnostic if " " in term)
        self._regimens = Regimens.of(packs)
        self._doses = self._regimens.keys(doses)

    def find(self, text: str, named: SpanSet) -> list[tuple[Span, str]]:
        """Leaks in a text, some of which may overlap what is named."""
        folded = fold(text)
        words = TextWords.of(text, folded)
        found = [(words.span(*place), _CLASS) for place in self._classes.find(words)]
        forms = [words.span(*place) for place in self._forms.find(words)]
        if forms:
            past = self._past(text, words, named)
            tests = SpanSet.merge(words.span(*place) for place in self._tests.find(words))
            found += ((span, _WORD_FORM) for span in forms if not tests.covers(span) and not past.covers(span))
        doses = self._regimens.find(folded)
        if doses:
            mentions = [*named, *(span for span, _ in found)]
            found += ((dose.span, _DOSE) for dose in doses if dose.key in self._doses)
            found += ((span, _REGIMEN) for span in self._regimens.touching(text, doses, sorted(mentions)))
        best: dict[Span, str] = {}
        for span, reason in found:
            if not named.covers(span):
                best.setdefault(span, reason)
        return sorted(best.items())

    def _past(self, text: str, words: TextWords, named: SpanSet) -> SpanSet:
        """The stretches between two stops that speak of the patient's past, unless they name the treatment."""
        cues = list(self._earlier.find(words))
        if not cues:
            return SpanSet()
        stops = [match.start() for match in _STOPS.finditer(text)]
        found = []
        for cue in cues:
            at = bisect_left(stops, cue.start)
            start = stops[at - 1] if at else 0
            stretch = Span(start, stops[at] if at < len(stops) else len(text))
            if not _overlaps(stretch, named):
                found.append(stretch)
        return SpanSet.merge(found)


class _Earlier:
    """Phrases that put something in the past; "#" stands for a number."""

    def __init__(self, phrases: Iterable[str], number_words: Iterable[str]) -> None:
        number = "|".join((r"\d{1,3}", *(re.escape(word) for word in number_words)))
        bodies = [
            f"(?:{number})".join(re.escape(part).replace(r"\ ", "[ ]{1,3}") for part in phrase.split("#"))
            for phrase in sorted(set(phrases), key=lambda item: (-len(item), item))
        ]
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(bodies) or '(?!)'})(?!\w)")

    def find(self, words: TextWords) -> Iterator[Span]:
        for match in self._pattern.finditer(words.folded.text):
            yield words.folded.source_span(Span(*match.span()))


@lru_cache(maxsize=64)
def _search(
    classes: tuple[str, ...],
    procedures: tuple[str, ...],
    general: tuple[str, ...],
    doses: tuple[str, ...],
    packs: tuple[LanguagePack, ...],
) -> _Search:
    return _Search(classes, procedures, general, doses, packs)


@lru_cache(maxsize=32)
def _outcome_phrases(packs: tuple[LanguagePack, ...]) -> tuple[Phrases, Phrases]:
    rules = [pack.treatment for pack in packs]
    return (
        Phrases(phrase for each in rules for phrase in each.outcomes),
        Phrases(phrase for each in rules for phrase in each.after),
    )


@lru_cache(maxsize=32)
def _earlier(packs: tuple[LanguagePack, ...]) -> _Earlier:
    rules = [pack.treatment for pack in packs]
    return _Earlier(
        (phrase for each in rules for phrase in each.earlier), (word for each in rules for word in each.number_words)
    )


def _begins(text: str, clause: Span, phrases: Phrases) -> bool:
    words = TextWords.of(clause.of(text), fold(clause.of(text)))
    return bool(words.words) and phrases.length_at(words, 0) > 0


def _overlaps(span: Span, spans: SpanSet) -> bool:
    index = bisect_left(spans.spans, span.end, key=lambda own: own.start) - 1
    return index >= 0 and spans.spans[index].end > span.start
