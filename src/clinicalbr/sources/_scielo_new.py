"""Article pages of the new SciELO site, which are made from XML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from clinicalbr.schema import Abstract, Caption
from clinicalbr.sources._html_flow import Line, lines, outline
from clinicalbr.sources._html_page import HtmlPage, has_class
from clinicalbr.sources._page_text import AbstractReader, PageText, make_abstract
from clinicalbr.sources._plain import squeeze
from clinicalbr.text import fold_text

__all__ = ["lower_years", "new_container", "read_new"]

_SECTION = "articleSection"
# Pop-up texts, buttons, pictures with their captions, lists of references and footnotes, dates.
_LEFT_OUT = (
    "articleTimeline", "copyLink", "fig", "modal", "outlineFadeLink", "ref-list", "refCtt", "refList",
    "short-link", "sr-only", "thumbImg", "zoom",
)  # fmt: skip
_YEAR = re.compile(r"[0-9]{4}")
_APART = ("articleTimeline", "ref-list", "refList")
_FLOATS = {"fig": "figure", "table": "table"}


def new_container(page: HtmlPage) -> etree._Element | None:
    """The element that holds the text of a new page, ``None`` for any other page."""
    found = next((element for element in page.root.iter("article") if element.get("id") == "articleText"), None)
    if found is not None and any(True for _ in _sections(found)):
        return found
    first = next(page.with_class(_SECTION), None)
    return None if first is None else first.getparent()


def read_new(page: HtmlPage, container: etree._Element, announced: AbstractReader) -> PageText:
    """Read a new page.

    The text of the article is a section whose anchor is a word of the site ("Text", "Letter"), while abstracts,
    declarations and thanks have their own heading as anchor. Where no section stands out in this way and there is a
    list of references, each heading has an anchor of its own, and all that is no abstract is text; without references
    it is the view of the abstract, which is no text.

    Args:
        page: The page.
        container: Its text.
        announced: Tells the language of the abstract that a heading announces.

    Returns:
        What it says.
    """
    abstracts: list[Abstract] = []
    keywords: list[tuple[str | None, str]] = []
    main: list[Line] = []
    others: list[Line] = []
    has_references = False
    for section in _sections(container):
        if any(has_class(element, *_APART) for element in section.iter(etree.Element)):
            has_references |= any(has_class(element, "ref-list") for element in section.iter(etree.Element))
            continue
        found = list(lines(section, left_out=_is_left_out))
        if not found:
            continue
        heading = found[0].text if found[0].level else ""
        stated = announced(heading)
        if stated is not None:
            words = _keywords(section)
            keywords += [(stated, word) for word in words[1]]
            kept = [line for line in found if line.text != words[0]]
            if abstract := make_abstract(stated, kept):
                abstracts.append(abstract)
        elif fold_text(heading) == fold_text(squeeze(section.get("data-anchor") or heading)):
            others += found
        else:
            main += found
    captions = tuple(_captions(container))
    body = main or (others if has_references else [])
    return PageText(_title(page), outline(body), tuple(abstracts), captions, tuple(keywords))


def _sections(container: etree._Element) -> Iterator[etree._Element]:
    """Sections that stand in no other."""
    for element in container.iter("div", "section"):
        inside = any(has_class(parent, _SECTION) for parent in element.iterancestors())
        if has_class(element, _SECTION) and not inside:
            yield element


def _is_left_out(element: etree._Element) -> bool:
    return has_class(element, *_LEFT_OUT) or (has_class(element, "row") and has_class(element, *_FLOATS))


def lower_years(page: HtmlPage) -> None:
    """Take down the marks of citations by author and year; the site raises every mark, be it a number or a year.

    Args:
        page: The page, changed in place.
    """
    for element in page.with_class("xref", "sup"):
        if _YEAR.search("".join(map(str, element.itertext()))):
            element.tag = "span"


def _title(page: HtmlPage) -> str:
    for element in page.with_class("article-title", "h1"):
        if title := " ".join(line.text for line in lines(element, left_out=_is_no_title)):
            return title
    return page.meta("citation_title") or ""


def _is_no_title(element: etree._Element) -> bool:
    return _is_left_out(element) or has_class(element, "ref", "footnote")


def _keywords(section: etree._Element) -> tuple[str, list[str]]:
    """The paragraph of an abstract that begins with a bold label on a line of its own, and the words in it."""
    for paragraph in section.iter("p"):
        label = paragraph[0] if len(paragraph) > 1 else None
        if label is None or label.tag not in ("strong", "b") or paragraph[1].tag != "br" or (label.tail or "").strip():
            continue
        name = squeeze("".join(map(str, label.itertext())))
        if not name.endswith(":") or (paragraph.text or "").strip():
            continue
        text = " ".join(line.text for line in lines(paragraph))
        words = text.removeprefix(name).split(";")
        return text, [word for part in words if (word := squeeze(part).strip(" ."))]
    return "", []


def _captions(container: etree._Element) -> Iterator[Caption]:
    for element in container.iter("div"):
        kind = next((kind for name, kind in _FLOATS.items() if has_class(element, name)), None)
        if kind is None or not has_class(element, "row"):
            continue
        label = element.find(".//strong")
        holder = None if label is None else label.getparent()
        if label is None or holder is None:
            continue
        name = squeeze("".join(map(str, label.itertext())))
        text = " ".join(line.text for line in lines(holder, left_out=_is_left_out)).removeprefix(name).strip()
        if text:
            yield Caption(kind, name, text)
