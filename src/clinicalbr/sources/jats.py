"""JATS articles, as PubMed Central and SciELO (in its profile SPS) publish them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from types import MappingProxyType

from lxml import etree

from clinicalbr.errors import EmptyArticleError, InputError
from clinicalbr.schema import Article, ArticleText, Caption, Provenance, Section
from clinicalbr.sources import _front
from clinicalbr.sources._escaped_html import is_escaped_html, sections_of_html
from clinicalbr.sources._flow import flow, plain_text, sections
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._superscript import raise_figures
from clinicalbr.sources._xml import load_xml
from clinicalbr.sources.limits import XmlLimits

__all__ = ["parse_jats", "parse_jats_set"]

_FLOATS = {"fig": "figure", "fig-group": "figure", "table-wrap": "table", "table-wrap-group": "table"}


def parse_jats(
    data: bytes, *, source: str = "jats", url: str | None = None, limits: XmlLimits | None = None
) -> Article:
    """Read an article in JATS XML.

    Text is plain: mark-up inside a line is dropped without a gap, white space is one space, captions stand apart,
    bodies of tables and footnotes are left out. Translations and their parts are found by their place in the file, so
    that a reply printed within a translation is no part of it.

    Args:
        data: The file, an ``<article>`` or a ``<pmc-articleset>`` with one article.
        source: Name of the service or file, kept in the provenance.
        url: Address that the file came from, kept in the provenance.
        limits: Bounds of size and depth; ``None`` for 50 MB and 200 levels.

    Returns:
        The article. One with front matter only has an empty body.

    Raises:
        NotXmlError: The data are something else (HTML, JSON, a PDF), cut short or not well-formed.
        UnsafeXmlError: Entities are declared, or a bound is exceeded.
        EmptyArticleError: No title, no abstract and no body.
        InputError: The set holds no article, or several.

    Examples:
        >>> data = b'''<article xml:lang="pt" article-type="case-report"><front><article-meta><title-group>
        ... <article-title>Febre amarela: relato de caso</article-title></title-group></article-meta></front>
        ... <body><sec><title>Relato do caso</title><p>Homem, 38 anos.</p></sec></body></article>'''
        >>> article = parse_jats(data)
        >>> article.language, article.title, article.sections[0].paragraphs
        ('pt', 'Febre amarela: relato de caso', ('Homem, 38 anos.',))
    """
    articles = parse_jats_set(data, source=source, url=url, limits=limits)
    if len(articles) > 1:
        raise InputError(f"the set holds {len(articles)} articles, not one", remedy="use parse_jats_set")
    (article,) = articles
    if not (article.title or article.abstracts or article.original.has_body or article.translations):
        raise EmptyArticleError(
            "the article has no title, no abstract and no body", remedy="check that the file is a JATS article"
        )
    return article


def parse_jats_set(
    data: bytes, *, source: str = "jats", url: str | None = None, limits: XmlLimits | None = None
) -> tuple[Article, ...]:
    """Read all articles of a set in JATS XML.

    A service may send fewer articles than it was asked for, and in another order: compare their identifiers.

    Args:
        data: The file, a ``<pmc-articleset>`` or a single ``<article>``.
        source: Name of the service or file, kept in the provenance.
        url: Address that the file came from, kept in the provenance.
        limits: Bounds of size and depth; ``None`` for 50 MB and 200 levels.

    Returns:
        The articles in the order of the file. The hash in their provenance is that of the file, and where there are
        several that of the article's own element in canonical form. An article in which nothing stands is empty here,
        and no error, so that it costs none of the others.

    Raises:
        NotXmlError: The data are something else (HTML, JSON, a PDF), cut short or not well-formed.
        UnsafeXmlError: Entities are declared, or a bound is exceeded.
        InputError: The set holds no article.

    Examples:
        >>> one = "<article><front><article-meta><title-group>{}</title-group></article-meta></front></article>"
        >>> titles = ("<article-title>A</article-title>", "<article-title>B</article-title>")
        >>> data = f"<pmc-articleset>{one.format(titles[0])}{one.format(titles[1])}</pmc-articleset>".encode()
        >>> [article.title for article in parse_jats_set(data)]
        ['A', 'B']
    """
    root = load_xml(data, limits or XmlLimits())
    raise_figures(root)
    elements = [root] if root.tag == "article" else list(root.iterfind("article"))
    if not elements:
        reply = next((str(found.get("error")) for found in root.iter("Reply") if found.get("error")), plain_text(root))
        raise InputError(
            f"the set holds no article{f': {excerpt(reply)}' if reply else ''}",
            remedy="check the identifiers that were asked for",
        )
    if len(elements) == 1:
        return (_article(elements[0], source, url, hashlib.sha256(data).hexdigest()),)
    return tuple(
        _article(
            element, source, url, hashlib.sha256(etree.tostring(element, method="c14n", with_tail=False)).hexdigest()
        )
        for element in elements
    )


def _article(element: etree._Element, source: str, url: str | None, sha256: str) -> Article:
    front = element.find("front/article-meta")
    if front is None:
        front = etree.Element("article-meta")
    language = _front.language_of(element)
    original = _text(element, front, language)
    stubs = [
        (found, found.find("front-stub"), _front.language_of(found))
        for found in element.iterfind("sub-article")
        if found.get("article-type") == "translation"
    ]
    translations = tuple(_text(found, stub, stated) for found, stub, stated in stubs)
    abstracts = sum((_front.abstracts(stub, stated) for _, stub, stated in stubs), _front.abstracts(front, language))
    titles = {language: original.title} if language and original.title else {}
    titles |= {code: text for code, text in _front.trans_titles(front).items() if code not in titles}
    titles |= {text.language: text.title for text in translations if text.language and text.title}
    names = _front.identifiers(front)
    journal, issn = _front.journal(element)
    provenance = Provenance(
        source=source,
        title=original.title or None,
        publication_date=_front.publication_date(front),
        language=language,
        licence=_front.licence(front),
        url=url,
        sha256=sha256,
        pid=names["pid"],
        pmid=names["pmid"],
        pmcid=names["pmcid"],
        doi=names["doi"],
        journal=journal,
        issn=issn,
    )
    return Article(
        original=original,
        provenance=provenance,
        translations=translations,
        abstracts=abstracts,
        article_type=(element.get("article-type") or "").strip(),
        titles=MappingProxyType(titles),
        subjects=_front.subjects(front),
        keywords=sum((_front.keywords(stub, stated) for _, stub, stated in stubs), _front.keywords(front, language)),
    )


def _text(element: etree._Element, front: etree._Element | None, language: str | None) -> ArticleText:
    body = element.find("body")
    return ArticleText(
        language=language,
        title=_front.title(front),
        body=() if body is None else _body(body),
        captions=tuple(_captions(element)),
        doi=None if front is None else _front.identifiers(front)["doi"],
    )


def _body(body: etree._Element) -> tuple[Section, ...]:
    parts = flow(body)
    paragraphs = [part for part in parts if isinstance(part, str)]
    if len(paragraphs) == len(parts) and is_escaped_html(paragraphs):
        return sections_of_html("\n".join(paragraphs))
    return sections(parts)


def _captions(element: etree._Element) -> Iterator[Caption]:
    for container in (element.find("body"), element.find("floats-group")):
        for found in () if container is None else container.iter(*_FLOATS):
            if text := plain_text(found.find("caption")):
                yield Caption(_FLOATS[str(found.tag)], plain_text(found.find("label")), text)
