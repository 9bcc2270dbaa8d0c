"""Rows of CSV files, of JSON lines and of Parquet files, in one form."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import IO, Any, cast

from clinicalbr._optional import require
from clinicalbr.errors import InputError

__all__ = ["BadRowError", "CsvSource", "Dialect", "JsonSource", "ParquetSource", "Row"]

_LARGEST_CELL = 2**31 - 1
_LONGEST_RECORD = 1 << 26
"""Code points of one CSV record; more means a quote that was never closed."""
_ROWS_AT_ONCE = 128
_QUOTED = re.compile(r'"[^"]*"?')
_UNDECODED = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    Args:
        number: Its number, from 1, without header and blank lines.
        line: Line of the file in which it begins; its number in a file without lines.
        values: Cells by column.
        batch: The batch of a Parquet file that holds it.
        index: Its place in that batch.
    """

    number: int
    line: int
    values: Mapping[str, Any]
    batch: Any = None
    index: int = 0


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a CSV file is written.

    Args:
        delimiter: What parts the cells.
        line_end: What ends a line.
        mark: Whether the file begins with a byte order mark.
    """

    delimiter: str = ","
    line_end: str = "\n"
    mark: bool = False


class BadRowError(Exception):
    """A row that cannot be read."""

    def __init__(self, message: str, remedy: str, number: int, line: int, record: str) -> None:
        super().__init__(message)
        self.message, self.remedy, self.number, self.line, self.record = message, remedy, number, line, record


class _Lines(Iterator[str]):
    """Lines of a CSV file, which keeps those of the record at hand."""

    def __init__(self, stream: Iterator[str]) -> None:
        self._stream = stream
        self.number = 0
        self.taken: list[str] = []
        self._length = 0

    def __next__(self) -> str:
        line = next(self._stream)
        self.number += 1
        self.taken.append(line)
        self._length += len(line)
        if self._length > _LONGEST_RECORD:
            raise csv.Error(f"a quoted cell is not closed within {_LONGEST_RECORD} characters")
        return line

    def forget(self) -> None:
        self.taken = []
        self._length = 0


class CsvSource:
    """Rows of a CSV file, parted by commas, semicolons or tabs."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        csv.field_size_limit(_LARGEST_CELL)
        self._number = 0
        self._name = name
        # Bytes that are no UTF-8 cost their own row only.
        text = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline="")
        first = text.readline()
        if first.startswith(("\udcff\udcfe", "\udcfe\udcff")):
            raise InputError(f"{name} is written in UTF-16", remedy="save it as CSV in UTF-8")
        mark = first.startswith("\ufeff")
        first = first.removeprefix("\ufeff")
        self.dialect = Dialect(_delimiter(first), "\r\n" if first.endswith("\r\n") else "\n", mark)
        self._lines = _Lines(chain([first] if first else [], text))
        self._rows = csv.reader(self._lines, delimiter=self.dialect.delimiter, strict=True)
        try:
            header = [cell.strip() for cell in next(self._rows, [])]
        except csv.Error as error:
            raise InputError(
                f"{name} has no header that can be read: {error}", remedy="save it as CSV again"
            ) from error
        if _UNDECODED.search("".join(header)):
            raise InputError(f"the header of {name} is not UTF-8", remedy="save it as CSV in UTF-8")
        repeated = sorted({cell for cell in header if cell and header.count(cell) > 1})
        if repeated:
            raise InputError(f"{name} has the column {', '.join(repeated)} twice", remedy="keep one of them")
        if not header:
            raise InputError(f"{name} is empty", remedy="give a CSV file with a header")
        self.columns: tuple[str, ...] = tuple(header)

    def next_row(self) -> Row:
        """The next row; raises BadRowError for one that cannot be read, StopIteration at the end."""
        while True:
            self._lines.forget()
            line = self._lines.number + 1
            try:
                cells = next(self._rows)
            except csv.Error as error:
                self._number += 1
                remedy = "check its quotes; a quote inside a quoted cell is doubled"
                raise BadRowError(f"not a CSV row: {error}", remedy, self._number, line, self._record()) from error
            if not cells:
                continue
            self._number += 1
            if any(map(_UNDECODED.search, cells)):
                raise BadRowError("not UTF-8 text", "save the file as CSV in UTF-8", self._number, line, self._record())
            if len(cells) != len(self.columns):
                raise BadRowError(
                    f"{len(cells)} cells where the header has {len(self.columns)}",
                    f"check its quotes and the separator, which is taken to be {self.dialect.delimiter!r}",
                    self._number,
                    line,
                    self._record(),
                )
            return Row(self._number, line, dict(zip(self.columns, cells, strict=True)))

    def _record(self) -> str:
        return _UNDECODED.sub("\ufffd", "".join(self._lines.taken).rstrip("\r\n"))


