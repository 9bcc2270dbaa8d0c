"""Flags for reports that are no clinical reports on people: veterinary ones, those of meetings, those on teaching."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from clinicalbr.corpus._front import Front, Source, front_of
from clinicalbr.corpus._words import WordSearch, packs_or_included
from clinicalbr.corpus.selection import Drop, Refusal, Selection, select
from clinicalbr.languages import LanguagePack

__all__ = ["Flag", "FlagFinder", "drop_flagged", "report_flags"]

S = TypeVar("S", bound=Source)
_OPENING = 300


class Flag(StrEnum):
    """What a report is about, when it is not about patients.

    Attributes:
        VETERINARY: Its patients or test subjects are animals.
        MEETING: It reports a meeting.
        EDUCATION: It is about teaching, training or professional experience ("relato de experiência").

    Examples:
        >>> Flag("veterinary").name
        'VETERINARY'
    """

    VETERINARY = "veterinary"
    MEETING = "meeting"
    EDUCATION = "education"


class FlagFinder:
    """Finds the flags of front matter.

    Args:
        packs: Language packs whose words count.
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        self._searches = {flag: WordSearch(packs, flag.value) for flag in Flag}
        self._journals = {
            flag: WordSearch(packs, f"{flag.value}_journal") for flag in (Flag.VETERINARY, Flag.EDUCATION)
        }

    def find(self, front: Front) -> dict[Flag, str]:
        """The flags, each with the words that raised it.

        A journal of veterinary medicine or of education says enough by its name, one that is called "proceedings" does
        not; and an abstract tells a meeting by its first words only.
        """
        told = (*front.plain_titles, *front.plain_labels)
        places: Mapping[Flag, Iterable[str]] = {
            Flag.VETERINARY: (*told, *front.plain_keywords),
            Flag.MEETING: (*told, *(text[:_OPENING] for text in front.plain_abstracts)),
            Flag.EDUCATION: (*told, *front.plain_keywords),
        }
        found = {flag: self._searches[flag].found_in(texts) for flag, texts in places.items()}
        for flag, search in self._journals.items():
            found[flag] = found[flag] or search.found_in(front.plain_journal)
        return {flag: words for flag, words in found.items() if words is not None}


@lru_cache(maxsize=1)
def _included() -> FlagFinder:
    return FlagFinder(packs_or_included(None))


def report_flags(item: Source, *, packs: Sequence[LanguagePack] | None = None) -> dict[Flag, str]:
    """Flags of an article or a record, by its titles, labels, keywords and journal.

    Args:
        item: The article or record.
        packs: Language packs whose words count; ``None`` for all that come with clinicalbr.

    Returns:
        The flags, each with the words that raised it, folded.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> titles = {"pt": "Ensino de anatomia: relato de experiência"}
        >>> report_flags(ArticleRecord("S1", Provenance(source="articlemeta"), titles=titles))
        {<Flag.EDUCATION: 'education'>: 'ensino'}
    """
    finder = _included() if packs is None else FlagFinder(packs)
    return finder.find(front_of(item))


def drop_flagged(
    items: Iterable[S],
    flags: Collection[Flag] = tuple(Flag),
    *,
    packs: Sequence[LanguagePack] | None = None,
    on_drop: Callable[[Drop], None] | None = None,
) -> Selection[S]:
    """Drop reports on animals, on meetings and on teaching.

    Args:
        items: Articles or records, or the stage before.
        flags: Flags for which an item is dropped; all by default.
        packs: Language packs whose words count; ``None`` for all that come with clinicalbr.
        on_drop: Takes each dropped item; without it they are gathered in :attr:`Selection.drops`.

    Returns:
        What is kept, one at a time. An item with several flags counts under the first of them.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> titles = {"en": "Gastric dilatation in a Great Dane dog: case report"}
        >>> kept = drop_flagged([ArticleRecord("S1", Provenance(source="articlemeta"), titles=titles)])
        >>> list(kept), kept.stage.dropped
        ([], {'veterinary report': 1})
    """
    wanted = tuple(map(Flag, flags))
    finder = _included() if packs is None else FlagFinder(packs)

    def judge(item: S) -> Refusal | None:
        found = finder.find(front_of(item))
        first = next((flag for flag in wanted if flag in found), None)
        return None if first is None else Refusal(f"{first.value} report", found[first])

    return select("subject", items, judge, on_drop=on_drop)
