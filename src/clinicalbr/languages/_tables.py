"""Reading of the tables that lie beside ``pack.toml``: lines of cells parted by tabs, under a header."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from clinicalbr.errors import LanguageError
from clinicalbr.text import fold_text

__all__ = ["items_of", "read_rows"]


def read_rows(file: Path, header: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines of a table under its header.

    Args:
        file: The table; a pack need not have one.
        header: Names of its columns.

    Yields:
        Number and text of each line; nothing when there is no file.

    Raises:
        LanguageError: The file cannot be read, or lacks its header.
    """
    if not file.is_file():
        return
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LanguageError(f"{file} cannot be read: {error}", remedy="save it as UTF-8 text") from error
    if not lines or lines[0].split("\t") != list(header):
        *others, last = header
        raise LanguageError(
            f"{file} lacks its header", remedy=f"begin with {', '.join(others)} and {last}, parted by tabs"
        )
    yield from enumerate(lines[1:], 2)


def items_of(cell: str) -> tuple[str, ...]:
    """The items of a cell, as written, that do not fold to nothing.

    Args:
        cell: Items with ``|`` between them.

    Returns:
        Each item once.
    """
    return tuple(dict.fromkeys(item.strip() for item in cell.split("|") if fold_text(item).strip()))
