"""White space and stray control characters of text that comes out of mark-up."""

from __future__ import annotations

import html
import re
import unicodedata

__all__ = ["clean_record_text", "squeeze"]

_TAG = re.compile(
    r"</?(?:a|b|big|br|center|div|em|font|i|img|italic|bold|li|ol|p|small|span|strong|sub|sup|u|ul)\b[^<>]*/?>",
    re.IGNORECASE,
)
_BREAKING_TAG = re.compile(r"</?(?:br|center|div|li|ol|p|ul)\b", re.IGNORECASE)


def _windows_1252() -> dict[int, str]:
    """Characters of Windows-1252 that were written into Unicode as if they were Latin-1."""
    table = {}
    for code in range(0x80, 0xA0):
        try:
            table[code] = bytes([code]).decode("cp1252")
        except UnicodeDecodeError:
            table[code] = " "
    # U+0085 is a line end of its own and far more likely that than a horizontal ellipsis.
    table[0x85] = " "
    return table


_STRAY = _windows_1252()


def squeeze(text: str) -> str:
    """Text on one line: every run of white space is one space, none at the ends.

    Args:
        text: Any text.

    Returns:
        The text, with quotation marks and dashes of Windows-1252 that stand as control characters mended.
    """
    return " ".join(text.translate(_STRAY).split())


def clean_record_text(text: str) -> str:
    """Plain text of a field of a catalogue record.

    Records are escaped once or twice, hold inline tags, line ends and control characters.

    Args:
        text: The field as it stands.

    Returns:
        Text on one line, without tags and control characters; no two words are joined.
    """
    for _ in range(2):
        unescaped = html.unescape(text)
        if unescaped == text:
            break
        text = unescaped
    text = _TAG.sub(lambda tag: " " if _BREAKING_TAG.match(tag.group()) else "", text).translate(_STRAY)
    kept = []
    for char in text:
        category = unicodedata.category(char)
        if category in ("Cc", "Zl", "Zp"):
            kept.append(" ")
        elif category not in ("Cf", "Cs"):
            kept.append(char)
    return " ".join("".join(kept).split())
