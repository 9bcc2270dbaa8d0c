"""One copy of each article: ahead-of-print copies, copies in two collections, records and their full texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from clinicalbr.corpus._copies import CopyIndex
from clinicalbr.corpus._front import Source
from clinicalbr.corpus._spool import Spool
from clinicalbr.corpus.selection import Drop, Refusal, Selection

__all__ = ["drop_duplicates"]

S = TypeVar("S", bound=Source)


def drop_duplicates(
    items: Iterable[S],
    *,
    collections: Sequence[str] = (),
    on_drop: Callable[[Drop], None] | None = None,
) -> Selection[S]:
    """Keep one copy of each article.

    Copies are found by DOI (of every language version), PID (the earlier one of an article that was ahead of print
    included), PMID and PMCID, and by a title of five words or more together with the journal and the year, or with the
    end of the PID. Articles whose titles agree but whose DOIs differ stay apart, unless a DOI only repeats the PID, as
    older ones do, and so changes with the copy.

    Of the copies, one is kept by the first of these that tells them apart: it is in an issue, not ahead of print; it
    has a full text; in more languages; its collection stands earlier in ``collections``; its licence is known; it came
    first.

    All items are read before the first is given, for the best copy may come last. They wait on disk, not in memory.

    Args:
        items: Articles or records, or the stage before.
        collections: Collection codes, the preferred one first; those not named come after them.
        on_drop: Takes each dropped item; without it they are gathered in :attr:`Selection.drops`.

    Returns:
        What is kept, in the order in which it came, one at a time. The reason of a dropped copy is what speaks for the
        kept one, which the detail names with what the two have in common.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> def record(pid, earlier=None):
        ...     return ArticleRecord(pid, Provenance(source="articlemeta", pid=pid), previous_pid=earlier)
        >>> ahead, issue = "S0044-59672004005000013", "S0044-59672004000100013"
        >>> kept = drop_duplicates([record(ahead), record(issue, earlier=ahead)])
        >>> [record.pid for record in kept]
        ['S0044-59672004000100013']
        >>> kept.drops[0].reason, kept.drops[0].detail
        ('ahead-of-print copy', 'kept is S0044-59672004000100013; in common: earlier PID')
    """
    preferred = {code: place for place, code in enumerate(collections)}

    def decide(stream: Iterator[S]) -> Iterator[tuple[S, Refusal | None]]:
        with Spool[S]() as spool:
            index = CopyIndex(preferred)
            for item in stream:
                index.add(item)
                spool.add(item)
            refusals = index.refusals()
            for row, item in enumerate(spool):
                yield item, refusals.get(row)

    return Selection("duplicates", items, decide, on_drop=on_drop)
