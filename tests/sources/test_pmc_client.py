"""PubMed Central, over real sockets: searches of any size, batches, the open-access list, the object store."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

import pytest

from clinicalbr.errors import (
    BadAnswerError,
    InputError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.sources import (
    FullText,
    Harvest,
    LicenceGroup,
    NoFullText,
    PMCClient,
    Session,
    TextFormat,
    blocking,
    case_section,
    licence_group,
)
from fake_service import FakeService, Fault, Faults, Reply, as_json
from fake_service.faults import EVERY_FAULT
from fake_service.pmc import Entrez, ObjectStore, OpenAccessList, jats
from fake_service.trial import QUICK, trial

TERM = '"case reports"[pt]'
DAY = date(2016, 2, 1)


@pytest.fixture(autouse=True)
def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rates of NCBI hold for NCBI, not for 127.0.0.1."""
    monkeypatch.setattr("clinicalbr.sources._entrez._RATE_WITHOUT_KEY", float("inf"))
    monkeypatch.setattr("clinicalbr.sources._entrez._RATE_WITH_KEY", float("inf"))
    monkeypatch.setattr("clinicalbr.sources._pmc_oa._RATE", float("inf"))
    monkeypatch.setattr("clinicalbr.sources._pmc_store._RATE", float("inf"))


@contextmanager
def client_of(
    *services: Entrez | OpenAccessList | ObjectStore, faults: Faults | None = None, **settings: object
) -> Iterator[tuple[FakeService, PMCClient]]:
    routes = [route for service in services for route in service.routes()]
    key = settings.pop("api_key", None)
    with trial(routes, faults, **settings) as (fake, session):
        urls = {"eutils_url": fake.url, "oa_url": f"{fake.url}/oa", "store_url": f"{fake.url}/store"}
        yield fake, PMCClient(session, api_key=key, **urls)  # type: ignore[arg-type]


def records(count: int, days: int, seed: int = 0) -> dict[int, tuple[date, bytes]]:
    drawn = random.Random(seed)  # noqa: S311
    return {number: (DAY + timedelta(days=drawn.randrange(days)), jats(number)) for number in range(100, 100 + count)}


def search(entrez: Entrez, faults: Faults | None = None, **options: object) -> tuple[list[str], FakeService]:
    years = {"start": DAY, "end": DAY + timedelta(days=400)}
    with client_of(entrez, faults=faults) as (fake, client):
        return list(blocking(client.search(TERM, **years | options))), fake  # type: ignore[arg-type]


def test_pitfall_22_a_search_does_not_stop_at_20() -> None:
    """20 is what the service sends when nothing is asked for."""
    entrez = Entrez(records(137, 30))
    found, fake = search(entrez)
    assert sorted(found) == sorted(f"PMC{number}" for number in entrez.records)
    assert len(fake.asked("/esearch.fcgi")) == 2


@pytest.mark.parametrize("seed", range(2))
def test_pitfall_22_more_results_than_one_answer_holds_are_split_by_date(seed: int) -> None:
    entrez = Entrez(records(900, 365, seed), limit=50, seed=seed)
    found, fake = search(entrez, page_size=50)
    assert len(found) == len(set(found)) == 900
    assert sorted(found) == sorted(f"PMC{number}" for number in entrez.records)
    asked = fake.asked("/esearch.fcgi")
    assert all(int(line.query["retmax"]) <= 50 for line in asked)
    pages = [line for line in asked if line.query["retmax"] != "0"]
    windows = [(line.query["mindate"], line.query["maxdate"]) for line in pages]
    assert len(set(windows)) == len(windows)
    assert all(one[1] < other[0] for one, other in zip(sorted(windows), sorted(windows)[1:], strict=False))


def test_pitfall_22_a_day_with_more_than_one_answer_holds_is_paged_within_its_history() -> None:
    """Without the history each request would shuffle the day anew and some would be lost."""
    entrez = Entrez(records(230, 1), limit=50)
    found, fake = search(entrez, page_size=50)
    assert len(found) == len(set(found)) == 230
    pages = [line.query for line in fake.asked("/esearch.fcgi") if line.query["retmax"] == "50"]
    assert [query["retstart"] for query in pages] == ["0", "50", "100", "150", "200"]
    assert ["WebEnv" in query for query in pages] == [False, True, True, True, True]
    assert len({(query["WebEnv"], query["query_key"]) for query in pages[1:]}) == 1


