"""Addresses and texts without the secrets in them, for logs and errors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

__all__ = ["HIDDEN", "hide", "without_parameters", "without_secrets"]

HIDDEN = "***"
_SECRET_NAME = re.compile(r"key|token|secret|passw|auth|signature|credential", re.IGNORECASE)


def hide(text: str, secrets: Iterable[str]) -> str:
    """A text with the secrets in it hidden, as they are and as they stand in addresses."""
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        for form in {secret, quote(secret), quote(secret, safe="")}:
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
    parts = urlsplit(url)
    kept = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in dropped]
    if len(kept) == len(parse_qsl(parts.query, keep_blank_values=True)):
        return url
    return urlunsplit(parts._replace(query=urlencode(kept)))
