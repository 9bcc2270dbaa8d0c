"""Selection of the journals of a collection by subject area."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol, TypeVar

from clinicalbr.corpus.selection import Drop, Refusal, Selection, select
from clinicalbr.errors import InputError

__all__ = ["HEALTH_SCIENCES", "ListedJournal", "by_subject_area"]

HEALTH_SCIENCES = "Health Sciences"
"""The subject area under which SciELO lists its health journals."""


class ListedJournal(Protocol):
    """A journal as a catalogue lists it."""

    @property
    def issn(self) -> str:
        """ISSN under which the collection keeps it."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def collection(self) -> str:
        """Code of the collection."""

    @property
    def subject_areas(self) -> tuple[str, ...]:
        """Its subject areas."""

    @property
    def status(self) -> str:
        """``"current"`` for one that still appears."""


J = TypeVar("J", bound=ListedJournal)


def by_subject_area(
    journals: Iterable[J],
    areas: Collection[str] = (HEALTH_SCIENCES,),
    *,
    collection: str | None = None,
    status: Collection[str] | None = None,
    on_drop: Callable[[Drop], None] | None = None,
) -> Selection[J]:
    """Keep the journals of a subject area, the health journals by default.

    Args:
        journals: Journals with ISSN, title, collection, subject areas and status, as a client lists them.
        areas: Subject areas, of which a journal must have one; case makes no difference.
        collection: Code of the only collection that counts; a journal in two collections has a record in each.
        status: Statuses that are kept, for instance ``("current",)``; ``None`` for all, since a journal that has ended
            still has its articles.
        on_drop: Takes each dropped journal; without it they are gathered in :attr:`Selection.drops`.

    Returns:
        What is kept, one at a time; a journal that comes twice in one collection is kept once.

    Raises:
        InputError: No area is named, or one text stands in place of several.

    Examples:
        >>> from types import SimpleNamespace as Journal
        >>> journals = [
        ...     Journal(issn="0034-8910", title="Revista de Saúde Pública", collection="scl",
        ...             subject_areas=("Health Sciences",), status="current"),
        ...     Journal(issn="1676-0603", title="Biota Neotropica", collection="scl",
        ...             subject_areas=("Biological Sciences",), status="current"),
        ... ]
        >>> kept = by_subject_area(journals)
        >>> [journal.issn for journal in kept], kept.stage.dropped
        (['0034-8910'], {'another subject area': 1})
    """
    if isinstance(areas, str) or not areas:
        raise InputError(f"areas is {areas!r}", remedy='name areas in a tuple, for instance ("Health Sciences",)')
    wanted = {area.casefold() for area in areas}
    seen: set[tuple[str, str]] = set()

    def judge(journal: J) -> Refusal | None:
        if collection is not None and journal.collection != collection:
            return Refusal("another collection", journal.collection)
        if not journal.subject_areas:
            return Refusal("no subject area stated", journal.title)
        if not wanted & {area.casefold() for area in journal.subject_areas}:
            return Refusal("another subject area", ", ".join(journal.subject_areas))
        if status is not None and journal.status not in status:
            return Refusal("another status", journal.status)
        key = (journal.collection, journal.issn)
        if key in seen:
            return Refusal("listed twice", journal.title)
        seen.add(key)
        return None

    return select("subject area", journals, judge, on_drop=on_drop)
