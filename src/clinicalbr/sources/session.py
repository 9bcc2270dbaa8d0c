"""The session that every client of a service takes: the one way to the network.

To write a client for another service, declare a ``Service`` (address, rate, secrets) and await ``Session.ask`` with an
address from ``Service.url`` and the kind of answer. Retries, limits, cache, bounds and the telling apart of login
pages from data are done there; every failure arrives as a ``SourceError``. ``blocking`` makes each method of the client
usable from plain code, so that it needs no second copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, Self

from clinicalbr._version import __version__
from clinicalbr.errors import InputError, SourceRefusedError
from clinicalbr.sources._redaction import keep_out_of_logs, without_secrets
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.blocking import Network, blocking, network, on_network
from clinicalbr.sources.manners import RetryPolicy, Timeouts
from clinicalbr.sources.service import AnswerKind, Service

if TYPE_CHECKING:
    import httpx

__all__ = ["Session"]

_CACHE_FILE = "http.sqlite"
_CACHE_BYTES = 2_000_000_000


@dataclass(frozen=True, slots=True)
class _Wanted:
    method: str
    url: str
    params: Mapping[str, str | int] | None
    body: Any
    headers: Mapping[str, str]
    service: Service
    kind: AnswerKind
    max_bytes: int
    check: Callable[[Answer], None] | None

    def request(self, client: httpx.AsyncClient) -> httpx.Request:
        import httpx  # noqa: PLC0415

        from clinicalbr.sources._transport import EXTENSION, Call  # noqa: PLC0415

        shown = without_secrets(self.url, self.service.secrets())
        try:
            url = httpx.URL(self.url)
            if self.params:
                url = url.copy_merge_params(self.params)
            request = client.build_request(self.method, url, json=self.body, headers=dict(self.headers))
        except (httpx.InvalidURL, TypeError, ValueError) as error:
            raise InputError(
                f"{shown!r} cannot be asked for: {type(error).__name__}",
                remedy="check the identifier and the parameters",
            ) from None
        if request.url.userinfo:
            raise InputError(
                f"the address {shown!r} holds a user name or password",
                remedy="hand credentials over as secrets of the service",
            )
        request.extensions[EXTENSION] = Call(self.service, self.kind, self.max_bytes, self.check)
        return request


async def _send(client: httpx.AsyncClient, request: httpx.Request, service: Service) -> Answer:
    import httpx  # noqa: PLC0415

    try:
        response = await client.send(request)
    except (httpx.TooManyRedirects, httpx.RemoteProtocolError) as error:
        # All other errors were named below; these two arise between one request and the next.
        circle = isinstance(error, httpx.TooManyRedirects)
        raise SourceRefusedError(
            "the service redirects in a circle" if circle else "the service redirects to what is no address",
            remedy="open the address in a browser",
            url=without_secrets(str(request.url), service.secrets()),
        ) from None
    caching = response.extensions.get("caching")
    return Answer(
        url=without_secrets(str(response.url), service.secrets()),
        status=response.status_code,
        content=response.content,
        headers=dict(response.headers),
        from_cache=bool(caching is not None and caching["from_cache"]),
    )


class Session:
    """Speaks to services politely, for any number of clients.

    Args:
        contact: Your e-mail address or web page. It is part of the ``User-Agent``, so that operators can write to you
            instead of blocking you.
        cache: Folder of the cache on disk. What a service marks with ``ETag`` or ``Last-Modified`` is asked for again
            only if it changed; what it says to hold for some time is not asked for at all. ``None`` for no cache.
        retry: When to ask again.
        timeouts: How long to wait.
        max_bytes: Size of an answer at most, after decompression.
        proxy: Address of a proxy; ``None`` for what the environment says (``HTTPS_PROXY``, ``NO_PROXY``).
        transport: A transport of httpx in place of the network, for tests and recordings. It is used on the network
            loop of clinicalbr.

    Raises:
        InputError: The contact is none, a bound is not positive, or the proxy is not understood.

    A session is used from plain code, from notebooks and from asyncio alike, also at once. Close it, or use it in a
    ``with`` or ``async with`` statement.

    Examples:
        >>> import httpx
        >>> def answer(request):
        ...     return httpx.Response(200, json={"agent": request.headers["user-agent"]})
        >>> service = Service("example", "https://example.org/api", rate=3)
        >>> with Session("me@example.org", transport=httpx.MockTransport(answer)) as session:
        ...     agent = blocking(session.ask(service, service.url("status"), kind=AnswerKind.JSON)).json()["agent"]
        >>> agent.startswith("clinicalbr/"), "me@example.org" in agent
        (True, True)
    """

    def __init__(
        self,
        contact: str,
        *,
        cache: str | Path | None = None,
        retry: RetryPolicy | None = None,
        timeouts: Timeouts | None = None,
        max_bytes: int = 64_000_000,
        proxy: str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        if not contact.isprintable() or not contact.isascii() or not ("@" in contact or "://" in contact):
            raise InputError(
                f"{contact!r} is no contact", remedy="give your e-mail address, or the address of your project's page"
            )
        if max_bytes < 1:
            raise InputError(f"max_bytes is {max_bytes}", remedy="give a number of bytes above 0")
        self.contact = contact
        self.user_agent = f"clinicalbr/{__version__} (+{contact})"
        self.max_bytes = max_bytes
        self.retry = retry or RetryPolicy()
        self.timeouts = timeouts or Timeouts()
        self._cache = None if cache is None else Path(cache)
        self._proxy = proxy
        self._transport = transport
        self._client: httpx.AsyncClient | None = None
        self._network: Network | None = None
        if proxy is not None:
            from clinicalbr.sources._proxy import Route  # noqa: PLC0415  httpx is loaded by those who use a session

            Route(proxy)

    async def ask(
        self,
        service: Service,
        url: str,
        *,
        kind: AnswerKind = AnswerKind.ANY,
        params: Mapping[str, str | int] | None = None,
        method: str = "GET",
        body: Any = None,
        headers: Mapping[str, str] = MappingProxyType({}),
        max_bytes: int | None = None,
        check: Callable[[Answer], None] | None = None,
        retry_bad_answers: bool = True,
    ) -> Answer:
        """Ask a service, as often as needed.

        Args:
            service: The service, whose limits and secrets hold.
            url: Address, from ``service.url`` or from what the service answered.
            kind: What the answer must be.
            params: Parameters of the query; secrets do not belong here but in the service.
            method: HTTP method.
            body: Value sent as JSON.
            headers: Further headers, no secrets.
            max_bytes: Size of the answer at most, in place of the session's bound.
            check: Looks at an answer of the right kind before it is stored or given out, and raises a ``SourceError``
                when it is none all the same: the error of a service within status 200, the page of another request.
                What it raises is treated as if the session had found it, retries included. It runs on the network loop.
            retry_bad_answers: Whether an answer of another kind is asked for again. Give ``False`` where it is how the
                service says that it has no such thing, and another address will be tried.

        Returns:
            The answer.

        Raises:
            SourceNotFoundError: The service knows no such thing.
            SourceRefusedError: It refuses the request.
            BadAnswerError: It answers with something else.
            AnswerTooLargeError: The answer exceeds the bound.
            SourceUnavailableError: It gave no answer after all attempts.
            InputError: The address or the parameters cannot be sent.
        """
        wanted = _Wanted(method, url, params, body, headers, service, kind, max_bytes or self.max_bytes, check)
        return await on_network(self._ask(wanted, retry_bad_answers))

    async def _ask(self, wanted: _Wanted, retry_bad_answers: bool) -> Answer:
        from clinicalbr.sources._retrying import attempts  # noqa: PLC0415

        keep_out_of_logs(wanted.service.secrets())
        client = self._open()
        request = wanted.request(client)
        return await attempts(self.retry, bad_answers=retry_bad_answers)(_send, client, request, wanted.service)

    def _open(self) -> httpx.AsyncClient:
        """The client of httpx, made on the network loop when it is first needed, and anew in the child of a fork."""
        if self._client is not None and self._network is network():
            return self._client
        import httpx  # noqa: PLC0415

        from clinicalbr.sources._proxy import Route  # noqa: PLC0415
        from clinicalbr.sources._transport import GuardedTransport  # noqa: PLC0415

        transport: httpx.AsyncBaseTransport = GuardedTransport(
            self._transport or Route(self._proxy), timeouts=self.timeouts, retry=self.retry
        )
        if self._cache is not None:
            transport = _cached(transport, self._cache)
        self._network = network()
        self._client = httpx.AsyncClient(
            transport=transport,
            follow_redirects=True,
            trust_env=False,
            headers={"user-agent": self.user_agent},
            timeout=httpx.Timeout(self.timeouts.read, connect=self.timeouts.connect),
        )
        return self._client

    async def aclose(self) -> None:
        """Close the connections and the cache; the session opens them again when it is used again."""
        await on_network(self._close())

    async def _close(self) -> None:
        client, self._client = self._client, None
        if client is not None and self._network is network():
            await client.aclose()

    def close(self) -> None:
        """Close the connections and the cache, from plain code."""
        blocking(self._close())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def _cached(transport: httpx.AsyncBaseTransport, folder: Path) -> httpx.AsyncBaseTransport:
    from hishel import AsyncSqliteStorage, CacheOptions  # noqa: PLC0415
    from hishel.httpx import AsyncCacheTransport  # noqa: PLC0415

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder of the cache cannot be made: {error}", remedy="give another folder as cache"
        ) from None
    storage = AsyncSqliteStorage(database_path=folder / _CACHE_FILE, max_size=_CACHE_BYTES)
    return AsyncCacheTransport(transport, storage=storage, rfc=CacheOptions(shared=False))
