"""Selection by licence: what may be passed on, changed, and used by everybody."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from enum import StrEnum
from typing import TypeVar

from clinicalbr.corpus._front import Described
from clinicalbr.corpus.selection import Drop, Refusal, Selection, select
from clinicalbr.errors import InputError

__all__ = ["Redistribution", "by_licence", "redistribution"]

D = TypeVar("D", bound=Described)
_LICENCE = re.compile(r"CC0|CC BY(?P<terms>(?:-(?:NC|ND|SA))*)")


class Redistribution(StrEnum):
    """What a licence allows to do with a text of a benchmark, which is a changed text: cut, masked, translated.

    Attributes:
        ANY: Changed texts may be passed on for any use (CC0, CC BY; CC BY-SA under the same licence).
        NON_COMMERCIAL: Changed texts may be passed on for uses that are not commercial (CC BY-NC, CC BY-NC-SA).
        UNCHANGED: Only the article as it is may be passed on (every licence with ND), so no case of it.
        UNKNOWN: No licence is known; without one nothing may be passed on.

    Examples:
        >>> Redistribution("non-commercial").name
        'NON_COMMERCIAL'
    """

    ANY = "any"
    NON_COMMERCIAL = "non-commercial"
    UNCHANGED = "unchanged"
    UNKNOWN = "unknown"


_REASONS = {
    Redistribution.ANY: "licence allows any use",
    Redistribution.NON_COMMERCIAL: "licence excludes commercial use",
    Redistribution.UNCHANGED: "licence excludes changed texts",
    Redistribution.UNKNOWN: "licence not known",
}


def redistribution(licence: str | None) -> Redistribution:
    """What a licence allows.

    Args:
        licence: The licence in the spelling of :class:`~clinicalbr.schema.Provenance`, or ``None``.

    Returns:
        The value; a licence that is none of Creative Commons is not known.

    Examples:
        >>> [redistribution(licence).value for licence in ("CC BY 4.0", "CC BY-NC-ND 3.0", None)]
        ['any', 'unchanged', 'unknown']
    """
    match = re.match(rf"(?:{_LICENCE.pattern})(?: [0-9]\.[0-9])?\Z", licence or "")
    if match is None:
        return Redistribution.UNKNOWN
    terms = (match["terms"] or "").split("-")
    if "ND" in terms:
        return Redistribution.UNCHANGED
    return Redistribution.NON_COMMERCIAL if "NC" in terms else Redistribution.ANY


def by_licence(
    items: Iterable[D],
    *,
    allow: Collection[Redistribution] = (Redistribution.ANY,),
    on_drop: Callable[[Drop], None] | None = None,
) -> Selection[D]:
    """Keep what may be redistributed as part of a benchmark.

    Args:
        items: Articles, records or cases, or the stage before.
        allow: What a licence must allow, one of them. Name ``Redistribution.UNKNOWN`` to keep items without a known
            licence, for a corpus that stays in the house.
        on_drop: Takes each dropped item; without it they are gathered in :attr:`Selection.drops`.

    Returns:
        What is kept, one at a time.

    Raises:
        InputError: Nothing is allowed.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> record = ArticleRecord("S1", Provenance(source="articlemeta", licence="CC BY-NC 4.0"))
        >>> list(by_licence([record])), len(list(by_licence([record], allow=("any", "non-commercial"))))
        ([], 1)
    """
    allowed = frozenset(map(Redistribution, allow))
    if not allowed:
        raise InputError("no licence is allowed", remedy="name one or more values of Redistribution")

    def judge(item: D) -> Refusal | None:
        licence = item.provenance.licence if item.provenance else None
        found = redistribution(licence)
        return None if found in allowed else Refusal(_REASONS[found], licence or "")

    return select("licence", items, judge, on_drop=on_drop)
