"""The files of a call, checked before anything is read or written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from clinicalbr.errors import InputError

__all__ = ["check_places"]

_STREAM = "-"


def check_places(outputs: Mapping[str, str | Path | None], inputs: Iterable[str | Path | None] = ()) -> None:
    """Refuse output files that cannot be written, that share a name, or that would overwrite an input.

    Args:
        outputs: Files to be written, by the option or the part that names them; ``None`` and ``-`` are passed over.
        inputs: Files to be read; ``None`` and ``-`` are passed over.

    Raises:
        InputError: A folder is missing or stands in place of a file, two outputs are one file, or an output is an
            input.

    Examples:
        >>> check_places({"--out": "-", "--log": None})
        >>> check_places({"--out": "a.jsonl", "--log": "./a.jsonl"})
        Traceback (most recent call last):
        ...
        clinicalbr.errors.InputError: --out and --log name the same file, a.jsonl. Remedy: give each a file of its own
    """
    read = {Path(file).resolve() for file in inputs if file is not None and str(file) != _STREAM}
    taken: dict[Path, str] = {}
    for option, file in outputs.items():
        if file is None or str(file) == _STREAM:
            continue
        path = Path(file)
        if path.is_dir():
            raise InputError(f"{path} cannot be written: it is a folder", remedy=f"give {option} the name of a file")
        if not path.parent.is_dir():
            raise InputError(
                f"{path} cannot be written: there is no folder {path.parent}",
                remedy=f"make the folder, or give {option} another one",
            )
        if path.exists() and not path.is_file():
            continue  # A device, such as /dev/null, may be named as often as one likes.
        place = path.resolve()
        if place in read:
            raise InputError(f"{option} names an input file, {path}", remedy="give it a file of its own")
        if place in taken:
            raise InputError(
                f"{taken[place]} and {option} name the same file, {Path(file)}", remedy="give each a file of its own"
            )
        taken[place] = option
