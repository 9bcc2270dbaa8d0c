"""Reading of XML that nobody vouches for.

No entity is expanded, no document type definition is loaded, nothing is fetched, size and depth are bounded, and data
that are no XML article are named for what they are.
"""

from __future__ import annotations

import html.entities
import re

from lxml import etree

from clinicalbr.errors import InputError, NotXmlError, UnsafeXmlError
from clinicalbr.sources._encoding import decode_xml
from clinicalbr.sources._foreign import excerpt, refuse_bytes, refuse_text
from clinicalbr.sources._prolog import Prolog, read_prolog
from clinicalbr.sources.limits import XmlLimits

__all__ = ["load_xml"]

_ROOTS = frozenset({"article", "pmc-articleset"})
_PREDEFINED = frozenset({"amp", "lt", "gt", "quot", "apos"})
# Sections of CDATA and comments hold text in which an ampersand is only an ampersand.
# One that is never closed reaches to the end, or many of them would make the search quadratic.
_REFERENCE = re.compile(r"<!\[CDATA\[(?:.*?\]\]>|.*)|<!--(?:.*?-->|.*)|&([^\W\d][\w.-]{0,63});", re.DOTALL)
_HTML_REMEDY = "check the address and the status: a site sends a page when it has no XML of the article or refuses"
_EXCERPTED = 4000
_LONGEST_REASON = 300


def load_xml(data: bytes, limits: XmlLimits, *, roots: frozenset[str] = _ROOTS) -> etree._Element:
    """Parse the XML file of an article, or of a set of articles.

    Args:
        data: The file.
        limits: Bounds of size and depth.
        roots: Names that the root element may have, for what is no article.

    Returns:
        The root element; tags in its namespace, and in that of the articles, bear none.

    Raises:
        InputError: The data are not bytes.
        NotXmlError: The data are something else, not well-formed, or XML with another root element.
        UnsafeXmlError: Entities are declared, or a bound is exceeded.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise InputError(
            f"an XML article is read from bytes, not from {type(data).__name__}", remedy="open the file in binary mode"
        )
    data = bytes(data)
    if len(data) > limits.max_bytes:
        raise UnsafeXmlError(
            f"the XML file has {len(data)} bytes, more than {limits.max_bytes}",
            remedy="raise the bound: limits=XmlLimits(max_bytes=...)",
        )
    refuse_bytes(data)
    text = decode_xml(data)
    refuse_text(text)
    prolog = read_prolog(text)
    _check_root(prolog, text, roots)
    root = _parse(_resolve_references(prolog.body), prolog, limits)
    _check_depth(root, limits)
    _drop_namespace(root, roots)
    return root


def _check_root(prolog: Prolog, text: str, roots: frozenset[str]) -> None:
    name = prolog.root
    if prolog.is_html:
        raise NotXmlError("found an HTML page in place of an XML article", remedy=_HTML_REMEDY, found="html")
    if name and ">" not in text[prolog.start :]:
        raise NotXmlError(
            f"the XML file is cut short: it ends within {excerpt(text[prolog.start :])}",
            remedy="fetch the file again",
            found="truncated",
        )
    if not name:
        raise NotXmlError(
            f"an XML element should begin at {excerpt(text[prolog.start :])}", remedy="check what the address answers"
        )
    if name not in roots:
        content = re.sub("<[^<>]*>", " ", text[prolog.start : prolog.start + _EXCERPTED])
        raise NotXmlError(
            f"the root element is {excerpt(name)}, not {' or '.join(map(repr, sorted(roots)))}; "
            f"it holds {excerpt(content)}",
            remedy="hand over the <article> element, or read the error that the service states",
            found="xml",
        )


def _resolve_references(text: str) -> str:
    """Write the named references of HTML as numbers, which need no declaration."""

    def resolve(match: re.Match[str]) -> str:
        name = match[1]
        if name is None or name in _PREDEFINED:
            return match[0]
        characters = html.entities.html5.get(f"{name};")
        if characters is None:
            raise NotXmlError(
                f"the XML file uses the entity &{name}; at character {match.start()}, which nothing declares",
                remedy="replace it by the character that it stands for",
            )
        return "".join(f"&#{ord(char)};" for char in characters)

    return _REFERENCE.sub(resolve, text)


def _parse(text: str, prolog: Prolog, limits: XmlLimits) -> etree._Element:
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        reason = " ".join(str(error.msg).split())[:_LONGEST_REASON]
        if "HUGE" in reason.upper():
            raise UnsafeXmlError(
                f"the XML file is too deep or holds too long a text: {reason}",
                remedy=f"check where the file comes from; {limits.max_depth} levels are allowed",
            ) from error
        # An article that ends is garbled; one whose root element is never closed was cut short.
        closed = prolog.is_closed
        raise NotXmlError(
            f"the XML file is {'not well-formed' if closed else 'cut short'}: {reason}",
            remedy="mend the file at the place named" if closed else "fetch the file again",
            found="malformed" if closed else "truncated",
        ) from error


def _check_depth(root: etree._Element, limits: XmlLimits) -> None:
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > limits.max_depth:
            raise UnsafeXmlError(
                f"the XML file has more than {limits.max_depth} levels of elements",
                remedy="raise the bound: limits=XmlLimits(max_depth=...)",
            )


def _drop_namespace(root: etree._Element, roots: frozenset[str]) -> None:
    """Some services put the elements of JATS into a namespace; the vocabulary is the same."""
    spaces = {etree.QName(article).namespace for article in (root, *root) if etree.QName(article).localname in roots}
    for space in spaces - {None}:
        prefix = f"{{{space}}}"
        for element in root.iter(f"{prefix}*"):
            element.tag = etree.QName(element).localname
