"""Section headings: tables of real ones, disjoint kinds, and patterns that stay fast on hostile input."""

from __future__ import annotations

import html
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import HeadingKind, Headings, LanguagePack

KINDS: tuple[HeadingKind, ...] = ("case", "case_item", "continuation", "stop")

# Headings as they stand in published articles (PubMed Central, SciELO), with their numbers and capitals.
REAL: dict[str, dict[str, HeadingKind | None]] = {
    "en": {
        "2. Case Report": "case",
        "CASE REPORT": "case",
        "2. Case Summary": "case",
        "2. Case Presentation": "case",
        "Case presentation": "case",
        "1. Case": "case",
        "2.1. Case  1": "case_item",
        "2.2. Case  2": "case_item",
        "Chief Complaints": "continuation",
        "History of Present Illness": "continuation",
        "History of Past Illness": "continuation",
        "Personal and Family History": "continuation",
        "Physical Examination Upon Admission": "continuation",
        "Laboratory Examinations": "continuation",
        "Imaging Examinations": "continuation",
        "Final Diagnosis": "continuation",
        "Treatment": "continuation",
        "Outcome and Follow-Up": "continuation",
        "AUTOPSY FINDINGS": "continuation",
        "MICROSCOPIC EXAMINATION": "continuation",
        "3. Discussion": "stop",
        "DISCUSSION": "stop",
        "Discussion and conclusions": "stop",
        "3. Conclusion": "stop",
        "Conclusions/Significance": "stop",
        "Conclusions and implications for practice:": "stop",
        "FINAL CONSIDERATIONS": "stop",
        "Implications for services": "stop",
        "Acknowledgment": "stop",
        "ACKNOWLEDGEMENTS": "stop",
        "REFERENCES": "stop",
        "Conflict of Interests": "stop",
        "Conflicts of Interest": "stop",
        "Conflict of interest statement": "stop",
        "Competing interests": "stop",
        "Disclosure": "stop",
        "Consent": "stop",
        "Consent for publication": "stop",
        "Ethical approval and consent to participate": "stop",
        "Ethics Statement": "stop",
        "Author Contributions": "stop",
        "Authors' Contribution": "stop",
        "Authors’ contributions": "stop",
        "Author contibutions": "stop",
        "Data Availability Statement": "stop",
        "Availability of data and materials": "stop",
        "Funding": "stop",
        "Publisher’s Note": "stop",
        "Appendix B: robustness to assumptions": "stop",
        "2. Denouement": None,
        "1. Introduction": None,
        "1. Background": None,
        "Methodology": None,
        "Materials and methods": None,
        "Participant": None,
        "The event": None,
        "Results": None,
        "Model and Results": None,
        "Main results": None,
        "Study Design": None,
        "Statistical analysis": None,
        "Trend Analysis": None,
        "Viral Evolution": None,
        "Robustness of the Model": None,
        "The Concept of Phenotypic Complexity": None,
        "Progress on deep genome-wide analysis of vertebrates": None,
        "Emerging bioinformatics tools, techniques, and resources": None,
        "NS recurrence in children and adolescents": None,
        "Recommendations regarding covid-19 vaccines for children and adolescents with NS": None,
    },
    "pt": {
        "INTRODUÇÃO": None,
        "INTRRODUÇÃO": None,
        "MÉTODO": None,
        "MÉTODOS": None,
        "RESULTADOS": None,
        "Objetivo:": None,
        "Principais resultados": None,
        "Tendo um lugar para brincar": None,
        "Vivendo criativamente: brincar é fazer": None,
        "Infecção por covid-19 em crianças e adolescentes com SN": None,
        "DISCUSSÃO": "stop",
        "CONCLUSÃO E IMPLICAÇÕES PARA A PRÁTICA": "stop",
        "Conclusões e implicações para a prática:": "stop",
        "CONSIDERAÇÕES FINAIS": "stop",
        "Implicações para os serviços": "stop",
        "Perspectivas": "stop",
        "REFERÊNCIAS": "stop",
        "CONTRIBUIÇÃO DOS AUTORES": "stop",
        "Autoria": "stop",
        "Como citar": "stop",
    },
    "es": {
        "INTRODUCCIÓN": None,
        "MÉTODOS": None,
        "Objetivo: ": None,
        "RESULTADOS": None,
        "DISCUSIÓN": "stop",
        "Conclusión:": "stop",
        "Conclusiones e implicaciones para la práctica:": "stop",
        "AGRADECIMIENTOS": "stop",
        "REFERENCIAS": "stop",
    },
}

