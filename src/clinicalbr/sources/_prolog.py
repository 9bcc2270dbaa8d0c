"""What stands before the root element of an XML file: comments, instructions, the document type."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clinicalbr.errors import NotXmlError, UnsafeXmlError
from clinicalbr.sources._foreign import excerpt

__all__ = ["Prolog", "read_prolog"]

_IGNORED = re.compile(r"\s++|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_DOCTYPE = re.compile(
    r"""<!DOCTYPE\s++(?P<name>[^\s\[>]++)(?:\s++(?:"[^"]*+"|'[^']*+'|[^\s\[>"']++))*+\s*+(?P<end>[\[>])""",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"""\s++|<\?.*?\?>|<!--.*?-->|<!(?:ELEMENT|NOTATION)\b(?:"[^"]*+"|'[^']*+'|[^>"'])*+>""", re.DOTALL
)
_ROOT = re.compile(r"<(?:[\w.-]++:)?(?P<name>[^\W\d][\w.-]*+)")
_HTML_ROOTS = frozenset({
    "body", "br", "center", "div", "font", "form", "h1", "h2", "h3", "head", "html", "link", "main", "meta", "p",
    "script", "section", "span", "style", "table", "title",
})  # fmt: skip
_REMEDY = "remove the part of the DOCTYPE in square brackets; articles of SciELO and PMC have none"


@dataclass(frozen=True, slots=True)
class Prolog:
    """What the prolog says.

    Args:
        doctype: Name in the document type declaration, lower case, empty when there is none.
        root: Name of the root element without its prefix, empty when no element begins.
        start: Where the root element begins, in characters of the file.
        body: The file with blanks in place of the document type declaration.
    """

    doctype: str
    root: str
    start: int
    body: str

    @property
    def is_html(self) -> bool:
        """Whether the file is a page, or a piece of one."""
        return self.doctype == "html" or self.root.lower() in _HTML_ROOTS

    @property
    def is_closed(self) -> bool:
        """Whether the file ends with the end of its root element, so that nothing was cut off."""
        root = re.escape(self.root)
        end = rf"(?:</(?:[\w.-]+:)?{root}\s*>|<(?:[\w.-]+:)?{root}\b[^<>]*/>)\s*(?:(?:<!--.*?-->|<\?.*?\?>)\s*)*\Z"
        return re.search(end, self.body[-2000:], re.DOTALL) is not None


def read_prolog(text: str) -> Prolog:
    """Read a prolog, and refuse the declarations that can make a file grow or reach out of it.

    Args:
        text: An XML file without its declaration.

    Returns:
        What the prolog says.

    Raises:
        UnsafeXmlError: Entities or default attributes are declared.
        NotXmlError: The prolog is not well-formed.
    """
    position, doctype, body = 0, "", text
    while True:
        if ignored := _IGNORED.match(text, position):
            position = ignored.end()
        elif match := _DOCTYPE.match(text, position):
            doctype = match["name"].lower()
            position = match.end() if match["end"] == ">" else _past_subset(text, match.end())
            blanks = "\n" * text.count("\n", match.start(), position)
            body = body[: match.start()] + blanks.rjust(position - match.start()) + body[position:]
        else:
            break
    root = _ROOT.match(text, position)
    if root is None and (not text[position:] or text.startswith(("<!", "<?"), position)):
        raise _broken(text[position:])
    return Prolog(doctype, root["name"] if root else "", position, body)


def _broken(rest: str) -> NotXmlError:
    """The error for a prolog that goes on as no prolog does."""
    end = "-->" if rest.startswith("<!--") else "?>" if rest.startswith("<?") else ">"
    cut_short = end not in rest
    fault = "is cut short" if cut_short else "is not well-formed"
    return NotXmlError(
        f"the XML file {fault} before its first element, at {excerpt(rest)}",
        remedy="fetch the file again" if cut_short else "mend the file at the place named",
        found="truncated" if cut_short else "malformed",
    )


def _past_subset(text: str, position: int) -> int:
    """Position after ``]>`` of an internal subset that declares nothing dangerous."""
    while match := _HARMLESS.match(text, position):
        position = match.end()
    if text.startswith("<!ENTITY", position) or text.startswith("%", position):
        raise UnsafeXmlError("the DOCTYPE of the XML file declares entities", remedy=_REMEDY)
    if text.startswith("<!ATTLIST", position):
        raise UnsafeXmlError("the DOCTYPE of the XML file declares default attributes", remedy=_REMEDY)
    end = re.compile(r"\]\s*+>").match(text, position)
    if end is None:
        raise _broken(text[position:])
    return end.end()
