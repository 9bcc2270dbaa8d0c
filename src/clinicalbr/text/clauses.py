"""Where the clauses of a sentence begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from clinicalbr.text._layout import bracketed, trimmed
from clinicalbr.text.normalize import fold, fold_text
from clinicalbr.text.sentences import sentences
from clinicalbr.text.spans import Span, SpanSet

__all__ = ["clauses"]

_MARK = re.compile(r"(?P<entity>&#?[A-Za-z0-9]{1,32};)|;|(?<=\s)(?:[-\u2012-\u2015\u2212]|--)(?=\s)")
_QUOTED = re.compile(
    r"(?<!\w)\"(?=\S)[^\"]{1,120}(?<=\S)\"(?!\w)|\u201c[^\u201c\u201d]{1,120}\u201d|\u00ab[^\u00ab\u00bb]{1,120}\u00bb"
)
_OPENERS = "\"'\u00bf\u00a1\u00ab\u201c\u201e"


def clauses(
    text: str, connectors: Iterable[str] = (), abbreviations: Iterable[str] = (), *, one_sentence: bool = False
) -> tuple[Span, ...]:
    """The clauses of a text; each lies within one sentence.

    A sentence is cut after a semicolon, after a dash with white space on both sides, and before a connector that
    follows white space or a comma. The mark stays with the clause before it, the connector with its own clause. Nothing
    is cut inside brackets, inside a short quotation or between two figures ("10 - 20 mg"). A colon cuts nothing: it
    ties what it announces to the announcement ("diagnosis: dengue"). A comma cuts nothing unless a connector follows.

    Args:
        text: Any text.
        connectors: Words or phrases that open a clause; case and accents do not count. Language packs list those of
            their language.
        abbreviations: See :func:`sentences`.
        one_sentence: Take the whole text for one sentence.

    Returns:
        Spans in order, disjoint, without white space at their edges; all that lies outside them is white space. Each
        holds a letter or a digit, unless its sentence has none.

    Examples:
        >>> text = "Febre há 3 dias, mas sem tosse; plaquetas (98.000; baixas) em queda."
        >>> [span.of(text) for span in clauses(text, ["mas"])]
        ['Febre há 3 dias,', 'mas sem tosse;', 'plaquetas (98.000; baixas) em queda.']
    """
    whole = bracketed(text).union(SpanSet.merge(Span(*match.span()) for match in _QUOTED.finditer(text)))
    cuts = sorted({*_after_marks(text), *_before_connectors(text, tuple(connectors))})
    free = [cut for cut in cuts if not whole.covers(Span(cut - 1, cut + 1))]
    found: list[Span] = []
    at = 0
    for sentence in (Span(0, len(text)),) if one_sentence else sentences(text, abbreviations):
        while at < len(free) and free[at] <= sentence.start:
            at += 1
        own = at
        while at < len(free) and free[at] < sentence.end:
            at += 1
        found += _with_words(text, trimmed(text, sentence.start, sentence.end, free[own:at]))
    return tuple(found)


def _after_marks(text: str) -> Iterator[int]:
    for match in _MARK.finditer(text):
        if match["entity"]:
            continue
        start, end = match.span()
        if match.group() != ";" and _last(text, start).isdigit() and _next(text, end).isdigit():
            continue
        if 0 < end < len(text):
            yield end


def _last(text: str, end: int) -> str:
    while end and text[end - 1].isspace():
        end -= 1
    return text[end - 1 : end]


def _next(text: str, start: int) -> str:
    while start < len(text) and text[start].isspace():
        start += 1
    return text[start : start + 1]


def _before_connectors(text: str, connectors: tuple[str, ...]) -> Iterator[int]:
    pattern = _pattern(connectors)
    if pattern is None:
        return
    folded = fold(text)
    for match in pattern.finditer(folded.text):
        cut = folded.source_span(Span(*match.span())).start
        if 0 < cut < len(text):
            yield cut


@lru_cache(maxsize=64)
def _pattern(connectors: tuple[str, ...]) -> re.Pattern[str] | None:
    words = {folded for item in connectors if (folded := " ".join(fold_text(item).split()))}
    if not words:
        return None
    longest_first = sorted(words, key=lambda item: (-len(item), item))
    body = "|".join(re.escape(item).replace(r"\ ", " +") for item in longest_first)
    return re.compile(rf"(?<=[ ,])[{_OPENERS}]{{0,3}}(?:{body})(?![\w'-])")


def _with_words(text: str, pieces: Iterable[Span]) -> list[Span]:
    """Join pieces without a letter or digit to the piece before them, or to the one after when they come first."""
    joined: list[Span] = []
    has_word = False
    for piece in pieces:
        own = any(char.isalnum() for char in piece.of(text))
        if joined and not (own and has_word):
            joined[-1] = Span(joined[-1].start, piece.end)
            has_word = has_word or own
        else:
            joined.append(piece)
            has_word = own
    return joined
