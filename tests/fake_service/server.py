"""The server: sockets, faults, and a log of all that was asked."""

from __future__ import annotations

import contextlib
import email.utils
import json
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, Any, Self
from urllib.parse import parse_qsl, urlsplit

from fake_service.faults import LOGIN_PAGE, Fault, Faults
from fake_service.messages import Reply, Request, Route


@dataclass(frozen=True)
class Logged:
    """A line of the server's log; ``items`` were handed out whole."""

    when: float
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    status: int
    fault: str
    items: tuple[str, ...]


class FakeService:
    """Serves routes on 127.0.0.1 until it is closed.

    Args:
        routes: Pattern of the whole path and the function that answers it; the first that matches answers.
        faults: What goes wrong.
        log_file: Where the log is also written, a JSON value a line.
    """

    def __init__(
        self, routes: Iterable[tuple[str, Route]], faults: Faults | None = None, *, log_file: Path | None = None
    ) -> None:
        self.routes = [(re.compile(pattern), route) for pattern, route in routes]
        self.faults = faults or Faults()
        self.log: list[Logged] = []
        self._attempts: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()
        self._file: IO[str] | None = log_file.open("a", encoding="utf-8") if log_file else None
        self.closing = threading.Event()
        service = self

        class Handler(_Handler):
            fake = service

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, request: Any, client_address: Any) -> None:
                """A client that was killed, or that had enough of a drip, is nothing to report."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Address without final slash."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def asked(self, pattern: str = ".*") -> list[Logged]:
        """Lines of the log whose path matches as a whole."""
        with self._lock:
            return [line for line in self.log if re.fullmatch(pattern, line.path)]

    def numbered(self, method: str, path: str, query: str) -> int:
        """Number of the attempt at an address, counted from 0."""
        with self._lock:
            self._attempts[method + path, query] += 1
            return self._attempts[method + path, query] - 1

    def note(self, line: Logged) -> None:
        """Write a line of the log."""
        with self._lock:
            self.log.append(line)
            if self._file:
                self._file.write(json.dumps(asdict(line)) + "\n")
                self._file.flush()

    def answer(self, request: Request) -> Reply:
        """What the first route that matches says."""
        for pattern, route in self.routes:
            if pattern.fullmatch(request.path):
                return route(request)
        return Reply(404, b"<html><title>404 Not Found</title></html>")

    def close(self) -> None:
        """Stop serving; open drips end at once."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        if self._file:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    fake: FakeService

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("content-length", 0))
        request = Request(
            self.command,
            parts.path,
            dict(reversed(parse_qsl(parts.query, keep_blank_values=True))),
            {name.lower(): value for name, value in self.headers.items()},
            self.rfile.read(length),
            self.fake.numbered(self.command, parts.path, parts.query),
        )
        fault = self.fake.faults.of(request)
        reply = self.fake.answer(request) if fault in _NEED_A_REPLY else Reply()
        if fault in _NEED_A_REPLY and fault is not None and reply.status != 200:
            fault = None  # there is no body to spoil
        # The log is written before the answer, so that whoever has the answer finds its line.
        self.fake.note(
            Logged(
                time.time(),
                request.method,
                request.path,
                dict(request.query),
                dict(request.headers),
                0 if fault else reply.status,
                fault or reply.fault,
                () if fault else reply.items,
            )
        )
        if fault is None:
            self._send(reply)
        else:
            self._fail(fault, reply)

    do_POST = do_GET  # noqa: N815

    def _fail(self, fault: Fault, reply: Reply) -> None:
        after = self.fake.faults.retry_after
        if fault is Fault.THROTTLED:
            self._send(Reply(429, b"Too many requests"))
        elif fault is Fault.THROTTLED_SECONDS:
            self._send(Reply(429, b"Too many requests", headers={"Retry-After": f"{after:g}"}))
        elif fault is Fault.THROTTLED_DATE:
            date = email.utils.formatdate(time.time() + after, usegmt=True)
            self._send(Reply(429, b"Too many requests", headers={"Retry-After": date}))
        elif fault is Fault.ERROR:
            self._send(Reply(500, b"<html><title>500 Internal Server Error</title>KeyError: 'v65'</html>"))
        elif fault is Fault.UNAVAILABLE:
            self._send(Reply(503, b"Service unavailable"))
        elif fault is Fault.PAGE:
            self._send(Reply(200, LOGIN_PAGE))
        elif fault is Fault.CUT_BODY:
            self._send(Reply(200, reply.body[: len(reply.body) // 2], reply.content_type))
        elif fault is Fault.CUT_CONNECTION:
            self.wfile.write(self._head(reply, len(reply.body)) + reply.body[: len(reply.body) // 2])
            self._hang_up()
        elif fault is Fault.NO_ANSWER:
            self._hang_up()
        elif fault is Fault.DRIP:
            self._drip(reply)

    def _drip(self, reply: Reply) -> None:
        with contextlib.suppress(OSError):
            self.wfile.write(self._head(reply, len(reply.body)))
            for byte in reply.body:
                if self.fake.closing.wait(self.fake.faults.drip_seconds):
                    break
                self.wfile.write(bytes([byte]))
        self._hang_up()

    def _hang_up(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def _send(self, reply: Reply) -> None:
        self.wfile.write(self._head(reply, len(reply.body)) + reply.body)

    def _head(self, reply: Reply, length: int) -> bytes:
        """A header that a reply gives as an empty text is left out."""
        lines = {"Content-Type": reply.content_type, "Content-Length": str(length), **reply.headers}
        head = f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}\r\n"
        return (head + "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value) + "\r\n").encode()

    def log_message(self, *_: object) -> None:
        """Nothing on standard error."""


_NEED_A_REPLY = (None, Fault.CUT_BODY, Fault.CUT_CONNECTION, Fault.DRIP)
