"""The search for clauses that tell how a treatment turned out."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.masking.regimen_grammar import PhraseGrammar
from clinicalbr.masking.regimens import Regimens
from clinicalbr.masking.treatment_context import history_of, overlaps
from clinicalbr.masking.treatment_terms import any_drug
from clinicalbr.text import Span, SpanSet, clauses, fold, fold_text, sentences

__all__ = ["outcome_clauses"]

_NEAR, _LONGEST_OPENING, _SHORTEST_TAIL = 25, 7, 3


class _Cues:
    """What tells an outcome in some languages."""

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        rules = [pack.treatment for pack in packs]
        self.outcomes = Phrases(phrase for each in rules for phrase in each.outcomes)
        self.after = Phrases(phrase for each in rules for phrase in each.after)
        self.changes = Phrases(phrase for each in rules for phrase in each.changes)
        self.shows = Phrases(phrase for each in rules for phrase in each.shows)
        self.controls = Phrases(phrase for each in rules for phrase in each.controls)
        times = PhraseGrammar(packs).one_of(phrase for each in rules for phrase in each.times)
        self.times = re.compile(rf"(?<!\w){times}(?!\w)")
        self.drugs = any_drug(packs)
        self.regimens = Regimens.of(packs)
        self.no_drugs = frozenset(word for each in rules for word in each.not_drugs)
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
    others = _others(words, named.union(history_of(packs).measured(words)), cues)
    strong = _not_of_others(text, _places(cues.outcomes, words, named), others, cues)
    weak = _not_of_others(text, _places(cues.changes, words, named), others, cues)
    weak = [span for span in weak if span.start > first]
    dated = [words.folded.source_span(Span(*match.span())) for match in cues.times.finditer(words.folded.text)]
    alone = [*dated, *_places(cues.controls, words, named)]
    cut = clauses(text, cues.connectors, cues.abbreviations)
    starts = [clause.start for clause in cut]
    new_sentence = {span.start for span in sentences(text, cues.abbreviations)}
    has_strong, has_weak, has_alone = (_holders(starts, spans) for spans in (strong, weak, alone))
    # An examination after the treatment may name the treatment ("the control scan showed the embolised sac").
    has_weak |= has_alone & _holders(starts, _places(cues.shows, words, named))
    has_alone -= _holders(starts, others)
    told: list[Span] = []
    for index in sorted(has_strong | has_weak | has_alone):
        clause = cut[index]
        behind = cut[index + 1] if index + 1 < len(cut) and cut[index + 1].start not in new_sentence else None
        laid_to_it = behind is not None and overlaps(behind, named) and _begins(text, behind, cues.after)
        if first >= clause.end:
            if index in has_strong and laid_to_it:
                told.append(clause)
        elif index in has_strong or index in has_weak or (clause.start > first and not overlaps(clause, named)):
            told.append(clause)
            if behind is not None and laid_to_it and len(behind.of(text).split()) <= _LONGEST_OPENING:
                told.append(behind)
    openings = (clause for clause in cut if clause.start in new_sentence and first < clause.start)
    told += (clause for clause in openings if _tells_what_followed(text, clause, named, others, cues))
    apart = [span for span in others if any(cue.end <= span.start for cue in (*strong, *weak))]
    doses = cues.regimens.touching(text, cues.regimens.find(words.folded), apart) if apart else []
    return _without(text, sorted(set(told)), SpanSet.merge([*apart, *doses]))


def _others(words: TextWords, left_out: SpanSet, cues: _Cues) -> list[Span]:
    """Drugs that are none of the treatment, without those that were measured."""
    return [
        span
        for place in cues.drugs.find(words)
        if not overlaps(span := words.span(*place), left_out) and fold_text(span.of(words.source)) not in cues.no_drugs
    ]


def _not_of_others(text: str, found: Sequence[Span], others: Sequence[Span], cues: _Cues) -> list[Span]:
    """Cues that are not laid to another drug at once ("resolved with promethazine")."""
    starts = [span.start for span in others]
    kept = []
    for cue in found:
        at = bisect_left(starts, cue.end)
        gap = Span(cue.end, starts[at]) if at < len(starts) and starts[at] - cue.end <= _NEAR else None
        if gap is None or not _begins(text, gap, cues.after):
            kept.append(cue)
    return kept


def _tells_what_followed(text: str, clause: Span, named: SpanSet, others: Sequence[Span], cues: _Cues) -> bool:
    """Whether a sentence opens with "after" and the treatment, and goes on to something that is neither."""
    inside = [span for span in named.spans if clause.start <= span.start < clause.end]
    if not inside or not _begins(text, clause, cues.after):
        return False
    # What stands before the treatment may be its number or length ("after 5 days of the drug").
    opening = text[clause.start : inside[0].start].split()
    behind = max((span.end for span in inside if span.start - inside[0].end <= _NEAR), default=clause.end)
    if len(opening) > _LONGEST_OPENING or behind < inside[-1].end:
        return False
    tail = text[behind : clause.end].split()
    return len(tail) >= _SHORTEST_TAIL and not any(clause.start <= span.start < clause.end for span in others)


def _without(text: str, told: Sequence[Span], left: SpanSet) -> list[Span]:
    """Clauses without the drugs that came for something else, which stay."""
    found = []
    for clause in told:
        start = clause.start
        for span in left.spans:
            if clause.start <= span.start and span.end <= clause.end:
                found.append(Span(start, span.start))
                start = span.end
        found.append(Span(start, clause.end))
    return [_trimmed(text, span) for span in found if any(char.isalnum() for char in span.of(text))]


def _trimmed(text: str, span: Span) -> Span:
    piece = span.of(text)
    return Span(span.start + len(piece) - len(piece.lstrip()), span.end - len(piece) + len(piece.rstrip()))


def _places(phrases: Phrases, words: TextWords, named: SpanSet) -> list[Span]:
    return [span for place in phrases.find(words) if not named.covers(span := words.span(*place))]


def _holders(starts: Sequence[int], spans: Iterable[Span]) -> set[int]:
    """Positions of the clauses that hold the spans."""
    return {max(0, bisect_right(starts, span.start) - 1) for span in spans} if starts else set()


def _begins(text: str, clause: Span, phrases: Phrases) -> bool:
    words = TextWords.of(clause.of(text), fold(clause.of(text)))
    return bool(words.words) and phrases.length_at(words, 0) > 0
