"""Writing of a table in the form in which it was read, with some columns changed and others left out."""

from __future__ import annotations

import csv
import gzip
import io
import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Protocol, cast

from clinicalbr._optional import require
from clinicalbr.cli.row_sources import Row
from clinicalbr.cli.tables import TableFormat, TableReader, as_json
from clinicalbr.errors import InputError

__all__ = ["RowWriter", "write_table"]


class RowWriter(Protocol):
    """Takes the rows of a table."""

    def write(self, row: Row, changed: Mapping[str, Any]) -> None:
        """Write a row.

        Args:
            row: The row as read.
            changed: New cells by column.
        """


@contextmanager
def write_table(target: str, reader: TableReader, left_out: Collection[str]) -> Iterator[RowWriter]:
    """Open a table for writing.

    A file is written beside and renamed at the end, so a run that dies leaves the earlier one as it was.

    Args:
        target: Path (``.gz`` is compressed), or ``"-"`` for standard output.
        reader: The table that is read, whose form the new one takes.
        left_out: Columns to leave out.

    Yields:
        Where rows are written.

    Raises:
        InputError: The file cannot be written.
    """
    if target == "-":
        with _WRITERS[reader.form](sys.stdout.buffer, reader, left_out) as writer:
            yield writer
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with ExitStack() as stack:
            stream: IO[bytes] = stack.enter_context(partial.open("wb"))
            if path.suffix == ".gz":
                packed = gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0)
                stream = cast("IO[bytes]", stack.enter_context(packed))
            yield stack.enter_context(_WRITERS[reader.form](stream, reader, left_out))
        partial.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}", remedy="check folder and space") from error
    finally:
        partial.unlink(missing_ok=True)


class _CsvRows:
    def __init__(self, stream: IO[str], reader: TableReader, left_out: Collection[str]) -> None:
        self._columns = [column for column in reader.columns or () if column not in left_out]
        dialect = reader.dialect
        self._rows = csv.writer(stream, delimiter=dialect.delimiter, lineterminator=dialect.line_end)
        if dialect.mark:
            stream.write("\ufeff")
        self._rows.writerow(self._columns)

    def write(self, row: Row, changed: Mapping[str, Any]) -> None:
        self._rows.writerow([changed.get(column, row.values[column]) for column in self._columns])


class _JsonRows:
    def __init__(self, stream: IO[bytes], left_out: Collection[str]) -> None:
        self._stream, self._left_out = stream, left_out

    def write(self, row: Row, changed: Mapping[str, Any]) -> None:
        values = {**row.values, **changed}
        kept = {column: value for column, value in values.items() if column not in self._left_out}
        self._stream.write(as_json(kept).encode("utf-8") + b"\n")


class _ParquetRows:
    """Writes row by row what is read batch by batch; columns that are not changed are copied as they are."""

    def __init__(self, stream: IO[bytes], reader: TableReader, left_out: Collection[str]) -> None:
        self._arrow = require("pyarrow", extra="hf")
        # What other programs noted about the columns no longer holds when some are left out.
        schema = reader.schema.remove_metadata()
        self._schema = self._arrow.schema([field for field in schema if field.name not in left_out])
        self._file = require("pyarrow.parquet", extra="hf").ParquetWriter(stream, self._schema)
        self._batch: Any = None
        self._rows: list[tuple[int, Mapping[str, Any]]] = []

    def write(self, row: Row, changed: Mapping[str, Any]) -> None:
        if row.batch is not self._batch:
            self._flush()
            self._batch = row.batch
        self._rows.append((row.index, changed))

    def _flush(self) -> None:
        if not self._rows:
            return
        indices = self._arrow.array([index for index, _ in self._rows], self._arrow.int64())
        taken = self._batch.select(self._schema.names).take(indices)
        columns = []
        for field in self._schema:
            column = taken.column(field.name)
            if any(field.name in changed for _, changed in self._rows):
                values = column.to_pylist()
                new = [changed.get(field.name, value) for value, (_, changed) in zip(values, self._rows, strict=True)]
                column = self._arrow.array(new, field.type)
            columns.append(column)
        self._file.write_batch(self._arrow.RecordBatch.from_arrays(columns, schema=self._schema))
        self._rows = []

    def close(self) -> None:
        self._flush()
        self._file.close()


@contextmanager
def _csv_rows(stream: IO[bytes], reader: TableReader, left_out: Collection[str]) -> Iterator[RowWriter]:
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    try:
        yield _CsvRows(text, reader, left_out)
    finally:
        text.detach()


@contextmanager
def _json_rows(stream: IO[bytes], _: TableReader, left_out: Collection[str]) -> Iterator[RowWriter]:
    yield _JsonRows(stream, left_out)


@contextmanager
def _parquet_rows(stream: IO[bytes], reader: TableReader, left_out: Collection[str]) -> Iterator[RowWriter]:
    rows = _ParquetRows(stream, reader, left_out)
    try:
        yield rows
    finally:
        rows.close()


_WRITERS: Mapping[TableFormat, Callable[[IO[bytes], TableReader, Collection[str]], Any]] = {
    TableFormat.CSV: _csv_rows,
    TableFormat.JSONL: _json_rows,
    TableFormat.PARQUET: _parquet_rows,
}
