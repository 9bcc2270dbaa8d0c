"""Reading of a list that is sorted by day alone, so that nothing is lost and little is read twice.

Pages taken by offset are cut out of an order that is another with each request: what lies on either side of a cut may
be seen twice or not at all. Two facts help. All records of a day before the last one on a page that begins at offset 0
are on that page, so the next page can begin at that last day. And how many records a day has does not depend on their
order, so a day that fills whole pages can be read again until as many have been seen.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from clinicalbr.errors import BadAnswerError, InputError
from clinicalbr.sources import _isis
from clinicalbr.sources._dates import from_digits
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.catalogue import ArticleIdentifier
from clinicalbr.sources.harvesting import Item, ListingPage

__all__ = ["IdentifierPage", "IdentifierPages", "Params", "RawPage", "as_day", "objects_of", "read_page"]

log = logging.getLogger(__name__)

_EARLIEST = "1900-01-01"
# A pass over a day in random order shows each record with a chance of at least 1 - 1/e, so that a record that exists
# stays unseen in so many passes in a row less than once in a hundred thousand days.
_FRUITLESS_PASSES = 12
_STANDSTILL = 4


def as_day(day: str | date | None) -> str | None:
    """A day as the service takes it; it answers an error of its own to any other text.

    Args:
        day: A date, or ``YYYY-MM-DD``.

    Returns:
        ``YYYY-MM-DD``, or ``None`` for ``None``.

    Raises:
        InputError: It is no day.
    """
    if day is None:
        return None
    try:
        return date.fromisoformat(str(day)).isoformat()
    except ValueError:
        raise InputError(f"{str(day)!r} is no day", remedy="write it as YYYY-MM-DD") from None


def objects_of(answer: Answer) -> Mapping[str, Any]:
    """A page of a list.

    Args:
        answer: The answer.

    Returns:
        The page, with a mapping ``meta`` and a list ``objects`` of mappings.

    Raises:
        BadAnswerError: It has another shape.
    """
    page = answer.json()
    good = (
        isinstance(page, Mapping)
        and isinstance(page.get("meta"), Mapping)
        and isinstance(page.get("objects"), list)
        and all(isinstance(record, Mapping) for record in page["objects"])
    )
    if not good:
        raise _bad(answer, "JSON that is no page of a list", "check that the base address is that of ArticleMeta")
    found: Mapping[str, Any] = page
    return found


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page of identifiers as the service sent it.

    Args:
        identifiers: By day.
        limit: How many the service itself says that a page holds, which may be fewer than it was asked for.
        total: How many it counts in all.
    """

    identifiers: tuple[ArticleIdentifier, ...]
    limit: int | None
    total: int | None

    @property
    def ends_the_list(self) -> bool:
        """Whether nothing follows. Where no limit is stated only an empty page says so."""
        return len(self.identifiers) < (self.limit or 1)


Params = Mapping[str, str | int]
Ask = Callable[[Params], Awaitable[RawPage]]


def read_page(answer: Answer, params: Params) -> RawPage:
    """Read a page, and refuse that of another request, which a cache in between may send.

    Args:
        answer: The answer.
        params: What was asked for.

    Returns:
        The page.

    Raises:
        BadAnswerError: It has another shape, answers another request, or is not sorted.
    """
    page = objects_of(answer)
    meta = page["meta"]
    asked = _isis.mapping(meta.get("filter"))
    days = _isis.mapping(asked.get("processing_date"))
    echoed = {"offset": meta.get("offset"), "collection": asked.get("collection"), "from": days.get("$gte")}
    others = [f"{name} {value}" for name, value in echoed.items() if value is not None and value != params[name]]
    if others:
        raise _bad(answer, f"the page of another request: {', '.join(others)}", "look for a cache on the way")
    found = tuple(_identifier(answer, record, str(params["collection"])) for record in page["objects"])
    order = [identifier.processing_date for identifier in found]
    if order != sorted(order) or (order and order[0] < str(params["from"])):
        raise _bad(
            answer, f"a list from {params['from']} on that is not sorted by day", "ask for smaller spans of days"
        )
    return RawPage(found, _number(meta, "limit"), _number(meta, "total"))


@dataclass(frozen=True, slots=True)
class IdentifierPage:
    """What was read.

    Args:
        identifiers: Identifiers, some of which may have been read before.
        day: Everything of the days before it has been read.
        total: What the service counts from the beginning, where it says.
        short: What it counted on a day and did not show.
    """

    identifiers: tuple[ArticleIdentifier, ...]
    day: str
    total: int | None = None
    short: int = 0


