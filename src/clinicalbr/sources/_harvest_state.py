"""What a harvest knows: which items are listed, and what became of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from clinicalbr.errors import HarvestError
from clinicalbr.sources._append_log import AppendLog
from clinicalbr.sources.harvesting import Item, ListingPage
from clinicalbr.sources.manifest import Manifest, ManifestEntry

__all__ = ["HarvestState"]

_LISTING = "listing.jsonl"
_LISTED = "listed"


class HarvestState:
    """The listing and the manifest of a folder, and their sum in memory.

    Args:
        folder: The folder of the harvest.
    """

    def __init__(self, folder: Path) -> None:
        self.manifest = Manifest(folder)
        self._listing = AppendLog(folder / _LISTING)
        self._items: dict[str, tuple[str, str]] = {}
        # Days and outcomes are few, items many.
        self._shared: dict[tuple[str, str], tuple[str, str]] = {}
        self.cursor: str | None = None
        self.short = 0

    def load(self) -> None:
        """Read both files.

        Raises:
            HarvestError: A line cannot be read.
        """
        self._listing.mend()
        self.manifest.mend()
        self._items.clear()
        self.cursor, self.short = None, 0
        for _, line in self._listing.read():
            for item in self._note_page(_page(line)):
                self._set(item.id, item.version, _LISTED)
        for entry in self.manifest.outcomes():
            # What was listed anew in another version is still to be fetched.
            listed = self._items.get(entry.id)
            if listed is None or listed[0] == entry.version:
                self._set(entry.id, entry.version, entry.status)

    def add_page(self, page: ListingPage) -> list[Item]:
        """Keep a page of the listing.

        Args:
            page: The page.

        Returns:
            Its items that are new, or listed in another version than before.

        Raises:
            HarvestError: It cannot be written.
        """
        fresh = self._note_page(page)
        line = {"cursor": page.cursor, "items": [[item.id, item.version] for item in fresh]}
        self._listing.append(line | ({"short": page.short} if page.short else {}))
        for item in fresh:
            self._set(item.id, item.version, _LISTED)
        return fresh

    def settle(self, entry: ManifestEntry) -> None:
        """Keep an outcome.

        Args:
            entry: The outcome.

        Raises:
            HarvestError: It cannot be written.
        """
        self.manifest.append(entry)
        self._set(entry.id, entry.version, entry.status)

    def waiting(self) -> list[Item]:
        """Items that are listed and of which nothing became yet."""
        return [Item(key, version) for key, (version, status) in self._items.items() if status == _LISTED]

    def with_status(self, status: str) -> list[Item]:
        """Items with an outcome.

        Args:
            status: ``"stored"``, ``"failed"`` or ``"gone"``.

        Returns:
            The items.
        """
        return [Item(key, version) for key, (version, found) in self._items.items() if found == status]

    def known(self, identifiers: Iterable[str]) -> list[Item]:
        """Items by their identifiers.

        Args:
            identifiers: Identifiers.

        Returns:
            The items, in their last version.

        Raises:
            HarvestError: One was never listed.
        """
        try:
            return [Item(key, self._items[key][0]) for key in identifiers]
        except KeyError as error:
            raise HarvestError(
                f"this harvest has no item {error.args[0]!r}", remedy="give identifiers of its manifest"
            ) from None

    def is_current(self, item: Item) -> bool:
        """Whether this is the last version of an item that was listed."""
        return self._items.get(item.id, ("", ""))[0] == item.version

    def counts(self) -> Counter[str]:
        """How many items there are by outcome, ``"listed"`` for those of which nothing became yet."""
        return Counter(status for _, status in self._items.values())

    def _note_page(self, page: ListingPage) -> list[Item]:
        self.cursor = page.cursor
        self.short += page.short
        fresh = {item.id: item for item in page.items if self._items.get(item.id, (None,))[0] != item.version}
        return list(fresh.values())

    def _set(self, key: str, version: str, status: str) -> None:
        value = (version, status)
        self._items[key] = self._shared.setdefault(value, value)


def _page(line: dict[str, Any]) -> ListingPage:
    try:
        items = tuple(_items(line["items"]))
        return ListingPage(items, cursor=str(line["cursor"]), short=int(line.get("short", 0)))
    except (KeyError, TypeError, ValueError):
        raise HarvestError(
            f"{_LISTING}: a line without cursor and items", remedy=f"delete {_LISTING}; the list will be read again"
        ) from None


def _items(pairs: Any) -> Iterator[Item]:
    for key, version in pairs:
        yield Item(str(key), str(version))
