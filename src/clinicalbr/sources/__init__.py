"""Articles from files and catalogue records, and the case sections in them."""

from clinicalbr.sources.articlemeta import parse_articlemeta
from clinicalbr.sources.cases import CasePart, CaseText, case_section, case_sections
from clinicalbr.sources.jats import parse_jats, parse_jats_set
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.narratives import clinical_cases, narrative_cases

__all__ = [
    "CasePart",
    "CaseText",
    "XmlLimits",
    "case_section",
    "case_sections",
    "clinical_cases",
    "narrative_cases",
    "parse_articlemeta",
    "parse_jats",
    "parse_jats_set",
]
