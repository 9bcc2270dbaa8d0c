"""Spans, offset maps, normalisation, sentences, clauses and quotes: text without domain knowledge."""

from clinicalbr.text.clauses import clauses
from clinicalbr.text.normalize import Folded, fold, fold_text, keep_case
from clinicalbr.text.offsets import Edit, OffsetMap, apply_edits
from clinicalbr.text.quotes import find_quote
from clinicalbr.text.sentences import sentences
from clinicalbr.text.spans import Span, SpanSet

__all__ = [
    "Edit",
    "Folded",
    "OffsetMap",
    "Span",
    "SpanSet",
    "apply_edits",
    "clauses",
    "find_quote",
    "fold",
    "fold_text",
    "keep_case",
    "sentences",
]
