"""Headings of abstracts, by language."""

from __future__ import annotations

from pathlib import Path

import pytest

from clinicalbr.languages import LanguagePack

HEADINGS = {
    "pt": ("Resumo", "RESUMO:", "1. Resumo", "Resumo em português", "SUMÁRIO"),
    "en": ("Abstract", "ABSTRACT.", "Summary"),
    "es": ("Resumen", "RESUMEN", "Resumen en español", "Sumario"),
    "fr": ("Résumé", "RESUME"),
}
OTHERS = (
    "",
    "Resumo do caso",
    "Resumen del caso",
    "Case summary",
    "Résumé du cas",
    "Relato do caso",
    "Abstract thinking",
)


def pack_of(code: str) -> LanguagePack:
    return LanguagePack.from_folder(Path(__file__).parent / "fr") if code == "fr" else LanguagePack.load(code)


@pytest.mark.parametrize(
    ("code", "heading"), [(code, heading) for code, found in HEADINGS.items() for heading in found]
)
def test_headings_of_abstracts(code: str, heading: str) -> None:
    assert pack_of(code).headings.is_abstract(heading)


@pytest.mark.parametrize("code", HEADINGS)
def test_other_headings(code: str) -> None:
    assert [heading for heading in OTHERS if pack_of(code).headings.is_abstract(heading)] == []
