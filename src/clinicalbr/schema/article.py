"""Articles and their catalogue records, as values independent of the format they were read from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from clinicalbr.schema.provenance import Provenance

__all__ = ["Abstract", "Article", "ArticleRecord", "ArticleText", "Caption", "Section"]


@dataclass(frozen=True, slots=True)
class Section:
    """A section of an article's body, with the sections nested in it.

    Args:
        title: Heading, empty for text that stands under none.
        paragraphs: Paragraphs directly in this section, plain text.
        sections: Nested sections in reading order.
        kind: ``sec-type`` of JATS, empty when not given.

    Examples:
        >>> Section("Case report", ("A man of 54.",), (Section("Treatment", ("None.",)),)).all_paragraphs()
        ('A man of 54.', 'None.')
    """

    title: str = ""
    paragraphs: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    kind: str = ""

    def all_paragraphs(self) -> tuple[str, ...]:
        """Paragraphs of this section and of all nested ones, in reading order, without headings.

        Returns:
            Plain paragraphs.

        Examples:
            >>> Section("Case", ("One.",)).all_paragraphs()
            ('One.',)
        """
        return tuple(paragraph for section in self.walk() for paragraph in section.paragraphs)

    def walk(self) -> Iterator[Section]:
        """This section and all nested ones, in reading order.

        Yields:
            Sections, parents before children.

        Examples:
            >>> [part.title for part in Section("A", (), (Section("B"),)).walk()]
            ['A', 'B']
        """
        yield self
        for section in self.sections:
            yield from section.walk()


@dataclass(frozen=True, slots=True)
class Abstract:
    """An abstract, structured or not.

    Args:
        language: Its language, ``None`` when not stated.
        sections: Parts with their headings; an unstructured abstract is one part without heading.

    Examples:
        >>> Abstract("pt", (Section("", ("Relato de caso.",)),)).text
        'Relato de caso.'
    """

    language: str | None
    sections: tuple[Section, ...]

    @property
    def text(self) -> str:
        """Headings and paragraphs, one a line."""
        lines = (line for part in self.sections for line in (part.title, *part.all_paragraphs()))
        return "\n".join(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of a figure or table, kept apart from the running text.

    Args:
        kind: ``"figure"`` or ``"table"``.
        label: For instance ``"Figure 1"``.
        text: The caption.

    Examples:
        >>> Caption("figure", "Figure 1", "Chest radiograph.").label
        'Figure 1'
    """

    kind: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class ArticleText:
    """The text of an article in one language.

    Args:
        language: Language, ``None`` when not stated.
        title: Title in this language, empty when there is none.
        body: Sections in reading order; text directly in the body is a section without heading.
        captions: Captions of figures and tables.
        doi: DOI of this language version.

    Examples:
        >>> ArticleText("en", "A case", (Section("Case report", ("A man.",)),)).has_body
        True
    """

    language: str | None
    title: str
    body: tuple[Section, ...] = ()
    captions: tuple[Caption, ...] = ()
    doi: str | None = None

    @property
    def has_body(self) -> bool:
        """Whether any paragraph stands in the body."""
        return any(section.all_paragraphs() for section in self.body)


@dataclass(frozen=True, slots=True)
class Article:
    """A full-text article.

    Args:
        original: Text in the article's own language.
        translations: Full-text translations.
        abstracts: Abstracts in any language.
        article_type: ``article-type`` of JATS, for instance ``"case-report"``.
        titles: Titles by language, those of mere title translations included.
        subjects: Headings of the table of contents and subject categories.
        keywords: Keywords with their language.
        provenance: Identifiers, journal, date, licence, hash of the file.

    Examples:
        >>> article = Article(ArticleText("pt", "Relato"), provenance=Provenance(source="jats"))
        >>> article.language, article.languages
        ('pt', ('pt',))
    """

    original: ArticleText
    provenance: Provenance
    translations: tuple[ArticleText, ...] = ()
    abstracts: tuple[Abstract, ...] = ()
    article_type: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    subjects: tuple[str, ...] = ()
    keywords: tuple[tuple[str | None, str], ...] = ()

    @property
    def language(self) -> str | None:
        """Language of the original, ``None`` when the file does not state it."""
        return self.original.language

    @property
    def title(self) -> str:
        """Title of the original."""
        return self.original.title

    @property
    def licence(self) -> str | None:
        """Licence in the form ``"CC BY 4.0"``, ``None`` when none was found."""
        return self.provenance.licence

    @property
    def sections(self) -> tuple[Section, ...]:
        """Body of the original."""
        return self.original.body

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages in which there is a full text, the original's first."""
        texts = (self.original, *self.translations)
        return tuple(dict.fromkeys(text.language for text in texts if text.language))

    def text_in(self, language: str | None) -> ArticleText | None:
        """The text in a language.

        Args:
            language: Two letters; ``None`` for the original.

        Returns:
            The text, or ``None`` when the article has none in that language. An original that does not state its
            language is never taken for a stated one.

        Examples:
            >>> article = Article(ArticleText("pt", "Relato"), provenance=Provenance(source="jats"))
            >>> article.text_in("en") is None
            True
        """
        if language is None:
            return self.original
        return next((text for text in (self.original, *self.translations) if text.language == language), None)


@dataclass(frozen=True, slots=True)
class ArticleRecord:
    """A catalogue record of an article, without full text.

    Args:
        pid: SciELO PID v2.
        document_type: Type in JATS words, for instance ``"case-report"``; ``"undefined"`` when not stated.
        language: Original language.
        titles: Titles by language.
        abstracts: Abstracts by language.
        keywords: Keywords by language.
        text_languages: Languages in which a full text is said to exist.
        provenance: Identifiers, journal, date, licence.
        processing_date: ``YYYY-MM-DD``, what the service filters by.
        previous_pid: PID of the ahead-of-print copy.
        pid_v3: PID v3.
        dois: DOI by language.
        section: Heading of the table of contents.
        full_text_urls: Address by format and language, for instance ``("html", "pt")``.
        collection: Collection code, for instance ``"scl"``.

    Examples:
        >>> ArticleRecord(pid="S0", provenance=Provenance(source="articlemeta")).document_type
        'undefined'
    """

    pid: str
    provenance: Provenance
    document_type: str = "undefined"
    language: str | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    abstracts: Mapping[str, str] = field(default_factory=dict)
    keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    text_languages: tuple[str, ...] = ()
    processing_date: str | None = None
    previous_pid: str | None = None
    pid_v3: str | None = None
    dois: Mapping[str, str] = field(default_factory=dict)
    section: str | None = None
    full_text_urls: Mapping[tuple[str, str], str] = field(default_factory=dict)
    collection: str | None = None
