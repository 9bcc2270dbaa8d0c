"""Article pages of SciELO sites, those of the new site and those of the legacy ones."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from types import MappingProxyType
from urllib.parse import parse_qs, urlsplit

from lxml import etree

from clinicalbr.errors import EmptyArticleError
from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Article, ArticleText, Provenance
from clinicalbr.sources._dates import from_digits, normal_date
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._html_page import HtmlPage, read_page
from clinicalbr.sources._identifiers import normal_doi, normal_issn, normal_language, normal_pid_v2
from clinicalbr.sources._licence import licence_of_code, licence_of_url, strictest
from clinicalbr.sources._page_text import abstract_reader
from clinicalbr.sources._scielo_legacy import legacy_container, read_legacy
from clinicalbr.sources._scielo_new import lower_years, new_container, read_new
from clinicalbr.sources._superscript import raise_figures
from clinicalbr.sources.fulltext import TextFormat
from clinicalbr.sources.limits import XmlLimits

__all__ = ["format_of_page", "is_page_of_site", "parse_scielo_html"]

_MONTH_AND_YEAR = re.compile(r"([0-9]{1,2})/([0-9]{4})")
_PID_V3 = re.compile(r"/a/([A-Za-z0-9]{23})(?:/|\Z)")
_LICENCE_BOXES = ("article-license", "documentLicense")
_SITE = re.compile(r"\bscielo\b", re.IGNORECASE)


def parse_scielo_html(
    data: bytes,
    *,
    source: str = "scielo",
    url: str | None = None,
    limits: XmlLimits | None = None,
    packs: Sequence[LanguagePack] = (),
) -> Article:
    """Read the page of an article on a SciELO site.

    A page holds one language, and less than the XML: the types of sections are not there, and footnotes cannot always
    be told from paragraphs. On pages that were written by hand (most legacy ones) a short line in bold or in capitals
    is a heading. Use it where ``parse_jats`` has nothing to read.

    Args:
        data: The page, in whatever encoding.
        source: Name of the service, kept in the provenance.
        url: Address of the page, kept in the provenance; it tells the PID and, on the new site, the language where
            the page does not.
        limits: Bounds of size; ``None`` for 50 MB.
        packs: Language packs beside the included ones; headings of abstracts are known from packs.

    Returns:
        The article, with an empty body when the page shows an abstract only. The licence is the one that the article
        states, never that of the site.

    Raises:
        EmptyArticleError: It is a page without an article, for instance one that says that there is no such article.
        NotXmlError: Nothing is there, or a PDF, gzip or ZIP file.
        UnsafeXmlError: The page is too large.
        InputError: The data are not bytes.

    Examples:
        >>> page = '''<html><head><meta name="citation_language" content="pt"></head><body>
        ... <h1 class="article-title">Febre amarela</h1><article id="articleText">
        ... <div class="articleSection" data-anchor="Resumo"><h1>Resumo</h1><p>Breve.</p></div>
        ... <div class="articleSection" data-anchor="Text"><h1>Relato do caso</h1><p>Homem, 38 anos.</p></div>
        ... </article></body></html>'''
        >>> article = parse_scielo_html(page.encode())
        >>> article.language, article.title, article.abstracts[0].language, article.sections[0].paragraphs
        ('pt', 'Febre amarela', 'pt', ('Homem, 38 anos.',))
    """
    page = read_page(data, limits or XmlLimits())
    address = urlsplit(url or "")
    container = new_container(page)
    if container is not None:
        lower_years(page)
        raise_figures(page.root)
        language = normal_language(page.meta("citation_language")) or _language_of_address(address.query)
        found = read_new(page, container, abstract_reader(language, packs))
    else:
        container = legacy_container(page)
        if container is None:
            raise EmptyArticleError(
                f"the page {excerpt(page.title) if page.title else 'without title'} holds no article",
                remedy="check the identifier and the address; a site may answer so for what it does not have",
            )
        raise_figures(page.root)
        stated = (container.get("class") or "").partition(",")[2]
        language = normal_language(stated) or normal_language(page.meta("citation_language"))
        found = read_legacy(page, container, abstract_reader(language, packs))
    doi = normal_doi(page.meta("citation_doi")) or _shown_doi(page)
    provenance = Provenance(
        source=source,
        pid=_pid(page, address.path, address.query),
        doi=doi,
        title=found.title or None,
        journal=page.meta("citation_journal_title", "citation_journal_title_abbrev", "citation_journal_abbrev"),
        issn=normal_issn(page.meta("citation_issn")),
        publication_date=_date(page),
        language=language,
        licence=_licence(page),
        url=url,
        sha256=hashlib.sha256(bytes(data)).hexdigest(),
    )
    return Article(
        original=ArticleText(language, found.title, found.body, found.captions, doi),
        provenance=provenance,
        abstracts=found.abstracts,
        article_type=page.meta("citation_article_type") or "",
        titles=MappingProxyType({language: found.title} if language and found.title else {}),
        keywords=found.keywords or tuple((language, word) for word in page.metas("citation_keywords")),
    )


def format_of_page(data: bytes, *, limits: XmlLimits | None = None) -> TextFormat:
    """Which of the two kinds of article pages a page is.

    Args:
        data: The page.
        limits: Bounds of size.

    Returns:
        ``HTML`` for a page that the new site made from XML, ``LEGACY_HTML`` for any other.
    """
    made_from_xml = new_container(read_page(data, limits or XmlLimits())) is not None
    return TextFormat.HTML if made_from_xml else TextFormat.LEGACY_HTML


def is_page_of_site(data: bytes, *, limits: XmlLimits | None = None) -> bool:
    """Whether a page is one of a SciELO site, be it one that says that it has no such article.

    A login page or the page of a block, which stand before the site, hold no article and do not link into it.

    Args:
        data: The page.
        limits: Bounds of size.

    Returns:
        Whether it holds an article, or any link, style or script of it is the site's.
    """
    page = read_page(data, limits or XmlLimits())
    if new_container(page) is not None or legacy_container(page) is not None:
        return True
    names = ("href", "src", "action")
    targets = (element.get(name) or "" for element in page.root.iter(etree.Element) for name in names)
    return any(_leads_into_site(target) for target in targets)


def _leads_into_site(target: str) -> bool:
    """By host and path: the page of a login carries the address that was asked for in its query."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return False
    return _SITE.search(f"{parts.netloc} {parts.path}") is not None


