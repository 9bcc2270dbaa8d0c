"""Leak reports as one HTML page that a physician can read: no script, no other file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from clinicalbr.languages import LanguagePack

if TYPE_CHECKING:
    from clinicalbr.masking.audit import FieldLeaks, LeakReport

__all__ = ["html_page"]

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.5rem;border-top:1px solid #ccc;padding-top:1rem}
h3{font-size:.95rem;margin:1.2rem 0 .2rem;color:#444}
.text{white-space:pre-wrap;overflow-wrap:anywhere;background:#f7f7f5;padding:.6rem .8rem;border-radius:4px}
mark{padding:0 .15em;border-radius:3px;border-bottom:2px solid}
mark sup{font-size:.65em;margin-left:.25em;color:#333}
.verbatim{background:#ffd0cc}.inflection{background:#ffe0b8}.acronym{background:#fff0a8}
.synonym{background:#d3ecd0}.core{background:#cfe5f7}.typo{background:#e6d8f2}
table{border-collapse:collapse;margin:.6rem 0}td,th{border:1px solid #ddd;padding:.2rem .6rem;text-align:left}
.clean{color:#1a6b2d}.note{color:#555;font-size:.9rem}
"""


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
    code = language if language in LanguagePack.included() else "en"
    words = LanguagePack.load(code).report
    found = sum(len(report.leaks) for report in reports)
    body = "".join(_report(report, words) for report in reports)
    summary = words["leak_report_found"].format(count=found) if found else words["leak_report_clean"]
    return (
        f'<!doctype html>\n<html lang="{code}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(words["leak_report_title"])}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(words['leak_report_title'])}</h1>"
        f'<p class="{"" if found else "clean"}">{escape(summary)}</p>{_legend(reports, words)}{body}'
        f'<p class="note">{escape(words["not_for_clinical_use"])}</p></body></html>\n'
    )


def _legend(reports: Sequence[LeakReport], words: Mapping[str, str]) -> str:
    """The kinds that were searched; one that was not must not look as if nothing of it had been found."""
    searched = dict.fromkeys(tier.value for report in reports for tier in report.tiers)
    marks = " ".join(f'<mark class="{tier}">{escape(words[f"tier_{tier}"])}</mark>' for tier in searched)
    return f'<p class="note">{escape(words["leak_report_tier"])}: {marks}</p>' if searched else ""


def _report(report: LeakReport, words: Mapping[str, str]) -> str:
    name = f"{escape(report.case_id)} ({escape(report.language)})" if report.case_id else escape(report.language)
    count = len(report.leaks)
    summary = words["leak_report_found"].format(count=count) if count else words["leak_report_clean"]
    return (
        f"<h2>{name}</h2><p>{escape(words['leak_report_gold'])}: <strong>{escape(report.gold)}</strong><br>"
        f'<span class="{"" if count else "clean"}">{escape(summary)}</span></p>'
        + "".join(_field(field, words) for field in report.fields if field.leaks)
    )


def _field(field: FieldLeaks, words: Mapping[str, str]) -> str:
    heading = words["leak_report_field"].format(field=field.field)
    return f'<h3>{escape(heading)}</h3><div class="text">{_marked(field, words)}</div>'


def _marked(field: FieldLeaks, words: Mapping[str, str]) -> str:
    pieces: list[str] = []
    position = 0
    for leak in field.leaks:
        if leak.end <= position:
            continue
        start = max(leak.start, position)
        place = words["leak_report_place"].format(start=leak.start, end=leak.end)
        pieces.append(escape(field.text[position:start]))
        pieces.append(
            f'<mark class="{leak.tier.value}" title="{escape(place)}: {escape(leak.variant)}">'
            f"{escape(field.text[start : leak.end])}<sup>{escape(words[f'tier_{leak.tier.value}'])}</sup></mark>"
        )
        position = leak.end
    pieces.append(escape(field.text[position:]))
    return "".join(pieces)
