"""From the case texts of an article to clinical cases."""

from __future__ import annotations

import hashlib
import re

from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Article, ClinicalCase
from clinicalbr.sources.cases import case_sections

__all__ = ["narrative_cases"]

_HASH_LETTERS = 16


def narrative_cases(
    article: Article, language: str | None = None, *, pack: LanguagePack | None = None
) -> tuple[ClinicalCase, ...]:
    """The cases of an article as free text.

    Args:
        article: An article with full text.
        language: Language of the wanted text; ``None`` for the original.
        pack: Language pack whose headings count; see :func:`case_sections`.

    Returns:
        One case for each case text. The identifier is the article's (PMCID, else PID, else DOI, else the hash of the
        file), the same in every language, with ``-1``, ``-2`` when there are several cases.

    Raises:
        EmptyArticleError: There is no text in that language, or no case in it.

    Examples:
        >>> from clinicalbr.schema import ArticleText, Provenance, Section
        >>> text = ArticleText("pt", "Dengue: relato de caso", (Section("Relato do caso", ("Mulher, 31 anos.",)),))
        >>> article = Article(text, provenance=Provenance(source="scielo", doi="10.1590/s0000-2018"))
        >>> [(case.case_id, case.narrative) for case in narrative_cases(article)]
        [('10.1590_s0000-2018', 'Mulher, 31 anos.')]
    """
    texts = case_sections(article, language, pack=pack)
    text = article.text_in(language)
    stem = _stem(article)
    cases = []
    for number, case in enumerate(texts, 1):
        title = text.title if text else ""
        provenance = article.provenance.model_copy(
            update={
                "language": case.language,
                "title": title or article.provenance.title,
                "doi": (text.doi if text else None) or article.provenance.doi,
            }
        )
        cases.append(
            ClinicalCase(
                case_id=f"{stem}-{number}" if len(texts) > 1 else stem,
                language=case.language,
                title=title or None,
                narrative=case.text,
                provenance=provenance,
            )
        )
    return tuple(cases)


def _stem(article: Article) -> str:
    provenance = article.provenance
    known = provenance.pmcid or provenance.pid or provenance.doi
    if known:
        safe = re.sub(r"[^A-Za-z0-9._-]+", "_", known).lstrip(".")
        if safe:
            return safe
    digest = provenance.sha256 or hashlib.sha256(repr(article.original).encode()).hexdigest()
    return digest[:_HASH_LETTERS]
