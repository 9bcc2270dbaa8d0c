"""Groups of UMLS semantic types: which concepts count as diseases and which as exams.

Codes and names are those of the UMLS Semantic Network (McCray et al. 2001, "Aggregating UMLS semantic types for
reducing conceptual complexity"). ``DISEASES`` is the group DISO without three of its types: experimental models
(``T050``), findings (``T033``) and signs or symptoms (``T184``). The last two hold far more strings than the rest and
attract diagnoses that they are only a part of; who wants them writes ``DISEASES | {"T033", "T184"}``.
"""

from __future__ import annotations

__all__ = ["DISEASES", "EXAMS"]

DISEASES: frozenset[str] = frozenset(
    {
        "T019",  # congenital abnormality
        "T020",  # acquired abnormality
        "T037",  # injury or poisoning
        "T046",  # pathologic function
        "T047",  # disease or syndrome
        "T048",  # mental or behavioural dysfunction
        "T049",  # cell or molecular dysfunction
        "T190",  # anatomical abnormality
        "T191",  # neoplastic process
    }
)
"""Semantic types of diagnoses."""

EXAMS: frozenset[str] = frozenset(
    {
        "T034",  # laboratory or test result
        "T059",  # laboratory procedure
        "T060",  # diagnostic procedure
    }
)
"""Semantic types of laboratory, imaging and other examinations."""
