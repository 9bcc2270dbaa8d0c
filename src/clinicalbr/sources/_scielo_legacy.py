"""Article pages of legacy SciELO sites, made from XML or written by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lxml import etree

from clinicalbr.schema import Abstract
from clinicalbr.sources._html_flow import Line, heading_tag, lines, outline
from clinicalbr.sources._html_page import HtmlPage, has_class
from clinicalbr.sources._page_text import AbstractReader, PageText, make_abstract
from clinicalbr.text import fold_text

__all__ = ["legacy_container", "read_legacy"]

# Classes of headings on pages made from XML. What the deeper ones mean differs from site to site; their order does not.
_HEADINGS = {"sec": 1, "subsec": 2, "sub-subsec": 3, "subsection-title": 4}
_LEFT_OUT = ("figure", "fn", "foot-notes", "ref-list", "sig-block", "xref-img")
_LONGEST_BOLD = 120
_LONGEST_CAPITALS = 60
_CITED = "script=sci_nlinks"
# A footnote begins with a link back to its mark; the mark itself links to the footnote.
_BACK = re.compile(r"#(?:top|tx)[0-9*]*\Z", re.IGNORECASE)
_PDF = re.compile(r"\bpdf\b|sci_pdf", re.IGNORECASE)
_LONGEST_NOTICE = 400
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST_NAME = 3


def legacy_container(page: HtmlPage) -> etree._Element | None:
    """The element that holds the text of a legacy page, or of such a page within the frame of the new site."""
    for element in page.root.iter("div"):
        if (element.get("class") or "").partition(",")[0].strip() == "index" and "," in (element.get("class") or ""):
            return element
    by_id = {element.get("id"): element for element in page.root.iter("div")}
    if "article-body" in by_id:
        return by_id["article-body"].getparent()
    # The new site puts the hand-written page of an old article into its own frame; an error page has no such frame.
    framed = next(page.with_class("articleCtt"), None)
    return framed if framed is not None and page.meta("citation_title") else None


def read_legacy(page: HtmlPage, container: etree._Element, announced: AbstractReader) -> PageText:
    """Read a legacy page.

    Args:
        page: The page.
        container: Its text.
        announced: Tells the language of the abstract that a heading announces.

    Returns:
        What it says.
    """
    parts = {element.get("id"): element for element in container.iter("div")}
    if "article-body" in parts:
        return _made_from_xml(page, parts["article-body"], parts.get("article-front"), announced)
    return _written_by_hand(page, container, announced)


def _class_level(element: etree._Element) -> int:
    return next((level for name, level in _HEADINGS.items() if has_class(element, name)), 0) or heading_tag(element)


def _is_left_out(element: etree._Element) -> bool:
    return has_class(element, *_LEFT_OUT)


def _made_from_xml(
    page: HtmlPage, body: etree._Element, front: etree._Element | None, announced: AbstractReader
) -> PageText:
    title, abstracts = "", tuple[Abstract, ...]()
    if front is not None:
        named = next((element for element in front.iter("p") if has_class(element, "title")), None)
        title = "" if named is None else " ".join(line.text for line in lines(named))
        head = lines(front, level_of=_class_level, left_out=_is_left_out)
        abstracts, _ = _split_abstracts(head, announced)
    text = outline(lines(body, level_of=_class_level, left_out=_is_left_out))
    return PageText(title or page.meta("citation_title") or "", text, abstracts)


def _written_by_hand(page: HtmlPage, container: etree._Element, announced: AbstractReader) -> PageText:
    stated = page.meta("citation_title") or ""
    found = [_as_heading(line) for line in lines(container, br_breaks=True) if not _is_apart(line)]
    title, rest = _after_title(found, stated)
    abstracts, body = _split_abstracts(_without_authors(rest, page.metas("citation_author"), announced), announced)
    if _is_notice_of_pdf(body):
        body = []
    return PageText(title or stated, outline(_without_empty_headings(body)), abstracts)


def _is_notice_of_pdf(body: list[Line]) -> bool:
    """Whether the page only says that the text is there as PDF, with or without a link to it."""
    texts = [line.text for line in body if not line.level]
    pointers = [*(link for line in body for link in line.links), *texts]
    return sum(map(len, texts)) <= _LONGEST_NOTICE and any(_PDF.search(pointer) for pointer in pointers)


def _as_heading(line: Line) -> Line:
    longest = _LONGEST_BOLD if line.strong else _LONGEST_CAPITALS if line.text.isupper() else 0
    return replace(line, level=line.level or int(len(line.text) <= longest))


def _is_apart(line: Line) -> bool:
    """Whether a line is a reference or a footnote, by the links that the site puts into them."""
    return (
        line.marked_reference
        or any(_CITED in link for link in line.links)
        or _BACK.search(line.leading_link) is not None
    )


def _after_title(found: list[Line], stated: str) -> tuple[str, list[Line]]:
    """The title as printed, without the marks of its footnotes, and the lines after it."""
    wanted = _bare(stated)
    for number, line in enumerate(found):
        if wanted and line.level and _bare(line.text).startswith(wanted):
            return stated, found[number + 1 :]
    return "", found


def _bare(text: str) -> str:
    return "".join(_WORD.findall(fold_text(text)))


def _without_authors(found: list[Line], authors: Iterable[str], announced: AbstractReader) -> list[Line]:
    """Lines without those that stand between the title and the abstract, or that name the authors."""
    for number, line in enumerate(found):
        if line.level and announced(line.text):
            return found[number:]
    names = [word for author in authors for word in _WORD.findall(fold_text(author.partition(",")[0]))]
    surnames = {name for name in names if len(name) >= _SHORTEST_NAME}
    return [line for line in found if not (line.level and surnames & {*_WORD.findall(fold_text(line.text))})]


def _split_abstracts(found: Iterable[Line], announced: AbstractReader) -> tuple[tuple[Abstract, ...], list[Line]]:
    """Abstracts, and the other lines. An abstract ends at the next heading as high as its own, or at a rule."""
    abstracts: list[Abstract] = []
    others: list[Line] = []
    own: list[Line] = []
    stated, level = "", 0
    for line in (*found, Line("", 1)):
        begun = announced(line.text) if line.level else None
        ends = line.after_rule or (0 < line.level <= level)
        if stated and (begun or ends):
            if abstract := make_abstract(stated, own):
                abstracts.append(abstract)
            stated, own = "", []
            if not line.level:
                others.append(Line("", 1))
        if begun:
            stated, level, own = begun, line.level, [line]
        else:
            (own if stated else others).append(line)
    return tuple(abstracts), others[:-1]


def _without_empty_headings(found: list[Line]) -> Iterator[Line]:
    """Lines without the last headings, whose references or footnotes were taken away."""
    last = max((number for number, line in enumerate(found) if not line.level), default=-1)
    yield from found[: last + 1]
