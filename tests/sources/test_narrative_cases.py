"""Clinical cases from the case texts of an article."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from clinicalbr.errors import EmptyArticleError, InputError
from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Article, ArticleText, Provenance, Section
from clinicalbr.sources import case_sections, narrative_cases, parse_jats

CASE = Section("Case report", ("A man of 54.",))


def article(*body: Section, language: str | None = "en", **provenance: Any) -> Article:
    return Article(
        ArticleText(language, "A title", body or (CASE,)), provenance=Provenance(source="jats", **provenance)
    )


@pytest.mark.parametrize(
    ("known", "case_id"),
    [
        ({"pmcid": "PMC1", "pid": "S0", "doi": "10.1590/x"}, "PMC1"),
        ({"pid": "S1806-37132022000201100", "doi": "10.1590/x"}, "S1806-37132022000201100"),
        ({"doi": "10.1155/2016/3545480"}, "10.1155_2016_3545480"),
        ({"doi": "10.1002/(sici)1<2::aid>3.0.co;2-x"}, "10.1002_sici_1_2_aid_3.0.co_2-x"),
        ({"sha256": "ab" * 32}, "abababababababab"),
        ({"pid": "../../etc/passwd"}, "_.._etc_passwd"),
        ({"pid": "...", "sha256": "ab" * 32}, "abababababababab"),
    ],
)
def test_identifier(known: dict[str, str], case_id: str) -> None:
    (case,) = narrative_cases(article(**known))
    assert case.case_id == case_id


def test_an_article_without_any_identifier_has_a_stable_one() -> None:
    (first,), (again,) = narrative_cases(article()), narrative_cases(article())
    (other,) = narrative_cases(article(Section("Case report", ("A woman.",))))
    assert first.case_id == again.case_id != other.case_id


def test_several_cases_are_numbered_the_same_in_every_language() -> None:
    body = (Section("Case 1", ("A man.",)), Section("Case 2", ("A woman.",)))
    translated = ArticleText(
        "pt", "Um título", (Section("Caso 1", ("Homem.",)), Section("Caso 2", ("Mulher.",))), doi="10.1590/x.pt"
    )
    whole = Article(
        ArticleText("en", "A title", body),
        Provenance(source="scielo", doi="10.1590/x", title="A title"),
        translations=(translated,),
    )
    english, portuguese = narrative_cases(whole), narrative_cases(whole, "pt")
    assert [case.case_id for case in english] == [case.case_id for case in portuguese] == ["10.1590_x-1", "10.1590_x-2"]
    assert [case.narrative for case in portuguese] == ["Homem.", "Mulher."]
    assert [case.language for case in portuguese] == ["pt", "pt"]
    assert {case.title for case in portuguese} == {"Um título"}
    assert portuguese[0].provenance == whole.provenance.model_copy(
        update={"language": "pt", "title": "Um título", "doi": "10.1590/x.pt"}
    )
    assert english[0].provenance == whole.provenance.model_copy(update={"language": "en"})


def test_language_of_the_headings_stands_in_for_an_unstated_one() -> None:
    (case,) = narrative_cases(article(Section("Relato do caso", ("Homem.",)), language=None))
    assert case.language == "pt"
    assert case.provenance is not None
    assert case.provenance.language == "pt"


def test_a_language_that_nothing_tells() -> None:
    whole = article(Section("Observation", ("Un homme.",), kind="cases"), language="fr")
    (case,) = narrative_cases(whole)
    assert case.language == "fr"
    with pytest.raises(EmptyArticleError):
        narrative_cases(article(Section("Fall", ("Ein Mann.",)), language="de"))


def test_a_pack_of_ones_own() -> None:
    (case,) = narrative_cases(article(CASE, language=None), pack=LanguagePack.load("en"))
    assert case.narrative == "A man of 54."


def test_an_article_without_a_case() -> None:
    with pytest.raises(EmptyArticleError):
        narrative_cases(article(Section("Methods", ("X.",))))


def test_written_articles_become_cases(written_articles: dict[str, bytes]) -> None:
    for data in written_articles.values():
        whole = parse_jats(data, source="scielo")
        for text in (whole.original, *whole.translations):
            cases = narrative_cases(whole, text.language)
            assert [case.narrative for case in cases] == [case.text for case in case_sections(whole, text.language)]
            assert {case.language for case in cases} == {text.language}
            assert all(case.provenance and case.provenance.licence == "CC BY 4.0" for case in cases)
            assert all(case.case_id.startswith("S0000-0000") for case in cases)


def test_real_articles_have_identifiers_of_their_own(real_articles: dict[str, bytes]) -> None:
    found = []
    for data in real_articles.values():
        try:
            found += narrative_cases(parse_jats(data))
        except InputError:
            continue
    assert len(found) == 25
    assert len({case.case_id for case in found}) == len(found)


def test_the_input_is_left_alone(jats: Callable[..., bytes]) -> None:
    whole = parse_jats(jats("<sec><title>Case report</title><p>A man.</p></sec>"))
    before = repr(whole)
    narrative_cases(whole)
    assert repr(whole) == before
