"""The object store of the open-access subset of PubMed Central, laid out since 2026 by versions of articles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from clinicalbr.errors import BadAnswerError, SourceNotFoundError, SourceRefusedError
from clinicalbr.sources._identifiers import normal_doi, normal_pmid
from clinicalbr.sources._licence import licence_of_code
from clinicalbr.sources._service_xml import service_xml
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = ["PMCStore", "StoredArticle"]

_VERSION = re.compile(r"(PMC[0-9]+)\.([0-9]+)(?:/.*)?")
_RATE = 10.0
_MOST_PAGES = 100
_FORBIDDEN = 403


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """What the store says about the newest version of an article.

    Args:
        pmcid: Its identifier, without version.
        version: Number of the version.
        licence: Licence, ``None`` when it is no Creative Commons one.
        open_access: Whether it belongs to the open-access subset.
        retracted: Whether it was retracted.
        manuscript: Whether it is an author manuscript.
        doi: DOI.
        pmid: PubMed identifier.
        title: Title.

    Examples:
        >>> StoredArticle("PMC7906746", 2, licence="CC BY").retracted
        False
    """

    pmcid: str
    version: int
    licence: str | None = None
    open_access: bool = True
    retracted: bool = False
    manuscript: bool = False
    doi: str | None = None
    pmid: str | None = None
    title: str | None = None


class PMCStore:
    """Reads the object store.

    Args:
        session: The way to the network.
        base_url: Address of the bucket.
    """

    def __init__(self, session: Session, base_url: str) -> None:
        self._session = session
        self._service = Service("pmc-store", base_url, rate=_RATE, parallel=4)

    @property
    def url(self) -> str:
        """Address of the bucket."""
        return self._service.base_url

    async def newest(self, pmcid: str) -> int:
        """Number of the newest version of an article.

        Args:
            pmcid: Identifier without version.

        Returns:
            The highest number; versions are numbers, so that 10 comes after 9.

        Raises:
            SourceNotFoundError: The store has no version of it.
        """
        # The point ends the number: without it PMC1 would find PMC10 as well.
        params: dict[str, str | int] = {"list-type": 2, "prefix": f"{pmcid}.", "delimiter": "/"}
        versions: set[int] = set()
        for _ in range(_MOST_PAGES):
            answer = await self._session.ask(self._service, self._service.url(""), kind=AnswerKind.XML, params=params)
            root = service_xml(answer, "ListBucketResult")
            found = (element.text or "" for element in root.iter("Prefix", "Key"))
            versions |= {int(match[2]) for key in found if (match := _VERSION.fullmatch(key)) and match[1] == pmcid}
            token = root.findtext("NextContinuationToken")
            if (root.findtext("IsTruncated") or "").lower() != "true" or not token:
                break
            params["continuation-token"] = token
        if not versions:
            raise SourceNotFoundError(
                f"{pmcid} is not in the store of the open-access subset",
                remedy="ask the E-utilities, or take another article",
                url=answer.url,
                status=answer.status,
            )
        return max(versions)

    def xml_url(self, pmcid: str, version: int) -> str:
        """Address of the XML of a version."""
        return self._service.url(f"{pmcid}.{version}", f"{pmcid}.{version}.xml")

    async def xml(self, pmcid: str, version: int) -> Answer:
        """The XML of a version.

        Raises:
            SourceNotFoundError: There is none, for instance because the version is a scan.
        """
        return await self._get(self.xml_url(pmcid, version), AnswerKind.XML)

    async def metadata(self, pmcid: str) -> StoredArticle:
        """What the store says about the newest version of an article."""
        version = await self.newest(pmcid)
        answer = await self._get(self._service.url("metadata", f"{pmcid}.{version}.json"), AnswerKind.JSON)
        stated: Any = answer.json()
        if not isinstance(stated, dict) or stated.get("pmcid") not in (pmcid, f"{pmcid}.{version}"):
            raise BadAnswerError(
                f"the metadata are not those of {pmcid}", remedy="ask again later", url=answer.url, found="shape"
            )
        return StoredArticle(
            pmcid=pmcid,
            version=version,
            licence=licence_of_code(_text(stated.get("license_code"))),
            open_access=stated.get("is_pmc_openaccess") is True,
            retracted=stated.get("is_retracted") is True,
            manuscript=stated.get("is_manuscript") is True,
            doi=normal_doi(_text(stated.get("doi"))),
            pmid=normal_pmid(_text(stated.get("pmid"))),
            title=_text(stated.get("title")) or None,
        )

    async def _get(self, url: str, kind: AnswerKind) -> Answer:
        try:
            return await self._session.ask(self._service, url, kind=kind)
        except SourceRefusedError as error:
            # The store says 403 for a key that it does not have, so that nobody learns which keys there are.
            if error.status != _FORBIDDEN:
                raise
            raise SourceNotFoundError(
                "the store does not have this file", remedy="ask the E-utilities", url=error.url, status=error.status
            ) from error


def _text(value: object) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ""
