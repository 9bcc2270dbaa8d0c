"""The list of the open-access subset of PubMed Central: which articles it holds, under which licence, since when."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from urllib.parse import parse_qs, urlsplit

from lxml import etree

from clinicalbr.errors import BadAnswerError, SourceNotFoundError, SourceRefusedError
from clinicalbr.sources._identifiers import normal_pmcid
from clinicalbr.sources._licence import licence_of_code
from clinicalbr.sources._service_xml import service_xml
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.licence_groups import LicenceGroup, licence_group
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = ["OARecord", "PMCOpenAccess"]

_RATE = 2.8
_UNKNOWN = frozenset({"idDoesNotExist", "idIsNotOpenAccess"})
_FTP, _HTTPS = "ftp://", "https://"


@dataclass(frozen=True, slots=True)
class OARecord:
    """An article of the open-access subset.

    Args:
        pmcid: Its identifier.
        citation: Journal, year and place in it.
        licence: Licence, ``None`` when it is no Creative Commons one.
        retracted: Whether it was retracted.
        links: Address of the package by format (``"tgz"``, ``"pdf"``). The packages moved in April 2026 and were to be
            removed in August 2026; take the text with ``PMCClient.fetch``.
        updated: When the package changed last, as the service writes it.

    Examples:
        >>> OARecord("PMC1", licence="CC BY-NC").group.value
        'non-commercial'
    """

    pmcid: str
    citation: str = ""
    licence: str | None = None
    retracted: bool = False
    links: Mapping[str, str] = field(default_factory=dict)
    updated: str = ""

    @property
    def group(self) -> LicenceGroup:
        """Group of the licence."""
        return licence_group(self.licence)


class PMCOpenAccess:
    """Asks the OA web service.

    Args:
        session: The way to the network.
        base_url: Address of the service, without ``oa.fcgi``.
    """

    def __init__(self, session: Session, base_url: str) -> None:
        self._session = session
        self._service = Service("pmc-oa", base_url, rate=_RATE, parallel=2)

    async def record(self, pmcid: str) -> OARecord:
        """The record of one article."""
        answer, root = await self._ask({"id": pmcid})
        for record in _records(root):
            if record.pmcid == pmcid:
                return record
        raise SourceNotFoundError(
            f"no record of {pmcid}", remedy="check the identifier", url=answer.url, status=answer.status
        )

    async def records(self, start: date, end: date | None) -> AsyncIterator[OARecord]:
        """Records by the day on which their package changed last."""
        params = {"from": start.isoformat()} | ({"until": end.isoformat()} if end else {})
        seen: set[str] = set()
        tokens: set[str] = set()
        while True:
            answer, root = await self._ask(params)
            for record in _records(root):
                if record.pmcid not in seen:
                    seen.add(record.pmcid)
                    yield record
            token = _token(root)
            if not token or token in tokens:
                break
            tokens.add(token)
            params = {"resumptionToken": token}
        total = next((element.get("total-count", "") for element in root.iter("records")), "")
        if token or (total.isdecimal() and len(seen) < int(total)):
            raise BadAnswerError(
                f"{len(seen)} of {total or 'an unstated number of'} records, and no more",
                remedy="ask again later, or for a shorter time",
                url=answer.url,
                status=answer.status,
                found="shape",
            )

    async def _ask(self, params: Mapping[str, str]) -> tuple[Answer, etree._Element]:
        answer = await self._session.ask(
            self._service, self._service.url("oa.fcgi"), kind=AnswerKind.XML, params=dict(params)
        )
        root = service_xml(answer, "OA")
        error = root.find("error")
        if error is not None:
            code = error.get("code", "")
            kind = SourceNotFoundError if code in _UNKNOWN else SourceRefusedError
            raise kind(
                f"{code}: {' '.join((error.text or '').split())}",
                remedy="take an article of the open-access subset" if code in _UNKNOWN else "check the parameters",
                url=answer.url,
                status=answer.status,
            )
        return answer, root


def _records(root: etree._Element) -> list[OARecord]:
    found = []
    for element in root.iter("record"):
        if pmcid := normal_pmcid(element.get("id")):
            links = list(element.iter("link"))
            found.append(
                OARecord(
                    pmcid=pmcid,
                    citation=element.get("citation", ""),
                    licence=licence_of_code(element.get("license")),
                    retracted=element.get("retracted", "").lower() == "yes",
                    links=MappingProxyType({link.get("format", ""): _by_https(link.get("href", "")) for link in links}),
                    updated=max((link.get("updated", "") for link in links), default=""),
                )
            )
    return found


def _by_https(url: str) -> str:
    """The host serves the same files by https, which passes where ftp does not."""
    return _HTTPS + url.removeprefix(_FTP) if url.startswith(_FTP) else url


def _token(root: etree._Element) -> str:
    """The token of the next page, which some answers state only within an address."""
    for link in root.iterfind("resumption/link"):
        stated = parse_qs(urlsplit(link.get("href", "")).query).get("resumptionToken", [])
        return link.get("token") or next(iter(stated), "")
    return ""
