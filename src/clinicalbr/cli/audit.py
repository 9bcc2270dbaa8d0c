"""``clinicalbr audit``: does the visible text of cases give the answer away?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

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
from clinicalbr.cli.other_diseases import DiseaseNames, default_disease_names
from clinicalbr.cli.outcome import Tally, exit_if_incomplete
from clinicalbr.cli.places import check_places
from clinicalbr.cli.presets import Columns
from clinicalbr.cli.progress import count, counted, say
from clinicalbr.cli.report_sink import ReportSink
from clinicalbr.cli.table_cases import MaskerOptions, TableCases
from clinicalbr.cli.tables import TableReader
from clinicalbr.errors import ClinicalBrError, InputError
from clinicalbr.languages import LanguagePack, language_code
from clinicalbr.masking import LeakReport, Severity, audit_case, audit_texts
from clinicalbr.schema import MaskedCase, Task, read_any_cases

__all__ = ["audit"]


def audit(
    cases: Annotated[
        str, typer.Argument(help="JSON lines of cases, masked or not, or a table; - for standard input.")
    ] = "-",
    gold_file: GoldFile = None,
    gold_cases: Annotated[
        Path | None,
        typer.Option(
            help="JSON lines of the cases before masking, which state the answers of masked ones by identifier.",
            show_default=False,
        ),
    ] = None,
    task: Annotated[
        Task, typer.Option(help="Task whose answer is searched for: the diagnosis, with the exams, or the treatment.")
    ] = Task.DIAGNOSIS,
    text: TextColumns = None,
    gold: GoldColumns = None,
    acronyms: AcronymColumns = None,
    case_id: IdColumn = None,
    language: Annotated[
        str | None,
        typer.Option(
            help="For a table: the column with the language of its text, or a code. For cases: language of the page.",
            show_default=False,
        ),
    ] = None,
    preset: PresetName = None,
    skip: SkipRows = None,
    form: Form = None,
    tiers: Tiers = None,
    other_diseases: Annotated[
        bool,
        typer.Option("--other-diseases", help="Warn of other diseases in the presentation, which should name none."),
    ] = False,
    fail_on: Annotated[
        Severity, typer.Option(help="What makes the exit status 1: a weak hint, or a leak that stands by itself.")
    ] = Severity.WEAK,
    out: Annotated[
        str | None,
        typer.Option("--json", "--out", help="JSON lines of the reports; - for standard output.", show_default=False),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="A page with the leaks marked.", show_default=False)] = None,
    page_language: Annotated[
        str | None, typer.Option(help="Language of the page; --language or English by default.", show_default=False)
    ] = None,
    pack: Packs = None,
    aside: Annotated[Path | None, typer.Option(help="JSON lines of what cannot be read.", show_default=False)] = None,
) -> None:
    """Search cases, or the rows of a table, for the answer: names and acronyms, however they are written.

    For --task exams the answer is the diagnosis and the exam list of a case, for --task treatment its treatment. Masked
    cases hold neither, so they need --gold-cases.

    A table is CSV, JSON lines or Parquet: say which columns hold text, answer and language, or name a preset.
    Consecutive lines with the same identifier are language versions of one case: each is searched for the names of all.
    The exit status is 0 when the tiers that were searched gave no mention (with --fail-on leak: none but weak hints),
    1 when they gave one, and 2 when a case could not be read or audited, or when there was none. Status 0 does not mean
    that nobody could guess the answer: names that were not given, and findings that tell it, are not looked for.
    """
    check_places({"--json": out, "--html": html, "--aside": aside}, (cases, gold_file, gold_cases))
    table = is_table(cases, form, preset, text)
    if table and (gold_cases is not None or task not in {Task.DIAGNOSIS, Task.DIFFERENTIAL}):
        raise InputError(
            "a table is audited for the diagnosis, which its columns or a gold file state",
            remedy="leave out --task and --gold-cases, or give cases as JSON lines",
        )
    stated = page_language or (language if not table else None)
    page = stated and LanguagePack.load(language_code(stated) or stated).code
    known = language_code(language or "")
    names = default_disease_names() if other_diseases else None
    wanted = tiers_of(tiers)
    with ReportSink(out, html, page or (known if known in LanguagePack.included() else "en")) as sink:
        if table:
            columns = columns_of(
                preset, text=text, gold=gold, acronyms=acronyms, language=language, case_id=case_id, skip=skip
            )
            options = MaskerOptions(wanted, tuple(map(LanguagePack.from_folder, pack or ())))
            with TableReader(cases, table_form(cases, form), aside=aside, on_bad=_complain) as rows:
                for report in count(_table_reports(rows, columns, gold_file, options, names), "rows"):
                    sink.add(report)
            counts, failed, noun = Tally(rows.n_read, rows.n_bad), 0, "row"
        else:
            golds = Golds(gold_file, pack or (), tiers=wanted, cases=gold_cases)
            failed = 0
            masked_for = Counter[Task]()
            with read_any_cases(cases, aside=aside, on_bad=_complain) as records:
                for case, others in golds.with_versions(count(records, "cases"), "audit"):
                    if isinstance(case, MaskedCase) and _answer(case.task) is not _answer(task):
                        masked_for[_answer(case.task)] += 1
                    try:
                        masker = golds.masker(case, others, task, need_exams=True)
                        sink.add(audit_case(case, masker, other_diseases=names))
                    except ClinicalBrError as error:
                        failed += 1
                        _complain(error)
            counts, noun = Tally(records.n_read, records.n_bad), "case"
            for other, number in masked_for.items():
                say(
                    f"clinicalbr audit: {counted(number, 'case')} masked for {other.value} and audited for "
                    f"{_answer(task).value}. Remedy: audit with --task {other.value} as well"
                )
        sink.finish()
    weak = f", {sink.n_weak_only} of them with weak hints only" if sink.n_weak_only else ""
    warned = f"; {counted(sink.n_warnings, 'warning')}" if sink.n_warnings else ""
    bad = counted(counts.n_bad, "bad row" if table else "bad line")
    say(
        f"clinicalbr audit: {counted(sink.n_reports, noun)} audited, {sink.n_leaking} with a leak{weak}; "
        f"leaks: {sink.found()}{warned}; {failed} not audited, {bad}"
    )
    exit_if_incomplete("audit", counts, failed)
    if sink.n_leaking > (sink.n_weak_only if fail_on is Severity.LEAK else 0):
        raise typer.Exit(1)


def _answer(task: Task) -> Task:
    """The task whose answer it is: a differential is masked for the diagnosis."""
    return Task.DIAGNOSIS if task is Task.DIFFERENTIAL else task


def _complain(error: ClinicalBrError) -> None:
    say(f"clinicalbr audit: {error}")


def _table_reports(
    reader: TableReader, columns: Columns, gold_file: Path | None, options: MaskerOptions, names: DiseaseNames | None
) -> Iterator[LeakReport]:
    cases = TableCases(reader, columns, gold_file, options)
    for case in cases:
        yield audit_texts(
            case.texts,
            cases.masker(case.target),
            case_id=case.case_id,
            language=case.language,
            other_diseases=names,
        )
    cases.tell_apart("audit")
    if cases.n_skipped:
        say(f"clinicalbr audit: {counted(cases.n_skipped, 'row')} passed over by --skip or the preset")
