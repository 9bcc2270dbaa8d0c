"""Several attempts at one case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from clinicalbr.errors import InputError
from clinicalbr.schema import Unscored, UnscoredReason

__all__ = ["any_of_n"]


def any_of_n(outcomes: Iterable[bool | np.bool_ | Unscored]) -> bool | Unscored:
    """Whether any attempt at a case was right: its N-shot outcome (MedCaseReasoning, section 2.2).

    One right attempt settles the case, whatever became of the others. Without one, an attempt that has no score might
    have been the right one, so the case has no score either. It is wrong only when every attempt was scored and wrong.

    Args:
        outcomes: One outcome an attempt; a list, an array of truth values or an iterator.

    Returns:
        True or False; ``Unscored`` when that cannot be known, with the reason of the first unscored attempt. No attempt
        at all is ``missing``.

    Raises:
        InputError: An outcome is neither a truth value nor ``Unscored``.

    Examples:
        >>> refused = Unscored(UnscoredReason.REFUSAL)
        >>> any_of_n([False, refused, True])
        True
        >>> any_of_n([False, refused]).detail
        '1 of 2 attempts has no score (refusal: 1) and none of the others was right'
    """
    attempts = list(outcomes)
    unscored: list[Unscored] = []
    right = False
    for position, outcome in enumerate(attempts):
        if isinstance(outcome, Unscored):
            unscored.append(outcome)
        elif isinstance(outcome, bool | np.bool_):
            right = right or bool(outcome)
        else:
            raise InputError(
                f"outcome {position} is {outcome!r}, not a truth value", remedy="compare it first, or take .correct"
            )
    if right:
        return True
    if unscored:
        counts = Counter(outcome.reason.value for outcome in unscored)
        reasons = ", ".join(f"{reason}: {count}" for reason, count in counts.items())
        return Unscored(
            unscored[0].reason,
            f"{len(unscored)} of {len(attempts)} attempts {'has' if len(unscored) == 1 else 'have'} no score "
            f"({reasons}) and none of the others was right",
        )
    return False if attempts else Unscored(UnscoredReason.MISSING, "there was no attempt")
