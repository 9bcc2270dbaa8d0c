"""Finding, masking and auditing of the mentions that give a gold answer away."""

from clinicalbr.masking.audit import audit_case, audit_prompt, audit_text, audit_texts
from clinicalbr.masking.cases import mask_case, mask_case_with_log, mask_pair
from clinicalbr.masking.exams import ExamTarget
from clinicalbr.masking.gold_file import read_gold_file
from clinicalbr.masking.leak_report import FieldLeaks, LeakReport, LeakWarning
from clinicalbr.masking.masked import Masked, MaskWarning
from clinicalbr.masking.masker import DEFAULT_TIERS, Masker
from clinicalbr.masking.report_html import LeakPage, html_fragment, html_page
from clinicalbr.masking.severity import Severity, severity
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.treatment import TreatmentTarget
from clinicalbr.masking.variants import Variant
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Leak, Redaction, RedactionLog, Tier

__all__ = [
    "DEFAULT_TIERS",
    "ExamTarget",
    "FieldLeaks",
    "GoldTarget",
    "Leak",
    "LeakPage",
    "LeakReport",
    "LeakWarning",
    "MaskWarning",
    "Masked",
    "Masker",
    "Redaction",
    "RedactionLog",
    "Severity",
    "Thresholds",
    "Tier",
    "TreatmentTarget",
    "Variant",
    "audit_case",
    "audit_prompt",
    "audit_text",
    "audit_texts",
    "html_fragment",
    "html_page",
    "mask_case",
    "mask_case_with_log",
    "mask_pair",
    "read_gold_file",
    "severity",
]
