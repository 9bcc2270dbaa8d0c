"""Whether a service is away for a while, and how long a harvest waits for it."""

from __future__ import annotations

import asyncio
import logging

from clinicalbr.errors import SourceRefusedError, SourceUnavailableError

__all__ = ["Outage"]

log = logging.getLogger(__name__)

FIRST_PAUSE = 60.0
LONGEST_PAUSE = 1800.0
# A service that is away answers 502, 503, 504 or nothing; 500 mostly means that it stumbles over one record.
_FAULT_OF_AN_ITEM = 500


class Outage:
    """Tells failures of single items from a service that is away, and makes everybody wait in the second case.

    Args:
        in_a_row: So many failures without a success between them are an outage, or a block.
        patience: Seconds to wait in all before an outage ends the harvest; ``None`` for items that failed before, which
            may fail one after the other each for a reason of its own.
    """

    def __init__(self, in_a_row: int, patience: float | None) -> None:
        self._in_a_row = in_a_row
        self._patience = patience
        self.over()

    def over(self) -> None:
        """The service answered."""
        self._failures = 0
        self._pause = 0.0
        self._paused = 0.0
        self._until = 0.0

    def failed(self, error: SourceUnavailableError | SourceRefusedError) -> None:
        """The service gave nothing.

        Args:
            error: What it said.

        Raises:
            SourceRefusedError: It refuses, as it did so many times before; asking on would make the block longer.
            SourceUnavailableError: It is away, and patience is at its end.
        """
        if error.status == _FAULT_OF_AN_ITEM:
            return
        self._failures += 1
        now = asyncio.get_running_loop().time()
        if self._failures < self._in_a_row or now < self._until:
            return
        if isinstance(error, SourceRefusedError):
            raise error
        if self._patience is None:
            return
        self._pause = max(min(2 * self._pause or FIRST_PAUSE, LONGEST_PAUSE), error.retry_after or 0.0)
        self._paused += self._pause
        if self._paused > self._patience:
            raise error
        log.warning("the service is away; the harvest goes on in %.0f s: %s", self._pause, error)
        self._until = now + self._pause

    async def wait(self) -> None:
        """Wait while the service is thought to be away."""
        loop = asyncio.get_running_loop()
        while (left := self._until - loop.time()) > 0:
            await asyncio.sleep(left)
