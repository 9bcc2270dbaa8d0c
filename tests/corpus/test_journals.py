"""The health journals of a collection, from real journal records."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from clinicalbr.corpus import by_subject_area
from clinicalbr.errors import InputError
from corpus_items import LABELS


@dataclass(frozen=True)
class Listed:
    issn: str
    title: str
    collection: str
    subject_areas: tuple[str, ...]
    status: str = "current"


def listed(record: dict[str, Any]) -> Listed:
    areas = tuple(each["_"] for each in record["v441"])
    status = {"C": "current"}.get(record["v50"][0]["_"], "other")
    return Listed(record["v400"][0]["_"], record["v100"][0]["_"], record.get("collection", ""), areas, status)


@pytest.mark.parametrize("name", LABELS["journals"])
def test_real_records(name: str, shared_data: Path) -> None:
    records = json.loads((shared_data / name).read_text(encoding="utf-8"))
    journals = [listed(record) for record in (records if isinstance(records, list) else [records])]
    kept = [(each.issn, each.title, each.subject_areas) for each in by_subject_area(journals, status=["current"])]
    assert kept == [(each["issn"], each["title"], tuple(each["areas"])) for each in LABELS["journals"][name]]


RSP = Listed("0034-8910", "Revista de Saúde Pública", "scl", ("Health Sciences",))
JOURNALS = [
    RSP, Listed("0034-8910", "Revista de Saúde Pública", "spa", ("Health Sciences",)),
    Listed("1676-0603", "Biota Neotropica", "scl", ("Biological Sciences",)), Listed("0000-0000", "Sem área", "scl", ()),
    Listed("1111-1111", "Extinta", "scl", ("health sciences", "Human Sciences"), "deceased"), RSP,
]  # fmt: skip


def test_reasons() -> None:
    kept = by_subject_area(JOURNALS, collection="scl", status=("current",))
    assert list(kept) == [RSP]
    assert kept.stage.dropped == {
        "another collection": 1, "another subject area": 1, "no subject area stated": 1, "another status": 1, "listed twice": 1,
    }  # fmt: skip
    assert [drop.item for drop in kept.drops] == [
        "spa:0034-8910", "scl:1676-0603", "scl:0000-0000", "scl:1111-1111", "scl:0034-8910",
    ]  # fmt: skip


def test_a_journal_that_has_ended_still_has_its_articles() -> None:
    assert len(list(by_subject_area(JOURNALS))) == 3
    assert [each.issn for each in by_subject_area(JOURNALS, ["human sciences"])] == ["1111-1111"]


@pytest.mark.parametrize("areas", ["Health Sciences", ()])
def test_misuse(areas: Any) -> None:
    with pytest.raises(InputError, match="name areas in a tuple"):
        by_subject_area([], areas)
