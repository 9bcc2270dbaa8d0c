"""Recall and F1 of the first k distinct predictions (ClinicalBr, results, "Differential diagnosis")."""

from __future__ import annotations

from collections.abc import Sequence

from clinicalbr.metrics.items import Item
from clinicalbr.metrics.measure import F1, Recall, Target
from clinicalbr.metrics.setmatch import Matching
from clinicalbr.schema import ConceptRelations, Unscored

__all__ = ["f1_at_k", "recall_at_k"]


def recall_at_k(
    predicted: Sequence[Item],
    gold: Sequence[Item],
    k: int,
    target: Target = "confirmed",
    *,
    graph: ConceptRelations | None = None,
    depth: int = 0,
    matching: Matching = "any",
) -> float | Unscored:
    """Recall of the first k distinct predictions.

    Args:
        predicted: Predictions, the likeliest first. Unlinked ones keep their rank.
        gold: The confirmed diagnoses for ``target="confirmed"``, the whole differential for ``target="any"``.
        k: How many distinct predictions count.
        target: ``"confirmed"`` gives the share of the gold list that is hit; ``"any"`` gives 1 when any item is.
        graph: Hierarchy; needed when ``depth`` is above 0.
        depth: Most hierarchy steps for which credit is given.
        matching: ``"any"`` or ``"one_to_one"``.

    Returns:
        A number between 0 and 1; ``Unscored`` when there is no gold item.

    Raises:
        InputError: See :func:`clinicalbr.metrics.set_match` and :func:`clinicalbr.metrics.top_k`.

    Examples:
        >>> recall_at_k(["C3", "C1"], ["C1"], 1), recall_at_k(["C3", "C1"], ["C1"], 2)
        (0.0, 1.0)
    """
    return Recall(depth=depth, matching=matching, target=target, k=k).score(predicted, gold, graph)


def f1_at_k(
    predicted: Sequence[Item],
    gold: Sequence[Item],
    k: int,
    *,
    graph: ConceptRelations | None = None,
    depth: int = 0,
    matching: Matching = "any",
) -> float | Unscored:
    """F1 of the first k distinct predictions over all gold items.

    Args:
        predicted: Predictions, the likeliest first. Unlinked ones keep their rank.
        gold: All reference items.
        k: How many distinct predictions count.
        graph: Hierarchy; needed when ``depth`` is above 0.
        depth: Most hierarchy steps for which credit is given.
        matching: ``"any"`` or ``"one_to_one"``.

    Returns:
        A number between 0 and 1; ``Unscored`` when there is no gold item.

    Raises:
        InputError: See :func:`clinicalbr.metrics.set_match` and :func:`clinicalbr.metrics.top_k`.

    Examples:
        >>> f1_at_k(["C1", "C3", "C2"], ["C1", "C2"], 2)
        0.5
    """
    return F1(depth=depth, matching=matching, k=k).score(predicted, gold, graph)
