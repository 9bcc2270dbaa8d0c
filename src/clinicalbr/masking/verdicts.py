"""Clauses that announce the answer: a cue such as "diagnosed with", and a mention of the answer in the same clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.phrases import PhraseSet
from clinicalbr.masking.reading import readings
from clinicalbr.schema import Leak, Tier
from clinicalbr.text import Span, clauses, fold_text

__all__ = ["clauses_with", "verdict_clauses"]

_LONGEST_REACH = 600
"""Characters on either side of a mention in which its clause is looked for."""
_SENTENCE_END = re.compile(
    r"[.!?][\"')\]\u201d\u00bb]*\s+(?=[\"'(\[\u201c\u00ab]?[^\W\d_a-z\u00df-\u00ff]|\d)|[\n\r\u2028\u2029]\s*"
)
_NEXT_WORD = 2
"""Signs of the next sentence that tell where one ends: a bracket or a quotation mark, and a letter."""
_INNER_MARK = re.compile(r";|\s[-\u2012-\u2015\u2212]{1,2}\s")
_END_MARKS = ".!?\n\r\u2028\u2029"
_MARKS_LOOKED_AT = 8
_DENIAL_REACH = 40
_BREATH = re.compile(r"[,;:()]")
_LONGEST_TITLE = 300
_LINE_END = re.compile(r"[\n\r]")
_NEXT_LINE = re.compile(r"(?<![.!?:;])[\n\r]+\S")
_TRAILING = " \t\n\r.,;:!?"
_LEADING = " \t\n\r,;:"


def verdict_clauses(text: str, leaks: Iterable[Leak], lexicon: Lexicon) -> tuple[tuple[Span, Tier], ...]:
    """The clauses of a text that state the answer as concluded, confirmed, compatible or suspected.

    What stands in the clauses beside them, such as a measurement, is left; so are a clause about another disease, one
    that denies the answer, and the title.

    Args:
        text: Any text.
        leaks: Mentions of the answer in it.
        lexicon: Rules of the target's languages; their cues and connectors count.

    Returns:
        Each clause without the marks at its edges, with the strongest tier of the mentions in it.
    """
    cues, denials = lexicon.verdict_cues, lexicon.denials
    found: list[tuple[Span, Tier]] = []
    title = _title_end(text)
    reading = readings(text)[0]
    for sentence, inside in _by_sentence(text, leaks):
        part = sentence.of(text)
        if sentence.end <= title or not cues.stands_in(folded := reading.folded_part(sentence)):
            continue
        # A sentence without an inner mark or a connector is one clause; that is seen at once.
        is_cut = _INNER_MARK.search(part) or lexicon.connectors.stands_in(folded)
        for clause, held in (
            _clauses_of(sentence, part, inside, lexicon) if is_cut else [_whole(sentence, part, inside)]
        ):
            denied = {start: _is_denied(text, clause.start, start, denials) for start in {leak.start for leak in held}}
            announced = [leak for leak in held if not denied[leak.start]]
            if announced and (not is_cut or cues.stands_in(reading.folded_part(clause))):
                found.append((_trimmed(text, clause), _strongest(announced)))
    return tuple(found)


def _title_end(text: str) -> int:
    """End of a first line that is a title, and so announces nothing: one without a stop, with text below it."""
    match = _LINE_END.search(text, 0, _LONGEST_TITLE + 1)
    return match.start() if match and _NEXT_LINE.match(text, match.start()) else 0


def clauses_with(text: str, leaks: Iterable[Leak], lexicon: Lexicon) -> tuple[tuple[Span, Tier], ...]:
    """The clauses of a text that mention the answer, in whatever way.

    Args:
        text: Any text.
        leaks: Mentions of the answer in it.
        lexicon: Rules of the target's languages.

    Returns:
        Each clause without the marks at its edges, with the strongest tier of the mentions in it.
    """
    return tuple(
        (_trimmed(text, clause), _strongest(held))
        for sentence, inside in _by_sentence(text, leaks)
        for clause, held in _clauses_of(sentence, sentence.of(text), inside, lexicon)
    )


def _clauses_of(
    sentence: Span, part: str, leaks: Sequence[Leak], lexicon: Lexicon
) -> Iterator[tuple[Span, list[Leak]]]:
    """The clauses of a sentence that hold mentions, each with its mentions."""
    for clause in clauses(part, lexicon.clause_connectors, one_sentence=True):
        span = Span(sentence.start + clause.start, sentence.start + clause.end)
        if held := [leak for leak in leaks if leak.start < span.end and span.start < leak.end]:
            yield span, held


def _whole(sentence: Span, part: str, leaks: Sequence[Leak]) -> tuple[Span, Sequence[Leak]]:
    """A sentence as one clause, with its mentions."""
    start = sentence.start + len(part) - len(part.lstrip())
    end = sentence.end - len(part) + len(part.rstrip())
    return Span(start, max(start, end)), [leak for leak in leaks if leak.start < end and start < leak.end]


def _strongest(leaks: Iterable[Leak]) -> Tier:
    return max((leak.tier for leak in leaks), key=lambda tier: tier.strength)


def _by_sentence(text: str, leaks: Iterable[Leak]) -> Iterator[tuple[Span, list[Leak]]]:
    """Sentences that hold mentions, each with its mentions.

    Their ends are found from the mention outwards, so that the cost depends on the mentions and not on the text.
    """
    pending = sorted(leaks, key=lambda leak: (leak.start, leak.end))
    index = 0
    floor = 0
    marks = [mark for mark in _END_MARKS if mark in text]
    while index < len(pending):
        start = _sentence_start(text, marks, max(floor, pending[index].start - _LONGEST_REACH), pending[index].start)
        end = pending[index].end
        inside: list[Leak] = []
        stop = _sentence_end(text, end)
        while index < len(pending) and pending[index].start < stop:
            inside.append(pending[index])
            if pending[index].end > end:
                end = pending[index].end
                stop = max(stop, end)
            index += 1
        yield Span(start, stop), inside
        floor = stop


def _sentence_start(text: str, marks: Sequence[str], begin: int, position: int) -> int:
    at = position
    for _ in range(_MARKS_LOOKED_AT):
        at = max([text.rfind(mark, begin, at) for mark in marks], default=-1)
        if at < 0:
            return begin
        # Whatever mark before a run of white space is looked at, the sentence begins behind the run.
        match = _SENTENCE_END.match(text, at, position + _NEXT_WORD)
        if match and match.end() <= position:
            return match.end()
    start = begin
    for match in _SENTENCE_END.finditer(text, begin, position + _NEXT_WORD):
        if match.end() <= position:
            start = match.end()
    return start


def _sentence_end(text: str, position: int) -> int:
    match = _SENTENCE_END.search(text, position, position + _LONGEST_REACH)
    return (
        match.start() + 1
        if match and match.group()[0] in ".!?"
        else match.start()
        if match
        else min(len(text), position + _LONGEST_REACH)
    )


def _is_denied(text: str, clause_start: int, position: int, denials: PhraseSet) -> bool:
    """Whether a phrase that denies stands shortly before a mention, in the same breath: "sem sinais de ..."."""
    before = fold_text(text[max(clause_start, position - _DENIAL_REACH) : position])
    return bool(denials.stands_in(_BREATH.split(before)[-1]))


def _trimmed(text: str, clause: Span) -> Span:
    start, end = clause.start, clause.end
    while start < end and text[start] in _LEADING:
        start += 1
    while start < end and text[end - 1] in _TRAILING:
        end -= 1
    return Span(start, end)
