"""The case sections of an article, found by their headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from clinicalbr.errors import EmptyArticleError
from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Article, ArticleText, Section
from clinicalbr.sources._case_builder import Block, CaseBuilder, CaseEntry
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._headings import Part, part_of, run_in_item, without_number
from clinicalbr.text import fold_text

__all__ = ["CasePart", "CaseText", "case_section", "case_sections"]

_MOST_HEADINGS = 40


@dataclass(frozen=True, slots=True)
class CasePart:
    """A piece of a case text.

    Args:
        field: Dotted name of the field of a case that it fills, for instance ``"presentation.physical_exam"``; ``None``
            where no heading tells.
        text: Paragraphs and such headings as name no field, separated by blank lines.

    Examples:
        >>> CasePart("treatment.outcome", "She recovered.").field
        'treatment.outcome'
    """

    field: str | None
    text: str


@dataclass(frozen=True, slots=True)
class CaseText:
    """The text of one case of an article.

    Args:
        text: Paragraphs and inner headings, separated by blank lines.
        language: Language of the text; where the text does not state it, that of the headings by which it was found.
        path: Headings above the text, the outermost first.
        label: Label of one case among several, for instance ``"Case 2"``; empty when the case bears none.
        whole_body: Whether the body has no section for the case, so that all of it was taken.
        parts: The text in pieces, each with the field of a case that it fills, as the inner headings tell.

    Examples:
        >>> CaseText("A man of 54.", "en", path=("Case report",)).whole_body
        False
    """

    text: str
    language: str
    path: tuple[str, ...] = ()
    label: str = ""
    whole_body: bool = False
    parts: tuple[CasePart, ...] = field(default=(), compare=False, repr=False)


def case_section(article: Article, language: str | None = None, *, pack: LanguagePack | None = None) -> str:
    """The case text of an article, all cases of it in one.

    Args:
        article: An article with full text.
        language: Language of the wanted text; ``None`` for the original.
        pack: Language pack whose headings count; ``None`` for the one of the text's language.

    Returns:
        Paragraphs and inner headings, separated by blank lines.

    Raises:
        EmptyArticleError: There is no text in that language, or no case in it.

    Examples:
        >>> from clinicalbr.schema import Provenance
        >>> body = (Section("Introduction", ("Rare.",)), Section("2. Case report", ("A man of 54.", "He recovered.")))
        >>> article = Article(ArticleText("en", "A case", body), provenance=Provenance(source="jats"))
        >>> print(case_section(article))
        A man of 54.
        <BLANKLINE>
        He recovered.
    """
    return "\n\n".join(case.text for case in case_sections(article, language, pack=pack))


def case_sections(
    article: Article, language: str | None = None, *, pack: LanguagePack | None = None
) -> tuple[CaseText, ...]:
    """The case texts of an article, one for each case.

    A case begins at a heading of the language pack (or at ``sec-type="cases"``), goes on over its inner sections and
    over headings that follow it directly and continue it (investigations, treatment, outcome), and ends at any other
    heading. Labels such as "Case 2", as a heading or at the start of a paragraph, begin the next case. A body without
    sections is the case as a whole.

    Args:
        article: An article with full text.
        language: Language of the wanted text; ``None`` for the original.
        pack: Language pack whose headings count. ``None`` for the one of the text's language; where the text does not
            state its language, the included packs are tried, English first, and the first that finds a case is taken.

    Returns:
        The cases in reading order.

    Raises:
        EmptyArticleError: There is no text in that language, or no case in it; the message lists the headings.

    Examples:
        >>> from clinicalbr.schema import Provenance
        >>> body = (Section("Relato dos casos", (), (Section("Caso 1", ("Homem.",)), Section("Caso 2", ("Mulher.",)))),)
        >>> article = Article(ArticleText("pt", "Dois casos", body), provenance=Provenance(source="jats"))
        >>> [(case.label, case.text) for case in case_sections(article)]
        [('Caso 1', 'Homem.'), ('Caso 2', 'Mulher.')]
    """
    text = article.text_in(language)
    if text is None or not text.has_body:
        raise EmptyArticleError(
            f"{_name(article)} has no full text{f' in {language!r}' if language else ''}",
            remedy=_where_text_is(article),
        )
    packs = _packs(text.language, pack)
    for code, candidate in packs:
        if cases := _by_headings(text.body, candidate, code):
            return cases
    for code, candidate in _likeliest_first(text, packs):
        if cases := _whole_body(text.body, candidate, code):
            return cases
    raise EmptyArticleError(
        f"no case section was found in {_name(article)}; its headings are {_headings(text)}",
        remedy="pass pack=LanguagePack.from_folder(...) with the heading of the case under headings.case",
    )


def _name(article: Article) -> str:
    provenance = article.provenance
    return f"article {provenance.pmcid or provenance.pid or provenance.doi or excerpt(article.title)}"


def _where_text_is(article: Article) -> str:
    if article.original.has_body and article.language is None:
        return "pass language=None: the text does not state its language"
    codes = [repr(text.language) for text in (article.original, *article.translations) if text.has_body]
    return f"there is one in {', '.join(codes)}" if codes else "fetch the full text; this is front matter only"


def _headings(text: ArticleText) -> str:
    titles = [section.title for part in text.body for section in part.walk() if section.title]
    shown = ", ".join(excerpt(title) for title in titles[:_MOST_HEADINGS]) or "none"
    more = len(titles) - _MOST_HEADINGS
    return f"{shown} and {more} more" if more > 0 else shown


def _packs(language: str | None, pack: LanguagePack | None) -> list[tuple[str, LanguagePack | None]]:
    """Languages that the text may be in, each with the pack whose headings count."""
    if pack is not None:
        return [(language or pack.code, pack)]
    included = LanguagePack.included()
    if language is None:
        return [(code, LanguagePack.load(code)) for code in sorted(included, key=lambda code: code != "en")]
    return [(language, LanguagePack.load(language) if language in included else None)]


def _likeliest_first(
    text: ArticleText, packs: list[tuple[str, LanguagePack | None]]
) -> list[tuple[str, LanguagePack | None]]:
    """Packs by how many words of the text are function words of their language."""
    if len(packs) == 1:
        return packs
    words = fold_text(" ".join(part for section in text.body for part in section.all_paragraphs())).split()
    return sorted(packs, key=lambda pair: -sum(word in pair[1].function_words for word in words) if pair[1] else 0)


def _by_headings(body: Sequence[Section], pack: LanguagePack | None, language: str) -> tuple[CaseText, ...]:
    """Cases under headings; inner sections are searched only where no outer heading is one of a case."""
    pending: list[tuple[tuple[str, ...], Sequence[Section]]] = [((), body)]
    while pending:
        found: list[CaseText] = []
        inner: list[tuple[tuple[str, ...], Sequence[Section]]] = []
        for path, siblings in pending:
            for run in _runs(siblings, pack):
                found += _cases_of_run(run, path, pack, language)
            inner += [
                ((*path, section.title), section.sections)
                for section in siblings
                if section.sections and part_of(section, pack)[0] is Part.OTHER
            ]
        if found:
            return tuple(found)
        pending = inner
    return ()


def _runs(siblings: Sequence[Section], pack: LanguagePack | None) -> Iterator[list[Section]]:
    """Stretches of sections that begin with a case and go on with it."""
    run: list[Section] = []
    for section in siblings:
        part, _ = part_of(section, pack)
        if part in (Part.CASE, Part.ITEM) or (run and part is Part.CONTINUATION):
            run.append(section)
        else:
            yield run
            run = []
    yield run


def _cases_of_run(
    run: Sequence[Section], path: tuple[str, ...], pack: LanguagePack | None, language: str
) -> list[CaseText]:
    cases = CaseBuilder()
    seen: set[str] = set()
    for position, section in enumerate(run):
        part, item = part_of(section, pack)
        here = (*path, section.title)
        heading = fold_text(without_number(section.title))
        own = _field(section.title, pack)
        if item or position == 0 or (part is Part.CASE and heading in seen):
            cases.begin(here, item)
        elif section.title:
            cases.add(Block(section.title, heading=True, field=own, names_field=own is not None))
        seen.add(heading)
        _add_content(section, here, pack, cases, own)
    return [_case_text(entry, language) for entry in cases.results()]


def _case_text(entry: CaseEntry, language: str, *, whole_body: bool = False) -> CaseText:
    return CaseText(entry.text, language, entry.path, entry.label, whole_body, _parts(entry.blocks))


def _parts(blocks: Sequence[Block]) -> tuple[CasePart, ...]:
    """Pieces that follow one another and fill the same field in one.

    A heading that names a field stands in no piece, for the name of the field says as much.
    """
    runs = groupby((block for block in blocks if not block.names_field), key=attrgetter("field"))
    parts = ((field, "\n\n".join(block.text for block in run)) for field, run in runs)
    return tuple(CasePart(field, text) for field, text in parts)


def _field(heading: str, pack: LanguagePack | None) -> str | None:
    return pack.headings.field(heading) if pack and heading else None


def _add_content(
    section: Section,
    path: tuple[str, ...],
    pack: LanguagePack | None,
    cases: CaseBuilder,
    field: str | None = None,
) -> None:
    """Add the text of a section, which fills a field unless an inner heading tells another."""
    for paragraph in section.paragraphs:
        if item := run_in_item(paragraph, pack):
            cases.begin(path, item)
        cases.add(Block(paragraph, field=field))
    for inner in section.sections:
        part, item = part_of(inner, pack)
        if part is Part.STOP:
            continue
        here = (*path, inner.title)
        own = _field(inner.title, pack)
        # "Examination and treatment" tells of two fields, and so of neither; "Skin" is part of what it stands in.
        under = own or (None if part is Part.CONTINUATION else field)
        if item:
            cases.begin(here, item)
        elif inner.title:
            cases.add(Block(inner.title, heading=True, field=under, names_field=own is not None))
        _add_content(inner, here, pack, cases, under)


def _whole_body(body: Sequence[Section], pack: LanguagePack | None, language: str) -> tuple[CaseText, ...]:
    """The untitled text of a body that has no other section than such as end a case."""
    untitled = [section for section in body if not section.title]
    titled = [section for section in body if section.title]
    if any(part_of(section, pack)[0] is not Part.STOP for section in titled):
        return ()
    cases = CaseBuilder()
    cases.begin(())
    for section in untitled:
        _add_content(section, (), pack, cases)
    return tuple(_case_text(entry, language, whole_body=True) for entry in cases.results())
