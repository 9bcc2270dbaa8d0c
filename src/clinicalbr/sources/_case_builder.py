"""Blocks of text gathered into cases by the labels that stand among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clinicalbr.sources._headings import CaseItem

__all__ = ["CaseBuilder"]

_FIRST = frozenset({"1", "i", "a"})
_LATER = frozenset({"ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "b", "c", "d", "e", "f", "g", "h"})


class CaseBuilder:
    """Cases as their blocks come in; a label that came before goes on with its case."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self._current = _Entry()

    def begin(self, path: tuple[str, ...], item: CaseItem | None = None) -> None:
        """Begin a case, or go on with the one that bears the label."""
        known = self._numbered(item) if item else None
        self._current = known or _Entry(path, item)
        if known is None:
            self._entries.append(self._current)

    def _numbered(self, item: CaseItem) -> _Entry | None:
        return next((entry for entry in self._entries if entry.item and entry.item.number == item.number), None)

    def add(self, block: str, *, heading: bool = False) -> None:
        """Add a paragraph or an inner heading to the case that was begun last."""
        self._current.blocks.append(block)
        self._current.has_text = self._current.has_text or not heading

    def results(self) -> list[tuple[str, tuple[str, ...], str]]:
        """Text, headings above it and label of each case that has any text."""
        entries = self._entries
        if len(entries) > 1 and entries[0].item is None and _introduces(entries[1:]):
            entries[1].blocks[:0] = entries[0].blocks
            entries[1].has_text |= entries[0].has_text
            entries = entries[1:]
        return [
            ("\n\n".join(entry.blocks), entry.path, entry.item.label if entry.item else "")
            for entry in entries
            if entry.has_text
        ]


@dataclass(slots=True)
class _Entry:
    path: tuple[str, ...] = ()
    item: CaseItem | None = None
    blocks: list[str] = field(default_factory=list)
    has_text: bool = False


def _introduces(following: Sequence[_Entry]) -> bool:
    """Whether text before labelled cases belongs to the first of them, and is not a case of its own."""
    item = following[0].item
    if item is None:
        return False
    if item.number in _FIRST:
        return True
    # "Case 2" after an unlabelled text makes that text the first case; a number in words is not told from another.
    counted = item.number.isdigit() or item.number in _LATER
    return not counted and sum(entry.item is not None for entry in following) > 1
