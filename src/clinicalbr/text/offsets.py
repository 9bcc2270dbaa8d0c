"""Maps between positions of a text and of a text derived from it by replacements."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from clinicalbr.text.spans import Span

__all__ = ["Edit", "OffsetMap", "apply_edits"]


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """One stretch of the source and the stretch of the target that stands for it.

    Args:
        source: Range of the source text.
        target: Range of the target text.

    Examples:
        >>> Edit(Span(3, 4), Span(3, 5))
        Edit(source=Span(start=3, end=4), target=Span(start=3, end=5))
    """

    source: Span
    target: Span


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Positions of a source text and of a target text made from it by edits.

    Between the edits both texts run in step. Inside an edit there is no finer correspondence: a span that touches
    the edited stretch maps to the whole of it.

    Args:
        edits: Edits in ascending order, disjoint on both sides.
        source_length: Length of the source in code points.
        target_length: Length of the target in code points.

    Raises:
        ValueError: Edits are out of order, overlap, or do not add up to the two lengths.

    Examples:
        >>> target, offsets = apply_edits("a&amp;b", [(Span(1, 6), "&")])
        >>> target, offsets.to_source(Span(2, 3)), offsets.to_target(Span(0, 2))
        ('a&b', Span(start=6, end=7), Span(start=0, end=2))
    """

    edits: tuple[Edit, ...]
    source_length: int
    target_length: int

    def __post_init__(self) -> None:
        source = target = 0
        for edit in self.edits:
            if edit.source.start < source or edit.source.start - source != edit.target.start - target:
                raise ValueError(f"edits are out of order or out of step at {edit}")
            source, target = edit.source.end, edit.target.end
        if self.source_length < source or self.source_length - source != self.target_length - target:
            raise ValueError(f"edits do not add up to {self.source_length} and {self.target_length} code points")

    @classmethod
    def identity(cls, length: int) -> OffsetMap:
        """The map of a text to itself.

        Args:
            length: Length of the text.

        Returns:
            A map without edits.

        Examples:
            >>> OffsetMap.identity(3).to_source(Span(1, 2))
            Span(start=1, end=2)
        """
        return cls((), length, length)

    def invert(self) -> OffsetMap:
        """The map that reads from target to source.

        Returns:
            A map with both sides swapped.

        Examples:
            >>> _, offsets = apply_edits("abc", [(Span(1, 2), "xyz")])
            >>> offsets.invert().to_target(Span(1, 4))
            Span(start=1, end=2)
        """
        edits = tuple(Edit(edit.target, edit.source) for edit in self.edits)
        return OffsetMap(edits, self.target_length, self.source_length)

    def to_source(self, span: Span) -> Span:
        r"""Source span of a target span.

        The result is the tightest span of the source that holds everything the target span was made from: an edit
        that the span touches counts whole, source text that was deleted at its edges does not count.

        Args:
            span: A span of the target.

        Returns:
            A span of the source.

        Raises:
            IndexError: The span reaches past the target.

        Examples:
            >>> _, offsets = apply_edits("fe\u200bbre", [(Span(2, 3), "")])
            >>> offsets.to_source(Span(0, 5))
            Span(start=0, end=6)
        """
        return _map_span(self.edits, _target, _source, self.target_length, span)

    def to_target(self, span: Span) -> Span:
        """Target span of a source span; see :meth:`to_source`.

        Args:
            span: A span of the source.

        Returns:
            A span of the target.

        Raises:
            IndexError: The span reaches past the source.

        Examples:
            >>> _, offsets = apply_edits("abc", [(Span(1, 2), "xyz")])
            >>> offsets.to_target(Span(2, 3))
            Span(start=4, end=5)
        """
        return _map_span(self.edits, _source, _target, self.source_length, span)

    def compose(self, following: OffsetMap) -> OffsetMap:
        """The map from this map's source to the target of a map that starts at this map's target.

        Args:
            following: A map whose source is this map's target.

        Returns:
            The joined map. Edits that overlap in the middle text become one; edits that only touch stay apart.

        Raises:
            ValueError: The texts do not fit together.

        Examples:
            >>> once, first = apply_edits("abc", [(Span(0, 1), "xx")])
            >>> twice, second = apply_edits(once, [(Span(2, 3), "")])
            >>> twice, first.compose(second).to_source(Span(2, 3))
            ('xxc', Span(start=2, end=3))
        """
        if self.target_length != following.source_length:
            raise ValueError(f"a text of {self.target_length} code points does not fit {following.source_length}")
        if not (self.edits and following.edits):
            return self if self.edits else following
        changes = [(edit.target.start, edit.target.end, _growth(edit.target, edit.source), 0) for edit in self.edits]
        changes += [
            (edit.source.start, edit.source.end, 0, _growth(edit.source, edit.target)) for edit in following.edits
        ]
        edits: list[Edit] = []
        source_shift = target_shift = 0
        for start, end, source_growth, target_growth in _join_overlapping(sorted(changes)):
            source = Span(start + source_shift, end + source_shift + source_growth)
            target = Span(start + target_shift, end + target_shift + target_growth)
            edits.append(Edit(source, target))
            source_shift += source_growth
            target_shift += target_growth
        return OffsetMap(tuple(edits), self.source_length, following.target_length)


