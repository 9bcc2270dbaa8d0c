"""Scores of systems on cases, their pairing by case, and the ledger of what is missing."""

from clinicalbr.scores.jsonl import read_scores, write_scores
from clinicalbr.scores.ledger import LedgerRow
from clinicalbr.scores.pairing import ABSENT, Exclusion, PairedScores
from clinicalbr.scores.score import Score
from clinicalbr.scores.table import ScoreTable

__all__ = [
    "ABSENT",
    "Exclusion",
    "LedgerRow",
    "PairedScores",
    "Score",
    "ScoreTable",
    "read_scores",
    "write_scores",
]
