"""The search for clauses that tell how a treatment turned out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.masking.treatment_context import history_of, overlaps, phrase_body
from clinicalbr.text import Span, SpanSet, clauses, fold, sentences

__all__ = ["outcome_clauses"]


class _Cues:
    """What tells an outcome in some languages."""

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        rules = [pack.treatment for pack in packs]
        self.outcomes = Phrases(phrase for each in rules for phrase in each.outcomes)
        self.after = Phrases(phrase for each in rules for phrase in each.after)
        self.changes = Phrases(phrase for each in rules for phrase in each.changes)
        self.shows = Phrases(phrase for each in rules for phrase in each.shows)
        self.controls = Phrases(phrase for each in rules for phrase in each.controls)
        number_words = "|".join(re.escape(word) for each in rules for word in each.number_words)
        number = rf"(?:\d{{1,3}}(?:o|a|st|nd|rd|th|\u00ba|\u00aa)?|{number_words or '(?!)'})"
        phrases = sorted({phrase for each in rules for phrase in each.times}, key=lambda item: (-len(item), item))
        bodies = "|".join(phrase_body(phrase, number) for phrase in phrases)
        self.times = re.compile(rf"(?<!\w)(?:{bodies or '(?!)'})(?!\w)")
        self.connectors = tuple(dict.fromkeys(word for pack in packs for word in pack.sentences.clause_connectors))
        self.abbreviations = tuple(dict.fromkeys(word for pack in packs for word in pack.sentences.abbreviations))


@lru_cache(maxsize=32)
def _cues(packs: tuple[LanguagePack, ...]) -> _Cues:
    return _Cues(packs)


def outcome_clauses(text: str, packs: tuple[LanguagePack, ...], mentions: Iterable[Span]) -> list[Span]:
    """Clauses that state an outcome behind a mention of the treatment, or lay it to one.

    Behind the first mention that is not about the patient's past, a clause tells an outcome when it has a phrase for
    one or a word for a change; one without a mention, also when it dates a finding or tells of a later examination.

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
    cues = _cues(packs)
    words = TextWords.of(text, fold(text))
    first = (history_of(packs).present(words, named) or list(named))[0].start
    strong = _places(cues.outcomes, words, named)
    weak = [span for span in _places(cues.changes, words, named) if span.start > first]
    dated = [words.folded.source_span(Span(*match.span())) for match in cues.times.finditer(words.folded.text)]
    alone = [*dated, *_places(cues.controls, words, named)]
    cut = clauses(text, cues.connectors, cues.abbreviations)
    starts = [clause.start for clause in cut]
    new_sentence = {span.start for span in sentences(text, cues.abbreviations)}
    has_strong, has_weak, has_alone = (_holders(starts, spans) for spans in (strong, weak, alone))
    # An examination after the treatment may name the treatment ("the control scan showed the embolised sac").
    has_weak |= has_alone & _holders(starts, _places(cues.shows, words, named))
    told: list[Span] = []
    for index in sorted(has_strong | has_weak | has_alone):
        clause = cut[index]
        if first < clause.end:
            if index in has_strong or index in has_weak or (clause.start > first and not overlaps(clause, named)):
                told.append(clause)
            continue
        behind = cut[index + 1] if index + 1 < len(cut) and cut[index + 1].start not in new_sentence else None
        if index in has_strong and behind and overlaps(behind, named) and _begins(text, behind, cues.after):
            told.append(clause)
    return told


def _places(phrases: Phrases, words: TextWords, named: SpanSet) -> list[Span]:
    return [span for place in phrases.find(words) if not overlaps(span := words.span(*place), named)]


def _holders(starts: Sequence[int], spans: Iterable[Span]) -> set[int]:
    """Positions of the clauses that hold the spans."""
    return {max(0, bisect_right(starts, span.start) - 1) for span in spans} if starts else set()


def _begins(text: str, clause: Span, phrases: Phrases) -> bool:
    words = TextWords.of(clause.of(text), fold(clause.of(text)))
    return bool(words.words) and phrases.length_at(words, 0) > 0
