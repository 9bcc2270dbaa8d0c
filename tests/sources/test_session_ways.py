"""The ways to a session: plain code, a running loop, several at once; and its ways out: proxies, transports."""

from __future__ import annotations

import asyncio
import signal
import ssl
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from importlib.util import find_spec

import httpx
import pytest

from clinicalbr.errors import BadAnswerError, InputError, SourceRefusedError, SourceUnavailableError
from clinicalbr.sources import Answer, AnswerKind, RetryPolicy, Service, Session, Timeouts, blocking
from clinicalbr.sources.blocking import network, on_network
from fake_service import FakeService, Reply, as_json
from fake_service.faults import LOGIN_PAGE

QUICK = RetryPolicy(attempts=2, initial_wait=0.001)
SHORT = Timeouts(connect=1, read=1, total=1)


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService([(".*", lambda request: as_json(request.path))]) as service:
        yield service


def at(fake: FakeService) -> Service:
    return Service("fake", fake.url, rate=float("inf"))


async def pages(session: Session, service: Service, number: int) -> AsyncIterator[str]:
    for page in range(number):
        yield (await session.ask(service, service.url(str(page)))).json()


def test_one_session_in_plain_code_in_loops_and_in_threads(fake: FakeService) -> None:
    service = at(fake)
    found: list[str] = []
    with Session("tests@example.org") as session:

        async def inside() -> None:
            answers = await asyncio.gather(*(session.ask(service, service.url(str(n))) for n in range(5)))
            found.extend(answer.json() for answer in answers)
            # As in a notebook: plain code within a loop that runs.
            found.append(blocking(session.ask(service, service.url("plain"))).json())
            found.extend([page async for page in pages(session, service, 2)])

        asyncio.run(inside())
        asyncio.run(inside())
        found.extend(blocking(pages(session, service, 2)))
        thread = threading.Thread(target=lambda: found.append(blocking(session.ask(service, service.url("t"))).json()))
        thread.start()
        thread.join()
    assert sorted(found) == sorted([*["/0", "/1", "/2", "/3", "/4", "/plain", "/0", "/1"] * 2, "/0", "/1", "/t"])


def test_a_session_opens_again_after_it_was_closed(fake: FakeService) -> None:
    session = Session("tests@example.org")
    for _ in range(2):
        assert blocking(session.ask(at(fake), fake.url)).status == 200
        session.close()
    session.close()


def test_leaving_an_iteration_closes_it(fake: FakeService) -> None:
    closed = []

    async def endless() -> AsyncIterator[int]:
        try:
            for number in range(10**9):
                yield number
        finally:
            await asyncio.sleep(0)
            closed.append(True)

    items = blocking(endless())
    assert [next(items), next(items)] == [0, 1]
    items.close()  # type: ignore[attr-defined]
    assert closed == [True]


def test_what_is_waited_for_stops_with_the_caller(fake: FakeService) -> None:
    stopped = threading.Event()

    async def long() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()

    async def caller() -> None:
        async with asyncio.timeout(0.05):
            await on_network(long())

    with pytest.raises(TimeoutError):
        asyncio.run(caller())
    assert stopped.wait(5)


def test_an_interrupted_wait_leaves_nothing_behind() -> None:
    stopped = threading.Event()

    async def long() -> None:
        try:
            await asyncio.sleep(0.2)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)  # type: ignore[arg-type]
            await asyncio.sleep(60)
        finally:
            stopped.set()

    with pytest.raises(KeyboardInterrupt):
        blocking(long())
    assert stopped.wait(5)


def test_waiting_on_the_network_loop_itself_is_refused() -> None:
    async def nothing() -> None: ...

    async def inside() -> None:
        blocking(nothing())

    with pytest.raises(InputError, match="network loop"):
        blocking(inside())


def test_errors_come_out_as_they_are() -> None:
    async def fails() -> None:
        raise KeyError("x")

    async def items() -> AsyncIterator[int]:
        yield 1
        raise KeyError("y")

    with pytest.raises(KeyError, match="x"):
        blocking(fails())
    found = []
    with pytest.raises(KeyError, match="y"):
        found.extend(blocking(items()))


def test_outside_asyncio_a_client_cannot_be_awaited() -> None:
    async def nothing() -> None: ...

    work = on_network(nothing())
    with pytest.raises(InputError, match="asyncio"):
        work.send(None)


def test_after_a_fork_the_child_has_a_loop_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    first = network()
    monkeypatch.setattr(first, "process", -1)
    second = network()
    assert second is not first
    assert second.alive
    assert network() is second


