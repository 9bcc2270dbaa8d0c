"""Gold answers from a CSV file with the columns id, language, names, acronyms and synonyms."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from clinicalbr.errors import ClinicalBrError, InputError, RecordError
from clinicalbr.languages import language_code
from clinicalbr.masking.name_parts import is_acronym
from clinicalbr.masking.target import GoldTarget

__all__ = ["read_gold_file"]

_COLUMNS = ("id", "language", "names", "acronyms", "synonyms")
_NEEDED = _COLUMNS[:3]
_CUT = "quote a cell that holds the separator, and join several values by |"


def read_gold_file(path: str | Path) -> dict[str, GoldTarget]:
    r"""Read gold answers by case identifier.

    Rows of one identifier in several languages join into one target, so that a text is also searched for the names in
    the other language.

    Args:
        path: CSV file, UTF-8, parted by commas, semicolons or tabs, with the columns ``id``, ``language`` and ``names``
            and, optionally, ``acronyms`` and ``synonyms``; several values in one cell are joined by ``|``. A language
            may be a tag such as ``pt-BR``.

    Returns:
        Targets by identifier.

    Raises:
        InputError: The file cannot be opened or lacks a column.
        RecordError: A row has no name, a value without a column (a separator that was not quoted), words among its
            acronyms, or a gold that cannot be masked.

    Examples:
        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "golds.csv"
        >>> _ = file.write_text("id,language,names,acronyms\nc1,pt,doença de Chagas|cardiopatia chagásica,DCh\n")
        >>> read_gold_file(file)["c1"].acronyms
        ('DCh',)
    """
    rows: dict[str, list[tuple[int, dict[str, str]]]] = {}
    for number, row in _rows(Path(path)):
        rows.setdefault(row["id"], []).append((number, row))
    targets = {}
    for identifier, own in rows.items():
        try:
            targets[identifier] = GoldTarget(
                [name for _, row in own for name in _cell(row["names"])],
                [name for _, row in own for name in _cell(row.get("acronyms"))],
                [name for _, row in own for name in _cell(row.get("synonyms"))],
                [row["language"] for _, row in own],
            )
        except ClinicalBrError as error:
            raise RecordError(error.message, remedy=error.remedy, file=str(path), line=own[0][0]) from error
    return targets


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            file.seek(0)
            # Spreadsheets of countries with a decimal comma part columns by semicolons.
            reader = csv.reader(file, strict=True, delimiter=max((",", ";", "\t"), key=header.count))
            try:
                columns = [name.strip().lower() for name in next(reader, [])]
            except csv.Error as error:
                raise InputError(
                    f"{path} has no header that can be read: {error}", remedy="save it as CSV again"
                ) from error
            repeated = sorted({name for name in columns if name and columns.count(name) > 1})
            if repeated:
                raise InputError(f"{path} has the column {', '.join(repeated)} twice", remedy="keep one of them")
            missing = [column for column in _NEEDED if column not in columns]
            if missing:
                raise InputError(
                    f"{path} lacks the column {', '.join(missing)}; it has {', '.join(columns) or 'none'}",
                    remedy=f"give the columns {', '.join(_COLUMNS)}",
                )
            try:
                for cells in reader:
                    if cells:
                        yield reader.line_num, _row(columns, cells, path, reader.line_num)
            except csv.Error as error:
                raise RecordError(
                    f"not a CSV row: {error}",
                    remedy="check the quotes there and before: one that is not closed takes in all that follows",
                    file=str(path),
                    line=reader.line_num,
                ) from error
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}", remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not written in UTF-8: {error}", remedy="save it as CSV in UTF-8") from error


def _row(columns: Sequence[str], cells: Sequence[str], path: Path, line: int) -> dict[str, str]:
    def refuse(message: str, remedy: str) -> RecordError:
        return RecordError(message, remedy=remedy, file=str(path), line=line)

    row: dict[str, str] = {}
    for column, cell in zip_longest(columns, map(str.strip, cells), fillvalue=""):
        if column:
            row[column] = cell
        elif cell:
            # Spreadsheets end rows in empty cells, which lose nothing.
            raise refuse(f"{cell!r} stands in a cell without a column, as after a separator in a name", _CUT)
    if empty := [column for column in _NEEDED if not row[column]]:
        raise refuse(f"no value for {', '.join(empty)}", "fill it in or remove the row")
    language = language_code(row["language"])
    if language is None:
        raise refuse(f"language is {row['language']!r}, no code of a language", "use a code such as pt or pt-BR")
    row["language"] = language
    for acronym in _cell(row.get("acronyms")):
        if " " in acronym and not any(map(is_acronym, acronym.split())):
            raise refuse(f"{acronym!r} stands among the acronyms and is none", f"{_CUT}, or move it to names")
    return row


def _cell(value: str | None) -> list[str]:
    return [part.strip() for part in (value or "").split("|") if part.strip()]
