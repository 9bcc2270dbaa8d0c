"""Targets that are told by more than names: a treatment, an exam list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.target import GoldTarget
from clinicalbr.text import Span

__all__ = ["WiderTarget"]


@runtime_checkable
class WiderTarget(Protocol):
    """A target with names that are looked for like those of a diagnosis, and leaks of its own."""

    @property
    def gold(self) -> GoldTarget:
        """The names."""

    def find_more(
        self, text: str, mentions: Sequence[Span], packs: Sequence[LanguagePack]
    ) -> Iterable[tuple[Span, str]]:
        """What gives the target away beside its names.

        Args:
            text: Any text.
            mentions: Where the names were found.
            packs: Packs of the languages of the text.

        Returns:
            Spans of the text, each with the reason.
        """
