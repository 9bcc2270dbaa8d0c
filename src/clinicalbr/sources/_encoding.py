"""From the bytes of an XML file to text."""

from __future__ import annotations

import codecs
import re

from clinicalbr.errors import NotXmlError

__all__ = ["MARKS", "decode_xml"]

_DECLARATION = re.compile(r"""\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["'][^>]*\?>""")
_ANY_DECLARATION = re.compile(r"\s*<\?xml\s[^>]*\?>")
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Codecs of text in one-byte letters. Others of Python decode what no XML file holds ("zlib", "unicode_escape").
_ONE_BYTE = re.compile(r"ascii|latin[_-]?1|iso8859-[0-9]{1,2}|cp125[0-8]|mac-roman|koi8-[ru]")


def decode_xml(data: bytes) -> str:
    """Decode an XML file by its byte order mark, its first bytes or its declaration, and cut the declaration off.

    Bytes that are valid UTF-8 with letters outside ASCII are read as UTF-8 whatever one-byte encoding is declared: text
    in such an encoding does not happen to be valid UTF-8.

    Args:
        data: The file.

    Returns:
        Its text, without byte order mark and XML declaration.

    Raises:
        NotXmlError: The bytes do not fit the declared encoding, or the encoding is not known.
    """
    text = _decode(data)
    declaration = _ANY_DECLARATION.match(text)
    return text[declaration.end() :] if declaration else text


def _decode(data: bytes) -> str:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], encoding, declared=f"has the byte order mark of {encoding}")
    if encoding_of_zeros := _wide_encoding(data[:4]):
        return _strict(data, encoding_of_zeros, declared=f"looks like {encoding_of_zeros}")
    declaration = _DECLARATION.match(data[:1024].decode("latin-1"))
    declared = _python_name(declaration[1]) if declaration else "utf-8"
    if declared != "utf-8":
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return _strict(data, declared, declared=f"declares {declared}")
    return _strict(data, "utf-8", declared="declares utf-8" if declaration else "declares no encoding, hence utf-8")


def _wide_encoding(head: bytes) -> str | None:
    zeros = "".join("0" if byte == 0 else "x" for byte in head)
    return {"x000": "utf-32-le", "000x": "utf-32-be", "x0x0": "utf-16-le", "0x0x": "utf-16-be"}.get(zeros)


def _python_name(declared: str) -> str:
    try:
        name = codecs.lookup(declared).name
    except LookupError:
        name = ""
    if name in ("utf-8", "utf-16", "utf-32", "utf-16-le", "utf-16-be") or name == "utf-8-sig":
        # A file whose declaration can be read byte by byte is in none of the wide encodings.
        return "utf-8"
    if not _ONE_BYTE.fullmatch(name):
        raise NotXmlError(
            f"the XML file declares the encoding {declared!r}, which is not read", remedy="convert the file to UTF-8"
        )
    return name


def _strict(data: bytes, encoding: str, *, declared: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        cut_short = error.reason in ("unexpected end of data", "truncated data")
        found = "truncated" if cut_short else "malformed"
        raise NotXmlError(
            f"the file {declared}, but byte {error.start} does not fit: {error.reason}",
            remedy="fetch the file again"
            if cut_short
            else "convert the file to UTF-8, or correct its encoding declaration",
            found=found,
        ) from error