# Headings usual in the journals of each language that the files above do not hold.
USUAL: dict[str, dict[str, HeadingKind | None]] = {
    "en": {
        "Case description": "case",
        "Case history": "case",
        "Case study": "case",
        "The Case": "case",
        "Our case": "case",
        "Clinical case": "case",
        "Case illustration": "case",
        "Illustrative case": "case",
        "Clinical presentation": "case",
        "Patient Information": "case",
        "Patient and observation": "case",
        "Report of two cases": "case",
        "Presentation of the case": "case",
        "Case presentations": "case",
        "Case Report: a man with fever": "case",
        "Case description and management": "case",
        "II. CASE REPORT": "case",
        "2 Case report": "case",
        "B) Case report": "case",
        "Case 2": "case_item",
        "Case A": "case_item",
        "Case A: a 40-year-old woman": "case_item",
        "Case report 1": "case_item",
        "Case no. 3": "case_item",
        "Case III – Recurrence": "case_item",
        "Patient 2": "case_item",
        "First case": "case_item",
        "2nd case": "case_item",
        "Case one": "case_item",
        "Investigations": "continuation",
        "Clinical Findings": "continuation",
        "Timeline": "continuation",
        "Diagnostic Assessment": "continuation",
        "Therapeutic Intervention": "continuation",
        "Follow-up and outcomes": "continuation",
        "Differential diagnosis": "continuation",
        "Past medical, family and social history": "continuation",
        "Macroscopic and microscopic findings": "continuation",
        "Postoperative course": "continuation",
        "Hospital course": "continuation",
        "Case discussion": "stop",
        "Review of the literature": "stop",
        "Literature review": "stop",
        "Comment": "stop",
        "Learning points": "stop",
        "Patient's perspective": "stop",
        "Abbreviations": "stop",
        "Case report and literature review": None,
        "Case report: discussion": None,
        "Case presentation and discussion": None,
        "Treatment and review of the literature": None,
        "Patients and methods": None,
        "Abstract": None,
        "Casein allergy": None,
        "Showcase": None,
        "Case-control studies": None,
    },
    "pt": {
        "RELATO DO CASO": "case",
        "2. Relato de caso": "case",
        "Relato dos casos": "case",
        "Relato de dois casos": "case",
        "Relato de caso clínico": "case",
        "Relato": "case",
        "DESCRIÇÃO DO CASO": "case",
        "Apresentação do caso": "case",
        "Apresentação de caso clínico": "case",
        "Caso clínico": "case",
        "CASOS CLÍNICOS": "case",
        "Relato clínico": "case",
        "História clínica": "case",
        "Caso": "case",
        "2 casos clínicos": "case",
        "Informações do paciente": "case",
        "Relato de caso: mulher de 45 anos": "case",
        "Caso 1": "case_item",
        "CASO 2 – Homem de 40 anos": "case_item",
        "Caso clínico II": "case_item",
        "Caso A": "case_item",
        "Relato de caso nº 3": "case_item",
        "Caso n° 4": "case_item",
        "Paciente 1": "case_item",
        "Primeiro caso": "case_item",
        "2º caso": "case_item",
        "Caso dois": "case_item",
        "Evolução": "continuation",
        "Evolução e desfecho": "continuation",
        "Desfecho": "continuation",
        "Seguimento ambulatorial": "continuation",
        "Conduta": "continuation",
        "Tratamento e evolução": "continuation",
        "Exame físico na admissão": "continuation",
        "Anamnese e exame físico": "continuation",
        "Exames complementares": "continuation",
        "Achados clínicos, laboratoriais e de imagem": "continuation",
        "Diagnóstico diferencial": "continuation",
        "Hipóteses diagnósticas": "continuation",
        "Achados de necropsia": "continuation",
        "Linha do tempo": "continuation",
        "Discussão e conclusão": "stop",
        "Comentários": "stop",
        "Revisão da literatura": "stop",
        "Agradecimentos": "stop",
        "Conflito de interesses": "stop",
        "Aspectos éticos": "stop",
        "Relato do caso e discussão": None,
        "Relato de caso: revisão da literatura": None,
        "Relato de caso e revisão da literatura": None,
        "Relato de experiência": None,
        "Resumo": None,
        "Casuística e métodos": None,
        "Diagnóstico precoce da hanseníase no Brasil": None,
    },
    "es": {
        "Presentación del caso": "case",
        "PRESENTACIÓN DE CASO": "case",
        "Descripción del caso": "case",
        "Reporte de caso": "case",
        "Reporte de dos casos": "case",
        "Caso clínico": "case",
        "Casos clínicos": "case",
        "Historia clínica": "case",
        "Observación clínica": "case",
        "Descripción de los casos clínicos": "case",
        "Caso clínico II": "case_item",
        "Caso 1: varón de 60 años": "case_item",
        "Caso clínico n.º 2": "case_item",
        "Primer caso": "case_item",
        "Paciente A": "case_item",
        "Anamnesis y examen físico": "continuation",
        "Exploración física": "continuation",
        "Antecedentes personales": "continuation",
        "Pruebas complementarias": "continuation",
        "Estudios complementarios": "continuation",
        "Laboratorio": "continuation",
        "Imágenes": "continuation",
        "Diagnóstico diferencial": "continuation",
        "Juicio clínico": "continuation",
        "Tratamiento y evolución": "continuation",
        "Evolución y seguimiento": "continuation",
        "Desenlace": "continuation",
        "Hallazgos de autopsia": "continuation",
        "Discusión y conclusiones": "stop",
        "Comentarios": "stop",
        "Revisión de la literatura": "stop",
        "Bibliografía": "stop",
        "Conflicto de intereses": "stop",
        "Responsabilidades éticas": "stop",
        "Presentación del caso y discusión": None,
        "Pacientes y métodos": None,
        "Resumen": None,
    },
}

