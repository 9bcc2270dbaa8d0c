"""Finding concepts by name, and reading knowledge bases that are right and wrong."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import KnowledgeBaseError
from clinicalbr.linking import DISEASES, EXAMS, KnowledgeBase
from clinicalbr.schema import Concept, RelationKind

HEADER = {"format": "clinicalbr-kb/1", "name": "mine", "version": "mine-1", "licence": "CC0 1.0"}
DENGUE = {"id": "X1", "names": {"en": ["dengue"], "pt": ["dengue"]}, "types": ["T047"]}
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def _write(*lines: Any) -> Path:
        path = tmp_path / "kb.jsonl"
        texts = (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        return path

    return _write


def found(kb: KnowledgeBase, name: str) -> list[str]:
    return [concept.cui for concept in kb.find(name)]


@pytest.mark.parametrize(
    "name",
    ["Artrite reumatoide", "ARTRITE REUMATOIDE", "artrite  reumatoide", "artrite-reumatóide", "artrite reumatoide."],
)
def test_spelling_makes_no_difference(small_kb: KnowledgeBase, name: str) -> None:
    assert found(small_kb, name) == ["D2"]


def test_case_decides_for_short_abbreviations(small_kb: KnowledgeBase) -> None:
    assert found(small_kb, "AR") == found(small_kb, "A.R.") == ["D2"]
    assert found(small_kb, "ar") == found(small_kb, "Ar") == []


def test_case_decides_for_longer_abbreviations_only_where_they_are_words() -> None:
    concepts = [
        Concept("C1", {"pt": ("um",)}, abbreviations={"pt": ("ENTRE",)}),
        Concept("C2", {"pt": ("diabetes tipo 2",)}, abbreviations={"pt": ("DM2", "COVID-19")}),
    ]
    kb = KnowledgeBase(concepts)
    assert found(kb, "ENTRE") == ["C1"]
    assert found(kb, "entre") == []
    assert found(kb, "dm2") == found(kb, "covid 19") == ["C2"]


def test_what_a_name_is_decides_the_order() -> None:
    concepts = [
        Concept("C1", {"pt": ("um",)}, colloquial={"pt": ("derrame",)}),
        Concept("C2", {"pt": ("dois",)}, abbreviations={"pt": ("derrame",)}),
        Concept("C3", {"pt": ("três", "derrame")}),
        Concept("C5", {"pt": ("derrame",)}),
        Concept("C4", {"pt": ("Derrame",)}),
    ]
    assert found(KnowledgeBase(concepts), "derrame") == ["C4", "C5", "C3", "C2", "C1"]


def test_restriction_separates_homographs_and_keeps_the_hierarchy(small_kb: KnowledgeBase) -> None:
    assert found(small_kb, "dengue") == ["D1", "E1"]
    exams = small_kb.restrict(EXAMS)
    assert found(exams, "dengue") == ["E1"]
    relation = exams.graph.relation("D0", "D1", 1)
    assert relation is not None
    assert relation.kind is RelationKind.ANCESTOR
    assert (exams.name, exams.release, exams.licence) == ("small", "small-1", "CC0 1.0")


def test_a_concept_stays_when_any_type_is_wanted(small_kb: KnowledgeBase) -> None:
    assert "D4" in small_kb.restrict({"T046"})
    assert len(small_kb.restrict({"T046"})) == 1
    assert len(small_kb.restrict(())) == 0


def test_names_of(small_kb: KnowledgeBase) -> None:
    names = ("diabetic ketoacidosis", "cetoacidose diabética", "DKA", "CAD", "açúcar no sangue")
    assert small_kb.names_of("D4") == small_kb.names_of("Cetoacidose diabetica") == names
    assert small_kb.names_of("nothing") == ()
    assert small_kb.restrict(EXAMS).names_of("dengue") == ("dengue", "sorologia para dengue")


def test_get_contains_and_order(small_kb: KnowledgeBase) -> None:
    assert small_kb.get("D1") is small_kb.concepts[1]
    assert small_kb.get("none") is None
    assert "D1" in small_kb
    assert [concept.cui for concept in small_kb] == [concept.cui for concept in small_kb.concepts]
    assert repr(small_kb) == "KnowledgeBase('small', release 'small-1', 8 concepts)"


def test_two_concepts_with_one_identifier_are_refused() -> None:
    with pytest.raises(KnowledgeBaseError, match="two concepts are called 'C1'"):
        KnowledgeBase([Concept("C1", {"en": ("a",)}), Concept("C1", {"en": ("b",)})])


@given(st.text())
def test_any_text_may_be_looked_up(small_kb: KnowledgeBase, text: str) -> None:
    assert isinstance(small_kb.find(text), tuple)
    assert small_kb.find(text) == small_kb.find(f" {text} ")


def test_semantic_types_of_diseases_and_exams_are_apart() -> None:
    assert not DISEASES & EXAMS


def test_default_is_loaded_once_and_survives_pickling(default_kb: KnowledgeBase) -> None:
    assert KnowledgeBase.default() is default_kb
    assert len(pickle.loads(pickle.dumps(default_kb))) == len(default_kb)


def test_own_form(write: Write) -> None:
    full = DENGUE | {
        "abbreviations": {"pt": ["DG"]}, "colloquial": {"pt": ["febre quebra-ossos"]}, "agents": ["DENV"],
        "parents": ["X2"], "flags": ["tropical"], "doid": "DOID:12205",
    }  # fmt: skip
    kb = KnowledgeBase.from_jsonl(write(HEADER | {"counts": {"concepts": 2}}, full, "", DENGUE | {"id": "X2"}))
    assert (kb.name, kb.release, kb.licence) == ("mine", "mine-1", "CC0 1.0")
    concept = kb.concepts[0]
    assert concept.all_names("pt") == ("dengue", "DG", "febre quebra-ossos")
    assert (concept.agents, concept.flags, concept.types) == (("DENV",), frozenset({"tropical"}), ("T047",))
    assert kb.graph.parents("X1") == ("X2",)


def test_line_separators_inside_a_name_do_not_end_a_line(write: Write) -> None:
    kb = KnowledgeBase.from_jsonl(write(HEADER, DENGUE | {"names": {"en": ["dengue\u2028fever\u0085"]}}))
    assert found(kb, "dengue fever") == ["X1"]


def test_scispacy_form(write: Write) -> None:
    lines = [
        {"concept_id": "C0000039", "aliases": ["DPPC", "", "DPPC"], "types": ["T109"], "canonical_name": "lecithin", "definition": "a lipid"},
        {"concept_id": "C0000052", "canonical_name": "branching enzyme", "types": ["T116"], "aliases": None},
    ]  # fmt: skip
    kb = KnowledgeBase.from_jsonl(write(*lines), language="es")
    assert (kb.name, kb.release, kb.licence) == ("kb", "unstated", "unstated")
    assert kb.concepts[0].names == {"es": ("lecithin", "DPPC")}
    assert kb.concepts[1].types == ("T116",)
    assert len(kb.graph) == 0


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "kb.jsonl is empty"),
        (["{"], r"kb.jsonl, line 1: not JSON"),
        (["[" * 100_000], r"kb.jsonl, line 1: not JSON"),
        ([[1]], r"kb.jsonl, line 1: not a JSON object"),
        ([DENGUE], r"kb.jsonl, line 1: neither a header nor a concept .* Remedy: begin with"),
        ([HEADER | {"format": "other/9"}], r"line 1: format 'other/9' is unknown"),
        ([HEADER | {"licence": " "}], r"line 1: 'licence' is ' ', not a text"),
        ([HEADER | {"licens": "x"}], r"line 1: unknown key 'licens'"),
        ([HEADER, DENGUE | {"synonyms": []}], r"line 2: unknown key 'synonyms'"),
        ([HEADER, DENGUE, DENGUE], r"line 3: identifier 'X1' stands on line 2 too"),
        ([HEADER, {"id": "X1", "names": {"en": []}}], r"line 2: 'X1' has no name"),
        ([HEADER, {"names": {"en": ["a"]}}], r"line 2: 'id' is None"),
        ([HEADER, {"id": "X1", "names": ["a"]}], r"line 2: 'names' is not an object"),
        ([HEADER, {"id": "X1", "names": {"en": ["a", " "]}}], r"line 2: 'names.en' is not a list of texts"),
        ([HEADER, {"id": "X1", "names": {"en": "dengue"}}], r"line 2: 'names.en' is not a list of texts"),
        ([HEADER, {"id": "X1", "names": {"en": ["a", "a"]}}], r"line 2: 'names.en' holds a text twice"),
        ([HEADER, DENGUE | {"types": [47]}], r"line 2: 'types' is not a list of texts"),
        ([HEADER, "", DENGUE | {"parents": ["X9"]}], r"line 3: 'X1' is below 'X9', which the file does not hold"),
        ([HEADER, DENGUE | {"parents": ["X1"]}], r"line 2: 'X1' is its own parent"),
        ([HEADER | {"counts": {"concepts": 2}}, DENGUE], r"line 1: the header counts 2 concepts and the file holds 1"),
        ([HEADER | {"counts": []}, DENGUE], r"line 1: the header counts None concepts"),
        ([{"concept_id": "C1", "canonical_name": "a"}, {"concept_id": "C1", "canonical_name": "b"}], r"line 2: .*twice"),
        ([{"concept_id": "C1", "canonical_name": "a"}, {"concept_id": "C2"}], r"line 2: 'canonical_name' is None"),
        ([{"concept_id": "C1", "canonical_name": "a", "aliases": "dengue"}], r"line 1: 'aliases' is not a list of texts"),
        ([{"concept_id": "C1", "canonical_name": "a", "aliases": ["b", 3]}], r"line 1: 'aliases' is not a list of texts"),
        ([{"concept_id": "C1", "canonical_name": "a", "types": "T047"}], r"line 1: 'types' is not a list of texts"),
        ([{"concept_id": " C1", "canonical_name": "a"}], r"line 1: 'concept_id' is ' C1', with white space"),
        ([HEADER, DENGUE | {"id": "X1 "}], r"line 2: 'id' is 'X1 ', with white space"),
        ([HEADER, '{"id": ' + "9" * 5000 + "}"], r"line 2: not JSON"),
    ],
)  # fmt: skip
def test_wrong_files_are_named_with_line_and_remedy(write: Write, lines: list[Any], message: str) -> None:
    with pytest.raises(KnowledgeBaseError, match=message) as caught:
        KnowledgeBase.from_jsonl(write(*lines))
    assert caught.value.remedy


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match="cannot be read"):
        KnowledgeBase.from_jsonl(tmp_path / "none.jsonl")
    with pytest.raises(KnowledgeBaseError, match="cannot be read"):
        KnowledgeBase.from_jsonl(tmp_path)
    binary = tmp_path / "kb.bin"
    binary.write_bytes(b"\x80\x04\x95\xff\x00")
    with pytest.raises(KnowledgeBaseError, match=r"kb\.bin is not UTF-8"):
        KnowledgeBase.from_jsonl(binary)
