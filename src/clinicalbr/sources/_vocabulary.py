"""Elements of JATS, and of HTML that strays into it, by what they do to the running text."""

from __future__ import annotations

from enum import Enum

from lxml import etree

__all__ = ["Role", "local_name", "role_of"]

_INLINE = frozenset({
    "a", "abbrev", "b", "big", "bold", "chem-struct", "em", "email", "ext-link", "fixed-case", "font", "i",
    "inline-formula", "italic", "monospace", "named-content", "overline", "private-char", "roman", "sans-serif",
    "sc", "small", "span", "strike", "string-name", "strong", "styled-content", "sub", "sup", "target", "term",
    "tt", "u", "underline", "uri", "x", "xref",
})  # fmt: skip
_BLOCK = frozenset({
    "answer", "attrib", "boxed-text", "caption", "def", "def-item", "def-list", "disp-quote", "div",
    "explanation", "h1", "h2", "h3", "h4", "h5", "h6", "li", "list", "list-item", "ol", "p", "preformat",
    "question", "question-wrap", "speech", "statement", "title", "ul", "verse-group", "verse-line",
})  # fmt: skip
# Floats, back matter and what readers do not see.
_LEFT_OUT = frozenset({
    "ack", "address", "alt-text", "annotation", "annotation-xml", "app", "app-group", "array", "bio",
    "chem-struct-wrap", "contrib-group", "fig", "fig-group", "fn-group", "glossary", "graphic",
    "inline-supplementary-material", "long-desc", "media", "notes", "object-id", "permissions", "processing-meta",
    "ref-list", "related-article", "response", "sec-meta", "sub-article", "supplementary-material", "table",
    "table-wrap", "table-wrap-foot", "table-wrap-group",
})  # fmt: skip
_FOOTNOTE_TYPES = frozenset({"aff", "author-notes", "corresp", "fn", "table-fn"})
_WITH_TITLE = frozenset({"abstract", "body", "kwd-group", "sec", "trans-abstract"})


class Role(Enum):
    """What an element does to the running text."""

    SECTION = "a section of its own"
    BLOCK = "paragraphs of its own"
    INLINE = "part of the sentence"
    SPACED = "part of the sentence, parted from its neighbours"
    ITEM_LABEL = "number of a list item"
    ALTERNATIVES = "several renderings of one thing"
    TEX = "a formula in TeX"
    LEFT_OUT = "no text here, but the words around it are apart"
    MARK = "no text here, and nothing parts the words around it"


def local_name(element: etree._Element) -> str:
    """Name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def role_of(element: etree._Element, parent: str, *, drop_notes: bool) -> Role:  # noqa: PLR0911
    """What an element does to the running text.

    Args:
        element: The element.
        parent: Name of its parent.
        drop_notes: Whether marks of footnotes are dropped.

    Returns:
        Its role; an unknown element is part of the sentence and parted from its neighbours.
    """
    tag = local_name(element)
    if tag in _SPECIAL:
        return _SPECIAL[tag]
    if tag == "label":
        if parent == "list-item":
            return Role.ITEM_LABEL
        return Role.LEFT_OUT if parent in _WITH_TITLE or parent in _BLOCK else Role.SPACED
    if tag in _LEFT_OUT or (tag == "title" and parent in _WITH_TITLE):
        return Role.LEFT_OUT
    if drop_notes and tag == "xref" and element.get("ref-type") in _FOOTNOTE_TYPES:
        return Role.MARK
    if tag in _BLOCK:
        return Role.BLOCK
    return Role.INLINE if tag in _INLINE or tag != element.tag else Role.SPACED


# A footnote hangs on a word in the midst of a sentence; only its text is left out.
_SPECIAL = {
    "sec": Role.SECTION,
    "alternatives": Role.ALTERNATIVES,
    "tex-math": Role.TEX,
    "fn": Role.MARK,
    "inline-graphic": Role.MARK,
    "index-term": Role.MARK,
    "milestone-end": Role.MARK,
    "milestone-start": Role.MARK,
}
