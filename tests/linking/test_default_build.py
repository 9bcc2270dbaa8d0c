"""Parts by several hands become one base; what cannot be settled by rule is reported and nothing is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clinicalbr.linking import KnowledgeBase
from clinicalbr.linking._default_build import Cuis, build, main, render

CUIS = Cuis(
    {
        "DOID:1": ("C0000001",), "DOID:2": ("C0000002", "C0000003"), "DOID:3": ("C0000002",), "DOID:4": ("C0000002",),
        "DOID:5": (), "DOID:6": ("C0000006", "C0000007"), "DOID:7": ("C0000006", "C0000008"),
    },
    {f"DOID:{number}": number != 3 for number in range(1, 8)},
)  # fmt: skip
ROOT = {"names": {"en": ["disease"], "pt": ["doença"], "es": ["enfermedad"]}, "doid": "DOID:1", "types": ["T047"]}
Build = Callable[..., tuple[list[Any], Any]]


def entry(name: str, *more: str, parents: tuple[str, ...] = ("disease",), **other: Any) -> dict[str, Any]:
    names = {"en": [name, *more], "pt": [f"{name} pt"], "es": [f"{name} es"]}
    return {"names": names, "types": ["T047"], "parents": list(parents)} | other


@pytest.fixture
def built(tmp_path: Path) -> Build:
    def _built(*parts: list[dict[str, Any]]) -> tuple[list[Any], Any]:
        paths = []
        for number, part in enumerate(parts):
            path = tmp_path / f"part{number}.jsonl"
            path.write_text("".join(json.dumps(line) + "\n" for line in part) + "\n", encoding="utf-8")
            paths.append(path)
        return build(paths, CUIS)

    return _built


def test_parts_merge_by_name_and_by_doid(built: Build) -> None:
    one = entry("flu", "influenza", agents=["virus A"], flags=["endemic"], abbreviations={"en": ["IAV"]})
    two = entry("influenza", "grippe", doid="DOID:5", colloquial={"pt": ["Influenza PT", "gripe", "Gripe"]})
    three = entry("flu disease", doid="DOID:5", parents=("flu",))
    drafts, ledger = built([ROOT, one], [two, three])
    assert not ledger.conflicts
    merged = next(draft for draft in drafts if draft.title == "influenza")
    assert [draft.title for draft in drafts] == ["disease", "influenza"]
    assert merged.names["en"] == ["influenza", "grippe", "flu disease", "flu"]
    assert (merged.agents, merged.flags, merged.abbreviations) == (["virus A"], ["endemic"], {"en": ["IAV"]})
    assert merged.colloquial == {"pt": ["gripe"]}
    assert (merged.id, merged.parents) == ("CBR:influenza", ["C0000001"])
    assert sum(note.startswith("merged") for note in ledger.notes) == 2


def test_different_doids_are_never_merged(built: Build) -> None:
    _, ledger = built([ROOT, entry("a", "b", doid="DOID:2"), entry("b", doid="DOID:5")])
    assert [conflict.split(" (")[0] for conflict in ledger.conflicts] == ["en 'b' names 'a'"]


def test_an_exam_and_a_disease_of_one_name_stay_apart_but_need_two_identifiers(built: Build) -> None:
    root = entry("exam", parents=(), types=["T060"])
    drafts, ledger = built([ROOT, root, entry("pcr"), entry("pcr", parents=("exam",), types=["T059"])])
    assert [(draft.title, draft.exam) for draft in drafts] == [
        ("disease", False), ("pcr", False), ("exam", True), ("pcr", True),
    ]  # fmt: skip
    assert len(ledger.conflicts) == 1
    assert "gets CBR:pcr" in ledger.conflicts[0]


def test_one_cui_for_several_doids(built: Build) -> None:
    """The one with a further CUI takes that; the ontology's own statement goes before a mapping; the rest get none."""
    drafts, ledger = built(
        [ROOT, entry("two", doid="DOID:2"), entry("three", doid="DOID:3"), entry("four", doid="DOID:4")]
    )
    assert {draft.title: draft.id for draft in drafts} == {
        "disease": "C0000001", "two": "C0000003", "three": "CBR:three", "four": "C0000002",
    }  # fmt: skip
    assert any("C0000002 is published for 3 concepts" in note for note in ledger.notes)
    both, _ = built([ROOT, entry("six", doid="DOID:6"), entry("seven", doid="DOID:7")])
    assert {draft.title: draft.id for draft in both} == {"disease": "C0000001", "six": "C0000007", "seven": "C0000008"}


