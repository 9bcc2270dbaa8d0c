"""One copy of each article, the best one; laws over any mixture of copies."""

from __future__ import annotations

import dataclasses
import errno
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.corpus import drop_duplicates
from clinicalbr.corpus._spool import Spool
from clinicalbr.errors import InputError
from clinicalbr.schema import Article, ArticleRecord, ArticleText, Provenance, Section
from corpus_items import make_article, make_record

TITLE = "Endocardite por Edwardsiella tarda em idoso com prótese"
AHEAD, ISSUE = "S0044-59672004005000013", "S0044-59672004000100013"


def outcome(
    *items: Article | ArticleRecord, collections: tuple[str, ...] = ()
) -> tuple[list[int], list[tuple[str, str]]]:
    """Places of the items that are kept, and reason and common ground of each that is dropped."""
    kept = drop_duplicates(items, collections=collections)
    left = list(kept)
    places = [n for n, item in enumerate(items) if any(item is other or item == other for other in left)]
    return places, [(drop.reason, drop.detail.partition("in common: ")[2]) for drop in kept.drops]


def record(pid: str, **more: Any) -> ArticleRecord:
    return make_record(pid, **more)


def test_an_ahead_of_print_copy_gives_way_whatever_the_order() -> None:
    ahead, issue = record(AHEAD), record(ISSUE, previous_pid=AHEAD)
    assert outcome(ahead, issue) == ([1], [("ahead-of-print copy", "earlier PID")])
    assert outcome(issue, ahead) == ([0], [("ahead-of-print copy", "earlier PID")])


def test_an_earlier_pid_marks_the_copy_even_without_its_usual_form() -> None:
    earlier = record("S0102-76382010000100001", text_languages=("pt", "en"))
    assert outcome(earlier, record(ISSUE, previous_pid=earlier.pid))[0] == [1]


@pytest.mark.parametrize(
    ("first", "second", "common"),
    [
        ({"doi": "10.1/a"}, {"doi": "10.1/A"}, "DOI"),
        ({"dois": {"pt": "10.1/a", "en": "10.1/a.en"}}, {"doi": "10.1/a.en"}, "DOI"),
        ({"pmid": "12"}, {"pmid": "12"}, "PMID"),
        ({"pid_v3": "abc"}, {"pid_v3": "abc"}, "PID"),
    ],
)
def test_identifiers_in_common(first: dict[str, Any], second: dict[str, Any], common: str) -> None:
    assert outcome(record("S1", **first), record("S2", **second)) == ([0], [("later copy", common)])


def test_one_article_in_two_collections() -> None:
    copies = [record("S1", doi="10.1/a", collection=code, text_languages=("pt",)) for code in ("psi", "scl", "spa")]
    assert outcome(*copies)[0] == [0]
    places, drops = outcome(*copies, collections=("scl", "spa"))
    assert places == [1]
    assert drops == [("copy in another collection", "DOI, PID")] * 2
    assert outcome(*copies, collections=("spa",))[0] == [2]


def test_a_full_text_goes_before_the_record_that_promises_one() -> None:
    article = make_article(Section("Case", ("A man.",)), provenance={"doi": "10.1/a"})
    promise = record("S1", doi="10.1/a", text_languages=("pt", "en"))
    front_only = make_article(provenance={"doi": "10.1/a"})
    assert outcome(promise, front_only, article)[0] == [2]
    assert {reason for reason, _ in outcome(promise, front_only, article)[1]} == {"copy without full text"}


def test_more_languages_and_a_known_licence_go_first() -> None:
    one, two = (
        record("S1", doi="10.1/a", text_languages=("pt",)),
        record("S2", doi="10.1/a", text_languages=("pt", "en")),
    )
    assert outcome(one, two) == ([1], [("copy in fewer languages", "DOI")])
    unknown, known = record("S1", doi="10.1/a"), record("S2", doi="10.1/a", licence="CC BY 4.0")
    assert outcome(unknown, known) == ([1], [("copy without a known licence", "DOI")])


@pytest.mark.parametrize("journal", [{"issn": "0034-8910"}, {"journal": "Revista"}, {}])
@pytest.mark.parametrize("years", [("2018", "2018"), ("2018-11", "2019"), ("2020", "2019-02-03")])
def test_a_title_with_journal_and_year(journal: dict[str, str], years: tuple[str, str]) -> None:
    copies = [
        record(f"S{n}", title=title, publication_date=year, **journal)
        for n, (title, year) in enumerate(zip((TITLE, TITLE.upper() + "."), years, strict=True))
    ]
    assert outcome(*copies) == ([0], [("later copy", "title")])


@pytest.mark.parametrize(
    "other",
    [
        {"publication_date": "2021"}, {"publication_date": None}, {"issn": "1518-8787"}, {"title": TITLE + " mitral"},
        {"doi": "10.2/b"},
    ],
)  # fmt: skip
def test_titles_that_do_not_make_one_article(other: dict[str, Any]) -> None:
    stated = {"title": TITLE, "publication_date": "2018", "issn": "0034-8910", "doi": "10.1/a"}
    assert outcome(record("S1", **stated), record("S2", **{**stated, "doi": None, **other}))[0] == [0, 1]


