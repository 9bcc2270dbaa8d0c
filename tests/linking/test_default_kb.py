"""What the default knowledge base promises: names in three languages, published CUIs, one hierarchy for each kind."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from clinicalbr.linking import DISEASES, EXAMS, KnowledgeBase
from clinicalbr.linking._default_build import FLAGS, build, main, read_cuis, render
from clinicalbr.linking._names import abbreviation_key, case_decides, name_key, ordinary_words
from clinicalbr.schema import Concept

LANGUAGES = {"en", "pt", "es"}
DISEASE, EXAM = "C0012634", "CBR:diagnostic-exam"
UNLIKE_THE_LABEL = {"viral exanthem"}
"""Diseases that a person has read and that do not get the DOID of the same label (there a residual class of ICD)."""


@pytest.fixture(scope="module")
def path() -> Path:
    return Path(str(files("clinicalbr.linking") / "data" / "default_kb.jsonl"))


@pytest.fixture(scope="module")
def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def is_exam(concept: Concept) -> bool:
    return not EXAMS.isdisjoint(concept.types)


def test_header_counts_what_is_there(default_kb: KnowledgeBase, lines: list[dict[str, Any]]) -> None:
    counts = lines[0]["counts"]
    exams = sum(map(is_exam, default_kb))
    assert counts["concepts"] == len(default_kb) == counts["diseases"] + counts["exams"]
    assert (counts["diseases"], counts["exams"]) == (len(default_kb) - exams, exams)
    assert counts["diseases"] >= 2600
    assert counts["exams"] >= 900
    tables = [t for c in default_kb for t in (c.names, c.abbreviations, c.colloquial)]
    assert counts["names"] == sum(len(names) for table in tables for names in table.values())
    assert default_kb.release == "default-1"
    assert "No content of the UMLS" in default_kb.licence


def test_every_concept_is_either_a_disease_or_an_exam(default_kb: KnowledgeBase) -> None:
    for concept in default_kb:
        assert DISEASES.isdisjoint(concept.types) == is_exam(concept), concept.cui


def test_names_in_all_three_languages(default_kb: KnowledgeBase) -> None:
    for concept in default_kb:
        assert set(concept.names) == LANGUAGES, concept.cui
        for table in (concept.names, concept.abbreviations, concept.colloquial):
            assert set(table) <= LANGUAGES
            for language, names in table.items():
                assert names, (concept.cui, language)
                assert all(name == " ".join(name.split()) and name_key(name) for name in names), (concept.cui, names)
        for language in LANGUAGES:
            keys = [name_key(n) for t in (concept.names, concept.colloquial) for n in t.get(language, ())]
            assert len(set(keys)) == len(keys), (concept.cui, language, keys)


def test_identifiers(default_kb: KnowledgeBase) -> None:
    for concept in default_kb:
        assert re.fullmatch(r"C\d{7}|CBR:[a-z0-9]+(-[\w]+)*", concept.cui), concept.cui
        if concept.cui.startswith("CBR:"):
            assert concept.cui == "CBR:" + name_key(concept.preferred("en")).replace(" ", "-")


def test_one_root_for_each_kind_and_real_depth(default_kb: KnowledgeBase) -> None:
    graph = default_kb.graph
    assert [concept.cui for concept in default_kb if not graph.parents(concept.cui)] == [DISEASE, EXAM]
    depths = defaultdict(int)
    for concept in default_kb:
        above = graph.ancestors(concept.cui)
        root = EXAM if is_exam(concept) else DISEASE
        assert concept.cui == root or root in above, concept.cui
        assert not any(concept.cui in graph.ancestors(parent) for parent in graph.parents(concept.cui)), concept.cui
        depths[root] = max(depths[root], above.get(root, 0))
    assert min(depths.values()) >= 3


def test_parents_are_not_implied_by_one_another(default_kb: KnowledgeBase) -> None:
    graph = default_kb.graph
    for concept in default_kb:
        for one, two in combinations(graph.parents(concept.cui), 2):
            assert one not in graph.ancestors(two), concept.cui
            assert two not in graph.ancestors(one), concept.cui


def test_flags_and_agents(default_kb: KnowledgeBase) -> None:
    for concept in default_kb:
        assert concept.flags <= FLAGS
        assert not (is_exam(concept) and (concept.flags or concept.agents)), concept.cui
        own = {name_key(name) for name in concept.all_names()}
        assert own.isdisjoint(map(name_key, concept.agents)), concept.cui
    flagged = {flag: sum(flag in concept.flags for concept in default_kb) for flag in FLAGS}
    assert min(flagged.values()) >= 20
    (sprue,) = default_kb.find("tropical sprue")
    assert "tropical" in sprue.flags


def test_no_name_of_one_language_means_two_unrelated_concepts(default_kb: KnowledgeBase) -> None:
    ordinary = ordinary_words(LANGUAGES)
    holders: dict[tuple[bool, str, str], set[str]] = defaultdict(set)
    for concept in default_kb:
        for table in (concept.names, concept.colloquial):
            for language, names in table.items():
                for name in names:
                    holders[is_exam(concept), language, name_key(name)].add(concept.cui)
        for language, names in concept.abbreviations.items():
            for name in names:
                key = f"={abbreviation_key(name)}" if case_decides(name, ordinary) else name_key(name)
                holders[is_exam(concept), language, key].add(concept.cui)
    for key, cuis in holders.items():
        for one, two in combinations(sorted(cuis), 2):
            assert default_kb.graph.relation(one, two, 99), (key, one, two)


@pytest.mark.parametrize(
    ("name", "english"),
    [
        ("IAM", "myocardial infarction"), ("barriga d'água", "schistosomiasis"), ("mal de Hansen", "leprosy"),
        ("enfermedad de Chagas", "Chagas disease"), ("calazar", "visceral leishmaniasis"), ("SIDA", "AIDS"),
        ("DM2", "type 2 diabetes mellitus"), ("hemograma", "complete blood count"),
    ],
)  # fmt: skip
def test_names_that_clinicians_write(default_kb: KnowledgeBase, name: str, english: str) -> None:
    assert any(name_key(english) in map(name_key, c.all_names("en")) for c in default_kb.find(name)), name


def test_homographs_across_kinds_are_settled_by_type(default_kb: KnowledgeBase) -> None:
    assert len(default_kb.find("PCR")) == 2
    assert default_kb.restrict(DISEASES).find("PCR") == ()


def test_cuis_are_those_published_for_the_doid(lines: list[dict[str, Any]], shared_data: Path) -> None:
    cuis = read_cuis(shared_data / "kb" / "do" / "concepts.tsv")
    with_cui = [line for line in lines[1:] if not line["id"].startswith("CBR:")]
    assert len(with_cui) >= 1550
    for line in with_cui:
        assert line["id"] in cuis.by_doid[line["doid"]], line["id"]
    for line in lines[1:]:
        assert line.get("doid") is None or line["doid"] in cuis.by_doid, line["id"]


def test_doids_mean_what_our_names_say(lines: list[dict[str, Any]], shared_data: Path) -> None:
    """A DOID whose names all differ from ours must stand on a list that a person has read."""
    theirs: dict[str, set[str]] = defaultdict(set)
    labels = {}
    with (shared_data / "kb" / "do" / "concepts.tsv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            labels[row["doid"]] = row["label"]
            theirs[row["doid"]].add(name_key(row["label"]))
    with (shared_data / "kb" / "do" / "names.tsv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["lang"] == "en" and row["scope"] in ("L", "E"):
                theirs[row["doid"]].add(name_key(row["name"]))
    reviewed = json.loads((Path(__file__).parent / "reviewed_doids.json").read_text(encoding="utf-8"))
    differing = {
        line["doid"]: [labels[line["doid"]], line["names"]["en"][0]]
        for line in lines[1:]
        if line.get("doid") and theirs[line["doid"]].isdisjoint(map(name_key, line["names"]["en"]))
    }
    assert differing == reviewed


def test_several_cuis_of_one_doid_were_reviewed(lines: list[dict[str, Any]], shared_data: Path) -> None:
    """The lowest of several CUIs is often a residual class or another concept, so a person has chosen."""
    cuis = read_cuis(shared_data / "kb" / "do" / "concepts.tsv")
    assert cuis.unpublished() == []
    assert list(cuis.reviewed) == sorted(cuis.reviewed)
    held = {line["doid"]: line["id"] for line in lines[1:] if line.get("doid")}
    assert {doid for doid in held if len(cuis.by_doid[doid]) > 1} <= set(cuis.reviewed) <= set(held)
    for doid, cui in held.items():
        chosen = cuis.reviewed.get(doid, cui)
        assert cui == chosen if chosen else cui.startswith("CBR:"), doid


@pytest.mark.parametrize(
    ("name", "cui"),
    [
        ("vascular disease", "C0042373"), ("viral infectious disease", "C0042769"), ("cardiomyopathy", "C0878544"),
        ("skin disease", "C0037274"), ("hyperprolactinemia", "C0020514"), ("Legg-Calvé-Perthes disease", "C0023234"),
        ("prostate cancer", "C0376358"), ("gout", "C0018099"), ("schistosomiasis", "CBR:schistosomiasis"),
        ("urticaria", "CBR:urticaria"), ("cataract", "CBR:cataract"), ("osteoporosis", "C0029456"),
    ],
)  # fmt: skip
def test_cuis_mean_the_concept(default_kb: KnowledgeBase, name: str, cui: str) -> None:
    assert [c.cui for c in default_kb.find(name) if name_key(c.preferred("en")) == name_key(name)] == [cui]


def test_no_disease_of_ours_lacks_the_doid_of_its_name(lines: list[dict[str, Any]], shared_data: Path) -> None:
    with (shared_data / "kb" / "do" / "concepts.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    used = {line.get("doid") for line in lines[1:]}
    unused = {name_key(row["label"]) for row in rows if row["doid"] not in used}
    found = {
        line["names"]["en"][0]
        for line in lines[1:]
        if line["id"].startswith("CBR:")
        and EXAMS.isdisjoint(line["types"])
        and name_key(line["names"]["en"][0]) in unused
    }
    assert found == UNLIKE_THE_LABEL


def test_the_file_builds_to_itself(path: Path, shared_data: Path) -> None:
    drafts, ledger = build([path], read_cuis(shared_data / "kb" / "do" / "concepts.tsv"))
    assert ledger.conflicts == []
    assert render(drafts) == path.read_text(encoding="utf-8")


def test_the_command_writes_the_same_file(path: Path, shared_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "kb.jsonl"
    assert main([str(path), "--concepts", str(shared_data / "kb" / "do" / "concepts.tsv"), "--out", str(out)]) == 0
    assert out.read_bytes() == path.read_bytes()
