"""What a reader wrote down for the real files, and for written titles, is what the stages say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clinicalbr.corpus import (
    EvidenceFinder,
    by_language,
    by_licence,
    by_type,
    drop_duplicates,
    drop_flagged,
    redistribution,
    report_flags,
    report_kind,
    text_languages,
)
from clinicalbr.errors import EmptyArticleError, NotXmlError
from clinicalbr.reporting import attrition_table
from clinicalbr.schema import Article, ArticleRecord
from clinicalbr.sources import clinical_cases, parse_jats
from corpus_items import LABELS, make_record

ITEMS: dict[str, dict[str, Any]] = {**LABELS["articles"], **LABELS["records"]}
TITLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "written_titles.json").read_text(encoding="utf-8"))
Items = dict[str, Article | ArticleRecord]


@pytest.fixture(scope="module")
def finder() -> EvidenceFinder:
    return EvidenceFinder()


@pytest.mark.parametrize("name", ITEMS)
def test_real_files(name: str, real_items: Items, finder: EvidenceFinder) -> None:
    item, label = real_items[name], ITEMS[name]
    assert report_kind(item, finder=finder).is_case_report is label["case_report"]
    assert sorted(report_flags(item)) == label["flags"]
    assert redistribution(item.provenance.licence) == label["use"]
    assert list(text_languages(item)) == label["full_text"]


@pytest.mark.parametrize("name", [name for name, label in LABELS["articles"].items() if label["cases"] is not None])
def test_cases_of_real_articles(name: str, real_items: Items) -> None:
    article = real_items[name]
    assert isinstance(article, Article)
    try:
        found = len(clinical_cases(article))
    except EmptyArticleError:
        found = 0
    assert found == LABELS["articles"][name]["cases"]


@pytest.mark.parametrize("name", LABELS["unreadable"])
def test_unreadable_files(name: str, shared_data: Path) -> None:
    with pytest.raises(NotXmlError):
        parse_jats((shared_data / name).read_bytes())


def test_every_real_file_is_labelled(shared_data: Path) -> None:
    files = {
        *shared_data.glob("pmc/*/*.*ml"),
        *shared_data.glob("scielo/sps/*.xml"),
        *shared_data.glob("scielo/articlemeta/*.xml"),
        *shared_data.glob("scielo/articlemeta/article_*.json"),
    }
    assert sorted(str(file.relative_to(shared_data)) for file in files) == sorted([*ITEMS, *LABELS["unreadable"]])


@pytest.mark.parametrize("label", TITLES, ids=lambda label: label["title"][:40])
def test_written_titles(label: dict[str, Any], finder: EvidenceFinder) -> None:
    record = make_record(
        title=label["title"], language=label["language"], document_type=label["type"], section=label["section"]
    )
    assert report_kind(record, finder=finder).is_case_report is label["case_report"]
    assert sorted(report_flags(record)) == label["flags"]


def test_duplicates_among_the_real_files(real_items: Items) -> None:
    # The order of the files must not matter where a label says which copy is kept.
    for names in (list(real_items), list(reversed(real_items))):
        kept = drop_duplicates(real_items[name] for name in names)
        dropped = set(names) - {names_of(item, real_items) for item in kept}
        for group in LABELS["duplicates"]:
            gone = dropped & set(group["copies"])
            assert len(gone) == len(group["copies"]) - 1
            assert group["kept"] not in gone
            dropped -= gone
        assert dropped == set()
        assert {drop.detail.rpartition(": ")[2] for drop in kept.drops} == {"DOI, PID"}


def names_of(item: Article | ArticleRecord, items: Items) -> str:
    return next(name for name, other in items.items() if other == item)


def test_stages_over_all_real_files_make_the_stage_table(real_items: Items) -> None:
    kept = by_licence(drop_duplicates(drop_flagged(by_type(real_items.values()))))
    wanted = [
        name for name, label in ITEMS.items() if label["case_report"] and not label["flags"] and label["use"] == "any"
    ]
    assert sorted(item.provenance.doi or "" for item in kept) == sorted(
        real_items[name].provenance.doi or "" for name in wanted
    )
    table = attrition_table(kept.attrition)
    assert [row[:2] for row in table.rows] == [
        ("Discovered (unfiltered)", str(len(ITEMS))),
        ("Stage 1: type", str(sum(label["case_report"] for label in ITEMS.values()))),
        ("Stage 2: subject", str(sum(label["case_report"] and not label["flags"] for label in ITEMS.values()))),
        ("Stage 3: duplicates", str(sum(label["case_report"] and not label["flags"] for label in ITEMS.values()))),
        ("Stage 4: licence", str(len(wanted))),
        ("Final corpus", str(len(wanted))),
    ]


def test_language_availability_of_real_files(real_items: Items) -> None:
    kept = by_language(real_items.values(), ("pt", "en"))
    wanted = [name for name, label in ITEMS.items() if {"pt", "en"} <= set(label["full_text"])]
    assert [item.provenance.doi for item in kept] == [real_items[name].provenance.doi for name in wanted]
    assert kept.stage.dropped["language of the full text not stated"] == sum(
        None in label["full_text"] for label in ITEMS.values()
    )
