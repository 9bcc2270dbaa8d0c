"""Reading of a pack's tables, with errors that name the file and the key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clinicalbr.errors import LanguageError
from clinicalbr.text import fold_text

__all__ = ["TableReader", "fields_of"]

_FIELD = re.compile(r"\{([a-z_]+)\}")


def fields_of(template: str) -> frozenset[str]:
    """Names that stand in braces in a template; braces round anything else are ordinary text.

    Args:
        template: A prompt or a report sentence.

    Returns:
        The names.

    Examples:
        >>> sorted(fields_of('{case} -> {"exams": []}'))
        ['case']
    """
    return frozenset(_FIELD.findall(template))


class TableReader:
    """A TOML table that remembers which of its keys were read.

    Args:
        table: The table as parsed.
        file: File that it stands in, for messages.
        prefix: Dotted path of the table, for messages.
    """

    def __init__(self, table: Mapping[str, Any], file: str, prefix: str = "") -> None:
        self._table = table
        self._file = file
        self._prefix = prefix
        self._read: set[str] = set()
        self._nested: list[TableReader] = []

    def _get(self, key: str) -> Any:
        if key not in self._table:
            raise LanguageError(f"{self._file} lacks the key {self._prefix + key!r}", remedy="add it")
        self._read.add(key)
        return self._table[key]

    def fail(self, key: str, expected: str) -> LanguageError:
        """The error for a value of the wrong form.

        Args:
            key: Key of the value.
            expected: What it must be, to follow "must be".

        Returns:
            The error, to be raised.
        """
        return LanguageError(
            f"{self._file}: {self._prefix + key!r} must be {expected}", remedy="compare with an included pack"
        )

    def table(self, key: str) -> TableReader:
        """A nested table."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self.fail(key, "a table")
        nested = TableReader(value, self._file, f"{self._prefix}{key}.")
        self._nested.append(nested)
        return nested

    def text(self, key: str, form: str = r"(?s).*", expected: str = "a text that is not blank") -> str:
        """A text that is not blank and has the given form."""
        value = self._get(key)
        if not isinstance(value, str) or not value.strip() or not re.fullmatch(form, value):
            raise self.fail(key, expected)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts without repetitions."""
        value = self._get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            raise self.fail(key, "a list of texts")
        return tuple(dict.fromkeys(value))

    def folded(self, key: str) -> tuple[str, ...]:
        """A list of texts, folded."""
        items = tuple(dict.fromkeys(fold_text(item).strip() for item in self.texts(key)))
        if not all(items):
            raise self.fail(key, "a list of texts that are not blank")
        return items

    def longest_first(self, key: str) -> tuple[str, ...]:
        """A list of texts, folded, the longest first."""
        return tuple(sorted(self.folded(key), key=lambda item: (-len(item), item)))

    def patterns(self, key: str, group: str | None = None) -> tuple[re.Pattern[str], ...]:
        """A list of regular expressions for a whole folded text, each with the named group, if any is asked for."""
        compiled = []
        for number, item in enumerate(self.texts(key), start=1):
            try:
                pattern = re.compile(item)
            except re.error as error:
                raise self.fail(key, f"a list of regular expressions; number {number}: {error}") from error
            if group is not None and group not in pattern.groupindex:
                raise self.fail(
                    key, f"a list of regular expressions with a group named {group!r}; number {number} has none"
                )
            if fold_text(item) != item and fold_text(item) != item.lower():
                raise self.fail(key, f"a list of regular expressions without accents; number {number} has some")
            compiled.append(pattern)
        return tuple(compiled)

    def lists(self, key: str) -> tuple[tuple[str, ...], ...]:
        """A list of lists of texts, folded; an empty text is allowed."""
        value = self._get(key)
        if not isinstance(value, list) or not all(
            isinstance(row, list) and all(isinstance(item, str) for item in row) for row in value
        ):
            raise self.fail(key, "a list of lists of texts")
        return tuple(tuple(dict.fromkeys(fold_text(item) for item in row)) for row in value)

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """A list of pairs of different texts, folded, the longest first."""
        rows = dict.fromkeys(self.lists(key))
        if any(len(row) != 2 for row in rows):
            raise self.fail(key, "a list of pairs of different texts")
        return tuple(sorted(((row[0], row[1]) for row in rows), key=lambda pair: (-len(pair[1]), -len(pair[0]), pair)))

    def templates(self, fields: Mapping[str, frozenset[str]]) -> dict[str, str]:
        """A text for each of the given keys, in whose braces only the given fields stand."""
        found = {key: self.text(key) for key in fields}
        for key, template in found.items():
            if unknown := fields_of(template) - fields[key]:
                allowed = ", ".join(sorted(fields[key])) or "none"
                raise self.fail(key, f"a text without the fields {', '.join(sorted(unknown))}; allowed: {allowed}")
        return found

    def __iter__(self) -> Iterator[str]:
        """Names of the keys, in the order of the file."""
        return iter(self._table)

    def refuse_unknown(self) -> None:
        """Raise for a key that nobody read, here or in a nested table that was read.

        Raises:
            LanguageError: The table holds an unknown key.
        """
        if unknown := sorted(self._unknown()):
            names = ", ".join(repr(name) for name in unknown)
            raise LanguageError(f"{self._file} holds unknown keys: {names}", remedy="remove or rename them")

    def _unknown(self) -> Iterable[str]:
        yield from (self._prefix + key for key in set(self._table) - self._read)
        for nested in self._nested:
            yield from nested._unknown()
