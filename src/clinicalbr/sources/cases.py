"""The case sections of an article, found by their headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clinicalbr.errors import EmptyArticleError
from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Article, ArticleText, Section
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._headings import CaseItem, Part, part_of, run_in_item, without_number
from clinicalbr.text import fold_text

__all__ = ["CaseText", "case_section", "case_sections"]

_MOST_HEADINGS = 40
_FIRST = frozenset({"1", "i", "a"})
_LATER = frozenset({"ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "b", "c", "d", "e", "f", "g", "h"})


@dataclass(frozen=True, slots=True)
class CaseText:
    """The text of one case of an article.

    Args:
        text: Paragraphs and inner headings, separated by blank lines.
        path: Headings above the text, the outermost first.
        label: Label of one case among several, for instance ``"Case 2"``; empty when the case bears none.
        language: Language of the headings by which it was found, or of the text; ``None`` when neither is known.
        whole_body: Whether the body has no section for the case, so that all of it was taken.

    Example:
        >>> CaseText("A man of 54.", path=("Case report",), language="en").whole_body
        False
    """

    text: str
    path: tuple[str, ...] = ()
    label: str = ""
    language: str | None = None
    whole_body: bool = False


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

    Example:
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

    Example:
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
    packs = _packs(text, pack)
    for candidate in packs:
        if cases := _by_headings(text.body, candidate, text.language):
            return cases
    for candidate in _likeliest_first(text, packs):
        if cases := _whole_body(text.body, candidate, text.language):
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


def _packs(text: ArticleText, pack: LanguagePack | None) -> list[LanguagePack | None]:
    if pack is not None:
        return [pack]
    included = LanguagePack.included()
    if text.language is None:
        return [LanguagePack.load(code) for code in sorted(included, key=lambda code: code != "en")]
    return [LanguagePack.load(text.language) if text.language in included else None]


def _likeliest_first(text: ArticleText, packs: Sequence[LanguagePack | None]) -> list[LanguagePack | None]:
    """Packs by how many words of the text are function words of their language."""
    if len(packs) == 1:
        return list(packs)
    words = " ".join(part for section in text.body for part in section.all_paragraphs()).casefold().split()
    return sorted(packs, key=lambda pack: -sum(word in pack.function_words for word in words) if pack else 0)


def _by_headings(body: Sequence[Section], pack: LanguagePack | None, language: str | None) -> tuple[CaseText, ...]:
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


class _Cases:
    """Cases as their blocks come in; a label that came before goes on with its case."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self._current = _Entry()

    def begin(self, path: tuple[str, ...], item: CaseItem | None = None) -> None:
        known = self._numbered(item) if item else None
        self._current = known or _Entry(path, item)
        if known is None:
            self._entries.append(self._current)

    def _numbered(self, item: CaseItem) -> _Entry | None:
        return next((entry for entry in self._entries if entry.item and entry.item.number == item.number), None)

    def add(self, block: str, *, heading: bool = False) -> None:
        self._current.blocks.append(block)
        self._current.has_text = self._current.has_text or not heading

    def results(self, language: str | None, *, whole_body: bool = False) -> list[CaseText]:
        entries = self._entries
        if len(entries) > 1 and entries[0].item is None and _introduces(entries[1:]):
            entries[1].blocks[:0] = entries[0].blocks
            entries = entries[1:]
        return [
            CaseText(
                "\n\n".join(entry.blocks), entry.path, entry.item.label if entry.item else "", language, whole_body
            )
            for entry in entries
            if entry.has_text
        ]


@dataclass(slots=True)
class _Entry:
    path: tuple[str, ...] = ()
    item: CaseItem | None = None
    blocks: list[str] = field(default_factory=list)
    has_text: bool = False


def _introduces(following: Sequence[_Entry]) -> bool:
    """Whether text before labelled cases belongs to the first of them, and is not a case of its own."""
    item = following[0].item
    if item is None:
        return False
    if item.number in _FIRST:
        return True
    # "Case 2" after an unlabelled text makes that text the first case; a number in words is not told from another.
    counted = item.number.isdigit() or item.number in _LATER
    return not counted and sum(entry.item is not None for entry in following) > 1


def _cases_of_run(
    run: Sequence[Section], path: tuple[str, ...], pack: LanguagePack | None, language: str | None
) -> list[CaseText]:
    cases = _Cases()
    seen: set[str] = set()
    for position, section in enumerate(run):
        part, item = part_of(section, pack)
        here = (*path, section.title)
        heading = fold_text(without_number(section.title))
        if item or position == 0 or (part is Part.CASE and heading in seen):
            cases.begin(here, item)
        elif section.title:
            cases.add(section.title, heading=True)
        seen.add(heading)
        _add_content(section, here, pack, cases)
    return cases.results(language or (pack.code if pack else None))


def _add_content(section: Section, path: tuple[str, ...], pack: LanguagePack | None, cases: _Cases) -> None:
    for paragraph in section.paragraphs:
        if item := run_in_item(paragraph, pack):
            cases.begin(path, item)
        cases.add(paragraph)
    for inner in section.sections:
        part, item = part_of(inner, pack)
        if part is Part.STOP:
            continue
        here = (*path, inner.title)
        if item:
            cases.begin(here, item)
        elif inner.title:
            cases.add(inner.title, heading=True)
        _add_content(inner, here, pack, cases)


def _whole_body(body: Sequence[Section], pack: LanguagePack | None, language: str | None) -> tuple[CaseText, ...]:
    """The untitled text of a body that has no other section than such as end a case."""
    untitled = [section for section in body if not section.title]
    titled = [section for section in body if section.title]
    if any(part_of(section, pack)[0] is not Part.STOP for section in titled):
        return ()
    cases = _Cases()
    cases.begin(())
    for section in untitled:
        _add_content(section, (), pack, cases)
    return tuple(cases.results(language or (pack.code if pack else None), whole_body=True))
