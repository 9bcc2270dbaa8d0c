"""The way to the network: directly, or through the proxy that the caller or the environment names."""

from __future__ import annotations

import ssl
from functools import cache
from urllib.request import getproxies, proxy_bypass

import httpx

from clinicalbr.errors import InputError
from clinicalbr.sources._redaction import without_secrets

__all__ = ["Route"]

# More kept-alive connections make the pool of httpx slow: its cost grows with their square.
_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20)
_ENVIRONMENT = "the environment"


class Route(httpx.AsyncBaseTransport):
    """Sends each request through the proxy that is meant for it.

    Args:
        proxy: Address of the proxy; ``None`` for what the variables ``HTTP_PROXY``, ``HTTPS_PROXY``, ``ALL_PROXY`` and
            ``NO_PROXY`` say.

    Raises:
        InputError: The address is none of a proxy.
    """

    def __init__(self, proxy: str | None = None) -> None:
        self._proxy = proxy
        # Before the first turn at a gate: a pause between the turn and the request would blur the distances.
        self._trust = _trust()
        self._ways: dict[str | None, httpx.AsyncHTTPTransport] = {}
        if proxy is not None:
            self._way(proxy)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request.

        Args:
            request: The request.

        Returns:
            Its response.
        """
        return await self._way(self._proxy or _proxy_of_environment(request.url)).handle_async_request(request)

    def _way(self, proxy: str | None) -> httpx.AsyncHTTPTransport:
        if proxy not in self._ways:
            try:
                if proxy is not None and not httpx.URL(proxy).host.strip("[]"):
                    raise httpx.InvalidURL("no host")  # noqa: TRY301  said below, with those that httpx finds
                self._ways[proxy] = httpx.AsyncHTTPTransport(verify=self._trust, proxy=proxy, limits=_LIMITS)
            except (ValueError, ImportError, httpx.InvalidURL) as error:
                reason = str(error) if isinstance(error, ImportError) else "the address is not understood"
                raise InputError(
                    f"the proxy {without_secrets(proxy or '')!r} cannot be used: {reason}",
                    remedy=f"give http://host:port as proxy, or correct the variables of {_ENVIRONMENT}",
                ) from None
        return self._ways[proxy]

    async def aclose(self) -> None:
        """Close all connections."""
        for way in self._ways.values():
            await way.aclose()


@cache
def _trust() -> ssl.SSLContext:
    """The trusted certificates, whose reading takes a while."""
    return httpx.create_ssl_context()


def _proxy_of_environment(url: httpx.URL) -> str | None:
    if proxy_bypass(url.host):
        return None
    proxies = getproxies()
    found = proxies.get(url.scheme) or proxies.get("all")
    return found if found is None or "://" in found else f"http://{found}"
