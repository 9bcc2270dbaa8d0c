"""Finding, masking and auditing of the mentions that give a gold answer away."""

from clinicalbr.masking.audit import FieldLeaks, LeakReport, audit_case, audit_prompt, audit_text
from clinicalbr.masking.cases import mask_case, mask_case_with_log, mask_pair, with_exam_names
from clinicalbr.masking.gold_file import read_gold_file
from clinicalbr.masking.masker import DEFAULT_TIERS, Masked, Masker, MaskWarning
from clinicalbr.masking.report_html import html_page
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.variants import Variant
from clinicalbr.schema import Leak, Redaction, RedactionLog, Tier

__all__ = [
    "DEFAULT_TIERS",
    "FieldLeaks",
    "GoldTarget",
    "Leak",
    "LeakReport",
    "MaskWarning",
    "Masked",
    "Masker",
    "Redaction",
    "RedactionLog",
    "Tier",
    "Variant",
    "audit_case",
    "audit_prompt",
    "audit_text",
    "html_page",
    "mask_case",
    "mask_case_with_log",
    "mask_pair",
    "read_gold_file",
    "with_exam_names",
]
