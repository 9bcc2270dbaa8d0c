"""Builds ``data/default_kb.jsonl``, for maintainers of the default knowledge base.

A part is a file of JSON lines. Each line has ``names`` and optionally ``abbreviations`` and ``colloquial`` (lists by
language, the preferred name first), ``agents``, ``doid``, ``types``, ``parents`` (English names) and ``flags``. The built file is a
part too, so that concepts are added by building it together with the new part:

    python -m clinicalbr.linking._default_build default_kb.jsonl new.jsonl --concepts concepts.tsv --out default_kb.jsonl

``concepts.tsv`` states the CUIs: columns ``doid``, ``umls_cuis`` (joined by ``|``) and ``cui_source`` (``do`` when the
Disease Ontology states them itself). An identifier is never made up in the form of a CUI. Where the ontology states
several CUIs, or one of another meaning, ``data/reviewed_cuis.json`` says which one is the concept itself, or null when
none is; the concept then has an own identifier.
"""  # noqa: E501

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clinicalbr.linking._default_rules import (
    Draft,
    Ledger,
    ambiguous_names,
    assign_identifiers,
    merge_duplicates,
    resolve_parents,
    unlike,
)
from clinicalbr.linking._jsonl import FORMAT
from clinicalbr.linking._names import name_key

__all__ = ["Cuis", "build", "main", "read_cuis", "render"]

VERSION = "default-1"
REVIEWED = Path(__file__).parent / "data" / "reviewed_cuis.json"
LICENCE = (
    "Names: Apache-2.0, written for clinicalbr. Identifiers: CUIs and DOIDs as published under CC0 1.0 by the Human "
    "Disease Ontology (release 2026-07-31) and Mondo's mappings. No content of the UMLS beyond those identifiers."
)
FLAGS = frozenset({"tropical", "endemic", "ntd", "arbovirus"})
LANGUAGES = ("en", "pt", "es")


@dataclass(frozen=True, slots=True)
class Cuis:
    """CUIs published for concepts of the Disease Ontology.

    Args:
        by_doid: CUIs in the order of publication.
        from_do: Whether the ontology states them itself.
        reviewed: The one that a person chose, by DOID; null when none has the meaning of the concept.
    """

    by_doid: Mapping[str, tuple[str, ...]]
    from_do: Mapping[str, bool]
    reviewed: Mapping[str, str | None] = field(default_factory=dict)

    def settled(self) -> dict[str, tuple[str, ...]]:
        """CUIs that a concept may have: the reviewed one alone, or else all that are published."""
        chosen = {doid: (cui,) if cui else () for doid, cui in self.reviewed.items() if doid in self.by_doid}
        return {**self.by_doid, **chosen}

    def unpublished(self) -> list[str]:
        """DOIDs whose reviewed CUI is not published for them."""
        return [doid for doid, cui in self.reviewed.items() if cui and cui not in self.by_doid.get(doid, (cui,))]


def read_cuis(path: Path) -> Cuis:
    """Read the table that states the CUIs, and which of them were chosen on review.

    Args:
        path: Tab-separated file with a header.

    Returns:
        Its content.
    """
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    return Cuis(
        {row["doid"]: tuple(filter(None, row["umls_cuis"].split("|"))) for row in rows},
        {row["doid"]: row["cui_source"] == "do" for row in rows},
        json.loads(REVIEWED.read_text(encoding="utf-8")),
    )


def build(parts: Iterable[Path], cuis: Cuis) -> tuple[list[Draft], Ledger]:
    """Merge parts into one base.

    Args:
        parts: Files of JSON lines.
        cuis: Published CUIs.

    Returns:
        Concepts, diseases before exams and each by English name, and what was decided on the way.
    """
    ledger = Ledger()
    drafts = merge_duplicates([draft for part in parts for draft in _read(part, ledger)], ledger)
    ledger.conflicts += [f"the reviewed CUI of {doid} is not published for it" for doid in cuis.unpublished()]
    assign_identifiers(drafts, cuis.settled(), cuis.from_do, ledger)
    resolve_parents(drafts, ledger)
    for draft in drafts:
        _check(draft, ledger)
    ambiguous_names(drafts, ledger)
    return sorted(drafts, key=lambda draft: (draft.exam, name_key(draft.title), draft.id)), ledger


