"""What is answered where a request is read is what the application answers, and is asked only by who may."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from huarong.web.door import Access
from huarong.web.protocol import MOST_QUICK, Bounded
from huarong.web.server import create
from tests.web.loops import run_in_a_loop
from tests.web.test_protocol import Line

PUZZLE = "A..B/..../goal:/B..A/...."
JSON = "content-type: application/json"


def request(body: Any, *headers: str, to: str = "/api/v1/hint", host: str = "localhost") -> bytes:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"POST {to} HTTP/1.1", f"host: {host}", f"content-length: {len(data)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + data


class Server:
    """An application and a connection to it; `asked` is how many requests came to the application itself."""

    def __init__(self, sites: tuple[str, ...] = ()) -> None:
        self.app, self.asked = create(access=Access.of((), sites)), 0
        self.config = uvicorn.Config(self.app, http=Bounded, ws="none", log_level="critical")
        self.config.load()
        self.state, self.line = ServerState(), Line()
        self.connection = Bounded(self.config, self.state, {})
        usual = self.connection.app

        async def counted(scope: Any, receive: Any, send: Any) -> None:
            self.asked += 1
            await usual(scope, receive, send)

        self.connection.app = counted
        self.connection.connection_made(self.line)

    async def told(self, *chunks: bytes) -> bytes:
        self.line.written = b""
        for chunk in chunks:
            self.connection.data_received(chunk)
        while self.state.tasks:
            await asyncio.sleep(0.001)
        return self.line.written

    def over(self) -> None:
        self.connection.connection_lost(None)
        self.app.state.server.close()


def lines(answer: bytes) -> tuple[bytes, set[bytes], Any]:
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *headers = head.split(b"\r\n")
    assert b"content-length: %d" % len(body) in headers
    return status, {each for each in headers if not each.startswith(b"date")}, json.loads(body)


def test_a_hint_at_hand_is_answered_where_it_is_read_and_alike() -> None:
    async def act() -> None:
        server = Server()
        ask = request({"puzzle": PUZZLE, "metric": "step"}, JSON)
        first = await server.told(ask)
        assert server.asked == 1
        for chunks in ([ask], [ask[:20], ask[20:-5], ask[-5:]]):
            quick = await server.told(*chunks)
            assert server.asked == 1
            assert lines(quick) == lines(first)
        two = await server.told(ask + ask)
        assert server.asked == 1 and two.count(b"HTTP/1.1 200 OK") == 2
        server.over()

    run_in_a_loop(act())


def test_a_connection_that_rests_is_closed_without_a_word() -> None:
    async def act() -> None:
        server = Server()
        server.connection.timeout_keep_alive = 0.01  # type: ignore[assignment]
        ask = request({"puzzle": PUZZLE}, JSON)
        await server.told(ask)
        assert (await server.told(ask)).startswith(b"HTTP/1.1 200 OK")
        while not server.line.closed:
            await asyncio.sleep(0.001)
        assert server.line.written.count(b"HTTP/1.1") == 1
        server.over()

    run_in_a_loop(act())


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ({"puzzle": PUZZLE, "last": "A R1"}, [JSON], 200),
        ({"puzzle": PUZZLE, "heads": [0]}, [JSON], 400),
        ({"puzzle": PUZZLE, "heads": [0, 0]}, [JSON], 422),
        ({"puzzle": PUZZLE, "x": 1}, [JSON], 400),
        (b"{", [JSON], 400),
        ({"puzzle": PUZZLE}, [], 415),
        ({"puzzle": PUZZLE}, [JSON, "origin: https://evil.example"], 403),
        ({"puzzle": PUZZLE}, [JSON, "connection: close"], 200),
        (b'{"puzzle": "A./..", "x": "' + b"x" * 2 * MOST_QUICK + b'"}', [JSON], 400),
    ],
)
def test_all_else_goes_the_usual_way(body: Any, headers: list[str], status: int) -> None:
    async def act() -> None:
        server = Server()
        await server.told(request({"puzzle": PUZZLE}, JSON))
        ask = request(body, *headers)
        answer = await server.told(ask[:-1], ask[-1:])
        assert server.asked == 2
        assert answer.startswith(b"HTTP/1.1 %d " % status), answer
        server.over()

    run_in_a_loop(act())


def test_who_may_not_ask_is_refused_here_too() -> None:
    async def act() -> None:
        server = Server(("https://school.example",))
        await server.told(request({"puzzle": PUZZLE}, JSON))
        other = await server.told(request({"puzzle": PUZZLE}, JSON, host="evil.example"))
        assert other.startswith(b"HTTP/1.1 400 ")
        page = request({"puzzle": PUZZLE}, JSON, "origin: https://school.example")
        assert b"access-control-allow-origin" in await server.told(page)
        assert server.asked == 3
        server.over()

    run_in_a_loop(act())
