"""What the cache keeps, and above all what it does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clinicalbr.errors import BadAnswerError, InputError, SourceError
from clinicalbr.sources import AnswerKind, RetryPolicy, Service, Session, Timeouts, blocking
from fake_service import ArticleSite, FakeService, Fault, Faults, Reply, Request, as_json

QUICK = RetryPolicy(attempts=2, bad_answer_attempts=1, initial_wait=0.001)


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService([]) as service:
        yield service


def route(fake: FakeService, answer: Callable[[Request], Reply]) -> Service:
    fake.routes = [(re.compile(".*"), answer)]
    return Service("fake", fake.url, rate=float("inf"))


def ask(service: Service, folder: Path | None, *, path: str = "a", kind: AnswerKind = AnswerKind.ANY) -> bytes:
    """Each time a new session, so that only what is on disk counts."""
    limits = Timeouts(total=1)
    with Session("tests@example.org", cache=folder, retry=QUICK, timeouts=limits) as session:
        return blocking(session.ask(service, service.url(path), kind=kind)).content


def validated(headers: dict[str, str]) -> Callable[[Request], Reply]:
    def answer(request: Request) -> Reply:
        known = request.headers.get("if-none-match") == headers.get("ETag", "-")
        known = known or request.headers.get("if-modified-since") == headers.get("Last-Modified", "-")
        return Reply(304, headers=headers) if known else Reply(200, b"text", headers=headers)

    return answer


@pytest.mark.parametrize("headers", [{"ETag": '"1"'}, {"Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT"}])
def test_what_bears_a_mark_is_asked_whether_it_changed(
    fake: FakeService, tmp_path: Path, headers: dict[str, str]
) -> None:
    service = route(fake, validated(headers))
    assert [ask(service, tmp_path) for _ in range(3)] == [b"text"] * 3
    assert [line.status for line in fake.asked()] == [200, 304, 304]


def test_a_change_is_seen(fake: FakeService, tmp_path: Path) -> None:
    site = ArticleSite()
    fake.routes = [(re.compile(pattern), answer) for pattern, answer in site.routes()]
    service = Service("fake", fake.url, rate=float("inf"))

    def text() -> bytes:
        with Session("tests@example.org", cache=tmp_path) as session:
            url = service.url("j", "re", "a", "S1", "")
            return blocking(session.ask(service, url, kind=AnswerKind.XML, params={"format": "xml"})).content

    first = [text(), text()]
    site.edition = 2
    second = [text(), text()]
    assert first == [site_text(1)] * 2
    assert second == [site_text(2)] * 2
    assert [line.status for line in fake.asked()] == [200, 304, 200, 304]


def site_text(edition: int) -> bytes:
    site = ArticleSite()
    site.edition = edition
    return site.text("S1")


def test_what_holds_for_a_time_is_not_asked_for(fake: FakeService, tmp_path: Path) -> None:
    service = route(fake, lambda _: Reply(200, b"text", headers={"Cache-Control": "max-age=600"}))
    assert [ask(service, tmp_path) for _ in range(3)] == [b"text"] * 3
    assert len(fake.asked()) == 1


@pytest.mark.parametrize("headers", [{}, {"Cache-Control": "no-store", "ETag": '"1"'}])
def test_what_bears_no_mark_is_not_kept(fake: FakeService, tmp_path: Path, headers: dict[str, str]) -> None:
    service = route(fake, lambda _: Reply(200, b"text-of-a-page", headers=headers))
    assert [ask(service, tmp_path) for _ in range(2)] == [b"text-of-a-page"] * 2
    assert len(fake.asked()) == 2
    assert all("if-none-match" not in line.headers for line in fake.asked())
    assert not any(b"text-of-a-page" in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize("status", [200, 400, 404, 410, 500])
def test_no_failure_is_kept(fake: FakeService, tmp_path: Path, status: int) -> None:
    """Not even one that says that it holds for ever, such as the page of a proxy."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "ETag": '"1"'}
    bad = True

    def answer(_: Request) -> Reply:
        body = b"<html>bad</html>" if bad else b'{"a": 1}'
        return Reply(status if bad else 200, body, headers=headers)

    service = route(fake, answer)
    with pytest.raises(SourceError):
        ask(service, tmp_path, kind=AnswerKind.JSON)
    bad = False
    assert ask(service, tmp_path, kind=AnswerKind.JSON) == b'{"a": 1}'


@pytest.mark.parametrize("fault", [Fault.CUT_BODY, Fault.CUT_CONNECTION, Fault.DRIP])
def test_no_half_answer_is_kept(fake: FakeService, tmp_path: Path, fault: Fault) -> None:
    body = b'{"a": [' + b"1, " * 1000 + b"1]}"
    service = route(fake, lambda _: Reply(200, body, headers={"Cache-Control": "max-age=600"}))
    fake.faults = Faults(first=1, kinds=[fault])
    assert ask(service, tmp_path, kind=AnswerKind.JSON) == body
    assert ask(service, tmp_path, kind=AnswerKind.JSON) == body
    assert [line.fault for line in fake.asked()] == [fault, ""]


def test_a_304_that_nobody_asked_for(fake: FakeService, tmp_path: Path) -> None:
    service = route(fake, lambda _: Reply(304))
    for folder in (tmp_path, None):
        with pytest.raises(BadAnswerError):
            ask(service, folder, kind=AnswerKind.JSON)


def test_the_folder_cannot_be_made(fake: FakeService, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    service = route(fake, lambda _: as_json(1))
    with pytest.raises(InputError, match="cache"):
        ask(service, tmp_path / "file" / "cache")


def test_a_damaged_cache_costs_requests_and_no_answers(fake: FakeService, tmp_path: Path) -> None:
    service = route(fake, validated({"ETag": '"1"'}))
    ask(service, tmp_path)
    (tmp_path / "http.sqlite").write_bytes(b"not a database" * 1000)
    for leftover in tmp_path.glob("http.sqlite-*"):
        leftover.unlink()
    assert ask(service, tmp_path) == b"text"


def test_without_a_folder_nothing_is_kept(fake: FakeService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    service = route(fake, validated({"ETag": '"1"'}))
    assert [ask(service, None) for _ in range(2)] == [b"text"] * 2
    assert [line.status for line in fake.asked()] == [200, 200]
    assert list(tmp_path.iterdir()) == []
