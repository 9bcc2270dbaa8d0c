"""Selection by the languages in which there is a full text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Literal, TypeVar

from clinicalbr.corpus._front import Source
from clinicalbr.corpus.selection import Drop, Refusal, Selection, select
from clinicalbr.errors import InputError
from clinicalbr.schema import Article

__all__ = ["by_language", "text_languages"]

S = TypeVar("S", bound=Source)


def text_languages(item: Source) -> tuple[str | None, ...]:
    """Languages in which there is a full text.

    A title or an abstract in a language is no full text.

    Args:
        item: An article or a record.

    Returns:
        Language codes, the original's first; for an article those whose body is there, for a record those that it
        states. ``None`` among them is a text that does not state its language.

    Examples:
        >>> from clinicalbr.schema import ArticleText, Provenance, Section
        >>> body = (Section("Caso", ("Homem, 54 anos.",)),)
        >>> translation = ArticleText("en", "A case")
        >>> article = Article(ArticleText("pt", "Relato", body), Provenance(source="jats"), (translation,))
        >>> text_languages(article)
        ('pt',)
    """
    if isinstance(item, Article):
        texts = (item.original, *item.translations)
        return tuple(dict.fromkeys(text.language for text in texts if text.has_body))
    return tuple(dict.fromkeys(item.text_languages))


def by_language(
    items: Iterable[S],
    languages: Collection[str],
    *,
    need: Literal["all", "any"] = "all",
    keep_unknown: bool = False,
    on_drop: Callable[[Drop], None] | None = None,
) -> Selection[S]:
    """Keep what has a full text in the wanted languages.

    Args:
        items: Articles or records, or the stage before.
        languages: Language codes, for instance ``("pt", "en")`` for a parallel corpus.
        need: ``"all"`` of the languages, or ``"any"`` of them.
        keep_unknown: Whether to keep an article with a text that does not state its language, as most of those of
            PubMed Central do.
        on_drop: Takes each dropped item; without it they are gathered in :attr:`Selection.drops`.

    Returns:
        What is kept, one at a time.

    Raises:
        InputError: No language is named, or one text stands in place of several.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> record = ArticleRecord("S1", Provenance(source="articlemeta"), text_languages=("pt",))
        >>> kept = by_language([record], ("pt", "en"))
        >>> list(kept), kept.stage.dropped
        ([], {'no full text in en': 1})
    """
    if isinstance(languages, str) or not languages:
        raise InputError(f"languages is {languages!r}", remedy='name languages in a tuple, for instance ("pt", "en")')
    if need not in ("all", "any"):
        raise InputError(f"need is {need!r}", remedy='write "all" or "any"')

    def judge(item: S) -> Refusal | None:
        found = text_languages(item)
        missing = [language for language in languages if language not in found]
        enough = not missing if need == "all" else len(missing) < len(languages)
        if enough or (keep_unknown and None in found):
            return None
        if not found:
            return Refusal("no full text")
        if None in found:
            return Refusal("language of the full text not stated")
        return Refusal(f"no full text in {', '.join(missing)}", f"there is one in {', '.join(filter(None, found))}")

    return select("language", items, judge, on_drop=on_drop)