def _language_of_address(query: str) -> str | None:
    return normal_language(next(iter(parse_qs(query).get("lang", [])), None))


def _shown_doi(page: HtmlPage) -> str | None:
    shown = (normal_doi(element.get("href")) for element in page.with_class("_doi", "a"))
    return next(filter(None, shown), None)


def _pid(page: HtmlPage, path: str, query: str) -> str | None:
    hidden = (element.get("value") for element in page.root.iter("input") if element.get("name") == "PID")
    linked = parse_qs(urlsplit(page.meta("citation_fulltext_html_url") or "").query).get("pid", [])
    own = parse_qs(query).get("pid", [])
    pids = filter(None, map(normal_pid_v2, (*hidden, *linked, *own)))
    match = _PID_V3.search(path)
    return next(pids, None) or (match[1] if match else None)


def _date(page: HtmlPage) -> str | None:
    stated = page.meta("citation_publication_date", "citation_date", "citation_online_date")
    match = _MONTH_AND_YEAR.fullmatch(stated or "")
    return normal_date(match[2], match[1]) if match else from_digits((stated or "").replace("/", "-"))


def _licence(page: HtmlPage) -> str | None:
    """From the mark beside the title, else from the box that bears the licence.

    Other links may be about another work, and the foot of a page may bear the licence of the site.
    """
    marks = (
        element.get("data-original-title") for title in page.with_class("article-title") for element in title.iter()
    )
    boxes = (box for name in _LICENCE_BOXES for box in page.with_class(name))
    places = (
        (licence_of_code(mark) for mark in marks),
        (licence_of_url(link.get("href")) for box in boxes for link in box.iter("a")),
    )
    return next(filter(None, map(strictest, places)), None)
