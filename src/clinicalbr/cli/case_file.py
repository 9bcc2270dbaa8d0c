"""A file of cases that a killed run leaves usable and the next run goes on with."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from clinicalbr.errors import InputError, RecordError
from clinicalbr.schema import ClinicalCase

__all__ = ["ResumableCaseFile"]


class ResumableCaseFile:
    """Cases by article, appended and flushed one article at a time.

    Cases are known by the hash of the article that they came from. After a kill the last line may be torn: it is cut
    off. The last article may lack cases: it is read again, and of its cases those are written that are not there.

    Args:
        path: The file; it need not be there.

    Raises:
        InputError: The file is compressed, cannot be read or written, or holds cases that name no article.
        RecordError: A line before the last is no case.
    """

    def __init__(self, path: Path) -> None:
        if path.suffix == ".gz":
            raise InputError(
                f"{path} cannot be gone on with: it is compressed", remedy="write it plain, and compress it when done"
            )
        self._path = path
        self._done: set[tuple[str, str | None]] = set()
        self._last: tuple[str, str] | None = None
        self._last_ids: set[str] = set()
        try:
            end = self._read() if path.is_file() else 0
            self._stream = path.open("r+b" if path.is_file() else "wb")
            self._stream.truncate(end)
            self._stream.seek(end)
        except OSError as error:
            raise self._failed(error) from error

    def _failed(self, error: OSError) -> InputError:
        return InputError(
            f"{self._path} cannot be written: {error.strerror}",
            remedy="check folder and space, then run the same command again; what is written stays",
        )

    def _read(self) -> int:
        """Note the articles of the file; the position behind the last whole line."""
        end = 0
        with self._path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):
                    break
                article, case_id = self._article_and_case(line, number)
                if article != self._last:
                    self._note_last()
                    self._last, self._last_ids = article, set()
                self._last_ids.add(case_id)
                end += len(line)
        return end

    def _note_last(self) -> None:
        if self._last is not None:
            self._done |= {self._last, (self._last[0], None)}

    def _article_and_case(self, line: bytes, number: int) -> tuple[tuple[str, str], str]:
        try:
            record: Any = json.loads(line)
            article = (str(record["provenance"]["sha256"]), str(record["language"]))
            case_id = str(record["case_id"])
        except (ValueError, TypeError, KeyError) as error:
            raise RecordError(
                "the line is no case of an article that names its file by hash",
                remedy="give --out a file of its own",
                file=str(self._path),
                line=number,
            ) from error
        return article, case_id

    def holds(self, sha256: str | None, language: str | None) -> bool:
        """Whether the cases of an article are in the file.

        Args:
            sha256: Hash of the article.
            language: Wanted language; ``None`` for any.
        """
        return sha256 is not None and (sha256, language) in self._done

    def append(self, cases: Iterable[ClinicalCase]) -> int:
        """Write the cases of one article.

        Args:
            cases: Its cases.

        Returns:
            How many were not there.

        Raises:
            InputError: The file cannot be written.
        """
        lines = [case.model_dump_json(exclude_none=True).encode() + b"\n" for case in cases if not self._is_there(case)]
        try:
            self._stream.write(b"".join(lines))
            self._stream.flush()
        except OSError as error:
            raise self._failed(error) from error
        return len(lines)

    def _is_there(self, case: ClinicalCase) -> bool:
        sha256 = case.provenance.sha256 if case.provenance else None
        return (sha256, case.language) == self._last and case.case_id in self._last_ids

    def __enter__(self) -> Self:
        """The file."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._stream.close()
