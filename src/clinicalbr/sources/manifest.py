"""What a harvest did with each item: one line an outcome, the last one of an item counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from clinicalbr.errors import HarvestError
from clinicalbr.schema._base import Record
from clinicalbr.schema.provenance import Sha256
from clinicalbr.sources._append_log import AppendLog

__all__ = ["Manifest", "ManifestEntry"]

_FILE = "manifest.jsonl"


class ManifestEntry(Record):
    """The outcome for one item.

    Args:
        id: Identifier of the item.
        status: ``"stored"``; ``"gone"`` where the service knows no such thing; ``"failed"`` for anything else.
        when: Moment of the outcome, UTC.
        version: Version of the item.
        file: Path of the file within the folder of the harvest.
        sha256: Hash of the file.
        bytes: Size of the file.
        licence: Licence in the form ``"CC BY 4.0"``, ``None`` when none was found.
        url: Where the file came from.
        error: Class of the error.
        reason: What the error says.

    Examples:
        >>> ManifestEntry(id="scl/S1", status="gone", when="2026-01-02T03:04:05Z", reason="status 404").status
        'gone'
    """

    id: str = Field(min_length=1)
    status: Literal["stored", "failed", "gone"]
    when: str
    version: str = ""
    file: str | None = None
    sha256: Sha256 | None = None
    bytes: int | None = Field(default=None, ge=0)
    licence: str | None = None
    url: str | None = None
    error: str | None = None
    reason: str | None = None


class Manifest:
    """The manifest of a harvest's folder.

    Args:
        folder: The folder.

    Examples:
        >>> list(Manifest(Path("no such folder")).entries())
        []
    """

    def __init__(self, folder: Path) -> None:
        self._log = AppendLog(folder / _FILE)

    def append(self, entry: ManifestEntry) -> None:
        """Write an outcome.

        Args:
            entry: The outcome.

        Raises:
            HarvestError: It cannot be written.
        """
        self._log.append(entry.model_dump(exclude_none=True, exclude_defaults=True))

    def mend(self) -> None:
        """Cut off a torn last line."""
        self._log.mend()

    def outcomes(self) -> Iterator[ManifestEntry]:
        """Every outcome in the order of writing.

        Yields:
            Outcomes, also those that a later one of the same item replaces.

        Raises:
            HarvestError: A line cannot be read.
        """
        for _, entry in self._read():
            yield entry

    def entries(self) -> Iterator[ManifestEntry]:
        """The outcome that counts for each item.

        Yields:
            The last outcome of each item, in the order of writing.

        Raises:
            HarvestError: A line cannot be read.
        """
        # Positions take a fraction of the memory that the outcomes would.
        last = {entry.id: position for position, entry in self._read()}
        for position, entry in self._read():
            if last[entry.id] == position:
                yield entry

    def _read(self) -> Iterator[tuple[int, ManifestEntry]]:
        for position, value in self._log.read():
            try:
                yield position, ManifestEntry.model_validate(value)
            except ValidationError as error:
                fault = error.errors()[0]
                where = ".".join(map(str, fault["loc"]))
                raise HarvestError(
                    f"{_FILE}, at byte {position}: {where}: {fault['msg']}",
                    remedy="take the line out, or read the folder with the version of clinicalbr that wrote it",
                ) from None
