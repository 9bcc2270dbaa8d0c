"""The items that a list metric compares, and what makes two of them one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clinicalbr.errors import InputError
from clinicalbr.schema import Link, NoLink
from clinicalbr.text import fold_text

__all__ = ["Distinct", "Item", "distinct", "top_k"]

Item: TypeAlias = Link | NoLink | str
"""A linked mention, a mention that was not linked, or a concept identifier as plain text."""


@dataclass(frozen=True, slots=True)
class Distinct:
    """The distinct items of a list.

    Args:
        concepts: Concept identifiers in order of first appearance.
        unlinked: Folded mentions without a concept, in order of first appearance.
    """

    concepts: tuple[str, ...]
    unlinked: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of distinct items, the unlinked ones included."""
        return len(self.concepts) + len(self.unlinked)


def distinct(items: Sequence[Item], role: str) -> Distinct:
    """Collapse the items of one concept, and the unlinked mentions that fold alike.

    Args:
        items: Items in rank order.
        role: What the list is, for error messages.

    Returns:
        The distinct items.

    Raises:
        InputError: The list is no sequence of items, or an identifier is blank or padded.

    Examples:
        >>> distinct(["C1", "C2", "C1", NoLink("Febre?", "no_candidates")], "predicted")
        Distinct(concepts=('C1', 'C2'), unlinked=('febre?',))
    """
    keys = dict.fromkeys(_keys(items, role))
    return Distinct(tuple(name for linked, name in keys if linked), tuple(name for linked, name in keys if not linked))


def top_k(items: Sequence[Item], k: int) -> tuple[Item, ...]:
    """The first k distinct items in rank order.

    Items of one concept count once, at the rank of the first. An unlinked mention keeps its rank: a wrong guess that
    no concept was found for still used up a place.

    Args:
        items: Items, the likeliest first.
        k: How many to keep, 1 or more.

    Returns:
        At most k items, the first of each concept.

    Raises:
        InputError: ``k`` is no whole number above zero, or the list is no sequence of items.

    Examples:
        >>> top_k(["C1", "C1", NoLink("?", "no_candidates"), "C2"], 2)
        ('C1', NoLink(mention='?', reason='no_candidates', candidates=()))
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise InputError(f"k is {k!r}", remedy="give a whole number of 1 or more")
    first: dict[tuple[bool, str], Item] = {}
    for key, item in zip(_keys(items, "ranked"), items, strict=True):
        first.setdefault(key, item)
    return tuple(first.values())[:k]


def _keys(items: Sequence[Item], role: str) -> list[tuple[bool, str]]:
    if isinstance(items, str) or not isinstance(items, Sequence):
        raise InputError(
            f"the {role} items are a {type(items).__name__}, not a list",
            remedy="give a list; put a single identifier in brackets, and sort a set so that the order is fixed",
        )
    return [_key(item, role, position) for position, item in enumerate(items)]


def _key(item: Item, role: str, position: int) -> tuple[bool, str]:
    if isinstance(item, NoLink):
        return False, fold_text(item.mention, squeeze=True).strip()
    cui = item.cui if isinstance(item, Link) else item
    if not isinstance(cui, str):
        raise InputError(
            f"the {role} item at position {position} is a {type(item).__name__}",
            remedy="give Link, NoLink, or a concept identifier as text",
        )
    if not cui or cui != cui.strip():
        raise InputError(
            f"the {role} item at position {position} has the blank or padded identifier {cui!r}",
            remedy="strip identifiers, and give NoLink(mention, reason) for a mention without a concept",
        )
    return True, cui
