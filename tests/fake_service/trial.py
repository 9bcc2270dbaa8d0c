"""A session that is quick to give up, and a service under test, for the tests of clients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from clinicalbr.sources import RetryPolicy, Session, Timeouts
from fake_service.faults import Faults
from fake_service.messages import Route
from fake_service.server import FakeService

QUICK = RetryPolicy(initial_wait=0.001, max_wait=0.01)
IMPATIENT = Timeouts(connect=2, read=2, total=5)
ANY_RATE = float("inf")


@contextmanager
def trial(
    routes: Iterable[tuple[str, Route]], faults: Faults | None = None, **settings: Any
) -> Iterator[tuple[FakeService, Session]]:
    """A service on 127.0.0.1 and a session to ask it with."""
    options: dict[str, Any] = {"retry": QUICK, "timeouts": IMPATIENT} | settings
    with FakeService(routes, faults) as fake, Session("tests@example.org", **options) as session:
        yield fake, session
