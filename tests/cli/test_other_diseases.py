"""Places of disease names in a text."""

from __future__ import annotations

import pytest

from clinicalbr.cli.other_diseases import DiseaseNames, default_disease_names
from clinicalbr.linking import KnowledgeBase
from clinicalbr.schema import Concept

KB = KnowledgeBase(
    [
        Concept("C1", {"pt": ("diabetes mellitus", "diabetes mellitus tipo 2"), "en": ("Alzheimer's disease",)}, types=("T047",)),
        Concept("C2", {"pt": ("sarampo", "gota")}, colloquial={"pt": ("ferida braba", "derrame")}, types=("T047",),
                abbreviations={"pt": ("SRP",)}),
        Concept("C3", {"pt": ("hemograma completo",)}, types=("T059",)),
        Concept("C4", {"pt": ("doença", "síndrome aguda")}, types=("T047",)),
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tem DIABETES  MELLITUS tipo 2 e sarampo.", ["DIABETES  MELLITUS tipo 2", "sarampo"]),
        ("Diabetes mellitus, tipo 2.", ["Diabetes mellitus"]),
        ("Alzheimer\u2019s disease", ["Alzheimer\u2019s disease"]),
        ("diabetes, mellitus; diabetes. Mellitus", []),
        ("Uma gota de soro; derrame; SRP; hemograma completo; doença; síndrome aguda", []),
        ("ferida braba", ["ferida braba"]),
        ("sarampos, presarampo", []),
        ("diabetes\nmellitus", ["diabetes\nmellitus"]),
        ("", []),
    ],
)
def test_whole_names_only_the_longest_first(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in DiseaseNames(KB)(text)] == expected


def test_names_of_the_default_base() -> None:
    text = "Irmã com artrite reumatoide; no exame, sem sinais de doença."
    assert [span.of(text) for span in default_disease_names()(text)] == ["artrite reumatoide"]
