"""What the readers of the two kinds of article pages have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Abstract, Caption, Section
from clinicalbr.sources._html_flow import Line, outline

__all__ = ["PageText", "abstract_language", "make_abstract"]


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


def abstract_language(heading: str, language: str | None) -> str | None:
    """Language of the abstract that a heading announces.

    Args:
        heading: The heading.
        language: Language of the page, whose pack is asked first, for one word may do in two languages.

    Returns:
        Two letters, or ``None`` when it is no heading of an abstract in a language that has a pack.
    """
    packs = sorted(_packs(), key=lambda pack: pack.code != language)
    return next((pack.code for pack in packs if pack.headings.is_abstract(heading)), None)


def make_abstract(language: str | None, found: Iterable[Line]) -> Abstract | None:
    """An abstract of the lines under its heading, ``None`` when there are none."""
    parts: Sequence[Section] = outline(found)
    return Abstract(language, tuple(parts)) if parts else None