def _read(part: Path, ledger: Ledger) -> Iterator[Draft]:
    for number, line in enumerate(part.read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip():
            continue
        row: dict[str, Any] = json.loads(line)
        if "format" in row:
            continue
        where = f"{part.name}:{number}"
        if missing := [language for language in LANGUAGES if not row["names"].get(language)]:
            ledger.conflicts.append(f"{where}: no name in {', '.join(missing)}")
            continue
        names = {language: unlike(row["names"][language]) for language in LANGUAGES}
        yield Draft(
            where=where,
            names=names,
            abbreviations=_further(row.get("abbreviations", {}), names),
            colloquial={
                language: unlike(entries) for language, entries in _further(row.get("colloquial", {}), names).items()
            },
            agents=list(row.get("agents", [])),
            doid=row.get("doid"),
            types=list(row.get("types", [])),
            parents=list(row.get("parents", [])),
            flags=list(row.get("flags", [])),
            former=[row["id"]] if "id" in row else [],
        )


def _further(table: Mapping[str, list[str]], names: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Names of a further table that the language's proper names do not hold already."""
    known = {language: {name_key(name) for name in names.get(language, ())} for language in table}
    kept = {
        language: [name for name in dict.fromkeys(entries) if name_key(name) not in known[language]]
        for language, entries in sorted(table.items())
    }
    return {language: entries for language, entries in kept.items() if entries}


def _check(draft: Draft, ledger: Ledger) -> None:
    place = f"{draft.title!r} ({draft.where})"
    if not draft.types:
        ledger.conflicts.append(f"{place} has no semantic type")
    if unknown := sorted(set(draft.flags) - FLAGS):
        ledger.conflicts.append(f"{place}: flag {unknown[0]!r} is unknown")
    own = {name_key(n) for t in (draft.names, draft.abbreviations, draft.colloquial) for ns in t.values() for n in ns}
    if both := [agent for agent in draft.agents if name_key(agent) in own]:
        ledger.notes.append(f"{place}: agent {both[0]!r} is a name of the disease, so it is no agent apart")
        draft.agents = [agent for agent in draft.agents if agent not in both]


def render(drafts: Sequence[Draft]) -> str:
    """Write a base in the own form: a header line, then one concept a line, empty keys left out.

    Args:
        drafts: Concepts in their order.

    Returns:
        The content of the file.
    """
    exams = sum(draft.exam for draft in drafts)
    tables = [t for draft in drafts for t in (draft.names, draft.abbreviations, draft.colloquial)]
    header = {
        "format": FORMAT,
        "name": "clinicalbr default knowledge base",
        "version": VERSION,
        "licence": LICENCE,
        "counts": {
            "concepts": len(drafts),
            "diseases": len(drafts) - exams,
            "exams": exams,
            "names": sum(len(names) for table in tables for names in table.values()),
        },
    }
    lines = [header]
    for draft in drafts:
        line = {
            "id": draft.id,
            "names": draft.names,
            "abbreviations": draft.abbreviations,
            "colloquial": draft.colloquial,
            "agents": draft.agents,
            "types": draft.types,
            "parents": draft.parents,
            "flags": draft.flags,
            "doid": draft.doid,
        }
        lines.append({key: value for key, value in line.items() if value})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the file from the command line.

    Args:
        arguments: Command line; the process's own when left out.

    Returns:
        0, or 1 when conflicts remain and nothing was written.
    """
    parser = argparse.ArgumentParser(description="Build a knowledge base from parts.")
    parser.add_argument("parts", nargs="+", type=Path)
    parser.add_argument("--concepts", required=True, type=Path, help="table with doid, umls_cuis, cui_source")
    parser.add_argument("--out", required=True, type=Path)
    given = parser.parse_args(arguments)
    drafts, ledger = build(given.parts, read_cuis(given.concepts))
    for note in ledger.notes:
        sys.stdout.write(f"note: {note}\n")
    for conflict in ledger.conflicts:
        sys.stdout.write(f"conflict: {conflict}\n")
    sys.stdout.write(f"{len(drafts)} concepts, {len(ledger.notes)} notes, {len(ledger.conflicts)} conflicts\n")
    if ledger.conflicts:
        return 1
    given.out.write_text(render(drafts), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
