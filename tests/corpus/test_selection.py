"""Stages are pipes: lazy, counted, chained; year, licence and language as the simplest of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.corpus import (
    Drop,
    Redistribution,
    Refusal,
    by_language,
    by_licence,
    by_type,
    by_year,
    drop_duplicates,
    drop_flagged,
    redistribution,
    select,
    text_languages,
)
from clinicalbr.errors import InputError
from clinicalbr.schema import Article, ArticleRecord, ArticleText, ClinicalCase, Provenance, Section
from corpus_items import make_article, make_record

BODY = (Section("Caso", ("Homem.",)),)


def year(date: str | None, pid: str = "S1") -> ArticleRecord:
    return make_record(pid, publication_date=date)


def test_nothing_is_read_before_it_is_asked_for() -> None:
    read: list[int] = []

    def endless() -> Iterator[ArticleRecord]:
        while True:
            read.append(1)
            yield make_record(f"S{len(read)}", "Mixoma: relato de caso", publication_date="2020")

    kept = drop_flagged(by_type(by_licence(by_year(endless(), first=2015), allow=tuple(Redistribution))))
    assert read == []
    assert [record.pid for record in islice(kept, 3)] == ["S1", "S2", "S3"]
    assert len(read) == 3


def test_numbers_of_a_stage_that_has_not_ended_are_refused() -> None:
    kept = by_year([year("2014"), year("2020")], first=2015)
    with pytest.raises(InputError, match="'year' has not come to its end: 0 items"):
        _ = kept.stage
    assert next(kept) == year("2020")
    with pytest.raises(InputError, match="2 items so far"):
        _ = kept.attrition
    assert list(kept) == []
    assert (kept.stage.entered, kept.stage.kept) == (2, 1)


def test_a_selection_is_gone_through_once() -> None:
    kept = by_year([year("2020")])
    assert len(list(kept)) == 1
    assert list(kept) == []
    assert kept.stage.kept == 1


def test_a_chain_counts_every_stage_in_order() -> None:
    items = [year("2014"), year(None), year("2020", "S2"), year("2021", "S3")]
    kept = select("mine", by_year(items, first=2015), lambda item: Refusal("not S3") if item.pid != "S3" else None)
    assert [item.pid for item in kept] == ["S3"]
    assert [(stage.name, stage.entered, stage.kept, dict(stage.dropped)) for stage in kept.attrition.stages] == [
        ("year", 4, 2, {"published before 2015": 1, "no year of publication": 1}),
        ("mine", 2, 1, {"not S3": 1}),
    ]


def test_drops_are_gathered_or_handed_on() -> None:
    taken: list[Drop] = []
    kept = by_year([year("2014")], first=2015, on_drop=taken.append)
    assert list(kept) == []
    assert taken == [Drop("S1", "year", "published before 2015", "2014")]
    assert kept.drops == []


@pytest.mark.parametrize(
    ("item", "name"),
    [
        (make_record("S1", collection="scl"), "scl:S1"),
        (make_article(provenance={"pmcid": "PMC1", "pid": "S1", "doi": "10.1/x"}), "PMC1"),
        (make_article(provenance={"doi": "10.1/x"}), "10.1/x"),
        (make_article(title="A title"), "A title"),
        (ClinicalCase(case_id="c1", language="pt", narrative="Febre."), "c1"),
        ("x" * 100, "'" + "x" * 79),
    ],
)
def test_names_of_dropped_items(item: object, name: str) -> None:
    kept = select("all", [item], lambda _: Refusal("no"))
    assert list(kept) == []
    assert kept.drops[0].item == name


@given(st.lists(st.none() | st.integers(1990, 2030)), st.integers(1990, 2030), st.integers(0, 20), st.booleans())
def test_years(years: list[int | None], first: int, span: int, keep_unknown: bool) -> None:
    items = [year(None if each is None else f"{each}-05", f"S{n}") for n, each in enumerate(years)]
    kept = by_year(items, first=first, last=first + span, keep_unknown=keep_unknown)
    expected = [n for n, each in enumerate(years) if (keep_unknown if each is None else first <= each <= first + span)]
    assert [item.pid for item in kept] == [f"S{n}" for n in expected]
    assert kept.stage.kept + len(kept.drops) == kept.stage.entered == len(years)


def test_years_that_contradict_each_other() -> None:
    with pytest.raises(InputError, match="2020, is after the last, 2015"):
        by_year([], first=2020, last=2015)


def test_a_case_without_provenance_has_no_year_and_no_licence() -> None:
    case = ClinicalCase(case_id="c1", language="pt", narrative="Febre.")
    assert list(by_year([case], first=2015)) == []
    assert list(by_year([case], first=2015, keep_unknown=True)) == [case]
    assert list(by_licence([case])) == []
    assert list(by_licence([case], allow=[Redistribution.UNKNOWN])) == [case]


@pytest.mark.parametrize(
    ("licence", "allows"),
    [
        ("CC0 1.0", "any"), ("CC BY", "any"), ("CC BY 4.0", "any"), ("CC BY-SA 3.0", "any"), ("CC BY-NC 4.0", "non-commercial"),
        ("CC BY-NC-SA 4.0", "non-commercial"), ("CC BY-ND 4.0", "unchanged"), ("CC BY-NC-ND", "unchanged"), (None, "unknown"),
        ("", "unknown"), ("CC BYE", "unknown"), ("CC BY 4.0 and more", "unknown"), ("All rights reserved", "unknown"),
    ],
)  # fmt: skip
def test_what_licences_allow(licence: str | None, allows: str) -> None:
    assert redistribution(licence) == allows


def test_licences_that_are_not_allowed_are_counted_apart() -> None:
    licences = ("CC BY 4.0", "CC BY-NC 4.0", "CC BY-NC-ND 4.0", None)
    kept = by_licence([make_record(f"S{n}", licence=each) for n, each in enumerate(licences)])
    assert [item.pid for item in kept] == ["S0"]
    assert kept.stage.dropped == {
        "licence excludes commercial use": 1, "licence excludes changed texts": 1, "licence not known": 1,
    }  # fmt: skip
    with pytest.raises(InputError, match="no licence is allowed"):
        by_licence([], allow=())


def test_a_translated_title_is_no_full_text() -> None:
    translations = (ArticleText("en", "A case"), ArticleText("es", "Un caso", BODY))
    article = Article(ArticleText("pt", "Um caso", BODY), Provenance(source="jats"), translations)
    assert text_languages(article) == ("pt", "es")
    assert text_languages(make_article(language="pt")) == ()
    record = make_record(titles={"pt": "Um caso", "en": "A case"}, text_languages=("pt",))
    assert text_languages(record) == ("pt",)


@pytest.mark.parametrize(
    ("item", "need", "reason"),
    [
        (make_record(text_languages=("pt", "en")), "all", None),
        (make_record(text_languages=("pt",)), "all", "no full text in en"),
        (make_record(text_languages=("pt",)), "any", None),
        (make_record(text_languages=("es",)), "any", "no full text in pt, en"),
        (make_record(), "all", "no full text"),
        (make_article(*BODY, language=None), "all", "language of the full text not stated"),
    ],
)
def test_language_availability(item: ArticleRecord | Article, need: str, reason: str | None) -> None:
    kept = by_language([item], ("pt", "en"), need=need)  # type: ignore[arg-type]
    assert len(list(kept)) == (reason is None)
    assert list(kept.stage.dropped) == ([] if reason is None else [reason])


def test_an_unstated_language_can_be_kept() -> None:
    article = make_article(*BODY, language=None)
    assert list(by_language([article], ["en"], keep_unknown=True)) == [article]


@pytest.mark.parametrize(("languages", "need"), [("pt", "all"), ((), "all"), (("pt",), "some")])
def test_misuse_of_by_language(languages: tuple[str, ...], need: str) -> None:
    with pytest.raises(InputError):
        by_language([], languages, need=need)  # type: ignore[arg-type]


def test_no_items_make_empty_stages() -> None:
    kept = by_licence(drop_duplicates(drop_flagged(by_type(by_year([])))))
    assert list(kept) == []
    assert [(stage.entered, stage.kept) for stage in kept.attrition.stages] == [(0, 0)] * 5
