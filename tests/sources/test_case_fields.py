"""Cases in fields: which heading fills which, and that nothing is lost or told twice."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import EmptyArticleError
from clinicalbr.languages import HEADING_FIELDS, LanguagePack
from clinicalbr.schema import Article, ArticleText, ClinicalCase, Provenance, Section, Workup, texts_of
from clinicalbr.sources import CasePart, case_sections, clinical_cases, narrative_cases, parse_jats


def article(*body: Section, language: str | None = "en") -> Article:
    return Article(ArticleText(language, "T", body), provenance=Provenance(source="jats", pid="S1"))


def values(case: ClinicalCase) -> dict[str, str]:
    found = {"narrative": case.narrative}
    for name in HEADING_FIELDS:
        section, _, field = name.partition(".")
        found[name] = getattr(getattr(case, section), field) if getattr(case, section) else None
    return {name: "\n\n".join(texts_of(value)) for name, value in found.items() if value}


def only(*body: Section, language: str = "en") -> dict[str, str]:
    (case,) = clinical_cases(article(*body, language=language))
    return values(case)


@pytest.mark.parametrize(
    ("language", "heading", "field"),
    [
        ("en", "Chief Complaints", "presentation.chief_complaint"), ("en", "2.1. Physical Examination Upon Admission", "presentation.physical_exam"),
        ("en", "Personal and Family History", "presentation.family_history"), ("en", "Past history", "presentation.past_medical_history"),
        ("en", "Laboratory tests", "workup.laboratory"), ("en", "IMAGING", "workup.imaging"), ("en", "Autopsy findings", "workup.pathology"),
        ("en", "Investigations", "workup.other"), ("en", "Final Diagnosis", "diagnosis.diagnosis"), ("en", "Differential diagnosis", "diagnosis.diagnosis"),
        ("en", "Treatment and Outcome", "treatment.intervention"), ("en", "Follow-up", "treatment.follow_up"),
        ("pt", "Queixa principal", "presentation.chief_complaint"), ("pt", "História da doença atual", "presentation.history_present_illness"),
        ("pt", "Antecedentes pessoais", "presentation.past_medical_history"), ("pt", "Exame físico", "presentation.physical_exam"),
        ("pt", "Exames laboratoriais e de imagem", "workup.laboratory"), ("pt", "Anatomia patológica", "workup.pathology"),
        ("pt", "Hipótese diagnóstica", "diagnosis.diagnosis"), ("pt", "Conduta", "treatment.intervention"), ("pt", "EVOLUÇÃO", "treatment.outcome"),
        ("es", "Motivo de consulta", "presentation.chief_complaint"), ("es", "Exploración física", "presentation.physical_exam"),
        ("es", "Pruebas complementarias", "workup.other"), ("es", "Hallazgos radiológicos", "workup.imaging"),
        ("es", "Juicio clínico", "diagnosis.diagnosis"), ("es", "Tratamiento quirúrgico", "treatment.intervention"), ("es", "Seguimiento", "treatment.follow_up"),
    ],
)  # fmt: skip
def test_headings_and_their_fields(language: str, heading: str, field: str) -> None:
    case = {"en": "Case report", "pt": "Relato do caso", "es": "Caso clínico"}[language]
    body = Section(case, ("Before.",), (Section(heading, ("Inside.",)),))
    assert only(body, language=language) == {"narrative": "Before.", field: "Inside."}


@pytest.mark.parametrize(
    "heading", ["Examination and treatment", "Clinical timeline of events", "Skin", "Anything at all"]
)
def test_headings_that_tell_no_field_stay_in_the_narrative(heading: str) -> None:
    body = Section("Case report", ("Before.",), (Section(heading, ("Inside.",)),))
    assert only(body)["narrative"] == f"Before.\n\n{heading}\n\nInside."


def test_sections_that_follow_the_case_fill_fields_too() -> None:
    body = (Section("Case report", ("A man.",)), Section("3. Treatment", ("Rest.",)), Section("4. Outcome", ("Well.",)))
    assert only(*body) == {"narrative": "A man.", "treatment.intervention": "Rest.", "treatment.outcome": "Well."}


def test_what_stands_deeper_belongs_to_the_field_above_unless_it_names_another() -> None:
    exam = Section("Physical examination", ("Ill.",), (Section("Skin", ("Rash.",)), Section("Imaging", ("Normal.",))))
    assert only(Section("Case report", (), (exam, Section("Vital signs", ("Fever.",))))) == {
        "presentation.physical_exam": "Ill.\n\nSkin\n\nRash.\n\nFever.",
        "workup.imaging": "Normal.",
    }


def test_a_deeper_heading_of_two_fields_leaves_the_field_above() -> None:
    exam = Section("Physical examination", ("Ill.",), (Section("Imaging and treatment", ("Normal.",)),))
    assert only(Section("Case report", (), (exam,))) == {
        "presentation.physical_exam": "Ill.", "narrative": "Imaging and treatment\n\nNormal.",
    }  # fmt: skip


def test_a_case_of_diagnosis_and_treatment_alone_stays_a_narrative() -> None:
    inner = (Section("Diagnosis", ("Dengue.",)), Section("Treatment", ("Rest.",)))
    (case,) = clinical_cases(article(Section("Case report", (), inner)))
    assert values(case) == {"narrative": "Diagnosis\n\nDengue.\n\nTreatment\n\nRest."}


def test_each_of_several_cases_has_its_fields() -> None:
    cases = [Section(f"Case {n}", (f"Patient {n}.",), (Section("Outcome", (f"End {n}.",)),)) for n in (1, 2)]
    found = clinical_cases(article(Section("Case reports", (), tuple(cases))))
    assert [(case.case_id, values(case)) for case in found] == [
        (f"S1-{n}", {"narrative": f"Patient {n}.", "treatment.outcome": f"End {n}."}) for n in (1, 2)
    ]


def test_parts_of_a_case_text() -> None:
    body = Section("Case report", ("A man.", "Fever."), (Section("Imaging", ("Normal.",)),))
    (case,) = case_sections(article(body))
    assert case.parts == (CasePart(None, "A man.\n\nFever."), CasePart("workup.imaging", "Normal."))
    assert case.text == "A man.\n\nFever.\n\nImaging\n\nNormal."


def test_a_language_without_a_pack_has_no_fields() -> None:
    body = Section("Fall", ("Ein Mann.",), (Section("Imaging", ("Normal.",)),), kind="cases")
    (case,) = clinical_cases(article(body, language="de"))
    assert values(case) == {"narrative": "Ein Mann.\n\nImaging\n\nNormal."}


WORDS = st.text(st.characters(categories=("Ll", "Lu")), min_size=1, max_size=8)
HEADINGS = st.sampled_from(
    [
        "",
        "Skin",
        "Physical examination",
        "Imaging",
        "Treatment",
        "Outcome",
        "Diagnosis",
        "Case 1",
        "Case 2",
        "Discussion",
    ]
)
SECTIONS = st.recursive(
    st.builds(Section, HEADINGS, st.lists(WORDS, max_size=3).map(tuple)),
    lambda inner: st.builds(
        Section, HEADINGS, st.lists(WORDS, max_size=2).map(tuple), st.lists(inner, max_size=3).map(tuple)
    ),
    max_leaves=8,
)


def paragraphs(case: ClinicalCase) -> Counter[str]:
    return Counter(block for text in values(case).values() for block in re.split(r"\n\n", text))


@given(st.lists(SECTIONS, max_size=4), st.lists(WORDS, min_size=1, max_size=2))
def test_every_paragraph_of_the_narrative_is_in_one_field(inner: list[Section], opening: list[str]) -> None:
    body = article(Section("Case report", tuple(opening), tuple(inner)))
    for structured, free in zip(clinical_cases(body), narrative_cases(body), strict=True):
        assert structured.case_id == free.case_id
        lost = paragraphs(free) - paragraphs(structured)
        # Nothing is told twice, and nothing but headings that name a field is gone.
        assert not paragraphs(structured) - paragraphs(free)
        assert all(LanguagePack.load("en").headings.field(text) for text in lost)


def test_real_articles_lose_and_double_nothing(real_articles: dict[str, bytes]) -> None:
    filled: dict[str, set[str]] = {}
    for name, data in real_articles.items():
        whole = parse_jats(data)
        try:
            pairs = list(zip(clinical_cases(whole), narrative_cases(whole), strict=True))
        except EmptyArticleError:
            continue
        for structured, free in pairs:
            assert not paragraphs(structured) - paragraphs(free), name
            assert all(len(text) < 60 for text in paragraphs(free) - paragraphs(structured)), name
            if fields := values(structured).keys() - {"narrative"}:
                filled[Path(name).stem] = fields
    # Labelled by reading: the only real files with such headings within or behind the case.
    assert filled == {
        "PMC5634428": {"workup.pathology"},
        "PMC8160441": {
            "presentation.chief_complaint", "presentation.history_present_illness", "presentation.past_medical_history",
            "presentation.family_history", "presentation.physical_exam", "workup.laboratory", "workup.imaging",
            "diagnosis.diagnosis", "treatment.intervention", "treatment.outcome",
        },
    }  # fmt: skip


def test_every_field_that_a_pack_may_fill_is_one_of_a_case() -> None:
    sections = {"presentation", "workup", "diagnosis", "treatment"}
    assert {name.partition(".")[0] for name in HEADING_FIELDS} == sections
    for name in HEADING_FIELDS:
        section, _, field = name.partition(".")
        assert field in _model(section).model_fields


def _model(section: str) -> type[Workup]:
    kind: type[Workup] = next(
        each
        for each in ClinicalCase.model_fields[section].annotation.__args__
        if each is not type(None)  # type: ignore[union-attr]
    )
    return kind


@pytest.mark.parametrize("code", LanguagePack.included())
def test_every_pack_fills_every_field(code: str) -> None:
    assert [name for name, _ in LanguagePack.load(code).headings.fields] == list(HEADING_FIELDS)
