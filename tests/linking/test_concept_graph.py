"""The graph agrees with a brute-force search, on any graph, cycles and self-loops included."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clinicalbr.errors import InputError
from clinicalbr.linking import ConceptGraph
from clinicalbr.schema import ConceptRelations, Relation, RelationKind

nodes = st.sampled_from("abcdef")
edge_lists = st.lists(st.tuples(nodes, nodes), max_size=20)
TWO_ROUND, THREE_ROUND = [("a", "b"), ("b", "a")], [("a", "b"), ("b", "c"), ("c", "a")]


def distances(edges: list[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Fewest steps up between all pairs, by relaxing every edge until nothing changes."""
    found = {(node, node): 0 for node in "abcdefgh"}
    changed = True
    while changed:
        changed = False
        for (start, middle), steps in list(found.items()):
            for child, parent in edges:
                if child == middle and steps + 1 < found.get((start, parent), 99):
                    found[start, parent] = steps + 1
                    changed = True
    return found


@given(edge_lists, nodes, st.none() | st.integers(0, 9))
@example(TWO_ROUND, "a", None)
@example(THREE_ROUND, "a", 9)
def test_ancestors_and_descendants_are_those_of_brute_force(
    edges: list[tuple[str, str]], start: str, depth: int | None
) -> None:
    graph = ConceptGraph.from_edges(edges)
    limit = 99 if depth is None else depth
    steps = distances(edges)
    up = {b: n for (a, b), n in steps.items() if a == start and b != start and n <= limit}
    down = {a: n for (a, b), n in steps.items() if b == start and a != start and n <= limit}
    assert graph.ancestors(start, depth) == up
    assert graph.descendants(start, depth) == down
    assert list(graph.ancestors(start, depth).values()) == sorted(up.values())


@given(edge_lists, nodes, nodes, st.integers(0, 9))
@example(TWO_ROUND, "a", "b", 1)
@example(THREE_ROUND, "b", "a", 2)
@example(THREE_ROUND, "a", "b", 2)
def test_relation_is_the_shortest_way(edges: list[tuple[str, str]], a: str, b: str, depth: int) -> None:
    steps = distances(edges)
    down, up = steps.get((b, a), 99), steps.get((a, b), 99)
    expected = None
    if a == b:
        expected = Relation(RelationKind.SAME, 0)
    elif min(up, down) <= depth:
        expected = Relation(RelationKind.ANCESTOR, down) if down <= up else Relation(RelationKind.DESCENDANT, up)
    assert ConceptGraph.from_edges(edges).relation(a, b, depth) == expected


@given(edge_lists, nodes, nodes, st.integers(0, 9))
def test_relation_read_backwards(edges: list[tuple[str, str]], a: str, b: str, depth: int) -> None:
    graph = ConceptGraph.from_edges(edges)
    forwards, backwards = graph.relation(a, b, depth), graph.relation(b, a, depth)
    assert (forwards is None) == (backwards is None)
    if forwards and backwards:
        assert forwards.steps == backwards.steps


@given(st.permutations([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "d"), ("a", "b")]))
def test_the_order_of_edges_does_not_matter(edges: list[tuple[str, str]]) -> None:
    graph = ConceptGraph.from_edges(edges)
    assert graph.ancestors("a") == {"b": 1, "c": 1, "d": 2}
    assert len(graph) == 4


def test_unknown_concepts_stand_alone() -> None:
    graph = ConceptGraph({"a": ["b"]})
    assert graph.ancestors("z") == graph.descendants("z") == {}
    assert graph.parents("z") == graph.children("z") == ()
    assert graph.relation("z", "a", 5) is None
    assert graph.relation("z", "z", 0) == Relation(RelationKind.SAME, 0)


def test_a_long_chain_does_not_recurse() -> None:
    graph = ConceptGraph({str(n): [str(n + 1)] for n in range(20_000)})
    assert graph.relation("20000", "0", 20_000) == Relation(RelationKind.ANCESTOR, 20_000)


def test_negative_depth_is_refused() -> None:
    graph = ConceptGraph({"a": ["b"]})
    for call in (
        lambda: graph.ancestors("a", -1),
        lambda: graph.relation("a", "b", -1),
        lambda: graph.relation("a", "a", -1),
    ):
        with pytest.raises(InputError, match="count hierarchy steps from 0"):
            call()


def test_it_is_what_the_metrics_ask_for() -> None:
    assert isinstance(ConceptGraph({}), ConceptRelations)
