"""``clinicalbr audit``: does the visible text of cases give the answer away?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from clinicalbr.cli.golds import Golds
from clinicalbr.cli.outcome import exit_if_incomplete
from clinicalbr.cli.places import check_places
from clinicalbr.cli.progress import count, counted, say
from clinicalbr.errors import ClinicalBrError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import LeakReport, audit_case, html_page
from clinicalbr.schema import read_any_cases

__all__ = ["audit"]


def audit(
    cases: Annotated[str, typer.Argument(help="JSON lines of cases, masked or not; - for standard input.")] = "-",
    gold_file: Annotated[
        Path | None,
        typer.Option(
            help="CSV with the columns id, language, names, acronyms, synonyms (|-joined).", show_default=False
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option(help="JSON lines of the reports; - for standard output.", show_default=False)
    ] = None,
    html: Annotated[Path | None, typer.Option(help="A page with the leaks marked.", show_default=False)] = None,
    language: Annotated[str, typer.Option(help="Language of the page.")] = "en",
    pack: Annotated[
        list[Path] | None,
        typer.Option(help="Folder of a language pack of your own; may be repeated.", show_default=False),
    ] = None,
    aside: Annotated[
        Path | None, typer.Option(help="JSON lines of the lines that are no case.", show_default=False)
    ] = None,
) -> None:
    """Search cases for the answer: names and acronyms, however they are written.

    Consecutive lines with the same case_id are language versions of one case: each is searched for the names of all.
    The exit status is 0 when no known name was found, 1 when one was, and 2 when a case could not be read or audited,
    or when there was none.
    """
    check_places({"--out": out, "--html": html, "--aside": aside}, (cases, gold_file))
    LanguagePack.load(language)
    golds = Golds(gold_file, pack or ())
    reports: list[LeakReport] = []
    failed = 0
    with read_any_cases(cases, aside=aside, on_bad=lambda error: say(f"clinicalbr audit: {error}")) as reader:
        for case, others in golds.with_versions(count(reader, "cases"), "audit"):
            try:
                reports.append(audit_case(case, golds.masker(case, others)))
            except ClinicalBrError as error:
                failed += 1
                say(f"clinicalbr audit: {error}")
    if out is not None:
        lines = "".join(report.to_json() + "\n" for report in reports)
        if out == "-":
            typer.echo(lines, nl=False)
        else:
            Path(out).write_text(lines, encoding="utf-8")
    if html is not None:
        html.write_text(html_page([report for report in reports if not report.clean], language), encoding="utf-8")
    leaking = [report for report in reports if not report.clean]
    for report in leaking:
        for field in report.fields:
            for leak in field.leaks:
                say(
                    f"{report.case_id} ({report.language}) {field.field} {leak.start}-{leak.end} "
                    f"{leak.tier.value}: {leak.surface!r}"
                )
    tiers = Counter(leak.tier.value for report in reports for leak in report.leaks)
    found = ", ".join(f"{number} {tier}" for tier, number in tiers.most_common()) or "none"
    say(
        f"clinicalbr audit: {counted(len(reports), 'case')} audited, {len(leaking)} with a leak; leaks: {found}; "
        f"{failed} not audited, {counted(reader.n_bad, 'bad line')}"
    )
    exit_if_incomplete("audit", reader, failed)
    if leaking:
        raise typer.Exit(1)
