"""ArticleMeta as it behaves: see each method for the behaviour that it copies."""

from __future__ import annotations

import random
import threading
from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any

from fake_service.messages import Reply, Request, Route, as_json

ISSNS = ("0066-782X", "0034-8910", "1676-2444", "0034-7167", "0100-6045")
AREAS = (
    ["Health Sciences"],
    ["Health Sciences", "Human Sciences"],
    ["Health Sciences"],
    ["Health Sciences"],
    ["Agricultural Sciences"],
)
STATUS = ("C", "C", "D", "C", "C")
TYPES = ("oa", "cr", "ra", "oa", "ed", "oa", "le", "", "rn", "oa")
_DAY = 86_400


class ArticleMeta:
    """A catalogue of articles, made from a seed.

    Args:
        articles: How many there are.
        seed: Of dates, batches and orders.
        collection: Code of their collection.
        first_day: Day of the first batch.
        batch: Largest number of records processed on an ordinary day.
        big_days: Days with so many records each, in place of an ordinary batch, which no page can hold.
        unstable: Records of one moment come in another order with each request.
        totals: Whether ``meta.total`` is stated; old examples lack it.
        stale_pages: Share of the pages that repeat the page sent before, as a proxy in between may do.
        limit: Most records of a page, whatever is asked for.
    """

    def __init__(
        self,
        articles: int = 200,
        *,
        seed: int = 0,
        collection: str = "scl",
        first_day: date = date(2010, 1, 4),
        batch: int = 40,
        big_days: Mapping[int, int] | None = None,
        unstable: bool = True,
        totals: bool = True,
        stale_pages: float = 0.0,
        limit: int = 1000,
    ) -> None:
        drawn = random.Random(seed)  # noqa: S311
        self.collection, self.unstable, self.totals, self.limit = collection, unstable, totals, limit
        self.stale_pages, self.seed = stale_pages, seed
        self._lock = threading.Lock()
        self._requests = 0
        self._last_page: dict[str, Any] | None = None
        self.codes: list[str] = []
        self.gone: set[str] = set()
        self.order: list[tuple[float, int]] = []
        self.stamps: list[float] = []
        day, number = first_day, 0
        while len(self.codes) < articles:
            size = (big_days or {}).get(number) or drawn.randint(1, batch)
            midnight = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
            # A batch bears one moment: midnight, or the hour at which it ran.
            stamp = midnight if drawn.random() < 0.6 else midnight + drawn.randrange(_DAY)
            for _ in range(min(size, articles - len(self.codes))):
                index = len(self.codes)
                issn = ISSNS[index % len(ISSNS)]
                self.codes.append(f"S{issn}{day.year}{index // 100_000:04}{index % 100_000:05}")
                self.stamps.append(stamp)
                self.order.append((stamp, index))
            day, number = day + timedelta(days=drawn.choice((1, 1, 1, 3))), number + 1
        self.order.sort()
        self._index = {code: index for index, code in enumerate(self.codes)}

    def touch(self, code: str, day: date) -> None:
        """Process a record again: it moves in the order of the lists."""
        with self._lock:
            index = self._index[code]
            self.order.remove((self.stamps[index], index))
            self.stamps[index] = datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()
            insort(self.order, (self.stamps[index], index))

    def add(self, code: str, day: date) -> None:
        """A new record."""
        with self._lock:
            self._index[code] = len(self.codes)
            self.codes.append(code)
            self.stamps.append(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
            insort(self.order, (self.stamps[-1], self._index[code]))

    def routes(self) -> list[tuple[str, Route]]:
        """Routes under ``/api/v1``; a path without its final slash is redirected."""
        handlers: dict[str, Route] = {
            "collection": self._collection,
            "collection/identifiers": lambda _: as_json([self._collection_object()]),
            "journal": self._journal,
            "journal/identifiers": self._journal_identifiers,
            "article": self._article,
            "article/identifiers": self._identifiers,
            "article/exists": lambda request: as_json(request.query.get("code") in self._index),
            "article/history": self._history,
        }
        found: list[tuple[str, Route]] = [(f"/api/v1/{path}/", route) for path, route in handlers.items()]
        return [*found, (r"/api/v1/.*[^/]", _slash)]

    def _collection_object(self) -> dict[str, Any]:
        name = {"en": "Brazil", "pt": "Brasil", "es": "Brasil"}
        return {
            "acron": self.collection, "code": self.collection, "acron2": "br", "name": name, "original_name": "Brasil",
            "domain": "www.scielo.br", "has_analytics": True, "status": "certified", "type": "journals",
            "is_active": True, "document_count": len(self.codes), "journal_count": len(ISSNS),
        }  # fmt: skip

    def _collection(self, request: Request) -> Reply:
        return as_json(self._collection_object() if request.query.get("code") == self.collection else None)

    def _journal_object(self, number: int) -> dict[str, Any]:
        issn = ISSNS[number]
        online = f"9{issn[1:]}"
        return {
            "v400": [{"_": issn}], "v435": [{"_": issn, "t": "PRINT"}, {"_": online, "t": "ONLIN"}],
            "v100": [{"_": f"Revista &amp; Exemplo {number}"}], "v150": [{"_": f"Rev. Ex. {number}"}],
            "v68": [{"_": f"re{number}"}], "v690": [{"_": "www.scielo.br"}], "v541": [{"_": "BY-NC"}],
            "v441": [{"_": area} for area in AREAS[number]], "v50": [{"_": STATUS[number]}],
            "v350": [{"_": "pt"}, {"_": "en"}], "v310": [{"_": "BR"}],
            "code": issn, "collection": self.collection, "issns": [online, issn],
            "processing_date": "2018-03-01", "created_at": "2012-01-01",
        }  # fmt: skip

    def _journal(self, request: Request) -> Reply:
        """A list, whatever is asked for; an unknown journal is an empty one."""
        if request.query.get("collection", self.collection) != self.collection:
            return as_json([])
        asked = request.query.get("issn")
        everything = [self._journal_object(number) for number in range(len(ISSNS))]
        return as_json([journal for journal in everything if asked is None or asked in journal["issns"]])

    def _journal_identifiers(self, request: Request) -> Reply:
        page = _paging(request, self.limit)
        if isinstance(page, Reply):
            return page
        limit, offset = page
        listed = [{"code": issn, "collection": self.collection, "processing_date": "2018-03-01"} for issn in ISSNS]
        meta = {"limit": limit, "offset": offset, "filter": {"collection": self.collection}}
        return as_json({"meta": meta, "objects": listed[offset : offset + limit]})

    def _identifiers(self, request: Request) -> Reply:
        """Sorted by the moment of processing alone; ``until`` is the start of that day; limits are clamped."""
        page = _paging(request, self.limit)
        window = _window(request)
        if isinstance(page, Reply) or window is None:
            return page if isinstance(page, Reply) else Reply(500, b"<html>ValueError: time data</html>")
        limit, offset = page
        with self._lock:
            self._requests += 1
            chance = random.Random(f"{self.seed}|{self._requests}")  # noqa: S311
            if self._last_page is not None and chance.random() < self.stale_pages:
                return as_json(self._last_page, fault="the page of another request")
            low, high = bisect_left(self.order, (window[0], -1)), bisect_right(self.order, (window[1], len(self.codes)))
            if request.query.get("collection", self.collection) != self.collection:
                high = low
            issn = request.query.get("issn")
            if issn is None:
                total, slots = high - low, self._page(low, high, offset, limit, chance)
            else:
                chosen = [slot for slot in self.order[low:high] if issn in self.codes[slot[1]]]
                total, slots = len(chosen), chosen[offset : offset + limit]
            objects = [self._identifier(index) for _, index in slots]
            begin, end = (datetime.fromtimestamp(moment, UTC).date().isoformat() for moment in window)
            meta: dict[str, Any] = {
                "limit": limit,
                "offset": offset,
                "filter": {
                    "collection": request.query.get("collection", ""),
                    "processing_date": {"$gte": begin, "$lte": end},
                },
            }
            if self.totals:
                meta["total"] = total
            self._last_page = {"meta": meta, "objects": objects}
        return as_json(self._last_page, items=tuple(item["code"] for item in objects))

    def _page(self, low: int, high: int, offset: int, limit: int, chance: random.Random) -> list[tuple[float, int]]:
        begin, end = min(low + offset, high), min(low + offset + limit, high)
        if not self.unstable or begin == end:
            return self.order[begin:end]
        # Whole groups of one moment are drawn anew, and the page is cut out of that order.
        first = bisect_left(self.order, (self.order[begin][0], -1))
        last = bisect_right(self.order, (self.order[end - 1][0], len(self.codes)))
        shuffled: list[tuple[float, int]] = []
        for _, group in groupby(self.order[first:last], key=lambda slot: slot[0]):
            members = list(group)
            chance.shuffle(members)
            shuffled += members
        return shuffled[begin - first : end - first]

    def _identifier(self, index: int) -> dict[str, Any]:
        code = self.codes[index]
        found = {"code": code, "collection": self.collection, "processing_date": self.day_of(code)}
        return found | ({"doi": f"10.1590/{code}"} if index % 3 else {})

    def day_of(self, code: str) -> str:
        """Day on which a record was processed last."""
        return datetime.fromtimestamp(self.stamps[self._index[code]], UTC).date().isoformat()

    def _article(self, request: Request) -> Reply:
        """``null`` for what is unknown, whatever the format; 404 without a code."""
        if "code" not in request.query:
            return Reply(404, b"<html><title>404 Not Found</title></html>")
        code = request.query["code"]
        doi = code.removeprefix("10.1590/")
        known = self._index.get(doi)
        if known is None or doi in self.gone or request.query.get("collection", self.collection) != self.collection:
            return as_json(None)
        if request.query.get("format", "").startswith("xml"):
            body = f'<article><front><article-meta><article-id pub-id-type="publisher-id">{doi}</article-id></article-meta></front></article>'
            return Reply(200, body.encode(), "application/xml", items=(doi,))
        return as_json(self.record(doi), items=(doi,))

    def record(self, code: str) -> dict[str, Any]:
        """An article record; a few lack type or date, as the real ones do."""
        index = self._index[code]
        article: dict[str, Any] = {
            "v880": [{"_": code}], "v40": [{"_": "pt"}], "v12": [{"_": f"Relato {index}", "l": "pt"}],
            "v83": [{"_": "", "a": "Resumo.", "l": "pt"}],
        }  # fmt: skip
        if TYPES[index % len(TYPES)]:
            article["v71"] = [{"_": TYPES[index % len(TYPES)]}]
        if index % 7:
            article["v65"] = [{"_": f"{code[10:14]}0000"}]
        return {
            "article": article, "title": self._journal_object(ISSNS.index(code[1:10])), "code": code,
            "collection": self.collection, "processing_date": self.day_of(code), "code_title": [code[1:10]],
            "license": "by-nc/4.0",
        }  # fmt: skip

    def _history(self, request: Request) -> Reply:
        page = _paging(request, self.limit)
        if isinstance(page, Reply):
            return page
        limit, offset = page
        events = [
            {"code": self.codes[index], "collection": self.collection, "date": f"{self.day_of(self.codes[index])}T05:24:12.234478", "event": event}
            for _, index in self.order
            for event in ("add", "update")
            if request.query.get("event", event) == event and request.query.get("code", self.codes[index]) == self.codes[index]
        ]  # fmt: skip
        meta = {"limit": limit, "offset": offset, "filter": {"collection": self.collection}}
        return as_json({"meta": meta, "objects": events[offset : offset + limit]})


def _slash(request: Request) -> Reply:
    query = "&".join(f"{name}={value}" for name, value in request.query.items())
    return Reply(302, b"", headers={"Location": f"{request.path}/" + (f"?{query}" if query else "")})


def _paging(request: Request, most: int) -> tuple[int, int] | Reply:
    try:
        limit, offset = int(request.query.get("limit", most)), int(request.query.get("offset", 0))
    except ValueError:
        return as_json({"title": "400 Bad Request", "description": "limit must be integer"}, 400)
    if limit <= 0:
        return as_json({"description": "limit must be a positive (non zero) integer"}, 400)
    if offset < 0:
        return as_json({"description": "offset must be a positive integer"}, 400)
    return min(limit, most), offset


def _window(request: Request) -> tuple[float, float] | None:
    """Both bounds at the start of their day; a malformed date is not checked and breaks the service."""
    try:
        begin = date.fromisoformat(request.query.get("from", "1900-01-01"))
        end = date.fromisoformat(request.query.get("until", datetime.now(UTC).date().isoformat()))
    except ValueError:
        return None
    return tuple(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() for day in (begin, end))  # type: ignore[return-value]
