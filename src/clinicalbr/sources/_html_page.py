"""A web page as a tree, from bytes whose encoding nobody vouches for."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from clinicalbr.errors import InputError, NotXmlError, UnsafeXmlError
from clinicalbr.sources._encoding import MARKS
from clinicalbr.sources._foreign import refuse_bytes
from clinicalbr.sources._plain import clean_record_text, squeeze
from clinicalbr.sources.limits import XmlLimits

__all__ = ["HtmlPage", "decode_html", "has_class", "read_page"]

_MENDING = "clinicalbr-windows-1252"


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    # Bytes that Windows-1252 leaves open come out as control characters, which the text loses later.
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in stray), error.end


codecs.register_error(_MENDING, _as_windows_1252)


def decode_html(data: bytes) -> str:
    """Decode a web page by what its bytes are, for what pages declare is often wrong.

    Bytes that form UTF-8 are read as UTF-8, the others as Windows-1252, one by one. So a page in either encoding is
    read rightly, and so is one whose frame is in the first and whose article is in the second. Western text in
    Windows-1252 practically never happens to form UTF-8.

    Args:
        data: The page.

    Returns:
        Its text, without byte order mark and without NUL characters.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace").replace("\x00", "")
    return data.decode("utf-8", _MENDING).replace("\x00", "")


def has_class(element: etree._Element, *names: str) -> bool:
    """Whether an element bears one of some classes."""
    return not {*names}.isdisjoint((element.get("class") or "").split())


@dataclass(frozen=True)
class HtmlPage:
    """A parsed page.

    Args:
        root: Its root element.
    """

    root: etree._Element

    @cached_property
    def _metas(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for element in self.root.iter("meta"):
            name, content = element.get("name"), clean_record_text(element.get("content") or "")
            if name and content:
                found.setdefault(name.strip().lower(), []).append(content)
        return found

    def metas(self, name: str) -> list[str]:
        """All values of a ``meta`` element, those that are empty left out."""
        return self._metas.get(name, [])

    def meta(self, *names: str) -> str | None:
        """The first value of the first of some ``meta`` elements that has one."""
        return next((values[0] for name in names if (values := self.metas(name))), None)

    def with_class(self, name: str, *tags: str) -> Iterator[etree._Element]:
        """Elements that bear a class, in reading order."""
        return (element for element in self.root.iter(*tags or (etree.Element,)) if has_class(element, name))

    @property
    def title(self) -> str:
        """Title of the page, for messages."""
        element = self.root.find(".//title")
        return "" if element is None else squeeze("".join(map(str, element.itertext())))


def read_page(data: bytes, limits: XmlLimits) -> HtmlPage:
    """Parse a web page; nothing is fetched, no script is run.

    Args:
        data: The page.
        limits: Bounds of size; the parser itself bounds the depth.

    Returns:
        The page.

    Raises:
        InputError: The data are not bytes.
        NotXmlError: Nothing is there, or a PDF, gzip or ZIP file.
        UnsafeXmlError: The page is too large.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise InputError(f"a page is read from bytes, not from {type(data).__name__}", remedy="hand over the bytes")
    data = bytes(data)
    if len(data) > limits.max_bytes:
        raise UnsafeXmlError(
            f"the page has {len(data)} bytes, more than {limits.max_bytes}",
            remedy="raise the bound: limits=XmlLimits(max_bytes=...)",
        )
    refuse_bytes(data)
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(decode_html(data).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        raise NotXmlError(
            "found no page", remedy="fetch the page again", found="empty" if not data.strip() else "malformed"
        )
    return HtmlPage(root)
