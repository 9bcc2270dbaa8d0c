"""Articles of PubMed Central: search, open-access subset, full texts."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from pydantic import SecretStr

from clinicalbr.errors import (
    BadAnswerError,
    InputError,
    SourceError,
    SourceNotFoundError,
)
from clinicalbr.schema import Article
from clinicalbr.sources._entrez import MOST_IDS, Entrez
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._identifiers import required_pmcid
from clinicalbr.sources._pmc_batches import PMC_SOURCE, PMCBatches
from clinicalbr.sources._pmc_oa import OARecord, PMCOpenAccess
from clinicalbr.sources._pmc_store import PMCStore, StoredArticle
from clinicalbr.sources.fulltext import FullText, Miss, NoFullText, TextFormat
from clinicalbr.sources.harvesting import Document, Item, Listing, ListingPage
from clinicalbr.sources.jats import parse_jats
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.session import Session

__all__ = ["PMCClient"]

_FIRST_DAY, _LAST_DAY = date(1700, 1, 1), date(3000, 12, 31)
_WHOLE = "whole"
_MOST_IN_BATCH = 200


class PMCClient:
    """Searches PubMed Central and fetches full texts.

    Args:
        session: The way to the network; its contact goes to NCBI as the e-mail address that it asks for.
        api_key: Key of an NCBI account, which allows 10 requests a second in place of 3. It is sent to NCBI only and
            stands in no log, error or cache.
        eutils_url: Address of the E-utilities.
        oa_url: Address of the service that lists the open-access subset.
        store_url: Address of the object store of the open-access subset.

    Examples:
        >>> import httpx
        >>> from clinicalbr.sources import blocking
        >>> def ncbi(request):
        ...     ids = [] if request.url.params["retmax"] == "0" else ["4739221", "8173211"]
        ...     return httpx.Response(200, json={"esearchresult": {"count": "2", "idlist": ids}})
        >>> with Session("me@example.org", transport=httpx.MockTransport(ncbi)) as session:
        ...     client = PMCClient(session)
        ...     found = list(blocking(client.search('"case reports"[pt] AND "open access"[filter]')))
        >>> found
        ['PMC4739221', 'PMC8173211']
    """

    def __init__(
        self,
        session: Session,
        *,
        api_key: str | SecretStr | None = None,
        eutils_url: str = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        oa_url: str = "https://www.ncbi.nlm.nih.gov/pmc/utils/oa",
        store_url: str = "https://pmc-oa-opendata.s3.amazonaws.com",
    ) -> None:
        key = SecretStr(api_key) if isinstance(api_key, str) else api_key
        self._entrez = Entrez(session, eutils_url, key)
        self._open_access = PMCOpenAccess(session, oa_url)
        self._store = PMCStore(session, store_url)
        self._limits = XmlLimits(max_bytes=session.max_bytes)
        url = f"{eutils_url.rstrip('/')}/efetch.fcgi?db=pmc&retmode=xml&id="
        self._batches = PMCBatches(self._entrez, self._limits, url)

    async def count(self, term: str, *, start: date = _FIRST_DAY, end: date = _LAST_DAY) -> int:
        """How many articles a search finds.

        Args:
            term: A search as on the site.
            start: First day of publication.
            end: Last day of publication.

        Returns:
            The number.

        Raises:
            SourceRefusedError: The service does not know a part of the search.
            SourceError: It gave no answer, or another one.
        """
        _check_days(start, end)
        return await self._entrez.count(term, start, end)

    async def search(
        self, term: str, *, start: date = _FIRST_DAY, end: date = _LAST_DAY, page_size: int = MOST_IDS
    ) -> AsyncIterator[str]:
        """Articles that a search finds, however many.

        One answer holds 10,000 identifiers at most; a larger search is split by the day of publication. The counts of
        the parts are compared, so that nothing is lost without a word.

        Args:
            term: A search as on the site, for instance ``'"case reports"[pt] AND "cc by license"[filter]'``.
            start: First day of publication.
            end: Last day of publication.
            page_size: Identifiers of one answer at most.

        Yields:
            Identifiers such as ``"PMC4739221"``, each once.

        Raises:
            InputError: The days are in the wrong order, or the size is not from 1 to 10,000.
            SourceRefusedError: The service does not know a part of the search. It would leave it out and find more.
            BadAnswerError: Fewer articles came than were counted.
            SourceError: It gave no answer, or another one.
        """
        _check_days(start, end)
        if not 1 <= page_size <= MOST_IDS:
            raise InputError(f"page_size is {page_size}", remedy=f"give a number from 1 to {MOST_IDS}")
        seen: set[str] = set()
        async for _, numbers in self._entrez.search(term, start, end, page_size=page_size):
            for number in numbers:
                if number not in seen:
                    seen.add(number)
                    yield f"PMC{number}"

    def listing(self, term: str, *, start: date = _FIRST_DAY, end: date = _LAST_DAY) -> Listing:
        """The articles that a search finds, as a list that a harvest can take up where it was left.

        A list that came to its end begins anew the next time, for articles are added with dates of publication long
        past; a harvest passes over those that it has.

        Args:
            term: A search as on the site.
            start: First day of publication.
            end: Last day of publication.

        Returns:
            The list; its items are identifiers, which ``document`` takes.

        Raises:
            InputError: The days are in the wrong order.
        """
        _check_days(start, end)
        return _SearchListing(self._entrez, term, start, end)

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

    async def open_access_record(self, pmcid: str) -> OARecord:
        """The record of an article in the list of the open-access subset.

        Args:
            pmcid: Its identifier.

        Returns:
            The record, with the licence.

        Raises:
            InputError: It is no identifier of PubMed Central.
            SourceNotFoundError: The article does not belong to the subset, or does not exist.
            SourceError: The service gave no answer, or another one.
        """
        return await self._open_access.record(required_pmcid(pmcid))

    async def open_access_records(self, start: date, end: date | None = None) -> AsyncIterator[OARecord]:
        """The list of the open-access subset by the day on which an article changed last.

        Args:
            start: First day.
            end: Last day, ``None`` for today.

        Yields:
            Records, each article once.

        Raises:
            BadAnswerError: Fewer records came than the service counted.
            SourceError: It gave no answer, or another one.
        """
        if end is not None:
            _check_days(start, end)
        async for record in self._open_access.records(start, end):
            yield record

    async def stored(self, pmcid: str) -> StoredArticle:
        """What the object store says about an article: newest version, licence, whether it was retracted.

        Args:
            pmcid: Its identifier.

        Returns:
            The metadata.

        Raises:
            InputError: It is no identifier of PubMed Central.
            SourceNotFoundError: The store does not have it.
            SourceError: The store gave no answer, or another one.
        """
        return await self._store.metadata(required_pmcid(pmcid))

    async def fetch(self, pmcid: str) -> FullText:
        """Fetch an article, from the object store where it is there, which has no limit, else from the E-utilities.

        Args:
            pmcid: Its identifier.

        Returns:
            The text of the newest version.

        Raises:
            InputError: It is no identifier of PubMed Central.
            SourceNotFoundError: There is no such article, or its full text is not given away.
            SourceError: No service gave an answer.
        """
        name = required_pmcid(pmcid)
        misses: list[Miss] = []
        try:
            answer = await self._store.xml(name, await self._store.newest(name))
            article = self._parse(answer.content, name, answer.url)
        except (SourceNotFoundError, InputError) as error:
            url = error.url if isinstance(error, SourceError) else self._store.url
            misses.append(Miss(url, error.message.removeprefix(f"{url}: ")))
        else:
            if article.original.has_body:
                return FullText(name, TextFormat.JATS, answer.url, answer.content, article)
            misses.append(Miss(answer.url, "front matter only"))
        (outcome,) = await self._batches.fetch([name])
        if isinstance(outcome, FullText):
            return FullText(name, outcome.format, outcome.url, outcome.content, outcome.article, tuple(misses))
        raise SourceNotFoundError(
            f"no full text of {name}: {outcome.reason}" + (f" ({outcome.detail})" if outcome.detail else ""),
            remedy="take an article of the open-access subset",
            url=self._batches.url_of(name),
        )

    async def fetch_many(
        self, pmcids: Iterable[str] | AsyncIterable[str], *, batch_size: int = 100
    ) -> AsyncIterator[FullText | NoFullText]:
        """Fetch many articles from the E-utilities, many with one request.

        The service sends what it has, in any order; the articles are told by their identifiers, and what is missing
        is asked for once more.

        Args:
            pmcids: Identifiers, for instance those of ``search``. One that comes again is passed over.
            batch_size: Articles of one request, 200 at most.

        Yields:
            For each identifier in turn the text, or the reason why there is none.

        Raises:
            InputError: An identifier is none of PubMed Central, or the size is not from 1 to 200.
            SourceError: The service gave no answer, or another one.
        """
        if not 1 <= batch_size <= _MOST_IN_BATCH:
            raise InputError(f"batch_size is {batch_size}", remedy=f"give a number from 1 to {_MOST_IN_BATCH}")
        seen: set[str] = set()
        batch: list[str] = []
        async for pmcid in _each(pmcids):
            name = required_pmcid(pmcid)
            if name in seen:
                continue
            seen.add(name)
            batch.append(name)
            if len(batch) == batch_size:
                for outcome in await self._batches.fetch(batch):
                    yield outcome
                batch = []
        for outcome in await self._batches.fetch(batch) if batch else ():
            yield outcome

    def _parse(self, content: bytes, name: str, url: str) -> Article:
        article = parse_jats(content, source=PMC_SOURCE, url=url, limits=self._limits)
        if article.provenance.pmcid not in (name, None):
            raise BadAnswerError(
                f"the article {article.provenance.pmcid} in place of {name}",
                remedy="ask again later",
                url=url,
                found="shape",
            )
        return article


@dataclass(frozen=True, slots=True)
class _SearchListing:
    """A search as a list; its cursor is the last day that was listed whole."""

    entrez: Entrez
    term: str
    start: date
    end: date

    async def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
        """The list from a cursor on."""
        begin = self.start if cursor in (None, _WHOLE) else _day_after(cursor)
        if begin <= self.end:
            total = await self.entrez.count(self.term, self.start, self.end)
            async for day, numbers in self.entrez.search(self.term, begin, self.end, page_size=MOST_IDS):
                items = tuple(Item(f"PMC{number}") for number in numbers)
                yield ListingPage(items, cursor=day.isoformat(), total=total)
        yield ListingPage((), cursor=_WHOLE)


def _day_after(cursor: str | None) -> date:
    try:
        return date.fromisoformat(cursor or "") + timedelta(days=1)
    except (ValueError, OverflowError):
        raise InputError(
            f"{excerpt(cursor or '')} is no place in the list", remedy="begin the harvest in another folder"
        ) from None


def _check_days(start: date, end: date) -> None:
    if start > end:
        raise InputError(f"{start} comes after {end}", remedy="give the earlier day first")


async def _each(items: Iterable[str] | AsyncIterable[str]) -> AsyncIterator[str]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item
