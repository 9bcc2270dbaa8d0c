"""Knowledge bases, their hierarchy, and the linking of mentions to concepts."""

from clinicalbr.linking.encoders import CharNgramEncoder, Encoder
from clinicalbr.linking.graph import ConceptGraph
from clinicalbr.linking.index import FlatIndex, VectorIndex
from clinicalbr.linking.knowledge_base import KnowledgeBase
from clinicalbr.linking.linker import EntityLinker
from clinicalbr.linking.semantic_types import DISEASES, EXAMS

__all__ = [
    "DISEASES",
    "EXAMS",
    "CharNgramEncoder",
    "ConceptGraph",
    "Encoder",
    "EntityLinker",
    "FlatIndex",
    "KnowledgeBase",
    "VectorIndex",
]