def test_a_limit_that_is_clamped_below_what_was_asked_for_loses_nothing() -> None:
    entrez = Entrez(records(230, 1), limit=30)
    found, _ = search(entrez, page_size=100)
    assert len(set(found)) == 230


def test_records_that_are_counted_and_not_listed_are_missed() -> None:
    with pytest.raises(BadAnswerError, match="39 of 40 records") as caught:
        search(Entrez(records(40, 1), withheld=frozenset({101})))
    assert caught.value.found == "shape"


def test_records_that_belong_to_no_half_of_a_time_are_missed() -> None:
    entrez = Entrez(records(40, 2), lost_in_halves=frozenset({101, 102}))
    with pytest.raises(BadAnswerError, match="40 records from 2016-02-01 to 2016-02-02, but"):
        search(entrez, page_size=30, start=DAY, end=DAY + timedelta(days=1))


def test_a_search_of_which_a_part_is_ignored_is_refused() -> None:
    """The service would leave the unknown filter out and find all licences."""
    with client_of(Entrez(records(3, 1))) as (_, client):
        count = client.count(f'{TERM} AND "cc-by licence"[filter]')
        with pytest.raises(SourceRefusedError, match=r"does not know .*cc-by licence"):
            blocking(count)


def test_an_error_inside_status_200_that_passes_is_asked_again() -> None:
    found, fake = search(Entrez(records(3, 1), backend_failures=2))
    assert len(found) == 3
    assert len(fake.asked("/esearch.fcgi")) == 4
    with pytest.raises(SourceUnavailableError, match="Search Backend failed"):
        search(Entrez(records(3, 1), backend_failures=99))


@pytest.mark.parametrize(
    "fault", [fault for fault in EVERY_FAULT if fault is not Fault.DRIP], ids=lambda fault: fault.name
)
def test_pitfall_1_passing_faults_lose_no_page(fault: Fault) -> None:
    entrez = Entrez(records(120, 60), limit=50)
    found, _ = search(entrez, Faults(first=1, kinds=[fault], retry_after=0), page_size=50)
    assert len(found) == len(set(found)) == 120


def test_a_search_over_all_times() -> None:
    entrez = Entrez(records(60, 365), limit=50)
    with client_of(entrez) as (_, client):
        assert len(set(blocking(client.search(TERM, page_size=50)))) == 60


def test_an_empty_search() -> None:
    assert search(Entrez({}))[0] == []


def test_what_cannot_be_searched() -> None:
    with client_of(Entrez({})) as (fake, client):
        for size in (0, 10_001):
            with pytest.raises(InputError, match="page_size"):
                list(blocking(client.search(TERM, page_size=size)))
        with pytest.raises(InputError, match="comes after"):
            blocking(client.count(TERM, start=date(2020, 1, 1), end=date(2019, 1, 1)))
        assert fake.asked() == []


