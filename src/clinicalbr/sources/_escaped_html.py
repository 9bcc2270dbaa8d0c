"""Bodies that hold a whole HTML page as escaped text, as SciELO serves its older articles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from clinicalbr.schema import Section
from clinicalbr.sources._plain import squeeze
from clinicalbr.sources._superscript import raise_figures

__all__ = ["is_escaped_html", "sections_of_html"]

_PARAGRAPH_TAG = re.compile(r"</?(?:p|br)\b[^<>]{0,200}>", re.IGNORECASE)
_BREAKING = frozenset({
    "blockquote", "br", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol",
    "p", "table", "tr", "ul",
})  # fmt: skip
_LEFT_OUT = frozenset({
    "script", "style", "table",
})  # fmt: skip
_STRONG = frozenset({
    "b", "h1", "h2", "h3", "h4", "h5", "h6", "strong",
})  # fmt: skip
_LONGEST_BOLD_HEADING = 120
_LONGEST_CAPITAL_HEADING = 60


def is_escaped_html(paragraphs: Iterable[str]) -> bool:
    """Whether the paragraphs of a body are mark-up that was escaped.

    Args:
        paragraphs: Text of the paragraphs.

    Returns:
        True when paragraph tags of HTML stand in the text.
    """
    return any(_PARAGRAPH_TAG.search(paragraph) for paragraph in paragraphs)


def sections_of_html(text: str) -> tuple[Section, ...]:
    """Sections of an HTML page; a short paragraph in bold or in capitals from end to end is a heading.

    Args:
        text: HTML.

    Returns:
        Sections in reading order.
    """
    parser = etree.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, recover=True, encoding="utf-8")
    root = etree.fromstring(f"<html><body>{text}</body></html>".encode(), parser)
    raise_figures(root)
    found: list[Section] = []
    title, paragraphs = "", list[str]()
    for line, is_heading in _lines(root):
        if is_heading:
            found.append(Section(title, tuple(paragraphs)))
            title, paragraphs = line, []
        else:
            paragraphs.append(line)
    found.append(Section(title, tuple(paragraphs)))
    return tuple(part for part in found if part.title or part.paragraphs)


def _lines(root: etree._Element) -> Iterator[tuple[str, bool]]:
    """Lines of the page, each with whether all of it is bold."""
    pieces: list[tuple[str, bool]] = []
    for text, is_bold, breaks in _pieces(root):
        if breaks:
            line = squeeze("".join(piece for piece, _ in pieces))
            if line:
                bold = all(strong for piece, strong in pieces if piece.strip())
                longest = _LONGEST_BOLD_HEADING if bold else _LONGEST_CAPITAL_HEADING if line.isupper() else 0
                yield line, len(line) <= longest
            pieces = []
        pieces.append((text, is_bold))


def _pieces(root: etree._Element) -> Iterator[tuple[str, bool, bool]]:
    """Texts in reading order, each with whether it is bold and whether it begins a new line."""
    strong = left_out = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag = str(element.tag)
        breaks = tag in _BREAKING
        step = 1 if event == "start" else -1
        strong += step * (tag in _STRONG)
        left_out += step * (tag in _LEFT_OUT)
        text = (element.text if event == "start" else element.tail) or ""
        yield ("" if left_out else text), strong > 0, breaks
    yield "", False, True
