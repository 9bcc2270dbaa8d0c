"""``clinicalbr mask``: cases with the answer removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from clinicalbr.cli.golds import Golds
from clinicalbr.cli.progress import count, say
from clinicalbr.errors import ClinicalBrError
from clinicalbr.masking import Masker, mask_case_with_log
from clinicalbr.schema import MaskedCase, RedactionLog, Task, read_cases, write_records

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
    out: Annotated[str, typer.Option(help="JSON lines of masked cases; - for standard output.")] = "-",
    log: Annotated[
        Path | None,
        typer.Option(help="JSON lines of what was redacted. It holds the answers.", show_default=False),
    ] = None,
    aside: Annotated[
        Path | None, typer.Option(help="Put lines that are no case here instead of stopping.", show_default=False)
    ] = None,
) -> None:
    """Remove the answer from cases, for one task.

    A case that cannot be masked is reported and left out: it never passes unmasked. The exit status is then 2.
    """
    golds = Golds(gold_file)
    logs: list[RedactionLog] = []
    failed = 0

    def masked() -> Iterator[MaskedCase]:
        nonlocal failed
        for case in count(reader, "cases"):
            try:
                # Without a gold file the exam task also takes the names of the exam list from the case.
                target = golds.of(case)
                masker = Masker(target, placeholder) if gold_file or placeholder or task is not Task.EXAMS else None
                safe, redacted = mask_case_with_log(case, task, masker, show_workup=show_workup)
            except ClinicalBrError as error:
                failed += 1
                say(f"clinicalbr mask: {error}")
                continue
            logs.append(redacted)
            yield safe

    with read_cases(cases, aside=aside) as reader:
        written = write_records(out, masked())
        bad = reader.n_bad
    if log is not None:
        write_records(log, logs)
    redactions = sum(len(found) for entry in logs for found in entry.redactions.values())
    say(f"clinicalbr mask: {written} cases masked, {redactions} redactions; {failed} cases left out, {bad} bad lines")
    for entry in logs:
        for warning in entry.warnings:
            say(f"clinicalbr mask: {entry.case_id} ({entry.language}): {warning}")
    if failed or bad:
        raise typer.Exit(2)
