"""Articles from files, catalogue records and services, and the case sections in them."""

from clinicalbr.sources._pmc_oa import OARecord
from clinicalbr.sources._pmc_store import StoredArticle
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.articlemeta import parse_articlemeta
from clinicalbr.sources.articlemeta_client import ArticleMetaClient
from clinicalbr.sources.blocking import blocking
from clinicalbr.sources.cases import CasePart, CaseText, case_section, case_sections
from clinicalbr.sources.catalogue import ArticleIdentifier, Change, Collection, Journal
from clinicalbr.sources.europe_pmc import EuropePMCClient, EuropePMCRecord, case_report_query
from clinicalbr.sources.firecrawl import FirecrawlClient, ScrapedPage
from clinicalbr.sources.fulltext import FullText, Miss, NoFullText, TextFormat
from clinicalbr.sources.harvest import Harvest
from clinicalbr.sources.harvest_report import Damage, HarvestReport
from clinicalbr.sources.harvesting import Document, Item, Library, Listing, ListingPage
from clinicalbr.sources.jats import parse_jats, parse_jats_set
from clinicalbr.sources.licence_groups import LicenceGroup, licence_group
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.manifest import ManifestEntry
from clinicalbr.sources.manners import RetryPolicy, Timeouts
from clinicalbr.sources.narratives import clinical_cases, narrative_cases
from clinicalbr.sources.pmc import PMCClient
from clinicalbr.sources.scielo_full_text import SciELOFullText
from clinicalbr.sources.scielo_html import parse_scielo_html
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = [
    "Answer",
    "AnswerKind",
    "ArticleIdentifier",
    "ArticleMetaClient",
    "CasePart",
    "CaseText",
    "Change",
    "Collection",
    "Damage",
    "Document",
    "EuropePMCClient",
    "EuropePMCRecord",
    "FirecrawlClient",
    "FullText",
    "Harvest",
    "HarvestReport",
    "Item",
    "Journal",
    "Library",
    "LicenceGroup",
    "Listing",
    "ListingPage",
    "ManifestEntry",
    "Miss",
    "NoFullText",
    "OARecord",
    "PMCClient",
    "RetryPolicy",
    "SciELOFullText",
    "ScrapedPage",
    "Service",
    "Session",
    "StoredArticle",
    "TextFormat",
    "Timeouts",
    "XmlLimits",
    "blocking",
    "case_report_query",
    "case_section",
    "case_sections",
    "clinical_cases",
    "licence_group",
    "narrative_cases",
    "parse_articlemeta",
    "parse_jats",
    "parse_jats_set",
    "parse_scielo_html",
]
