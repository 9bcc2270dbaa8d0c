"""What the abbreviations of a language may mean, and which words stand beside each meaning."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from clinicalbr.errors import LanguageError
from clinicalbr.languages._tables import read_rows
from clinicalbr.text import fold_text

__all__ = ["Abbreviations", "Meaning"]

_WORD = re.compile(r"[^\W\d_]+|\d+")
_HEADER = ("short", "meaning", "beside")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of an abbreviation.

    Args:
        name: The full words, folded.
        beside: Words and phrases that stand near the abbreviation when it means this, folded.

    Examples:
        >>> Meaning("debito cardiaco", ("l/min",)).beside
        ('l/min',)
    """

    name: str
    beside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Abbreviations:
    """The ambiguous abbreviations of a language.

    Args:
        by_short: Meanings by abbreviation, in capitals.
        by_meaning: Abbreviations by the full words, folded.

    Examples:
        >>> Abbreviations().meanings("FA")
        ()
    """

    by_short: Mapping[str, tuple[Meaning, ...]] = field(default_factory=lambda: MappingProxyType({}))
    by_meaning: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def meanings(self, short: str) -> tuple[Meaning, ...]:
        """What an abbreviation may mean.

        Args:
            short: The abbreviation in any case.

        Returns:
            Its meanings, none when the table does not hold it.

        Examples:
            >>> table = Abbreviations({"DC": (Meaning("debito cardiaco", ()),)})
            >>> table.meanings("dc")[0].name
            'debito cardiaco'
        """
        return self.by_short.get(short.upper(), ())

    def shorts_of(self, name: str) -> tuple[str, ...]:
        """Abbreviations of a name, or of its first words when they are two or more.

        Args:
            name: A name in full words.

        Returns:
            Abbreviations in capitals.

        Examples:
            >>> Abbreviations({}, {"debito cardiaco": ("DC",)}).shorts_of("Débito cardíaco baixo")
            ('DC',)
        """
        words = _WORD.findall(fold_text(name))
        found = [
            self.by_meaning.get(" ".join(words[:count]), ()) for count in range(min(2, len(words)), len(words) + 1)
        ]
        return tuple(dict.fromkeys(short for shorts in found for short in shorts))

    @staticmethod
    @cache
    def of(folder: str, digest: str = "") -> Abbreviations:  # noqa: ARG004 - a key of the cache
        """The table of a pack, read once.

        Args:
            folder: Folder of the pack.
            digest: Digest of the table when the pack was loaded, so that a changed table is read anew.

        Returns:
            The table; empty when the pack has none.

        Raises:
            LanguageError: See :meth:`read`.

        Examples:
            >>> Abbreviations.of("no-such-folder") == Abbreviations()
            True
        """
        return Abbreviations.read(Path(folder) / "abbreviations.tsv")

    @staticmethod
    def read(file: Path) -> Abbreviations:
        """Read a table with the columns ``short``, ``meaning`` and ``beside`` (``|`` between items), parted by tabs.

        Args:
            file: The table; a pack need not have one.

        Returns:
            The abbreviations, empty when there is no file.

        Raises:
            LanguageError: A line has not three columns, or the first two are blank.

        Examples:
            >>> Abbreviations.read(Path("no-such-file.tsv")).meanings("FA")
            ()
        """
        found: dict[str, list[Meaning]] = {}
        for number, line in read_rows(file, _HEADER):
            cells = [cell.strip() for cell in line.split("\t")]
            if len(cells) != len(_HEADER) or not cells[0] or not cells[1]:
                raise LanguageError(
                    f"{file}, line {number}: {line!r} has not three columns",
                    remedy="part short, meaning, beside by tabs",
                )
            beside = tuple(dict.fromkeys(filter(None, (fold_text(item).strip() for item in cells[2].split("|")))))
            found.setdefault(cells[0].upper(), []).append(Meaning(fold_text(cells[1]), beside))
        shorts: dict[str, list[str]] = {}
        for short, meanings in found.items():
            for meaning in meanings:
                shorts.setdefault(" ".join(_WORD.findall(meaning.name)), []).append(short)
        return Abbreviations(
            MappingProxyType({short: tuple(meanings) for short, meanings in found.items()}),
            MappingProxyType({name: tuple(sorted(of_name)) for name, of_name in shorts.items()}),
        )
