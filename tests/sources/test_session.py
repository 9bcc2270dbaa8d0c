"""What a session does with a service that misbehaves, over real sockets."""

from __future__ import annotations

import asyncio
import gzip
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise

import pytest

from clinicalbr.errors import (
    AnswerTooLargeError,
    BadAnswerError,
    InputError,
    SourceError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.sources import Answer, AnswerKind, RetryPolicy, Service, Session, Timeouts, blocking
from clinicalbr.sources._gates import Gate, gate
from clinicalbr.sources._retrying import attempts
from fake_service import FakeService, Fault, Faults, Reply, Request, as_json
from fake_service.faults import EVERY_FAULT

QUICK = RetryPolicy(initial_wait=0.001, max_wait=0.01)
IMPATIENT = Timeouts(connect=2, read=2, total=0.5)
ANY_RATE = float("inf")
XML = b'<?xml version="1.0"?><article><front/><body><p>' + b"texto " * 50 + b"</p></body></article>\n"
Serve = Callable[..., tuple[FakeService, Service]]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serve one route for every path, and close it after the test."""
    with ExitStack() as stack:

        def start(answer: Reply | Callable[[Request], Reply], **settings: object) -> tuple[FakeService, Service]:
            route = answer if callable(answer) else lambda _: answer
            faults = settings.pop("faults", None)
            fake = stack.enter_context(FakeService([(".*", route)], faults))  # type: ignore[arg-type]
            return fake, Service("fake", fake.url, **{"rate": ANY_RATE} | settings)  # type: ignore[arg-type]

        yield start


@pytest.fixture
def session() -> Iterator[Session]:
    with Session("tests@example.org", retry=QUICK, timeouts=IMPATIENT) as opened:
        yield opened


@pytest.mark.parametrize("kind", [AnswerKind.JSON, AnswerKind.XML])
@pytest.mark.parametrize("fault", EVERY_FAULT, ids=lambda fault: fault.name)
def test_every_passing_fault_is_asked_again(serve: Serve, session: Session, fault: Fault, kind: AnswerKind) -> None:
    reply = as_json({"objects": list(range(40))}) if kind is AnswerKind.JSON else Reply(200, XML, "application/xml")
    fake, service = serve(reply, faults=Faults(first=2, kinds=[fault], retry_after=0))
    answer = blocking(session.ask(service, service.url("a"), kind=kind))
    assert answer.content == reply.body
    assert [line.fault for line in fake.asked()] == [fault, fault, ""]


@pytest.mark.parametrize("fault", EVERY_FAULT, ids=lambda fault: fault.name)
def test_a_fault_for_good_ends_after_the_last_attempt(serve: Serve, session: Session, fault: Fault) -> None:
    fake, service = serve(Reply(200, XML, "application/xml"), faults=Faults(first=99, kinds=[fault], retry_after=0))
    with pytest.raises(SourceError) as caught:
        blocking(session.ask(service, service.url("a"), kind=AnswerKind.XML))
    page = fault is Fault.PAGE
    cut = fault is Fault.CUT_BODY
    assert isinstance(caught.value, BadAnswerError if page or cut else SourceUnavailableError)
    assert len(fake.asked()) == (QUICK.bad_answer_attempts if page else QUICK.attempts)
    assert service.url("a") in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("status", "kind", "asked"),
    [
        (400, SourceRefusedError, 1),
        (401, SourceRefusedError, 1),
        (402, SourceRefusedError, 1),
        (403, SourceRefusedError, 1),
        (404, SourceNotFoundError, 1),
        (410, SourceNotFoundError, 1),
        (408, SourceUnavailableError, QUICK.attempts),
        (429, SourceUnavailableError, QUICK.attempts),
        (500, SourceUnavailableError, QUICK.attempts),
        (501, SourceRefusedError, 1),
        (502, SourceUnavailableError, QUICK.attempts),
    ],
)
def test_what_a_status_means(serve: Serve, session: Session, status: int, kind: type[SourceError], asked: int) -> None:
    fake, service = serve(Reply(status, b"<html><style>p {}</style><p>limit must be &gt; 0</p></html>"))
    with pytest.raises(kind, match=rf"status {status}: .*limit must be") as caught:
        blocking(session.ask(service, service.url("a")))
    assert caught.value.status == status
    assert len(fake.asked()) == asked


@pytest.mark.parametrize("fault", [Fault.THROTTLED_SECONDS, Fault.THROTTLED_DATE])
def test_a_pause_that_a_service_asks_for_is_kept_by_all_requests(serve: Serve, fault: Fault) -> None:
    fake, service = serve(as_json(1), faults=Faults(kinds=[fault], retry_after=2, first=1))

    async def both() -> None:
        async with Session("tests@example.org", retry=QUICK) as one, Session("tests@example.org", retry=QUICK) as other:
            first = asyncio.ensure_future(one.ask(service, service.url("a")))
            while not fake.asked():
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            fake.faults = Faults()
            await other.ask(service, service.url("b"))
            await first

    asyncio.run(both())
    refused, *later = fake.asked()
    # A date is exact to the second.
    pause = 2 if fault is Fault.THROTTLED_SECONDS else 1
    assert [line.fault for line in later] == ["", ""]
    assert all(line.when - refused.when >= pause - 0.05 for line in later)


def test_a_pause_beyond_the_bound_is_not_waited_for(serve: Serve, session: Session) -> None:
    fake, service = serve(Reply(429, b"", headers={"Retry-After": "86400"}))
    with pytest.raises(SourceUnavailableError, match="wait 86400 s") as caught:
        blocking(session.ask(service, service.url("a")))
    assert caught.value.retry_after == 86400
    assert len(fake.asked()) == 1


def test_requests_of_all_sessions_keep_the_distance(serve: Serve) -> None:
    fake, service = serve(as_json(1), rate=20)

    async def many() -> None:
        async with Session("tests@example.org") as one, Session("tests@example.org") as other:
            await asyncio.gather(
                *(session.ask(service, service.url(str(n))) for n in range(4) for session in (one, other))
            )

    asyncio.run(many())
    times = sorted(line.when for line in fake.asked())
    assert len(times) == 8
    # Without limits all would arrive within some milliseconds; the first may have been slow to arrive.
    assert times[-1] - times[0] >= 4 / 20


def test_turns_at_a_gate_are_spaced() -> None:
    times: list[float] = []

    async def one(door: Gate) -> None:
        async with door.turn():
            times.append(asyncio.get_running_loop().time())

    async def many() -> None:
        service = Service("spaced", "http://spaced.example", rate=50)
        await asyncio.gather(*(one(gate(service, "spaced.example")) for _ in range(8)))

    blocking(many())
    assert times[-1] - times[0] >= 7 / 50 - 1e-6


def test_those_who_waited_out_a_pause_go_one_by_one() -> None:
    times: list[float] = []

    async def one(door: Gate) -> None:
        async with door.turn():
            times.append(asyncio.get_running_loop().time())

    async def many() -> None:
        service = Service("paused", "http://paused.example", rate=50)
        door = gate(service, "paused.example")
        door.hold(0.2)
        await asyncio.gather(*(one(door) for _ in range(4)))

    blocking(many())
    assert times[-1] - times[0] >= 3 / 50 - 1e-6


def test_no_more_than_so_many_requests_at_once(serve: Serve, session: Session) -> None:
    lock, now, most = threading.Lock(), 0, 0

    def slow(_: Request) -> Reply:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        threading.Event().wait(0.02)
        with lock:
            now -= 1
        return as_json(1)

    _, service = serve(slow, parallel=3)

    async def many() -> None:
        await asyncio.gather(*(session.ask(service, service.url(str(n))) for n in range(12)))

    asyncio.run(many())
    assert most == 3


BODIES = [
    (AnswerKind.JSON, b"", "empty"),
    (AnswerKind.JSON, b" \n", "empty"),
    (AnswerKind.JSON, b"<!DOCTYPE html><html><title>Sign in</title></html>", "html"),
    (AnswerKind.JSON, b"<!-- x --><HTML><body>x", "html"),
    (AnswerKind.JSON, b"<OA><error/></OA>", "xml"),
    (AnswerKind.JSON, b'{"objects": [{"code": "S00', "truncated"),
    (AnswerKind.JSON, b'{"objects": [{"code": ', "truncated"),
    (AnswerKind.JSON, b"{'objects': 1}", "malformed"),
    (AnswerKind.JSON, b"\xff\xfe{}", "malformed"),
    (AnswerKind.JSON, b"[" * 100_000, "malformed"),
    (AnswerKind.XML, b"", "empty"),
    (AnswerKind.XML, b"<!DOCTYPE html><html><title>Sign in</title></html>", "html"),
    (AnswerKind.XML, b'<html xmlns="http://www.w3.org/1999/xhtml"/>', "html"),
    (AnswerKind.XML, b'{"error": 1}', "json"),
    (AnswerKind.XML, b"%PDF-1.7 ...", "pdf"),
    (AnswerKind.XML, b"PK\x03\x04...", "zip"),
    (AnswerKind.XML, XML[:-15], "truncated"),
    (AnswerKind.XML, XML[:60], "truncated"),
    (AnswerKind.XML, b"<article", "truncated"),
    (AnswerKind.XML, b"Too many requests", "malformed"),
    (AnswerKind.XML, b"<!-- begun", "truncated"),
    (AnswerKind.XML, b"<?xml version='1.0'?>\n<!broken>", "malformed"),
    (AnswerKind.XML, b"<?xml version='1.0' encoding='none'?><a/>", "malformed"),
    (AnswerKind.HTML, b"%PDF-1.7 ...", "pdf"),
    (AnswerKind.HTML, b'{"error": 1}', "json"),
    (AnswerKind.HTML, b"Too many requests", "malformed"),
    (AnswerKind.ANY, b"", "empty"),
]


@pytest.mark.parametrize(("kind", "body", "found"), BODIES)
def test_answers_of_another_kind(serve: Serve, session: Session, kind: AnswerKind, body: bytes, found: str) -> None:
    fake, service = serve(Reply(200, body, "application/xml"))
    with pytest.raises(BadAnswerError) as caught:
        blocking(session.ask(service, service.url("a"), kind=kind, retry_bad_answers=False))
    assert caught.value.found == found
    assert len(fake.asked()) == (QUICK.attempts if found == "truncated" else 1)
    if b"Sign in" in body:
        assert "a web page titled 'Sign in' in place of" in str(caught.value)


GOOD = [
    (AnswerKind.JSON, b"\xef\xbb\xbfnull"),
    (AnswerKind.JSON, b'{"a": "<html>"}'),
    (AnswerKind.XML, XML),
    (AnswerKind.XML, b"\xef\xbb\xbf" + XML + b"<!-- made by x -->\n<?end?>"),
    (AnswerKind.XML, b"<OA/>"),
    (AnswerKind.XML, '<?xml version="1.0" encoding="utf-16"?><a>ã</a>'.encode("utf-16")),
    (AnswerKind.XML, b"<article><p>not well-formed</article>"),
    (AnswerKind.XML, b'<!DOCTYPE a [<!ENTITY b "bomb">]><a>&b;</a>'),
    (AnswerKind.HTML, b"<p>a fragment"),
    (AnswerKind.ANY, b"\x00\x01"),
]


@pytest.mark.parametrize(("kind", "body"), GOOD)
def test_whole_answers_pass_as_they_are(serve: Serve, session: Session, kind: AnswerKind, body: bytes) -> None:
    """What is complete but faulty is what the service has: its reader tells, and asking again would not help."""
    fake, service = serve(Reply(200, body))
    assert blocking(session.ask(service, service.url("a"), kind=kind)).content == body
    assert len(fake.asked()) == 1


def test_null_in_place_of_xml_means_unknown(serve: Serve, session: Session) -> None:
    fake, service = serve(as_json(None))
    with pytest.raises(SourceNotFoundError, match="null"):
        blocking(session.ask(service, service.url("a"), kind=AnswerKind.XML))
    assert len(fake.asked()) == 1


def test_a_large_answer_is_refused_before_it_is_read(serve: Serve, session: Session) -> None:
    fake, service = serve(Reply(200, b"x", headers={"Content-Length": "500000000"}))
    with pytest.raises(AnswerTooLargeError, match="500000000 bytes, more than 64000000"):
        blocking(session.ask(service, service.url("a")))
    assert len(fake.asked()) == 1


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_an_answer_of_unstated_or_hidden_size_is_read_up_to_the_bound(
    serve: Serve, session: Session, encoding: str
) -> None:
    body = b"<" * 3_000_000
    sent = gzip.compress(body) if encoding else body
    headers = {"Content-Encoding": encoding} if encoding else {"Transfer-Encoding": "chunked", "Content-Length": ""}
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(sent), sent)

    fake, service = serve(Reply(200, sent if encoding else chunked, headers=headers))
    with pytest.raises(AnswerTooLargeError, match="of more than 100000 bytes"):
        blocking(session.ask(service, service.url("a"), max_bytes=100_000))
    assert len(fake.asked()) == 1


def test_compressed_answers_arrive_decompressed(serve: Serve, session: Session) -> None:
    _, service = serve(Reply(200, gzip.compress(XML), "application/xml", {"Content-Encoding": "gzip"}))
    answer = blocking(session.ask(service, service.url("a"), kind=AnswerKind.XML))
    assert answer.content == XML
    assert "content-encoding" not in answer.headers


def test_the_service_learns_who_asks(serve: Serve, session: Session) -> None:
    fake, service = serve(as_json(1))
    blocking(session.ask(service, service.url("a"), params={"code": "S1", "limit": 3}))
    line = fake.asked()[0]
    assert line.headers["user-agent"].startswith("clinicalbr/")
    assert "tests@example.org" in line.headers["user-agent"]
    assert line.query == {"code": "S1", "limit": "3"}
    assert "cookie" not in line.headers


@pytest.mark.parametrize("contact", ["", "me", "me@example.org\r\nX: 1", "zoë@example.org"])
def test_a_contact_is_needed(contact: str) -> None:
    with pytest.raises(InputError, match="contact"):
        Session(contact)


def test_no_cookie_is_kept(serve: Serve, session: Session) -> None:
    fake, service = serve(Reply(200, b"1", headers={"Set-Cookie": "id=1"}))
    for _ in range(2):
        blocking(session.ask(service, service.url("a")))
    assert all("cookie" not in line.headers for line in fake.asked())


def test_redirects_are_followed_and_circles_end(serve: Serve, session: Session) -> None:
    def route(request: Request) -> Reply:
        if request.path == "/circle":
            return Reply(302, headers={"Location": "/circle"})
        return as_json(1) if request.path == "/a/" else Reply(301, headers={"Location": "/a/"})

    fake, service = serve(route)
    assert blocking(session.ask(service, service.url("a"))).url == service.url("a", "")
    with pytest.raises(SourceRefusedError, match="circle"):
        blocking(session.ask(service, service.url("circle")))
    assert len(fake.asked("/circle")) == 21


def test_nobody_at_the_address(session: Session) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        service = Service("nobody", f"http://127.0.0.1:{taken.getsockname()[1]}", rate=ANY_RATE)
        with pytest.raises(SourceUnavailableError, match="connection fails"):
            blocking(session.ask(service, service.url("a")))


def test_a_server_that_does_not_speak_tls(serve: Serve, session: Session) -> None:
    fake, _ = serve(as_json(1))
    service = Service("tls", fake.url.replace("http", "https"), rate=ANY_RATE)
    with pytest.raises(SourceUnavailableError):
        blocking(session.ask(service, service.url("a")))


@pytest.mark.parametrize(
    "url", ["ftp://x/", "http://user:pw@x.org", "x.org", "https://x.org/?key=1", "http://", "http://["]
)
def test_addresses_that_are_none_of_a_service(url: str) -> None:
    with pytest.raises(InputError) as caught:
        Service("x", url, rate=1)
    assert "pw" not in str(caught.value)
    assert "key=1" not in str(caught.value)


@pytest.mark.parametrize("settings", [{"rate": 0}, {"rate": -1}, {"rate": float("nan")}, {"rate": 1, "parallel": 0}])
def test_limits_that_are_none(settings: dict[str, float]) -> None:
    with pytest.raises(InputError, match="limits"):
        Service("x", "http://x.org", **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("part", ["..", "."])
def test_identifiers_cannot_step_out_of_their_place(part: str) -> None:
    service = Service("x", "http://x.org/api", rate=1)
    with pytest.raises(InputError, match="path"):
        service.url("article", part)
    assert service.url("article", "../x?a=b#c") == "http://x.org/api/article/..%2Fx%3Fa%3Db%23c"


def test_the_waits_of_retries_grow_and_are_drawn() -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    policy = RetryPolicy(attempts=9, initial_wait=1, max_wait=20)

    async def fails() -> None:
        raise SourceUnavailableError("no", retry_after=100 if len(waits) == 7 else None)

    with pytest.raises(SourceUnavailableError):
        asyncio.run(attempts(policy, bad_answers=True).copy(sleep=sleep)(fails))
    assert len(waits) == 8
    assert all(0 <= wait <= min(20, 2**n) for n, wait in enumerate(waits[:7]))
    assert 100 <= waits[7] <= 120
    assert all(one != other for one, other in pairwise(waits))


@pytest.mark.parametrize("settings", [{"attempts": 0}, {"bad_answer_attempts": 0}, {"max_wait": -1.0}])
def test_policies_that_are_none(settings: dict[str, int]) -> None:
    with pytest.raises(InputError):
        RetryPolicy(**settings)
    with pytest.raises(InputError):
        Timeouts(total=0)
    with pytest.raises(InputError):
        Session("a@b.c", max_bytes=0)


def test_what_cannot_be_sent(serve: Serve, session: Session) -> None:
    fake, service = serve(as_json(1))
    for url in ("http://[::1", "http://user:pw@127.0.0.1/", "http://127.0.0.1:99999/\x00"):
        with pytest.raises((InputError, SourceRefusedError)) as caught:
            blocking(session.ask(service, url))
        assert "pw" not in str(caught.value)
    with pytest.raises(InputError):
        blocking(session.ask(service, service.url("a"), method="POST", body={"x": object()}))
    assert fake.asked() == []


def test_a_body_is_sent_as_json(serve: Serve, session: Session) -> None:
    seen: list[bytes] = []

    def route(request: Request) -> Reply:
        seen.append(request.body)
        return as_json(1)

    fake, service = serve(route, faults=Faults(first=1, kinds=[Fault.UNAVAILABLE]))
    blocking(session.ask(service, service.url("scrape"), method="POST", body={"url": "http://x.org"}))
    assert [line.method for line in fake.asked()] == ["POST", "POST"]
    assert seen == [b'{"url":"http://x.org"}']


def test_a_client_may_find_an_answer_to_be_none(serve: Serve, session: Session) -> None:
    """Its finding counts like the session's own: asked again, and given up after so many attempts."""

    def check(answer: Answer) -> None:
        if answer.json()["error"]:
            raise BadAnswerError(answer.json()["error"], url=answer.url, found="shape")

    fake, service = serve(lambda request: as_json({"error": "busy" if request.attempt < 2 else ""}))
    answer = blocking(session.ask(service, service.url("a"), kind=AnswerKind.JSON, check=check))
    assert answer.json() == {"error": ""}
    assert len(fake.asked()) == 3
    fake, service = serve(as_json({"error": "bad query"}))
    with pytest.raises(BadAnswerError, match="bad query"):
        blocking(session.ask(service, service.url("a"), kind=AnswerKind.JSON, check=check))
    assert len(fake.asked()) == QUICK.bad_answer_attempts


def test_a_part_of_an_answer_is_none(serve: Serve, session: Session) -> None:
    fake, service = serve(lambda request: Reply(206 if request.attempt < 2 else 200, XML))
    assert blocking(session.ask(service, service.url("a"), kind=AnswerKind.XML)).status == 200
    assert len(fake.asked()) == 3


def test_an_answer_that_is_no_json_says_so() -> None:
    with pytest.raises(BadAnswerError, match="no JSON") as caught:
        Answer("http://example.org/a", 200, b"<p>").json()
    assert caught.value.url == "http://example.org/a"


def test_what_cannot_be_decompressed_is_asked_again(serve: Serve, session: Session) -> None:
    bad, good = Reply(200, b"not gzip", headers={"Content-Encoding": "gzip"}), Reply(200, b"text")
    _, service = serve(lambda request: good if request.attempt else bad)
    assert blocking(session.ask(service, service.url("a"))).content == b"text"
    _, service = serve(bad)
    with pytest.raises(BadAnswerError, match="decompressed"):
        blocking(session.ask(service, service.url("a")))


@pytest.mark.parametrize("target", ["http://x.example:port/", "ftp://x.example/"])
def test_redirects_to_what_is_no_address(serve: Serve, session: Session, target: str) -> None:
    fake, service = serve(Reply(302, headers={"Location": target}))
    with pytest.raises(SourceError):
        blocking(session.ask(service, service.url("a")))
    assert len(fake.asked()) == 1
