"""Article records of SciELO's ArticleMeta service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from clinicalbr.errors import InputError
from clinicalbr.schema import ArticleRecord, Provenance
from clinicalbr.sources import _isis
from clinicalbr.sources._dates import earliest, from_digits
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._identifiers import normal_doi, normal_issn, normal_language, normal_pid_v2
from clinicalbr.sources._licence import licence_of_code, licence_of_text, strictest

__all__ = ["parse_articlemeta"]

# Codes of document types (v71) in words of JATS, as SciELO's own library maps them; the last two are newer.
_TYPES = {
    "ab": "abstract", "an": "news", "ax": "addendum", "co": "article-commentary", "cr": "case-report",
    "ct": "research-article", "mt": "research-article", "oa": "research-article", "tr": "research-article",
    "ed": "editorial", "in": "editorial", "pv": "editorial", "er": "correction", "le": "letter", "pr": "press-release",
    "rc": "book-review", "rn": "brief-report", "ra": "review-article", "sc": "rapid-communication",
    "re": "retraction", "zz": "other",
}  # fmt: skip
_UNDEFINED = "undefined"
_UNDEFINED_CODES = frozenset({"nd", "up", _UNDEFINED})
_NO_LICENCE = "nd"
_JOURNAL_VERSION = "4.0"


def parse_articlemeta(record: Mapping[str, Any], *, collection: str | None = None) -> ArticleRecord:
    """Read an article record of ArticleMeta.

    Args:
        record: The decoded JSON of ``article/`` or one item of ``articles/``.
        collection: Code of the collection that was asked for; ``None`` for the one that the record states.

    Returns:
        The record. Texts are plain: escapes are resolved (twice at most), tags and control characters removed.

    Raises:
        InputError: The record is ``null``, a list, or not one of an article.

    Examples:
        >>> record = parse_articlemeta({"article": {
        ...     "v880": [{"_": "S0066-782X2009000600016"}], "v71": [{"_": "cr"}],
        ...     "v40": [{"_": "pt"}], "v65": [{"_": "20090600"}],
        ...     "v12": [{"l": "pt", "_": "Mixoma atrial: relato de caso"}]}})
        >>> record.document_type, record.titles["pt"], record.provenance.publication_date
        ('case-report', 'Mixoma atrial: relato de caso', '2009-06')
    """
    article, journal = _parts(record)
    pid = normal_pid_v2(_isis.first(article, "v880")) or normal_pid_v2(_text(record, "code"))
    if pid is None:
        raise InputError("the article record has no PID (v880, code)", remedy="check that it is a record of article/")
    language = next(iter(_isis.languages_of(article, "v40")), None)
    titles = _isis.text_by_language(article, "v12", "_", "t", default=language)
    urls = _urls(record)
    main_doi = normal_doi(_isis.first(article, "v237")) or normal_doi(_text(record, "doi"))
    dois = _dois(article, language, main_doi)
    provenance = Provenance(
        source="articlemeta",
        pid=pid,
        doi=main_doi or dois.get(language or ""),
        title=titles.get(language or "") or next(iter(titles.values()), None),
        journal=_isis.first(journal, "v100", "v150"),
        issn=next(_issns(record, journal), None),
        publication_date=_publication_date(record, article),
        language=language,
        subject_areas=tuple(dict.fromkeys(_isis.texts(journal, "v441"))),
        licence=_licence(record, article, journal),
        url=urls.get(("html", language or "")) or _fallback_url(journal, pid, language),
    )
    return ArticleRecord(
        pid=pid,
        provenance=provenance,
        document_type=_document_type(record, article),
        language=language,
        titles=MappingProxyType(titles),
        abstracts=MappingProxyType(_isis.text_by_language(article, "v83", "a", "_", default=language)),
        keywords=MappingProxyType(_keywords(article, language)),
        text_languages=_text_languages(record, article, language, urls),
        processing_date=from_digits(_text(record, "processing_date")) or from_digits(_isis.first(article, "v91")),
        previous_pid=normal_pid_v2(_isis.first(article, "v881")),
        pid_v3=_isis.first(article, "v885"),
        dois=MappingProxyType(dois),
        section=_section(record, article, language),
        full_text_urls=MappingProxyType(urls),
        collection=collection
        or _text(record, "collection")
        or _isis.first(article, "v992")
        or _isis.first(journal, "v992"),
    )


def _parts(record: object) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Fields of the article and of the journal, the first list item of an old record included."""
    if record is None:
        raise InputError("the record is null", remedy="the service knows no article by that code in that collection")
    if not isinstance(record, Mapping):
        what = "an empty list" if record == [] else f"of type {type(record).__name__}"
        raise InputError(f"the record is {what}, not a JSON object", remedy="hand over one decoded record of article/")
    article = record.get("article")
    if not isinstance(article, Mapping) or not article:
        keys = ", ".join(excerpt(str(key)) for key in list(record)[:6]) or "none"
        raise InputError(
            f"the record has no article fields; its keys are {keys}",
            remedy="hand over a record of article/, not of another path",
        )
    journal = record.get("title")
    if isinstance(journal, list | tuple) and journal:
        journal = journal[0]
    return article, _isis.mapping(journal)


def _text(record: Mapping[str, Any], key: str) -> str | None:
    """Plain text of a key at the top of the record."""
    value = record.get(key)
    return value.strip() or None if isinstance(value, str) else None


def _document_type(record: Mapping[str, Any], article: Mapping[str, Any]) -> str:
    code = (_isis.first(article, "v71") or "").lower()
    if code in _TYPES:
        return _TYPES[code]
    # Newer records pass words of JATS through where there is no code.
    word = code if len(code) > 2 else (_text(record, "document_type") or "").lower()
    return word if word and word not in _UNDEFINED_CODES else _UNDEFINED


