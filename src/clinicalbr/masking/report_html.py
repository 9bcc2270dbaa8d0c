"""Leak reports as HTML that a physician can read: no script, no other file, every text escaped."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import IO, TYPE_CHECKING

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.leak_context import context_of
from clinicalbr.masking.severity import Severity, severity
from clinicalbr.schema import Leak

if TYPE_CHECKING:
    from clinicalbr.masking.leak_report import FieldLeaks, LeakReport, LeakWarning

__all__ = ["LeakPage", "html_fragment", "html_page"]

_SCOPE = "clinicalbr-leaks"
_STYLES = {
    "": "font:16px/1.5 system-ui,sans-serif;max-width:60rem;color:#1b1b1b;background:#fff;padding:.5rem 1rem",
    "h1": "font-size:1.5rem;color:#1b1b1b",
    "h2": "font-size:1.15rem;margin-top:2.5rem;border-top:1px solid #ccc;padding-top:1rem;color:#1b1b1b",
    "h3": "font-size:.95rem;margin:1.2rem 0 .2rem;color:#444",
    ".text": "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;background:#f7f7f5;padding:.6rem .8rem;"
    "border-radius:4px",
    "mark": "padding:0 .15em;border-radius:3px;border-bottom:2px solid #333;color:#1b1b1b;unicode-bidi:isolate",
    "mark sup": "font-size:.65em;margin-left:.25em;color:#333",
    ".verbatim": "background:#ffd0cc",
    ".inflection": "background:#ffe0b8",
    ".acronym": "background:#fff0a8",
    ".synonym": "background:#d3ecd0",
    ".core": "background:#cfe5f7",
    ".typo": "background:#e6d8f2",
    ".weak": "border-bottom-style:dotted",
    ".other_disease": "background:#eee;border-bottom:2px dashed #777",
    "table": "border-collapse:collapse;margin:.6rem 0;color:#1b1b1b;background:#fff",
    "td,th": "border:1px solid #ddd;padding:.2rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere",
    ".number": "text-align:right",
    ".clean": "color:#1a6b2d",
    ".note": "color:#555;font-size:.9rem",
}
_INVISIBLE = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n\r"} | {0x7F: 0x2421}
_REPLACED = dict.fromkeys(
    (*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), 0xFFFD
)
_SHOWN: Mapping[int, int | str] = {**_INVISIBLE, **_REPLACED, 0x0D: "&#13;"}
"""One sign for each sign, so that places stay as they are: a control sign by its picture; what turns the order of
reading round, or cannot be encoded, by the replacement character."""


def html_page(reports: Sequence[LeakReport], language: str) -> str:
    """One page for one or more reports.

    Args:
        reports: Reports in the order of printing.
        language: Language of headings and labels; English when it has no included pack.

    Returns:
        A complete HTML document.

    Examples:
        >>> html_page([], "pt").startswith("<!doctype html>")
        True
    """
    page = LeakPage(language, io.StringIO())
    for report in reports:
        page.add(report)
    return "".join(page.pieces())


def html_fragment(report: LeakReport) -> str:
    """One report as a part of another page, such as a notebook, whose own styles it leaves alone.

    Args:
        report: The report.

    Returns:
        One ``div`` element.

    Examples:
        >>> from clinicalbr.masking import GoldTarget, audit_text
        >>> html_fragment(audit_text("É dengue.", GoldTarget(["dengue"]))).startswith("<div class=")
        True
    """
    page = LeakPage(report.language, io.StringIO())
    page.add(report)
    return "".join(page.body())


class LeakPage:
    """A page that takes reports one by one, so that those of a large corpus need not be held in memory.

    Args:
        language: Language of headings and labels; English when it has no included pack.
        sections: Where the finished sections wait, since what stands above them is known last: an empty text stream
            that can be read and written.

    Examples:
        >>> page = LeakPage("en", io.StringIO())
        >>> "No leak" in "".join(page.pieces())
        True
    """

    def __init__(self, language: str, sections: IO[str]) -> None:
        self._code = language if language in LanguagePack.included() else "en"
        self._words = LanguagePack.load(self._code).report
        self._sections = sections
        self._tiers: dict[str, None] = {}
        self._real = self._weak = self._warnings = 0

    def add(self, report: LeakReport) -> None:
        """Add a report.

        Args:
            report: The report.
        """
        # What could not be encoded is replaced before it reaches a file.
        self._sections.write(_section(report, self._words))
        # A kind that was not searched must not look as if nothing of it had been found.
        self._tiers.update(dict.fromkeys(tier.value for tier in report.tiers))
        real = len(report.real_leaks)
        self._real += real
        self._weak += len(report.leaks) - real
        self._warnings += len(report.warnings)

    def body(self) -> Iterator[str]:
        """The page as one ``div`` element.

        Yields:
            Pieces of it.
        """
        words = self._words
        styles = "".join(
            ",".join(f".{_SCOPE} {part}".strip() for part in selector.split(",")) + "{" + rules + "}"
            for selector, rules in _STYLES.items()
        )
        yield f'<div class="{_SCOPE}" lang="{self._code}"><style>{styles}</style>'
        yield f"<h1>{_safe(words['leak_report_title'])}</h1>"
        yield f"<p>{_summary(self._real, self._weak, self._warnings, words)}</p>{self._legend()}"
        self._sections.seek(0)
        while piece := self._sections.read(1 << 16):
            yield piece
        yield f'<p class="note">{_safe(words["not_for_clinical_use"])}</p></div>'

    def pieces(self) -> Iterator[str]:
        """The page as a complete HTML document.

        Yields:
            Pieces of it.
        """
        title = _safe(self._words["leak_report_title"])
        yield (
            f'<!doctype html>\n<html lang="{self._code}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
            "</head><body>"
        )
        yield from self.body()
        yield "</body></html>\n"

    def _legend(self) -> str:
        words = self._words
        lines = []
        if self._tiers:
            marks = " ".join(f'<mark class="{tier}">{_safe(words[f"tier_{tier}"])}</mark>' for tier in self._tiers)
            lines.append(f'<p class="note">{_safe(words["leak_report_tier"])}: {marks}</p>')
        marks = " ".join(f'<mark class="{kind}">{_safe(words[f"severity_{kind}"])}</mark>' for kind in Severity)
        if self._warnings:
            marks += f' <mark class="other_disease">{_safe(words["other_disease"])}</mark>'
        if self._real + self._weak + self._warnings:
            lines.append(f'<p class="legend">{_safe(words["leak_report_severity"])}: {marks}</p>')
        return "".join(lines)


def _summary(real: int, weak: int, warnings: int, words: Mapping[str, str]) -> str:
    found = words["leak_report_found"].format(count=real) if real else words["leak_report_clean"]
    lines = [f'<span class="{"found" if real else "clean"}">{_safe(found)}</span>']
    if weak:
        lines.append(f'<span class="found">{_safe(words["leak_report_weak"].format(count=weak))}</span>')
    if warnings:
        lines.append(f"<span>{_safe(words['leak_report_other_diseases'].format(count=warnings))}</span>")
    return "<br>".join(lines)


def _section(report: LeakReport, words: Mapping[str, str]) -> str:
    name = f"{_safe(report.case_id)} ({_safe(report.language)})" if report.case_id else _safe(report.language)
    real = len(report.real_leaks)
    warned: dict[str, list[LeakWarning]] = {}
    for warning in report.warnings:
        warned.setdefault(warning.field, []).append(warning)
    return (
        f"<h2>{name}</h2><p>{_safe(words['leak_report_gold'])}: <strong>{_safe(report.gold)}</strong><br>"
        f"{_summary(real, len(report.leaks) - real, len(report.warnings), words)}</p>{_counts(report, words)}"
        + "".join(
            _field(field, warned.get(field.field, ()), words)
            for field in report.fields
            if field.leaks or field.field in warned
        )
    )


def _counts(report: LeakReport, words: Mapping[str, str]) -> str:
    """Leaks by field and severity, where there is more than one field."""
    by_field = report.by_field()
    if len(report.fields) < 2 or not by_field:
        return ""
    head = "".join(f"<th>{_safe(words[f'severity_{kind}'])}</th>" for kind in Severity)
    rows = [*by_field.items(), (words["leak_report_all_fields"], report.by_severity())]
    body = "".join(
        f"<tr><td>{_safe(name)}</td>"
        + "".join(f'<td class="number">{counts.get(kind.value, 0)}</td>' for kind in Severity)
        + "</tr>"
        for name, counts in rows
    )
    return f'<table class="counts"><tr><th></th>{head}</tr>{body}</table>'


def _field(field: FieldLeaks, warnings: Sequence[LeakWarning], words: Mapping[str, str]) -> str:
    heading = words["leak_report_field"].format(field=field.field)
    return (
        f'<h3>{_safe(heading)}</h3><div class="text">{_marked(field, warnings, words)}</div>'
        f"{_list(field, warnings, words)}"
    )


def _list(field: FieldLeaks, warnings: Sequence[LeakWarning], words: Mapping[str, str]) -> str:
    keys = ("leak_report_surface", "leak_report_tier", "leak_report_severity", "leak_report_context")
    head = "".join(f"<th>{_safe(words[key])}</th>" for key in keys)
    rows = [_row(field.text, leak, *_labels(leak, words), words) for leak in field.leaks]
    rows += [_row(field.text, warning, "", words[warning.code], words) for warning in warnings]
    return f'<table class="list"><tr>{head}</tr>{"".join(rows)}</table>'


def _row(text: str, found: Leak | LeakWarning, tier: str, strength: str, words: Mapping[str, str]) -> str:
    before, after = context_of(text, found.start, found.end)
    place = words["leak_report_place"].format(start=found.start, end=found.end)
    return (
        f"<tr><td>{_safe(found.surface)}<br><span class='note'>{_safe(place)}</span></td><td>{_safe(tier)}</td>"
        f"<td>{_safe(strength)}</td>"
        f"<td>{'' if found.start <= len(before) else '… '}{_safe(before)}<strong>{_safe(found.surface)}</strong>"
        f"{_safe(after)}{'' if found.end + len(after) >= len(text) else ' …'}</td></tr>"
    )


def _labels(leak: Leak, words: Mapping[str, str]) -> tuple[str, str]:
    return words[f"tier_{leak.tier.value}"], words[f"severity_{severity(leak).value}"]


def _marked(field: FieldLeaks, warnings: Sequence[LeakWarning], words: Mapping[str, str]) -> str:
    marks = [
        (leak.start, leak.end, f"{leak.tier.value} {severity(leak).value}", _labels(leak, words)[0], leak.variant)
        for leak in field.leaks
    ]
    marks += [(warning.start, warning.end, warning.code, words[warning.code], warning.surface) for warning in warnings]
    pieces: list[str] = []
    position = 0
    for begin, end, kind, label, told in sorted(marks, key=lambda mark: (mark[0], -mark[1])):
        if end <= position:
            continue
        start = max(begin, position)
        place = words["leak_report_place"].format(start=begin, end=end)
        pieces.append(_safe(field.text[position:start]))
        pieces.append(
            f'<mark class="{kind}" title="{_safe(place)}: {_safe(told)}">'
            f"{_safe(field.text[start:end])}<sup>{_safe(label)}</sup></mark>"
        )
        position = end
    pieces.append(_safe(field.text[position:]))
    return "".join(pieces)


def _safe(text: str) -> str:
    """A text as HTML shows it: markup escaped, signs that a page cannot hold made visible."""
    return escape(text).translate(_SHOWN)
