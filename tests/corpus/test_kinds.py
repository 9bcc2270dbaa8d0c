"""Which signs make a case report, and which outweigh which."""

from __future__ import annotations

import pytest

from clinicalbr.corpus import Evidence, EvidenceFinder, by_type, report_kind
from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Abstract, Article, ArticleRecord, Section
from corpus_items import make_article, make_record

INTRO, DISCUSSION = Section("Introduction", ("Rare.",)), Section("Discussion", ("Why.",))
METHODS, RESULTS = Section("Patients and methods", ("We saw.",)), Section("Results", ("Much.",))
CASE = Section("2. Case report", ("A 54-year-old man came.",))
PATIENT = Section("", ("Mesenteric ischaemia is rare.", "A 47-year-old male patient was referred."))
FINDER = EvidenceFinder()


def verdict(item: Article | ArticleRecord) -> tuple[bool, str]:
    found = report_kind(item, finder=FINDER)
    assert found.evidence is not None
    return found.is_case_report, found.reason


@pytest.mark.parametrize(
    "code", ["", "research-article", "letter", "other", "undefined", "case-report", "review-article"]
)
def test_a_case_section_decides_whatever_the_type(code: str) -> None:
    assert verdict(make_article(INTRO, CASE, DISCUSSION, article_type=code)) == (True, "heading")


@pytest.mark.parametrize("code", ["correction", "retraction", "addendum", "book-review", "news", "article-commentary"])
def test_types_that_no_case_report_has(code: str) -> None:
    article = make_article(INTRO, CASE, DISCUSSION, article_type=code, title="Myxoma: a case report")
    assert verdict(article) == (False, "another document type")


def test_the_type_decides_only_when_nothing_speaks_against_it() -> None:
    assert verdict(make_record(title="Hemangioma da órbita", document_type="case-report")) == (True, "document type")
    assert verdict(make_article(METHODS, RESULTS, DISCUSSION, article_type="case-report")) == (
        False,
        "sections of a study",
    )
    series = make_record(title="Artrodese em 132 pacientes", document_type="case-report")
    assert verdict(series) == (False, "another kind of article")


def test_a_study_with_a_section_of_a_case_is_one_only_if_it_is_filed_so() -> None:
    body = (METHODS, RESULTS, Section("Illustrative case", ("A man.",)), DISCUSSION)
    assert verdict(make_article(*body, article_type="research-article")) == (False, "sections of a study beside a case")
    assert verdict(make_article(*body, article_type="case-report")) == (True, "heading")


def test_a_vague_heading_needs_a_patient() -> None:
    review = (INTRO, Section("Clinical presentation", ("Fever is frequent.",)), Section("Treatment", ("Rest.",)))
    assert verdict(make_article(*review)) == (False, "no sign of a case report")
    report = (INTRO, Section("Clinical presentation", ("A 30-year-old woman had a fever.",)))
    assert verdict(make_article(*report)) == (True, "vague heading and patient in the text")


def test_a_title_of_many_meanings_needs_a_patient_where_there_is_a_text() -> None:
    title = "A case of need: linking traits to genebanks"
    assert verdict(make_article(Section("", ("Genebanks hold seeds.",)), title=title)) == (
        False,
        "no sign of a case report",
    )
    assert verdict(make_article(PATIENT, title="A case of occlusion"))[0]
    assert verdict(make_record(title="A case of occlusion", language="en")) == (True, "words of a title")


def test_a_label_decides_but_not_against_the_sections_of_a_study() -> None:
    assert verdict(make_article(PATIENT, subjects=("Surgery", "Images in Surgery"))) == (True, "label")
    assert verdict(make_article(METHODS, RESULTS, subjects=("Case Report",))) == (False, "sections of a study")
    assert verdict(make_record(title="Lesão", section="Relato de Caso / Case Report")) == (True, "label")


@pytest.mark.parametrize(
    ("abstract", "reason"),
    [
        ("RESUMO Introdução: é rara.  Relato do caso:  Mulher com febre. Conclusão: grave.", "heading in the abstract"),
        ("JUSTIFICATIVA. Raro. RELATO DO CASO. Homem com febre. CONCLUSÕES. Grave.", "heading in the abstract"),
        ("Objetivo: descrever dois casos clínicos de úlcera.", "abstract"),
        ("Se presenta el caso de una paciente con fiebre.", "abstract"),
        ("We report a rare case of sepsis.", "abstract"),
        ("A 52-year-old male patient complained of pain.", "patient in the abstract"),
        ("Trata-se de lactente de 19 meses com febre.", "patient in the abstract"),
    ],
)
def test_abstracts_that_announce_a_case(abstract: str, reason: str) -> None:
    assert verdict(make_record(title="Sem sinal", abstracts={"pt": abstract})) == (True, reason)


