"""Where a case or an article came from."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import StringConstraints

from clinicalbr.schema._base import Record

__all__ = ["Provenance"]

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Provenance(Record):
    """Source of a case, complete enough to find, cite and re-license it.

    Args:
        source: Service or file that it came from, for instance ``"scielo"`` or ``"pmc"``.
        pid: SciELO identifier (PID v2, 23 characters) or PID v3.
        pmid: PubMed identifier.
        pmcid: PubMed Central identifier with its prefix, for instance ``"PMC4739221"``.
        doi: DOI without resolver, lower case.
        title: Title of the article.
        journal: Name of the journal.
        issn: ISSN of the journal.
        publication_date: ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``, as exact as the source is.
        language: Language of the text, two letters.
        subject_areas: Subject areas of the journal.
        licence: Licence in the form ``"CC BY 4.0"``.
        url: Address of the article.
        sha256: Hash of the file that was read.

    Examples:
        >>> Provenance(source="scielo", publication_date="2018-05", licence="CC BY 4.0").year
        2018
    """

    source: str
    pid: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    doi: str | None = None
    title: str | None = None
    journal: str | None = None
    issn: str | None = None
    publication_date: Annotated[str, StringConstraints(pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$")] | None = None
    language: str | None = None
    subject_areas: tuple[str, ...] = ()
    licence: str | None = None
    url: str | None = None
    sha256: Sha256 | None = None

    @property
    def year(self) -> int | None:
        """Year of publication."""
        return int(self.publication_date[:4]) if self.publication_date else None

    @property
    def first_day(self) -> date | None:
        """Earliest day that the publication date allows, for comparison with a training cut-off."""
        if not self.publication_date:
            return None
        year, month, day = (*map(int, self.publication_date.split("-")), 1, 1)[:3]
        return date(year, month, day)
