"""A knowledge base: concepts with their names, found by name, and the hierarchy between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Self

from clinicalbr.errors import KnowledgeBaseError
from clinicalbr.linking._jsonl import read_jsonl
from clinicalbr.linking._names import NameTable
from clinicalbr.linking.graph import ConceptGraph
from clinicalbr.schema import Concept

__all__ = ["KnowledgeBase"]


class KnowledgeBase:
    """Concepts, their names and their hierarchy.

    Args:
        concepts: Concepts with identifiers that differ.
        graph: Hierarchy between them; none when it is left out.
        name: Name of the base.
        release: Its version, which enters every signature.
        licence: Its licence.

    Raises:
        KnowledgeBaseError: Two concepts share an identifier.

    Examples:
        >>> dengue = Concept("C0011311", {"pt": ("dengue",), "en": ("dengue", "dengue fever")}, types=("T047",))
        >>> kb = KnowledgeBase([dengue])
        >>> [concept.cui for concept in kb.find("DENGUE FEVER")]
        ['C0011311']
    """

    def __init__(
        self,
        concepts: Iterable[Concept],
        graph: ConceptGraph | None = None,
        *,
        name: str = "unnamed",
        release: str = "unstated",
        licence: str = "unstated",
    ) -> None:
        self.concepts: tuple[Concept, ...] = tuple(concepts)
        self.graph = graph or ConceptGraph({})
        self.name, self.release, self.licence = name, release, licence
        self._by_cui: dict[str, Concept] = {}
        for concept in self.concepts:
            if self._by_cui.setdefault(concept.cui, concept) is not concept:
                raise KnowledgeBaseError(f"two concepts are called {concept.cui!r}", remedy="merge them into one")

    @classmethod
    def default(cls) -> KnowledgeBase:
        """The knowledge base that comes with clinicalbr.

        Hand-written names of diseases and exams in English, Portuguese and Spanish. It stands in for the UMLS where no
        licence is at hand; it is not the UMLS and far smaller.

        Returns:
            The base; the same object every time.

        Examples:
            >>> KnowledgeBase.default().release
            'default-1'
        """
        return _default()

    @classmethod
    def from_jsonl(cls, path: str | Path, *, language: str = "en") -> Self:
        """Read a knowledge base from JSON lines.

        Two forms are told apart by the first line: clinicalbr's own, which begins with a header, and scispaCy's
        (``concept_id``, ``canonical_name``, ``aliases``, ``types``), which holds no hierarchy.

        Args:
            path: The file.
            language: Language of the names of a scispaCy file; the own form states it name by name.

        Returns:
            The base.

        Raises:
            KnowledgeBaseError: The file is wrong; the message names file, line and remedy.

        Examples:
            >>> from importlib.resources import files
            >>> path = str(files("clinicalbr.linking") / "data" / "default_kb.jsonl")
            >>> KnowledgeBase.from_jsonl(path).name
            'clinicalbr default knowledge base'
        """
        read = read_jsonl(Path(path), language)
        graph = ConceptGraph(read.parents)
        return cls(read.concepts, graph, name=read.name, release=read.release, licence=read.licence)

    def get(self, cui: str) -> Concept | None:
        """Concept with an identifier.

        Args:
            cui: The identifier.

        Returns:
            The concept, or ``None``.

        Examples:
            >>> KnowledgeBase([]).get("C0011311") is None
            True
        """
        return self._by_cui.get(cui)

    def find(self, name: str) -> tuple[Concept, ...]:
        """Concepts that have a name, an abbreviation or a popular name.

        Case, accents and punctuation make no difference, except in abbreviations of up to four letters and in those
        that read like an ordinary word: they are found in their own case only.

        Args:
            name: Any text.

        Returns:
            Concepts whose preferred name it is, then those that have it as another name, as an abbreviation, as a
            popular name; identifiers decide within each group.

        Examples:
            >>> kb = KnowledgeBase([Concept("C1", {"pt": ("artrite reumatoide",)}, abbreviations={"pt": ("AR",)})])
            >>> [len(kb.find(name)) for name in ("Artrite  reumatóide", "AR", "ar")]
            [1, 1, 0]
        """
        return tuple(self._by_cui[cui] for cui in dict.fromkeys(match.cui for match in self._table.find(name)))

    def names_of(self, name_or_cui: str) -> tuple[str, ...]:
        """All names of one concept, for instance as synonyms of a masking target.

        Args:
            name_or_cui: An identifier, or a name of the concept. When several concepts share the name, the first one
                that :meth:`find` gives counts; restrict the base to the types that are meant to avoid homographs.

        Returns:
            Names, abbreviations and popular names in all languages; empty when nothing is found.

        Examples:
            >>> kb = KnowledgeBase([Concept("C1", {"en": ("shingles",), "pt": ("herpes-zóster", "zona")})])
            >>> kb.names_of("Zona")
            ('shingles', 'herpes-zóster', 'zona')
        """
        concept = self.get(name_or_cui) or next(iter(self.find(name_or_cui)), None)
        return concept.all_names() if concept else ()

    def agents_of(self, name_or_cui: str) -> tuple[str, ...]:
        """What causes a disease, for instance as agents of a masking target.

        Args:
            name_or_cui: An identifier, or a name of the concept; see :meth:`names_of`.

        Returns:
            Names of its agents; empty when it has none or nothing is found.

        Examples:
            >>> kb = KnowledgeBase([Concept("C1", {"en": ("Chagas disease",)}, agents=("Trypanosoma cruzi",))])
            >>> kb.agents_of("Chagas disease")
            ('Trypanosoma cruzi',)
        """
        concept = self.get(name_or_cui) or next(iter(self.find(name_or_cui)), None)
        return concept.agents if concept else ()

    def restrict(self, types: Collection[str]) -> KnowledgeBase:
        """Keep the concepts of some semantic types.

        Args:
            types: Semantic type codes, for instance :data:`~clinicalbr.linking.DISEASES`; a concept stays when it has
                any of them.

        Returns:
            A smaller base with the same hierarchy, so that relations through dropped concepts still hold.

        Examples:
            >>> kb = KnowledgeBase([Concept("C1", {"pt": ("dengue",)}, types=("T047",))])
            >>> len(kb.restrict({"T059"}))
            0
        """
        wanted = frozenset(types)
        kept = (concept for concept in self.concepts if not wanted.isdisjoint(concept.types))
        return KnowledgeBase(kept, self.graph, name=self.name, release=self.release, licence=self.licence)

    @cached_property
    def _table(self) -> NameTable:
        return NameTable(self.concepts)

    def __contains__(self, cui: object) -> bool:
        return cui in self._by_cui

    def __iter__(self) -> Iterator[Concept]:
        return iter(self.concepts)

    def __len__(self) -> int:
        return len(self.concepts)

    def __repr__(self) -> str:
        return f"KnowledgeBase({self.name!r}, release {self.release!r}, {len(self)} concepts)"


@lru_cache(maxsize=1)
def _default() -> KnowledgeBase:
    with as_file(files("clinicalbr.linking") / "data" / "default_kb.jsonl") as path:
        return KnowledgeBase.from_jsonl(path)
