"""Front matter of a JATS article: identifiers, titles, dates, licence, abstracts, keywords."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from clinicalbr.schema import Abstract
from clinicalbr.sources._dates import earliest, from_digits, normal_date
from clinicalbr.sources._flow import flow, plain_text, sections
from clinicalbr.sources._identifiers import (
    normal_doi,
    normal_issn,
    normal_language,
    normal_pid_v2,
    normal_pmcid,
    normal_pmid,
)
from clinicalbr.sources._licence import licence_of_text, licence_of_url, strictest
from clinicalbr.sources._plain import squeeze

__all__ = [
    "abstracts",
    "identifiers",
    "journal",
    "keywords",
    "language_of",
    "licence",
    "publication_date",
    "subjects",
    "title",
    "trans_titles",
]

_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_HREF = "{http://www.w3.org/1999/xlink}href"
_LICENCE_REF = "{http://www.niso.org/schemas/ali/1.0/}license_ref"
# Words in the types of abstracts that stand beside the abstract and repeat or advertise it.
_SIDE_ABSTRACTS = (
    "editor",
    "graphic",
    "highlight",
    "key",
    "precis",
    "short",
    "summary",
    "teaser",
    "toc",
    "video",
    "visual",
)
# Dates on which something other than the publication happened.
_OTHER_DATES = ("accepted", "correct", "nihms", "preprint", "received", "release", "retract", "submitted")
_ENDS_OF_TITLE = (":", ".", "?", "!", "-", "\N{EN DASH}", "\N{EM DASH}")


def language_of(element: etree._Element) -> str | None:
    """Language that an element states for itself."""
    return normal_language(element.get(_LANG))


def title(front: etree._Element | None) -> str:
    """Title with subtitle, without footnotes.

    Args:
        front: ``article-meta`` or ``front-stub``.

    Returns:
        The title, empty when there is none.
    """
    group = None if front is None else front.find("title-group")
    if group is None:
        return ""
    return _joined(group.find("article-title"), group.find("subtitle"))


def _joined(main: etree._Element | None, sub: etree._Element | None) -> str:
    first, second = plain_text(main), plain_text(sub)
    if first and second:
        return f"{first} {second}" if first.endswith(_ENDS_OF_TITLE) else f"{first}: {second}"
    return first or second


def trans_titles(front: etree._Element) -> dict[str, str]:
    """Translated titles by language."""
    found: dict[str, str] = {}
    for group in front.iterfind("title-group/trans-title-group"):
        trans_title = group.find("trans-title")
        language = language_of(group) or (None if trans_title is None else language_of(trans_title))
        text = _joined(trans_title, group.find("trans-subtitle"))
        if language and text:
            found.setdefault(language, text)
    return found


def identifiers(front: etree._Element) -> dict[str, str | None]:
    """Identifiers of an article.

    Args:
        front: ``article-meta`` or ``front-stub``.

    Returns:
        The keys ``pid``, ``pmid``, ``pmcid`` and ``doi``; a PID of version 2 goes before one of version 3.
    """
    found: dict[str, str | None] = dict.fromkeys(("v2", "v3", "bare", "pmid", "pmcid", "doi"))

    def keep(key: str, value: str | None) -> None:
        found[key] = found[key] or value

    for element in front.iterfind("article-id"):
        kind, use, text = element.get("pub-id-type", ""), element.get("specific-use", ""), plain_text(element)
        if kind == "doi":
            keep("doi", normal_doi(text))
        elif kind == "pmid":
            keep("pmid", normal_pmid(text))
        elif kind in ("pmc", "pmcid"):
            keep("pmcid", normal_pmcid(text))
        elif use == "scielo-v2":
            keep("v2", normal_pid_v2(text))
        elif use == "scielo-v3":
            keep("v3", text or None)
        elif kind == "publisher-id" and not use:
            keep("bare", normal_pid_v2(text))
    pid = found["v2"] or found["bare"] or found["v3"]
    return {"pid": pid, "pmid": found["pmid"], "pmcid": found["pmcid"], "doi": found["doi"]}


def journal(article: etree._Element) -> tuple[str | None, str | None]:
    """Name and ISSN of the journal.

    Args:
        article: The article element.

    Returns:
        Name and ISSN, each ``None`` when not stated; of several ISSNs the linking one, else the first.
    """
    meta = article.find("front/journal-meta")
    if meta is None:
        return None, None
    paths = (
        "journal-title-group/journal-title", "journal-title", "journal-title-group/abbrev-journal-title",
        "abbrev-journal-title", "journal-id[@journal-id-type='nlm-ta']", "journal-id",
    )  # fmt: skip
    names = (plain_text(meta.find(path)) for path in paths)
    issns = (normal_issn(plain_text(found)) for path in ("issn-l", "issn") for found in meta.iterfind(path))
    return next(filter(None, names), None), next(filter(None, issns), None)


def publication_date(front: etree._Element) -> str | None:
    """Earliest date of publication that has a year.

    Args:
        front: ``article-meta``.

    Returns:
        ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``, or ``None``.
    """
    return earliest(
        _date(element)
        for element in front.iterfind("pub-date")
        if not any(
            word in f"{element.get('pub-type', '')} {element.get('date-type', '')}".lower() for word in _OTHER_DATES
        )
    )


def _date(element: etree._Element) -> str | None:
    year, month, day = (plain_text(element.find(part)) for part in ("year", "month", "day"))
    return normal_date(year, month, day) or from_digits(element.get("iso-8601-date"))


def licence(front: etree._Element) -> str | None:
    """Licence of the article, from the most exact of the places that state one.

    Args:
        front: ``article-meta``.

    Returns:
        The licence in our spelling, or ``None``. Where one place states several, the strictest.
    """
    stated = [*front.iterfind("permissions/license"), *front.iterfind("license")]
    references = [*front.iterfind(f"permissions//{_LICENCE_REF}")]
    places = (
        (licence_of_url(element.get(_HREF)) for element in stated),
        (licence_of_url(plain_text(element)) for element in references),
        (licence_of_url(link.get(_HREF) or plain_text(link)) for element in stated for link in _links(element)),
        (licence_of_text(plain_text(element)) for element in stated),
        (licence_of_text(plain_text(element)) for element in _copyright_lines(front)),
        (licence_of_text(element.get("license-type")) for element in stated),
    )
    return next(filter(None, map(strictest, places)), None)


def _links(element: etree._Element) -> Iterator[etree._Element]:
    yield from element.iter("ext-link", "uri", "a")


def _copyright_lines(front: etree._Element) -> Iterator[etree._Element]:
    yield from front.iterfind("permissions/copyright-statement")
    yield from front.iterfind("copyright-statement")


def abstracts(front: etree._Element | None, language: str | None) -> tuple[Abstract, ...]:
    """Abstracts, those in other languages included.

    Args:
        front: ``article-meta`` or ``front-stub``.
        language: Language of the text that it belongs to.

    Returns:
        Abstracts in the order of the file; graphical ones, summaries and key points are left out.
    """
    if front is None:
        return ()
    found = []
    for element in front.iterfind("*"):
        kind = (element.get("abstract-type") or "").lower()
        if element.tag not in ("abstract", "trans-abstract") or any(word in kind for word in _SIDE_ABSTRACTS):
            continue
        own = language_of(element) or (language if element.tag == "abstract" else None)
        if parts := sections(flow(element)):
            found.append(Abstract(own, parts))
    return tuple(found)


def keywords(front: etree._Element | None, language: str | None) -> tuple[tuple[str | None, str], ...]:
    """Keywords with their language, lists of abbreviations left out."""
    if front is None:
        return ()
    return tuple(
        (language_of(group) or language, text)
        for group in front.iterfind("kwd-group")
        if "abbr" not in (group.get("kwd-group-type") or "").lower()
        for keyword in group.iter("kwd", "compound-kwd")
        if (text := squeeze(plain_text(keyword)))
    )


def subjects(front: etree._Element) -> tuple[str, ...]:
    """Headings of the table of contents and subject categories, each once."""
    found = (plain_text(element) for element in front.iterfind("article-categories//subject"))
    return tuple(dict.fromkeys(filter(None, found)))