def test_a_doi_that_repeats_the_pid_does_not_keep_copies_apart() -> None:
    stated = {"title": TITLE, "publication_date": "2018", "issn": "0034-8910"}
    ahead, issue = (record(pid, doi=f"10.1590/{pid}", **stated) for pid in (AHEAD, ISSUE))
    assert outcome(ahead, issue)[0] == [1]


def test_a_journal_with_a_new_issn_keeps_the_end_of_its_pids() -> None:
    old, new = "S0102-76382010000300011", "S1678-97412010000300011"
    assert outcome(record(old, title=TITLE), record(new, title=TITLE)) == ([0], [("later copy", "title")])
    assert outcome(record(old, title="Relato de caso"), record(new, title="Relato de caso"))[0] == [0, 1]


@pytest.mark.parametrize(
    "title", ["Editorial", "Relato de caso", "Caso para diagnóstico", "Você conhece esta síndrome?"]
)
def test_running_titles_tell_nothing(title: str) -> None:
    items = [record(f"S{n}", title=title, publication_date="2018", issn="0034-8910") for n in range(3)]
    assert outcome(*items)[0] == [0, 1, 2]


def test_the_name_of_a_column_tells_nothing() -> None:
    items = [
        record(f"S{n}", title="Imagens em cardiologia para o clínico geral", publication_date="2018", issn="0034-8910")
        for n in range(6)
    ]
    assert outcome(*items)[0] == list(range(6))


def test_copies_known_through_a_third() -> None:
    items = [
        record("S1", doi="10.1/a"),
        record("S2", doi="10.1/b"),
        record("S3", dois={"pt": "10.1/a", "en": "10.1/b"}),
    ]
    places, drops = outcome(*items)
    assert places == [0]
    assert [common for _, common in drops] == ["a third copy", "DOI"]


def test_items_come_back_as_they_went_in() -> None:
    item = record("S1", title=TITLE, text_languages=("pt",))
    item = dataclasses.replace(item, titles=MappingProxyType({"pt": TITLE}))
    (back,) = drop_duplicates([item])
    assert back == item
    assert isinstance(back.titles, MappingProxyType)


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with Spool[int]() as spool:

        class Full:
            def write(self, _: object) -> None:
                raise OSError(errno.ENOSPC, "No space left on device")

            def close(self) -> None:
                pass

        real = spool._file
        monkeypatch.setattr(spool, "_file", Full())
        with pytest.raises(InputError, match=r"No space left on device.*TMPDIR"):
            spool.add(1)
        real.close()


PIDS = st.sampled_from([f"S0044-5967200400{order}0001{n}" for order in ("50", "01") for n in range(3)])
RECORDS = st.builds(
    lambda pid, doi, earlier, title, languages, collection, year: make_record(
        pid,
        title=title,
        doi=doi,
        previous_pid=earlier,
        text_languages=languages,
        collection=collection,
        publication_date=year,
    ),
    PIDS,
    st.none() | st.sampled_from(["10.1/a", "10.1/b", "10.1/c"]),
    st.none() | PIDS,
    st.sampled_from(["", TITLE, "Editorial"]),
    st.sampled_from([(), ("pt",), ("pt", "en")]),
    st.sampled_from(["scl", "spa"]),
    st.sampled_from(["2018", "2019", "2025"]),
)


@given(st.lists(RECORDS, max_size=12))
def test_laws(items: list[ArticleRecord]) -> None:
    kept = drop_duplicates(items)
    left = list(kept)
    assert kept.stage.entered == len(items)
    assert len(left) + len(kept.drops) == len(items)
    # In the order in which they came.
    places = iter(items)
    assert all(any(item == other for other in places) for item in left)
    assert bool(left) == bool(items)
    for drop in kept.drops:
        assert drop.detail.startswith("kept is ")
        assert drop.detail.removeprefix("kept is ").partition(";")[0] in {
            f"{item.collection}:{item.pid}" for item in left
        }


def untitled(item: ArticleRecord) -> ArticleRecord:
    return dataclasses.replace(item, titles={}, provenance=item.provenance.model_copy(update={"title": None}))


@given(st.lists(RECORDS.map(untitled), max_size=12))
def test_no_identifier_is_left_twice(items: list[ArticleRecord]) -> None:
    # A title is another matter: it joins what a DOI keeps apart once the copy with the DOI is gone.
    left = list(drop_duplicates(items))
    assert len({item.pid for item in left}) == len(left)
    dois = [item.provenance.doi for item in left if item.provenance.doi]
    assert len(set(dois)) == len(dois)
    assert list(drop_duplicates(left)) == left


@given(st.lists(RECORDS, max_size=8).flatmap(lambda items: st.tuples(st.just(items), st.permutations(items))))
def test_the_number_of_articles_does_not_depend_on_the_order(
    orders: tuple[list[ArticleRecord], list[ArticleRecord]],
) -> None:
    first, second = (len(list(drop_duplicates(items))) for items in orders)
    assert first == second


def test_translations_of_an_article_have_dois_of_their_own() -> None:
    texts = ArticleText("pt", "Caso", (Section("Caso", ("Homem.",)),)), ArticleText("en", "A case", doi="10.1/a.en")
    article = Article(texts[0], Provenance(source="jats", doi="10.1/a"), texts[1:])
    assert outcome(record("S1", doi="10.1/a.en"), article)[0] == [1]
