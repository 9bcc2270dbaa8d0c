"""Creative Commons licences in one spelling, from addresses, sentences and codes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from clinicalbr.text import fold_text

__all__ = ["licence_of_code", "licence_of_text", "licence_of_url", "strictest"]

_URL = re.compile(
    r"creativecommons\.org/(?:licen[cs]es/(by(?:-(?:nc|nd|sa))*)|publicdomain/(zero))(?:/([0-9]\.[0-9]))?",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?:cc[ -]?)?(by(?:[ -](?:nc|nd|sa))*)(?:[ /-]v?([0-9]\.[0-9]))?(?:/.*)?", re.IGNORECASE)
_ZERO_CODE = re.compile(r"(?:cc[ -]?0|cc[ -]?zero|zero)(?:[ /-]([0-9]\.[0-9]))?", re.IGNORECASE)

# Folded names of the licences in the languages in which they are published.
_NON_COMMERCIAL = r"(?:non|nao|no)[ -]?com+ercial"
_NO_DERIVATIVES = r"(?:no|non|sem|sin)[ -]?(?:deriv[a-z]*|obras? derivadas?)"
_SHARE_ALIKE = r"(?:share[ -]?alike|compartil?h?a ?igual|compartir ?igual)"
_TERMS = rf"(?:(?:[ ,/&-]|and )*(?:{_NON_COMMERCIAL}|{_NO_DERIVATIVES}|{_SHARE_ALIKE}))*"
_NAMED = re.compile(rf"creative commons[ ,:'-]*(?:licen[a-z]+ )?(?:d[eo] )?(?:tipo )?at?tribu[a-z]+(?P<terms>{_TERMS})")
_SHORT = re.compile(
    r"\bcc[ -]?by(?P<terms>(?:[ -](?:nc|nd|sa)\b)*)(?:[ -]?(?:v|version )?(?P<version>[0-9]\.[0-9]))?\b"
)
_ZERO_NAMED = re.compile(r"\bcc[ -]?(?:0|zero)\b(?: ?(?P<version>[0-9]\.[0-9]))?|creative commons zero")
_VERSION = re.compile(r"\b([1-4]\.[0-9])\b")
_SENTENCE_END = re.compile(r"[.;](?![0-9])|[()]")
_REACH = 60


def _spell(terms: str, version: str | None) -> str:
    found = set(re.findall("nc|nd|sa", terms.lower()))
    letters = "".join(f"-{term.upper()}" for term in ("nc", "nd", "sa") if term in found)
    return f"CC BY{letters}" + (f" {version}" if version else "")


def _spell_zero(version: str | None) -> str:
    return f"CC0 {version or '1.0'}"


def licence_of_url(text: str | None) -> str | None:
    """The licence that an address of creativecommons.org stands for.

    Args:
        text: An address, or text that holds one.

    Returns:
        For instance ``"CC BY-NC 4.0"``; a port to a country's law is left out. ``None`` for any other address.
    """
    match = _URL.search(html.unescape(text or ""))
    if not match:
        return None
    return _spell_zero(match[3]) if match[2] else _spell(match[1], match[3])


def licence_of_code(text: str | None, *, default_version: str | None = None) -> str | None:
    """The licence that a catalogue code stands for.

    Args:
        text: For instance ``"by/4.0"``, ``"BY-NC"`` or an address.
        default_version: Version to add to a code without one.

    Returns:
        The licence, or ``None`` for anything else, ``"nd"`` (no licence stated) included.
    """
    stripped = (text or "").strip()
    if zero := _ZERO_CODE.fullmatch(stripped):
        return _spell_zero(zero[1])
    if match := _CODE.fullmatch(stripped):
        return _spell(match[1], match[2] or default_version)
    return licence_of_url(stripped)


def licence_of_text(text: str | None) -> str | None:
    """The licence that a sentence names.

    Args:
        text: A licence statement in English, Portuguese or Spanish, or a copyright line.

    Returns:
        The licence, without version when the sentence gives none; ``None`` when it names none.
    """
    if found := licence_of_url(text):
        return found
    folded = " ".join(fold_text(text or "").split())
    short = _SHORT.search(folded)
    if match := _NAMED.search(folded):
        tail = _SENTENCE_END.split(folded[match.end() : match.end() + _REACH], maxsplit=1)[0]
        version = _VERSION.search(tail)
        terms = "-".join(
            term
            for term, pattern in (("nc", _NON_COMMERCIAL), ("nd", _NO_DERIVATIVES), ("sa", _SHARE_ALIKE))
            if re.search(pattern, match["terms"])
        )
        named = _spell(terms, version[1] if version else None)
        spelled = _spell(short["terms"], short["version"]) if short else named
        return spelled if spelled.startswith(f"{named} ") else named
    if short:
        return _spell(short["terms"], short["version"])
    if match := _ZERO_NAMED.search(folded):
        return _spell_zero(match["version"])
    return None


def strictest(licences: Iterable[str | None]) -> str | None:
    """Of licences that one place states, the one that allows least; the first among equals.

    Args:
        licences: Licences in our spelling.

    Returns:
        One of them, or ``None`` when there is none.
    """
    found = [licence for licence in licences if licence]
    return max(found, key=lambda licence: 0 if licence.startswith("CC0") else 1 + licence.count("-"), default=None)
