"""``clinicalbr mask``: cases with the answer removed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from clinicalbr.cli.golds import Golds
from clinicalbr.cli.outcome import exit_if_incomplete
from clinicalbr.cli.places import check_places
from clinicalbr.cli.progress import count, counted, say
from clinicalbr.errors import ClinicalBrError
from clinicalbr.masking import mask_case_with_log
from clinicalbr.schema import MaskedCase, Task, read_cases, write_records

__all__ = ["mask"]


def mask(
    cases: Annotated[str, typer.Argument(help="JSON lines of cases; - for standard input.")] = "-",
    gold_file: Annotated[
        Path | None,
        typer.Option(
            help="CSV with the columns id, language, names, acronyms, synonyms (|-joined).", show_default=False
        ),
    ] = None,
    task: Annotated[Task, typer.Option(help="Task to mask for.")] = Task.DIAGNOSIS,
    show_workup: Annotated[bool, typer.Option("--show-workup", help="Show the work-up in the exam task.")] = False,
    placeholder: Annotated[
        str | None, typer.Option(help="What stands in place of a mention.", show_default=False)
    ] = None,
    pack: Annotated[
        list[Path] | None,
        typer.Option(help="Folder of a language pack of your own; may be repeated.", show_default=False),
    ] = None,
    out: Annotated[str, typer.Option(help="JSON lines of masked cases; - for standard output.")] = "-",
    log: Annotated[
        Path | None,
        typer.Option(help="JSON lines of what was redacted. It holds the answers.", show_default=False),
    ] = None,
    aside: Annotated[
        Path | None, typer.Option(help="JSON lines of the lines that are no case.", show_default=False)
    ] = None,
) -> None:
    """Remove the answer from cases, for one task.

    Consecutive lines with the same case_id are language versions of one case: each is searched for the names of all.
    What cannot be read or masked is reported and left out: it never passes unmasked. The exit status is then 2, and
    also when no case was read.
    """
    check_places({"--out": out, "--log": log, "--aside": aside}, (cases, gold_file))
    golds = Golds(gold_file, pack or (), placeholder)
    failed = redactions = 0

    def masked() -> Iterator[MaskedCase]:
        nonlocal failed, redactions
        for case, others in golds.with_versions(count(reader, "cases"), "mask"):
            try:
                masker = golds.masker(case, others, task)
                safe, redacted = mask_case_with_log(case, task, masker, show_workup=show_workup)
            except ClinicalBrError as error:
                failed += 1
                say(f"clinicalbr mask: {error}")
                continue
            redactions += sum(len(found) for found in redacted.redactions.values())
            for warning in redacted.warnings:
                say(f"clinicalbr mask: {case.case_id} ({case.language}): {warning}")
            if log_stream is not None:
                write_records(log_stream, [redacted])
            yield safe

    with ExitStack() as stack:
        # The log is written case by case: what was masked before a crash is known after it.
        log_stream = stack.enter_context(log.open("wb")) if log is not None else None
        reader = stack.enter_context(
            read_cases(cases, aside=aside, on_bad=lambda error: say(f"clinicalbr mask: {error}"))
        )
        written = write_records(out, masked())
    say(
        f"clinicalbr mask: {counted(written, 'case')} masked, {counted(redactions, 'redaction')}; "
        f"{counted(failed, 'case')} left out, {counted(reader.n_bad, 'bad line')}"
    )
    exit_if_incomplete("mask", reader, failed)
