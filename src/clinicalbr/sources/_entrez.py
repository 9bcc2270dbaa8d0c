"""The E-utilities of NCBI, as far as PubMed Central needs them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from pydantic import SecretStr

from clinicalbr._version import __version__
from clinicalbr.errors import BadAnswerError, SourceRefusedError, SourceUnavailableError
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._redaction import hide
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = ["MOST_IDS", "Entrez"]

MOST_IDS = 10_000
"""Identifiers that one answer of ESearch can hold."""
_RATE_WITHOUT_KEY, _RATE_WITH_KEY = 2.8, 9.5
_TRIES = 2
# What the service says with status 200 when a machine behind it fails.
_PASSING = re.compile(r"backend|temporar|timed? ?out|unavailable|try again", re.IGNORECASE)
_ERROR = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE[^>]*>\s*)?(?:<eFetchResult>\s*)?<ERROR>(.*?)</ERROR>", re.DOTALL
)
_MAIL = re.compile(r"[^@\s]+@[^@\s]+")


@dataclass(frozen=True, slots=True)
class _Found:
    """One answer of ESearch."""

    count: int
    ids: tuple[str, ...]
    webenv: str
    query_key: str


class Entrez:
    """Searches PubMed Central and fetches its records in batches.

    Args:
        session: The way to the network.
        base_url: Address of the E-utilities.
        api_key: Key of NCBI; it is sent as a secret of the service.
    """

    def __init__(self, session: Session, base_url: str, api_key: SecretStr | None) -> None:
        self._session = session
        # A little under what NCBI allows, for its clock is not ours.
        rate = _RATE_WITHOUT_KEY if api_key is None else _RATE_WITH_KEY
        secrets = {} if api_key is None else {"api_key": api_key}
        self._service = Service("e-utilities", base_url, rate=rate, parallel=3, secret_query=secrets)
        self._who: dict[str, str | int] = {"tool": f"clinicalbr-{__version__}"}
        if _MAIL.fullmatch(session.contact):
            self._who["email"] = session.contact

    async def count(self, term: str, first: date, last: date) -> int:
        """How many records a search finds."""
        return (await self._search(term, first, last, retmax=0)).count

    async def search(
        self, term: str, first: date, last: date, *, page_size: int
    ) -> AsyncIterator[tuple[date, tuple[str, ...]]]:
        """Numbers of the records that a search finds, part by part.

        A search with more results than one answer can hold is split by date of publication until every part fits. A
        single day that still does not fit is paged within the set that the service keeps of it ("history"), so that
        what is published meanwhile does not shift the pages.

        Args:
            term: The search.
            first: First day.
            last: Last day.
            page_size: Results of one answer at most.

        Yields:
            The last day of a part and its numbers, without prefix; parts in the order of time.

        Raises:
            BadAnswerError: Fewer are there than were counted.
        """
        parts = [(first, last, await self.count(term, first, last))]
        while parts:
            begin, end, count = parts.pop()
            if count > page_size and begin < end:
                parts += reversed(await self._halves(term, begin, end, count))
            elif count:
                yield end, await self._numbers(term, begin, end, page_size=page_size)

    async def _halves(self, term: str, begin: date, end: date, count: int) -> list[tuple[date, date, int]]:
        middle = begin + (end - begin) // 2
        halves = [(begin, middle), (middle + timedelta(days=1), end)]
        for attempt in range(1, _TRIES + 1):
            counts = [await self.count(term, *half) for half in halves]
            if sum(counts) >= count:
                break
            # A record may have been withdrawn since; one that belongs to neither half would be lost without a word.
            count = await self.count(term, begin, end)
            if attempt == _TRIES and sum(counts) < count:
                raise BadAnswerError(
                    f"{count} records from {begin} to {end}, but {counts[0]} and {counts[1]} in its halves",
                    remedy="search for each year by its own",
                    url=self._service.url("esearch.fcgi"),
                    found="shape",
                )
        return [(*half, found) for half, found in zip(halves, counts, strict=True)]

    async def _numbers(self, term: str, begin: date, end: date, *, page_size: int) -> tuple[str, ...]:
        history: dict[str, str | int] = {}
        start, count = 0, 1
        numbers: dict[str, None] = {}
        while start < count:
            found = await self._search(term, begin, end, retmax=page_size, retstart=start, **history)
            count = count if start else found.count
            numbers |= dict.fromkeys(found.ids)
            if not found.ids:
                break
            start += len(found.ids)
            if not history and found.webenv:
                history = {"WebEnv": found.webenv, "query_key": found.query_key}
        if len(numbers) < count:
            raise BadAnswerError(
                f"{len(numbers)} of {count} records from {begin} to {end}, and no more",
                remedy="ask again later, or search for a shorter time",
                url=self._service.url("esearch.fcgi"),
                found="shape",
            )
        return tuple(numbers)

    async def _search(self, term: str, first: date, last: date, **options: str | int) -> _Found:
        params: dict[str, str | int] = {
            "db": "pmc", "term": term, "retmode": "json", "usehistory": "y", "datetype": "pdat",
            "mindate": first.isoformat().replace("-", "/"), "maxdate": last.isoformat().replace("-", "/"),
        }  # fmt: skip
        url = self._service.url("esearch.fcgi")
        answer = await self._session.ask(
            self._service, url, kind=AnswerKind.JSON, params=params | options | self._who, check=self._check_search
        )
        return _found(_result(answer), answer, term)

    def _check_search(self, answer: Answer) -> None:
        """Raise for an error that the service states with status 200; one that passes is asked again."""
        if error := self.shown(str(_result(answer).get("ERROR") or "")):
            passing = _PASSING.search(error)
            kind = SourceUnavailableError if passing else SourceRefusedError
            raise kind(
                f"the search fails: {excerpt(error, 200)}",
                remedy="ask again later" if passing else "correct the search",
                url=answer.url,
                status=answer.status,
            )

    def shown(self, text: str) -> str:
        """What the service says, without the key, which it may repeat."""
        return hide(text, self._service.secrets())

    async def fetch(self, numbers: Sequence[str]) -> Answer:
        """The XML of records.

        Args:
            numbers: Numbers without prefix.

        Returns:
            A set of articles, in any order, and possibly fewer than were asked for.
        """
        return await self._session.ask(
            self._service,
            self._service.url("efetch.fcgi"),
            kind=AnswerKind.XML,
            params={"db": "pmc", "id": ",".join(numbers), "retmode": "xml", **self._who},
            check=self._check_set,
        )

    def _check_set(self, answer: Answer) -> None:
        """Raise for a fault that the service states in place of a set, with status 200."""
        if (stated := _ERROR.match(answer.content)) is not None:
            words = " ".join(stated[1].decode("utf-8", "replace").split())
            raise SourceUnavailableError(
                f"the service fails: {excerpt(self.shown(words), 200)}",
                remedy="ask again later",
                url=answer.url,
                status=answer.status,
            )


def _result(answer: Answer) -> dict[str, Any]:
    whole = answer.json()
    result: Any = whole.get("esearchresult") if isinstance(whole, dict) else None
    if not isinstance(result, dict):
        raise _shape(answer, "no result of a search")
    return result


def _found(result: dict[str, Any], answer: Answer, term: str) -> _Found:
    _refuse_ignored(result, answer, term)
    ids = result.get("idlist")
    try:
        count = int(result["count"])
    except (KeyError, TypeError, ValueError):
        raise _shape(answer, "a result of a search without a count") from None
    if not isinstance(ids, list) or not all(str(number).isdecimal() for number in ids):
        raise _shape(answer, "a result of a search without a list of identifiers")
    return _Found(count, tuple(map(str, ids)), str(result.get("webenv", "")), str(result.get("querykey", "")))


def _refuse_ignored(result: dict[str, Any], answer: Answer, term: str) -> None:
    """Refuse a search of which the service leaves out a part, for it then finds more than was asked for."""
    lists = (found for key in ("errorlist", "warninglist") if isinstance(found := result.get(key), dict))
    ignored = [
        str(part)
        for found in lists
        for key in ("phrasesnotfound", "fieldsnotfound", "quotedphrasesnotfound")
        for part in found.get(key) or []
    ]
    if ignored:
        raise SourceRefusedError(
            f"the service does not know {', '.join(map(excerpt, ignored))} in the search {excerpt(term, 120)}",
            remedy="correct the search; what is not known is ignored and widens it",
            url=answer.url,
            status=answer.status,
        )


def _shape(answer: Answer, what: str) -> BadAnswerError:
    return BadAnswerError(what, remedy="ask again later", url=answer.url, status=answer.status, found="shape")
