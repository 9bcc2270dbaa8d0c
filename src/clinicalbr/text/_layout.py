"""How a text is laid out: paragraphs, brackets, white space."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clinicalbr.text.spans import Span, SpanSet

__all__ = ["bracketed", "has_line_end", "is_paragraph_end", "trimmed"]

_LINE_END = re.compile(r"\r\n|[\n\r\x0b\x85\u2028\u2029]")
_MARK = re.compile(r"[()\[\]{}]|\s{2,}|\u2029")
_OPENING = {")": "(", "]": "[", "}": "{"}
_LONGEST_PAIR = 300
"""Brackets further apart than this, in code points, are taken for two stray ones."""


def has_line_end(space: str) -> bool:
    """Whether a run of white space goes on to another line."""
    return _LINE_END.search(space) is not None


def is_paragraph_end(space: str) -> bool:
    """Whether a run of white space holds a blank line or a paragraph separator."""
    return "\u2029" in space or len(_LINE_END.findall(space)) > 1


def bracketed(text: str) -> SpanSet:
    """Stretches from an opening bracket to the one that closes it, within a paragraph and not too far apart."""
    pairs: list[Span] = []
    opened: list[tuple[str, int]] = []
    for match in _MARK.finditer(text):
        mark, at = match.group(), match.start()
        if mark in "([{":
            opened.append((mark, at))
        elif mark not in _OPENING:
            if is_paragraph_end(mark):
                opened.clear()
        elif opened and opened[-1][0] == _OPENING[mark]:
            start = opened.pop()[1]
            if at - start <= _LONGEST_PAIR:
                pairs.append(Span(start, at + 1))
    return SpanSet.merge(pairs)


def trimmed(text: str, start: int, end: int, cuts: Iterable[int]) -> Iterator[Span]:
    """Spans between cuts in ascending order, without white space at their edges; blank ones are left out."""
    for cut in (*cuts, end):
        piece = text[start:cut]
        if piece and not piece.isspace():
            yield Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))
        start = cut
