"""What a harvest needs of a service: lists of items, and the document of an item."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Protocol

from clinicalbr.errors import InputError

__all__ = ["Document", "Item", "Library", "Listing", "ListingPage"]


@dataclass(frozen=True, slots=True)
class Item:
    """Something to harvest.

    Args:
        id: Identifier, unique in the harvest.
        version: What changes when the item does, for instance its processing date; a harvest fetches an item anew when
            its version is another. Empty for items that never change.

    Raises:
        InputError: The identifier is empty, or one of the two is no valid Unicode text.

    Examples:
        >>> Item("scl/S0034-89102010000400007", "2018-03-01").version
        '2018-03-01'
    """

    id: str
    version: str = ""

    def __post_init__(self) -> None:
        # Half of a surrogate pair, which JSON can hold, cannot be written.
        if not self.id or re.search("[\ud800-\udfff]", self.id + self.version):
            raise InputError(
                f"{self.id!r} is no identifier of an item", remedy="give text that can be written to a file"
            )


@dataclass(frozen=True, slots=True)
class ListingPage:
    """A part of a list.

    Args:
        items: Its items; some may have been listed before.
        cursor: Where to go on after this page, in words of the listing.
        total: How many items the service says there are, ``None`` when it does not say.
        short: How many items the service counted and would not show, however often it was asked.

    Examples:
        >>> ListingPage((Item("a"),), cursor="2018-03-01").short
        0
    """

    items: tuple[Item, ...]
    cursor: str
    total: int | None = None
    short: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """What was fetched for an item.

    Args:
        content: The file.
        suffix: Ending of its name, for instance ``".xml"``.
        url: Where it came from, without secrets.
        licence: Licence in the form ``"CC BY 4.0"``, ``None`` when none was found.

    Examples:
        >>> Document(b"<article/>", ".xml", "https://example.org/a").licence is None
        True
    """

    content: bytes = field(repr=False)
    suffix: str
    url: str
    licence: str | None = None


class Listing(Protocol):
    """A list of items that can be taken up where it was left."""

    def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
        """The list from a cursor on.

        Args:
            cursor: Cursor of the last page that was kept; ``None`` for the beginning.

        Returns:
            The pages. The list ends by itself; taken up at its last cursor later, it goes on with what is new.

        Raises:
            SourceError: The service does not give the list.
        """
        ...


class Library(Protocol):
    """Where the document of an item is."""

    async def document(self, item: Item) -> Document:
        """Fetch the document of an item.

        Args:
            item: An item of the listing.

        Returns:
            The document.

        Raises:
            SourceError: It cannot be had.
        """
        ...
