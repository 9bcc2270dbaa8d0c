"""Metrics of one case: set match with hierarchy credit, cut-offs at k, any of several attempts."""

from clinicalbr.metrics.at_k import f1_at_k, recall_at_k
from clinicalbr.metrics.attempts import any_of_n
from clinicalbr.metrics.items import Item, top_k
from clinicalbr.metrics.measure import F1, Precision, Recall, SetMeasure, Target, parse_measure
from clinicalbr.metrics.setmatch import Match, Matching, SetMatch, set_match, set_match_many

__all__ = [
    "F1",
    "Item",
    "Match",
    "Matching",
    "Precision",
    "Recall",
    "SetMatch",
    "SetMeasure",
    "Target",
    "any_of_n",
    "f1_at_k",
    "parse_measure",
    "recall_at_k",
    "set_match",
    "set_match_many",
    "top_k",
]
