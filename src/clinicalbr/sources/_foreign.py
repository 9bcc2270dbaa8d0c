"""What bytes are that should have been an XML article and are not."""

from __future__ import annotations

import re

from clinicalbr.errors import NotXmlError

__all__ = ["excerpt", "refuse_bytes", "refuse_text"]

_SIGNATURES = (
    (b"%PDF", "pdf", "a PDF", "ask for the XML of the article, or extract the text of the PDF with another tool"),
    (b"\x1f\x8b", "gzip", "data compressed with gzip", "decompress it first: gzip.decompress(data)"),
    (b"PK\x03\x04", "zip", "a ZIP archive", "take the XML file out of the archive"),
)
_JSON_LITERAL = re.compile(r"(?:null|true|false|-?[0-9][0-9.eE+-]*|\"[^\"]*\")\s*")


def excerpt(text: str, length: int = 40) -> str:
    """The beginning of a text for an error message."""
    line = " ".join(text[: 4 * length].split())
    return repr(line[:length] + ("\N{HORIZONTAL ELLIPSIS}" if len(line) > length else ""))


def refuse_bytes(data: bytes) -> None:
    """Raise for data that are recognised by their first bytes.

    Args:
        data: The data handed in.

    Raises:
        NotXmlError: Nothing is there, or a PDF, gzip or ZIP file.
    """
    head = data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    for signature, found, name, remedy in _SIGNATURES:
        if head.startswith(signature):
            raise NotXmlError(f"found {name} in place of an XML article", remedy=remedy, found=found)


def refuse_text(text: str) -> None:
    """Raise for text that is recognised by its first characters.

    Args:
        text: The decoded data, without byte order mark.

    Raises:
        NotXmlError: Nothing is there, or JSON.
    """
    head = text.lstrip()
    if not head.strip("\x00"):
        raise NotXmlError("found no data in place of an XML article", remedy="fetch the article again", found="empty")
    if head[0] in "{[" or _JSON_LITERAL.fullmatch(head):
        raise NotXmlError(
            f"found JSON in place of an XML article: {excerpt(head)}",
            remedy="a service that answers null knows no such article; a record goes to parse_articlemeta",
            found="json",
        )
