"""Which items are copies of one article, and which of them is kept; in memory there is a row of numbers an item."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from clinicalbr.corpus._front import Source, item_id
from clinicalbr.corpus._identity import EARLIER_PID, LINK_KINDS, TITLE, has_telling_doi, identity_links, title_keys
from clinicalbr.corpus.selection import Refusal
from clinicalbr.corpus.texts import text_languages
from clinicalbr.schema import Article

__all__ = ["CopyIndex"]

Rows = npt.NDArray[np.uint32]
Keys = npt.NDArray[np.uint64]
_AHEAD_OF_PRINT = "0050"  # What a PID has in place of the issue until the article gets one.
_ISSUE = slice(14, 18)
# A title that so many articles of a journal bear in one year is the name of a column.
_MOST_OF_ONE_TITLE = 4
_REASONS = (
    "ahead-of-print copy",
    "copy without full text",
    "copy in fewer languages",
    "copy in another collection",
    "copy without a known licence",
)
_LATER = "later copy"


class CopyIndex:
    """Keys of all items as numbers, and what ranks their copies.

    Args:
        preferred: Place of a collection among those that are preferred.
    """

    def __init__(self, preferred: Mapping[str, int]) -> None:
        self._preferred = preferred
        self._names: list[str] = []
        self._ranks = array("h")
        self._telling = array("b")
        self._pids = array("Q")
        self._rows, self._keys, self._kinds = array("I"), array("Q"), array("b")
        self._title_rows, self._title_keys = array("I"), array("Q")

    def add(self, item: Source) -> None:
        """Note an item; its row is the number of items before it."""
        row = len(self._names)
        self._names.append(item_id(item))
        self._telling.append(has_telling_doi(item))
        own = 0
        for link in identity_links(item):
            self._rows.append(row)
            self._keys.append(link.key)
            self._kinds.append(LINK_KINDS.index(link.kind))
            own = own or (link.key if link.kind == "PID" else 0)
        self._pids.append(own)
        for key in title_keys(item):
            self._title_rows.append(row)
            self._title_keys.append(key)
        self._ranks.extend(self._rank(item))

    def _rank(self, item: Source) -> tuple[int, ...]:
        """What speaks against a copy, in the order of ``_REASONS``; the better copy has the smaller value."""
        languages = text_languages(item)
        # A record only says that there is a text; an article has it in hand.
        text = 0 if isinstance(item, Article) and languages else 1 if languages else 2
        collection = None if isinstance(item, Article) else item.collection
        return (
            int((item.provenance.pid or "")[_ISSUE] == _AHEAD_OF_PRINT),
            text,
            -len(languages),
            self._preferred.get(collection or "", len(self._preferred)),
            int(item.provenance.licence is None),
        )

    def refusals(self) -> dict[int, Refusal]:
        """Rows to be dropped, each with what speaks for the copy that is kept."""
        width = len(_REASONS)
        ranks = np.array(self._ranks, dtype=np.int16).reshape(-1, width)
        earlier = _keys(self._keys)[np.array(self._kinds) == LINK_KINDS.index(EARLIER_PID)]
        ranks[:, 0] |= np.isin(_keys(self._pids), earlier)
        found: dict[int, Refusal] = {}
        for rows in self._groups():
            kept = min(rows, key=lambda row: (*ranks[row].tolist(), row))
            for row in rows:
                if row != kept:
                    worse = np.flatnonzero(ranks[row] != ranks[kept])
                    reason = _REASONS[int(worse[0])] if worse.size else _LATER
                    detail = f"kept is {self._names[kept]}; in common: {self._common(row, kept)}"
                    found[row] = Refusal(reason, detail)
        return found

    def _groups(self) -> Iterator[list[int]]:
        """Rows of each article of which there are several."""
        edges = _neighbours(_rows(self._rows), _keys(self._keys))
        by_identity = self._components(edges)
        by_title = self._title_edges(by_identity)
        components = self._components(np.concatenate([edges, by_title])) if len(by_title) else by_identity
        yield from (rows.tolist() for rows in _runs(np.arange(len(components), dtype=np.uint32), components))

    def _components(self, edges: Rows) -> Rows:
        size = len(self._names)
        graph = coo_array((np.ones(len(edges), np.int8), (edges[:, 0], edges[:, 1])), shape=(size, size))
        return np.asarray(connected_components(graph, directed=False)[1], np.uint32)

    def _title_edges(self, components: Rows) -> Rows:
        """Pairs of rows with a title in common, where no DOI says that they are two articles."""
        telling = np.zeros(len(components), bool)
        telling[components[np.array(self._telling, bool)]] = True
        edges: list[tuple[int, int]] = []
        for rows in _runs(_rows(self._title_rows), _keys(self._title_keys)):
            articles = np.unique(components[rows])
            if 1 < len(articles) <= _MOST_OF_ONE_TITLE and np.count_nonzero(telling[articles]) <= 1:
                edges += [(int(rows[0]), int(row)) for row in rows[1:]]
        return np.array(edges, np.uint32).reshape(-1, 2)

    def _common(self, row: int, kept: int) -> str:
        """What two copies have in common."""
        first, second = self._links(row), self._links(kept)
        shared = {max(first[key], second[key]) for key in first.keys() & second.keys()}
        if shared:
            return ", ".join(LINK_KINDS[kind] for kind in sorted(shared))
        if set(self._titles(row)) & set(self._titles(kept)):
            return TITLE
        return "a third copy"

    def _links(self, row: int) -> dict[int, int]:
        # Rows were noted in their order.
        start, end = np.searchsorted(_rows(self._rows), [row, row + 1])
        return dict(zip(self._keys[start:end], self._kinds[start:end], strict=True))

    def _titles(self, row: int) -> array[int]:
        start, end = np.searchsorted(_rows(self._title_rows), [row, row + 1])
        return self._title_keys[start:end]


def _rows(numbers: array[int]) -> Rows:
    return np.frombuffer(numbers, np.uint32)


def _keys(numbers: array[int]) -> Keys:
    return np.frombuffer(numbers, np.uint64)


def _neighbours(rows: Rows, keys: Keys) -> Rows:
    """Pairs of rows that follow one another under one key; they connect all rows of the key."""
    order = np.argsort(keys, kind="stable")
    rows, keys = rows[order], keys[order]
    same = keys[1:] == keys[:-1]
    return np.column_stack((rows[:-1][same], rows[1:][same]))


def _runs(rows: Rows, keys: npt.NDArray[np.unsignedinteger[Any]]) -> Iterator[Rows]:
    """Rows of each key that several rows have, each row once."""
    order = np.argsort(keys, kind="stable")
    rows, keys = rows[order], keys[order]
    bounds = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1], [True])))
    several = np.flatnonzero(np.diff(bounds) > 1)
    for start, end in zip(bounds[several].tolist(), bounds[several + 1].tolist(), strict=True):
        yield np.unique(rows[start:end])
