"""Blocks of text gathered into cases by the labels that stand among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clinicalbr.sources._headings import CaseItem

__all__ = ["Block", "CaseBuilder", "CaseEntry"]

_FIRST = frozenset({"1", "i", "a"})
_LATER = frozenset({"ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "b", "c", "d", "e", "f", "g", "h"})


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or an inner heading of a case.

    Args:
        text: Its text.
        heading: Whether it is a heading.
        field: Field of the case that it fills, or that the text under it fills; ``None`` when no heading tells.
        names_field: Whether it is the heading that tells the field.
    """

    text: str
    heading: bool = False
    field: str | None = None
    names_field: bool = False


class CaseBuilder:
    """Cases as their blocks come in; a label that came before goes on with its case."""

    def __init__(self) -> None:
        self._entries: list[CaseEntry] = []
        self._current = CaseEntry()

    def begin(self, path: tuple[str, ...], item: CaseItem | None = None) -> None:
        """Begin a case, or go on with the one that bears the label."""
        known = self._numbered(item) if item else None
        self._current = known or CaseEntry(path, item)
        if known is None:
            self._entries.append(self._current)

    def _numbered(self, item: CaseItem) -> CaseEntry | None:
        return next((entry for entry in self._entries if entry.item and entry.item.number == item.number), None)

    def add(self, block: Block) -> None:
        """Add a paragraph or an inner heading to the case that was begun last."""
        self._current.blocks.append(block)
        self._current.has_text = self._current.has_text or not block.heading

    def results(self) -> list[CaseEntry]:
        """Each case that has any text."""
        entries = self._entries
        if len(entries) > 1 and entries[0].item is None and _introduces(entries[1:]):
            entries[1].blocks[:0] = entries[0].blocks
            entries[1].has_text |= entries[0].has_text
            entries = entries[1:]
        return [entry for entry in entries if entry.has_text]


@dataclass(slots=True)
class CaseEntry:
    """A case as it was gathered.

    Args:
        path: Headings above its text.
        item: Its label among several cases.
        blocks: Its paragraphs and inner headings.
        has_text: Whether there is any paragraph.
    """

    path: tuple[str, ...] = ()
    item: CaseItem | None = None
    blocks: list[Block] = field(default_factory=list)
    has_text: bool = False

    @property
    def text(self) -> str:
        """Paragraphs and inner headings, separated by blank lines."""
        return "\n\n".join(block.text for block in self.blocks)

    @property
    def label(self) -> str:
        """Its label as printed, empty when it bears none."""
        return self.item.label if self.item else ""


def _introduces(following: Sequence[CaseEntry]) -> bool:
    """Whether text before labelled cases belongs to the first of them, and is not a case of its own."""
    item = following[0].item
    if item is None:
        return False
    if item.number in _FIRST:
        return True
    # "Case 2" after an unlabelled text makes that text the first case; a number in words is not told from another.
    counted = item.number.isdigit() or item.number in _LATER
    return not counted and sum(entry.item is not None for entry in following) > 1
