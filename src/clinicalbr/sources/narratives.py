"""From the case texts of an article to clinical cases."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Article, ClinicalCase, DiagnosisSection, Presentation, TreatmentSection, Workup
from clinicalbr.sources.cases import CaseText, case_sections

__all__ = ["clinical_cases", "narrative_cases"]

_HASH_LETTERS = 16
_SECTIONS = {
    "presentation": Presentation,
    "workup": Workup,
    "diagnosis": DiagnosisSection,
    "treatment": TreatmentSection,
}


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
    return _cases(article, language, pack, fields=False)


def clinical_cases(
    article: Article, language: str | None = None, *, pack: LanguagePack | None = None
) -> tuple[ClinicalCase, ...]:
    """The cases of an article, in fields where the headings within a case tell which.

    Text under "Physical examination" fills the field of the physical examination, text under "Treatment" goes to the
    treatment, which no diagnostic task sees. What stands under no such heading is the narrative. Every paragraph of the
    case is in one place.

    Args:
        article: An article with full text.
        language: Language of the wanted text; ``None`` for the original.
        pack: Language pack whose headings count; see :func:`case_sections`.

    Returns:
        One case for each case text, with identifiers as in :func:`narrative_cases`. A case whose headings tell nothing
        but diagnosis and treatment stays a narrative, since it would have no text to ask about.

    Raises:
        EmptyArticleError: There is no text in that language, or no case in it.

    Examples:
        >>> from clinicalbr.schema import ArticleText, Provenance, Section
        >>> inner = (Section("Exame físico", ("Febril.",)), Section("Tratamento", ("Repouso.",)))
        >>> text = ArticleText("pt", "Dengue", (Section("Relato do caso", ("Mulher, 31 anos.",), inner),))
        >>> (case,) = clinical_cases(Article(text, provenance=Provenance(source="scielo", pid="S1")))
        >>> case.narrative, case.presentation.physical_exam, case.treatment.intervention
        ('Mulher, 31 anos.', 'Febril.', 'Repouso.')
    """
    return _cases(article, language, pack, fields=True)


def _cases(
    article: Article, language: str | None, pack: LanguagePack | None, *, fields: bool
) -> tuple[ClinicalCase, ...]:
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
                provenance=provenance,
                **(_in_fields(case) if fields else {"narrative": case.text}),
            )
        )
    return tuple(cases)


def _in_fields(case: CaseText) -> dict[str, Any]:
    """The parts of a case text by field; parts that fill one field come together in their order."""
    gathered: dict[str, dict[str, str]] = {}
    narrative: list[str] = []
    for part in case.parts:
        if part.field is None:
            narrative.append(part.text)
            continue
        section, _, name = part.field.partition(".")
        values = gathered.setdefault(section, {})
        values[name] = f"{values[name]}\n\n{part.text}" if name in values else part.text
    if not narrative and not gathered.keys() & {"presentation", "workup"}:
        return {"narrative": case.text}
    found: dict[str, Any] = {section: _SECTIONS[section](**values) for section, values in gathered.items()}
    return {**found, "narrative": "\n\n".join(narrative) or None}


def _stem(article: Article) -> str:
    provenance = article.provenance
    known = provenance.pmcid or provenance.pid or provenance.doi
    if known:
        safe = re.sub(r"[^A-Za-z0-9._-]+", "_", known).lstrip(".")
        if safe:
            return safe
    digest = provenance.sha256 or hashlib.sha256(repr(article.original).encode()).hexdigest()
    return digest[:_HASH_LETTERS]
