"""Hypothesis strategies for clinical text, gold targets and cases, for tests of one's own components.

They need the extra ``dev`` (hypothesis).
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from clinicalbr._optional import require
from clinicalbr.linking import KnowledgeBase
from clinicalbr.schema import ClinicalCase, DiagnosisSection, Presentation, Workup
from clinicalbr.testing.corpus import sample_corpus

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["clinical_cases", "clinical_texts", "disease_names", "noisy"]

_NOISE = (
    lambda text: text,
    str.upper,
    str.capitalize,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: text.replace(" ", "\u00a0"),
    lambda text: text.replace(" ", "  "),
    lambda text: text.replace(" ", "\n"),
    lambda text: text.replace("-", "\u2011"),
    lambda text: text[:3] + "\u00ad" + text[3:],
    lambda text: text[:2] + "\u200b" + text[2:],
    lambda text: "".join(f"&#{ord(char)};" if ord(char) > 127 else char for char in text),
    lambda text: "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)),
    lambda text: "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text),
)
"""Ways in which one name is written; each folds to the same string."""


def disease_names(language: str) -> SearchStrategy[str]:
    """Names of diseases of the default knowledge base.

    Args:
        language: ``"pt"``, ``"en"`` or ``"es"``.

    Returns:
        A strategy of names.

    Examples:
        >>> isinstance(disease_names("pt").example(), str)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    names = sorted({name for concept in KnowledgeBase.default().concepts for name in concept.names.get(language, ())})
    chosen: SearchStrategy[str] = st.sampled_from(names)
    return chosen


def noisy(name: str) -> SearchStrategy[str]:
    """Spellings of a name that a reader takes for the same: case, accents, Unicode forms, invisible characters.

    Args:
        name: The name.

    Returns:
        A strategy of spellings.

    Examples:
        >>> isinstance(noisy("sífilis").example(), str)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    spelled: SearchStrategy[str] = st.sampled_from(_NOISE).map(lambda change: change(name))
    return spelled


def clinical_texts(language: str) -> SearchStrategy[str]:
    """Paragraphs of the sample corpus, joined, cut and mixed.

    Args:
        language: ``"pt"`` or ``"en"``.

    Returns:
        A strategy of texts.

    Examples:
        >>> isinstance(clinical_texts("en").example(), str)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    pieces = sorted(
        {
            sentence
            for pair in sample_corpus()
            for texts in pair.in_language(language).texts().values()
            for text in texts
            for sentence in text.split(". ")
        }
    )
    texts: SearchStrategy[str] = st.lists(st.sampled_from(pieces), min_size=1, max_size=8).map(". ".join)
    return texts


def clinical_cases(language: str = "pt") -> SearchStrategy[ClinicalCase]:
    """Small cases with structured fields and a diagnosis.

    Args:
        language: ``"pt"`` or ``"en"``.

    Returns:
        A strategy of cases.

    Examples:
        >>> isinstance(clinical_cases().example(), ClinicalCase)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    text = clinical_texts(language)
    value = st.one_of(st.none(), text, st.lists(text, max_size=3).map(tuple))
    cases: SearchStrategy[ClinicalCase] = st.builds(
        ClinicalCase,
        case_id=st.from_regex(r"[a-z]{1,8}-[0-9]{1,4}", fullmatch=True),
        language=st.just(language),
        presentation=st.builds(
            Presentation, chief_complaint=text, physical_exam=value, hospital_course=value, final_diagnosis=st.none()
        ),
        workup=st.builds(Workup, laboratory=value, imaging=value),
        diagnosis=st.builds(DiagnosisSection, final_diagnosis_name=disease_names(language)),
    )
    return cases
