"""Streaming reading of tables: CSV, JSON lines and Parquet, one row at a time.

A row that cannot be read is reported with its number and put aside; the rows after it are read all the same.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

from clinicalbr.cli.row_sources import BadRowError, CsvSource, Dialect, JsonSource, ParquetSource, Row
from clinicalbr.errors import ClinicalBrError, InputError, RecordError

__all__ = ["TableFormat", "TableReader", "as_json", "table_format"]

_UNSAFE_IN_LINES = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class TableFormat(StrEnum):
    """Form of a table."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


_SUFFIXES = {
    ".csv": TableFormat.CSV,
    ".tsv": TableFormat.CSV,
    ".jsonl": TableFormat.JSONL,
    ".ndjson": TableFormat.JSONL,
    ".json": TableFormat.JSONL,
    ".parquet": TableFormat.PARQUET,
    ".pq": TableFormat.PARQUET,
}


def table_format(source: str, stated: TableFormat | None = None) -> TableFormat | None:
    """Form of a table by what the user states, or by the suffix of its name.

    Args:
        source: Path, or ``"-"``.
        stated: What the user states.

    Returns:
        The form, ``None`` where neither tells it.

    Examples:
        >>> table_format("cases.csv.gz").value
        'csv'
    """
    suffix = Path(source.removesuffix(".gz")).suffix.lower()
    return stated or _SUFFIXES.get(suffix)


def as_json(values: Mapping[str, Any]) -> str:
    r"""A row as JSON on one line, whatever its texts hold.

    Args:
        values: Cells by column.

    Returns:
        JSON that can be encoded and that no reader breaks into lines.

    Examples:
        >>> as_json({"text": "ção\ud800"})
        '{"text": "ção\\ud800"}'
    """
    written = json.dumps(values, ensure_ascii=False, default=str)
    return _UNSAFE_IN_LINES.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


class TableReader(Iterator[Row]):
    """Iterator over the rows of a table that counts what it met.

    Args:
        source: Path (``.gz`` is decompressed), or ``"-"`` for standard input.
        form: Form of the table.
        aside: File for bad rows, one JSON object a line with ``file``, ``line``, ``row``, ``error`` and ``record``.
        on_bad: Called with the error of each bad row.

    Raises:
        InputError: The file cannot be opened or is no table of that form.
        MissingExtraError: The form is Parquet and pyarrow is not installed.

    Attributes:
        name: Name of the file for messages.
        n_read: Good rows so far.
        n_bad: Bad rows so far.
    """

    def __init__(
        self,
        source: str,
        form: TableFormat,
        *,
        aside: Path | None = None,
        on_bad: Callable[[RecordError], None] = lambda _: None,
    ) -> None:
        self.n_read = self.n_bad = 0
        self.form = form
        self._aside_path, self._aside, self._on_bad = aside, cast("IO[str] | None", None), on_bad
        self._open = ExitStack()
        self.name = "<standard input>" if source == "-" else source
        try:
            stream = _open_bytes(source, self._open)
            self._source = _SOURCES[form](stream, self.name)
        except (EOFError, OSError, zlib.error) as error:
            self.close()
            raise InputError(f"{self.name} cannot be read: {error}", remedy="fetch or copy the file again") from error
        except ClinicalBrError:
            self.close()
            raise

    @property
    def columns(self) -> tuple[str, ...] | None:
        """Columns of the table; ``None`` for JSON lines, where each row has its own."""
        return self._source.columns

    @property
    def dialect(self) -> Dialect:
        """How a CSV file is written; the usual form for other tables."""
        return self._source.dialect if isinstance(self._source, CsvSource) else Dialect()

    @property
    def schema(self) -> Any:
        """Schema of a Parquet file, ``None`` for other tables."""
        return self._source.schema if isinstance(self._source, ParquetSource) else None

    def __next__(self) -> Row:
        while True:
            try:
                row = self._source.next_row()
            except BadRowError as bad:
                self._report(bad)
                continue
            except (EOFError, OSError, zlib.error) as error:
                raise InputError(
                    f"{self.name} cannot be read to its end ({error}); {self.n_read} good rows came before",
                    remedy="fetch or copy the file again",
                ) from error
            self.n_read += 1
            return row

    def put_aside(self, row: Row, message: str, remedy: str = "") -> None:
        """Report a row that was read and cannot be used.

        Args:
            row: The row.
            message: What is wrong with it.
            remedy: What the user can do.
        """
        self.n_read -= 1
        self._report(BadRowError(message, remedy, row.number, row.line, as_json(row.values)))

    def _report(self, bad: BadRowError) -> None:
        self.n_bad += 1
        error = RecordError(f"row {bad.number}: {bad.message}", remedy=bad.remedy, file=self.name, line=bad.line)
        self._on_bad(error)
        if self._aside_path is None:
            return
        if self._aside is None:
            self._aside = self._open.enter_context(self._aside_path.open("w", encoding="utf-8"))
        told = {"file": self.name, "line": bad.line, "row": bad.number, "error": error.message, "record": bad.record}
        self._aside.write(as_json(told) + "\n")
        self._aside.flush()

    def close(self) -> None:
        """Close the file."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _open_bytes(source: str, stack: ExitStack) -> IO[bytes]:
    if source == "-":
        return sys.stdin.buffer
    try:
        raw: IO[bytes] = stack.enter_context(Path(source).open("rb"))  # noqa: SIM115 - closed by the stack
    except OSError as error:
        raise InputError(f"{source} cannot be opened: {error.strerror}", remedy="check the path") from error
    if source.endswith(".gz"):
        return cast("IO[bytes]", stack.enter_context(gzip.GzipFile(fileobj=raw)))
    return raw


_SOURCES: Mapping[TableFormat, Callable[[IO[bytes], str], CsvSource | JsonSource | ParquetSource]] = {
    TableFormat.CSV: CsvSource,
    TableFormat.JSONL: JsonSource,
    TableFormat.PARQUET: ParquetSource,
}
