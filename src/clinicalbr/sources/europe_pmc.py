"""Europe PMC: search with cursor, and full texts of its open-access subset."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from clinicalbr.errors import BadAnswerError, InputError, SourceNotFoundError, SourceRefusedError
from clinicalbr.sources._dates import from_digits
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._identifiers import normal_doi, normal_issn, normal_pmcid, normal_pmid, required_pmcid
from clinicalbr.sources._licence import licence_of_code
from clinicalbr.sources._plain import squeeze
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.fulltext import FullText, TextFormat
from clinicalbr.sources.harvesting import Document, Item, Listing, ListingPage
from clinicalbr.sources.jats import parse_jats
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = ["EuropePMCClient", "EuropePMCRecord", "case_report_query"]

_SOURCE = "europepmc"
_FIRST_CURSOR = "*"
_WHOLE = "whole"
_LARGEST_PAGE = 1000


@dataclass(frozen=True, slots=True)
class EuropePMCRecord:
    """A record that a search found.

    Args:
        source: Where Europe PMC has it from, for instance ``"MED"`` or ``"PMC"``.
        id: Identifier within that source.
        title: Title.
        pmcid: PubMed Central identifier, which a full text needs.
        pmid: PubMed identifier.
        doi: DOI.
        issn: ISSN of the journal.
        journal: Journal.
        publication_date: ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``.
        language: As Europe PMC writes it, for instance ``"por"``.
        licence: Licence, ``None`` when none is stated.
        open_access: Whether the full text belongs to the open-access subset.
        types: Types of publication, for instance ``"Case Reports"``.

    Examples:
        >>> EuropePMCRecord("MED", "1", pmcid="PMC4739221").open_access
        False
    """

    source: str
    id: str
    title: str = ""
    pmcid: str | None = None
    pmid: str | None = None
    doi: str | None = None
    issn: str | None = None
    journal: str | None = None
    publication_date: str | None = None
    language: str | None = None
    licence: str | None = None
    open_access: bool = False
    types: tuple[str, ...] = ()


def case_report_query(
    *, language: str | None = None, years: tuple[int, int] | None = None, licence: str | None = None
) -> str:
    """A search for case reports with an open full text.

    Types and licences stand in the records in two spellings each; the search asks for both.

    Args:
        language: Language as Europe PMC writes it, three letters.
        years: First and last year of publication.
        licence: Licence such as ``"cc by"`` or ``"cc by-nc"``.

    Returns:
        The search, for ``EuropePMCClient.search``.

    Examples:
        >>> print(case_report_query(language="por", years=(2020, 2024)))
        (PUB_TYPE:"Case Reports" OR PUB_TYPE:"case-report") AND OPEN_ACCESS:y AND LANG:por AND PUB_YEAR:[2020 TO 2024]
        >>> case_report_query(licence="cc by").endswith('(LICENSE:"cc by" OR LICENSE:"cc-by")')
        True
    """
    parts = ['(PUB_TYPE:"Case Reports" OR PUB_TYPE:"case-report")', "OPEN_ACCESS:y"]
    if language:
        parts.append(f"LANG:{language}")
    if years:
        parts.append(f"PUB_YEAR:[{years[0]} TO {years[1]}]")
    if licence:
        words = licence.lower().replace("-", " ").split()
        spaced = " ".join(words[:2]) + "".join(f"-{word}" for word in words[2:])
        parts.append(f'(LICENSE:"{spaced}" OR LICENSE:"{"-".join(words)}")')
    return " AND ".join(parts)


class EuropePMCClient:
    """Searches Europe PMC and fetches full texts.

    Args:
        session: The way to the network.
        base_url: Address of the service.
        rate: Requests a second. Europe PMC states no limit; be modest.

    Examples:
        >>> import httpx
        >>> from clinicalbr.sources import blocking
        >>> def epmc(request):
        ...     result = [{"source": "MED", "id": "26904333", "pmcid": "PMC4739221", "title": "Two cases."}]
        ...     page = {"hitCount": 1, "nextCursorMark": "*", "resultList": {"result": result}}
        ...     return httpx.Response(200, json=page)
        >>> with Session("me@example.org", transport=httpx.MockTransport(epmc)) as session:
        ...     records = list(blocking(EuropePMCClient(session).search('JOURNAL:"Case Rep Med"')))
        >>> records[0].pmcid
        'PMC4739221'
    """

    def __init__(
        self,
        session: Session,
        *,
        base_url: str = "https://www.ebi.ac.uk/europepmc/webservices/rest",
        rate: float = 3.0,
    ) -> None:
        self._session = session
        self._service = Service("europe-pmc", base_url, rate=rate, parallel=3)
        self._limits = XmlLimits(max_bytes=session.max_bytes)

    async def count(self, query: str) -> int:
        """How many records a search finds.

        Args:
            query: A search as on the site.

        Returns:
            The number.

        Raises:
            SourceError: The service refuses the search, or gave no answer.
        """
        return (await self._page(query, _FIRST_CURSOR, 1))[0]

    async def search(self, query: str, *, page_size: int = _LARGEST_PAGE) -> AsyncIterator[EuropePMCRecord]:
        """Records that a search finds, however many.

        Args:
            query: A search as on the site, for instance what ``case_report_query`` makes.
            page_size: Records of one answer, 1000 at most.

        Yields:
            Records, each once.

        Raises:
            InputError: The size is not from 1 to 1000.
            BadAnswerError: Fewer records came than the service counted.
            SourceError: It refuses the search, or gave no answer.
        """
        if not 1 <= page_size <= _LARGEST_PAGE:
            raise InputError(f"page_size is {page_size}", remedy=f"give a number from 1 to {_LARGEST_PAGE}")
        seen: set[tuple[str, str]] = set()
        count = 0
        async for counted, records, _ in self._pages(query, _FIRST_CURSOR, page_size):
            count = counted
            for record in records:
                if (record.source, record.id) not in seen:
                    seen.add((record.source, record.id))
                    yield record
        if len(seen) < count:
            raise BadAnswerError(
                f"{len(seen)} of {count} records, and no more",
                remedy="ask again later, or split the search by years",
                url=self._service.url("search"),
                found="shape",
            )

    def listing(self, query: str) -> Listing:
        """The articles with an open full text that a search finds, as a list that a harvest can take up.

        A list that came to its end begins anew the next time; a harvest passes over what it has.

        Args:
            query: A search as on the site.

        Returns:
            The list; its items are PubMed Central identifiers, which ``document`` takes.
        """
        return _SearchListing(self, query)

    async def document(self, item: Item) -> Document:
        """The text of an item, for a harvest.

        Args:
            item: An item whose identifier is one of PubMed Central.

        Returns:
            The file.

        Raises:
            SourceError: As ``fetch`` does.
            InputError: It is no such identifier.
        """
        return (await self.fetch(item.id)).document()

    async def fetch(self, pmcid: str) -> FullText:
        """Fetch the full text of an article.

        Args:
            pmcid: PubMed Central identifier.

        Returns:
            The text.

        Raises:
            InputError: It is no such identifier, or the file cannot be read.
            SourceNotFoundError: Europe PMC gives no full text of it.
            BadAnswerError: The file is of another article.
            SourceError: The service gave no answer, or another one.
        """
        name = required_pmcid(pmcid)
        answer = await self._session.ask(self._service, self._service.url(name, "fullTextXML"), kind=AnswerKind.XML)
        article = parse_jats(answer.content, source=_SOURCE, url=answer.url, limits=self._limits)
        if article.provenance.pmcid not in (name, None):
            raise _shape(answer, f"the article {article.provenance.pmcid} in place of {name}")
        if not article.original.has_body:
            raise SourceNotFoundError(
                f"no full text of {name}: front matter only",
                remedy="take an article of the open-access subset",
                url=answer.url,
                status=answer.status,
            )
        return FullText(name, TextFormat.JATS, answer.url, answer.content, article)

    async def _pages(self, query: str, cursor: str, size: int) -> AsyncIterator[tuple[int, list[EuropePMCRecord], str]]:
        """Pages from a cursor on: the count of the whole, records, cursor of the next page."""
        cursors: set[str] = set()
        while cursor and cursor not in cursors:
            cursors.add(cursor)
            count, records, following = await self._page(query, cursor, size)
            yield count, records, following
            # The last page may hold records and repeat the cursor: the end is known only after them.
            cursor = following if records else ""

    async def _page(self, query: str, cursor: str, size: int) -> tuple[int, list[EuropePMCRecord], str]:
        answer = await self._session.ask(
            self._service,
            self._service.url("search"),
            kind=AnswerKind.JSON,
            params={
                "query": query, "format": "json", "resultType": "core", "pageSize": size, "cursorMark": cursor,
            },
        )  # fmt: skip
        page: Any = answer.json()
        if isinstance(page, dict) and page.get("errMsg"):
            raise SourceRefusedError(
                f"the search fails: {excerpt(str(page['errMsg']), 200)}",
                remedy="correct the search",
                url=answer.url,
                status=answer.status,
            )
        results = page.get("resultList") if isinstance(page, dict) else None
        found = results.get("result") if isinstance(results, dict) else None
        count = page.get("hitCount") if isinstance(page, dict) else None
        if not isinstance(found, list) or not isinstance(count, int):
            raise _shape(answer, "no list of results with a count")
        records = [_record(item, answer) for item in found]
        return count, records, str(page.get("nextCursorMark") or "")


@dataclass(frozen=True, slots=True)
class _SearchListing:
    """A search as a list; its cursor is that of the service."""

    client: EuropePMCClient
    query: str

    async def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
        """The list from a cursor on."""
        begin = _FIRST_CURSOR if cursor in (None, _WHOLE) else str(cursor)
        async for count, records, following in self.client._pages(self.query, begin, _LARGEST_PAGE):
            open_ones = (record.pmcid for record in records if record.open_access and record.pmcid)
            yield ListingPage(tuple(Item(pmcid) for pmcid in open_ones), cursor=following or _WHOLE, total=count)
        yield ListingPage((), cursor=_WHOLE)


def _record(item: Any, answer: Answer) -> EuropePMCRecord:
    if not isinstance(item, dict) or not item.get("id") or not item.get("source"):
        raise _shape(answer, "a result without identifier")
    journal = _part(_part(item, "journalInfo"), "journal")
    types = _part(item, "pubTypeList").get("pubType")
    return EuropePMCRecord(
        source=str(item["source"]),
        id=str(item["id"]),
        title=squeeze(str(item.get("title") or "")),
        pmcid=normal_pmcid(item.get("pmcid")),
        pmid=normal_pmid(item.get("pmid")),
        doi=normal_doi(item.get("doi")),
        issn=normal_issn(journal.get("issn") or journal.get("essn")),
        journal=journal.get("title") or None,
        publication_date=from_digits(item.get("firstPublicationDate")) or from_digits(item.get("pubYear")),
        language=item.get("language") or None,
        licence=licence_of_code(item.get("license")),
        open_access=item.get("isOpenAccess") == "Y",
        types=tuple(map(str, types)) if isinstance(types, list) else (),
    )


def _part(item: dict[str, Any], key: str) -> dict[str, Any]:
    found = item.get(key)
    return found if isinstance(found, dict) else {}


def _shape(answer: Answer, what: str) -> BadAnswerError:
    return BadAnswerError(what, remedy="ask again later", url=answer.url, status=answer.status, found="shape")
