"""What stands between the cache and the network: limits, secrets, bounds, and the check of every answer.

It stands below the cache, so that a bad answer is never stored, a stored one costs no turn at the gate, and no secret
is part of what is stored. The client of httpx above it sees requests without secrets, and so does its log.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime

import httpx

from clinicalbr.errors import (
    AnswerTooLargeError,
    BadAnswerError,
    SourceError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.sources._answer_check import check_answer
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._gates import gate
from clinicalbr.sources._redaction import forms, hide, without_parameters, without_secrets
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.manners import RetryPolicy, Timeouts
from clinicalbr.sources.service import AnswerKind, Service

__all__ = ["EXTENSION", "Call", "GuardedTransport", "retry_after"]

EXTENSION = "clinicalbr"
_THROTTLED = frozenset({408, 425, 429, 503})
_FOR_GOOD = frozenset({501, 505})
_GONE = frozenset({404, 410})
_STATED = 4000
_SHOWN = 2000
# These describe the body as it came over the network, not as it is handed on; a session keeps no cookies.
_DROPPED = frozenset({"content-encoding", "content-length", "transfer-encoding", "set-cookie", "connection"})
_CONDITIONS = frozenset({"if-none-match", "if-modified-since"})
_REMEDIES = {
    400: "check the parameters",
    401: "check the key",
    402: "the account has no credit left",
    403: "the service blocks this address or forbids the item; write to its operators with your contact",
    407: "give the proxy's user and password",
}
_DIGITS = re.compile(r"[0-9]{1,9}(?:\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Call:
    """What the transport must know about a request beyond the request.

    Args:
        service: The service that is asked.
        kind: What the answer must be.
        max_bytes: Size of the answer at most, after decompression.
        check: Raises for an answer that only the client can tell to be none.
    """

    service: Service
    kind: AnswerKind
    max_bytes: int
    check: Callable[[Answer], None] | None = None


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends requests politely and lets only good answers through.

    Args:
        network: The transport that reaches the network.
        timeouts: How long to wait.
        retry: Says which pauses of a service are kept.
    """

    def __init__(self, network: httpx.AsyncBaseTransport, *, timeouts: Timeouts, retry: RetryPolicy) -> None:
        self._network = network
        self._timeouts = timeouts
        self._retry = retry

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request.

        Args:
            request: A request with a ``Call`` in its extensions.

        Returns:
            A redirect, a 304, or a checked answer whose body is in memory.

        Raises:
            SourceError: Any other outcome.
        """
        call: Call = request.extensions[EXTENSION]
        shown = without_secrets(str(request.url), call.service.secrets())
        door = gate(call.service, request.url.netloc.decode("ascii"))
        async with door.turn():
            try:
                async with asyncio.timeout(self._timeouts.total):
                    return await self._exchange(request, call, shown)
            except SourceUnavailableError as error:
                if error.retry_after is not None and error.retry_after <= self._retry.max_retry_after:
                    door.hold(error.retry_after)
                raise
            except TimeoutError:
                raise SourceUnavailableError(
                    f"no whole answer within {self._timeouts.total:g} s",
                    remedy="ask again later, or give the session longer timeouts",
                    url=shown,
                ) from None
            except httpx.DecodingError:
                raise BadAnswerError(
                    "an answer that cannot be decompressed", remedy="ask again later", url=shown, found="malformed"
                ) from None
            except httpx.TransportError as error:
                raise _unreachable(error, shown, call.service) from None

    async def _exchange(self, request: httpx.Request, call: Call, shown: str) -> httpx.Response:
        response = await self._network.handle_async_request(_with_secrets(request, call.service))
        try:
            unchanged = response.status_code == httpx.codes.NOT_MODIFIED and not _CONDITIONS.isdisjoint(request.headers)
            if unchanged or response.has_redirect_location:
                await _read(response, _STATED, shown, partly=True)
                return _handed_on(response, b"", call)
            if not 200 <= response.status_code < 300:
                stated = await _read(response, _STATED, shown, partly=True)
                raise _failure(response, stated, call.service, shown)
            content = await _read(response, call.max_bytes, shown)
            if response.status_code == httpx.codes.PARTIAL_CONTENT:
                raise BadAnswerError(
                    "a part of an answer", remedy="ask again", url=shown, status=response.status_code, found="truncated"
                )
            check_answer(content, call.kind, url=shown, status=response.status_code, secrets=call.service.secrets())
            if call.check is not None:
                call.check(Answer(shown, response.status_code, content, dict(response.headers)))
            return _handed_on(response, content, call)
        finally:
            await response.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._network.aclose()


def _with_secrets(request: httpx.Request, service: Service) -> httpx.Request:
    if not service.secrets() or not service.trusts(str(request.url)):
        return request
    url = request.url.copy_merge_params(
        {name: secret.get_secret_value() for name, secret in service.secret_query.items()}
    )
    headers = httpx.Headers(request.headers)
    for name, secret in service.secret_headers.items():
        headers[name] = secret.get_secret_value()
    return httpx.Request(request.method, url, headers=headers, stream=request.stream, extensions=request.extensions)


async def _read(response: httpx.Response, limit: int, shown: str, *, partly: bool = False) -> bytes:
    """The decoded body up to a bound, over which it raises or, where a part will do, stops."""
    stated = response.headers.get("content-length", "")
    parts: list[bytes] = []
    size = 0
    if not partly and stated.isdecimal() and int(stated) > limit:
        raise _too_large(f"an answer of {stated} bytes, more than {limit}", shown, response.status_code)
    async for part in response.aiter_bytes():
        size += len(part)
        parts.append(part)
        if size > limit:
            if partly:
                break
            raise _too_large(f"an answer of more than {limit} bytes", shown, response.status_code)
    return b"".join(parts)[:limit]


def _too_large(what: str, shown: str, status: int) -> AnswerTooLargeError:
    return AnswerTooLargeError(
        what, remedy="ask for less, or raise the bound: Session(max_bytes=...)", url=shown, status=status
    )


def _handed_on(response: httpx.Response, content: bytes, call: Call) -> httpx.Response:
    headers = [(name, value) for name, value in response.headers.multi_items() if name.lower() not in _DROPPED]
    service = call.service
    if response.has_redirect_location:
        target = hide(without_parameters(response.headers["location"], service.secret_query), service.secrets())
        headers = [(name, target if name == "location" else value) for name, value in headers]
    headers += _cache_rule(response.headers)
    if any(form.encode() in content for form in forms(service.secrets())):
        headers = [(name, value) for name, value in headers if name.lower() != "cache-control"]
        headers.append(("cache-control", "no-store"))
    return httpx.Response(response.status_code, headers=headers, content=content)


def _cache_rule(headers: httpx.Headers) -> Iterator[tuple[str, str]]:
    """What the cache may do where the service does not say.

    It would guess how long an answer holds from when the thing last changed; a harvest must see what is new.
    """
    if "date" not in headers:
        # RFC 9110, section 6.6.1; the cache tells by it which of two stored answers is the newer.
        yield "date", format_datetime(datetime.now(UTC), usegmt=True)
    stated = headers.get("cache-control", "").lower()
    if "max-age" in stated or "no-store" in stated or "no-cache" in stated or "expires" in headers:
        return
    validated = "etag" in headers or "last-modified" in headers
    yield "cache-control", "no-cache" if validated else "no-store"


def retry_after(headers: httpx.Headers) -> float | None:
    """Seconds that a service asks to wait, from either form of ``Retry-After`` (RFC 9110, section 10.2.3).

    Args:
        headers: Headers of its answer.

    Returns:
        The seconds, 0 for a date gone by, ``None`` when nothing or nothing readable is stated.
    """
    text = headers.get("retry-after", "").strip()
    if _DIGITS.fullmatch(text):
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return max(0.0, (when.replace(tzinfo=when.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _failure(response: httpx.Response, stated: bytes, service: Service, shown: str) -> SourceError:
    status = response.status_code
    # Hidden before it is cut, or a piece of a secret could stand at the edge.
    words = _words(hide(stated.decode("utf-8", "replace"), service.secrets())[:_SHOWN])
    said = f"status {status}" + (f": {words}" if words else "")
    wait = retry_after(response.headers)
    if status in _GONE:
        return SourceNotFoundError(said, remedy="check the identifier", url=shown, status=status)
    passing = status in _THROTTLED or (status >= 500 and status not in _FOR_GOOD)
    if passing or (status == httpx.codes.FORBIDDEN and wait is not None):
        remedy = f"wait {wait:.0f} s" if wait is not None else "ask again later, or more slowly"
        return SourceUnavailableError(said, remedy=remedy, url=shown, status=status, retry_after=wait)
    if status < 400:
        return BadAnswerError(f"{said}, which no one asked for", remedy="ask again", url=shown, status=status)
    return SourceRefusedError(said, remedy=_REMEDIES.get(status, "check the request"), url=shown, status=status)


def _words(stated: str) -> str:
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^<>]*>", " ", stated, flags=re.DOTALL)
    return excerpt(text, 200) if text.strip() else ""


def _unreachable(error: httpx.TransportError, shown: str, service: Service) -> SourceError:
    words = excerpt(hide(str(error), service.secrets()), 200) if str(error) else type(error).__name__
    if _is_of_certificate(error):
        return SourceRefusedError(
            f"the certificate of the host is not trusted: {words}",
            remedy="check the clock, and whether a proxy of your network opens connections; add its certificate",
            url=shown,
        )
    if isinstance(error, httpx.ProxyError):
        return SourceUnavailableError(f"the proxy fails: {words}", remedy="check the address of the proxy", url=shown)
    if isinstance(error, httpx.UnsupportedProtocol | httpx.LocalProtocolError):
        return SourceRefusedError(f"the request cannot be sent: {words}", remedy="check the address", url=shown)
    if isinstance(error, httpx.TimeoutException):
        return SourceUnavailableError(
            f"no answer in time ({type(error).__name__})",
            remedy="ask again later, or give the session longer timeouts",
            url=shown,
        )
    return SourceUnavailableError(
        f"the connection fails: {words}", remedy="check the network, and whether a proxy is needed", url=shown
    )


def _is_of_certificate(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False
