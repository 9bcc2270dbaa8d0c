"""Knowledge bases for the tests of linking: a small one written here, and the default one."""

from __future__ import annotations

import pytest

from clinicalbr.linking import ConceptGraph, EntityLinker, KnowledgeBase
from clinicalbr.schema import Concept


@pytest.fixture(scope="session")
def small_kb() -> KnowledgeBase:
    """Seven concepts: an abbreviation of two diseases, homographs across types, a child and its parents."""
    concepts = [
        Concept("D0", {"en": ("infection",), "pt": ("infecção",)}, types=("T047",)),
        Concept("D1", {"en": ("dengue", "dengue fever"), "pt": ("dengue",)}, types=("T047",)),
        Concept(
            "D2",
            {"en": ("rheumatoid arthritis",), "pt": ("artrite reumatoide",)},
            abbreviations={"en": ("RA",), "pt": ("AR",)},
            types=("T047",),
        ),
        Concept(
            "D3",
            {"en": ("coronary artery disease",), "pt": ("doença arterial coronariana",)},
            abbreviations={"en": ("CAD",), "pt": ("DAC",)},
            types=("T047",),
        ),
        Concept(
            "D4",
            {"en": ("diabetic ketoacidosis",), "pt": ("cetoacidose diabética",)},
            abbreviations={"en": ("DKA",), "pt": ("CAD",)},
            colloquial={"pt": ("açúcar no sangue",)},
            types=("T047", "T046"),
        ),
        Concept("D5", {"en": ("sickle cell anemia",), "pt": ("anemia falciforme",)}, types=("T047",)),
        Concept("D6", {"en": ("anemia",), "pt": ("anemia",)}, types=("T047",)),
        Concept("E1", {"en": ("dengue",), "pt": ("sorologia para dengue",)}, types=("T059",)),
    ]
    graph = ConceptGraph.from_edges([("D1", "D0"), ("D5", "D6")])
    return KnowledgeBase(concepts, graph, name="small", release="small-1", licence="CC0 1.0")


@pytest.fixture(scope="session")
def default_kb() -> KnowledgeBase:
    return KnowledgeBase.default()


@pytest.fixture(scope="session")
def default_linker(default_kb: KnowledgeBase) -> EntityLinker:
    return EntityLinker(default_kb)
