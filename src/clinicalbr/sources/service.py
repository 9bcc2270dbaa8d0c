"""What a client tells the session about the service that it speaks to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import quote, urlsplit

from pydantic import SecretStr

from clinicalbr.errors import InputError

__all__ = ["AnswerKind", "Service"]

_PORTS = {"http": 80, "https": 443}


class AnswerKind(StrEnum):
    """What an answer must be; anything else is a ``BadAnswerError``.

    Examples:
        >>> AnswerKind("json") is AnswerKind.JSON
        True
    """

    JSON = "json"
    XML = "xml"
    HTML = "html"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Service:
    """A service on the network: where it is, how often it may be asked, and with which secrets.

    Args:
        name: Short name for messages, for instance ``"articlemeta"``.
        base_url: Address under which all its paths stand, ``http`` or ``https``, without user and password.
        rate: Requests a second that it allows. All sessions of the process share them, host by host.
        parallel: Requests that may be under way at once.
        secret_query: Secrets sent as parameters of the query, by name.
        secret_headers: Secrets sent as headers, by name.

    Secrets travel only to the host of ``base_url``, never from https to http, and are added below the cache: no log,
    cache entry or error holds them.

    Raises:
        InputError: The address is none of http or https, holds a password, or a limit is not positive.

    Examples:
        >>> service = Service("articlemeta", "https://articlemeta.scielo.org", rate=2.5)
        >>> service.url("api", "v1", "article", "")
        'https://articlemeta.scielo.org/api/v1/article/'
        >>> service.url("j", "a/../b")
        'https://articlemeta.scielo.org/j/a%2F..%2Fb'
    """

    name: str
    base_url: str
    rate: float
    parallel: int = 4
    secret_query: Mapping[str, SecretStr] = field(default_factory=dict, hash=False)
    secret_headers: Mapping[str, SecretStr] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        place = _place(self.base_url)
        if "@" in self.base_url:
            raise InputError(
                f"the address of the service {self.name} holds a user name or password",
                remedy="hand credentials over as secret_headers or secret_query",
            )
        if place is None or "?" in self.base_url or "#" in self.base_url:
            raise InputError(
                f"{self.base_url.partition('?')[0]!r} is no base address of a service",
                remedy="give http:// or https://, a host and, where needed, a path",
            )
        if not self.rate > 0 or self.parallel < 1:
            raise InputError(
                f"not limits of a service: {self.rate} requests a second, {self.parallel} at once",
                remedy="give a rate above 0 and at least one request at once",
            )

    def url(self, *parts: str) -> str:
        """Address of a path under the base address.

        Args:
            *parts: Parts of the path, each escaped whole, so that an identifier cannot step out of its place. An empty
                last part gives a final slash.

        Returns:
            The address.

        Raises:
            InputError: A part is ``.`` or ``..``, which no escape protects.
        """
        if any(part in {".", ".."} for part in parts):
            raise InputError(f"a path cannot hold the part {parts!r}", remedy="check the identifier")
        return "/".join((self.base_url.rstrip("/"), *(quote(part, safe="") for part in parts)))

    def trusts(self, url: str) -> bool:
        """Whether secrets of the service may go to an address.

        Args:
            url: Where a request is about to go, a redirect included.

        Returns:
            Whether it is the same place, or the same host by https where the base address is http.

        Examples:
            >>> service = Service("x", "http://example.org/api", rate=1)
            >>> service.trusts("https://example.org/api/a"), service.trusts("http://other.example/api")
            (True, False)
        """
        own, other = _place(self.base_url), _place(url)
        if own is None or other is None or own[1] != other[1]:
            return False
        return own == other or (own[::2], other[::2]) == (("http", 80), ("https", 443))

    def secrets(self) -> tuple[str, ...]:
        """The bare values of all secrets, to take them out of a text."""
        held = (*self.secret_query.values(), *self.secret_headers.values())
        values = [secret.get_secret_value() for secret in held]
        # "Bearer x" is the value of the header, and x is the secret.
        return tuple(dict.fromkeys([*values, *(value.split()[-1] for value in values if value.split())]))


def _place(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port, ``None`` when it is no address of http or https."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or _PORTS[parts.scheme]