def _source(edit: Edit) -> Span:
    return edit.source


def _target(edit: Edit) -> Span:
    return edit.target


def _growth(before: Span, after: Span) -> int:
    return len(after) - len(before)


def _join_overlapping(changes: Iterable[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Join changes of the middle text, given in order, that have no order of their own.

    Two that only touch stay two: what one did to its stretch says nothing of its neighbour. Two empty ones at the same
    place (a deletion before, an insertion after) cannot be told apart and become one.
    """
    joined: list[tuple[int, int, int, int]] = []
    for change in changes:
        start, end, source_growth, target_growth = change
        if joined and (start < joined[-1][1] or (start, end) == joined[-1][:2]):
            first, last, *growths = joined[-1]
            joined[-1] = (first, max(last, end), growths[0] + source_growth, growths[1] + target_growth)
        else:
            joined.append(change)
    return joined


def _map_span(
    edits: tuple[Edit, ...], near: Callable[[Edit], Span], far: Callable[[Edit], Span], length: int, span: Span
) -> Span:
    """Map a span from the side ``near`` to the side ``far``.

    A start edge takes the last fitting place and an end edge the first, so that the result is tight; an edge inside an
    edit moves out to the edit's own edge.
    """
    if span.end > length:
        raise IndexError(f"{span} reaches past a text of {length} code points")

    def start_of(edit: Edit) -> int:
        return near(edit).start

    start = end = span.start
    index = bisect_right(edits, span.start, key=start_of) - 1
    if index >= 0:
        here, there = near(edits[index]), far(edits[index])
        start = end = there.start if here.start <= span.start < here.end else span.start + there.end - here.end
    if len(span):
        # The end belongs to the code point before it, so edits that begin at the end lie behind it.
        end = span.end
        index = bisect_right(edits, span.end - 1, key=start_of) - 1
        if index >= 0:
            here, there = near(edits[index]), far(edits[index])
            end = there.end if span.end < here.end else span.end + there.end - here.end
    return Span(start, end)


def apply_edits(text: str, edits: Iterable[tuple[Span, str]]) -> tuple[str, OffsetMap]:
    """Replace disjoint spans of a text and keep the map between both texts.

    Args:
        text: The source text.
        edits: Pairs of a source span and its replacement, in ascending order. Pairs that change nothing are dropped.

    Returns:
        The target text, and the map from source to target.

    Raises:
        ValueError: Spans overlap or are out of order.
        IndexError: A span reaches past the text.

    Examples:
        >>> apply_edits("AVC agudo", [(Span(0, 3), "[REDIGIDO]")])[0]
        '[REDIGIDO] agudo'
    """
    pieces: list[str] = []
    made: list[Edit] = []
    position = length = 0
    for span, replacement in edits:
        if span.start < position:
            raise ValueError(f"edits overlap or are out of order at {span}")
        if span.end > len(text):
            raise IndexError(f"{span} reaches past a text of {len(text)} code points")
        if span.of(text) == replacement:
            continue
        kept = text[position : span.start]
        start = length + len(kept)
        pieces += (kept, replacement)
        length = start + len(replacement)
        made.append(Edit(span, Span(start, length)))
        position = span.end
    pieces.append(text[position:])
    return "".join(pieces), OffsetMap(tuple(made), len(text), length + len(text) - position)
