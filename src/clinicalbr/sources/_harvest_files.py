"""Files of a harvest: names that no identifier can abuse, and files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from pathlib import Path, PurePosixPath

from clinicalbr.errors import InputError
from clinicalbr.sources._append_log import disk_error

__all__ = ["FILES", "file_of", "remove_leftovers", "store"]

FILES = "files"
_PLAIN = re.compile(r"[A-Z0-9][A-Z0-9_-]{6,80}")
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_SUFFIX = re.compile(r"(?:\.[a-z0-9]{1,8}){1,2}")
_PART = ".part"


def file_of(identifier: str, suffix: str) -> PurePosixPath:
    """Where the file of an item stands, relative to the folder of the harvest.

    Args:
        identifier: Any text.
        suffix: Ending of the name.

    Returns:
        A path of harmless letters. Two identifiers never share one, also on disks that do not tell small letters from
        large ones.

    Raises:
        InputError: The suffix is none.
    """
    if not _SUFFIX.fullmatch(suffix):
        raise InputError(f"{suffix!r} is no ending of a file name", remedy="give for instance '.xml'")
    digest = hashlib.sha256(identifier.encode("utf-8", "surrogatepass")).hexdigest()
    name = identifier.rpartition("/")[2]
    # What stands before the last slash, other signs, small letters and length are told apart by the hash alone.
    if identifier != name or not _PLAIN.fullmatch(name):
        name = f"{_UNSAFE.sub('_', name)[:80]}~{digest[:16]}"
    return PurePosixPath(FILES, digest[:2], name + suffix)


def store(folder: Path, file: PurePosixPath, content: bytes) -> None:
    """Write a file whole or not at all.

    Args:
        folder: Folder of the harvest.
        file: Path within it.
        content: The content.

    Raises:
        HarvestError: The disk is full or refuses.
    """
    path = folder / file
    part = path.with_name(path.name + _PART)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("wb") as opened:
                opened.write(content)
                opened.flush()
                os.fsync(opened.fileno())
            part.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise disk_error(path, error) from None


def remove_leftovers(folder: Path) -> None:
    """Remove files whose writer was killed.

    Args:
        folder: Folder of the harvest.

    Raises:
        HarvestError: The system refuses.
    """
    try:
        for part in (folder / FILES).glob(f"*/*{_PART}"):
            part.unlink()
    except OSError as error:
        raise disk_error(folder / FILES, error) from None
