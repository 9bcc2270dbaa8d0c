"""How the articles of a language call themselves: case reports, other kinds of articles, reports on other subjects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clinicalbr.languages._reader import TableReader
from clinicalbr.text import fold_text

__all__ = ["ReportWords", "read_reports", "title_parts"]

_LONGEST = 1000
# A decimal point or a comma within a number parts nothing, nor does a hyphen within a word.
_PARTS = re.compile(r"[.,](?=\s|$)|[:;?!()\[\]«»“”\"]|\N{EM DASH}|\s[-\N{EN DASH}]+\s")
_MARKS = " .,:;-'*?!\N{INVERTED QUESTION MARK}"
_NUMBER = re.compile(r"\A[0-9]{1,2}(?:[.][0-9]{1,2})*[.):]?\s+")
_LABEL_PARTS = re.compile(r"\s*[/|]\s*")


@dataclass(frozen=True, slots=True)
class ReportWords:
    """Words by which an article tells what it is, as patterns for folded text.

    Args:
        title: A part of a title that calls the article a case report; a title is parted at its marks, so that
            ``^`` and ``$`` stand for the ends of a part.
        weak_title: A part of a title that other articles bear too ("a case of"); a patient in the text confirms it.
        about: A title that writes about another article: a correction, a comment, a reply.
        other: A title or a label of another kind of article: a review, a trial, a series of many patients.
        label: A whole label of a table of contents under which journals print case reports, beside headings of cases.
        keyword: A whole keyword for case reports.
        phrase: A phrase of an abstract that announces a case.
        other_phrase: A phrase of an abstract of another kind of article.
        patient: A phrase that introduces a patient.
        vague: A whole heading of a case that articles on a disease bear as well.
        methods: A whole heading of the methods of a study.
        results: A whole heading of the results of a study.
        veterinary: Words for reports on animals, in a title, a label or a keyword.
        veterinary_journal: Words in the name of a journal of veterinary medicine.
        meeting: Words for reports on meetings, in a title or a label, or at the start of an abstract.
        education: Words for reports on teaching and professional experience, in a title, a label or a keyword.
        education_journal: Words in the name of a journal on teaching.

    Examples:
        >>> from clinicalbr.languages import LanguagePack
        >>> words = LanguagePack.load("pt").reports
        >>> words.names_case("Mixoma atrial: relato de caso"), words.names_case("O valor do relato de caso no ensino")
        (True, False)
    """

    title: tuple[re.Pattern[str], ...]
    weak_title: tuple[re.Pattern[str], ...]
    about: tuple[re.Pattern[str], ...]
    other: tuple[re.Pattern[str], ...]
    label: tuple[re.Pattern[str], ...]
    keyword: tuple[re.Pattern[str], ...]
    phrase: tuple[re.Pattern[str], ...]
    other_phrase: tuple[re.Pattern[str], ...]
    patient: tuple[re.Pattern[str], ...]
    vague: tuple[re.Pattern[str], ...]
    methods: tuple[re.Pattern[str], ...]
    results: tuple[re.Pattern[str], ...]
    veterinary: tuple[re.Pattern[str], ...]
    veterinary_journal: tuple[re.Pattern[str], ...]
    meeting: tuple[re.Pattern[str], ...]
    education: tuple[re.Pattern[str], ...]
    education_journal: tuple[re.Pattern[str], ...]

    def names_case(self, title: str) -> bool:
        """Whether a title calls the article a case report.

        Args:
            title: A title as written.

        Returns:
            True when one of its parts does.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> LanguagePack.load("en").reports.names_case("A case-control study of leptospirosis")
            False
        """
        return any(_found(self.title, part) for part in title_parts(title))

    def is_label(self, label: str) -> bool:
        """Whether a label of the table of contents is one of case reports.

        Args:
            label: The label as written; each part between slashes is compared.

        Returns:
            True when one of its parts is.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> LanguagePack.load("en").reports.is_label("Images in Cardiology")
            True
        """
        return any(_is(self.label, part) for part in _LABEL_PARTS.split(label[:_LONGEST]))

    def is_keyword(self, keyword: str) -> bool:
        """Whether a keyword means case reports.

        Args:
            keyword: The keyword as written.

        Returns:
            True when it does.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> LanguagePack.load("pt").reports.is_keyword("Relatos de Casos")
            True
        """
        return _is(self.keyword, keyword)

    def is_vague(self, heading: str) -> bool:
        """Whether a heading of a case is one that articles on a disease bear as well.

        Args:
            heading: The heading as written, with or without its number.

        Returns:
            True when it is.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> words = LanguagePack.load("en").reports
            >>> words.is_vague("2. Clinical presentation"), words.is_vague("Case presentation")
            (True, False)
        """
        return _is(self.vague, _without_number(heading))

    def is_heading_of_study(self, heading: str) -> tuple[bool, bool]:
        """Whether a heading is one of methods, and whether one of results.

        Args:
            heading: The heading as written, with or without its number.

        Returns:
            The two answers.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> LanguagePack.load("es").reports.is_heading_of_study("2. Material y métodos")
            (True, False)
        """
        plain = _without_number(heading)
        return _is(self.methods, plain), _is(self.results, plain)


def title_parts(title: str) -> Iterator[str]:
    """Parts of a title between its marks, folded.

    Args:
        title: The title as written.

    Yields:
        Parts that are not blank.

    Examples:
        >>> list(title_parts("Mixoma atrial: relato de caso"))
        ['mixoma atrial', 'relato de caso']
    """
    for part in _PARTS.split(title[:_LONGEST]):
        if folded := _folded(part):
            yield folded


def _without_number(heading: str) -> str:
    return _NUMBER.sub("", heading[:_LONGEST].strip())


def _folded(text: str) -> str:
    return " ".join(fold_text(text).split()).strip(_MARKS)


def _is(patterns: tuple[re.Pattern[str], ...], text: str) -> bool:
    folded = _folded(text[:_LONGEST])
    return any(pattern.fullmatch(folded) for pattern in patterns)


def _found(patterns: tuple[re.Pattern[str], ...], folded: str) -> bool:
    return any(pattern.search(folded) for pattern in patterns)


def read_reports(reader: TableReader) -> ReportWords:
    """Read the table ``reports`` of a pack.

    Args:
        reader: The table.

    Returns:
        The words.

    Raises:
        LanguageError: A key is missing or a value has the wrong form.
    """
    return ReportWords(*(reader.patterns(name) for name in ReportWords.__dataclass_fields__))
