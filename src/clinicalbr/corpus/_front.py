"""What the front matter of an article and a catalogue record have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from clinicalbr.schema import Article, ArticleRecord, Provenance
from clinicalbr.text import fold_text

__all__ = ["Described", "Front", "Source", "front_of", "item_id", "plain"]

Source = Article | ArticleRecord
"""What the stages read: an article with its text, or a catalogue record without."""

_EXCERPT = 80
_LONGEST = 20_000
_SPACES = re.compile(r"[^\S\n]+")
# "RELATO DO CASO: Homem ..." within a running abstract; "Objetivo. Relatar ..." too.
_INLINE_HEADING = re.compile(r"(?:\A|(?<=[.;?!)]\s)|(?<=\n))([^\W\d_][^.:;\n]{2,60})(?::|\.(?=\s))")


class Described(Protocol):
    """Anything that says where it came from: an article, a record, a case."""

    @property
    def provenance(self) -> Provenance | None:
        """Where it came from."""


@dataclass(frozen=True, slots=True)
class Front:
    """What an article says of itself before its text begins.

    Args:
        titles: Titles in all languages.
        labels: Labels of the table of contents and subject categories.
        keywords: Keywords in all languages.
        abstracts: Abstracts in all languages.
        abstract_headings: Headings in the abstracts.
        journal: Name of the journal.
        plain_titles: The titles, folded; the next four likewise.
        document_type: Type in JATS words.
    """

    titles: tuple[str, ...]
    labels: tuple[str, ...]
    keywords: tuple[str, ...]
    abstracts: tuple[str, ...]
    abstract_headings: tuple[str, ...]
    journal: str
    document_type: str
    plain_titles: tuple[str, ...]
    plain_labels: tuple[str, ...]
    plain_keywords: tuple[str, ...]
    plain_abstracts: tuple[str, ...]
    plain_journal: tuple[str, ...]


def front_of(item: Source) -> Front:
    """The front matter of an article or a record.

    Args:
        item: The article or record.

    Returns:
        Its front matter; what is not there is empty.
    """
    if isinstance(item, Article):
        texts = (item.original, *item.translations)
        titles = (*(text.title for text in texts), *item.titles.values())
        labels, document_type = item.subjects, item.article_type
        keywords = tuple(word for _, word in item.keywords)
        abstracts = tuple(abstract.text for abstract in item.abstracts)
        stated = tuple(part.title for abstract in item.abstracts for part in abstract.sections if part.title)
    else:
        titles, document_type, stated = tuple(item.titles.values()), item.document_type, ()
        labels = (item.section,) if item.section else ()
        keywords = tuple(word for words in item.keywords.values() for word in words)
        abstracts = tuple(item.abstracts.values())
    abstracts = tuple(_SPACES.sub(" ", text[:_LONGEST]) for text in abstracts)
    inline = tuple(heading for text in abstracts for heading in _INLINE_HEADING.findall(text))
    titles = tuple(dict.fromkeys(filter(None, titles)))
    return Front(
        titles=titles,
        labels=labels,
        keywords=keywords,
        abstracts=abstracts,
        abstract_headings=(*stated, *inline),
        journal=item.provenance.journal or "",
        document_type=document_type,
        plain_titles=plain(titles),
        plain_labels=plain(labels),
        plain_keywords=plain(keywords),
        plain_abstracts=plain(abstracts),
        plain_journal=plain((item.provenance.journal or "",)),
    )


def plain(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts folded, with single spaces, and none longer than any title or abstract."""
    return tuple(" ".join(fold_text(text[:_LONGEST]).split()) for text in texts)


def item_id(item: object) -> str:
    """A name for an item, for people and logs.

    Args:
        item: An article, a record, a case, a journal, or anything else.

    Returns:
        The identifier of the case, else PMCID, PID, DOI or ISSN, with the collection before PID and ISSN; else the
        start of the title, or of what the item prints as.
    """
    provenance = getattr(item, "provenance", None)
    found = provenance if isinstance(provenance, Provenance) else None
    collection, pid, issn = (_stated(item, name) for name in ("collection", "pid", "issn"))
    pid = pid or (found.pid if found else None)
    prefix = f"{collection}:" if collection else ""
    names = (
        _stated(item, "case_id"),
        found and found.pmcid,
        pid and f"{prefix}{pid}",
        found and found.doi,
        issn and f"{prefix}{issn}",
        _stated(item, "title"),
    )
    return str(next(filter(None, names), None) or repr(item))[:_EXCERPT]


def _stated(item: object, name: str) -> str | None:
    value = getattr(item, name, None)
    return value if isinstance(value, str) else None
