"""What to redact in a text: mentions, what else gives a target away, and clauses; looked for until nothing is left."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.finder import Finder
from clinicalbr.masking.placeholders import Placeholders
from clinicalbr.masking.redactions import Piece, Writer, merged
from clinicalbr.masking.verdicts import clauses_with
from clinicalbr.masking.wider_target import WiderTarget
from clinicalbr.schema import Leak, Tier
from clinicalbr.text import Span

__all__ = ["PieceSearch"]

_MOST_PASSES = 4
_LOOKED_AT = 128
"""More than the characters on either side of a place that the search looks at to decide about it."""


@dataclass(frozen=True, slots=True)
class PieceSearch:
    """Finds what to redact.

    Args:
        finder: Finds the names of the target.
        target: Tells what else gives it away.
        packs: Packs of its languages.
        whole_clauses: Whether each clause with a mention goes.
    """

    finder: Finder
    target: WiderTarget
    packs: tuple[LanguagePack, ...]
    whole_clauses: bool

    def pieces(self, text: str, writer: Writer, *, drop: bool) -> list[Piece]:
        """What to redact, found again in the masked text until nothing is left there.

        What stands beside a mention can speak against it, and may be redacted itself; so a text in which something was
        left for doubt beside a redaction is searched anew after masking, and so is one that a custom operator wrote.

        Args:
            text: Any text.
            writer: Writes the masked text.
            drop: Whether clauses that announce the answer go.

        Returns:
            Pieces in order.
        """
        pieces, doubtful = self._pass(text, writer.placeholder, drop=drop)
        for passes in count(1):
            if not pieces or not (writer.operator or (doubtful and _any_beside(doubtful, pieces))):
                break
            masked, offsets, _ = writer.written(text, merged(pieces, text))
            new, left = self._pass(masked, writer.placeholder, drop=drop)
            if passes >= _MOST_PASSES:
                # Where one decision hangs on the next without end, a word too many masked is better than a leak.
                new += [Piece.of(self._doubtful_leak(masked, span)) for span in left]
            if not new:
                break
            pieces += [piece.in_source(offsets, text) for piece in new]
            doubtful = [offsets.to_source(span) for span in left]
        return sorted(pieces, key=lambda piece: piece.order)

    def _doubtful_leak(self, text: str, span: Span) -> Leak:
        gold = self.target.gold
        return Leak(span.start, span.end, span.of(text), Tier.CORE, (*gold.names, *gold.acronyms)[0])

    def _pass(self, text: str, placeholder: str, *, drop: bool) -> tuple[list[Piece], list[Span]]:
        """What one search finds, and the places left for doubt."""
        found = self.finder.find(text)
        masked = Placeholders.of(text, placeholder)
        leaks = [leak for leak in found.leaks if masked.is_free(Span(leak.start, leak.end))]
        spared = set(self.target.spared(text, _places(leaks), self.packs, told=bool(masked)))
        leaks = [leak for leak in leaks if Span(leak.start, leak.end) not in spared]
        leaks += [
            Leak(span.start, span.end, span.of(text), Tier.CORE, reason)
            for span, reason in self.target.find_more(text, _places(leaks), self.packs)
            if masked.is_free(span)
        ]
        pieces = [Piece.of(leak) for leak in leaks]
        for clause, tier in self._clauses(text, leaks, drop=drop):
            left = (span for span in masked.outside(clause) if any(sign.isalnum() for sign in span.of(text)))
            pieces += [Piece(span, "verdict", tier, None) for span in left]
        return pieces, [span for span in found.doubtful if masked.is_free(span)]

    def _clauses(self, text: str, leaks: list[Leak], *, drop: bool) -> Iterable[tuple[Span, Tier]]:
        """Whole clauses to redact."""
        if self.whole_clauses:
            return clauses_with(text, leaks, self.finder.lexicon)
        if not drop or not leaks:
            return ()
        return self.target.telling_clauses(text, leaks, self.finder.lexicon)


def _places(leaks: Iterable[Leak]) -> list[Span]:
    return sorted({Span(leak.start, leak.end) for leak in leaks})


def _any_beside(places: Iterable[Span], pieces: Iterable[Piece]) -> bool:
    """Whether one of the places lies beside one of the pieces."""
    starts = sorted(piece.span.start for piece in pieces)
    ends = sorted(piece.span.end for piece in pieces)
    for place in places:
        # Pieces that begin before the place's surroundings end, less those that end before they begin.
        begun = bisect_right(starts, place.end + _LOOKED_AT)
        over = bisect_left(ends, place.start - _LOOKED_AT)
        if begun > over:
            return True
    return False
