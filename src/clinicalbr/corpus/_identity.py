"""By what two records are known to be of one article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from clinicalbr.corpus._front import Source
from clinicalbr.schema import Article
from clinicalbr.text import fold_text

__all__ = ["EARLIER_PID", "LINK_KINDS", "TITLE", "Link", "has_telling_doi", "identity_links", "title_keys"]

EARLIER_PID, TITLE = "earlier PID", "title"
LINK_KINDS = ("DOI", "PMCID", "PMID", "PID", EARLIER_PID)

_PID_V2 = re.compile(r"S[0-9]{4}-[0-9]{3}[0-9X][0-9]{13}")
_JOURNAL_END = 10  # A PID begins with "S" and the ISSN; what follows stays when the journal gets another ISSN.
_WORD = re.compile(r"[^\W_]+")
# "Editorial", "Relato de caso" and running titles are shared by articles that have nothing to do with each other.
_FEWEST_WORDS, _FEWEST_LETTERS = 5, 25


@dataclass(frozen=True, slots=True)
class Link:
    """Something that two records of one article have in common.

    Args:
        kind: What it is, one of ``LINK_KINDS``.
        key: Eight bytes that stand for it.
    """

    kind: str
    key: int


def _key(space: str, text: str) -> int:
    return int.from_bytes(blake2b(f"{space}\0{text}".encode(), digest_size=8).digest(), "big")


def identity_links(item: Source) -> Iterator[Link]:
    """Identifiers of an article or record.

    Args:
        item: The article or record.

    Yields:
        One link for each; the PID of the ahead-of-print copy is in the space of PIDs, so that it meets the copy itself.
    """
    provenance = item.provenance
    for doi in _dois(item):
        yield Link("DOI", _key("doi", doi))
    if provenance.pid:
        yield Link("PID", _key("pid", provenance.pid))
    if provenance.pmid:
        yield Link("PMID", _key("pmid", provenance.pmid))
    if provenance.pmcid:
        yield Link("PMCID", _key("pmcid", provenance.pmcid))
    if not isinstance(item, Article):
        if item.previous_pid and item.previous_pid != item.pid:
            yield Link(EARLIER_PID, _key("pid", item.previous_pid))
        if item.pid_v3:
            yield Link("PID", _key("pid", item.pid_v3))
        if item.pid != provenance.pid:
            yield Link("PID", _key("pid", item.pid))


def has_telling_doi(item: Source) -> bool:
    """Whether a DOI tells the article apart from others; one that only repeats a PID changes with the copy."""
    pids = [item.provenance.pid, None if isinstance(item, Article) else item.previous_pid]
    repeated = [pid.lower() for pid in pids if pid]
    return any(not any(pid in doi for pid in repeated) for doi in _dois(item))


def _dois(item: Source) -> tuple[str, ...]:
    if isinstance(item, Article):
        found = (item.provenance.doi, item.original.doi, *(text.doi for text in item.translations))
    else:
        found = (item.provenance.doi, *item.dois.values())
    return tuple(dict.fromkeys(doi.lower() for doi in found if doi))


def title_keys(item: Source) -> Iterator[int]:
    """What the titles of an article or record say, for one that comes with another identifier elsewhere.

    A title counts together with the journal (by ISSN and by name) and with the year, one year later allowed: copies
    ahead of print often bear the year before. It counts together with the end of the PID too, whatever the journal's
    ISSN was.

    Args:
        item: The article or record.

    Yields:
        Keys; none for a title too short to tell articles apart.
    """
    provenance = item.provenance
    year, pid = provenance.year, provenance.pid or ""
    journals = [*filter(None, (provenance.issn, provenance.journal and _spelled(provenance.journal)))] or [""]
    for title in dict.fromkeys((*item.titles.values(), provenance.title or "")):
        words = _spelled(title)
        if words.count(" ") + 1 < _FEWEST_WORDS or len(words) < _FEWEST_LETTERS:
            continue
        if _PID_V2.fullmatch(pid):
            yield _key("title and PID", f"{words}\0{pid[_JOURNAL_END:]}")
        if year is not None:
            for journal in journals:
                for each in (year, year + 1):
                    yield _key("title", f"{words}\0{journal}\0{each}")


def _spelled(text: str) -> str:
    return " ".join(_WORD.findall(fold_text(text)))