class IdentifierPages:
    """The list of a collection, by day of processing.

    Args:
        ask: Gives the page for parameters.
        collection: Code of the collection.
        issn: Only of this journal.
        since: First day.
        until: Last day, included.
    """

    def __init__(
        self, ask: Ask, collection: str, issn: str | None = None, since: str | None = None, until: str | None = None
    ) -> None:
        self._ask = ask
        self._collection = collection
        self._issn = issn
        self._since = since or _EARLIEST
        self._until = until

    async def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
        """The list for a harvest; its cursor is a day.

        Args:
            cursor: Day to begin with; ``None`` for the first.

        Yields:
            The pages.
        """
        async for page in self.read(cursor):
            items = tuple(Item(found.key, found.processing_date) for found in page.identifiers)
            yield ListingPage(items, page.day, page.total, page.short)

    async def read(self, day: str | None) -> AsyncIterator[IdentifierPage]:
        """The list from a day on.

        Args:
            day: Day to begin with; ``None`` for the first.

        Yields:
            What was read, by day.

        Raises:
            SourceError: The service does not give the list.
        """
        begin = max(day or self._since, self._since)
        total: int | None = None
        while self._until is None or begin <= self._until:
            page = await self._page(begin, self._last_day(), 0)
            total = page.total if total is None else total
            last = page.identifiers[-1].processing_date if page.identifiers else begin
            if page.ends_the_list or last > begin:
                yield IdentifierPage(self._wanted(page.identifiers), last, total)
                if page.ends_the_list:
                    return
                begin = last
            else:
                async for part in self._large_day(begin, page):
                    yield part
                begin = _after(begin)

    async def _large_day(self, day: str, first: RawPage) -> AsyncIterator[IdentifierPage]:
        """A day that fills at least a page, read again until as many records were seen as it has places."""
        seen: set[str] = set()
        fruitless = 0
        begun: RawPage | None = first
        while fruitless < _FRUITLESS_PASSES:
            known, places, pages = len(seen), 0, 0
            async for identifiers in self._pass(day, begun):
                places += len(identifiers)
                fresh = tuple(identifier for identifier in identifiers if identifier.key not in seen)
                seen.update(identifier.key for identifier in fresh)
                pages += 1
                # A first pass in random order shows some 63 of 100 places as new, one that stands still ever fewer.
                if not known and pages >= _FRUITLESS_PASSES and places > _STANDSTILL * len(seen):
                    raise BadAnswerError(
                        f"the list of {self._collection} for {day} repeats itself, whatever the offset",
                        remedy="look for a cache between you and the service",
                        found="shape",
                    )
                if fresh:
                    yield IdentifierPage(fresh, day)
            if len(seen) >= places:
                yield IdentifierPage((), _after(day))
                return
            begun = None
            fruitless = fruitless + 1 if len(seen) == known else 0
        log.warning("%s, %s: %d records counted, %d shown", self._collection, day, places, len(seen))
        yield IdentifierPage((), _after(day), short=places - len(seen))

    async def _pass(self, day: str, begun: RawPage | None) -> AsyncIterator[list[ArticleIdentifier]]:
        """Identifiers of one day in the order of this moment, page by page."""
        offset = 0
        while True:
            page = begun or await self._page(day, _after(day), offset)
            begun = None
            of_day = [identifier for identifier in page.identifiers if identifier.processing_date == day]
            yield of_day
            if len(of_day) < len(page.identifiers) or page.ends_the_list:
                return
            offset += len(of_day)

    async def _page(self, begin: str, end: str, offset: int) -> RawPage:
        params: dict[str, str | int] = {"collection": self._collection, "from": begin, "until": end, "offset": offset}
        return await self._ask(params | ({"issn": self._issn} if self._issn else {}))

    def _last_day(self) -> str:
        """One day more than wanted: the service means the beginning of the day that it is given."""
        return _after(self._until or datetime.now(UTC).date().isoformat())

    def _wanted(self, found: tuple[ArticleIdentifier, ...]) -> tuple[ArticleIdentifier, ...]:
        return tuple(
            identifier for identifier in found if self._until is None or identifier.processing_date <= self._until
        )


def _identifier(answer: Answer, record: Mapping[str, Any], collection: str) -> ArticleIdentifier:
    code, moment, doi, stated = (record.get(name) for name in ("code", "processing_date", "doi", "collection"))
    day = from_digits(moment) if isinstance(moment, str) else None
    if (
        not isinstance(code, str)
        or not code.strip()
        or not code.isprintable()
        or day is None
        or len(day) != len(_EARLIEST)
    ):
        raise _bad(answer, f"an identifier without code or day: {dict(record)!r:.200}", "report it to the service")
    return ArticleIdentifier(
        code, stated if isinstance(stated, str) else collection, day, doi if isinstance(doi, str) else None
    )


def _bad(answer: Answer, what: str, remedy: str) -> BadAnswerError:
    return BadAnswerError(what, remedy=remedy, url=answer.url, status=answer.status, found="shape")


def _after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def _number(meta: Mapping[str, Any], name: str) -> int | None:
    value = meta.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
