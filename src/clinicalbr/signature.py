"""Score signatures: one line that says how a number was computed.

The form follows sacreBLEU's (Post 2018, "A Call for Clarity in Reporting BLEU Scores"): fields joined by ``|``,
each ``key:value``. A signature reads back to an equal object, so it can serve as column name and cache key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clinicalbr._version import __version__
from clinicalbr.errors import SignatureError

__all__ = ["Signature"]

_KEY = re.compile(r"[a-z][a-z0-9_.-]*")
_ESCAPES = {"%": "%25", "|": "%7C", "\n": "%0A", "\r": "%0D"}


def _escape(value: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in value)


def _unescape(value: str) -> str:
    for character, escaped in reversed(_ESCAPES.items()):
        value = value.replace(escaped, character)
    return value


@dataclass(frozen=True, slots=True)
class Signature:
    """An ordered set of ``key:value`` fields that tells how a score was made.

    Args:
        fields: Pairs in the order of printing. Keys are lower case and unique.

    Raises:
        SignatureError: A key is malformed or occurs twice.

    Examples:
        >>> made = Signature.of(kb="default-1", depth=2)
        >>> made.fields[:2]
        (('kb', 'default-1'), ('depth', '2'))
        >>> Signature.parse(str(made)) == made
        True
    """

    fields: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for key, _ in self.fields:
            if not _KEY.fullmatch(key):
                raise SignatureError(
                    f"signature key {key!r} is not a lower-case word", remedy="use letters, digits, '_', '.', '-'"
                )
            if key in seen:
                raise SignatureError(f"signature key {key!r} occurs twice", remedy="give each field its own key")
            seen.add(key)

    @classmethod
    def of(cls, **fields: object) -> Signature:
        """Build a signature from keyword arguments and end it with the version of clinicalbr.

        Args:
            **fields: Values are written with ``str``.

        Returns:
            The signature, its last field being ``clinicalbr:<version>``.

        Examples:
            >>> str(Signature.of(seed=0)).split("|")[0]
            'seed:0'
        """
        pairs = tuple((key, str(value)) for key, value in fields.items())
        return cls((*pairs, ("clinicalbr", __version__)))

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a printed signature.

        Args:
            text: What ``str(signature)`` gave.

        Returns:
            The equal signature.

        Raises:
            SignatureError: A field has no colon, or a key is malformed or repeated.

        Examples:
            >>> Signature.parse("seed:0|method:percentile").get("method")
            'percentile'
        """
        pairs = []
        for part in text.split("|") if text else ():
            key, colon, value = part.partition(":")
            if not colon:
                raise SignatureError(f"signature field {part!r} has no colon", remedy="fields read key:value|key:value")
            pairs.append((key, _unescape(value)))
        return cls(tuple(pairs))

    def get(self, key: str) -> str | None:
        """Value of a field, or ``None`` when the signature has no such field.

        Args:
            key: The field's key.

        Returns:
            The value as text.

        Examples:
            >>> Signature.parse("seed:0").get("seed")
            '0'
        """
        return self.as_dict().get(key)

    def merged(self, other: Signature | Mapping[str, object]) -> Signature:
        """Join two signatures; a field that both have keeps this one's place and takes the other's value.

        Args:
            other: Fields to add.

        Returns:
            A new signature.

        Examples:
            >>> str(Signature.parse("seed:0").merged({"depth": 2}))
            'seed:0|depth:2'
        """
        extra = other.as_dict() if isinstance(other, Signature) else {key: str(v) for key, v in other.items()}
        return Signature(tuple({**self.as_dict(), **extra}.items()))

    def as_dict(self) -> dict[str, str]:
        """The fields as a dictionary, in order.

        Returns:
            A new dictionary.

        Examples:
            >>> Signature.parse("seed:0").as_dict()
            {'seed': '0'}
        """
        return dict(self.fields)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.fields)

    def __str__(self) -> str:
        return "|".join(f"{key}:{_escape(value)}" for key, value in self.fields)
