"""Firecrawl, over real sockets: the status of the page itself, credits, and a key that goes nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr

from clinicalbr.errors import (
    BadAnswerError,
    InputError,
    SourceError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.sources import FirecrawlClient, TextFormat, blocking, case_section
from fake_service import FakeService, Fault, Faults, Reply, as_json
from fake_service.firecrawl import Firecrawl
from fake_service.scielo_sites import BLOCKED, CASE, NOT_FOUND, SiteArticle
from fake_service.trial import ANY_RATE, QUICK, trial

PAGE = "https://www.scielo.br/j/rex/a/abcdefghijklmnopqrstuvw/?lang=pt"
KEY = "fc-right"


@contextmanager
def client_of(
    service: Firecrawl, faults: Faults | None = None, key: str | SecretStr = KEY, **settings: object
) -> Iterator[tuple[FakeService, FirecrawlClient]]:
    cache = settings.pop("cache", None)
    with trial(service.routes(), faults, cache=cache) as (fake, session):
        yield fake, FirecrawlClient(session, key, base_url=fake.url, rate=ANY_RATE, **settings)  # type: ignore[arg-type]


def whole(status: int = 200) -> dict[str, tuple[int, str]]:
    return {PAGE: (status, SiteArticle().new_page("pt", "https://www.scielo.br"))}


def test_a_page_is_asked_for_as_it_is_and_anew() -> None:
    service = Firecrawl(whole())
    with client_of(service) as (fake, client):
        page = blocking(client.scrape(PAGE))
        assert (page.status, page.url, page.credits, page.html) == (200, PAGE, 1, whole()[PAGE][1])
        assert client.credits_spent == 1
        line = fake.asked()[0]
        assert (line.method, line.path, line.headers["authorization"]) == ("POST", "/v2/scrape", f"Bearer {KEY}")
    (body,) = service.bodies
    assert body["timeout"] < 2_000, "Firecrawl gives up before the session does"
    assert {name: body[name] for name in ("url", "formats", "maxAge", "proxy", "onlyMainContent")} == {
        "url": PAGE, "formats": ["rawHtml"], "maxAge": 0, "proxy": "basic", "onlyMainContent": False,
    }  # fmt: skip


def test_options_are_handed_on() -> None:
    service = Firecrawl(whole())
    with client_of(service, proxy="stealth", max_age=3600) as (_, client):
        page = blocking(client.scrape(PAGE, formats=["markdown"], options={"waitFor": 500}))
        assert (page.html, page.markdown != "") == ("", True)
    (body,) = service.bodies
    assert (body["proxy"], body["maxAge"], body["waitFor"], body["formats"]) == (
        "stealth",
        3_600_000,
        500,
        ["markdown"],
    )


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (404, SourceNotFoundError),
        (410, SourceNotFoundError),
        (401, SourceRefusedError),
        (403, SourceRefusedError),
        (451, SourceRefusedError),
        (429, SourceUnavailableError),
        (500, SourceUnavailableError),
        (503, SourceUnavailableError),
    ],
)
def test_the_status_of_the_page_counts_and_not_that_of_firecrawl(status: int, kind: type[SourceError]) -> None:
    """404 and 403 of the page come as a success."""
    with client_of(Firecrawl(whole(status))) as (fake, client):
        with pytest.raises(kind, match=f"answered with status {status}") as caught:
            blocking(client.scrape(PAGE))
        assert (caught.value.status, caught.value.url) == (status, PAGE)
        assert len(fake.asked()) == 1, "a second attempt would be paid for as well"
        assert client.credits_spent == 1


@pytest.mark.parametrize(
    ("status", "kind", "asked"),
    [
        (400, SourceRefusedError, 1),
        (402, SourceRefusedError, 1),
        (403, SourceRefusedError, 1),
        (408, SourceUnavailableError, QUICK.attempts),
        (429, SourceUnavailableError, QUICK.attempts),
        (500, SourceUnavailableError, QUICK.attempts),
    ],
)
def test_errors_of_firecrawl_itself(status: int, kind: type[SourceError], asked: int) -> None:
    with client_of(Firecrawl(whole(), failures=[status] * 99)) as (fake, client):
        with pytest.raises(kind, match=f"status {status}"):
            blocking(client.scrape(PAGE))
        assert len(fake.asked()) == asked
        assert client.credits_spent == 0


def test_errors_that_pass_are_asked_again() -> None:
    with client_of(Firecrawl(whole(), failures=[408, 429, 500])) as (fake, client):
        assert blocking(client.scrape(PAGE)).status == 200
        assert len(fake.asked()) == 4
    with client_of(Firecrawl(whole()), Faults(first=2, kinds=[Fault.CUT_CONNECTION], retry_after=0)) as (fake, client):
        assert blocking(client.scrape(PAGE)).status == 200


def test_an_account_without_credit() -> None:
    with client_of(Firecrawl(whole(), credits=1)) as (_, client):
        blocking(client.scrape(PAGE))
        with pytest.raises(SourceRefusedError, match="402") as caught:
            blocking(client.scrape(PAGE))
        assert "credit" in caught.value.remedy


def test_a_bound_of_credits() -> None:
    service = Firecrawl(whole(), price=5)
    with client_of(service, max_credits=12) as (fake, client):
        for _ in range(3):
            blocking(client.scrape(PAGE))
        with pytest.raises(SourceRefusedError, match="15 credits are spent, of 12 allowed"):
            blocking(client.scrape(PAGE))
        assert len(fake.asked()) == 3
    with client_of(Firecrawl(whole(), tells_credits=False)) as (_, client):
        assert blocking(client.scrape(PAGE)).credits is None
        assert client.credits_spent == 1


def test_the_key_goes_to_firecrawl_and_nowhere_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    wrong = "fc-wr0ng-k3y"
    with client_of(Firecrawl(whole()), key=SecretStr(wrong), cache=tmp_path) as (_, client):
        with pytest.raises(SourceRefusedError, match="Invalid token") as caught:
            blocking(client.scrape(PAGE))
        assert wrong not in str(caught.value)
        assert wrong not in repr(client.__dict__)
    assert wrong not in caplog.text
    assert all(wrong.encode() not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"success": False, "error": "engine failed with fc-right"},
        {"success": True},
        {"success": True, "data": {"rawHtml": "<p>x"}},
        {"success": True, "data": {"rawHtml": "<p>x", "metadata": {"error": "net::ERR fc-right"}}},
        {"success": True, "data": {"rawHtml": " ", "metadata": {"statusCode": 200}}},
    ],
)
def test_answers_of_another_shape(value: object) -> None:
    with trial([(".*", lambda _: as_json(value))]) as (fake, session):
        client = FirecrawlClient(session, KEY, base_url=fake.url, rate=ANY_RATE)
        with pytest.raises(BadAnswerError) as caught:
            blocking(client.scrape(PAGE))
        assert caught.value.found == "shape"
        assert KEY not in str(caught.value)
        assert len(fake.asked()) == 1


def test_a_login_page_before_firecrawl_is_not_paid_for_thrice() -> None:
    with trial([(".*", lambda _: Reply(200, b"<html><title>Sign in</title></html>"))]) as (fake, session):
        client = FirecrawlClient(session, KEY, base_url=fake.url, rate=ANY_RATE)
        with pytest.raises(BadAnswerError, match="Sign in"):
            blocking(client.scrape(PAGE))
        assert len(fake.asked()) == 1


@pytest.mark.parametrize("url", ["", "ftp://x.org/", "https://", "https://me:pw@x.org/", "file:///etc/passwd"])
def test_addresses_that_are_not_handed_on(url: str) -> None:
    with client_of(Firecrawl({})) as (fake, client):
        with pytest.raises(InputError) as caught:
            blocking(client.scrape(url))
        assert "pw" not in str(caught.value)
        assert fake.asked() == []


@pytest.mark.parametrize("key", ["", "  ", "schlüssel", "a\nb"])
def test_a_key_that_is_none(key: str) -> None:
    with pytest.raises(InputError, match="key"), client_of(Firecrawl({}), key=key):
        pass


def test_an_article_through_firecrawl() -> None:
    with client_of(Firecrawl(whole())) as (_, client):
        text = blocking(client.fetch(PAGE))
        assert (text.identifier, text.format, text.url) == (PAGE, TextFormat.HTML, PAGE)
        assert (text.article.language, text.licence) == ("pt", "CC BY-NC 4.0")
        assert case_section(text.article) == f"{CASE['pt'][3]}¹"


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (NOT_FOUND, SourceNotFoundError),
        (SiteArticle(text_on_page=False).new_page("pt", "https://x.org"), SourceNotFoundError),
        (BLOCKED, BadAnswerError),
    ],
)
def test_pitfall_19_soft_errors_and_blocks_through_firecrawl(page: str, kind: type[SourceError]) -> None:
    with client_of(Firecrawl({PAGE: (200, page)})) as (_, client), pytest.raises(kind):
        blocking(client.fetch(PAGE))
