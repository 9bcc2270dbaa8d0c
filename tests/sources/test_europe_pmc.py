"""Europe PMC, over real sockets: cursors, counts, full texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from clinicalbr.errors import BadAnswerError, InputError, SourceNotFoundError, SourceRefusedError
from clinicalbr.sources import EuropePMCClient, EuropePMCRecord, Harvest, blocking, case_report_query, case_section
from fake_service import FakeService, Fault, Faults, Reply, Request, as_json
from fake_service.europe_pmc import EuropePMC, result
from fake_service.faults import EVERY_FAULT
from fake_service.pmc import jats
from fake_service.trial import ANY_RATE, trial

QUERY = 'PUB_TYPE:"case-report"'


def search(
    service: EuropePMC, faults: Faults | None = None, size: int = 10
) -> tuple[list[EuropePMCRecord], FakeService]:
    with trial(service.routes(), faults) as (fake, session):
        client = EuropePMCClient(session, base_url=f"{fake.url}/rest", rate=ANY_RATE)
        return list(blocking(client.search(QUERY, page_size=size))), fake


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 20, 35])
@pytest.mark.parametrize("ends_with_results", [True, False])
def test_pitfall_23_the_last_records_are_not_missing(count: int, ends_with_results: bool) -> None:
    """The cursor repeats with the last results or with an empty page after them, and its signs are escaped."""
    service = EuropePMC([result(number) for number in range(count)], ends_with_results=ends_with_results)
    found, fake = search(service)
    assert [record.pmcid for record in found] == [f"PMC{number}" for number in range(count)]
    marks = [line.query["cursorMark"] for line in fake.asked()]
    assert len(set(marks)) == len(marks)
    assert marks[0] == "*"


def test_a_page_that_repeats_a_record_of_the_one_before_gives_it_once() -> None:
    found, _ = search(EuropePMC([result(number) for number in range(35)], repeats=True))
    assert [record.pmcid for record in found] == [f"PMC{number}" for number in range(35)]


def test_records_that_are_counted_and_not_sent_are_missed() -> None:
    with pytest.raises(BadAnswerError, match="33 of 35 records, and no more") as caught:
        search(EuropePMC([result(number) for number in range(35)], loses=2))
    assert caught.value.found == "shape"


def test_what_is_read_of_a_record() -> None:
    more = {"license": "cc by-nc", "language": "por", "pubTypeList": {"pubType": ["Case Reports"]}}
    service = EuropePMC([result(7, **more), {"id": "PPR1", "source": "PPR"}])
    full, bare = search(service)[0]
    assert (full.source, full.id, full.pmid, full.doi) == ("MED", "26000007", "26000007", "10.1155/2016/7")
    assert (full.title, full.journal, full.issn) == ("Case 7.", "Case Reports in Medicine", "1687-9635")
    assert (full.publication_date, full.language, full.licence) == ("2016-01-21", "por", "CC BY-NC")
    assert (full.open_access, full.types) == (True, ("Case Reports",))
    assert bare == EuropePMCRecord("PPR", "PPR1")


@pytest.mark.parametrize(
    "fault", [fault for fault in EVERY_FAULT if fault is not Fault.DRIP], ids=lambda fault: fault.name
)
def test_passing_faults_lose_no_page(fault: Fault) -> None:
    found, _ = search(
        EuropePMC([result(number) for number in range(25)]), Faults(first=1, kinds=[fault], retry_after=0)
    )
    assert len(found) == 25


def test_a_search_that_is_refused_inside_status_200() -> None:
    with pytest.raises(SourceRefusedError, match="Invalid query"):
        search(EuropePMC([], error="Invalid query"))


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"hitCount": 1},
        {"hitCount": "1", "resultList": {"result": []}},
        {"hitCount": 1, "resultList": {"result": [{"title": "x"}]}},
    ],
)
def test_answers_of_another_shape(value: object) -> None:
    with trial([("/rest/search", lambda _: as_json(value))]) as (fake, session):
        client = EuropePMCClient(session, base_url=f"{fake.url}/rest", rate=ANY_RATE)
        with pytest.raises(BadAnswerError) as caught:
            list(blocking(client.search(QUERY)))
        assert caught.value.found == "shape"


def test_a_count_needs_one_request() -> None:
    with trial(EuropePMC([result(number) for number in range(35)]).routes()) as (fake, session):
        client = EuropePMCClient(session, base_url=f"{fake.url}/rest", rate=ANY_RATE)
        assert blocking(client.count(QUERY)) == 35
        assert [line.query["pageSize"] for line in fake.asked()] == ["1"]
        assert fake.asked()[0].query["query"] == QUERY
        for size in (0, 1001):
            with pytest.raises(InputError, match="page_size"):
                list(blocking(client.search(QUERY, page_size=size)))


def test_full_texts(shared_data: Path) -> None:
    real = (shared_data / "pmc/case_reports_ccby/PMC4739221.xml").read_bytes()
    front = (shared_data / "pmc/front_only/acmi.0.000530.v1.xml").read_bytes()
    texts = {"PMC4739221": real, "PMC1": front, "PMC2": jats(3), "PMC4": jats(4, body=False)}
    with trial(EuropePMC([], texts).routes()) as (fake, session):
        client = EuropePMCClient(session, base_url=f"{fake.url}/rest", rate=ANY_RATE)
        text = blocking(client.fetch("4739221"))
        assert (text.identifier, text.content, text.licence) == ("PMC4739221", real, "CC BY")
        assert text.url == f"{fake.url}/rest/PMC4739221/fullTextXML"
        assert len(case_section(text.article)) > 1000
        for pmcid, message in (("PMC4", "front matter only"), ("PMC9", "status 404")):
            with pytest.raises(SourceNotFoundError, match=message):
                blocking(client.fetch(pmcid))
        for pmcid in ("PMC1", "PMC2"):
            with pytest.raises((BadAnswerError, SourceNotFoundError)):
                blocking(client.fetch(pmcid))
        with pytest.raises(InputError, match="no identifier"):
            blocking(client.fetch("../search"))


def test_pitfall_21_a_page_in_place_of_the_text() -> None:
    with trial([(".*", lambda _: Reply(200, b"<html><title>Europe PMC</title></html>"))]) as (fake, session):
        client = EuropePMCClient(session, base_url=f"{fake.url}/rest", rate=ANY_RATE)
        with pytest.raises(BadAnswerError, match="a web page titled 'Europe PMC'"):
            blocking(client.fetch("PMC1"))


def test_types_and_licences_are_searched_in_both_spellings() -> None:
    assert case_report_query() == '(PUB_TYPE:"Case Reports" OR PUB_TYPE:"case-report") AND OPEN_ACCESS:y'
    assert case_report_query(licence="CC BY-NC").endswith('(LICENSE:"cc by-nc" OR LICENSE:"cc-by-nc")')
    assert case_report_query(licence="cc0").endswith('(LICENSE:"cc0" OR LICENSE:"cc0")')


def test_a_search_is_harvested_and_taken_up_where_it_was_left(tmp_path: Path) -> None:
    results = [result(number, isOpenAccess="N" if number == 3 else "Y") for number in range(40)]
    service = EuropePMC(results, {f"PMC{number}": jats(number) for number in range(50)})
    with trial(service.routes(), Faults(0.1, seed=2, retry_after=0, kinds=[Fault.ERROR, Fault.PAGE])) as (
        fake,
        session,
    ):
        client = EuropePMCClient(session, base_url=f"{fake.url}/rest", rate=ANY_RATE)
        harvest = Harvest(tmp_path, client.listing(QUERY), client)
        assert blocking(harvest.run()).stored == 39
        results.append(result(45))
        assert blocking(harvest.run()).stored == 1
        sent = [item for line in fake.asked(".*fullTextXML") for item in line.items]
        assert sorted(sent) == sorted(set(sent))


def test_a_listing_goes_on_from_its_cursor() -> None:
    asked: list[str] = []
    service = EuropePMC([result(number) for number in range(2500)])

    def noted(request: Request) -> Reply:
        asked.append(request.query["cursorMark"])
        return service.routes()[0][1](request)

    async def cursors(client: EuropePMCClient, cursor: str | None) -> list[tuple[int, str]]:
        return [(len(page.items), page.cursor) async for page in client.listing(QUERY).pages(cursor)]

    with trial([("/rest/search", noted)]) as (fake, session):
        client = EuropePMCClient(session, base_url=f"{fake.url}/rest", rate=ANY_RATE)
        whole = blocking(cursors(client, None))
        assert [count for count, _ in whole] == [1000, 1000, 500, 0]
        asked.clear()
        assert [count for count, _ in blocking(cursors(client, whole[1][1]))] == [500, 0]
        assert len(asked) == 1
        assert blocking(cursors(client, whole[-1][1])) == whole
