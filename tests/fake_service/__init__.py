"""A service on 127.0.0.1 that behaves as the real ones do, faults included, over real sockets.

``FakeService(routes, faults)`` serves in a thread; ``python -m fake_service`` in a process of its own, for what kills
its client. Routes are functions from a ``Request`` to a ``Reply``: ``ArticleMeta`` and ``ArticleSite`` bring theirs, and
further services are added the same way.
"""

from fake_service.articlemeta import ArticleMeta
from fake_service.faults import Fault, Faults
from fake_service.messages import Reply, Request, as_json
from fake_service.server import FakeService, Logged
from fake_service.site import ArticleSite

__all__ = [
    "ArticleMeta",
    "ArticleSite",
    "FakeService",
    "Fault",
    "Faults",
    "Logged",
    "Reply",
    "Request",
    "as_json",
]