def test_the_service_learns_who_asks_and_the_key_goes_nowhere_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "k3y-of-ncbi"  # noqa: S105
    entrez = Entrez(records(3, 1), error="API key k3y-of-ncbi invalid")
    with client_of(entrez, api_key=secret, cache=tmp_path) as (fake, client):
        assert blocking(client.count(TERM)) == 3
        with pytest.raises(SourceUnavailableError, match="invalid") as failing:
            list(blocking(client.fetch_many(["PMC100"])))
        assert secret not in str(failing.value)
        query = fake.asked("/esearch.fcgi")[0].query
        assert (query["api_key"], query["email"], query["db"]) == (secret, "tests@example.org", "pmc")
        assert query["tool"].startswith("clinicalbr-")
        fake.routes.clear()
        with pytest.raises(SourceNotFoundError) as caught:
            blocking(client.count(TERM))
        assert secret not in str(caught.value)
        assert secret not in repr(client.__dict__)
    assert secret not in caplog.text
    assert all(secret.encode() not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_without_a_key_none_is_sent() -> None:
    with client_of(Entrez(records(1, 1))) as (fake, client):
        blocking(client.count(TERM))
        assert "api_key" not in fake.asked()[0].query


def many(entrez: Entrez, pmcids: list[str], **options: int) -> tuple[list[FullText | NoFullText], FakeService]:
    with client_of(entrez) as (fake, client):
        return list(blocking(client.fetch_many(pmcids, **options))), fake


def test_a_batch_comes_back_in_the_order_asked_for_whatever_order_was_sent() -> None:
    entrez = Entrez({number: (DAY, jats(number, f"Text {number}.")) for number in range(1, 26)})
    asked = [f"PMC{number}" for number in (7, 3, 25, 1, 18, 9, 7)]
    found, fake = many(entrez, asked, batch_size=4)
    assert [text.identifier for text in found] == asked[:-1]
    for text in found:
        assert isinstance(text, FullText)
        assert case_section(text.article) == f"Text {text.identifier.removeprefix('PMC')}."
        assert (text.format, text.licence) == (TextFormat.JATS, "CC BY 4.0")
        assert text.article.provenance.sha256 == text.sha256
        assert text.url == f"{fake.url}/efetch.fcgi?db=pmc&retmode=xml&id={text.identifier.removeprefix('PMC')}"
        assert text.article.provenance.url == text.url
    assert len(fake.asked("/efetch.fcgi")) == 2


def test_fewer_articles_than_asked_for_are_asked_for_once_more() -> None:
    entrez = Entrez({number: (DAY, jats(number)) for number in (1, 2, 3)}, omits={2})
    found, fake = many(entrez, ["PMC1", "PMC2", "PMC3", "PMC4"])
    assert [type(text) for text in found] == [FullText, FullText, FullText, NoFullText]
    assert (found[3].identifier, found[3].reason) == ("PMC4", "not found")  # type: ignore[union-attr]
    assert [line.query["id"] for line in fake.asked("/efetch.fcgi")] == ["1,2,3,4", "2,4"]


def test_pitfall_21_front_matter_only_is_no_full_text() -> None:
    entrez = Entrez({1: (DAY, jats(1, body=False)), 2: (DAY, jats(2))})
    front, whole = many(entrez, ["PMC1", "PMC2"])[0]
    assert (front.identifier, front.reason) == ("PMC1", "front matter only")  # type: ignore[union-attr]
    assert isinstance(whole, FullText)


def test_a_fault_inside_status_200_is_no_missing_article() -> None:
    """A harvest must ask again later and not put the article down as gone."""
    entrez = Entrez({1: (DAY, jats(1))}, error="Unable to obtain query #1")
    with client_of(entrez, ObjectStore({})) as (fake, client):
        for work in (client.fetch("PMC1"), client.fetch_many(["PMC1"])):
            with pytest.raises(SourceUnavailableError, match="Unable to obtain query #1"):
                list(blocking(work))  # type: ignore[call-overload]
        assert len(fake.asked("/efetch.fcgi")) == 2 * QUICK.attempts


def test_a_batch_that_is_too_large_is_asked_for_in_parts() -> None:
    texts = {number: (DAY, jats(number, "Febre. " * 100)) for number in range(1, 6)}
    texts[3] = (DAY, jats(3, "Febre. " * 1000))
    with client_of(Entrez(texts), max_bytes=3000) as (_, client):
        found = list(blocking(client.fetch_many([f"PMC{number}" for number in range(1, 6)])))
    assert [text.identifier for text in found if isinstance(text, NoFullText)] == ["PMC3"]
    assert "more than 3000" in found[2].detail  # type: ignore[union-attr]


def test_a_reply_in_place_of_articles_is_told() -> None:
    (found,) = many(Entrez({}), ["PMC4"])[0]
    assert found == NoFullText("PMC4", "not found", "The following PMCID is not available: 4")


def test_one_bad_article_costs_none_of_the_others() -> None:
    texts = {number: (DAY, jats(number)) for number in range(1, 9)}
    texts[3] = (DAY, b"<article><body><p>not well-formed</body></article>")
    found, _ = many(Entrez(texts), [f"PMC{number}" for number in range(1, 9)])
    assert [text.identifier for text in found if isinstance(text, NoFullText)] == ["PMC3"]
    assert found[2].reason == "unreadable"  # type: ignore[union-attr]
    found, _ = many(
        Entrez(texts | {3: (DAY, jats(3))}, refuses=frozenset({5})), [f"PMC{number}" for number in range(1, 9)]
    )
    assert [text.identifier for text in found if isinstance(text, NoFullText)] == ["PMC5"]


def test_what_cannot_be_fetched() -> None:
    with client_of(Entrez({})) as (fake, client):
        for bad in ("", "S1", "PMC", "../1", "PMC1,PMC2", "PMC1&db=pubmed"):
            with pytest.raises(InputError, match="no identifier of PubMed Central"):
                list(blocking(client.fetch_many([bad])))
            with pytest.raises(InputError, match="no identifier of PubMed Central"):
                blocking(client.fetch(bad))
        with pytest.raises(InputError, match="batch_size"):
            list(blocking(client.fetch_many(["PMC1"], batch_size=0)))
        assert fake.asked() == []


def test_a_search_flows_into_batches() -> None:
    entrez = Entrez(records(60, 10))
    with client_of(entrez) as (_, client):
        found = list(blocking(client.fetch_many(client.search(TERM), batch_size=25)))
    assert {text.identifier for text in found} == {f"PMC{number}" for number in entrez.records}


def test_real_articles_in_one_set(shared_data: Path) -> None:
    files = {
        int(path.stem.removeprefix("PMC")): path.read_bytes()
        for path in sorted(shared_data.glob("pmc/case_reports_*/*.xml"))
    }
    bodies = {number: data[data.index(b"<article") :] for number, data in files.items()}
    entrez = Entrez({number: (DAY, data) for number, data in bodies.items()})
    found, _ = many(entrez, [f"PMC{number}" for number in files], batch_size=7)
    assert len(files) == 20
    assert all(isinstance(text, FullText) for text in found)
    groups = [licence_group(text.licence) for text in found if isinstance(text, FullText)]
    assert (groups.count(LicenceGroup.COMMERCIAL), groups.count(LicenceGroup.NON_COMMERCIAL)) == (18, 2)


def test_the_store_gives_the_newest_version_and_counts_versions_as_numbers() -> None:
    store = ObjectStore(
        {f"PMC1.{version}": jats(1, f"Version {version}.") for version in range(1, 12)} | {"PMC10.1": jats(10)}
    )
    with client_of(store) as (fake, client):
        text = blocking(client.fetch("pmc1"))
        assert case_section(text.article) == "Version 11."
        assert (text.identifier, text.url, text.misses) == ("PMC1", f"{fake.url}/store/PMC1.11/PMC1.11.xml", ())
        assert text.content == jats(1, "Version 11.")
        assert [line.query.get("prefix") for line in fake.asked("/store/")] == ["PMC1."]


def test_a_list_of_versions_over_several_pages() -> None:
    store = ObjectStore({f"PMC1.{version}": jats(1) for version in range(1, 13)}, keys=5)
    with client_of(store) as (fake, client):
        assert blocking(client.stored("PMC1")).version == 12
        assert len(fake.asked("/store/")) == 3


def test_what_the_store_says_about_an_article() -> None:
    stated = {"license_code": "CC BY-NC", "is_retracted": True, "doi": "10.1155/X", "pmid": 26904333, "title": "A case"}
    with client_of(ObjectStore({"PMC1.2": jats(1)}, metadata=stated)) as (_, client):
        stored = blocking(client.stored("PMC1"))
        assert (stored.pmcid, stored.version, stored.licence, stored.retracted) == ("PMC1", 2, "CC BY-NC", True)
        assert (stored.doi, stored.pmid, stored.manuscript) == ("10.1155/x", "26904333", False)
    with client_of(ObjectStore({"PMC1.2": jats(1)}, metadata={"pmcid": "PMC2"})) as (_, client):
        stored_there = client.stored("PMC1")
        with pytest.raises(BadAnswerError, match="not those of PMC1"):
            blocking(stored_there)


@pytest.mark.parametrize("status", [403, 404])
def test_what_the_store_lacks_comes_from_the_e_utilities(status: int) -> None:
    for store in (ObjectStore({}, missing_status=status), ObjectStore({"PMC1.1": None}, missing_status=status)):
        with client_of(store, Entrez({1: (DAY, jats(1))})) as (_, client):
            text = blocking(client.fetch("PMC1"))
            assert "/efetch.fcgi?" in text.url
            assert len(text.misses) == 1
            with pytest.raises(SourceNotFoundError):
                blocking(client.stored("PMC2"))


def test_an_article_that_nobody_gives_away() -> None:
    with client_of(ObjectStore({}), Entrez({1: (DAY, jats(1, body=False))})) as (_, client):
        with pytest.raises(SourceNotFoundError, match="front matter only"):
            blocking(client.fetch("PMC1"))
        with pytest.raises(SourceNotFoundError, match="not found"):
            blocking(client.fetch("PMC2"))


def test_another_article_in_place_of_the_one_asked_for() -> None:
    with client_of(ObjectStore({"PMC1.1": jats(2)})) as (_, client):
        fetched = client.fetch("PMC1")
        with pytest.raises(BadAnswerError, match="PMC2 in place of PMC1"):
            blocking(fetched)


def test_the_open_access_list_is_read_to_its_end() -> None:
    listed = {f"PMC{number}": ("CC BY", "CC BY-NC", "NO-CC CODE")[number % 3] for number in range(250)}
    with client_of(OpenAccessList(listed, page=100, retracted=frozenset({"PMC3"}))) as (fake, client):
        found = list(blocking(client.open_access_records(date(2016, 1, 1), date(2016, 12, 31))))
        assert len(found) == 250
        assert fake.asked()[0].query == {"from": "2016-01-01", "until": "2016-12-31"}
        assert [sorted(line.query) for line in fake.asked()[1:]] == [["resumptionToken"]] * 2
    by_id = {record.pmcid: record for record in found}
    assert (by_id["PMC3"].licence, by_id["PMC3"].retracted, by_id["PMC3"].group) == (
        "CC BY",
        True,
        LicenceGroup.COMMERCIAL,
    )
    assert by_id["PMC4"].group is LicenceGroup.NON_COMMERCIAL
    assert (by_id["PMC5"].licence, by_id["PMC5"].group) == (None, LicenceGroup.OTHER)
    assert by_id["PMC4"].links == {"tgz": "https://ftp.ncbi.nlm.nih.gov/pub/pmc/PMC4.tar.gz"}


@pytest.mark.parametrize("fault", [{"repeats_token": True}, {"loses": frozenset({"PMC1", "PMC120"})}])
def test_an_open_access_list_that_ends_badly_is_told(fault: dict[str, object]) -> None:
    listed = {f"PMC{number}": "CC BY" for number in range(150)}
    with client_of(OpenAccessList(listed, page=100, **fault)) as (_, client):  # type: ignore[arg-type]
        found = client.open_access_records(date(2016, 1, 1))
        with pytest.raises(BadAnswerError, match="and no more"):
            list(blocking(found))


def test_errors_of_the_open_access_list_inside_status_200() -> None:
    with client_of(OpenAccessList({"PMC1": "CC BY"})) as (_, client):
        assert blocking(client.open_access_record("1")).licence == "CC BY"
        for pmcid, code in (("PMC2", "idIsNotOpenAccess"), ("PMC9", "idDoesNotExist")):
            with pytest.raises(SourceNotFoundError, match=code):
                blocking(client.open_access_record(pmcid))


@pytest.mark.parametrize(
    ("licence", "group"),
    [
        ("CC0", "commercial"), ("CC BY 4.0", "commercial"), ("cc by-sa", "commercial"), ("CC BY-ND", "commercial"),
        ("CC BY-NC", "non-commercial"), ("cc-by-nc-nd", "non-commercial"), ("CC BY-NC-SA 3.0", "non-commercial"),
        ("https://creativecommons.org/licenses/by-nc/4.0/", "non-commercial"), ("NO-CC CODE", "other"), ("", "other"),
        (None, "other"), ("All rights reserved", "other"),
    ],
)  # fmt: skip
def test_licence_groups(licence: str | None, group: str) -> None:
    assert licence_group(licence).value == group


def test_a_search_is_harvested_and_the_second_run_takes_what_is_new(tmp_path: Path) -> None:
    entrez = Entrez(records(30, 20))
    with client_of(
        entrez, ObjectStore({}), faults=Faults(0.1, seed=3, retry_after=0, kinds=[Fault.ERROR, Fault.CUT_BODY])
    ) as (fake, client):
        harvest = Harvest(tmp_path, client.listing(TERM, start=DAY, end=date(2020, 1, 1)), client)
        assert blocking(harvest.run()).stored == 30
        entrez.publish(7, DAY)
        report = blocking(harvest.run())
        assert (report.stored, report.total) == (1, 31)
        sent = [item for line in fake.asked("/efetch.fcgi") for item in line.items]
        assert len(sent) == len(set(sent)) == 31
        entries = list(harvest.entries())
        assert {entry.licence for entry in entries} == {"CC BY 4.0"}
        assert harvest.verify() == ()


def test_a_cursor_of_another_list(tmp_path: Path) -> None:
    with client_of(Entrez({})) as (_, client):

        async def read() -> None:
            async for _ in client.listing(TERM).pages("yesterday"):
                pass

        with pytest.raises(InputError, match="no place in the list"):
            blocking(read())


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"error": "API rate limit exceeded"},
        {"esearchresult": []},
        {"esearchresult": {"idlist": []}},
        {"esearchresult": {"count": "many", "idlist": []}},
        {"esearchresult": {"count": "1"}},
        {"esearchresult": {"count": "1", "idlist": ["PMC1"]}},
    ],
)
def test_results_of_a_search_of_another_shape(value: object) -> None:
    with trial([("/esearch.fcgi", lambda _: as_json(value))]) as (fake, session):
        with pytest.raises(BadAnswerError) as caught:
            blocking(PMCClient(session, eutils_url=fake.url).count(TERM))
        assert caught.value.found == "shape"


