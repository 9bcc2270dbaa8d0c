"""How names are compared, and the table that finds concepts by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Concept
from clinicalbr.text import fold_text

_WORDS = re.compile(r"[^\W_]+")
_DOTTED = re.compile(r"\s*(?:[^\W\d_]\.\s?){2,}\s*")
_LETTERS_OF_A_SHORT_ABBREVIATION = 4


class NameKind(IntEnum):
    """What a name is to its concept; where two concepts share a name, the lower value wins."""

    PREFERRED = 0
    SYNONYM = 1
    ABBREVIATION = 2
    COLLOQUIAL = 3


class NameMatch(NamedTuple):
    """A concept found by name; matches sort by what the name is to the concept, then by identifier."""

    kind: NameKind
    cui: str
    language: str
    name: str


def name_key(text: str) -> str:
    """Form in which names are equal: folded words and numbers, one space between them, punctuation left out."""
    return " ".join(_WORDS.findall(fold_text(text)))


def abbreviation_key(text: str) -> str:
    """Form in which abbreviations are equal when case decides; ``"E.M."`` and ``"EM"`` share one."""
    composed = unicodedata.normalize("NFKC", text)
    if _DOTTED.fullmatch(composed):
        composed = composed.replace(".", "").replace(" ", "")
    return " ".join(_WORDS.findall(composed))


def ordinary_words(languages: Iterable[str]) -> frozenset[str]:
    """Folded words that an abbreviation of these languages may be mistaken for."""
    packs = [LanguagePack.load(code) for code in languages if code in LanguagePack.included()]
    return frozenset().union(*(pack.function_words | pack.acronyms.homographs for pack in packs))


def case_decides(abbreviation: str, ordinary: frozenset[str]) -> bool:
    """Whether an abbreviation is itself only in its own case: ``AR`` is a disease, ``ar`` is air."""
    key = abbreviation_key(abbreviation)
    short = key.isalpha() and len(key) <= _LETTERS_OF_A_SHORT_ABBREVIATION
    return short or name_key(abbreviation) in ordinary


class NameTable:
    """Finds concepts by name, whatever the case, the accents and the punctuation of the name.

    Args:
        concepts: Concepts to find.
    """

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._folded: dict[str, list[NameMatch]] = {}
        self._cased: dict[str, list[NameMatch]] = {}
        concepts = tuple(concepts)
        ordinary = ordinary_words(sorted({language for concept in concepts for language in concept.abbreviations}))
        for concept in concepts:
            for language, names in concept.names.items():
                for position, name in enumerate(names):
                    kind = NameKind.SYNONYM if position else NameKind.PREFERRED
                    self._folded.setdefault(name_key(name), []).append(NameMatch(kind, concept.cui, language, name))
            for language, names in concept.colloquial.items():
                for name in names:
                    match = NameMatch(NameKind.COLLOQUIAL, concept.cui, language, name)
                    self._folded.setdefault(name_key(name), []).append(match)
            for language, names in concept.abbreviations.items():
                for name in names:
                    match = NameMatch(NameKind.ABBREVIATION, concept.cui, language, name)
                    if case_decides(name, ordinary):
                        self._cased.setdefault(abbreviation_key(name), []).append(match)
                    else:
                        self._folded.setdefault(name_key(name), []).append(match)

    def find(self, name: str) -> list[NameMatch]:
        """Every match of a name, sorted; one concept may occur more than once."""
        found = self._folded.get(name_key(name), []) + self._cased.get(abbreviation_key(name), [])
        return sorted(found)
