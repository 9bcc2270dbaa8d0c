"""Requests and replies of the fake service."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

JSON = "application/json; charset=UTF-8"


@dataclass(frozen=True)
class Request:
    """A request as the routes see it.

    Args:
        method: HTTP method.
        path: Path as sent, still escaped.
        query: First value of each parameter.
        headers: Headers by lower-case name.
        body: The body.
        attempt: How many times this path and query were asked before.
    """

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    attempt: int = 0


@dataclass(frozen=True)
class Reply:
    """An answer; ``items`` names what was handed out and ``fault`` what is wrong with it, for the log."""

    status: int = 200
    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    items: tuple[str, ...] = ()
    fault: str = ""


Route = Callable[[Request], Reply]


def as_json(value: Any, status: int = 200, items: tuple[str, ...] = (), fault: str = "") -> Reply:
    """A value as the services write it."""
    return Reply(status, json.dumps(value, indent=4).encode(), JSON, items=items, fault=fault)
