"""Gold answers from a CSV file with the columns id, language, names, acronyms and synonyms."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from clinicalbr.errors import ClinicalBrError, InputError, RecordError
from clinicalbr.masking.target import GoldTarget

__all__ = ["read_gold_file"]

_COLUMNS = ("id", "language", "names", "acronyms", "synonyms")
_NEEDED = _COLUMNS[:3]


def read_gold_file(path: str | Path) -> dict[str, GoldTarget]:
    r"""Read gold answers by case identifier.

    Rows of one identifier in several languages join into one target, so that a text is also searched for the names in
    the other language.

    Args:
        path: CSV file, UTF-8, with the columns ``id``, ``language`` and ``names`` and, optionally, ``acronyms`` and
            ``synonyms``; several values in one cell are joined by ``|``.

    Returns:
        Targets by identifier.

    Raises:
        InputError: The file cannot be opened or lacks a column.
        RecordError: A row has no name, or a gold that cannot be masked.

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
            reader = csv.DictReader(file, strict=True, delimiter=";" if header.count(";") > header.count(",") else ",")
            columns = [(name or "").strip().lower() for name in reader.fieldnames or ()]
            repeated = sorted({name for name in columns if name and columns.count(name) > 1})
            if repeated:
                raise InputError(f"{path} has the column {', '.join(repeated)} twice", remedy="keep one of them")
            reader.fieldnames = columns
            missing = [column for column in _NEEDED if column not in (reader.fieldnames or ())]
            if missing:
                raise InputError(
                    f"{path} lacks the column {', '.join(missing)}; it has {', '.join(columns) or 'none'}",
                    remedy=f"give the columns {', '.join(_COLUMNS)}",
                )
            for row in reader:
                empty = [column for column in _NEEDED if not (row[column] or "").strip()]
                if empty:
                    raise RecordError(
                        f"no value for {', '.join(empty)}",
                        remedy="fill it in or remove the row",
                        file=str(path),
                        line=reader.line_num,
                    )
                yield reader.line_num, {key: value.strip() for key, value in row.items() if key and value}
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}", remedy="check the path") from error
    except (csv.Error, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not a UTF-8 CSV file: {error}", remedy="save it as CSV in UTF-8") from error


def _cell(value: str | None) -> list[str]:
    return [part.strip() for part in (value or "").split("|") if part.strip()]
