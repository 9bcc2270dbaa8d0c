"""What the readers of the two kinds of article pages have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Abstract, Caption, Section
from clinicalbr.sources._html_flow import Line, outline

__all__ = ["AbstractReader", "PageText", "abstract_reader", "make_abstract"]

AbstractReader = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says about its article.

    Args:
        title: Title, empty when there is none.
        body: Sections of the text.
        abstracts: Abstracts in the order of the page.
        captions: Captions of figures and tables.
        keywords: Keywords with their language.
    """

    title: str
    body: tuple[Section, ...] = ()
    abstracts: tuple[Abstract, ...] = ()
    captions: tuple[Caption, ...] = ()
    keywords: tuple[tuple[str | None, str], ...] = ()


@cache
def _packs() -> tuple[LanguagePack, ...]:
    return tuple(LanguagePack.load(code) for code in LanguagePack.included())


def abstract_reader(language: str | None, packs: Sequence[LanguagePack]) -> AbstractReader:
    """A function that tells the language of the abstract that a heading announces.

    Args:
        language: Language of the page, whose pack is asked first, for one word may do in two languages.
        packs: Packs beside the included ones, asked before them.

    Returns:
        A function from a heading to the code of a language, or to ``None`` when no pack knows it as one of an abstract.
    """
    ordered = sorted((*packs, *_packs()), key=lambda pack: pack.code != language)

    def read(heading: str) -> str | None:
        return next((pack.code for pack in ordered if pack.headings.is_abstract(heading)), None)

    return read


def make_abstract(language: str | None, found: Iterable[Line]) -> Abstract | None:
    """An abstract of the lines under its heading, ``None`` when there are none."""
    parts: Sequence[Section] = outline(found)
    return Abstract(language, tuple(parts)) if parts else None