TABLE = [
    (code, heading, kind)
    for tables in (REAL, USUAL)
    for code, table in tables.items()
    for heading, kind in table.items()
]
ANY_HEADINGS = st.sampled_from(LanguagePack.included()).map(lambda code: LanguagePack.load(code).headings)
LETTERS = st.characters(codec="ascii", categories=("Ll", "Nd", "Zs")) | st.sampled_from(",:;/.-()'#")


def patterns_of(headings: Headings, kind: HeadingKind) -> tuple[re.Pattern[str], ...]:
    found: tuple[re.Pattern[str], ...] = getattr(headings, kind)
    return found


@pytest.mark.parametrize(("code", "heading", "kind"), TABLE)
def test_heading_is_of_its_kind(code: str, heading: str, kind: HeadingKind | None) -> None:
    assert LanguagePack.load(code).headings.kind(heading) == kind


@pytest.mark.parametrize(("code", "heading", "kind"), TABLE)
def test_kind_does_not_depend_on_spelling_or_number(code: str, heading: str, kind: HeadingKind | None) -> None:
    headings = LanguagePack.load(code).headings
    for form in (
        heading.upper(),
        heading.lower(),
        unicodedata.normalize("NFD", heading),
        heading.replace(" ", "\N{NO-BREAK SPACE}"),
        f"  {heading} ",
        heading.rstrip(" :") + ":",
        heading.rstrip(" :") + ".",
    ):
        assert headings.kind(form) == kind, form
    if not re.match(r"\W*\d|[IVXB]+[.)]", heading):
        for number in ("3. ", "3 ", "3.1 ", "2.1. ", "IV. ", "(2) ", "c) ", "3 - ", "3 – ", "Section 2. "):
            assert headings.kind(number + heading) == kind, number


