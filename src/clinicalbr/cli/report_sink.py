"""Where the reports of an audit go, one by one: JSON lines, a page, lines on standard error, and counts."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from clinicalbr.cli.progress import say
from clinicalbr.masking import LeakPage, LeakReport, Severity, severity

__all__ = ["ReportSink"]

_LISTED = 1000
"""Leaks that standard error shows; the files hold all."""


class ReportSink:
    """Takes reports and keeps counts only, so that memory does not grow with the corpus.

    Args:
        json_lines: File for all reports, ``"-"`` for standard output.
        html: File for a page with the reports that hold something.
        language: Language of the page.

    Attributes:
        n_reports: Reports so far.
        n_leaking: Those with a leak.
        n_weak_only: Those of them with nothing but weak hints.
        n_warnings: Warnings so far.
        tiers: Leaks by tier.
        severities: Leaks by severity.
    """

    def __init__(self, json_lines: str | None, html: Path | None, language: str) -> None:
        self.n_reports = self.n_leaking = self.n_weak_only = self.n_warnings = self._listed = 0
        self.tiers: Counter[str] = Counter()
        self.severities: Counter[str] = Counter()
        self._open = ExitStack()
        self._lines: IO[bytes] | None = None
        if json_lines == "-":
            self._lines = sys.stdout.buffer
        elif json_lines is not None:
            self._lines = self._open.enter_context(Path(json_lines).open("wb"))  # noqa: SIM115 - closed by the stack
        self._html = html
        self._page: LeakPage | None = None
        if html is not None:
            waiting = tempfile.TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115 - closed by the stack
            self._page = LeakPage(language, self._open.enter_context(waiting))

    def add(self, report: LeakReport) -> None:
        """Take a report.

        Args:
            report: The report.
        """
        self.n_reports += 1
        self.n_leaking += not report.clean
        self.n_weak_only += report.no_real_leak and not report.clean
        self.n_warnings += len(report.warnings)
        self.tiers.update(report.by_tier())
        self.severities.update(report.by_severity())
        if self._lines is not None:
            self._lines.write(report.to_json().encode("utf-8") + b"\n")
        if self._page is not None and (report.leaks or report.warnings):
            self._page.add(report)
        for line in _lines_of(report):
            self._listed += 1
            if self._listed <= _LISTED:
                say(line)
            elif self._listed == _LISTED + 1:
                say(f"further leaks are not listed here, past {_LISTED}; --json and --html hold all")

    def finish(self) -> None:
        """Write what can only be written at the end."""
        if self._html is not None and self._page is not None:
            with self._html.open("w", encoding="utf-8", newline="") as stream:
                stream.writelines(self._page.pieces())
        if self._lines is not None:
            self._lines.flush()

    def found(self) -> str:
        """Leaks by tier, as the last line of the command shows them.

        Returns:
            Counts with their tiers, the most frequent first.
        """
        told = ", ".join(f"{number} {tier}" for tier, number in self.tiers.most_common()) or "none"
        if weak := self.severities[Severity.WEAK]:
            told += f" ({weak} of them weak hints)"
        return told

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()


def _lines_of(report: LeakReport) -> list[str]:
    case = _printable(f"{report.case_id} ({report.language})")
    told = [
        f"{case} {_printable(field.field)} {leak.start}-{leak.end} {leak.tier.value}"
        f"{', weak' if severity(leak) is Severity.WEAK else ''}: {leak.surface!r}"
        for field in report.fields
        for leak in field.leaks
    ]
    told += [f"{case} warning, {warning}" for warning in report.warnings]
    return told


def _printable(text: str) -> str:
    """A text that cannot steer a terminal."""
    return text if text.isprintable() else repr(text)
