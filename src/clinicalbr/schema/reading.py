"""Streaming reading of records from JSON lines, decompressed by suffix.

One record is held at a time, so memory does not grow with the file. A bad record is reported with file and line, and
can be put aside instead of stopping the run.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO, Annotated, Any, Self, TypeVar, cast

from pydantic import Discriminator, Tag, TypeAdapter, ValidationError

from clinicalbr.errors import InputError, RecordError
from clinicalbr.schema.case import ClinicalCase
from clinicalbr.schema.masked import MaskedCase, MaskedTreatmentCase

__all__ = ["RecordReader", "read_any_cases", "read_cases", "read_records"]

R = TypeVar("R")
Source = str | Path | IO[bytes]

_SHOWN = 300
"""Code points of a bad record that an error shows; a case report is no secret, but a log need not hold it whole."""


def _kind_of(record: Any) -> str:
    if not isinstance(record, dict) or "task" not in record:
        return "case"
    return "treatment" if "confirmed_diagnosis" in record else "masked"


_ANY_CASE: TypeAdapter[ClinicalCase | MaskedCase] = TypeAdapter(
    Annotated[
        Annotated[ClinicalCase, Tag("case")]
        | Annotated[MaskedTreatmentCase, Tag("treatment")]
        | Annotated[MaskedCase, Tag("masked")],
        Discriminator(_kind_of),
    ]
)


class RecordReader(Iterator[R]):
    """Iterator over the records of a file that counts what it met.

    Args:
        source: Path (``.gz`` is decompressed), ``"-"`` for standard input, or a binary stream.
        kind: Record type of the lines, or a pydantic adapter for several types.
        aside: File to which bad records are written, one JSON object a line with ``file``, ``line``, ``error`` and
            ``record``. Without it and without ``on_bad`` the first bad record raises.
        on_bad: Called with the error of each bad record, which is then passed over.

    Raises:
        InputError: The file cannot be opened, or ``aside`` cannot be written or is the file itself.

    Attributes:
        n_read: Good records so far.
        n_bad: Bad records passed over so far.

    Examples:
        >>> stream = io.BytesIO(b'{"case_id": "c1", "language": "pt", "narrative": "Febre."}')
        >>> with RecordReader(stream, ClinicalCase) as reader:
        ...     [case.case_id for case in reader], reader.n_read
        (['c1'], 1)
    """

    def __init__(
        self,
        source: Source,
        kind: type[R] | TypeAdapter[R],
        *,
        aside: str | Path | None = None,
        on_bad: Callable[[RecordError], None] | None = None,
    ) -> None:
        self.n_read = 0
        self.n_bad = 0
        self._what = kind.__name__ if isinstance(kind, type) else "case"
        self._adapter = TypeAdapter(kind) if isinstance(kind, type) else kind
        self._aside_path = Path(aside) if aside is not None else None
        self._aside: IO[str] | None = None
        self._on_bad = on_bad
        self._open = ExitStack()
        if self._aside_path is not None:
            _check_aside(self._aside_path, source)
        self._name, stream = _open_source(source, self._open)
        self._lines = enumerate(stream, 1)
        self._number = 0

    def __next__(self) -> R:
        while True:
            number, line = self._next_line()
            if not line.strip():
                continue
            try:
                record = self._parse(line, number)
            except RecordError as error:
                if self._aside_path is None and self._on_bad is None:
                    self.close()
                    raise
                self._pass_over(error, line)
                continue
            self.n_read += 1
            return record

    def _next_line(self) -> tuple[int, bytes]:
        try:
            self._number, line = next(self._lines)
        except StopIteration:
            self.close()
            raise
        except (EOFError, OSError, zlib.error) as error:
            self.close()
            raise RecordError(
                f"the file cannot be read to its end ({error}); {self.n_read} good records came before",
                remedy="fetch or copy the file again",
                file=self._name,
                line=self._number + 1,
            ) from error
        return self._number, line

    def _parse(self, line: bytes, number: int) -> R:
        text = line.removeprefix(b"\xef\xbb\xbf")
        try:
            return self._adapter.validate_json(text)
        except ValidationError as error:
            shown = text.decode("utf-8", "replace").strip()
            raise RecordError(
                f"{_describe(error)}; the record begins {shown[:_SHOWN]!r}",
                remedy=f"each line must be one {self._what} as a JSON object (see clinicalbr.schema.json_schema)",
                file=self._name,
                line=number,
            ) from error

    def _pass_over(self, error: RecordError, line: bytes) -> None:
        self.n_bad += 1
        if self._on_bad is not None:
            self._on_bad(error)
        if self._aside_path is None:
            return
        if self._aside is None:
            try:
                self._aside = self._open.enter_context(self._aside_path.open("w", encoding="utf-8"))
            except OSError as failure:
                self.close()
                raise InputError(
                    f"{self._aside_path} cannot be written: {failure.strerror}", remedy="check the path for bad records"
                ) from failure
        bad = {
            "file": error.file,
            "line": error.line,
            "error": error.message,
            "record": line.decode("utf-8", "replace"),
        }
        self._aside.write(json.dumps(bad, ensure_ascii=False) + "\n")
        self._aside.flush()

    def close(self) -> None:
        """Close the file; reading to the end does it too.

        Examples:
            >>> RecordReader(io.BytesIO(b""), ClinicalCase).close()
        """
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _check_aside(aside: Path, source: Source) -> None:
    """Refuse a file for bad records that cannot be made, or that would replace the file that is read."""
    if not aside.parent.is_dir():
        raise InputError(
            f"{aside} lies in a folder that does not exist", remedy="make the folder for bad records first"
        )
    if isinstance(source, str | Path) and source != "-" and aside.resolve() == Path(source).resolve():
        raise InputError(f"{aside} is the file that is read", remedy="put bad records into another file")


def _open_source(source: Source, stack: ExitStack) -> tuple[str, IO[bytes]]:
    if source == "-":
        return "<standard input>", sys.stdin.buffer
    if not isinstance(source, str | Path):
        return getattr(source, "name", "<stream>"), source
    path = Path(source)
    try:
        raw: IO[bytes] = stack.enter_context(path.open("rb"))
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}", remedy="check the path") from error
    if path.suffix == ".gz":
        raw = cast("IO[bytes]", stack.enter_context(gzip.GzipFile(fileobj=raw)))
    return str(path), io.BufferedReader(cast("io.RawIOBase", raw)) if path.suffix == ".gz" else raw


def _describe(error: ValidationError) -> str:
    first, *others = error.errors(include_url=False, include_input=False)
    if first["type"] == "json_invalid":
        return f"not a whole JSON object, perhaps cut short ({first['msg'].removeprefix('Invalid JSON: ')})"
    where = ".".join(str(part) for part in first["loc"] if part not in ("case", "masked", "treatment"))
    message = first["msg"].removeprefix("Value error, ")
    more = f" (and {len(others)} more)" if others else ""
    return f"{where}: {message}{more}" if where else message + more


def read_records(
    source: Source,
    kind: type[R],
    *,
    aside: str | Path | None = None,
    on_bad: Callable[[RecordError], None] | None = None,
) -> RecordReader[R]:
    """Read records one by one.

    Args:
        source: Path (``.gz`` is decompressed), ``"-"`` for standard input, or a binary stream.
        kind: Record type, for instance ``MaskedCase``.
        aside: File for bad records; without it and without ``on_bad`` the first one raises.
        on_bad: Called with the error of each bad record, which is then passed over.

    Returns:
        An iterator with the counts ``n_read`` and ``n_bad``; also a context manager.

    Raises:
        InputError: The file cannot be opened.
        RecordError: On iteration: a line is not such a record, or the file is cut short.

    Examples:
        >>> list(read_records(io.BytesIO(b""), ClinicalCase))
        []
    """
    return RecordReader(source, kind, aside=aside, on_bad=on_bad)


def read_cases(
    source: Source, *, aside: str | Path | None = None, on_bad: Callable[[RecordError], None] | None = None
) -> RecordReader[ClinicalCase]:
    """Read clinical cases one by one; see :func:`read_records`.

    Args:
        source: Path (``.gz`` is decompressed), ``"-"`` for standard input, or a binary stream.
        aside: File for bad records; without it and without ``on_bad`` the first one raises.
        on_bad: Called with the error of each bad record, which is then passed over.

    Returns:
        An iterator over the cases.

    Raises:
        InputError: The file cannot be opened.
        RecordError: On iteration: a line is not a case, or the file is cut short.

    Examples:
        >>> lines = b'{"case_id": "c1", "language": "pt", "narrative": "Febre."}'
        >>> next(read_cases(io.BytesIO(lines))).narrative
        'Febre.'
    """
    return read_records(source, ClinicalCase, aside=aside, on_bad=on_bad)


def read_any_cases(
    source: Source, *, aside: str | Path | None = None, on_bad: Callable[[RecordError], None] | None = None
) -> RecordReader[ClinicalCase | MaskedCase]:
    """Read cases that may be masked or not; a masked one is told by its task.

    Args:
        source: Path (``.gz`` is decompressed), ``"-"`` for standard input, or a binary stream.
        aside: File for bad records; without it and without ``on_bad`` the first one raises.
        on_bad: Called with the error of each bad record, which is then passed over.

    Returns:
        An iterator over ``ClinicalCase``, ``MaskedCase`` and ``MaskedTreatmentCase``.

    Raises:
        InputError: The file cannot be opened.
        RecordError: On iteration: a line is no case, or the file is cut short.

    Examples:
        >>> lines = b'{"case_id": "c1", "language": "pt", "task": "diagnosis", "narrative": "Febre."}'
        >>> type(next(read_any_cases(io.BytesIO(lines)))).__name__
        'MaskedCase'
    """
    return RecordReader(source, _ANY_CASE, aside=aside, on_bad=on_bad)