@pytest.mark.parametrize(
    ("code", "heading", "number"),
    [
        ("en", "2.1. Case  1", "1"),
        ("en", "Case report 12: relapse", "12"),
        ("en", "Case B", "b"),
        ("en", "The second patient", "second"),
        ("en", "Case report", None),
        ("en", "Discussion", None),
        ("pt", "Caso clínico III", "iii"),
        ("pt", "Caso nº 2", "2"),
        ("pt", "Primeira paciente", "primeira"),
        ("pt", "Relato do caso", None),
        ("es", "Caso clínico IV. Mujer de 20 años", "iv"),
        ("es", "Tercer caso", "tercer"),
        ("es", "3er caso", "3"),
    ],
)
def test_number_of_a_case(code: str, heading: str, number: str | None) -> None:
    assert LanguagePack.load(code).headings.number(heading) == number


@pytest.mark.parametrize(("code", "heading", "kind"), TABLE)
def test_patterns_of_two_kinds_do_not_match_one_heading(code: str, heading: str, kind: HeadingKind | None) -> None:
    headings = LanguagePack.load(code).headings
    folded = re.sub(r"^[\d.]+ ", "", heading.lower())
    kinds = {each for each in KINDS for pattern in patterns_of(headings, each) if pattern.fullmatch(folded)}
    assert len(kinds) <= 1


@pytest.mark.parametrize("code", LanguagePack.included())
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_a_pattern_matches_is_of_no_other_kind(code: str, kind: HeadingKind) -> None:
    headings = LanguagePack.load(code).headings
    others = [other for each in KINDS if each != kind for other in patterns_of(headings, each)]
    matching = st.one_of(
        [st.from_regex(pattern, fullmatch=True, alphabet=LETTERS) for pattern in patterns_of(headings, kind)]
    )

    @given(matching)
    def check(heading: str) -> None:
        assert not any(other.fullmatch(heading) for other in others)

    check()


def test_real_headings_stand_in_the_shared_articles(shared_data: Path) -> None:
    files = [
        *shared_data.glob("pmc/*/*xml"),
        *shared_data.glob("scielo/sps/*.xml"),
        *shared_data.glob("scielo/html/*.html"),
    ]
    text = " ".join(html.unescape(file.read_text(encoding="utf-8", errors="replace")) for file in files)
    written = " ".join(re.sub(r"<[^>]+>", "", text).split())
    assert [heading for table in REAL.values() for heading in table if " ".join(heading.split()) not in written] == []


@given(ANY_HEADINGS, st.text(max_size=300))
def test_any_text_has_a_kind_or_none(headings: Headings, text: str) -> None:
    assert headings.kind(text) in (*KINDS, None)
    assert (headings.number(text) is None) or headings.kind(text) in ("case_item", "stop")


@given(ANY_HEADINGS, st.text(min_size=201, max_size=400))
def test_paragraph_is_no_heading(headings: Headings, text: str) -> None:
    assert headings.kind("Discussão " + text) is None
    assert headings.kind("Case 1: " + text) is None


@pytest.mark.parametrize(
    "heading", ["", " ", "\n", "1.", "12", "IV", "...", "—", "\u200b", "1. 2. 3.", "{case}", "<b>"]
)
@pytest.mark.parametrize("code", LanguagePack.included())
def test_heading_without_words_has_no_kind(code: str, heading: str) -> None:
    assert LanguagePack.load(code).headings.kind(heading) is None


def hostile(pattern: re.Pattern[str]) -> list[str]:
    """Long texts made of what the pattern looks for, none of which ends as it should."""
    words = sorted(set(re.findall(r"[a-z]{2,}", pattern.pattern)))
    once = " ".join(words)
    texts = [word + " " for word in words] + [once, "a", "1", " ", ", ", "i", ". "]
    texts += [f"{words[0]} " + piece for piece in ("1 ", "- ", "a, ", "history ")]
    return [(text * (10_000 // len(text) + 1))[:10_000] + ending for text in texts for ending in ("!", "\n")]


@pytest.mark.parametrize("code", LanguagePack.included())
@pytest.mark.parametrize("kind", KINDS)
def test_patterns_finish_on_long_hostile_text(code: str, kind: HeadingKind) -> None:
    headings = LanguagePack.load(code).headings
    for pattern in patterns_of(headings, kind):
        for text in hostile(pattern):
            pattern.fullmatch(text)
            pattern.search(text)
    assert headings.kind("Caso 1: " + "e " * 5000) is None
