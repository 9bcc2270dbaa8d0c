"""Streaming writing of records as JSON lines, compressed by suffix; equal records make equal bytes."""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, cast

from clinicalbr.errors import InputError
from clinicalbr.schema._base import Record
from clinicalbr.schema.case import ClinicalCase

__all__ = ["json_schema", "write_cases", "write_records"]


def write_records(target: str | Path | IO[bytes], records: Iterable[Record]) -> int:
    """Write records as JSON lines.

    A path is written beside and renamed at the end, so a run that dies leaves the earlier file as it was.

    Args:
        target: Path (``.gz`` is compressed), ``"-"`` for standard output, or a binary stream.
        records: Records of any type; null fields are left out.

    Returns:
        Number of records written.

    Raises:
        InputError: The file cannot be written.

    Examples:
        >>> import io
        >>> stream = io.BytesIO()
        >>> write_records(stream, [ClinicalCase(case_id="c1", language="pt", narrative="Febre.")])
        1
    """
    if target == "-":
        return _write_lines(sys.stdout.buffer, records)
    if not isinstance(target, str | Path):
        return _write_lines(target, records)
    path = Path(target)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with ExitStack() as stack:
            stream: IO[bytes] = stack.enter_context(partial.open("wb"))
            if path.suffix == ".gz":
                # No file name and time in the header: equal cases make equal bytes.
                stream = cast(
                    "IO[bytes]", stack.enter_context(gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0))
                )
            count = _write_lines(stream, records)
        partial.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}", remedy="check folder and space") from error
    finally:
        partial.unlink(missing_ok=True)
    return count


def _write_lines(stream: IO[bytes], records: Iterable[Record]) -> int:
    count = 0
    for record in records:
        stream.write(record.model_dump_json(exclude_none=True).encode() + b"\n")
        count += 1
    stream.flush()
    return count


def write_cases(target: str | Path | IO[bytes], cases: Iterable[ClinicalCase]) -> int:
    """Write clinical cases as JSON lines; see :func:`write_records`.

    Args:
        target: Path (``.gz`` is compressed), ``"-"`` for standard output, or a binary stream.
        cases: The cases.

    Returns:
        Number of cases written.

    Raises:
        InputError: The file cannot be written.

    Examples:
        >>> import io
        >>> write_cases(io.BytesIO(), [])
        0
    """
    return write_records(target, cases)


def json_schema(kind: type[Record] = ClinicalCase) -> dict[str, Any]:
    """JSON Schema of a record type, for tools outside Python.

    Args:
        kind: Record type.

    Returns:
        The schema, draft 2020-12.

    Examples:
        >>> json_schema()["title"]
        'ClinicalCase'
    """
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **kind.model_json_schema()}
