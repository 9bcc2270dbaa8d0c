"""An answer of a service that was checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clinicalbr.errors import BadAnswerError

__all__ = ["Answer"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer of a service.

    Args:
        url: Address that answered in the end, without secrets.
        status: HTTP status.
        content: The body, decompressed.
        headers: Headers by their names in lower case.
        from_cache: Whether the body came from the cache, be it after the service said that nothing changed.

    Examples:
        >>> Answer("http://example.org/", 200, b'{"total": 2}').json()["total"]
        2
    """

    url: str
    status: int
    content: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    from_cache: bool = False

    def json(self) -> Any:
        """The body as JSON.

        Returns:
            The decoded value.

        Raises:
            BadAnswerError: It is none, which cannot be where JSON was asked for.
        """
        try:
            return json.loads(self.content.decode("utf-8-sig"))
        except ValueError as error:
            raise BadAnswerError(
                f"no JSON: {error}", remedy="ask for the kind JSON", url=self.url, status=self.status
            ) from None
