"""Identifiers of articles, languages and journals in one spelling each."""

from __future__ import annotations

import re

from clinicalbr.errors import InputError
from clinicalbr.sources._foreign import excerpt

__all__ = [
    "normal_doi",
    "normal_issn",
    "normal_language",
    "normal_pid_v2",
    "normal_pmcid",
    "normal_pmid",
    "required_pmcid",
]

_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.[0-9]{4,9}/\S+)", re.IGNORECASE)
_PID_V2 = re.compile(r"[Ss][0-9]{4}-[0-9]{3}[0-9xX][0-9]{13}")
_PMCID = re.compile(r"(?:PMC)?([0-9]+)(?:\.[0-9]+)?", re.IGNORECASE)
_ISSN = re.compile(r"([0-9]{4})-?([0-9]{3}[0-9xX])")
_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_].*)?", re.DOTALL)
_NO_LANGUAGE = frozenset({"und", "zxx", "mul", "mis"})


def normal_doi(text: str | None) -> str | None:
    """A DOI in lower case without its resolver, ``None`` when it is no DOI."""
    match = _DOI.fullmatch((text or "").strip())
    return match[1].lower() if match else None


def normal_pid_v2(text: str | None) -> str | None:
    """A SciELO PID of version 2, ``None`` when it is none."""
    match = _PID_V2.fullmatch((text or "").strip())
    return match[0].upper() if match else None


def normal_pmcid(text: str | None) -> str | None:
    """A PubMed Central identifier with its prefix and without version, ``None`` when it is none."""
    match = _PMCID.fullmatch((text or "").strip())
    return f"PMC{match[1]}" if match else None


def required_pmcid(text: str) -> str:
    """A PubMed Central identifier as :func:`normal_pmcid` writes it; ``InputError`` when it is none."""
    found = normal_pmcid(text)
    if found is None:
        raise InputError(
            f"{excerpt(text, 80)} is no identifier of PubMed Central", remedy="give one such as PMC4739221"
        )
    return found


def normal_pmid(text: str | None) -> str | None:
    """A PubMed identifier, ``None`` when it is no number."""
    stripped = (text or "").strip()
    return stripped if re.fullmatch(r"[0-9]+", stripped) else None


def normal_issn(text: str | None) -> str | None:
    """An ISSN with its hyphen, ``None`` when it is none."""
    match = _ISSN.fullmatch((text or "").strip())
    return f"{match[1]}-{match[2].upper()}" if match else None


def normal_language(text: str | None) -> str | None:
    """A language code in lower case without its region, ``None`` when no language is stated."""
    match = _LANGUAGE.fullmatch((text or "").strip())
    code = match[1].lower() if match else None
    return None if code in _NO_LANGUAGE else code