def _delimiter(header: str) -> str:
    bare = _QUOTED.sub("", header)
    # Spreadsheets of countries with a decimal comma part columns by semicolons.
    return max((",", ";", "\t"), key=bare.count)


class JsonSource:
    """Rows of a file of JSON lines."""

    columns: tuple[str, ...] | None = None

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._name = name
        self._lines = enumerate(stream, 1)
        self._number = 0

    def next_row(self) -> Row:
        """The next row; raises BadRowError for one that cannot be read, StopIteration at the end."""
        for line, raw in self._lines:
            record = raw.removeprefix(b"\xef\xbb\xbf") if line == 1 else raw
            if not record.strip():
                continue
            self._number += 1
            shown = record.decode("utf-8", "replace").strip()
            try:
                values = json.loads(record.decode("utf-8"))
            except (ValueError, RecursionError) as error:
                message = f"not a JSON object, perhaps cut short ({error})"
                raise BadRowError(message, "write one object a line, in UTF-8", self._number, line, shown) from error
            if not isinstance(values, dict):
                message = f"a JSON {type(values).__name__}, not an object"
                raise BadRowError(message, "write one object a line", self._number, line, shown)
            return Row(self._number, line, values)
        raise StopIteration


class ParquetSource:
    """Rows of a Parquet file."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        parquet = require("pyarrow.parquet", extra="hf")
        arrow = require("pyarrow", extra="hf")
        if not stream.seekable() or stream is sys.stdin.buffer:
            stream = _spooled(stream)
        try:
            file = parquet.ParquetFile(stream)
        except (arrow.ArrowException, OSError) as error:
            raise InputError(f"{name} is no Parquet file: {error}", remedy="fetch or copy the file again") from error
        self._failure = arrow.ArrowException
        self.schema = file.schema_arrow
        names = tuple(self.schema.names)
        repeated = sorted({column for column in names if names.count(column) > 1})
        if repeated:
            raise InputError(f"{name} has the column {', '.join(repeated)} twice", remedy="keep one of them")
        self.columns: tuple[str, ...] = names
        self._shown = [field.name for field in self.schema if _is_plain(arrow.types, field.type)]
        self._batches = file.iter_batches(batch_size=_ROWS_AT_ONCE)
        self._rows: Iterator[Row] = iter(())
        self._number = 0

    def next_row(self) -> Row:
        """The next row; raises BadRowError for one that cannot be read, StopIteration at the end."""
        while True:
            for row in self._rows:
                return row
            try:
                batch = next(self._batches)
            except self._failure as error:
                raise OSError(str(error)) from error
            self._rows = self._of(batch)

    def _of(self, batch: Any) -> Iterator[Row]:
        for index, values in enumerate(batch.select(self._shown).to_pylist()):
            self._number += 1
            yield Row(self._number, self._number, values, batch, index)


def _spooled(stream: IO[bytes]) -> IO[bytes]:
    """A copy that can be read from any place, as the footer of a Parquet file asks for."""
    copy = tempfile.SpooledTemporaryFile(max_size=1 << 24)  # noqa: SIM115 - lives as long as the reader
    while piece := stream.read(1 << 20):
        copy.write(piece)
    copy.seek(0)
    return cast("IO[bytes]", copy)


def _is_plain(types: Any, kind: Any) -> bool:
    """Whether the values of a type are texts, numbers, or lists of them; dates are not read but copied as they are."""
    if types.is_list(kind) or types.is_large_list(kind) or types.is_dictionary(kind):
        return _is_plain(types, kind.value_type)
    tests = (
        types.is_string,
        types.is_large_string,
        types.is_integer,
        types.is_floating,
        types.is_boolean,
        types.is_null,
    )
    return any(test(kind) for test in tests)
