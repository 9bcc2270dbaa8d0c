"""Addresses and texts without the secrets in them, for logs and errors."""

from __future__ import annotations

import html
import json
import logging
import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, quote, quote_plus, urlencode, urlsplit, urlunsplit

__all__ = ["HIDDEN", "forms", "hide", "keep_out_of_logs", "without_parameters", "without_secrets"]

HIDDEN = "***"
_SECRET_NAME = re.compile(r"key|token|secret|passw|auth|signature|credential", re.IGNORECASE)


def forms(secrets: Iterable[str]) -> list[str]:
    """Secrets as they are and as they stand in addresses, pages and JSON, the longest first."""
    found = {
        form
        for secret in filter(None, secrets)
        for form in (
            secret,
            quote(secret),
            quote(secret, safe=""),
            quote_plus(secret),
            html.escape(secret),
            json.dumps(secret)[1:-1],
        )
    }
    return sorted(found, key=len, reverse=True)


def hide(text: str, secrets: Iterable[str]) -> str:
    """A text with the secrets in it hidden, in whatever form they stand there."""
    for form in forms(secrets):
        text = text.replace(form, HIDDEN)
    return text


def without_secrets(url: str, secrets: Iterable[str] = ()) -> str:
    """An address fit for a log: no user and password, no value of a parameter that is named like a secret.

    Args:
        url: Any address.
        secrets: Further values to hide.

    Returns:
        The address.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        # What no parser takes apart may hold a secret anywhere beyond its host.
        return hide(re.sub(r"//[^/?#]*@", "//", url.partition("?")[0]), secrets)
    query = urlencode(
        [
            (name, HIDDEN if _SECRET_NAME.search(name) else value)
            for name, value in parse_qsl(parts.query, keep_blank_values=True)
        ],
        safe="*:/,",
    )
    place = parts.netloc.rpartition("@")[2]
    return hide(urlunsplit((parts.scheme, place, parts.path, query, "")), secrets)


def without_parameters(url: str, names: Iterable[str]) -> str:
    """An address without some parameters of its query, which services echo in redirects."""
    dropped = frozenset(names)
    try:
        parts = urlsplit(url)
    except ValueError:
        return url.partition("?")[0]
    kept = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in dropped]
    if len(kept) == len(parse_qsl(parts.query, keep_blank_values=True)):
        return url
    return urlunsplit(parts._replace(query=urlencode(kept)))


class _Hiding(logging.Filter):
    """Takes the secrets in use out of records; a service may echo them in headers, which the transport logs."""

    def __init__(self) -> None:
        super().__init__()
        self.secrets: frozenset[str] = frozenset()

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass every record on, rewritten where it holds a secret."""
        said = record.getMessage()
        hidden = hide(said, self.secrets)
        if hidden != said:
            record.msg, record.args = hidden, ()
            vars(record).update({name: HIDDEN for name in ("request", "return_value") if name in vars(record)})
        return True


_hiding = _Hiding()
_WIRE_LOGGERS = (
    "httpcore.connection",
    "httpcore.http11",
    "httpcore.http2",
    "httpcore.proxy",
    "httpcore.socks",
    "httpx",
)


def keep_out_of_logs(secrets: Iterable[str]) -> None:
    """Hide secrets in what the libraries below the session log, from now on.

    Args:
        secrets: The bare values.
    """
    fresh = frozenset(secrets) - _hiding.secrets
    if fresh:
        _hiding.secrets |= fresh
        for name in _WIRE_LOGGERS:
            logging.getLogger(name).addFilter(_hiding)
