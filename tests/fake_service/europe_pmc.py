"""Europe PMC as it behaves: a cursor that repeats at the end, with or without results."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any

from fake_service.messages import Reply, Request, Route, as_json


def result(number: int, **other: Any) -> dict[str, Any]:
    """A record as it is sent with ``resultType=core``."""
    return {
        "id": str(26_000_000 + number), "source": "MED", "pmid": str(26_000_000 + number), "pmcid": f"PMC{number}",
        "doi": f"10.1155/2016/{number}", "title": f"Case {number}.\n", "isOpenAccess": "Y", "license": "cc by",
        "language": "eng", "firstPublicationDate": "2016-01-21", "pubYear": "2016",
        "journalInfo": {"journal": {"title": "Case Reports in Medicine", "essn": "1687-9635"}},
        "pubTypeList": {"pubType": ["case-report", "Journal Article"]}, **other,
    }  # fmt: skip


@dataclass
class EuropePMC:
    """Search and full texts.

    Args:
        results: Records in the order of the search.
        texts: Full texts by PMCID; 404 for the others.
        ends_with_results: Whether the last page of results repeats the cursor; else an empty page follows.
        loses: Records that are counted and not sent.
        repeats: Whether each page begins with the last record of the page before.
        error: What is said in place of results, with status 200.
    """

    results: list[dict[str, Any]]
    texts: dict[str, bytes] = field(default_factory=dict)
    ends_with_results: bool = True
    loses: int = 0
    repeats: bool = False
    error: str = ""

    def routes(self) -> list[tuple[str, Route]]:
        """Search and ``fullTextXML``."""
        return [("/rest/search", self._search), (r"/rest/[^/]+/fullTextXML", self._text)]

    def _search(self, request: Request) -> Reply:
        if self.error:
            return as_json({"version": "6.9", "errCode": 404, "errMsg": self.error})
        mark = request.query.get("cursorMark", "*")
        begin = 0 if mark == "*" else int(base64.b64decode(mark, validate=True).rpartition(b":")[2])
        size = min(int(request.query.get("pageSize", 25)), 1000)
        sent = self.results[: len(self.results) - self.loses]
        page = sent[max(0, begin - self.repeats) : begin + size]
        # Marks hold signs that mean something else in an address unless they are escaped.
        following = base64.b64encode(f"\xff\xfe>?:{begin + size}".encode("latin-1")).decode()
        last = begin + size >= len(sent) if self.ends_with_results else begin >= len(sent)
        meta = {"version": "6.9", "hitCount": len(self.results), "nextCursorMark": mark if last else following}
        return as_json(
            meta | {"resultList": {"result": page if begin < len(sent) else []}},
            items=tuple(str(item["id"]) for item in page),
        )

    def _text(self, request: Request) -> Reply:
        pmcid = request.path.split("/")[2]
        if pmcid not in self.texts:
            return Reply(404, b"")
        return Reply(200, self.texts[pmcid], "application/xml", items=(pmcid,))
