"""Faults of any kind in any share, the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from fake_service.messages import Request

LOGIN_PAGE = (
    b"<!DOCTYPE html>\n<html><head><title>Sign in &mdash; campus network</title></head>"
    b"<body><form action='/login'>User <input name='user'></form></body></html>"
)


class Fault(StrEnum):
    """What goes wrong with one request."""

    THROTTLED = "429"
    THROTTLED_SECONDS = "429 with Retry-After in seconds"
    THROTTLED_DATE = "429 with Retry-After as a date"
    ERROR = "500"
    UNAVAILABLE = "503"
    PAGE = "a login page with status 200"
    CUT_BODY = "half a body, with its length stated as if it were whole"
    CUT_CONNECTION = "the connection closes in the middle of the body"
    NO_ANSWER = "the connection closes without an answer"
    DRIP = "a byte now and then"


EVERY_FAULT = tuple(Fault)


@dataclass(frozen=True)
class Faults:
    """Which requests fail, and how.

    Args:
        share: Share of the requests that fail.
        kinds: Kinds to choose from.
        seed: A request fails or not by the seed, its address and the number of its attempt alone, so that the order in
            which requests arrive does not matter.
        first: So many first attempts of every address fail for certain.
        retry_after: Seconds asked for in ``Retry-After``.
        drip_seconds: Seconds between two bytes of a drip.
    """

    share: float = 0.0
    kinds: Sequence[Fault] = EVERY_FAULT
    seed: int = 0
    first: int = 0
    retry_after: float = 1
    drip_seconds: float = 0.2

    def of(self, request: Request) -> Fault | None:
        """The fault of a request, if any."""
        address = f"{request.method}|{request.path}|{sorted(request.query.items())}"
        drawn = random.Random(f"{self.seed}|{address}|{request.attempt}")  # noqa: S311
        if request.attempt < self.first or drawn.random() < self.share:
            return self.kinds[drawn.randrange(len(self.kinds))]
        return None
