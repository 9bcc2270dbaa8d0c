"""Clauses that announce the answer: a cue such as "diagnosed with", and a mention of the answer in the same clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Leak, Tier
from clinicalbr.text import Span, clauses, fold_text

__all__ = ["verdict_clauses"]

_LONGEST_REACH = 600
"""Characters on either side of a mention in which its clause is looked for."""
_PARAGRAPH = re.compile(r"\n\s*\n|\r\n\s*\r\n|[\n\r\u2028\u2029]")
_DENIAL_REACH = 40
_BREATH = re.compile(r"[,;:()]")
_TRAILING = " \t\n\r.,;:!?"
_LEADING = " \t\n\r,;:"


def verdict_clauses(
    text: str, leaks: Iterable[Leak], packs: Sequence[LanguagePack]
) -> tuple[tuple[Span, Tier], ...]:
    """The clauses of a text that state the answer as concluded, confirmed, compatible or suspected.

    What stands in the clauses beside them, such as a measurement, is left; so is a clause about another disease.

    Args:
        text: Any text.
        leaks: Mentions of the answer in it.
        packs: Packs of the target's languages; their cues, connectors and abbreviations count.

    Returns:
        Each clause without the marks at its edges, with the strongest tier of the mentions in it.
    """
    cues = _cues(tuple(phrase for pack in packs for phrase in pack.cues.verdict))
    denials = _cues(tuple(phrase for pack in packs for phrase in pack.cues.negation))
    found: dict[Span, Tier] = {}
    for paragraph, inside in _by_paragraph(text, leaks):
        for window, mentions in _windows(paragraph, inside):
            part = window.of(text)
            if not cues.search(fold_text(part)):
                continue
            for clause in _clauses(part, packs):
                own = [
                    leak
                    for leak in mentions
                    if leak.start < window.start + clause.end and window.start + clause.start < leak.end
                ]
                own = [leak for leak in own if not _is_denied(text, window.start + clause.start, leak.start, denials)]
                if own and cues.search(fold_text(clause.of(part))):
                    span = _trimmed(text, window.start + clause.start, window.start + clause.end)
                    tier = max((leak.tier for leak in own), key=lambda item: item.strength)
                    found[span] = max(tier, found.get(span, tier), key=lambda item: item.strength)
    return tuple(sorted(found.items()))


def _clauses(text: str, packs: Sequence[LanguagePack]) -> tuple[Span, ...]:
    connectors = tuple(dict.fromkeys(word for pack in packs for word in pack.sentences.clause_connectors))
    abbreviations = tuple(dict.fromkeys(word for pack in packs for word in pack.sentences.abbreviations))
    return clauses(text, connectors, abbreviations)


def _by_paragraph(text: str, leaks: Iterable[Leak]) -> Iterator[tuple[Span, list[Leak]]]:
    """Paragraphs that hold mentions."""
    pending = sorted(leaks, key=lambda leak: (leak.start, leak.end))
    index = 0
    while index < len(pending):
        start = _line_start(text, pending[index].start)
        match = _PARAGRAPH.search(text, pending[index].end)
        end = match.start() if match else len(text)
        inside: list[Leak] = []
        while index < len(pending) and pending[index].start < end:
            inside.append(pending[index])
            index += 1
        yield Span(start, max(end, max(leak.end for leak in inside))), inside


def _line_start(text: str, position: int) -> int:
    begin = max(0, position - _LONGEST_REACH)
    last = None
    for last in _PARAGRAPH.finditer(text, begin, position):
        pass
    return last.end() if last else begin


def _windows(paragraph: Span, leaks: Sequence[Leak]) -> Iterator[tuple[Span, list[Leak]]]:
    """Stretches of a paragraph around mentions; those that touch are one, so that the work stays linear."""
    groups: list[tuple[int, int, list[Leak]]] = []
    for leak in leaks:
        start, end = max(paragraph.start, leak.start - _LONGEST_REACH), min(paragraph.end, leak.end + _LONGEST_REACH)
        if groups and start <= groups[-1][1]:
            first, last, own = groups[-1]
            own.append(leak)
            groups[-1] = (first, max(last, end), own)
        else:
            groups.append((start, end, [leak]))
    yield from ((Span(start, end), own) for start, end, own in groups)


def _is_denied(text: str, clause_start: int, position: int, denials: re.Pattern[str]) -> bool:
    """Whether a phrase that denies stands shortly before a mention, in the same breath: "sem sinais de ..."."""
    before = fold_text(text[max(clause_start, position - _DENIAL_REACH) : position])
    return bool(denials.search(_BREATH.split(before)[-1]))


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in _LEADING:
        start += 1
    while start < end and text[end - 1] in _TRAILING:
        end -= 1
    return Span(start, end)


@lru_cache(maxsize=32)
def _cues(phrases: tuple[str, ...]) -> re.Pattern[str]:
    listed = "|".join(re.escape(phrase) for phrase in sorted(set(phrases), key=lambda item: (-len(item), item)))
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
