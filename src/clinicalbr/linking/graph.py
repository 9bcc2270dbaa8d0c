"""The is-a hierarchy of a knowledge base.

Relations are looked up through ancestors only: a concept lies below another one exactly when that other one is among
its ancestors, and the way up stays narrow where the way down can meet a node with thousands of children.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from clinicalbr.errors import InputError
from clinicalbr.schema import Relation, RelationKind

__all__ = ["ConceptGraph"]


class ConceptGraph:
    """Parents and children of concepts, safe against cycles and against concepts that are their own parent.

    Args:
        parents: Parents of each concept, by identifier.

    Examples:
        >>> graph = ConceptGraph({"dengue": ["arbovirus infection"], "arbovirus infection": ["infection"]})
        >>> graph.ancestors("dengue")
        {'arbovirus infection': 1, 'infection': 2}
        >>> graph.relation("infection", "dengue", 2)
        Relation(kind=<RelationKind.ANCESTOR: 'ancestor'>, steps=2)
    """

    def __init__(self, parents: Mapping[str, Iterable[str]]) -> None:
        self._parents = {
            child: tuple(dict.fromkeys(parent for parent in above if parent != child))
            for child, above in parents.items()
        }
        children: dict[str, list[str]] = {}
        for child, above in self._parents.items():
            for parent in above:
                children.setdefault(parent, []).append(child)
        self._children = {parent: tuple(below) for parent, below in children.items()}

    @classmethod
    def from_edges(cls, child_parent_pairs: Iterable[tuple[str, str]]) -> Self:
        """Build a graph from its edges.

        Args:
            child_parent_pairs: Pairs of child and parent; repeats and self-loops do no harm.

        Returns:
            The graph.

        Examples:
            >>> ConceptGraph.from_edges([("dengue", "infection")]).children("infection")
            ('dengue',)
        """
        parents: dict[str, list[str]] = {}
        for child, parent in child_parent_pairs:
            parents.setdefault(child, []).append(parent)
        return cls(parents)

    def parents(self, cui: str) -> tuple[str, ...]:
        """Direct parents of a concept.

        Args:
            cui: Identifier of a concept.

        Returns:
            Identifiers, empty for a root and for an unknown concept.

        Examples:
            >>> ConceptGraph({"dengue": ["infection"]}).parents("dengue")
            ('infection',)
        """
        return self._parents.get(cui, ())

    def children(self, cui: str) -> tuple[str, ...]:
        """Direct children of a concept.

        Args:
            cui: Identifier of a concept.

        Returns:
            Identifiers, empty for a leaf and for an unknown concept.

        Examples:
            >>> ConceptGraph({"dengue": ["infection"]}).children("dengue")
            ()
        """
        return self._children.get(cui, ())

    def ancestors(self, cui: str, depth: int | None = None) -> dict[str, int]:
        """Concepts above a concept.

        Args:
            cui: Identifier of a concept; an unknown one has no ancestors.
            depth: Most steps to go up; without it, all the way.

        Returns:
            Fewest steps to each ancestor, the nearest first, the concept itself left out.

        Raises:
            InputError: ``depth`` is negative.

        Examples:
            >>> ConceptGraph({"a": ["b"], "b": ["c"]}).ancestors("a", 1)
            {'b': 1}
        """
        return _within(self._parents, cui, depth)

    def descendants(self, cui: str, depth: int | None = None) -> dict[str, int]:
        """Concepts below a concept.

        Args:
            cui: Identifier of a concept; an unknown one has no descendants.
            depth: Most steps to go down; without it, all the way.

        Returns:
            Fewest steps to each descendant, the nearest first, the concept itself left out.

        Raises:
            InputError: ``depth`` is negative.

        Examples:
            >>> ConceptGraph({"a": ["b"], "b": ["c"]}).descendants("c")
            {'b': 1, 'a': 2}
        """
        return _within(self._children, cui, depth)

    def relation(self, a: str, b: str, depth: int) -> Relation | None:
        """What concept ``a`` is to concept ``b``.

        Args:
            a: Identifier of a concept.
            b: Identifier of a concept.
            depth: Most steps to look up or down, 0 for identity only.

        Returns:
            The shortest relation within ``depth``, or ``None``. In a cycle both may stand above each other at the
            same distance; then ``a`` counts as the ancestor.

        Raises:
            InputError: ``depth`` is negative.

        Examples:
            >>> graph = ConceptGraph({"a": ["b"], "b": ["c"]})
            >>> graph.relation("a", "c", 2).kind.value, graph.relation("a", "c", 1)
            ('descendant', None)
        """
        if a == b:
            _checked(depth)
            return Relation(RelationKind.SAME, 0)
        down = _within(self._parents, b, depth).get(a)
        up = _within(self._parents, a, depth if down is None else min(depth, down - 1)).get(b)
        if up is not None:
            return Relation(RelationKind.DESCENDANT, up)
        return None if down is None else Relation(RelationKind.ANCESTOR, down)

    def __len__(self) -> int:
        return sum(map(len, self._parents.values()))


def _checked(depth: int | None) -> None:
    if depth is not None and depth < 0:
        raise InputError(f"depth {depth} is negative", remedy="count hierarchy steps from 0")


def _within(edges: Mapping[str, tuple[str, ...]], start: str, depth: int | None) -> dict[str, int]:
    """Fewest steps from a node to every other node that the edges lead to."""
    _checked(depth)
    steps: dict[str, int] = {}
    level, taken = [start], 0
    while level and (depth is None or taken < depth):
        taken += 1
        reached = dict.fromkeys(node for at in level for node in edges.get(at, ()))
        level = [node for node in reached if node != start and node not in steps]
        steps.update(dict.fromkeys(level, taken))
    return steps
