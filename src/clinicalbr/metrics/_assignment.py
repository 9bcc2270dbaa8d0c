"""One-to-one assignment of related concepts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["assign"]


def assign(pairs: Sequence[tuple[str, str, int]]) -> frozenset[tuple[str, str]]:
    """Choose pairs so that no left and no right name is used twice.

    The choice has as many pairs as any can have, and among those the fewest steps in all: a minimum-cost assignment in
    which an unrelated pair costs more than all related ones together (Kuhn 1955, "The Hungarian method").

    Args:
        pairs: Left name, right name, steps between them; unrelated pairs are absent.

    Returns:
        The chosen pairs.

    Examples:
        >>> sorted(assign([("a", "x", 0), ("a", "y", 1), ("b", "x", 1)]))
        [('a', 'y'), ('b', 'x')]
    """
    if not pairs:
        return frozenset()
    # Deferred: scipy.optimize takes longer to import than all else that the metrics need, and "any" has no use for it.
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415

    steps = {(left, right): count for left, right, count in pairs}
    lefts = list(dict.fromkeys(left for left, _, _ in pairs))
    rights = list(dict.fromkeys(right for _, right, _ in pairs))
    unrelated = max(steps.values()) * min(len(lefts), len(rights)) + 1
    cost = np.array([[steps.get((left, right), unrelated) for right in rights] for left in lefts])
    chosen = ((lefts[row], rights[column]) for row, column in zip(*linear_sum_assignment(cost), strict=True))
    return frozenset(pair for pair in chosen if pair in steps)
