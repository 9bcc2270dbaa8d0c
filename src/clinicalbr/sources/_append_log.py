"""A file to which lines of JSON are only ever appended, whole or not at all."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from clinicalbr.errors import HarvestError

__all__ = ["AppendLog", "disk_error"]

log = logging.getLogger(__name__)


class AppendLog:
    """Appends lines and reads them back.

    Args:
        path: The file; it is made with the first line.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def append(self, record: Mapping[str, Any]) -> None:
        """Append a line and wait until the disk has it.

        Args:
            record: Its value.

        Raises:
            HarvestError: The disk is full or refuses; nothing of the line stays.
        """
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            try:
                file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            except OSError as error:
                raise disk_error(self.path, error) from None
            try:
                before = os.fstat(file).st_size
                try:
                    written = 0
                    while written < len(line):
                        written += os.write(file, line[written:])
                    os.fsync(file)
                except OSError as error:
                    with contextlib.suppress(OSError):
                        os.ftruncate(file, before)
                    raise disk_error(self.path, error) from None
            finally:
                os.close(file)

    def mend(self) -> None:
        """Cut off a last line that was torn when its writer was killed.

        Raises:
            HarvestError: The file cannot be changed.
        """
        try:
            with self.path.open("r+b") as file:
                whole = _end_of_last_line(file.seek(0, os.SEEK_END), file)
                if file.seek(0, os.SEEK_END) > whole:
                    log.warning("%s: its last line was torn and is cut off", self.path.name)
                    file.truncate(whole)
        except FileNotFoundError:
            return
        except OSError as error:
            raise disk_error(self.path, error) from None

    def read(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """All whole lines.

        Yields:
            Where a line begins, in bytes, and its value.

        Raises:
            HarvestError: A line is not what was written, or the file cannot be read.
        """
        try:
            with self.path.open("rb") as file:
                begin = 0
                for number, line in enumerate(file, 1):
                    if not line.endswith(b"\n"):
                        return  # torn; mend() cuts it off before anything is appended
                    yield begin, self._value(line, number)
                    begin += len(line)
        except FileNotFoundError:
            return
        except OSError as error:
            raise disk_error(self.path, error) from None

    def _value(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise HarvestError(
                f"{self.path.name}, line {number}: not a line that was written here",
                remedy="take the line out; what it stood for will be asked for again",
            )
        return value


def _end_of_last_line(size: int, file: Any, block: int = 65_536) -> int:
    """Where the last whole line ends, read from the end."""
    position = size
    while position > 0:
        begin = max(0, position - block)
        file.seek(begin)
        found = file.read(position - begin).rfind(b"\n")
        if found >= 0:
            return int(begin + found + 1)
        position = begin
    return 0


def disk_error(path: Path, error: OSError) -> HarvestError:
    """The error for a file that the system does not let be written or read."""
    return HarvestError(
        f"{path}: {error.strerror or error}",
        remedy="free space or correct the permissions, and run again: it goes on where it stopped",
    )
