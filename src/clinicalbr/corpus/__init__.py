"""Selection of the case reports of a corpus: stages over articles and records, and what each of them drops."""

from clinicalbr.corpus.duplicates import drop_duplicates
from clinicalbr.corpus.evidence import Evidence, EvidenceFinder
from clinicalbr.corpus.flags import Flag, drop_flagged, report_flags
from clinicalbr.corpus.journals import HEALTH_SCIENCES, ListedJournal, by_subject_area
from clinicalbr.corpus.kinds import KindVerdict, by_type, report_kind
from clinicalbr.corpus.licences import Redistribution, by_licence, redistribution
from clinicalbr.corpus.selection import Drop, Refusal, Selection, select
from clinicalbr.corpus.texts import by_language, text_languages
from clinicalbr.corpus.years import by_year

__all__ = [
    "HEALTH_SCIENCES",
    "Drop",
    "Evidence",
    "EvidenceFinder",
    "Flag",
    "KindVerdict",
    "ListedJournal",
    "Redistribution",
    "Refusal",
    "Selection",
    "by_language",
    "by_licence",
    "by_subject_area",
    "by_type",
    "by_year",
    "drop_duplicates",
    "drop_flagged",
    "redistribution",
    "report_flags",
    "report_kind",
    "select",
    "text_languages",
]
