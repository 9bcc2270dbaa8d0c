"""Concepts of a knowledge base, and what linking a mention to them can give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

__all__ = ["Concept", "ConceptRelations", "Link", "NoLink", "Relation", "RelationKind", "ScoredConcept"]


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept of a knowledge base.

    Args:
        cui: Identifier: a UMLS CUI (``C`` and seven digits), or an identifier with the base's own prefix.
        names: Names by language, the preferred one first.
        abbreviations: Abbreviations by language.
        colloquial: Popular and old names by language.
        types: UMLS semantic type codes such as ``"T047"``.
        agents: Causal organisms, toxins or substances.
        flags: Tags of the base, for instance ``"tropical"``.

    Examples:
        >>> dengue = Concept("C0011311", {"pt": ("dengue",), "en": ("dengue", "dengue fever")})
        >>> dengue.preferred("en"), dengue.all_names("pt")
        ('dengue', ('dengue',))
    """

    cui: str
    names: Mapping[str, tuple[str, ...]]
    abbreviations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    colloquial: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    types: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()

    def __hash__(self) -> int:
        return hash(self.cui)

    def preferred(self, language: str = "en") -> str:
        """Preferred name in a language, or in the first language that has one.

        Args:
            language: Two letters.

        Returns:
            A name; the identifier when the concept has none.

        Examples:
            >>> Concept("C1", {"pt": ("sarampo",)}).preferred("en")
            'sarampo'
        """
        names = self.names.get(language) or next((value for value in self.names.values() if value), ())
        return names[0] if names else self.cui

    def all_names(self, *languages: str) -> tuple[str, ...]:
        """Names, abbreviations and popular names, without repeats.

        Args:
            *languages: Languages to take; all when none is given.

        Returns:
            Names, the preferred ones first.

        Examples:
            >>> Concept("C1", {"pt": ("infarto",)}, abbreviations={"pt": ("IAM",)}).all_names()
            ('infarto', 'IAM')
        """
        tables = (self.names, self.abbreviations, self.colloquial)
        wanted = languages or tuple(dict.fromkeys(language for table in tables for language in table))
        return tuple(dict.fromkeys(name for table in tables for language in wanted for name in table.get(language, ())))


@dataclass(frozen=True, slots=True)
class ScoredConcept:
    """A candidate for a mention.

    Args:
        cui: The concept.
        name: Name of the concept that matched.
        score: Similarity, higher is closer; 1.0 for an exact match.

    Examples:
        >>> ScoredConcept("C0011311", "dengue", 1.0).score
        1.0
    """

    cui: str
    name: str
    score: float


@dataclass(frozen=True, slots=True)
class Link:
    """A mention linked to a concept.

    Args:
        mention: The text that was linked, as given.
        cui: The concept.
        name: Name of the concept that matched.
        score: Similarity of mention and name; 1.0 for an exact match.
        method: ``"exact"`` (folded name or abbreviation) or ``"vector"``.
        candidates: All candidates in order, the chosen one first.

    Examples:
        >>> Link("DENGUE", "C0011311", "dengue", 1.0, "exact").cui
        'C0011311'
    """

    mention: str
    cui: str
    name: str
    score: float
    method: str
    candidates: tuple[ScoredConcept, ...] = ()


@dataclass(frozen=True, slots=True)
class NoLink:
    """A mention that was not linked, and why.

    Args:
        mention: The text, as given.
        reason: ``"empty"``, ``"below_threshold"``, ``"margin"``, ``"no_candidates"``, ``"narrower"`` (the closest name
            says more than the mention) or ``"negated"`` (the mention denies).
        candidates: Candidates in order, for the reader who wants to see what was close.

    Examples:
        >>> NoLink("nega alergias", "below_threshold").reason
        'below_threshold'
    """

    mention: str
    reason: str
    candidates: tuple[ScoredConcept, ...] = ()


class RelationKind(StrEnum):
    """How one concept stands to another.

    Examples:
        >>> RelationKind("ancestor").value
        'ancestor'
    """

    SAME = "same"
    ANCESTOR = "ancestor"
    DESCENDANT = "descendant"


@dataclass(frozen=True, slots=True)
class Relation:
    """What a first concept is to a second one.

    Args:
        kind: Same, ancestor or descendant.
        steps: Number of hierarchy steps between them, 0 for the same concept.

    Examples:
        >>> Relation(RelationKind.ANCESTOR, 1).steps
        1
    """

    kind: RelationKind
    steps: int


@runtime_checkable
class ConceptRelations(Protocol):
    """Anything that can tell how two concepts are related; a ``ConceptGraph`` is one."""

    def relation(self, a: str, b: str, depth: int) -> Relation | None:
        """What concept ``a`` is to concept ``b``.

        Args:
            a: Identifier of a concept.
            b: Identifier of a concept.
            depth: Most steps to look up or down, 0 for identity only.

        Returns:
            The shortest relation, or ``None`` when there is none within ``depth``.
        """
        ...