@pytest.mark.parametrize(
    ("abstract", "reason"),
    [
        ("Objetivo: ensinar. Método: relato de experiência em dois semestres. Resultado: bom.", "abstract of another kind of article"),
        ("Estudo de abordagem qualitativa com enfermeiros.", "abstract of another kind of article"),
        ("Methods: retrospective study of 132 patients. Results: good.", "abstract of another kind of article"),
        ("METHODS: Twenty persons were given a drug. RESULTS: It helped.", "abstract of a study"),
        ("Material y métodos: se midió. Resultados: mucho.", "abstract of a study"),
    ],
)  # fmt: skip
def test_abstracts_that_outweigh_the_type(abstract: str, reason: str) -> None:
    record = make_record(title="Sem sinal", abstracts={"pt": abstract}, document_type="case-report")
    assert verdict(record) == (False, reason)


def test_a_case_in_the_frame_of_a_study_abstract_is_a_case() -> None:
    abstract = "Introduction: rare. Method: the case of a young woman is presented. Results: she recovered."
    assert verdict(make_record(title="T", abstracts={"en": abstract}, document_type="case-report"))[0]


def test_a_part_of_the_abstract_for_the_case_outweighs_those_of_a_study() -> None:
    abstract = "Métodos: revisão de prontuário. Relato do caso: homem com febre. Resultados: alta."
    record = make_record(title="T", abstracts={"pt": abstract})
    assert verdict(record) == (True, "heading in the abstract")


def test_stated_parts_of_an_abstract_count_as_those_within_it() -> None:
    parts = (Section("Case presentation", ("A woman had a fever.",)), Section("Conclusion", ("Rare.",)))
    article = make_article(title="Fever", abstracts=(Abstract("en", parts),))
    assert verdict(article) == (True, "heading in the abstract")


def test_a_keyword_and_a_patient_are_enough_together() -> None:
    keywords = ((None, "Case Reports"),)
    assert verdict(make_article(PATIENT, keywords=keywords)) == (True, "keyword and patient in the text")
    assert not verdict(make_article(Section("", ("Text.",)), keywords=keywords))[0]
    assert not verdict(make_article(PATIENT))[0]


def test_words_of_every_pack_count_whatever_language_a_title_states() -> None:
    assert verdict(make_record(title="Mixoma: relato de caso", language="en"))[0]


def test_packs_of_ones_own(french_pack: LanguagePack) -> None:
    finder = EvidenceFinder([french_pack])
    title = "Myxome de l'oreillette : à propos d'un cas"
    assert report_kind(make_record(title=title, language="fr"), finder=finder).is_case_report
    assert not report_kind(make_record(title="Mixoma: relato de caso"), finder=finder).is_case_report
    assert list(by_type([make_record(title=title)], packs=[french_pack]))


@pytest.fixture(scope="module")
def french_pack() -> LanguagePack:
    from pathlib import Path

    return LanguagePack.from_folder(Path(__file__).resolve().parents[1] / "languages/fr")


def test_all_signs_are_told() -> None:
    article = make_article(INTRO, CASE, DISCUSSION, title="Myxoma: a case report", article_type="case-report")
    found = report_kind(article).evidence
    assert found is not None
    assert {Evidence.TYPE, Evidence.TITLE, Evidence.HEADING, Evidence.PATIENT} <= found.keys()
    assert found[Evidence.HEADING] == "2. Case report"


def test_the_detail_of_a_drop_is_what_was_found() -> None:
    kept = by_type([make_record(title="Revisão sistemática da endometriose", document_type="case-report")])
    assert list(kept) == []
    assert (kept.drops[0].reason, kept.drops[0].detail) == ("another kind of article", "revisao sistematica")


@pytest.mark.parametrize(
    "text", ["a " * 6000, "relato de " * 3000, "case " * 5000, ":." * 5000, "paciente com " * 4000, ""]
)
def test_any_text_has_a_verdict(text: str) -> None:
    record = make_record(title=text, section=text, abstracts={"pt": text}, keywords={"pt": (text,)}, journal=text[:100])
    assert isinstance(report_kind(record, finder=FINDER).is_case_report, bool)
