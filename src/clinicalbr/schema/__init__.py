"""The values that all components share: cases, articles, concepts, leaks, predictions, verdicts, missingness."""

from clinicalbr.schema._base import FieldText, Record, texts_of
from clinicalbr.schema.article import Abstract, Article, ArticleRecord, ArticleText, Caption, Section
from clinicalbr.schema.attrition import Attrition, Stage
from clinicalbr.schema.case import (
    ClinicalCase,
    DiagnosisSection,
    DifferentialItem,
    ExamList,
    Presentation,
    ReasoningStep,
    TreatmentSection,
    Workup,
)
from clinicalbr.schema.concept import (
    Concept,
    ConceptRelations,
    Link,
    NoLink,
    Relation,
    RelationKind,
    ScoredConcept,
)
from clinicalbr.schema.eligibility import PAPER_ELIGIBILITY, eligible
from clinicalbr.schema.importers import (
    case_from_clinicalbr_row,
    case_from_fields,
    case_from_medcasereasoning_row,
)
from clinicalbr.schema.leak import Leak, Redaction, RedactionLog, Tier
from clinicalbr.schema.masked import MaskedCase, MaskedTreatmentCase
from clinicalbr.schema.missing import Parsed, Unparsed, UnparsedReason, Unscored, UnscoredReason
from clinicalbr.schema.pair import CasePair
from clinicalbr.schema.prediction import Prediction, Usage
from clinicalbr.schema.provenance import Provenance
from clinicalbr.schema.reading import RecordReader, read_any_cases, read_cases, read_records
from clinicalbr.schema.taxonomy import CaseType, DecsAnatomy, DecsDisease, Task, TropicalTags
from clinicalbr.schema.verdict import LikertVerdict, Verdict
from clinicalbr.schema.writing import json_schema, write_cases, write_records

__all__ = [
    "PAPER_ELIGIBILITY",
    "Abstract",
    "Article",
    "ArticleRecord",
    "ArticleText",
    "Attrition",
    "Caption",
    "CasePair",
    "CaseType",
    "ClinicalCase",
    "Concept",
    "ConceptRelations",
    "DecsAnatomy",
    "DecsDisease",
    "DiagnosisSection",
    "DifferentialItem",
    "ExamList",
    "FieldText",
    "Leak",
    "LikertVerdict",
    "Link",
    "MaskedCase",
    "MaskedTreatmentCase",
    "NoLink",
    "Parsed",
    "Prediction",
    "Presentation",
    "Provenance",
    "ReasoningStep",
    "Record",
    "RecordReader",
    "Redaction",
    "RedactionLog",
    "Relation",
    "RelationKind",
    "ScoredConcept",
    "Section",
    "Stage",
    "Task",
    "Tier",
    "TreatmentSection",
    "TropicalTags",
    "Unparsed",
    "UnparsedReason",
    "Unscored",
    "UnscoredReason",
    "Usage",
    "Verdict",
    "Workup",
    "case_from_clinicalbr_row",
    "case_from_fields",
    "case_from_medcasereasoning_row",
    "eligible",
    "json_schema",
    "read_any_cases",
    "read_cases",
    "read_records",
    "texts_of",
    "write_cases",
    "write_records",
]
