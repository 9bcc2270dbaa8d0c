"""ArticleMeta as it really behaves: each pitfall of its lists and records, over real sockets."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clinicalbr.errors import BadAnswerError, InputError, SourceError, SourceNotFoundError, SourceUnavailableError
from clinicalbr.sources import ArticleMetaClient, Item, RetryPolicy, Session, Timeouts, blocking
from fake_service import ArticleMeta, FakeService, Fault, Faults, Reply, Request, as_json
from fake_service.articlemeta import ISSNS

QUICK = RetryPolicy(initial_wait=0.001, max_wait=0.01)
FAST = float("inf")


class Setting:
    """A catalogue, its service and a client of it."""

    def __init__(
        self, stack: ExitStack, catalogue: ArticleMeta, faults: Faults | None = None, page: int = 1000
    ) -> None:
        self.catalogue = catalogue
        self.fake = stack.enter_context(FakeService(catalogue.routes(), faults))
        limits = Timeouts(connect=5, read=5, total=5)
        session = stack.enter_context(Session("tests@example.org", retry=QUICK, timeouts=limits))
        self.client = ArticleMetaClient(session, base_url=self.fake.url, rate=FAST, page_size=page)

    def listed(self, **window: str) -> list[str]:
        return [found.code for found in blocking(self.client.identifiers(self.catalogue.collection, **window))]

    def pages(self) -> int:
        return len(self.fake.asked("/api/v1/article/identifiers/"))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def small(stack: ExitStack) -> Setting:
    return Setting(stack, ArticleMeta(60))


@given(
    catalogue=st.builds(
        ArticleMeta,
        st.integers(0, 160),
        seed=st.integers(0, 10**6),
        batch=st.integers(1, 40),
        big_days=st.dictionaries(st.integers(0, 5), st.integers(15, 60), max_size=2),
        limit=st.integers(5, 30),
        unstable=st.booleans(),
        totals=st.booleans(),
        stale_pages=st.sampled_from([0.0, 0.1]),
    ),
    asked=st.integers(3, 1000),
)
@settings(max_examples=30)
def test_every_article_is_listed_once(catalogue: ArticleMeta, asked: int) -> None:
    """Whatever the order, the limits, the days and the totals are, and whatever page a proxy repeats."""
    with ExitStack() as stack:
        setting = Setting(stack, catalogue, page=asked)
        setting.client.session.retry = RetryPolicy(
            attempts=20, bad_answer_attempts=20, initial_wait=0.0001, max_wait=0.001
        )
        assert Counter(setting.listed()) == Counter(catalogue.codes)


def test_reading_by_day_costs_few_pages_more_than_there_are(stack: ExitStack) -> None:
    setting = Setting(stack, ArticleMeta(5000, batch=20))
    assert sorted(setting.listed()) == sorted(setting.catalogue.codes)
    assert setting.pages() <= 6
    assert all(line.query["offset"] == "0" for line in setting.fake.asked("/api/v1/article/identifiers/"))


@pytest.mark.parametrize("fault", [Fault.THROTTLED, Fault.CUT_BODY, Fault.CUT_CONNECTION, Fault.PAGE, Fault.ERROR])
def test_a_fault_within_the_list_loses_nothing(stack: ExitStack, fault: Fault) -> None:
    """Paging used to die of a timeout or a 429 at the nineteen thousandth identifier."""
    setting = Setting(stack, ArticleMeta(120, limit=10, batch=4), Faults(share=0.3, kinds=[fault], seed=3))
    setting.client.session.retry = RetryPolicy(attempts=30, bad_answer_attempts=30, initial_wait=0.0001, max_wait=0.001)
    assert Counter(setting.listed()) == Counter(setting.catalogue.codes)
    assert any(line.fault for line in setting.fake.asked())


def test_a_service_that_fails_for_good_ends_the_list_with_an_error(stack: ExitStack) -> None:
    setting = Setting(stack, ArticleMeta(30), Faults(share=1, kinds=[Fault.UNAVAILABLE]))
    with pytest.raises(SourceUnavailableError):
        setting.listed()


def test_a_record_that_changes_between_pages_moves_and_is_not_lost(stack: ExitStack) -> None:
    catalogue = ArticleMeta(100, limit=10, batch=3)
    setting = Setting(stack, catalogue)
    listed = []
    for found in blocking(setting.client.identifiers("scl")):
        listed.append(found.code)
        if len(listed) in {5, 25, 45}:
            # One that was seen and one that was not are processed again, which shifts all offsets behind them.
            catalogue.touch(catalogue.codes[0], date(2024, 1, len(listed) % 28 + 1))
            catalogue.touch(catalogue.codes[50 + len(listed)], date(2025, 1, len(listed) % 28 + 1))
    assert Counter(listed) == Counter(catalogue.codes)


@pytest.mark.parametrize("issn", ISSNS[:2])
def test_one_journal(small: Setting, issn: str) -> None:
    assert sorted(small.listed(issn=issn)) == sorted(code for code in small.catalogue.codes if issn in code)


def test_a_window_of_days_includes_its_last_day(small: Setting) -> None:
    days = sorted({small.catalogue.day_of(code) for code in small.catalogue.codes})
    since, until = days[1], days[-2]
    expected = [code for code in small.catalogue.codes if since <= small.catalogue.day_of(code) <= until]
    assert sorted(small.listed(since=since, until=until)) == sorted(expected)
    assert any(small.catalogue.stamps[index] % 86400 for index in range(60)), "some are stamped later in their day"
    # The service means the beginning of that day, so it must be asked for one day more.
    assert small.fake.asked("/api/v1/article/identifiers/")[0].query["until"] > until


def test_today_is_included(small: Setting) -> None:
    small.catalogue.add("S0066-782X20990000100001", date.today())
    assert "S0066-782X20990000100001" in small.listed()


@pytest.mark.parametrize("day", ["2018-13-01", "2018", "yesterday", "01/02/2018", ""])
def test_a_day_that_is_none_is_refused_before_the_service_breaks_on_it(small: Setting, day: str) -> None:
    for window in ({"since": day}, {"until": day}):
        with pytest.raises(InputError, match="YYYY-MM-DD"):
            small.listed(**window)
        with pytest.raises(InputError):
            small.client.listing("scl", **window)
    assert small.fake.asked() == []


def test_an_unknown_collection_and_an_empty_window_list_nothing(small: Setting) -> None:
    assert list(blocking(small.client.identifiers("xyz"))) == []
    assert small.listed(since="2029-01-01") == []
    assert small.listed(since="2012-01-01", until="2011-01-01") == []


def test_what_the_service_counts_and_does_not_show_is_said(stack: ExitStack) -> None:
    """A record in two places of one day: it is seen once, and the count is never reached."""
    catalogue = ArticleMeta(12, limit=5, batch=12, big_days={0: 12}, unstable=False)
    catalogue.codes[7] = catalogue.codes[6]
    setting = Setting(stack, catalogue)
    listed = []
    with pytest.raises(BadAnswerError, match="counts 1 articles of scl more than it shows"):
        listed.extend(blocking(setting.client.identifiers("scl")))
    assert {found.code for found in listed} == set(catalogue.codes)


def test_a_service_that_ignores_offsets_ends_the_list_with_an_error(stack: ExitStack) -> None:
    page = {"code": "S1", "collection": "scl", "processing_date": "2012-01-01"}
    fake = stack.enter_context(FakeService([(".*", lambda _: as_json({"meta": {}, "objects": [page] * 3}))]))
    session = stack.enter_context(Session("tests@example.org", retry=QUICK))
    client = ArticleMetaClient(session, base_url=fake.url, rate=FAST)
    with pytest.raises(BadAnswerError, match="repeats itself"):
        list(blocking(client.identifiers("scl")))


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"objects": []},
        {"meta": {}, "objects": None},
        {"meta": [], "objects": []},
        {"meta": {}, "objects": ["S1"]},
        {"meta": {}, "objects": [{"processing_date": "2012-01-01"}]},
        {"meta": {}, "objects": [{"code": "S1"}]},
        {"meta": {}, "objects": [{"code": "S\ud800", "processing_date": "2012-01-01"}]},
        {"meta": {}, "objects": [{"code": " ", "processing_date": "2012-01-01"}]},
        {"meta": {}, "objects": [{"code": "S1", "processing_date": "2012"}]},
        {"meta": {}, "objects": [{"code": "S1", "processing_date": d} for d in ("2012-01-02", "2012-01-01")]},
        {"meta": {"filter": {"collection": "arg"}}, "objects": []},
        {"meta": {"offset": 10}, "objects": []},
    ],
)
def test_pages_of_another_shape(stack: ExitStack, value: object) -> None:
    fake = stack.enter_context(FakeService([(".*", lambda _: as_json(value))]))
    session = stack.enter_context(Session("tests@example.org", retry=QUICK))
    client = ArticleMetaClient(session, base_url=fake.url, rate=FAST)
    with pytest.raises(BadAnswerError) as caught:
        list(blocking(client.identifiers("scl")))
    assert caught.value.found == "shape"
    assert fake.url in str(caught.value)


def test_what_is_unknown_is_null_or_an_empty_list(small: Setting) -> None:
    client, code = small.client, small.catalogue.codes[0]
    for work in (
        client.collection("xyz"),
        client.journal("9999-9999", "scl"),
        client.journal(ISSNS[0], "arg"),
        client.record("S0000-00000000000000000", "scl"),
        client.record(code, "arg"),
        client.record("10.1590/none", "scl"),
    ):
        with pytest.raises(SourceNotFoundError) as caught:
            blocking(work)
        assert "knows nothing with" in str(caught.value)
    assert len(small.fake.asked()) == 6


def test_collections_and_journals(small: Setting) -> None:
    client = small.client
    (brazil,) = blocking(client.collections())
    assert (brazil.code, brazil.names["en"], brazil.kind, brazil.active) == ("scl", "Brazil", "journals", True)
    assert blocking(client.collection("scl")) == brazil
    journals = list(blocking(client.journals("scl")))
    assert [journal.issn for journal in journals] == list(ISSNS)
    assert [journal.issn for journal in journals if journal.is_health and journal.status == "current"] == [
        "0066-782X",
        "0034-8910",
        "0034-7167",
    ]
    one = blocking(client.journal(f"9{ISSNS[0][1:]}", "scl"))
    assert one == journals[0]
    assert (one.title, one.acronym, one.licence, one.languages) == (
        "Revista & Exemplo 0",
        "re0",
        "CC BY-NC 4.0",
        ("pt", "en"),
    )
    assert one.subject_areas == ("Health Sciences",)


def test_journals_that_fail_do_not_take_the_others_along(small: Setting) -> None:
    broken = (
        re.compile("/api/v1/journal/"),
        lambda request: Reply(500) if request.query["issn"] == ISSNS[1] else journal(request),
    )

    def journal(request: Request) -> Reply:
        return small.catalogue._journal(request)

    small.fake.routes.insert(0, broken)
    found = []
    with pytest.raises(SourceError, match="1 journals of scl could not be had"):
        found.extend(blocking(small.client.journals("scl")))
    assert [each.issn for each in found] == [issn for issn in ISSNS if issn != ISSNS[1]]


def test_records_by_code_and_doi(small: Setting) -> None:
    codes = small.catalogue.codes
    record = blocking(small.client.record(codes[1], "scl"))
    assert (record.pid, record.document_type, record.collection, record.language) == (
        codes[1],
        "case-report",
        "scl",
        "pt",
    )
    assert record.provenance.licence == "CC BY-NC 4.0"
    assert blocking(small.client.record(f"10.1590/{codes[1]}", "scl")) == record
    assert blocking(small.client.record(codes[7], "scl")).document_type == "undefined"
    assert all(line.query["collection"] == "scl" for line in small.fake.asked())


def test_a_path_without_its_slash_would_be_redirected(small: Setting) -> None:
    blocking(small.client.collections())
    assert all(line.path.endswith("/") for line in small.fake.asked())


@pytest.mark.parametrize("value", [1, "text", {"code": "S1"}, {"article": {"v12": []}}, [1]])
def test_records_of_another_shape(stack: ExitStack, value: object) -> None:
    fake = stack.enter_context(FakeService([(".*", lambda _: as_json(value))]))
    session = stack.enter_context(Session("tests@example.org", retry=QUICK))
    client = ArticleMetaClient(session, base_url=fake.url, rate=FAST)
    for work in (client.record("S1", "scl"), client.document(Item("scl/S1"))):
        with pytest.raises(BadAnswerError):
            blocking(work)
    with pytest.raises((BadAnswerError, SourceNotFoundError)):
        blocking(client.journal("0034-8910", "scl"))
    with pytest.raises(BadAnswerError):
        blocking(client.collections())


def test_a_document_is_the_record_as_it_came(small: Setting) -> None:
    code = small.catalogue.codes[3]
    document = blocking(small.client.document(Item(f"scl/{code}", "2010-01-04")))
    assert json.loads(document.content) == small.catalogue.record(code)
    assert (document.suffix, document.licence) == (".json", "CC BY-NC 4.0")
    assert f"code={code}" in document.url


def test_history(stack: ExitStack) -> None:
    setting = Setting(stack, ArticleMeta(23, limit=5))
    changes = list(blocking(setting.client.history("scl")))
    assert len(changes) == len(set(changes)) == 46
    one = setting.catalogue.codes[4]
    assert [change.event for change in blocking(setting.client.history("scl", code=one))] == ["add", "update"]
    assert len(list(blocking(setting.client.history("scl", event="add", since="2010-01-01")))) == 23


def test_a_listing_goes_on_where_it_was_left(stack: ExitStack) -> None:
    catalogue = ArticleMeta(60, limit=15, batch=4)
    setting = Setting(stack, catalogue)
    listing = setting.client.listing("scl")
    pages = list(blocking(listing.pages(None)))
    before = setting.pages()
    assert {item.id for page in pages for item in page.items} == {f"scl/{code}" for code in catalogue.codes}
    assert pages[0].total == 60
    rest = list(blocking(listing.pages(pages[1].cursor)))
    assert setting.pages() - before == len(pages) - 2
    assert {item for page in rest for item in page.items} >= {item for page in pages[2:] for item in page.items}
    catalogue.touch(catalogue.codes[0], date(2024, 1, 1))
    (last,) = blocking(listing.pages(pages[-1].cursor))
    assert Item(f"scl/{catalogue.codes[0]}", "2024-01-01") in last.items


def test_real_records(shared_data: Path, stack: ExitStack) -> None:
    """What the service really sent, served again."""
    folder = shared_data / "scielo" / "articlemeta"
    files = {
        "/api/v1/collection/identifiers/": "collections_list_2025.json",
        "/api/v1/collection/": "collection_scl.json",
        "/api/v1/journal/": "journal_0034-8910_list_of_two_collections.json",
        "/api/v1/journal/identifiers/": "identifiers_journal.json",
        "/api/v1/article/history/": "history_article.json",
        "/api/v1/article/": "article_S0034-89102010000400007_with_body.json",
    }

    def serve(request: Request) -> Reply:
        value = json.loads((folder / files[request.path]).read_bytes())
        if isinstance(value, dict) and "objects" in value and int(request.query["offset"]):
            value["objects"] = []
        return as_json(value)

    fake = stack.enter_context(FakeService([(".*", serve)]))
    client = ArticleMetaClient(stack.enter_context(Session("tests@example.org")), base_url=fake.url, rate=FAST)
    collections = {collection.code: collection for collection in blocking(client.collections())}
    assert collections["scl"].domain == "www.scielo.br"
    assert {code for code, collection in collections.items() if collection.active is False} >= {
        "cci",
        "inv",
        "pro",
        "sss",
    }
    assert blocking(client.collection("scl")).names["en"] == "Brazil"
    for collection, licence, domain in (("scl", "CC BY 4.0", "www.scielo.br"), ("spa", "CC BY 4.0", "")):
        journal = blocking(client.journal("1518-8787", collection))
        assert (journal.collection, journal.licence, journal.domain) == (collection, licence, domain)
        assert (journal.issn, journal.acronym, journal.is_health, journal.status) == (
            "0034-8910",
            "rsp",
            True,
            "current",
        )
        assert journal.title == "Revista de Saúde Pública"
    assert len(blocking(client.journal_identifiers("scl"))) == 10
    assert len(list(blocking(client.history("scl")))) == 10
    assert blocking(client.record("S0034-89102010000400007", "scl")).pid == "S0034-89102010000400007"


def test_a_journal_sent_as_an_object(shared_data: Path, stack: ExitStack) -> None:
    value = json.loads((shared_data / "scielo" / "articlemeta" / "journal_single_object.json").read_bytes())
    fake = stack.enter_context(FakeService([(".*", lambda _: as_json(value))]))
    client = ArticleMetaClient(stack.enter_context(Session("tests@example.org")), base_url=fake.url, rate=FAST)
    assert blocking(client.journal("2014-9832", "esp")).issn == "2014-9832"


def test_real_identifiers_without_a_total(shared_data: Path, stack: ExitStack) -> None:
    value = json.loads((shared_data / "scielo" / "articlemeta" / "identifiers_article.json").read_bytes())
    value["meta"].pop("filter")

    def serve(request: Request) -> Reply:
        after = [found for found in value["objects"] if found["processing_date"] >= request.query["from"]]
        offset = int(request.query["offset"])
        return as_json({"meta": value["meta"] | {"offset": offset}, "objects": after[offset : offset + 10]})

    fake = stack.enter_context(FakeService([(".*", serve)]))
    client = ArticleMetaClient(stack.enter_context(Session("tests@example.org")), base_url=fake.url, rate=FAST)
    found = list(blocking(client.identifiers("scl")))
    assert [identifier.code for identifier in found] == [each["code"] for each in value["objects"]]


@pytest.mark.parametrize("size", [0, 1001])
def test_page_sizes_that_the_service_would_clamp(size: int) -> None:
    with pytest.raises(InputError, match="page_size"):
        ArticleMetaClient(Session("tests@example.org"), page_size=size)


def test_the_rate_stays_below_that_at_which_the_service_throttles() -> None:
    assert ArticleMetaClient(Session("tests@example.org")).service.rate < 3
