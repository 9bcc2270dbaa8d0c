"""``clinicalbr extract``: cases from the XML of articles."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated

import typer

from clinicalbr.cli.case_file import ResumableCaseFile
from clinicalbr.cli.places import check_places
from clinicalbr.cli.progress import count, counted, say
from clinicalbr.errors import ClinicalBrError, InputError
from clinicalbr.schema import Article, ClinicalCase, write_cases
from clinicalbr.sources import clinical_cases, narrative_cases, parse_jats_set

__all__ = ["extract"]

_SUFFIXES = frozenset({".xml", ".nxml"})


def extract(
    files: Annotated[
        list[Path],
        typer.Argument(help="JATS or SciELO SPS files, or folders of them.", show_default=False),
    ],
    language: Annotated[
        str | None, typer.Option(help="Take the text in this language; the original by default.", show_default=False)
    ] = None,
    fields: Annotated[
        bool, typer.Option("--fields", help="Fill the fields of a case where the headings within it tell which.")
    ] = False,
    out: Annotated[str, typer.Option(help="JSON lines of cases; - for standard output.")] = "-",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the file of --out: leave out the articles that it holds.")
    ] = False,
    aside: Annotated[
        Path | None,
        typer.Option(help="JSON lines of the files that gave no case, with the reason.", show_default=False),
    ] = None,
) -> None:
    """Read the case sections of articles, found by their headings, as cases with a narrative.

    A file that cannot be used is reported and passed over. The exit status is 0 when at least one file was used
    and 2 when none was.
    """
    if resume and out == "-":
        raise InputError("--resume needs a file to go on with", remedy="name it with --out")
    found = list(_files(files))
    check_places({"--out": out, "--aside": aside}, found)
    with ExitStack() as stack:
        stream = None if aside is None else stack.enter_context(aside.open("w", encoding="utf-8"))
        run = _Run(found, language, clinical_cases if fields else narrative_cases, stream)
        if resume:
            cases = stack.enter_context(ResumableCaseFile(Path(out)))
            written = sum(map(cases.append, run.articles(cases.holds)))
        else:
            written = write_cases(out, (case for article in run.articles(_never) for case in article))
    earlier = f", {counted(run.skipped, 'file')} done before" if resume else ""
    say(
        f"clinicalbr extract: {counted(written, 'case')} from {run.used} of {counted(len(found), 'file')}{earlier}; "
        f"{counted(run.failed, 'file')} gave none"
    )
    if not run.used and not run.skipped:
        raise typer.Exit(2)


def _never(_sha256: str | None, _language: str | None) -> bool:
    return False


def _files(given: list[Path]) -> Iterator[Path]:
    """The files as given, and those in folders in the order of their names."""
    for path in given:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES and file.is_file())
        if not inside:
            raise InputError(f"the folder {path} holds no .xml or .nxml file", remedy="name the folder of the articles")
        yield from inside


@dataclass(slots=True)
class _Run:
    """One run over the files.

    Args:
        files: The files.
        language: Wanted language.
        cases_of: Reads the cases of an article.
        aside: Takes the files that gave no case.
    """

    files: list[Path]
    language: str | None
    cases_of: Callable[[Article, str | None], tuple[ClinicalCase, ...]]
    aside: IO[str] | None
    used: int = 0
    skipped: int = 0
    failed: int = 0

    def articles(self, is_done: Callable[[str | None, str | None], bool]) -> Iterator[tuple[ClinicalCase, ...]]:
        """The cases of each article that is not done, one article at a time."""
        for file in count(self.files, "articles", len(self.files)):
            given, done = 0, 0
            problems: list[ClinicalBrError] = []
            try:
                data = _bytes_of(file)
                if is_done(hashlib.sha256(data).hexdigest(), self.language):
                    self.skipped += 1
                    continue
                articles = parse_jats_set(data)
            except ClinicalBrError as error:
                problems.append(error)
                articles = ()
            for article in articles:
                if is_done(article.provenance.sha256, self.language):
                    done += 1
                    continue
                try:
                    cases = self.cases_of(article, self.language)
                except ClinicalBrError as error:
                    problems.append(error)
                    continue
                given += 1
                yield cases
            self._tell(file, problems)
            self.used += given > 0
            self.skipped += done > 0 and not given
            self.failed += bool(problems) and not given and not done

    def _tell(self, file: Path, problems: list[ClinicalBrError]) -> None:
        for error in problems:
            say(f"clinicalbr extract: {file}: {error}")
            if self.aside is not None:
                failure = {"file": str(file), "error": type(error).__name__, "message": str(error)}
                self.aside.write(json.dumps(failure, ensure_ascii=False) + "\n")
                self.aside.flush()


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}", remedy="check the path") from error
