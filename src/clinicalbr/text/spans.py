"""Half-open spans of a text, counted in code points, and sets of disjoint spans."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["Span", "SpanSet"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range ``[start, end)`` of code points.

    Args:
        start: First code point, from 0.
        end: One past the last code point; ``end >= start``.

    Raises:
        ValueError: ``start`` is negative or ``end`` is before it.

    Examples:
        >>> Span(2, 5).of("dengue")
        'ngu'
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The slice of a text that the span covers.

        Args:
            text: The text that the span was made for.

        Returns:
            ``text[start:end]``.

        Examples:
            >>> Span(0, 3).of("zika")
            'zik'
        """
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Whether two spans share a code point; empty spans share none.

        Args:
            other: Another span of the same text.

        Returns:
            True when they overlap.

        Examples:
            >>> Span(0, 3).overlaps(Span(3, 4))
            False
        """
        return max(self.start, other.start) < min(self.end, other.end)

    def contains(self, other: Span) -> bool:
        """Whether another span lies within this one.

        Args:
            other: Another span of the same text.

        Returns:
            True when it does.

        Examples:
            >>> Span(0, 9).contains(Span(3, 4))
            True
        """
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class SpanSet:
    """Disjoint, non-empty spans in ascending order, no two of them touching.

    Build one with :meth:`merge`; the constructor takes only what is already in that form.

    Args:
        spans: The spans.

    Raises:
        ValueError: Spans are empty, out of order, overlapping or touching.

    Examples:
        >>> SpanSet.merge([Span(4, 6), Span(0, 3), Span(2, 4)]).spans
        (Span(start=0, end=6),)
    """

    spans: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        end = -1
        for span in self.spans:
            if not len(span) or span.start <= end:
                raise ValueError(f"spans are not disjoint and ascending at {span}; use SpanSet.merge")
            end = span.end

    @classmethod
    def merge(cls, spans: Iterable[Span]) -> SpanSet:
        """Union of spans in any order; overlapping and touching ones become one, empty ones vanish.

        Args:
            spans: Spans of one text.

        Returns:
            Their union.

        Examples:
            >>> SpanSet.merge([Span(5, 7), Span(1, 2)]).spans
            (Span(start=1, end=2), Span(start=5, end=7))
        """
        merged: list[Span] = []
        for span in sorted(spans):
            if not len(span):
                continue
            if merged and span.start <= merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
            else:
                merged.append(span)
        return cls(tuple(merged))

    def invert(self, length: int) -> SpanSet:
        """What the set leaves uncovered of a text.

        Args:
            length: Length of the text in code points.

        Returns:
            The complement within ``[0, length)``.

        Raises:
            ValueError: A span reaches past ``length``.

        Examples:
            >>> SpanSet.merge([Span(1, 2)]).invert(4).spans
            (Span(start=0, end=1), Span(start=2, end=4))
        """
        gaps: list[Span] = []
        position = 0
        for span in self.spans:
            if span.end > length:
                raise ValueError(f"{span} reaches past a text of {length} code points")
            if span.start > position:
                gaps.append(Span(position, span.start))
            position = span.end
        if position < length:
            gaps.append(Span(position, length))
        return SpanSet(tuple(gaps))

    def union(self, other: SpanSet) -> SpanSet:
        """What either set covers.

        Args:
            other: Another set over the same text.

        Returns:
            The union.

        Examples:
            >>> SpanSet.merge([Span(0, 1)]).union(SpanSet.merge([Span(1, 2)])).spans
            (Span(start=0, end=2),)
        """
        return SpanSet.merge((*self.spans, *other.spans))

    def covers(self, span: Span) -> bool:
        """Whether one span of the set holds the whole of ``span``.

        Args:
            span: A span of the same text.

        Returns:
            True when it does; always true of an empty span.

        Examples:
            >>> SpanSet.merge([Span(0, 4)]).covers(Span(1, 3))
            True
        """
        if not len(span):
            return True
        index = bisect_right(self.spans, span.start, key=lambda own: own.start) - 1
        return index >= 0 and self.spans[index].contains(span)

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    def __len__(self) -> int:
        return len(self.spans)
