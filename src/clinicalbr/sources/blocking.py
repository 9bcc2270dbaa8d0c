"""One mechanism for all clients: their asynchronous methods, used from plain code.

Everything that touches the network runs on one event loop, in a thread of its own that lives as long as the process.
So a session works from plain code, from a notebook whose loop is running, and from several loops and threads at once,
and the limits of a service hold for all of them together.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar, overload

from clinicalbr.errors import InputError

__all__ = ["Network", "blocking", "network", "on_network"]

T = TypeVar("T")


class Network:
    """The loop on which all requests of this process run, and what belongs to it.

    Args:
        shared: Values that must exist once a process, for instance the gates of the services, by their owner's name.
    """

    def __init__(self) -> None:
        self.shared: dict[str, Any] = {}
        self.process = os.getpid()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="clinicalbr-network", daemon=True)
        self.thread.start()

    @property
    def alive(self) -> bool:
        """Whether the loop runs in this process; the child of a fork inherits the object but not the thread."""
        return self.process == os.getpid() and self.thread.is_alive()


_lock = threading.Lock()
_network: Network | None = None


def network() -> Network:
    """The network loop of this process, started when it is first needed."""
    global _network  # noqa: PLW0603  one loop a process is the point
    with _lock:
        if _network is None or not _network.alive:
            _network = Network()
        return _network


async def on_network(work: Coroutine[Any, Any, T]) -> T:
    """Await a coroutine that runs on the network loop.

    Args:
        work: The coroutine. It is cancelled there when the caller is cancelled.

    Returns:
        Its result.

    Raises:
        InputError: The caller does not run under asyncio.
    """
    loop = network().loop
    try:
        here = asyncio.get_running_loop()
    except RuntimeError as error:
        work.close()
        raise InputError(
            "the clients are asynchronous under asyncio only", remedy="call blocking(...) in a thread"
        ) from error
    if here is loop:
        return await work
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


@overload
def blocking(work: Awaitable[T]) -> T: ...


@overload
def blocking(work: AsyncIterable[T]) -> Iterator[T]: ...


def blocking(work: Awaitable[T] | AsyncIterable[T]) -> T | Iterator[T]:
    """Use an asynchronous method of a client from plain code, in a notebook too.

    Args:
        work: What the method returned: something to await, or items that come one by one.

    Returns:
        The value, or an iterator over the items. Leaving the iteration early stops the work.

    Raises:
        InputError: It is called on the network loop itself, where waiting would never end.

    Examples:
        >>> async def twice(number: int) -> int:
        ...     return 2 * number
        >>> blocking(twice(21))
        42
        >>> async def up_to(number: int):
        ...     for item in range(number):
        ...         yield item
        >>> list(blocking(up_to(3)))
        [0, 1, 2]
    """
    if isinstance(work, AsyncIterable):
        return _items(work)
    return _wait(work)


async def _awaited(work: Awaitable[T]) -> T:
    return await work


def _wait(work: Awaitable[T]) -> T:
    current = network()
    if threading.current_thread() is current.thread:
        if isinstance(work, Coroutine):
            work.close()
        raise InputError("blocking() was called on the network loop", remedy="await the method there")
    future: Future[T] | None = None
    try:
        future = asyncio.run_coroutine_threadsafe(_awaited(work), current.loop)
        return future.result()
    except BaseException:
        # Also when the user interrupts: the request must not go on in the background.
        if future is not None:
            future.cancel()
        raise


def _items(work: AsyncIterable[T]) -> Iterator[T]:
    iterator = aiter(work)
    try:
        while True:
            try:
                yield _wait(anext(iterator))
            except StopAsyncIteration:
                return
    finally:
        _wait(_closed(iterator))


async def _closed(iterator: AsyncIterator[Any]) -> None:
    close = getattr(iterator, "aclose", None)
    if close is not None:
        await close()
