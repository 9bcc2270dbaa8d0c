"""Words by which articles tell what they are, and headings by which cases fill their fields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import LanguageError
from clinicalbr.languages import LanguagePack, ReportWords, title_parts

EN, PT, ES = (LanguagePack.load(code).reports for code in ("en", "pt", "es"))


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (PT, "Mixoma atrial: relato de caso"), (PT, "Febre maculosa - Relato de dois casos e revisão da literatura"),
        (PT, "Fístula coronariana: descrição de um caso"), (PT, "Síndrome de Wallenberg. A propósito de um caso"),
        (PT, "Caso 3/2019 - homem com dispneia"), (PT, "Imagem em cardiologia: trombo"),
        (ES, "Linfoma gástrico: a propósito de un caso"), (ES, "Hernia. Comunicación de dos casos"), (ES, "Sepsis, caso clínico"),
        (ES, "Síndrome de Takayasu (presentación de un caso)"), (EN, "Case Report: Kounis Syndrome"),
        (EN, "Hydatid cyst of the thigh: a case report and review of the literature"), (EN, "Sarcoidosis\u2014A Case Report"),
        (EN, "Erythema in adults: report of two cases"), (EN, "Images in clinical medicine: a rash"),
    ],
)  # fmt: skip
def test_titles_of_case_reports(words: ReportWords, title: str) -> None:
    assert words.names_case(title)


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (PT, "A importância do relato de caso na formação médica"), (PT, "Visita domiciliar: relato de experiência"),
        (PT, "Análise de 48 casos de apendicite"), (PT, "Casos de dengue no Recife"), (ES, "Casos de dengue en Cuba"),
        (ES, "La presentación de casos en la enseñanza"), (EN, "A case-control study of leptospirosis"), (EN, "Case fatality of yellow fever"),
        (EN, "Guideline for case reports: the CARE statement"), (EN, "Case reports as a source of evidence"), (EN, ""),
    ],
)  # fmt: skip
def test_titles_of_other_articles(words: ReportWords, title: str) -> None:
    assert not words.names_case(title)


def test_parts_of_titles() -> None:
    assert list(title_parts("COVID-19, 2.5 mg (um caso) \u2013 relato. Fim?")) == [
        "covid-19",
        "2.5 mg",
        "um caso",
        "relato",
        "fim",
    ]
    assert list(title_parts(" : - ")) == []


@pytest.mark.parametrize(
    ("words", "label", "expected"),
    [
        (EN, "Images in Aortic Disease", True), (EN, "Article / Autopsy Case Report", True), (EN, "Original Article", False),
        (EN, "Imaging", False), (PT, "Qual o seu diagnóstico?", True), (PT, "Comunicação de Caso", True), (PT, "Comunicação", False),
        (ES, "Imágenes en Medicina", True), (ES, "Casos Clínicos", True), (ES, "Original", False),
    ],
)  # fmt: skip
def test_labels(words: ReportWords, label: str, expected: bool) -> None:
    assert words.is_label(label) is expected


@pytest.mark.parametrize(
    ("words", "heading", "expected"),
    [
        (EN, "2. Materials and Methods", (True, False)), (EN, "RESULTS AND DISCUSSION", (False, True)), (EN, "Case report", (False, False)),
        (PT, "Casuística e métodos", (True, False)), (PT, "Resultados e discussão", (False, True)), (ES, "Pacientes y métodos", (True, False)),
    ],
)  # fmt: skip
def test_headings_of_studies(words: ReportWords, heading: str, expected: tuple[bool, bool]) -> None:
    assert words.is_heading_of_study(heading) == expected


@pytest.mark.parametrize("words", [EN, PT, ES])
@pytest.mark.parametrize("name", ReportWords.__dataclass_fields__)
def test_patterns_end_on_hostile_input(words: ReportWords, name: str) -> None:
    texts = (
        "a " * 10_000,
        "casos de " * 2500,
        "report of the " * 1500,
        "paciente com a " * 1300,
        "we report a " * 1600,
        "-" * 20_000,
    )
    for pattern in getattr(words, name):
        for text in texts:
            pattern.search(text)
            pattern.fullmatch(text)


@given(st.sampled_from([EN, PT, ES]), st.text())
def test_any_text_has_an_answer(words: ReportWords, text: str) -> None:
    answers = (words.names_case(text), words.is_label(text), words.is_keyword(text), words.is_vague(text))
    assert all(isinstance(answer, bool) for answer in answers)
    assert all("  " not in part for part in title_parts(text))


@pytest.mark.parametrize("name", ReportWords.__dataclass_fields__)
def test_a_pack_without_one_of_the_lists_is_refused(name: str, changed_pack: Callable[..., Path]) -> None:
    with pytest.raises(LanguageError, match=f"lacks the key 'reports.{name}'"):
        LanguagePack.from_folder(changed_pack(f"reports:{name}"))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("reports:title", ["(caso"], "missing )"),
        ("reports:label", ["présentation"], "without accents"),
        ("field_headings:presentation.mood", ["humeur"], "unknown keys: 'field_headings.presentation.mood'"),
        ("field_headings:workup.imaging", "imagerie", "a list of texts"),
    ],
)
def test_bad_values_are_named(path: str, value: Any, message: str, changed_pack: Callable[..., Path]) -> None:
    with pytest.raises(LanguageError) as caught:
        LanguagePack.from_folder(changed_pack(path, value))
    assert message in str(caught.value)


def test_fields_of_a_pack_of_ones_own(french: LanguagePack) -> None:
    assert french.headings.field("3. Prise en charge") == "treatment.intervention"
    assert french.headings.field("Examen clinique et imagerie") is None
