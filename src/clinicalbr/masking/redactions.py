"""From what is found in a text to what is replaced: pieces merged into redactions, and a text written without them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from clinicalbr.masking.masked import MaskWarning
from clinicalbr.schema import Leak, Redaction, Tier
from clinicalbr.text import OffsetMap, Span, apply_edits

__all__ = ["Piece", "Writer", "merged", "warnings_of"]

_HALF = 0.5
_WHITE = bytes(code for code in range(256) if chr(code).isspace())


class Piece(NamedTuple):
    """A stretch of the source to redact.

    Args:
        span: Where it stands.
        kind: Whether it is a name or a whole clause.
        tier: The tier of what was found there.
        leak: The mention; None for a clause.
    """

    span: Span
    kind: Literal["name", "verdict"]
    tier: Tier
    leak: Leak | None

    @classmethod
    def of(cls, leak: Leak) -> Piece:
        """The piece of a mention.

        Args:
            leak: The mention.

        Returns:
            A piece of the kind ``"name"``.
        """
        return cls(Span(leak.start, leak.end), "name", leak.tier, leak)

    def in_source(self, offsets: OffsetMap, text: str) -> Piece:
        """The same piece of a masked text, in its source.

        Args:
            offsets: Map from source to masked text.
            text: The source.

        Returns:
            A piece of the source.
        """
        span = offsets.to_source(self.span)
        leak = self.leak and Leak(span.start, span.end, span.of(text), self.leak.tier, self.leak.variant)
        return Piece(span, self.kind, self.tier, leak)

    @property
    def order(self) -> tuple[int, int, int, str]:
        """What pieces are sorted by: place, the longest and the strongest first."""
        return self.span.start, -self.span.end, -self.tier.strength, self.leak.variant if self.leak else ""


def merged(pieces: Iterable[Piece], text: str) -> tuple[Redaction, ...]:
    """Union of overlapping pieces; each redaction bears the strongest tier among them.

    Args:
        pieces: Pieces of the text.
        text: The text.

    Returns:
        Redactions in order.

    Examples:
        >>> pieces = [Piece(Span(0, 6), "name", Tier.CORE, None), Piece(Span(3, 9), "name", Tier.VERBATIM, None)]
        >>> [(item.surface, item.tier.value) for item in merged(pieces, "dengue grave")]
        [('dengue gr', 'verbatim')]
    """
    found: list[tuple[int, int, Literal["name", "verdict"], Tier]] = []
    for span, own_kind, own_tier, _ in sorted(pieces, key=lambda piece: piece.order):
        own_start, own_end = span.start, span.end
        if found and own_start < found[-1][1]:
            start, end, kind, tier = found[-1]
            found[-1] = (
                start,
                max(end, own_end),
                own_kind if kind == "name" else kind,
                own_tier if own_tier.strength > tier.strength else tier,
            )
        else:
            found.append((own_start, own_end, own_kind, own_tier))
    return tuple(
        Redaction(start=start, end=end, surface=text[start:end], kind=kind, tier=tier)
        for start, end, kind, tier in found
    )


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes a text with something else in place of its redactions.

    Args:
        placeholder: What stands there without an operator.
        operator: What gives the text for a hidden stretch, and a warning; see
            :func:`~clinicalbr.masking.operators.checked`.
    """

    placeholder: str
    operator: Callable[[str], tuple[str, str | None]] | None

    def written(self, text: str, redactions: Sequence[Redaction]) -> tuple[str, OffsetMap, list[str]]:
        """Replace what is redacted.

        Args:
            text: The source.
            redactions: Redactions in order.

        Returns:
            The masked text, the map from the source to it, and the warnings.

        Examples:
            >>> redaction = Redaction(start=0, end=6, surface="Dengue", kind="name", tier=Tier.VERBATIM)
            >>> Writer("[X]", None).written("Dengue grave", [redaction])[0]
            '[X] grave'
        """
        edits: list[tuple[Span, str]] = []
        warnings: list[str] = []
        for redaction in redactions:
            new, warning = self.operator(redaction.surface) if self.operator else (self.placeholder, None)
            edits.append((Span(redaction.start, redaction.end), new))
            if warning:
                warnings.append(warning)
        return (*apply_edits(text, edits), warnings)


def warnings_of(text: str, redactions: Sequence[Redaction]) -> tuple[MaskWarning, ...]:
    """What a reader should check about the amount that was redacted.

    Args:
        text: The source.
        redactions: Its redactions.

    Returns:
        At most one warning: nothing was found, or more than half of the text is gone.

    Examples:
        >>> [warning.code for warning in warnings_of("Febre.", ())]
        ['nothing_found']
    """
    if not redactions:
        return (MaskWarning("nothing_found", "nothing in the text resembles the answer"),) if text.strip() else ()
    visible = _visible(text)
    # What was hidden counts without its spaces; that is counted only where it may come to half of the text.
    if sum(redaction.end - redaction.start for redaction in redactions) <= _HALF * visible:
        return ()
    hidden = sum(_visible(redaction.surface) for redaction in redactions)
    if hidden > _HALF * visible:
        return (MaskWarning("half_redacted", f"{hidden} of {visible} characters were redacted"),)
    return ()


def _visible(text: str) -> int:
    """Number of signs that are no white space."""
    narrow = text.encode("latin-1", "replace").translate(None, _WHITE)
    # Where a sign beyond Latin-1 stands, it may be white space.
    return len(narrow) if narrow.count(b"?") == text.count("?") else sum(map(len, text.split()))
