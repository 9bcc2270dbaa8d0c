"""Placeholders that stand in a text: what was masked before, and is never part of a mention."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clinicalbr.text import Span

__all__ = ["Placeholders"]


@dataclass(frozen=True, slots=True)
class Placeholders:
    """Where a placeholder stands in a text.

    Args:
        spans: Its places, disjoint and in order.

    Examples:
        >>> placed = Placeholders.of("a [X] b", "[X]")
        >>> placed.is_free(Span(0, 1)), placed.is_free(Span(4, 7)), list(placed.outside(Span(0, 7)))
        (True, False, [Span(start=0, end=2), Span(start=5, end=7)])
    """

    spans: Sequence[Span]

    @classmethod
    def of(cls, text: str, placeholder: str) -> Placeholders:
        """Find a placeholder in a text.

        Args:
            text: Any text.
            placeholder: The placeholder; other Unicode forms of it count too.

        Returns:
            Its places.
        """
        return cls(sorted(span for form in _forms(placeholder) for span in _occurrences(text, form)))

    def __bool__(self) -> bool:
        return bool(self.spans)

    def is_free(self, span: Span) -> bool:
        """Whether a span overlaps no placeholder.

        Args:
            span: A span of the text.

        Returns:
            True when it does not.
        """
        index = bisect_left(self.spans, span.end, key=_start) - 1
        return index < 0 or not self.spans[index].overlaps(span)

    def outside(self, clause: Span) -> Iterator[Span]:
        """A clause without the placeholders that stand in it.

        Args:
            clause: A span of the text.

        Yields:
            What is left, in order.
        """
        start = clause.start
        # Only the placeholder that begins last before the clause may reach into it.
        first = max(0, bisect_right(self.spans, clause.start, key=_start) - 1)
        for block in self.spans[first : bisect_left(self.spans, clause.end, key=_start)]:
            if block.overlaps(clause):
                if block.start > start:
                    yield Span(start, block.start)
                start = block.end
        if start < clause.end:
            yield Span(start, clause.end)


def _start(span: Span) -> int:
    return span.start


@lru_cache(maxsize=64)
def _forms(placeholder: str) -> frozenset[str]:
    """A placeholder in its own spelling and in those that a text may have been brought to."""
    return frozenset({placeholder, *(unicodedata.normalize(form, placeholder) for form in ("NFC", "NFD"))})


def _occurrences(text: str, wanted: str) -> Iterator[Span]:
    start = text.find(wanted)
    while start >= 0:
        yield Span(start, start + len(wanted))
        start = text.find(wanted, start + len(wanted))
