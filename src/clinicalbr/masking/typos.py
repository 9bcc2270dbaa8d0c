"""Misspellings of a word: how many are allowed, how far two words are apart, and where to look.

A word with one slip keeps one of its halves whole, and one with two slips one of its thirds (the pigeonhole principle;
Wu and Manber 1992, "Fast text searching: allowing errors", section 5). So the parts are searched for as they are, and
the distance is worked out only where one stands.
"""

from __future__ import annotations

from itertools import pairwise

from rapidfuzz.distance import OSA

__all__ = ["allowed_slips", "is_misspelling", "placed_parts", "search_parts"]

_ONE_SLIP, _TWO_SLIPS = 6, 10
"""Letters from which one slip and two are allowed in a word that stands alone."""
_ONE_SLIP_IN_NAME, _TWO_SLIPS_IN_NAME = 5, 7
"""The same where the other words of the name are there."""


def allowed_slips(word: str, *, alone: bool = True) -> int:
    """Number of slips in a word that still let it be told from others.

    Args:
        word: A folded word.
        alone: Whether nothing but the word speaks for the name.

    Returns:
        0, 1 or 2.

    Examples:
        >>> allowed_slips("dengue"), allowed_slips("sweet"), allowed_slips("sweet", alone=False)
        (1, 0, 1)
    """
    if not word.isalpha():
        return 0
    one, two = (_ONE_SLIP, _TWO_SLIPS) if alone else (_ONE_SLIP_IN_NAME, _TWO_SLIPS_IN_NAME)
    return int(len(word) >= one) + int(len(word) >= two)


def is_misspelling(token: str, word: str, slips: int) -> bool:
    """Whether a token is a word with some slips: a letter more, less, or other, or two neighbours swapped.

    The measure is the optimal string alignment distance.

    Args:
        token: What the text holds, folded.
        word: The word.
        slips: Slips that are allowed.

    Returns:
        True when the two differ, by that many slips at most.

    Examples:
        >>> is_misspelling("hansenfase", "hanseniase", 1), is_misspelling("dengue", "dengue", 1)
        (True, False)
    """
    if not slips or token == word or abs(len(token) - len(word)) > slips:
        return False
    return OSA.distance(token, word, score_cutoff=slips) <= slips


def search_parts(word: str, slips: int) -> tuple[str, ...]:
    """Stretches of a word of which a misspelling keeps at least one.

    Args:
        word: A folded word.
        slips: Slips that are allowed.

    Returns:
        One part more than there are slips; and, since two letters swapped at a seam spoil both of its sides, the
        stretches round the seams with those letters swapped.

    Examples:
        >>> search_parts("dengue", 1)
        ('den', 'gue', 'degnue')
    """
    return tuple(dict.fromkeys(part for part, _ in placed_parts(word, slips)))


def placed_parts(word: str, slips: int) -> tuple[tuple[str, int], ...]:
    """The same stretches, each with its place in the word.

    A misspelling holds one of them at that place, give or take as many letters as there are slips.

    Args:
        word: A folded word.
        slips: Slips that are allowed.

    Returns:
        Stretches with the number of letters before each.

    Examples:
        >>> placed_parts("dengue", 1)
        (('den', 0), ('gue', 3), ('degnue', 0))
    """
    if not slips:
        return ((word, 0),)
    cuts = [len(word) * index // (slips + 1) for index in range(slips + 2)]
    parts = [(word[start:end], start) for start, end in pairwise(cuts)]
    parts += [
        (_swapped(word[start:end], seam - start), start)
        for start, seam, end in zip(cuts, cuts[1:], cuts[2:], strict=False)
    ]
    if slips > 1:
        parts.append((_swapped(_swapped(word, cuts[1]), cuts[2]), 0))
    return tuple(dict.fromkeys(parts))


def _swapped(text: str, seam: int) -> str:
    return text[: seam - 1] + text[seam] + text[seam - 1] + text[seam + 1 :]
