"""What a client of full texts hands back: the file, where it came from, and the article in it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum

from clinicalbr.schema import Article
from clinicalbr.sources.harvesting import Document

__all__ = ["FullText", "Miss", "NoFullText", "TextFormat"]


class TextFormat(StrEnum):
    """Format of a full text, the richest first.

    Examples:
        >>> TextFormat("jats").is_xml, TextFormat.LEGACY_HTML.is_xml
        (True, False)
    """

    SPS = "sps"
    JATS = "jats"
    HTML = "html"
    LEGACY_HTML = "legacy-html"

    @property
    def is_xml(self) -> bool:
        """Whether it is XML, which keeps section types, languages and the licence."""
        return self in (TextFormat.SPS, TextFormat.JATS)


@dataclass(frozen=True, slots=True)
class Miss:
    """An address that was asked for a full text and gave none.

    Args:
        url: The address, without secrets.
        reason: What was there instead.

    Examples:
        >>> print(Miss("https://example.org/?format=xml", "a web page in place of XML"))
        https://example.org/?format=xml: a web page in place of XML
    """

    url: str
    reason: str

    def __str__(self) -> str:
        return f"{self.url}: {self.reason}"


@dataclass(frozen=True, slots=True)
class FullText:
    """The full text of an article as a service gave it. It always has a body: front matter alone is no full text.

    Args:
        identifier: The identifier that was asked for, in its usual spelling.
        format: What was got.
        url: Address that answered in the end.
        content: The file.
        article: What was read from it.
        misses: Better addresses that gave no full text, in the order in which they were asked.

    Examples:
        >>> from clinicalbr.schema import ArticleText, Provenance
        >>> article = Article(ArticleText("pt", "Relato"), provenance=Provenance(source="scielo", licence="CC BY 4.0"))
        >>> text = FullText("S1", TextFormat.SPS, "https://example.org/", b"<article/>", article)
        >>> text.licence, text.sha256[:8]
        ('CC BY 4.0', '3300d3ff')
    """

    identifier: str
    format: TextFormat
    url: str
    content: bytes = field(repr=False)
    article: Article = field(repr=False)
    misses: tuple[Miss, ...] = ()

    def document(self) -> Document:
        """The file as a harvest stores it.

        Returns:
            File, ending of its name, address and licence.

        Examples:
            >>> from clinicalbr.schema import ArticleText, Provenance
            >>> article = Article(ArticleText("pt", "Relato"), provenance=Provenance(source="scielo"))
            >>> FullText("S1", TextFormat.LEGACY_HTML, "https://example.org/", b"<html/>", article).document().suffix
            '.html'
        """
        return Document(self.content, ".xml" if self.format.is_xml else ".html", self.url, self.licence)

    @property
    def licence(self) -> str | None:
        """Licence as far as the file states one, for instance ``"CC BY 4.0"``."""
        return self.article.licence

    @property
    def sha256(self) -> str:
        """Hash of the file."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class NoFullText:
    """One of many articles asked for at once, without full text.

    Args:
        identifier: The identifier that was asked for, in its usual spelling.
        reason: ``"not found"`` (the service sent nothing for it), ``"front matter only"``, or ``"unreadable"`` (also:
            too large).
        detail: What the service said, or what is wrong with the file.

    Examples:
        >>> NoFullText("PMC1", "not found").detail
        ''
    """

    identifier: str
    reason: str
    detail: str = ""
