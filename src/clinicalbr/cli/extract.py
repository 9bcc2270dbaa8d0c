"""``clinicalbr extract``: cases from the XML of articles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

import typer

from clinicalbr.cli.places import check_places
from clinicalbr.cli.progress import count, counted, say
from clinicalbr.errors import ClinicalBrError, InputError
from clinicalbr.schema import ClinicalCase, write_cases
from clinicalbr.sources import narrative_cases, parse_jats

__all__ = ["extract"]


def extract(
    files: Annotated[list[Path], typer.Argument(help="JATS or SciELO SPS files.", show_default=False)],
    language: Annotated[
        str | None, typer.Option(help="Take the text in this language; the original by default.", show_default=False)
    ] = None,
    out: Annotated[str, typer.Option(help="JSON lines of cases; - for standard output.")] = "-",
    aside: Annotated[
        Path | None,
        typer.Option(help="JSON lines of the files that gave no case, with the reason.", show_default=False),
    ] = None,
) -> None:
    """Read the case sections of articles, found by their headings, as cases with a narrative.

    A file that cannot be used is reported and passed over. The exit status is 0 when at least one file was used
    and 2 when none was.
    """
    check_places({"--out": out, "--aside": aside}, files)
    failures: list[dict[str, str]] = []
    used = 0

    def cases() -> Iterator[ClinicalCase]:
        nonlocal used
        for file in count(files, "articles", len(files)):
            try:
                found = narrative_cases(parse_jats(_bytes_of(file)), language)
            except ClinicalBrError as error:
                failures.append({"file": str(file), "error": type(error).__name__, "message": str(error)})
                say(f"clinicalbr extract: {file}: {error}")
                continue
            used += 1
            yield from found

    written = write_cases(out, cases())
    if aside is not None:
        with aside.open("w", encoding="utf-8") as stream:
            _write_failures(stream, failures)
    say(
        f"clinicalbr extract: {counted(written, 'case')} from {used} of {counted(len(files), 'file')}; "
        f"{counted(len(failures), 'file')} gave none"
    )
    if files and not used:
        raise typer.Exit(2)


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}", remedy="check the path") from error


def _write_failures(stream: IO[str], failures: list[dict[str, str]]) -> None:
    for failure in failures:
        stream.write(json.dumps(failure, ensure_ascii=False) + "\n")
