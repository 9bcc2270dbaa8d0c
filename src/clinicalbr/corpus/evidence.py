"""Signs that an article is a case report, and signs that it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from clinicalbr.corpus._front import Front, Source, front_of, plain
from clinicalbr.corpus._words import WordSearch, packs_or_included
from clinicalbr.corpus.flags import Flag, FlagFinder
from clinicalbr.languages import LanguagePack, title_parts
from clinicalbr.schema import Article, Section

__all__ = ["Evidence", "EvidenceFinder"]

_CASE_TYPE = "case-report"
# Types that tell nothing either way: case reports are found under each of them.
_OPEN_TYPES = frozenset({
    "", "undefined", "other", "research-article", "brief-report", "rapid-communication", "letter", "rapid-report",
    "clinical-case", "in-brief", "translation",
})  # fmt: skip
_WEAK_TYPES = frozenset({"review-article", "editorial", "systematic-review"})
_CASE_KINDS = frozenset({"case", "case_item"})
_FIRST_PARAGRAPHS = 8
_Test = Callable[[str, LanguagePack], bool]


class Evidence(StrEnum):
    """A sign for or against a case report.

    Attributes:
        TYPE: The document type is that of case reports.
        TITLE: A title calls the article a case report.
        WEAK_TITLE: A title calls it so in words that other articles use as well ("a case of").
        LABEL: The table of contents lists it among case reports.
        HEADING: A section of the text tells a case.
        ABSTRACT_HEADING: A part of an abstract tells a case.
        ABSTRACT: An abstract announces a case.
        ABSTRACT_PATIENT: An abstract introduces a patient.
        KEYWORD: A keyword for case reports.
        VAGUE_HEADING: A section has a heading under which cases are told, but articles on a disease have it too.
        PATIENT: The text introduces a patient.
        ANOTHER_TYPE: The document type is one that no case report has, such as a correction.
        WEAK_TYPE: The document type is that of a review or an editorial.
        ABOUT: A title says that it writes about another article.
        ANOTHER_KIND: A title or label names another kind of article.
        ANOTHER_SUBJECT: It is about a meeting or about teaching.
        STUDY: The text has the sections of a study, methods and results, and none for a case.
        STUDY_WITH_CASE: The text has those sections and one for a case.
        ANOTHER_ABSTRACT: An abstract has a phrase of another kind of article.
        STUDY_ABSTRACT: An abstract has those parts, and none for a case.

    Examples:
        >>> Evidence("title").name
        'TITLE'
    """

    TYPE = "document type"
    TITLE = "title"
    WEAK_TITLE = "words of a title"
    LABEL = "label"
    HEADING = "heading"
    ABSTRACT_HEADING = "heading in the abstract"
    ABSTRACT = "abstract"
    ABSTRACT_PATIENT = "patient in the abstract"
    KEYWORD = "keyword"
    VAGUE_HEADING = "vague heading"
    PATIENT = "patient in the text"
    ANOTHER_TYPE = "another document type"
    WEAK_TYPE = "document type of a review or editorial"
    ABOUT = "title about another article"
    ANOTHER_KIND = "another kind of article"
    ANOTHER_SUBJECT = "about a meeting or teaching"
    STUDY = "sections of a study"
    STUDY_WITH_CASE = "sections of a study beside a case"
    ANOTHER_ABSTRACT = "abstract of another kind of article"
    STUDY_ABSTRACT = "abstract of a study"


class EvidenceFinder:
    """Finds the signs for and against a case report.

    Args:
        packs: Language packs whose words count; ``None`` for all that come with clinicalbr.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> titles = {"en": "Gallbladder agenesis: report of two cases"}
        >>> record = ArticleRecord("S1", Provenance(source="articlemeta"), titles=titles)
        >>> EvidenceFinder().find(record)
        {<Evidence.TITLE: 'title'>: 'Gallbladder agenesis: report of two cases'}
    """

    def __init__(self, packs: Sequence[LanguagePack] | None = None) -> None:
        self._packs = packs_or_included(packs)
        self._flags = FlagFinder(self._packs)
        names = ("title", "about", "weak_title", "other", "phrase", "other_phrase", "patient")
        self._searches = {name: WordSearch(self._packs, name) for name in names}

    def find(self, item: Source) -> dict[Evidence, str]:
        """The signs of an article or a record.

        Args:
            item: The article or record.

        Returns:
            The signs, each with what was found.
        """
        front = front_of(item)
        found: dict[Evidence, str | None] = {**self._of_type(front.document_type), **self._of_front(front)}
        if isinstance(item, Article) and item.original.has_body:
            found |= self._of_text(item)
        return {sign: what for sign, what in found.items() if what is not None}

    def _of_type(self, document_type: str) -> dict[Evidence, str | None]:
        if document_type == _CASE_TYPE:
            return {Evidence.TYPE: document_type}
        if document_type in _OPEN_TYPES:
            return {}
        return {Evidence.WEAK_TYPE if document_type in _WEAK_TYPES else Evidence.ANOTHER_TYPE: document_type}

    def _of_front(self, front: Front) -> dict[Evidence, str | None]:
        flags = self._flags.find(front)
        case = self._case_heading(front.abstract_headings)
        parts = {title: tuple(title_parts(title)) for title in front.titles}
        named = self._searches["title"]
        return {
            Evidence.TITLE: next((title for title, of in parts.items() if named.found_in(of)), None),
            Evidence.WEAK_TITLE: self._searches["weak_title"].found_in(part for of in parts.values() for part in of),
            Evidence.LABEL: _first(front.labels, _is_case_label, self._packs),
            Evidence.KEYWORD: _first(front.keywords, lambda word, pack: pack.reports.is_keyword(word), self._packs),
            Evidence.ABSTRACT_HEADING: case,
            Evidence.ABSTRACT: self._searches["phrase"].found_in(front.plain_abstracts),
            Evidence.ABSTRACT_PATIENT: self._searches["patient"].found_in(front.plain_abstracts),
            Evidence.ABOUT: self._searches["about"].found_in(front.plain_titles),
            Evidence.ANOTHER_KIND: self._searches["other"].found_in((*front.plain_titles, *front.plain_labels)),
            Evidence.ANOTHER_SUBJECT: flags.get(Flag.MEETING) or flags.get(Flag.EDUCATION),
            Evidence.ANOTHER_ABSTRACT: self._searches["other_phrase"].found_in(front.plain_abstracts),
            Evidence.STUDY_ABSTRACT: None if case else self._study(front.abstract_headings),
        }

    def _of_text(self, article: Article) -> dict[Evidence, str | None]:
        headings = [section.title for section in article.sections if section.title]
        case = next((part.title or part.kind for part in article.sections if "cases" in part.kind.split("|")), None)
        case = case or self._case_heading(headings)
        study = self._study(headings)
        return {
            Evidence.HEADING: case,
            Evidence.VAGUE_HEADING: _first(headings, _is_vague, self._packs),
            Evidence.STUDY_WITH_CASE if case else Evidence.STUDY: study,
            Evidence.PATIENT: self._searches["patient"].found_in(plain(_first_paragraphs(article.sections))),
        }

    def _case_heading(self, headings: Iterable[str]) -> str | None:
        return _first(headings, _is_case_heading, self._packs)

    def _study(self, headings: Sequence[str]) -> str | None:
        """Headings of methods and of results, when there are both."""
        kinds = [(heading, pack.reports.is_heading_of_study(heading)) for heading in headings for pack in self._packs]
        methods = next((heading for heading, (is_methods, _) in kinds if is_methods), None)
        results = next((heading for heading, (_, is_results) in kinds if is_results), None)
        return None if methods is None or results is None else f"{methods}, {results}"


def _first(texts: Iterable[str], test: _Test, packs: Sequence[LanguagePack]) -> str | None:
    return next((text for text in texts if any(test(text, pack) for pack in packs)), None)


def _is_case_heading(heading: str, pack: LanguagePack) -> bool:
    return pack.headings.kind(heading) in _CASE_KINDS and not pack.reports.is_vague(heading)


def _is_vague(heading: str, pack: LanguagePack) -> bool:
    return pack.headings.kind(heading) in _CASE_KINDS and pack.reports.is_vague(heading)


def _is_case_label(label: str, pack: LanguagePack) -> bool:
    return pack.reports.is_label(label) or pack.headings.kind(label) in _CASE_KINDS


def _first_paragraphs(sections: Sequence[Section]) -> list[str]:
    return [paragraph for section in sections for paragraph in section.all_paragraphs()][:_FIRST_PARAGRAPHS]
