"""``clinicalbr mask``: cases with the answer removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from pydantic import ValidationError

from clinicalbr.cli.column_options import (
    AcronymColumns,
    Form,
    GoldColumns,
    GoldFile,
    IdColumn,
    Packs,
    PresetName,
    SkipRows,
    TextColumns,
    Tiers,
    columns_of,
    is_table,
    table_form,
    tiers_of,
)
from clinicalbr.cli.golds import Golds
from clinicalbr.cli.outcome import Tally, exit_if_incomplete
from clinicalbr.cli.places import check_places
from clinicalbr.cli.presets import Columns
from clinicalbr.cli.progress import count, counted, say
from clinicalbr.cli.table_cases import MaskerOptions, TableCase, TableCases
from clinicalbr.cli.table_writer import write_table
from clinicalbr.cli.tables import TableReader
from clinicalbr.errors import ClinicalBrError, InputError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import Masker, mask_case_with_log
from clinicalbr.masking.operators import refuse_placeholder
from clinicalbr.schema import MaskedCase, Redaction, RedactionLog, Task, read_cases, write_records

__all__ = ["mask"]


class Verdicts(StrEnum):
    """What becomes of a clause that announces the answer."""

    KEEP = "keep"
    DROP = "drop"


@dataclass(slots=True)
class _Done:
    """What a run over a table did."""

    rows: int = 0
    redactions: int = 0
    telling: Counter[str] = field(default_factory=Counter)
    """Rows in which a column that is not masked names the answer."""


def mask(
    cases: Annotated[str, typer.Argument(help="JSON lines of cases, or a table; - for standard input.")] = "-",
    gold_file: GoldFile = None,
    text: TextColumns = None,
    gold: GoldColumns = None,
    acronyms: AcronymColumns = None,
    case_id: IdColumn = None,
    language: Annotated[
        str | None,
        typer.Option(help="Column of a table with the language of its text, or a code.", show_default=False),
    ] = None,
    preset: PresetName = None,
    skip: SkipRows = None,
    form: Form = None,
    keep_gold: Annotated[
        bool, typer.Option("--keep-gold", help="Keep the columns of a table that hold the answer.")
    ] = False,
    tiers: Tiers = None,
    verdicts: Annotated[Verdicts, typer.Option(help="Keep or drop clauses that announce the answer.")] = Verdicts.KEEP,
    task: Annotated[Task, typer.Option(help="Task to mask cases for.")] = Task.DIAGNOSIS,
    show_workup: Annotated[bool, typer.Option("--show-workup", help="Show the work-up in the exam task.")] = False,
    placeholder: Annotated[
        str | None, typer.Option(help="What stands in place of a mention.", show_default=False)
    ] = None,
    pack: Packs = None,
    out: Annotated[str, typer.Option(help="Masked cases, or the masked table; - for standard output.")] = "-",
    log: Annotated[
        Path | None,
        typer.Option(help="JSON lines of what was redacted. It holds the answers.", show_default=False),
    ] = None,
    aside: Annotated[Path | None, typer.Option(help="JSON lines of what cannot be read.", show_default=False)] = None,
) -> None:
    """Remove the answer from cases, for one task, or from the text columns of a table.

    Consecutive lines with the same identifier are language versions of one case: each is searched for the names of all.
    A table keeps its form and loses the columns that hold the answer.
    What cannot be read or masked is reported and left out: it never passes unmasked. The exit status is then 2, and
    also when no case was read.
    """
    check_places({"--out": out, "--log": log, "--aside": aside}, (cases, gold_file))
    wanted = tiers_of(tiers)
    if placeholder is not None:
        # Whether it names an answer is seen case by case; whether it can stand in a text at all, before any.
        refuse_placeholder(placeholder)
    clauses: Literal["keep", "drop"] = "drop" if verdicts is Verdicts.DROP else "keep"
    if is_table(cases, form, preset, text):
        if task not in {Task.DIAGNOSIS, Task.DIFFERENTIAL} or show_workup:
            raise InputError(
                "a table is masked for the diagnosis; its rows do not tell presentation from work-up or treatment",
                remedy="leave out --task and --show-workup, or give cases as JSON lines",
            )
        columns = columns_of(
            preset, text=text, gold=gold, acronyms=acronyms, language=language, case_id=case_id, skip=skip
        )
        options = MaskerOptions(wanted, tuple(map(LanguagePack.from_folder, pack or ())), placeholder, clauses)
        with TableReader(cases, table_form(cases, form), aside=aside, on_bad=_complain) as reader:
            _mask_table(reader, columns, gold_file, options, task, keep_gold=keep_gold, out=out, log=log)
        return
    golds = Golds(gold_file, pack or (), placeholder, tiers=wanted, verdicts=clauses)
    failed = redactions = 0

    def masked() -> Iterator[MaskedCase]:
        nonlocal failed, redactions
        for case, others in golds.with_versions(count(records, "cases"), "mask"):
            try:
                masker = golds.masker(case, others, task)
                safe, redacted = mask_case_with_log(case, task, masker, show_workup=show_workup)
            except ClinicalBrError as error:
                failed += 1
                _complain(error)
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
        records = stack.enter_context(read_cases(cases, aside=aside, on_bad=_complain))
        written = write_records(out, masked())
    say(
        f"clinicalbr mask: {counted(written, 'case')} masked, {counted(redactions, 'redaction')}; "
        f"{counted(failed, 'case')} left out, {counted(records.n_bad, 'bad line')}"
    )
    exit_if_incomplete("mask", Tally(records.n_read, records.n_bad), failed)


def _mask_table(
    reader: TableReader,
    columns: Columns,
    gold_file: Path | None,
    options: MaskerOptions,
    task: Task,
    *,
    keep_gold: bool,
    out: str,
    log: Path | None,
) -> None:
    cases = TableCases(reader, columns, gold_file, options)
    left_out = () if keep_gold else columns.answers
    if lost := [column for column in columns.text if column in left_out]:
        raise InputError(
            f"{', '.join(lost)} is text to mask and a column that holds the answer, which is left out",
            remedy="name other text columns, or give --keep-gold",
        )
    unmasked = frozenset((*columns.text, *columns.answers, columns.id, columns.language))
    done = _Done()
    with ExitStack() as stack:
        log_stream = stack.enter_context(log.open("wb")) if log is not None else None
        writer = stack.enter_context(write_table(out, reader, left_out))
        for case in count(cases, "rows"):
            masker = cases.masker(case.target)
            try:
                changed, logged = _mask_row(case, masker, columns, task)
            except ValidationError:
                # A log is UTF-8, which has no place for half a surrogate pair.
                reader.put_aside(case.row, "the text holds a lone surrogate", "write the file again in UTF-8")
                continue
            writer.write(case.row, changed)
            if log_stream is not None:
                write_records(log_stream, [logged])
            for warning in logged.warnings:
                say(f"clinicalbr mask: {case.case_id} ({case.language}): {warning}")
            done.rows += 1
            done.redactions += sum(len(found) for found in logged.redactions.values())
            done.telling.update(
                column
                for column, value in case.row.values.items()
                if column not in unmasked and isinstance(value, str) and masker.find(value)
            )
    cases.tell_apart("mask")
    for column, number in done.telling.most_common():
        say(
            f"clinicalbr mask: column {column} is not masked and names the answer in {counted(number, 'row')}. "
            f"Remedy: give --text {column} as well, or remove the column"
        )
    skipped = f"{counted(cases.n_skipped, 'row')} passed over and left out, " if cases.n_skipped else ""
    say(
        f"clinicalbr mask: {counted(done.rows, 'row')} masked, {counted(done.redactions, 'redaction')}; "
        f"{skipped}{counted(reader.n_bad, 'bad row')}"
    )
    exit_if_incomplete("mask", Tally(reader.n_read, reader.n_bad), 0)


def _mask_row(case: TableCase, masker: Masker, columns: Columns, task: Task) -> tuple[dict[str, Any], RedactionLog]:
    if len(case.texts) > 1:
        masker = masker.knowing(case.texts.values())
    changed: dict[str, Any] = {}
    redactions: dict[str, tuple[Redaction, ...]] = {}
    warnings: list[str] = []
    for place, text in case.texts.items():
        masked = masker.mask(text)
        column = place if place in columns.text else place[: place.rindex("[")]
        if isinstance(case.row.values[column], list):
            changed.setdefault(column, []).append(masked.text)
        else:
            changed[column] = masked.text
        if masked.redactions:
            redactions[place] = masked.redactions
        warnings += [f"{place}: {warning}" for warning in masked.warnings]
    return changed, RedactionLog(
        case_id=case.case_id,
        language=case.language,
        task=task.value,
        redactions=redactions,
        warnings=tuple(warnings),
        signature=str(masker.signature),
    )


def _complain(error: ClinicalBrError) -> None:
    say(f"clinicalbr mask: {error}")
