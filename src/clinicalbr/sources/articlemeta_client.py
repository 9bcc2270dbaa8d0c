"""Client of ArticleMeta, SciELO's catalogue of collections, journals and articles."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from datetime import date
from typing import Any, TypeVar

from clinicalbr.errors import BadAnswerError, InputError, SourceError, SourceNotFoundError
from clinicalbr.schema import ArticleRecord
from clinicalbr.sources._identifier_pages import IdentifierPages, Params, RawPage, as_day, objects_of, read_page
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.articlemeta import parse_articlemeta
from clinicalbr.sources.catalogue import ArticleIdentifier, Change, Collection, Journal
from clinicalbr.sources.harvesting import Document, Item, Listing
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = ["ArticleMetaClient"]

T = TypeVar("T")
_PAGE = 1000


class ArticleMetaClient:
    """Asks ArticleMeta for collections, journals and articles.

    Args:
        session: The way to the network.
        base_url: Address of the service.
        rate: Requests a second. The service throttles at three.
        page_size: Identifiers a page; the service gives a thousand at most.

    Every method is asynchronous; ``blocking`` makes it usable from plain code.

    Examples:
        >>> import httpx
        >>> from clinicalbr.sources import Session, blocking
        >>> record = {"code": "scl", "name": {"pt": "Brasil"}, "domain": "www.scielo.br"}
        >>> transport = httpx.MockTransport(lambda request: httpx.Response(200, json=[record]))
        >>> client = ArticleMetaClient(Session("me@example.org", transport=transport))
        >>> [collection.code for collection in blocking(client.collections())]
        ['scl']
    """

    def __init__(
        self,
        session: Session,
        *,
        base_url: str = "https://articlemeta.scielo.org",
        rate: float = 2.5,
        page_size: int = _PAGE,
    ) -> None:
        if not 1 <= page_size <= _PAGE:
            raise InputError(f"page_size is {page_size}", remedy=f"give a number from 1 to {_PAGE}")
        self.session = session
        self.service = Service("articlemeta", base_url, rate=rate)
        self.page_size = page_size

    async def collections(self) -> tuple[Collection, ...]:
        """All collections of the network.

        Returns:
            The collections, in the order of the service.

        Raises:
            SourceError: The service does not give them.
        """
        answer = await self._ask("collection/identifiers", {}, list)
        return tuple(_read(answer, Collection.of, record) for record in answer.json())

    async def collection(self, code: str) -> Collection:
        """One collection.

        Args:
            code: For instance ``"scl"``.

        Returns:
            The collection.

        Raises:
            SourceNotFoundError: The service knows no such collection.
            SourceError: It does not answer.
        """
        answer = await self._ask("collection", {"code": code}, dict)
        return _read(answer, Collection.of, answer.json())

    async def journal_identifiers(self, collection: str) -> tuple[str, ...]:
        """ISSNs of the journals of a collection.

        Args:
            collection: Code of the collection.

        Returns:
            One ISSN a journal, under which ``journal`` finds it.

        Raises:
            SourceError: The service does not give them.
        """
        found = [
            str(record["code"])
            async for record in self._offset_pages("journal/identifiers", {"collection": collection})
            if record.get("code")
        ]
        return tuple(dict.fromkeys(found))

    async def journal(self, issn: str, collection: str) -> Journal:
        """One journal in one collection.

        Args:
            issn: Its print or electronic ISSN.
            collection: Code of the collection; the copies of a journal in two collections differ.

        Returns:
            The journal.

        Raises:
            SourceNotFoundError: The collection has no such journal.
            SourceError: The service does not answer.
        """
        answer = await self._ask("journal", {"issn": issn, "collection": collection}, (list, dict))
        value = answer.json()
        records = [record for record in (value if isinstance(value, list) else [value]) if isinstance(record, Mapping)]
        journals = [
            _read(answer, lambda record: Journal.of(record, collection=collection), record) for record in records
        ]
        found = next((journal for journal in journals if journal.collection == collection), None)
        if found is None:
            raise SourceNotFoundError(
                f"the collection {collection} has no journal {issn}", remedy="check the ISSN", url=answer.url
            )
        return found

    async def journals(self, collection: str) -> AsyncIterator[Journal]:
        """All journals of a collection, one request each.

        Args:
            collection: Code of the collection.

        Yields:
            The journals.

        Raises:
            SourceError: The service does not give the list; or, after all others were given, some journals.
        """
        failed: list[SourceError] = []
        for issn in await self.journal_identifiers(collection):
            try:
                journal = await self.journal(issn, collection)
            except SourceError as error:
                failed.append(error)
            else:
                yield journal
        if failed:
            raise SourceError(
                f"{len(failed)} journals of {collection} could not be had, the first because of: {failed[0].message}",
                remedy="ask again for the collection; the journals given so far are good",
                url=failed[0].url,
                status=failed[0].status,
            )

    async def identifiers(
        self,
        collection: str,
        *,
        since: str | date | None = None,
        until: str | date | None = None,
        issn: str | None = None,
    ) -> AsyncIterator[ArticleIdentifier]:
        """Identifiers of all articles of a collection, each once.

        The service sorts by the day of processing alone, so pages taken by number lose and repeat what lies between
        them. Here each page begins at the day with which the page before ended; a day too large for a page is read
        again until all that the service counts has been seen.

        Args:
            collection: Code of the collection.
            since: First day of processing, ``YYYY-MM-DD``. Days of processing are not days of publication.
            until: Last day of processing, included.
            issn: Only of this journal, by its print or electronic ISSN.

        Yields:
            The identifiers, by day of processing.

        Raises:
            InputError: A day is none.
            SourceError: The service does not give the list, or not all that it counts.
        """
        seen: set[str] = set()
        short = 0
        pages = IdentifierPages(self._identifier_page, collection, issn, as_day(since), as_day(until))
        async for page in pages.read(None):
            short += page.short
            for identifier in page.identifiers:
                if identifier.key not in seen:
                    seen.add(identifier.key)
                    yield identifier
        if short:
            raise BadAnswerError(
                f"the service counts {short} articles of {collection} more than it shows",
                remedy="ask again later; those given so far are good",
                url=self.service.url("api", "v1", "article", "identifiers", ""),
                found="shape",
            )

    def listing(
        self,
        collection: str,
        *,
        since: str | date | None = None,
        until: str | date | None = None,
        issn: str | None = None,
    ) -> Listing:
        """The same list for a harvest: it can be taken up again, and then goes on with what is new or changed.

        Args:
            collection: Code of the collection.
            since: First day of processing.
            until: Last day of processing, included.
            issn: Only of this journal.

        Returns:
            A listing whose items bear the day of processing as version.

        Raises:
            InputError: A day is none.
        """
        return IdentifierPages(self._identifier_page, collection, issn, as_day(since), as_day(until))

    async def record(self, code: str, collection: str) -> ArticleRecord:
        """The record of an article.

        Args:
            code: PID v2, or a DOI in the letters in which it is stored.
            collection: Code of the collection. Without it the service picks one of the copies.

        Returns:
            The record.

        Raises:
            SourceNotFoundError: The service answers ``null``: it knows no such article in that collection.
            BadAnswerError: It answers with something that is no article.
            SourceError: It does not answer.
        """
        answer = await self._article(code, collection)
        return _read(answer, lambda record: parse_articlemeta(record, collection=collection), answer.json())

    async def document(self, item: Item) -> Document:
        """The record of an item of ``listing`` as a file, for a harvest.

        Args:
            item: An item whose identifier is collection, slash, code.

        Returns:
            The record as JSON, with its licence.

        Raises:
            SourceError: As for ``record``.
        """
        collection, _, code = item.id.partition("/")
        answer = await self._article(code, collection)
        record = _read(answer, lambda value: parse_articlemeta(value, collection=collection), answer.json())
        return Document(answer.content, ".json", answer.url, record.provenance.licence)

    async def history(
        self, collection: str, *, since: str | date | None = None, event: str | None = None, code: str | None = None
    ) -> AsyncIterator[Change]:
        """Changes of article records.

        Args:
            collection: Code of the collection.
            since: First day.
            event: ``"add"``, ``"update"`` or ``"delete"``; ``None`` for all.
            code: Only of this article.

        Yields:
            The changes, each once.

        Raises:
            InputError: The day is none.
            SourceError: The service does not give them.
        """
        wanted = {"collection": collection, "from": as_day(since), "event": event, "code": code}
        seen: set[Change] = set()
        async for record in self._offset_pages("article/history", {k: v for k, v in wanted.items() if v}):
            change = Change(*(str(record.get(name) or "") for name in ("code", "collection", "date", "event")))
            if change not in seen:
                seen.add(change)
                yield change

    async def _article(self, code: str, collection: str) -> Answer:
        return await self._ask("article", {"code": code, "collection": collection}, dict)

    async def _identifier_page(self, params: Params) -> RawPage:
        answer = await self.session.ask(
            self.service,
            self.service.url("api", "v1", "article", "identifiers", ""),
            kind=AnswerKind.JSON,
            params={**params, "limit": self.page_size},
            check=lambda answer: _dropped(read_page(answer, params)),
        )
        return read_page(answer, params)

    async def _offset_pages(self, path: str, params: Mapping[str, str]) -> AsyncIterator[Mapping[str, Any]]:
        """Objects of a list that is short or stable enough to be read by offsets."""
        offset = 0
        while True:
            answer = await self.session.ask(
                self.service,
                self.service.url("api", "v1", *path.split("/"), ""),
                kind=AnswerKind.JSON,
                params={**params, "limit": self.page_size, "offset": offset},
                check=lambda answer: _dropped(objects_of(answer)),
            )
            page = objects_of(answer)
            for record in page["objects"]:
                yield record
            offset += len(page["objects"])
            if not page["objects"] or len(page["objects"]) < page["meta"].get("limit", 0):
                return

    async def _ask(self, path: str, params: Mapping[str, str], shape: type | tuple[type, ...]) -> Answer:
        """An answer of a shape; ``null`` and ``[]`` mean that nothing is known by that name."""

        def check(answer: Answer) -> None:
            value = answer.json()
            if value is None or (params and value == []):
                named = ", ".join(f"{name} {value}" for name, value in params.items())
                raise SourceNotFoundError(
                    f"the service knows nothing with {named or 'that name'}",
                    remedy="check the identifier and the collection",
                    url=answer.url,
                    status=answer.status,
                )
            if not isinstance(value, shape):
                raise BadAnswerError(
                    f"JSON of another shape: a {type(value).__name__}",
                    remedy="check that the base address is that of ArticleMeta",
                    url=answer.url,
                    status=answer.status,
                    found="shape",
                )

        return await self.session.ask(
            self.service,
            self.service.url("api", "v1", *path.split("/"), ""),
            kind=AnswerKind.JSON,
            params=params,
            check=check,
        )


def _read(answer: Answer, read: Callable[[Any], T], record: Any) -> T:
    """Read a record; one that cannot be read is a bad answer of the service."""
    try:
        return read(record)
    except (InputError, AttributeError) as error:
        raise BadAnswerError(
            f"a record that cannot be read: {error}",
            remedy="report the identifier to the service",
            url=answer.url,
            status=answer.status,
            found="shape",
        ) from None


def _dropped(_: object) -> None:
    """A check is for what it raises."""
