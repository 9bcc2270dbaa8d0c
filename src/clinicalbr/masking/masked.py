"""A masked text as a value: the text, what was replaced, the way back, and what a reader should check."""

from __future__ import annotations

from dataclasses import dataclass

from clinicalbr.schema import Redaction
from clinicalbr.text import OffsetMap, Span, apply_edits

__all__ = ["MaskWarning", "Masked"]


@dataclass(frozen=True, slots=True)
class MaskWarning:
    """Something that a reader should check in a masked text.

    Args:
        code: ``"half_redacted"``: more than half of the text was redacted; ``"nothing_found"``: nothing in the text
            resembles the answer; ``"operator_refused"``: what an operator gave was replaced by the placeholder.
        detail: The figures behind it.

    Examples:
        >>> str(MaskWarning("half_redacted", "12 of 20 characters"))
        'half_redacted: 12 of 20 characters'
    """

    code: str
    detail: str

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked text with the way back to its source.

    Args:
        text: The masked text.
        redactions: What was replaced, with offsets in the source.
        offsets: Map from source to masked text.
        warnings: What a reader should check.

    Examples:
        >>> from clinicalbr.masking import GoldTarget, Masker
        >>> masked = Masker(GoldTarget(["dengue"])).mask("Dengue grave.")
        >>> masked.text, masked.unmask()
        ('[REDIGIDO] grave.', 'Dengue grave.')
    """

    text: str
    redactions: tuple[Redaction, ...]
    offsets: OffsetMap
    warnings: tuple[MaskWarning, ...] = ()

    def unmask(self) -> str:
        """The source text.

        Returns:
            The text that was masked, to the code point.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, Masker
            >>> Masker(GoldTarget(["zika"])).mask("ZIKA?").unmask()
            'ZIKA?'
        """
        placed = zip(self.offsets.edits, self.redactions, strict=True)
        return apply_edits(self.text, [(edit.target, redaction.surface) for edit, redaction in placed])[0]

    def to_source(self, position: int) -> int:
        """Position in the source of a position in the masked text.

        Args:
            position: Position in :attr:`text`, its length included.

        Returns:
            Position in the source; the start of the redaction for a position inside a placeholder.

        Raises:
            IndexError: The position lies outside the masked text.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, Masker
            >>> Masker(GoldTarget(["zika"])).mask("ZIKA?").to_source(10)
            4
        """
        return self.offsets.to_source(Span(position, position)).start

    def to_masked(self, position: int) -> int:
        """Position in the masked text of a position in the source.

        Args:
            position: Position in the source, its length included.

        Returns:
            Position in :attr:`text`; the start of the placeholder for a position inside a redaction.

        Raises:
            IndexError: The position lies outside the source.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, Masker
            >>> Masker(GoldTarget(["zika"])).mask("ZIKA?").to_masked(4)
            10
        """
        return self.offsets.to_target(Span(position, position)).start