def test_a_process_ends_with_a_session_left_open(fake: FakeService) -> None:
    code = (
        "from clinicalbr.sources import *\n"
        "session = Session('tests@example.org')\n"
        f"print(blocking(session.ask(Service('x', '{fake.url}', rate=9), '{fake.url}/a')).json())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout.strip(), done.stderr) == ("/a", "")


def test_reading_files_loads_no_network_libraries() -> None:
    code = (
        "import sys, clinicalbr.sources; print([n for n in ('httpx', 'hishel', 'tenacity', 'aiolimiter') "
        "if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture
def clear(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def through(session: Session, url: str = "http://scielo.example/api") -> Answer:
    with session:
        return blocking(session.ask(Service("x", url, rate=float("inf")), f"{url}/a", kind=AnswerKind.JSON))


@pytest.mark.parametrize("way", ["argument", "HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_requests_go_through_the_proxy(fake: FakeService, clear: pytest.MonkeyPatch, way: str) -> None:
    if way != "argument":
        # A CGI program must not trust HTTP_PROXY, which is why Python reads it in either case of letters.
        clear.setenv(way, fake.url)
    session = Session("tests@example.org", proxy=fake.url if way == "argument" else None, retry=QUICK)
    assert through(session).json() == "/api/a"
    assert fake.asked()[0].headers["host"] == "scielo.example"


def test_hosts_that_need_no_proxy(fake: FakeService, clear: pytest.MonkeyPatch) -> None:
    clear.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    clear.setenv("NO_PROXY", "127.0.0.1")
    assert through(Session("tests@example.org"), fake.url).json() == "/a"


def test_the_login_page_of_a_proxy_is_told_apart(clear: pytest.MonkeyPatch) -> None:
    with FakeService([(".*", lambda _: Reply(200, LOGIN_PAGE))]) as fake:
        session = Session("tests@example.org", proxy=fake.url, retry=QUICK)
        with pytest.raises(BadAnswerError, match="Sign in — campus network' in place of JSON") as caught:
            through(session)
    assert "proxy" in caught.value.remedy


def test_a_proxy_that_asks_for_a_password_or_is_away(clear: pytest.MonkeyPatch) -> None:
    with FakeService([(".*", lambda _: Reply(407, b"authentication required"))]) as fake:
        with pytest.raises(SourceRefusedError, match="407") as caught:
            through(Session("tests@example.org", proxy=fake.url, retry=QUICK))
        assert "proxy" in caught.value.remedy
    with pytest.raises(SourceUnavailableError):
        through(Session("tests@example.org", proxy=fake.url, retry=QUICK, timeouts=SHORT))


@pytest.mark.parametrize("proxy", ["ftp://proxy:21", "proxy", "http://user:s3cret@", "socks5://u:s3cret@proxy:1"])
def test_proxies_that_cannot_be_used(clear: pytest.MonkeyPatch, proxy: str) -> None:
    if proxy.startswith("socks5") and find_spec("socksio"):
        proxy = "socks9://u:s3cret@proxy:1"
    with pytest.raises(InputError, match="proxy") as caught:
        Session("tests@example.org", proxy=proxy)
    assert "s3cret" not in str(caught.value)


def test_a_transport_of_ones_own_takes_the_place_of_the_network() -> None:
    loops = set()

    async def answer(request: httpx.Request) -> httpx.Response:
        loops.add(asyncio.get_running_loop())
        return httpx.Response(200, json=str(request.url))

    session = Session("tests@example.org", transport=httpx.MockTransport(answer))
    assert through(session).json() == "http://scielo.example/api/a"
    assert loops == {network().loop}


@pytest.mark.parametrize(
    ("raised", "kind", "asked"),
    [
        (httpx.ConnectError("certificate verify failed"), SourceRefusedError, 1),
        (httpx.ConnectError("name not known"), SourceUnavailableError, 2),
        (httpx.ProxyError("503 from proxy"), SourceUnavailableError, 2),
        (httpx.ReadTimeout(""), SourceUnavailableError, 2),
        (httpx.RemoteProtocolError("peer closed connection"), SourceUnavailableError, 2),
        (httpx.UnsupportedProtocol("no scheme"), SourceRefusedError, 1),
    ],
)
def test_what_breaks_on_the_way(raised: httpx.TransportError, kind: type[Exception], asked: int) -> None:
    number = 0

    def answer(_: httpx.Request) -> httpx.Response:
        nonlocal number
        number += 1
        if "certificate" in str(raised):
            raise raised from ssl.SSLCertVerificationError("self-signed certificate")
        raise raised

    with pytest.raises(kind) as caught:
        through(Session("tests@example.org", transport=httpx.MockTransport(answer), retry=QUICK))
    assert number == asked
    assert "http://scielo.example/api/a" in str(caught.value)