def test_a_search_that_fails_for_good_is_not_asked_again() -> None:
    error = as_json({"esearchresult": {"ERROR": "Invalid date range"}})
    with trial([("/esearch.fcgi", lambda _: error)]) as (fake, session):
        with pytest.raises(SourceRefusedError, match="Invalid date range"):
            blocking(PMCClient(session, eutils_url=fake.url).count(TERM))
        assert len(fake.asked()) == 1


def test_a_contact_that_is_no_address_of_mail_is_sent_as_user_agent_only() -> None:
    entrez = Entrez(records(1, 1))
    with FakeService(entrez.routes()) as fake, Session("https://example.org/project") as session:
        blocking(PMCClient(session, eutils_url=fake.url).count(TERM))
        assert "email" not in fake.asked()[0].query
        assert "https://example.org/project" in fake.asked()[0].headers["user-agent"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b"<OA><records><record></OA>", "malformed"),
        (b"<Error><Code>SlowDown</Code></Error>", "shape"),
        (b'<!DOCTYPE OA [<!ENTITY a "ha">]><OA>&a;</OA>', "malformed"),
    ],
)
def test_xml_of_a_service_that_is_something_else(body: bytes, found: str) -> None:
    with trial([(".*", lambda _: Reply(200, body, "text/xml"))]) as (fake, session):
        with pytest.raises(BadAnswerError) as caught:
            blocking(PMCClient(session, oa_url=fake.url).open_access_record("PMC1"))
        assert caught.value.found == found
        with pytest.raises(BadAnswerError):
            blocking(PMCClient(session, store_url=fake.url).stored("PMC1"))


def test_an_article_without_identifier_is_taken_for_the_only_one_that_was_asked_for() -> None:
    bare = jats(1).replace(b'<article-id pub-id-type="pmc">1</article-id>', b"")
    texts = {1: (DAY, bare), 2: (DAY, jats(2))}
    (alone,) = many(Entrez(texts), ["PMC1"])[0]
    assert isinstance(alone, FullText)
    first, second = many(Entrez(texts), ["PMC1", "PMC2"])[0]
    assert isinstance(first, FullText), "it is asked for once more, alone"
    assert isinstance(second, FullText)


def test_an_empty_article_in_a_set_is_missing() -> None:
    empty = b"<article><front><article-meta/></front></article>"
    first, second = many(Entrez({1: (DAY, empty), 2: (DAY, jats(2))}), ["PMC1", "PMC2"])[0]
    assert (first.identifier, isinstance(first, NoFullText), isinstance(second, FullText)) == ("PMC1", True, True)
