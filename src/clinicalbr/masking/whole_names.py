"""The places where a text holds a whole name as it is: what lies inside one needs no second look."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from clinicalbr.masking.reading import Reading
from clinicalbr.text import Span

__all__ = ["WholeNames"]


class WholeNames:
    """Places of whole names in one text, asked what lies inside them.

    A place counts only where nothing but letters, digits and spaces stands in it. Any placeholder holds another sign,
    so that a place which a placeholder cuts, and which is therefore left to its parts, is never taken for a whole.

    Args:
        reading: The text.
        spans: Places in ``reading.low``, in any order.

    Examples:
        >>> names = WholeNames(Reading.of("lupus discoide"), [Span(0, 14)])
        >>> names.around(6, 14), names.around(6, 15)
        (Span(start=0, end=14), None)
    """

    def __init__(self, reading: Reading, spans: Iterable[Span]) -> None:
        low = reading.low
        self.spans = sorted(
            {span for span in spans if low[span.start : span.end].replace(" ", "").isalnum()},
            key=lambda span: (span.start, span.end),
        )
        self._starts = [span.start for span in self.spans]
        self._furthest = list(accumulate(range(len(self.spans)), self._further)) if self.spans else []

    def _further(self, one: int, other: int) -> int:
        return other if self.spans[other].end > self.spans[one].end else one

    def around(self, start: int, end: int) -> Span | None:
        """A whole name in which a stretch lies.

        Args:
            start: First position of the stretch in the folded text.
            end: Position behind it.

        Returns:
            Of those that begin no later than the stretch, the one that ends last, if it reaches its end.
        """
        index = bisect_right(self._starts, start)
        if not index:
            return None
        span = self.spans[self._furthest[index - 1]]
        return span if span.end >= end else None
