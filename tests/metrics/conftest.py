"""A concept graph of a few nodes and an oracle that computes the metrics from their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import strategies as st

from clinicalbr.schema import Link, NoLink, Relation, RelationKind


class SmallGraph:
    """A directed acyclic graph given by its parent-child edges; distances by Floyd and Warshall."""

    def __init__(self, nodes: int, edges: frozenset[tuple[int, int]]) -> None:
        far = 10**6
        self.names = [f"N{i}" for i in range(nodes)]
        self.down = [[0 if i == j else far for j in range(nodes)] for i in range(nodes)]
        for parent, child in edges:
            self.down[parent][child] = 1
        for k in range(nodes):
            for i in range(nodes):
                for j in range(nodes):
                    self.down[i][j] = min(self.down[i][j], self.down[i][k] + self.down[k][j])

    def steps(self, a: str, b: str) -> int:
        """Fewest steps between two nodes, all up or all down."""
        if a == b:
            return 0
        if a not in self.names or b not in self.names:
            return 10**6
        i, j = self.names.index(a), self.names.index(b)
        return min(self.down[i][j], self.down[j][i])

    def relation(self, a: str, b: str, depth: int) -> Relation | None:
        steps = self.steps(a, b)
        if steps > depth:
            return None
        if steps == 0:
            return Relation(RelationKind.SAME, 0)
        above = self.down[self.names.index(a)][self.names.index(b)] == steps
        return Relation(RelationKind.ANCESTOR if above else RelationKind.DESCENDANT, steps)


class Oracle:
    """Precision and recall by counting, without any code of the library."""

    def __init__(self, graph: SmallGraph, depth: int) -> None:
        self.graph, self.depth = graph, depth

    def sizes(self, items: list[Link | NoLink | str]) -> tuple[list[str], int]:
        concepts = {item.cui if isinstance(item, Link) else item for item in items if not isinstance(item, NoLink)}
        return sorted(concepts), len({item.mention.lower() for item in items if isinstance(item, NoLink)})

    def hit(self, a: str, b: str) -> bool:
        return self.graph.steps(a, b) <= self.depth

    def any(self, predicted: list, gold: list) -> tuple[Fraction, Fraction]:
        (p, p_out), (g, g_out) = self.sizes(predicted), self.sizes(gold)
        right = sum(any(self.hit(x, y) for y in g) for x in p)
        found = sum(any(self.hit(x, y) for x in p) for y in g)
        return Fraction(right, len(p) + p_out) if p or p_out else Fraction(0), Fraction(found, len(g) + g_out)

    def best_assignment(self, predicted: list, gold: list) -> tuple[int, int]:
        """Most pairs of a one-to-one matching, and the fewest steps with that many pairs, over all assignments."""
        (p, _), (g, _) = self.sizes(predicted), self.sizes(gold)
        short, long = (p, g) if len(p) <= len(g) else (g, p)
        best = (0, 0)
        for order in permutations(long, len(short)):
            steps = [self.graph.steps(x, y) for x, y in zip(short, order, strict=True) if self.hit(x, y)]
            best = min(best, (-len(steps), sum(steps)))
        return -best[0], best[1]


@st.composite
def _graphs(draw: st.DrawFn) -> SmallGraph:
    nodes = draw(st.integers(1, 6))
    possible = [(i, j) for i in range(nodes) for j in range(i + 1, nodes)]
    chosen = draw(st.sets(st.sampled_from(possible), max_size=8)) if possible else set()
    return SmallGraph(nodes, frozenset(chosen))


@st.composite
def _comparisons(draw: st.DrawFn) -> tuple[SmallGraph, list, list, int]:
    graph = draw(_graphs())
    names = st.sampled_from([*graph.names, "X1"])
    items = st.one_of(
        names,
        st.builds(Link, st.sampled_from("ab"), names, st.just("name"), st.just(1.0), st.just("exact")),
        st.builds(NoLink, st.sampled_from(["u", "U", "v"]), st.just("no_candidates")),
    )
    predicted = draw(st.lists(items, max_size=6))
    gold = draw(st.lists(items, min_size=1, max_size=6))
    return graph, predicted, gold, draw(st.integers(0, 3))


@pytest.fixture(scope="session")
def comparisons():
    """Strategy for (graph, predicted, gold, depth)."""
    return _comparisons()


@pytest.fixture(scope="session")
def oracle():
    """The oracle, to be called with graph and depth."""
    return Oracle


@pytest.fixture(scope="session")
def family() -> SmallGraph:
    """N0 over N1 and N2; N1 over N3; N3 over N4."""
    return SmallGraph(6, frozenset({(0, 1), (0, 2), (1, 3), (3, 4)}))
