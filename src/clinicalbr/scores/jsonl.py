"""Score tables as JSON lines."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from pydantic import ValidationError, model_validator

from clinicalbr.errors import InputError, RecordError
from clinicalbr.schema import Record, Unscored, UnscoredReason
from clinicalbr.scores.score import Key, Score
from clinicalbr.scores.table import ScoreTable

__all__ = ["read_scores", "write_scores"]

_REMEDY = "write one JSON object a line, with the keys that write_scores writes"


class _Line(Record):
    case_id: str
    system: str
    language: str
    task: str
    measure: str
    attempt: int
    value: float | None = None
    reason: UnscoredReason | None = None
    detail: str = ""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.value is not None and (self.reason is not None or self.detail):
            raise ValueError("has both a value and the reason for a missing one")
        self.outcome()
        return self

    def outcome(self) -> float | Unscored:
        """The value, or what stands in its place."""
        if self.value is not None:
            return self.value
        if self.reason is not None:
            return Unscored(self.reason, self.detail)
        raise ValueError("has neither a value nor a reason why there is none")


def write_scores(path: str | Path, table: ScoreTable) -> None:
    """Write a score table as JSON lines.

    A row without a score has ``"reason"`` and ``"detail"`` in place of ``"value"``.

    Args:
        path: File to write; compressed when its name ends in ``.gz``.
        table: The table.

    Raises:
        InputError: The file cannot be written.

    Examples:
        >>> import tempfile
        >>> table = ScoreTable().add(Score("c1", "baseline", "pt", "diagnosis", "accuracy", 0, 1))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     write_scores(f"{folder}/scores.jsonl", table)
        ...     read_scores(f"{folder}/scores.jsonl") == table
        True
    """
    text = "".join(f"{json.dumps(_fields(row), ensure_ascii=False, allow_nan=False)}\n" for row in table)
    data = text.encode("utf-8")
    # A fixed time stamp keeps equal tables equal as files.
    try:
        Path(path).write_bytes(gzip.compress(data, mtime=0) if Path(path).suffix == ".gz" else data)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror}", remedy="check that the folder exists"
        ) from error


def read_scores(path: str | Path) -> ScoreTable:
    """Read a score table from JSON lines.

    Args:
        path: File to read; compressed when its name ends in ``.gz``. Blank lines are passed over.

    Returns:
        The table.

    Raises:
        InputError: The file cannot be opened.
        RecordError: A line is no score, or repeats an earlier one; the error names file and line.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Path(folder, "scores.jsonl").write_text("", encoding="utf-8")
        ...     len(read_scores(f"{folder}/scores.jsonl"))
        0
        0
    """
    file = Path(path)
    seen: dict[Key, int] = {}
    rows: list[Score] = []
    for number, line in _lines(file):
        row = _score(line, file.name, number)
        first = seen.setdefault(row.key, number)
        if first != number:
            raise RecordError(
                f"{row.key} was scored in line {first} already", remedy="keep one", file=file.name, line=number
            )
        rows.append(row)
    return ScoreTable.from_rows(rows)


def _fields(row: Score) -> dict[str, object]:
    fields: dict[str, object] = {
        "case_id": row.case_id,
        "system": row.system,
        "language": row.language,
        "task": row.task,
        "measure": row.measure,
        "attempt": row.attempt,
    }
    if isinstance(row.value, Unscored):
        return {**fields, "reason": row.value.reason.value, "detail": row.value.detail}
    return {**fields, "value": row.value}


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        with gzip.open(file, "rb") if file.suffix == ".gz" else file.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield number, line
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise RecordError(
            f"the compressed file is damaged: {error}", remedy="write it again", file=file.name, line=number + 1
        ) from error
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}", remedy="check the path") from error


def _score(line: bytes, file: str, number: int) -> Score:
    try:
        read = _Line.model_validate_json(line, strict=True)
        return Score(read.case_id, read.system, read.language, read.task, read.measure, read.attempt, read.outcome())
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise RecordError(
            f"{place}: {first['msg']}" if place else first["msg"], remedy=_REMEDY, file=file, line=number
        ) from error
    except InputError as error:
        raise RecordError(error.message, remedy=error.remedy, file=file, line=number) from error
