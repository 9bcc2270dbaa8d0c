"""No secret reaches a log, a cache, an error, or another host."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from clinicalbr.errors import SourceError, SourceRefusedError
from clinicalbr.sources import AnswerKind, RetryPolicy, Service, Session, blocking
from clinicalbr.sources._redaction import HIDDEN, hide, without_parameters, without_secrets
from fake_service import FakeService, Fault, Faults, Reply, Request, as_json

KEY, TOKEN = "k3y/of me+you", "fc-t0ken"
QUICK = RetryPolicy(attempts=2, initial_wait=0.001)


def secretive(fake: FakeService) -> Service:
    return Service(
        "secretive",
        fake.url,
        rate=float("inf"),
        secret_query={"api_key": SecretStr(KEY)},
        secret_headers={"Authorization": SecretStr(f"Bearer {TOKEN}")},
    )


def echo(request: Request) -> Reply:
    """A service that tells everybody what it was told."""
    said = f"{request.query} {request.headers}"
    if request.path == "/refused":
        return as_json({"error": "API key invalid", "api-key": request.query.get("api_key"), "said": said}, 400)
    if request.path == "/moved":
        return Reply(301, headers={"Location": f"/here?api_key={quote(request.query['api_key'])}&a=1"})
    if request.path == "/html":
        return Reply(200, f"<html><title>{said}</title></html>".encode())
    if request.path == "/told":
        return Reply(200, json.dumps({"a": said}).encode(), "application/json", {"Cache-Control": "max-age=600"})
    return Reply(200, b'{"a": 1}', "application/json", {"ETag": '"1"', "Vary": "Authorization"})


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService([(".*", echo)]) as service:
        yield service


def traces(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", ["here", "moved", "refused", "html", "told", "gone\x7f"])
@pytest.mark.parametrize("fault", [None, Fault.ERROR, Fault.NO_ANSWER, Fault.DRIP])
def test_secrets_leave_no_trace(
    fake: FakeService, tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str, fault: Fault | None
) -> None:
    caplog.set_level(logging.DEBUG)
    if fault:
        fake.faults = Faults(first=1, kinds=[fault], drip_seconds=0.001)
    service, said = secretive(fake), ""
    with Session("tests@example.org", cache=tmp_path, retry=QUICK) as session:
        for _ in range(2):
            try:
                said += repr(blocking(session.ask(service, service.url(path), kind=AnswerKind.JSON)))
            except SourceError as error:
                said += f"{error!s} {error!r} {error.url}"
        cached = traces(tmp_path)
    assert fake.asked()[-1].query["api_key"] == KEY
    assert fake.asked()[-1].headers["authorization"] == f"Bearer {TOKEN}"
    said += repr(service) + caplog.text + repr([vars(record) for record in caplog.records])
    for secret in (KEY, TOKEN, "k3y", "t0ken"):
        assert secret not in said
        assert secret.encode() not in cached


def test_a_redirect_takes_secrets_to_no_other_host(fake: FakeService) -> None:
    with FakeService([(".*", lambda _: as_json(1))]) as other:
        fake.routes.insert(0, (re.compile("/away"), lambda _: Reply(302, headers={"Location": other.url})))
        service = secretive(fake)
        with Session("tests@example.org") as session:
            blocking(session.ask(service, service.url("away")))
            blocking(session.ask(service, other.url))
    assert len(other.asked()) == 2
    for line in other.asked():
        assert "authorization" not in line.headers
        assert line.query == {}


@pytest.mark.parametrize(
    ("base", "url", "trusted"),
    [
        ("https://x.org/api", "https://x.org/other", True),
        ("https://x.org/api", "https://x.org:443/", True),
        ("http://x.org/api", "https://x.org/", True),
        ("https://x.org/api", "http://x.org/", False),
        ("https://x.org/api", "https://x.org:8443/", False),
        ("https://x.org/api", "https://x.org.evil.example/", False),
        ("https://x.org/api", "https://evil.example/x.org", False),
        ("https://x.org/api", "https://x.org:999999/", False),
        ("https://x.org/api", "https://x.org:pw@evil.example/", False),
        ("https://x.org/api", "https://[", False),
        ("http://127.0.0.1:80/", "https://127.0.0.1:444/", False),
    ],
)
def test_where_secrets_may_go(base: str, url: str, trusted: bool) -> None:
    assert Service("x", base, rate=1).trusts(url) is trusted


def test_an_echoed_secret_is_hidden_in_the_words_of_the_service(fake: FakeService) -> None:
    service = secretive(fake)
    with Session("tests@example.org") as session, pytest.raises(SourceRefusedError, match="API key invalid") as caught:
        blocking(session.ask(service, service.url("refused")))
    assert HIDDEN in str(caught.value)


@given(
    user=st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1),
    value=st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=6),
    name=st.sampled_from(
        ["api_key", "apikey", "token", "access_token", "password", "X-Amz-Signature", "client_secret"]
    ),
)
def test_addresses_are_shown_without_what_looks_secret(user: str, value: str, name: str) -> None:
    password = f"pw{value}"
    shown = without_secrets(f"https://{user}:{password}@x.org/a?code=S1&{name}={value}#{value}")
    assert shown == f"https://x.org/a?code=S1&{name}={HIDDEN}"


@given(st.text(), st.text(min_size=1))
def test_hiding_leaves_nothing(text: str, secret: str) -> None:
    hidden = hide(f"{text}{secret}{text}", [secret])
    assert all(secret not in part for part in hidden.split(HIDDEN))


@given(st.text())
def test_any_text_can_be_shown(url: str) -> None:
    assert isinstance(without_secrets(url), str)
    assert isinstance(without_secrets(f"http://[{url}"), str)


def test_parameters_are_dropped_and_others_stay() -> None:
    assert without_parameters("/x?a=1&api_key=2&b=", ["api_key"]) == "/x?a=1&b="
    assert without_parameters("/x?q=a+b%20c", ["api_key"]) == "/x?q=a+b%20c"
