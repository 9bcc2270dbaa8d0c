"""Firecrawl as it behaves: the status of the page is stated within a success of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from fake_service.messages import Reply, Request, Route, as_json

STATED = {
    400: "Bad Request: formats is invalid",
    401: "Unauthorized: Invalid token",
    402: "Payment required: insufficient credits",
    403: "This website is not supported",
    408: "Scrape timed out",
    429: "Rate limit exceeded",
    500: "Internal server error",
}


@dataclass
class Firecrawl:
    """``POST /v2/scrape``.

    Args:
        pages: Page by address, with the status of its own.
        key: The key that it knows.
        credits: Credits of the account.
        price: Credits of a page.
        failures: Statuses of its own of the first requests.
        tells_credits: Whether it says what a page cost.
        metadata: Further statements about a page; ``None`` takes one away.
    """

    pages: dict[str, tuple[int, str]]
    key: str = "fc-right"
    credits: float = 100
    price: int = 1
    failures: list[int] = field(default_factory=list)
    tells_credits: bool = True
    metadata: dict[str, Any] = field(default_factory=dict)
    bodies: list[dict[str, Any]] = field(default_factory=list)

    def routes(self) -> list[tuple[str, Route]]:
        """The one address that is used."""
        return [("/v2/scrape", self._scrape)]

    def _error(self, status: int, more: str = "") -> Reply:
        return as_json({"success": False, "error": f"{STATED[status]}{more}"}, status=status)

    def _scrape(self, request: Request) -> Reply:
        given = request.headers.get("authorization", "")
        if given != f"Bearer {self.key}":
            # What was sent comes back in the message, as services do.
            return self._error(401, f" ({given.removeprefix('Bearer ')})")
        if self.failures:
            return self._error(self.failures.pop(0))
        if self.credits < self.price:
            return self._error(402)
        body = json.loads(request.body)
        self.bodies.append(body)
        status, page = self.pages.get(body["url"], (404, "<html><title>404</title></html>"))
        self.credits -= self.price
        metadata: dict[str, Any] = {"title": "A page", "language": "pt", "sourceURL": body["url"], "statusCode": status}
        if self.tells_credits:
            metadata["creditsUsed"] = self.price
        metadata = {name: value for name, value in (metadata | self.metadata).items() if value is not None}
        data: dict[str, Any] = {"metadata": metadata}
        data |= {name: page for name in ("rawHtml", "html", "markdown") if name in body["formats"]}
        return as_json({"success": True, "data": data}, items=(body["url"],))
