"""Selection of case reports, by the document type and by what title, labels and headings say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from clinicalbr.corpus._front import Source
from clinicalbr.corpus.evidence import Evidence, EvidenceFinder
from clinicalbr.corpus.selection import Drop, Refusal, Selection, select
from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Article

__all__ = ["KindVerdict", "by_type", "report_kind"]

S = TypeVar("S", bound=Source)
E = Evidence
# The order is that in which they are looked at; what outweighs each is beside it.
_AGAINST: tuple[tuple[Evidence, frozenset[Evidence]], ...] = (
    (E.ANOTHER_TYPE, frozenset()),
    (E.ABOUT, frozenset()),
    (E.ANOTHER_SUBJECT, frozenset({E.HEADING, E.TITLE})),
    (E.WEAK_TYPE, frozenset({E.HEADING, E.TITLE})),
    (E.ANOTHER_KIND, frozenset({E.HEADING, E.TITLE})),
    (E.STUDY, frozenset({E.TITLE})),
    (E.STUDY_WITH_CASE, frozenset({E.TITLE, E.LABEL, E.TYPE})),
    (E.ANOTHER_ABSTRACT, frozenset({E.HEADING, E.TITLE, E.ABSTRACT_HEADING, E.ABSTRACT})),
    (E.STUDY_ABSTRACT, frozenset({E.HEADING, E.TITLE, E.LABEL, E.ABSTRACT, E.ABSTRACT_PATIENT})),
)
_ENOUGH = (E.HEADING, E.TITLE, E.LABEL, E.TYPE, E.ABSTRACT_HEADING, E.ABSTRACT, E.ABSTRACT_PATIENT)
_ENOUGH_TOGETHER = ((E.KEYWORD, E.PATIENT), (E.VAGUE_HEADING, E.PATIENT), (E.WEAK_TITLE, E.PATIENT))
# A record has no text in which a patient could be looked for.
_ENOUGH_IN_RECORD = (E.WEAK_TITLE,)


@dataclass(frozen=True, slots=True)
class KindVerdict:
    """Whether an article is a case report.

    Args:
        is_case_report: The verdict.
        reason: What decided, in words that can be counted.
        evidence: All signs for and against, each with what was found.

    Examples:
        >>> KindVerdict(True, "heading").is_case_report
        True
    """

    is_case_report: bool
    reason: str
    evidence: Mapping[Evidence, str] | None = None


def _decide(evidence: Mapping[Evidence, str], *, has_text: bool) -> tuple[bool, str]:
    for against, stronger in _AGAINST:
        if against in evidence and not stronger & evidence.keys():
            return False, against.value
    for sign in _ENOUGH if has_text else (*_ENOUGH, *_ENOUGH_IN_RECORD):
        if sign in evidence:
            return True, sign.value
    for signs in _ENOUGH_TOGETHER:
        if all(sign in evidence for sign in signs):
            return True, " and ".join(sign.value for sign in signs)
    return False, "no sign of a case report"


@lru_cache(maxsize=1)
def _included() -> EvidenceFinder:
    return EvidenceFinder()


def _has_text(item: Source) -> bool:
    return isinstance(item, Article) and item.original.has_body


def report_kind(item: Source, *, finder: EvidenceFinder | None = None) -> KindVerdict:
    """Whether an article or a record is a case report, and what says so.

    The document type is wrong both ways: meetings, trials and animals are filed as case reports, and case reports as
    research. What the text and the title say goes first; the type decides when nothing speaks against it.

    Args:
        item: The article or record. With its text an article is judged by more.
        finder: Finds the signs; ``None`` for one with all packs that come with clinicalbr.

    Returns:
        The verdict. Reports on animals can be case reports; see :func:`drop_flagged`.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> titles = {"pt": "Mixoma atrial: relato de caso"}
        >>> verdict = report_kind(ArticleRecord("S1", Provenance(source="articlemeta"), titles=titles))
        >>> verdict.is_case_report, verdict.reason
        (True, 'title')
    """
    evidence = (finder or _included()).find(item)
    is_case_report, reason = _decide(evidence, has_text=_has_text(item))
    return KindVerdict(is_case_report, reason, evidence)


def by_type(
    items: Iterable[S],
    *,
    packs: Sequence[LanguagePack] | None = None,
    on_drop: Callable[[Drop], None] | None = None,
) -> Selection[S]:
    """Keep case reports.

    Args:
        items: Articles or records, or the stage before.
        packs: Language packs whose words count; ``None`` for all that come with clinicalbr.
        on_drop: Takes each dropped item; without it they are gathered in :attr:`Selection.drops`.

    Returns:
        What is kept, one at a time. The reason of a dropped item is the sign that decided; see :func:`report_kind`.

    Examples:
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> record = ArticleRecord(
        ...     "S1", Provenance(source="articlemeta"), document_type="case-report",
        ...     titles={"pt": "Consulta de enfermagem: relato de experiência"},
        ... )
        >>> kept = by_type([record])
        >>> list(kept), kept.stage.dropped
        ([], {'about a meeting or teaching': 1})
    """
    finder = EvidenceFinder(packs)

    def judge(item: S) -> Refusal | None:
        evidence = finder.find(item)
        is_case_report, reason = _decide(evidence, has_text=_has_text(item))
        if is_case_report:
            return None
        return Refusal(reason, next((what for sign, what in evidence.items() if sign.value == reason), ""))

    return select("type", items, judge, on_drop=on_drop)
