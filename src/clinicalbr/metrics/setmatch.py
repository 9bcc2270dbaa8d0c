"""Precision, recall and F1 of two lists of concepts, with credit for near relatives in a hierarchy.

The rule is that of ClinicalBr (methods, "Differential diagnosis and Exam Recommendation"): a predicted concept is a hit
when a gold concept is the same one, or lies within ``depth`` steps above or below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from clinicalbr.errors import InputError
from clinicalbr.metrics._assignment import assign
from clinicalbr.metrics.items import Item, distinct
from clinicalbr.schema import ConceptRelations, Relation, RelationKind, Unscored, UnscoredReason
from clinicalbr.signature import Signature

__all__ = ["Match", "Matching", "SetMatch", "check_rule", "set_match", "set_match_many"]

Matching: TypeAlias = Literal["any", "one_to_one"]
"""``"any"``: one concept may answer for several. ``"one_to_one"``: each answers for one at most."""

_SAME = Relation(RelationKind.SAME, 0)


@dataclass(frozen=True, slots=True)
class Match:
    """A predicted and a gold concept that count for each other.

    Args:
        predicted: Identifier of the predicted concept.
        gold: Identifier of the gold concept.
        kind: What the predicted concept is to the gold one.
        steps: Hierarchy steps between them, 0 for the same concept.

    Examples:
        >>> Match("C1", "C2", RelationKind.ANCESTOR, 1).steps
        1
    """

    predicted: str
    gold: str
    kind: RelationKind
    steps: int


@dataclass(frozen=True, slots=True)
class SetMatch:
    """How well a list of predictions covers a gold list, with the evidence.

    Args:
        precision: Distinct predictions that hit, over all distinct predictions; 0 when nothing was predicted.
        recall: Distinct gold items that are hit, over all distinct gold items.
        f1: Harmonic mean of precision and recall, 0 when both are 0.
        matches: Pairs that count: every related pair under ``"any"``, the assigned ones under ``"one_to_one"``.
        unlinked_predicted: Distinct predictions without a concept; they are in the denominator of precision.
        unlinked_gold: Distinct gold items without a concept; they are in the denominator of recall.
        n_predicted: Distinct predictions.
        n_gold: Distinct gold items.
        signature: How it was computed.

    Examples:
        >>> set_match(["C1", "C2"], ["C1"]).n_predicted
        2
    """

    precision: float
    recall: float
    f1: float
    matches: tuple[Match, ...]
    unlinked_predicted: int
    unlinked_gold: int
    n_predicted: int
    n_gold: int
    signature: Signature

    @property
    def predicted_hits(self) -> int:
        """Distinct predictions that hit a gold item."""
        return len({match.predicted for match in self.matches})

    @property
    def gold_hits(self) -> int:
        """Distinct gold items that were hit."""
        return len({match.gold for match in self.matches})


def set_match(
    predicted: Sequence[Item],
    gold: Sequence[Item],
    graph: ConceptRelations | None = None,
    depth: int = 0,
    matching: Matching = "any",
) -> SetMatch | Unscored:
    """Compare a list of predictions with a gold list.

    Items of one concept collapse, and so do unlinked mentions that fold alike. An unlinked item never hits, and stays
    in its denominator.

    Args:
        predicted: Linked mentions, unlinked ones, or concept identifiers as text.
        gold: The same, for the reference.
        graph: Hierarchy that tells how two concepts are related; needed when ``depth`` is above 0.
        depth: Most steps, up or down, for which credit is given; 0 asks for the same concept. The paper uses 2.
        matching: ``"any"`` is the rule of the paper. ``"one_to_one"`` is a largest matching with the fewest steps, so
            that one broad ancestor cannot claim a whole gold list.

    Returns:
        The scores and what they rest on; ``Unscored`` when there is no gold item. An empty prediction scores 0.

    Raises:
        InputError: A list or an item has the wrong form, or ``depth``, ``graph`` or ``matching`` do not fit.

    Examples:
        >>> result = set_match(["C1", "C3"], ["C1", "C2"])
        >>> result.precision, result.recall, result.f1
        (0.5, 0.5, 0.5)
        >>> set_match(["C1"], []).reason.value
        'empty_gold'
    """
    check_rule(depth, matching)
    if depth and graph is None:
        raise InputError(f"depth {depth} needs a hierarchy", remedy="pass graph=, or depth=0 for the same concept only")
    guessed, wanted = distinct(predicted, "predicted"), distinct(gold, "gold")
    if not wanted.size:
        return Unscored(UnscoredReason.EMPTY_GOLD, "the gold list holds no item")
    matches = _matches(guessed.concepts, wanted.concepts, graph if depth else None, depth)
    if matching == "one_to_one" and depth:
        chosen = assign([(match.predicted, match.gold, match.steps) for match in matches])
        matches = tuple(match for match in matches if (match.predicted, match.gold) in chosen)
    precision = len({match.predicted for match in matches}) / guessed.size if guessed.size else 0.0
    recall = len({match.gold for match in matches}) / wanted.size
    return SetMatch(
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if matches else 0.0,
        matches=matches,
        unlinked_predicted=len(guessed.unlinked),
        unlinked_gold=len(wanted.unlinked),
        n_predicted=guessed.size,
        n_gold=wanted.size,
        signature=_signature(depth, matching, type(graph).__name__ if depth else "none"),
    )


def set_match_many(
    predicted: Sequence[Sequence[Item] | Unscored],
    gold: Sequence[Sequence[Item]],
    graph: ConceptRelations | None = None,
    depth: int = 0,
    matching: Matching = "any",
) -> tuple[SetMatch | Unscored, ...]:
    """Compare many lists of predictions with their gold lists.

    Args:
        predicted: One list a case. ``Unscored`` stands for an answer that could not be read, and is handed through.
        gold: One list a case, in the same order.
        graph: See :func:`set_match`.
        depth: See :func:`set_match`.
        matching: See :func:`set_match`.

    Returns:
        One result a case, in the order given.

    Raises:
        InputError: The numbers of cases differ, or a case is not fit for :func:`set_match`; the message names it.

    Examples:
        >>> [result.f1 for result in set_match_many([["C1"], []], [["C1"], ["C2"]])]
        [1.0, 0.0]
    """
    if len(predicted) != len(gold):
        raise InputError(
            f"{len(predicted)} predicted lists and {len(gold)} gold lists", remedy="give one of each for every case"
        )
    results: list[SetMatch | Unscored] = []
    for position, (guessed, wanted) in enumerate(zip(predicted, gold, strict=True)):
        if isinstance(guessed, Unscored):
            results.append(guessed)
            continue
        try:
            results.append(set_match(guessed, wanted, graph, depth, matching))
        except InputError as error:
            raise InputError(f"case {position}: {error.message}", remedy=error.remedy) from error
    return tuple(results)


def check_rule(depth: int, matching: str) -> None:
    """Refuse a depth or a matching rule that does not exist.

    Args:
        depth: Most hierarchy steps.
        matching: Name of the rule.

    Raises:
        InputError: One of them is not usable.

    Examples:
        >>> check_rule(2, "any")
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise InputError(f"depth is {depth!r}", remedy="give a whole number of steps, 0 or more")
    if matching not in get_args(Matching):
        raise InputError(f"matching is {matching!r}", remedy=f"use one of {', '.join(get_args(Matching))}")


def _matches(
    predicted: Sequence[str], gold: Sequence[str], graph: ConceptRelations | None, depth: int
) -> tuple[Match, ...]:
    """Every pair that counts, in the order of the lists; without a graph a concept matches itself alone."""
    if graph is None:
        known = frozenset(gold)
        return tuple(Match(cui, cui, RelationKind.SAME, 0) for cui in predicted if cui in known)
    return tuple(
        Match(left, right, relation.kind, relation.steps)
        for left in predicted
        for right in gold
        if (relation := _SAME if left == right else graph.relation(left, right, depth)) is not None
    )


@lru_cache(maxsize=64)
def _signature(depth: int, matching: str, relations: str) -> Signature:
    return Signature.of(metric="set_match", depth=depth, matching=matching, relations=relations)