def _dois(article: Mapping[str, Any], language: str | None, main: str | None) -> dict[str, str]:
    """DOI by language; the main one is the original's. Records in which the two subfields are exchanged are mended."""
    found: dict[str, str] = {}
    for occurrence in _isis.occurrences(article, "v337"):
        code, doi = occurrence.get("l", ""), occurrence.get("d", "")
        if normal_doi(code) and not normal_doi(doi):
            code, doi = doi, code
        own, identifier = normal_language(code), normal_doi(doi)
        if own and identifier:
            found.setdefault(own, identifier)
    if language and main:
        found.setdefault(language, main)
    return found


def _publication_date(record: Mapping[str, Any], article: Mapping[str, Any]) -> str | None:
    """Earliest of the issue's, the document's and the stated date; the bare year only when there is none of them."""
    stated = (_isis.first(article, "v65"), _isis.first(article, "v223"), _text(record, "publication_date"))
    year = record.get("publication_year")
    return earliest(map(from_digits, stated)) or from_digits(str(year) if year else None)


def _issns(record: Mapping[str, Any], journal: Mapping[str, Any]) -> Iterator[str]:
    """ISSNs, first the one under which SciELO keeps the journal."""
    stated = [text for name in ("v400", "v935", "v435") for text in _isis.texts(journal, name)]
    for text in (*stated, *_isis.texts(record, "code_title")):
        if found := normal_issn(text):
            yield found


def _keywords(article: Mapping[str, Any], language: str | None) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for occurrence in _isis.occurrences(article, "v85"):
        fields = {"k": [occurrence]}
        own = normal_language(occurrence.get("l")) or language
        words = [text for name in ("k", "s") for text in _isis.texts(fields, "k", name)]
        if own and occurrence.get("k", "").strip():
            found.setdefault(own, []).append(", ".join(words))
    return {own: tuple(dict.fromkeys(words)) for own, words in found.items()}


def _urls(record: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    return {
        (str(form), code): address.strip()
        for form, by_language in _isis.mapping(record.get("fulltexts")).items()
        for language, address in _isis.mapping(by_language).items()
        if (code := normal_language(str(language))) and isinstance(address, str) and address.strip()
    }


def _fallback_url(journal: Mapping[str, Any], pid: str, language: str | None) -> str | None:
    domain = _isis.first(journal, "v690")
    if not domain or not language:
        return None
    host = quote(domain.removeprefix("http://").removeprefix("https://").strip("/"), safe=".:")
    return f"http://{host}/scielo.php?script=sci_arttext&pid={pid}&lng={language}&tlng={language}"


def _text_languages(
    record: Mapping[str, Any], article: Mapping[str, Any], language: str | None, urls: Mapping[tuple[str, str], str]
) -> tuple[str, ...]:
    """Languages of full texts, the original's first; a title or abstract in a language is no full text."""
    newer = record.get("fulltext_langs")
    listed = newer if isinstance(newer, list | tuple | Mapping) else ()
    codes = (
        language,
        *(code for _, code in urls),
        *_isis.languages_of(article, "v601"),
        *(normal_language(str(code)) for code in listed),
    )
    return tuple(dict.fromkeys(code for code in codes if code))


def _section(record: Mapping[str, Any], article: Mapping[str, Any], language: str | None) -> str | None:
    """Heading of the table of contents, in the original language where there is one."""
    labels = {normal_language(str(code)): str(label) for code, label in _isis.mapping(record.get("section")).items()}
    if not labels:
        code = _isis.first(article, "v49")
        issue = _isis.mapping(_isis.mapping(record.get("issue")).get("issue"))
        labels = {
            normal_language(occurrence.get("l")): occurrence.get("t", "")
            for occurrence in _isis.occurrences(issue, "v49")
            if code and occurrence.get("c") == code
        }
    cleaned = {own: text for own, label in labels.items() for text in _isis.texts({"label": label}, "label")}
    return cleaned.get(language) or next(iter(cleaned.values()), None)


def _licence(record: Mapping[str, Any], article: Mapping[str, Any], journal: Mapping[str, Any]) -> str | None:
    """Licence of the record, of the article, or of the journal, in that order.

    An article with a licence text of its own that names no known licence has none: the journal's does not stand in.
    """
    if stated := _text(record, "license"):
        return licence_of_code(stated) or licence_of_text(stated)
    if own := list(_raw(article, "v540")):
        return strictest(map(licence_of_text, own))
    return licence_of_journal(journal)


def licence_of_journal(journal: Mapping[str, Any]) -> str | None:
    """Licence that a journal record states for its articles.

    Args:
        journal: A journal record of ArticleMeta.

    Returns:
        The licence, ``None`` when none is stated.
    """
    if stated := _text(journal, "license"):
        return licence_of_code(stated, default_version=_JOURNAL_VERSION)
    code = _isis.first(journal, "v541")
    if code:
        return None if code.lower() == _NO_LICENCE else licence_of_code(code, default_version=_JOURNAL_VERSION)
    return strictest(map(licence_of_text, _raw(journal, "v540")))


def _raw(fields: Mapping[str, Any], name: str) -> Iterator[str]:
    """Licence texts as they stand, for the address is in a tag; those without any word are left out."""
    for occurrence in _isis.occurrences(fields, name):
        for subfield in ("t", "_"):
            raw = occurrence.get(subfield, "")
            if any(_isis.texts({"text": raw}, "text")) or licence_of_text(raw):
                yield raw
                break
