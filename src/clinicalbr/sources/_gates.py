"""Who may ask a host now: its rate, its open requests, and the pauses that it asked for."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiolimiter import AsyncLimiter

from clinicalbr.sources.blocking import network
from clinicalbr.sources.service import Service

__all__ = ["Gate", "gate"]

_OWNER = "gates"


class Pause:
    """Until when a host asked to be left alone, in seconds of the loop."""

    def __init__(self) -> None:
        self.until = 0.0


class Gate:
    """The gate of one host for one rate.

    Args:
        rate: Requests a second; infinity for no limit.
        parallel: Requests at once.
        pause: Shared by all gates of the host.
    """

    def __init__(self, rate: float, parallel: int, pause: Pause) -> None:
        # A bucket of one drop spaces the requests evenly; a larger one would let bursts through.
        self._limiter = None if math.isinf(rate) else AsyncLimiter(1, 1 / rate)
        self._open = asyncio.Semaphore(parallel)
        self._pause = pause

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until a request may go, and hold its place while it runs."""
        loop = asyncio.get_running_loop()
        async with self._open:
            if self._limiter is not None:
                await self._limiter.acquire()
            while (wait := self._pause.until - loop.time()) > 0:
                await asyncio.sleep(wait)
                if self._limiter is not None:
                    # Those who waited out the pause together must not go together.
                    await self._limiter.acquire()
            yield

    def hold(self, seconds: float) -> None:
        """Let no request through for some time, as the host asked."""
        self._pause.until = max(self._pause.until, asyncio.get_running_loop().time() + seconds)


def gate(service: Service, host: str) -> Gate:
    """The gate that all sessions of the process share; to be called on the network loop.

    Args:
        service: Whose limits hold.
        host: Host and port that is asked, which after a redirect is not the service's own.

    Returns:
        The gate.
    """
    gates = network().shared.setdefault(_OWNER, {})
    pause = gates.setdefault(host, Pause())
    key = (host, service.rate, service.parallel)
    if key not in gates:
        gates[key] = Gate(service.rate, service.parallel, pause)
    found: Gate = gates[key]
    return found
