"""Articles from files and catalogue records, and the case sections in them."""

from clinicalbr.sources.answer import Answer
from clinicalbr.sources.articlemeta import parse_articlemeta
from clinicalbr.sources.articlemeta_client import ArticleMetaClient
from clinicalbr.sources.blocking import blocking
from clinicalbr.sources.cases import CaseText, case_section, case_sections
from clinicalbr.sources.catalogue import ArticleIdentifier, Change, Collection, Journal
from clinicalbr.sources.harvest import Harvest
from clinicalbr.sources.harvest_report import Damage, HarvestReport
from clinicalbr.sources.harvesting import Document, Item, Library, Listing, ListingPage
from clinicalbr.sources.jats import parse_jats, parse_jats_set
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.manifest import ManifestEntry
from clinicalbr.sources.manners import RetryPolicy, Timeouts
from clinicalbr.sources.narratives import narrative_cases
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = [
    "Answer",
    "AnswerKind",
    "ArticleIdentifier",
    "ArticleMetaClient",
    "CaseText",
    "Change",
    "Collection",
    "Damage",
    "Document",
    "Harvest",
    "HarvestReport",
    "Item",
    "Journal",
    "Library",
    "Listing",
    "ListingPage",
    "ManifestEntry",
    "RetryPolicy",
    "Service",
    "Session",
    "Timeouts",
    "XmlLimits",
    "blocking",
    "case_section",
    "case_sections",
    "narrative_cases",
    "parse_articlemeta",
    "parse_jats",
    "parse_jats_set",
]
