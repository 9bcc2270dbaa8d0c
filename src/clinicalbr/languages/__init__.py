"""Language packs: everything that depends on a language, as data."""

from clinicalbr.languages.background import Background
from clinicalbr.languages.codes import language_code
from clinicalbr.languages.exams import Exam, ExamRules
from clinicalbr.languages.headings import HEADING_FIELDS, HeadingKind, Headings
from clinicalbr.languages.medicines import Medicine
from clinicalbr.languages.pack import PROMPT_TASKS, REPORT_FIELDS, REPORT_KEYS, LanguagePack
from clinicalbr.languages.reports import ReportWords, title_parts
from clinicalbr.languages.rules import (
    AcronymRules,
    Answers,
    Cues,
    Morphology,
    NameRules,
    NumberFormat,
    SentenceRules,
)
from clinicalbr.languages.treatment import TermClass, TreatmentRules

__all__ = [
    "HEADING_FIELDS",
    "PROMPT_TASKS",
    "REPORT_FIELDS",
    "REPORT_KEYS",
    "AcronymRules",
    "Answers",
    "Background",
    "Cues",
    "Exam",
    "ExamRules",
    "HeadingKind",
    "Headings",
    "LanguagePack",
    "Medicine",
    "Morphology",
    "NameRules",
    "NumberFormat",
    "ReportWords",
    "SentenceRules",
    "TermClass",
    "TreatmentRules",
    "language_code",
    "title_parts",
]
