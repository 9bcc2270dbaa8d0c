"""Articles from files and catalogue records, and the case sections in them."""

from clinicalbr.sources.articlemeta import parse_articlemeta
from clinicalbr.sources.cases import CaseText, case_section, case_sections
from clinicalbr.sources.jats import parse_jats, parse_jats_set
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.narratives import narrative_cases

__all__ = [
    "CaseText",
    "XmlLimits",
    "case_section",
    "case_sections",
    "narrative_cases",
    "parse_articlemeta",
    "parse_jats",
    "parse_jats_set",
]
