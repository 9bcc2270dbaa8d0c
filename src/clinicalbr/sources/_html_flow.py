"""The running text of a web page, line by line, and the sections that its headings make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from clinicalbr.schema import Section
from clinicalbr.sources._plain import squeeze

__all__ = ["Line", "heading_tag", "lines", "outline"]

_BLOCK = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav",
    "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
})  # fmt: skip
_LEFT_OUT = frozenset({
    "audio", "button", "form", "iframe", "img", "input", "noscript", "object", "script", "select", "style", "svg",
    "table", "textarea", "video",
})  # fmt: skip
_STRONG = frozenset({
    "b", "h1", "h2", "h3", "h4", "h5", "h6", "strong",
})  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_REFERENCE = "ref"
_ITEM_TEXT = ("div", "p")
_LONGEST_LABEL = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text.

    Args:
        text: The text, on one line.
        level: Level of the heading that it is, 0 for a paragraph.
        strong: Whether all of it is bold.
        links: Targets of the links in it.
        leading_link: Target of the link with which its text begins, empty when it begins with none.
        after_rule: Whether a horizontal rule stands before it.
        marked_reference: Whether the page marks it as an entry of the list of references.
    """

    text: str
    level: int = 0
    strong: bool = False
    links: tuple[str, ...] = ()
    leading_link: str = ""
    after_rule: bool = False
    marked_reference: bool = False


def heading_tag(element: etree._Element) -> int:
    """Level of a heading by its tag, 0 for any other element."""
    return _HEADINGS.get(str(element.tag), 0)


@dataclass
class _Open:
    """The line that is being collected."""

    pieces: list[tuple[str, bool]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)
    leading_link: str | None = None
    after_rule: bool = False
    reference: bool = False

    def add(self, text: str | None, strong: bool) -> None:
        if text:
            self.pieces.append((text, strong))
            if self.leading_link is None and text.strip():
                self.leading_link = self.inside[-1] if self.inside else ""

    def is_label_before(self, element: etree._Element) -> bool:
        """Whether what was collected is the label of a list item whose text is a block of its own."""
        parent = element.getparent()
        if element.tag not in _ITEM_TEXT or parent is None or parent.tag != "li":
            return False
        return 0 < len("".join(piece for piece, _ in self.pieces).strip()) <= _LONGEST_LABEL

    def close(self, level: int) -> Iterator[Line]:
        text = squeeze("".join(piece for piece, _ in self.pieces))
        if text:
            strong = all(bold for piece, bold in self.pieces if piece.strip())
            links = tuple(self.links)
            yield Line(text, level, strong, links, self.leading_link or "", self.after_rule, self.reference)
            self.after_rule = self.reference = False
        self.leading_link = None
        self.pieces.clear()
        self.links.clear()


def lines(
    container: etree._Element,
    *,
    level_of: Callable[[etree._Element], int] = heading_tag,
    left_out: Callable[[etree._Element], bool] = lambda _: False,
    br_breaks: bool = False,
) -> Iterator[Line]:
    """Lines of a part of a page.

    Args:
        container: The element; its own tail is no part of it.
        level_of: Level of the heading that an element is, 0 for none.
        left_out: Whether an element is left out, besides tables, scripts, forms and pictures.
        br_breaks: Whether ``br`` begins a new paragraph.

    Yields:
        Lines that hold any text, in reading order.
    """
    here = _Open()
    strong = level = 0
    skipped: etree._Element | None = None
    walker = etree.iterwalk(container, events=("start", "end", "comment", "pi"))
    for event, element in walker:
        if event in ("comment", "pi"):
            here.reference |= event == "comment" and (element.text or "").strip() == _REFERENCE
            here.add(element.tail, strong > 0)
            continue
        tag = str(element.tag)
        own_level = level_of(element)
        if event == "start" and here.is_label_before(element):
            here.add(" ", strong > 0)
        elif tag in _BLOCK or own_level or (tag == "br" and br_breaks):
            yield from here.close(level)
        if event == "start":
            here.after_rule |= tag == "hr"
            if element is not container and (tag in _LEFT_OUT or left_out(element)):
                skipped = element
                walker.skip_subtree()
                continue
            if tag == "br" and not br_breaks:
                here.add(" ", strong > 0)
            here.links += [target for name in ("href", "onclick") if (target := element.get(name))]
            if tag == "a":
                here.inside.append(element.get("href") or "")
            strong += tag in _STRONG
            level = own_level or level
            here.add(element.text, strong > 0)
            continue
        if element is skipped:
            skipped = None
        else:
            strong -= tag in _STRONG
            level = 0 if own_level else level
            if tag == "a":
                here.inside.pop()
        if element is not container:
            here.add(element.tail, strong > 0)
    yield from here.close(level)


def outline(found: Iterable[Line]) -> tuple[Section, ...]:
    """Sections by the levels of the headings.

    Args:
        found: Lines; one with a level above 0 is a heading, and one with a level and no text ends the section before
            it.

    Returns:
        Sections in reading order; paragraphs before the first heading are a section without title. Sections in which
        nothing stands are left out.
    """
    open_sections = [_Unfinished(0, "")]
    for line in found:
        if line.level:
            while len(open_sections) > 1 and open_sections[-1].level >= line.level:
                open_sections.pop()
            section = _Unfinished(line.level, line.text)
            open_sections[-1].inner.append(section)
            open_sections.append(section)
        else:
            open_sections[-1].paragraphs.append(line.text)
    root = open_sections[0].finished()
    loose = (Section(paragraphs=root.paragraphs),) if root.paragraphs else ()
    return (*loose, *root.sections)


@dataclass
class _Unfinished:
    level: int
    title: str
    paragraphs: list[str] = field(default_factory=list)
    inner: list[_Unfinished] = field(default_factory=list)

    def finished(self) -> Section:
        inner = tuple(section for part in self.inner if (section := part.finished()) and _holds_anything(section))
        return Section(self.title, tuple(self.paragraphs), inner)


def _holds_anything(section: Section) -> bool:
    return bool(section.title or section.paragraphs or section.sections)
