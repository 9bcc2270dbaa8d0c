"""Targets that are told by more than names: a treatment, an exam list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.verdicts import verdict_clauses
from clinicalbr.schema import Leak, Tier
from clinicalbr.text import Span

__all__ = ["NamesOnly", "WiderTarget"]


@runtime_checkable
class WiderTarget(Protocol):
    """A target with names that are looked for like those of a diagnosis, and leaks of its own."""

    @property
    def gold(self) -> GoldTarget:
        """The names."""

    def spared(
        self, text: str, mentions: Sequence[Span], packs: Sequence[LanguagePack], *, told: bool = False
    ) -> Iterable[Span]:
        """Mentions of the names that do not give the target away.

        Args:
            text: Any text.
            mentions: Where the names were found.
            packs: Packs of the languages of the text.
            told: Whether the text tells of the target in words that are masked already.

        Returns:
            The mentions to leave.
        """

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

    def telling_clauses(self, text: str, leaks: Sequence[Leak], lexicon: Lexicon) -> Iterable[tuple[Span, Tier]]:
        """Clauses that go with ``verdicts="drop"``.

        Args:
            text: Any text.
            leaks: All mentions in it, and what :meth:`find_more` found.
            lexicon: Rules of the languages of the text.

        Returns:
            Clauses, each with the strongest tier in it.
        """


@dataclass(frozen=True, slots=True)
class NamesOnly:
    """A diagnosis in the form of a wider target: its names are all that gives it away.

    Args:
        gold: The names.
    """

    gold: GoldTarget

    def spared(
        self,
        text: str,  # noqa: ARG002
        mentions: Sequence[Span],  # noqa: ARG002
        packs: Sequence[LanguagePack],  # noqa: ARG002
        *,
        told: bool = False,  # noqa: ARG002
    ) -> Sequence[Span]:
        """None of the mentions."""
        return ()

    def find_more(
        self,
        text: str,  # noqa: ARG002
        mentions: Sequence[Span],  # noqa: ARG002
        packs: Sequence[LanguagePack],  # noqa: ARG002
    ) -> Sequence[tuple[Span, str]]:
        """Nothing."""
        return ()

    def telling_clauses(self, text: str, leaks: Sequence[Leak], lexicon: Lexicon) -> Sequence[tuple[Span, Tier]]:
        """Clauses that announce the diagnosis."""
        return verdict_clauses(text, leaks, lexicon)
