"""Selection by year of publication."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from clinicalbr.corpus._front import Described
from clinicalbr.corpus.selection import Drop, Refusal, Selection, select
from clinicalbr.errors import InputError

__all__ = ["by_year"]

D = TypeVar("D", bound=Described)


def by_year(
    items: Iterable[D],
    *,
    first: int | None = None,
    last: int | None = None,
    keep_unknown: bool = False,
    on_drop: Callable[[Drop], None] | None = None,
) -> Selection[D]:
    """Keep what was published from one year to another.

    SciELO's service filters by the day on which a record was processed, so the year of publication is selected here.

    Args:
        items: Articles, records or cases, or the stage before.
        first: First year that is kept; ``None`` for no limit.
        last: Last year that is kept; ``None`` for no limit.
        keep_unknown: Whether to keep what states no year.
        on_drop: Takes each dropped item; without it they are gathered in :attr:`Selection.drops`.

    Returns:
        What is kept, one at a time.

    Raises:
        InputError: The first year is after the last.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> record = ArticleRecord("S1", Provenance(source="articlemeta", publication_date="2027"))
        >>> kept = by_year([record], first=2015, last=2026)
        >>> list(kept), kept.stage.dropped
        ([], {'published after 2026': 1})
    """
    if first is not None and last is not None and first > last:
        raise InputError(f"the first year, {first}, is after the last, {last}", remedy="exchange the two")

    def judge(item: D) -> Refusal | None:
        year = item.provenance.year if item.provenance else None
        if year is None:
            return None if keep_unknown else Refusal("no year of publication")
        if first is not None and year < first:
            return Refusal(f"published before {first}", str(year))
        if last is not None and year > last:
            return Refusal(f"published after {last}", str(year))
        return None

    return select("year", items, judge, on_drop=on_drop)
