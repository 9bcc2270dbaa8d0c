"""The medicines of a language: their trade names, abbreviations and classes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clinicalbr.errors import LanguageError
from clinicalbr.languages._tables import items_of, read_rows
from clinicalbr.text import fold_text

__all__ = ["Medicine", "read_medicines"]

_HEADER = ("medicine", "other names", "classes")


@dataclass(frozen=True, slots=True)
class Medicine:
    """A medicine and what else it is called.

    Args:
        name: Name of the substance or regimen, as written.
        others: Synonyms, trade names, abbreviations and clipped forms, as written.
        classes: Names of the classes it belongs to, as written.

    Examples:
        >>> Medicine("prednisone", ("Deltasone", "PDN"), ("corticosteroid",)).names
        ('prednisone', 'Deltasone', 'PDN')
    """

    name: str
    others: tuple[str, ...]
    classes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the medicine."""
        return (self.name, *self.others)


def read_medicines(file: Path) -> tuple[Medicine, ...]:
    """Read a table with the columns ``medicine``, ``other names`` and ``classes``, parted by tabs.

    The second and third hold items with ``|`` between them.

    Args:
        file: The table; a pack need not have one.

    Returns:
        The medicines in the order of the file; none when there is no file.

    Raises:
        LanguageError: The file cannot be read, lacks its header, or a line has not three columns.

    Examples:
        >>> read_medicines(Path("no-such-file.tsv"))
        ()
    """
    found = []
    for number, line in read_rows(file, _HEADER):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != len(_HEADER) or not fold_text(cells[0]).strip():
            raise LanguageError(
                f"{file}, line {number}: {line!r} has not three columns",
                remedy="part the medicine, its other names and its classes by tabs",
            )
        found.append(Medicine(cells[0], items_of(cells[1]), items_of(cells[2])))
    return tuple(found)
