"""How large and how deep an XML file may be."""

from __future__ import annotations

from dataclasses import dataclass

from clinicalbr.errors import InputError

__all__ = ["XmlLimits"]

# The parser itself refuses a depth of 256.
_DEEPEST = 250


@dataclass(frozen=True, slots=True)
class XmlLimits:
    """Bounds of what the reader of XML accepts.

    Args:
        max_bytes: Size of the file in bytes. A text of more than ten million characters within one element is refused
            whatever the bound.
        max_depth: Elements within elements, 250 at most.

    Raises:
        InputError: A bound is not positive, or the depth is over 250.

    Examples:
        >>> XmlLimits(max_bytes=1_000_000).max_depth
        200
    """

    max_bytes: int = 50_000_000
    max_depth: int = 200

    def __post_init__(self) -> None:
        if self.max_bytes < 1 or not 1 <= self.max_depth <= _DEEPEST:
            raise InputError(
                f"not bounds of an XML file: {self.max_bytes} bytes, {self.max_depth} levels",
                remedy=f"give at least one byte, and from 1 to {_DEEPEST} levels",
            )