def test_a_reviewed_cui_goes_before_the_first_and_null_means_none(tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    entries = [ROOT, entry("two", doid="DOID:2"), entry("four", doid="DOID:4"), entry("six", doid="DOID:6")]
    part.write_text("".join(json.dumps(line) + "\n" for line in entries), encoding="utf-8")
    reviewed = {"DOID:2": "C0000003", "DOID:6": None, "DOID:77": "C0000077"}
    drafts, ledger = build([part], Cuis(CUIS.by_doid, CUIS.from_do, reviewed))
    assert {draft.title: draft.id for draft in drafts} == {
        "disease": "C0000001", "two": "C0000003", "four": "C0000002", "six": "CBR:six",
    }  # fmt: skip
    assert (ledger.notes, ledger.conflicts) == ([], [])
    _, ledger = build([part], Cuis(CUIS.by_doid, CUIS.from_do, {"DOID:2": "C0000009"}))
    assert ledger.conflicts == ["the reviewed CUI of DOID:2 is not published for it"]


def test_the_order_of_parts_decides_about_no_identifier(built: Build) -> None:
    part = [entry("two", doid="DOID:2"), entry("three", doid="DOID:3"), entry("four", doid="DOID:4")]
    forwards, _ = built([ROOT], part)
    backwards, _ = built(part[::-1], [ROOT])
    assert render(forwards) == render(backwards)


def test_only_the_most_specific_parents_stay(built: Build) -> None:
    drafts, ledger = built([ROOT, entry("middle"), entry("low", parents=("Middle", "disease", "middle"))])
    assert next(draft.parents for draft in drafts if draft.title == "low") == ["CBR:middle"]
    assert not ledger.conflicts


@pytest.mark.parametrize(
    ("lines", "conflict"),
    [
        ([entry("a", parents=("nowhere",))], "parent 'nowhere' is not in any part"),
        ([entry("a", parents=("b",)), entry("b", parents=("a",))], "is its own ancestor"),
        ([entry("a", doid="DOID:99")], "DOID:99 is not in the Disease Ontology"),
        ([entry("a", flags=["rare"])], "flag 'rare' is unknown"),
        ([entry("a", types=[])], "has no semantic type"),
        ([{"names": {"en": ["a"]}, "types": ["T047"]}], "no name in pt, es"),
        ([entry("a", "x y"), entry("b", "X-Y")], "en 'x y' names 'a'"),
        ([entry("a", abbreviations={"en": ["AB"]}), entry("b", abbreviations={"en": ["AB"]})], "en 'AB' names 'a'"),
    ],
)
def test_contradictions_are_reported(built: Build, lines: list[dict[str, Any]], conflict: str) -> None:
    _, ledger = built([ROOT, *lines])
    assert any(conflict in found for found in ledger.conflicts), ledger.conflicts


def test_sharing_a_name_is_allowed_between_a_concept_and_its_ancestor_and_across_cases(built: Build) -> None:
    drafts, ledger = built(
        [ROOT, entry("a", abbreviations={"en": ["AB"]}), entry("b", parents=("a",), abbreviations={"en": ["AB"]})],
        [entry("c", abbreviations={"en": ["Ab"]}), entry("d", "ab")],
    )
    assert ledger.conflicts == []
    assert len(drafts) == 5


def test_an_agent_that_is_a_name_is_no_agent(built: Build) -> None:
    drafts, ledger = built([ROOT, entry("a", agents=["Virus X", "A"])])
    assert next(draft.agents for draft in drafts if draft.title == "a") == ["Virus X"]
    assert any("agent 'A' is a name" in note for note in ledger.notes)


def test_a_built_file_is_a_part(built: Build, tmp_path: Path) -> None:
    drafts, _ = built([ROOT, entry("a", doid="DOID:2"), entry("b", parents=("a",))])
    (tmp_path / "built.jsonl").write_text(render(drafts), encoding="utf-8")
    assert KnowledgeBase.from_jsonl(tmp_path / "built.jsonl").graph.parents("CBR:b") == ("C0000002",)
    again, ledger = build([tmp_path / "built.jsonl"], CUIS)
    assert render(again) == render(drafts)
    assert ledger.conflicts == []
    # A new part may take a CUI away from a concept that others name as their parent by it.
    (tmp_path / "new.jsonl").write_text(json.dumps(entry("c", doid="DOID:4")) + "\n", encoding="utf-8")
    more, ledger = build([tmp_path / "built.jsonl", tmp_path / "new.jsonl"], CUIS)
    assert ledger.conflicts == []
    assert {draft.title: (draft.id, draft.parents) for draft in more if draft.title in "abc"} == {
        "a": ("C0000003", ["C0000001"]), "b": ("CBR:b", ["C0000003"]), "c": ("C0000002", ["C0000001"]),
    }  # fmt: skip


def test_the_command_writes_nothing_while_conflicts_remain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, part, out = tmp_path / "concepts.tsv", tmp_path / "part.jsonl", tmp_path / "kb.jsonl"
    table.write_text('doid\tumls_cuis\tcui_source\nDOID:1\tC0000001\tdo\nDOID:2\t"C0000002\tmondo\n', encoding="utf-8")
    part.write_text(json.dumps(ROOT) + "\n" + json.dumps(entry("a", parents=("nowhere",))) + "\n", encoding="utf-8")
    assert main([str(part), "--concepts", str(table), "--out", str(out)]) == 1
    assert not out.exists()
    assert "conflict: 'a' (part.jsonl:2): parent 'nowhere'" in capsys.readouterr().out
    part.write_text(json.dumps(ROOT) + "\n", encoding="utf-8")
    assert main([str(part), "--concepts", str(table), "--out", str(out)]) == 0
    assert KnowledgeBase.from_jsonl(out).concepts[0].cui == "C0000001"
