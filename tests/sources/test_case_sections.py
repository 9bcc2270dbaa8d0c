"""Which part of an article is the case, and where one case ends and the next begins."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import EmptyArticleError
from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Article, ArticleText, Provenance, Section
from clinicalbr.sources import CaseText, case_section, case_sections

INTRO, DISCUSSION = Section("Introduction", ("Rare.",)), Section("Discussion", ("Why.",))


def article(*body: Section, language: str | None = "en", title: str = "T", **more: object) -> Article:
    return Article(ArticleText(language, title, body), provenance=Provenance(source="jats"), **more)  # type: ignore[arg-type]


def texts(*body: Section, language: str | None = "en") -> list[str]:
    return [case.text for case in case_sections(article(*body, language=language))]


def labelled(*body: Section, language: str | None = "en") -> list[tuple[str, str]]:
    return [(case.label, case.text) for case in case_sections(article(*body, language=language))]


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "Case report"), ("en", "2. CASE PRESENTATION"), ("en", "Case Summary:"), ("en", "The case"), ("en", "1 Case"),
        ("en", "Clinical case"), ("en", "Case\u00a0 history"), ("en", "Case Reports"), ("pt", "Relato do caso"), ("pt", "RELATO DE CASO"),
        ("pt", "3. Descrição do caso"), ("pt", "Apresentação do Caso"), ("pt", "Caso clínico"), ("pt", "Relato dos casos"),
        ("es", "Presentación del caso"), ("es", "Caso clínico"), ("es", "Descripción del caso"), ("es", "Reporte de caso"),
    ],
)  # fmt: skip
def test_headings_of_a_case(language: str, heading: str) -> None:
    body = (Section("1. X", ("Before.",)), Section(heading, ("One.", "Two.")), Section("Y", ("After.",)))
    (case,) = case_sections(article(*body, language=language))
    assert case == CaseText("One.\n\nTwo.", language, (heading,), "", whole_body=False)
    assert case_section(article(*body, language=language)) == "One.\n\nTwo."


@pytest.mark.parametrize(
    "heading", ["Introduction", "Casework", "Case-control study", "Discussion of the case", "Methods"]
)
def test_other_headings_are_none(heading: str) -> None:
    with pytest.raises(EmptyArticleError, match="no case section"):
        case_sections(article(Section(heading, ("Text.",)), Section("Notes", ("Text.",))))


@pytest.mark.parametrize("kind", ["cases", "intro|cases", "Cases", " cases | methods"])
@pytest.mark.parametrize("language", ["en", "fr", None])
def test_sec_type_counts_whatever_the_heading(kind: str, language: str | None) -> None:
    body = (INTRO, Section("Observation princeps", ("Un homme.",), kind=kind), DISCUSSION)
    assert texts(*body, language=language) == ["Un homme."]


def test_a_heading_outweighs_another_sec_type_and_such_a_sec_type_stops() -> None:
    body = (Section("Case report", ("One.",), kind="methods"), Section("Treatment", ("No.",), kind="discussion"))
    assert texts(*body) == ["One."]


def test_inner_sections_belong_with_their_headings() -> None:
    inner = (Section("History", ("Cough.",)), Section("Anything at all", ("Fever.",), (Section("Deeper", ("Rash.",)),)))
    body = (INTRO, Section("Case report", ("A man.",), inner), DISCUSSION)
    assert texts(*body) == ["A man.\n\nHistory\n\nCough.\n\nAnything at all\n\nFever.\n\nDeeper\n\nRash."]


def test_an_inner_discussion_does_not_belong() -> None:
    inner = (Section("Discussion", ("Why.",)), Section("Treatment", ("Rest.",)))
    assert texts(Section("Case report", ("A man.",), inner)) == ["A man.\n\nTreatment\n\nRest."]


def test_continuations_belong_when_they_follow_directly() -> None:
    following = (Section("Treatment", ("Rest.",)), Section("Outcome and Follow-Up", ("Well.",)))
    body = (INTRO, Section("Case report", ("A man.",)), *following, DISCUSSION, Section("Treatment", ("In general.",)))
    assert texts(*body) == ["A man.\n\nTreatment\n\nRest.\n\nOutcome and Follow-Up\n\nWell."]
    assert texts(INTRO, Section("Case report", ("A man.",)), Section("Denouement", ("X.",)), following[0]) == ["A man."]


def test_a_continuation_alone_is_no_case() -> None:
    with pytest.raises(EmptyArticleError):
        texts(INTRO, Section("Treatment", ("Rest.",)), DISCUSSION)


def test_headings_of_the_same_case_in_a_row() -> None:
    body = (Section("Patient information", ("A man of 54.",)), Section("Case history", ("Cough.",)), DISCUSSION)
    assert texts(*body) == ["A man of 54.\n\nCase history\n\nCough."]


def test_the_same_heading_again_is_the_next_case() -> None:
    body = (Section("2. Case report", ("A man.",)), Section("3. Case report", ("A woman.",)), DISCUSSION)
    assert labelled(*body) == [("", "A man."), ("", "A woman.")]


def test_cases_apart_from_each_other() -> None:
    body = (Section("Case report", ("A man.",)), DISCUSSION, Section("Case report", ("A woman.",)))
    assert texts(*body) == ["A man.", "A woman."]


ONE, TWO = Section("Case 1", ("A man.",)), Section("2.2. Case\u00a0 2: a woman of 31", ("A woman.",))
CASES = [("Case 1", "A man."), ("Case\u00a0 2: a woman of 31", "A woman.")]


def test_numbered_cases_as_inner_sections() -> None:
    (first, second) = case_sections(article(INTRO, Section("Case reports", (), (ONE, TWO)), DISCUSSION))
    assert [(first.label, first.text), (second.label, second.text)] == CASES
    assert (first.path, second.path) == (("Case reports", "Case 1"), ("Case reports", TWO.title))
    assert case_section(article(INTRO, Section("Case reports", (), (ONE, TWO)))) == "A man.\n\nA woman."


def test_numbered_cases_as_outer_sections() -> None:
    assert labelled(INTRO, ONE, TWO, DISCUSSION) == CASES
    assert labelled(INTRO, Section("Case reports"), ONE, TWO, DISCUSSION) == CASES


def test_numbered_cases_at_the_start_of_paragraphs() -> None:
    paragraphs = ("Case 1. A man.", "He recovered.", "Case 2: A woman.", "Patient 3 (female, 31 years) \u2013 A girl.")
    assert labelled(Section("CASE REPORT", paragraphs)) == [
        ("Case 1", "Case 1. A man.\n\nHe recovered."),
        ("Case 2", "Case 2: A woman."),
        ("Patient 3 (female, 31 years)", paragraphs[3]),
    ]


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("pt", ("Caso 1.", "Caso 2.")),
        ("es", ("Caso clínico 1:", "Caso clínico 2:")),
        ("pt", ("Primeiro caso.", "Segundo caso.")),
    ],
)
def test_labels_in_the_language_of_the_text(language: str, labels: tuple[str, str]) -> None:
    paragraphs = tuple(f"{label} Texto." for label in labels)
    heading = {"pt": "Relato dos casos", "es": "Presentación de los casos"}[language]
    assert labelled(Section(heading, paragraphs), language=language) == [
        (label.rstrip(".:"), text) for label, text in zip(labels, paragraphs, strict=True)
    ]


def test_a_label_as_a_paragraph_of_its_own() -> None:
    assert labelled(Section("Cases", ("Case 1", "A man.", "Case 2", "A woman."))) == [
        ("Case 1", "Case 1\n\nA man."),
        ("Case 2", "Case 2\n\nA woman."),
    ]


@pytest.mark.parametrize(
    "sentence",
    ["Patient 2, like the first, had fever. It fell.", "Case 2 was milder. It healed.", "Patient 1 (Fig. 1) was treated.", "In case 2: nothing.", "Case 2; see above."],
)  # fmt: skip
def test_a_sentence_about_a_case_is_no_label(sentence: str) -> None:
    assert labelled(Section("Case report", ("A man.", sentence))) == [("", f"A man.\n\n{sentence}")]


def test_an_introduction_to_the_cases_goes_to_the_first() -> None:
    assert labelled(Section("Cases", ("Two siblings.",), (ONE, TWO))) == [
        ("Case 1", "Two siblings.\n\nA man."),
        CASES[1],
    ]
    assert labelled(Section("Cases", ("Two siblings.", "First case. He.", "Second case. She."))) == [
        ("First case", "Two siblings.\n\nFirst case. He."),
        ("Second case", "Second case. She."),
    ]


def test_a_second_case_leaves_the_first_unlabelled() -> None:
    assert labelled(Section("Case report", ("A man.",), (TWO,))) == [("", "A man."), CASES[1]]
    assert labelled(Section("Case report", ("A man.", "Second case. A woman."))) == [
        ("", "A man."),
        ("Second case", "Second case. A woman."),
    ]
    assert labelled(Section("Case report", ("A man.", "Case B. A woman.")))[0] == ("", "A man.")


def test_later_cases_leave_the_first_unlabelled() -> None:
    three = Section("Case 3", ("A girl.",))
    found = labelled(Section("Case report", ("A man.",), (TWO, three)))
    assert found == [("", "A man."), CASES[1], ("Case 3", "A girl.")]
    roman = ("A man.", "Case ii. A woman.", "Case iii. A girl.")
    assert [text for _, text in labelled(Section("Case report", roman))] == list(roman)


def test_an_introduction_stays_when_the_label_has_no_text() -> None:
    assert labelled(Section("Cases", ("A man.",), (Section("Case 1"),))) == [("Case 1", "A man.")]


def test_a_label_that_comes_again_goes_on_with_its_case() -> None:
    treatment = Section("Treatment", (), (Section("Case 1", ("Rest.",)), Section("Case 2", ("Surgery.",))))
    assert labelled(Section("Cases", (), (ONE, TWO)), treatment) == [
        ("Case 1", "A man.\n\nRest."),
        (CASES[1][0], "A woman.\n\nTreatment\n\nSurgery."),
    ]


def test_cases_inside_another_section() -> None:
    body = (
        INTRO,
        Section("Main text", ("X.",), (Section("Case report", ("A man.",)), Section("Remarks", ("Y.",)))),
        DISCUSSION,
    )
    (case,) = case_sections(article(*body))
    assert (case.text, case.path) == ("A man.", ("Main text", "Case report"))


def test_no_case_is_sought_inside_a_discussion() -> None:
    with pytest.raises(EmptyArticleError):
        texts(INTRO, Section("Discussion", (), (Section("Case report", ("Of others.",)),)))


def test_a_case_heading_without_text_is_no_case() -> None:
    with pytest.raises(EmptyArticleError):
        texts(INTRO, Section("Case report", (), (Section("History"),)), DISCUSSION)


def test_a_body_without_sections_is_the_case_whole() -> None:
    (case,) = case_sections(article(Section(paragraphs=("A man.", "He recovered."))))
    assert case == CaseText("A man.\n\nHe recovered.", "en", (), "", whole_body=True)
    one, two = case_sections(
        article(Section(paragraphs=("Case 1. A man.",)), Section(paragraphs=("Case 2. A woman.",)))
    )
    assert (one.whole_body, two.label) == (True, "Case 2")


def test_text_before_back_matter_only_is_the_case_whole() -> None:
    (case,) = case_sections(article(Section(paragraphs=("A man.",)), Section("Ethics Statement", ("Approved.",))))
    assert (case.text, case.whole_body) == ("A man.", True)


def test_text_before_titled_sections_is_an_introduction() -> None:
    with pytest.raises(EmptyArticleError):
        texts(
            Section(paragraphs=("We met.",)), Section("Plenary lectures", ("Said.",)), Section("Conclusion", ("Good.",))
        )


def test_unknown_language_tries_every_pack_english_first() -> None:
    (case,) = case_sections(
        article(Section("Introdução", ("Rara.",)), Section("Relato do caso", ("Homem.",)), language=None)
    )
    assert (case.text, case.language) == ("Homem.", "pt")
    (case,) = case_sections(article(Section("Presentación del caso", ("Varón.",)), language=None))
    assert case.language == "es"
    both = (Section("Relato do caso", ("Homem.",)), Section("Case report", ("A man.",)))
    assert [found.language for found in case_sections(article(*both, language=None))] == ["en"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A 41-year-old woman was admitted with fever and a cough of the left side.", "en"),
        ("Mulher de 41 anos foi internada com febre e tosse, não havia dor no lado esquerdo do corpo.", "pt"),
        ("Mujer de 41 años que ingresó por fiebre y tos, sin dolor en el lado izquierdo del cuerpo.", "es"),
    ],
)
def test_a_whole_body_of_unknown_language_is_told_by_its_function_words(text: str, language: str) -> None:
    (case,) = case_sections(article(Section(paragraphs=(text,)), language=None))
    assert (case.whole_body, case.language) == (True, language)


def test_a_stated_language_uses_its_own_pack_only() -> None:
    with pytest.raises(EmptyArticleError):
        texts(Section("Case report", ("A man.",)), Section("Outra", ("X.",)), language="pt")


def test_a_pack_of_ones_own_adds_headings() -> None:
    pack = LanguagePack.load("en")
    headings = dataclasses.replace(pack.headings, case=(re.compile("observation(?: clinique)?"),))
    own = dataclasses.replace(pack, code="fr", headings=headings)
    body = (Section("2. OBSERVATION CLINIQUE", ("Un homme.",)), Section("Commentaires", ("X.",)))
    for language in ("fr", None):
        (case,) = case_sections(article(*body, language=language), pack=own)
        assert (case.text, case.language) == ("Un homme.", "fr")
    with pytest.raises(EmptyArticleError, match=r"'2. OBSERVATION CLINIQUE', 'Commentaires'.*LanguagePack.from_folder"):
        case_sections(article(*body, language="fr"))


def test_translations() -> None:
    text = ArticleText("pt", "T", (Section("Relato do caso", ("Homem.",)), Section("Discussão", ("X.",))))
    whole = article(Section("Case report", ("A man.",)), translations=(text, ArticleText("es", "T")))
    assert case_section(whole, "pt") == "Homem."
    assert case_section(whole, "en") == case_section(whole) == "A man."
    with pytest.raises(EmptyArticleError, match=r"no full text in 'es'.*there is one in 'en', 'pt'"):
        case_section(whole, "es")
    with pytest.raises(EmptyArticleError, match="no full text in 'fr'"):
        case_section(whole, "fr")


def test_an_unstated_language_is_asked_for_with_none() -> None:
    with pytest.raises(EmptyArticleError, match="pass language=None"):
        case_section(article(Section("Case report", ("A man.",)), language=None), "en")


def test_front_matter_only() -> None:
    with pytest.raises(EmptyArticleError, match=r"article 'T' has no full text. Remedy: fetch the full text"):
        case_section(article())


def test_the_message_lists_what_was_seen_in_bounds() -> None:
    many = [Section(f"Heading {number} {'x' * 500}", ("Text.",)) for number in range(100)]
    with pytest.raises(EmptyArticleError, match="60 more") as caught:
        case_section(article(*many))
    assert "Heading 39" in str(caught.value)
    assert len(str(caught.value)) < 4000


TITLES = st.sampled_from(
    ["", "Case report", "Case 1", "Case 2", "Case 3", "Treatment", "Discussion", "Introduction", "Outcome", "Main text"]
)


def sections(depth: int) -> st.SearchStrategy[Section]:
    inner = st.lists(sections(depth - 1), max_size=3).map(tuple) if depth else st.just(())
    return st.builds(Section, title=TITLES, paragraphs=st.integers(0, 2).map(lambda n: ("?",) * n), sections=inner)


def numbered(parts: list[Section], start: int = 0) -> tuple[list[Section], int]:
    """The same sections with a paragraph text that occurs once each."""
    done = []
    for part in parts:
        inner, after = numbered(list(part.sections), start + len(part.paragraphs))
        done.append(
            dataclasses.replace(
                part, paragraphs=tuple(f"p{start + n}." for n in range(len(part.paragraphs))), sections=tuple(inner)
            )
        )
        start = after
    return done, start


@given(st.lists(sections(2), min_size=1, max_size=5), st.sampled_from(["en", None]))
def test_cases_hold_paragraphs_of_the_body_once_and_in_order(parts: list[Section], language: str | None) -> None:
    body, _ = numbered(parts)
    whole = article(*body, language=language)
    try:
        cases = case_sections(whole)
    except EmptyArticleError:
        assert not any("case report" in part.title.lower() and part.paragraphs for part in body)
        return
    everything = [text for part in body for text in part.all_paragraphs()]
    for case in cases:
        blocks = [block for block in case.text.split("\n\n") if block.startswith("p")]
        assert blocks
        assert blocks == sorted(blocks, key=everything.index)
    found = [block for case in cases for block in case.text.split("\n\n") if block.startswith("p")]
    assert len(found) == len(set(found))
    assert set(found) <= set(everything)
    outside = {text for part in body if part.title in ("Discussion", "Introduction") for text in part.paragraphs}
    assert not outside & set(found)
    assert whole == article(*body, language=language)


@pytest.mark.parametrize("build", [case_section, case_sections])
def test_results_are_values(build: Callable[[Article], object]) -> None:
    whole = article(INTRO, Section("Case report", ("A man.",)))
    assert build(whole) == build(whole)
    assert hash(build(whole))
