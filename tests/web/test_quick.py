"""Fast answers are those of the application, and are given only to those who may ask."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from huarong.web.access_control import Access
from huarong.web.protocol import MOST_QUICK, MOST_QUICK_AT_ONCE, Bounded
from huarong.web.quick import MOST_HEADERS
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

    def __init__(self, sites: tuple[str, ...] = (), quick: bool = True) -> None:
        self.app, self.asked = create(access=Access.of((), sites)), 0
        if not quick:
            self.app.state.quick = None
        # A machine that stands still for seconds closes no connection.
        self.config = uvicorn.Config(
            self.app, http=Bounded, ws="none", log_level="critical", timeout_keep_alive=600
        )
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
            if not self.line.closed:
                self.connection.data_received(chunk)
        await asyncio.sleep(0)
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


def test_answers_are_written_when_all_that_has_arrived_is_read() -> None:
    async def act() -> None:
        server = Server()
        ask = request({"puzzle": PUZZLE}, JSON)
        await server.told(ask)
        server.line.written = b""
        line, other = Line(), Bounded(server.config, server.state, {})
        other.connection_made(line)
        other.data_received(ask)
        server.connection.data_received(ask)
        assert line.written == server.line.written == b""
        await asyncio.sleep(0)
        assert lines(line.written) == lines(server.line.written)
        server.connection.data_received(ask)
        server.connection.shutdown()
        assert server.line.written.count(b"HTTP/1.1 200 OK") == 2 and server.line.closed
        other.data_received(ask + b"x\r\n\r\n")  # what is no request is refused after the answer
        answers = line.written.split(b"HTTP/1.1 ")
        assert [each[:3] for each in answers] == [b"", b"200", b"200", b"400"]
        other.connection_lost(None)
        server.over()

    run_in_a_loop(act())


def test_a_connection_that_rests_is_closed_without_a_word() -> None:
    async def act() -> None:
        server = Server()
        ask = request({"puzzle": PUZZLE}, JSON)
        await server.told(ask)
        server.connection.timeout_keep_alive = 0.01  # type: ignore[assignment]
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


def test_a_packet_full_of_them_is_answered_little_by_little() -> None:
    """Others are looked at in between."""

    async def act() -> None:
        server = Server()
        ask = request({"puzzle": PUZZLE}, JSON)
        await server.told(ask)
        answers = await server.told(ask * 20)
        assert server.asked == 1 + 20 - MOST_QUICK_AT_ONCE
        assert answers.count(b"HTTP/1.1 200 OK") == 20
        many = request({"puzzle": PUZZLE}, JSON, *(f"x-{n}: 1" for n in range(MOST_HEADERS)))
        before = server.asked
        assert (await server.told(many)).startswith(b"HTTP/1.1 200 OK")
        assert server.asked == before + 1
        server.over()

    run_in_a_loop(act())


GOOD = json.dumps({"puzzle": PUZZLE}).encode()
HEAD = b"POST /api/v1/hint HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
LENGTH = b"content-length: %d\r\n\r\n" % len(GOOD)
KINDS = {
    "good": HEAD + LENGTH + GOOD,
    "chunked": HEAD + b"transfer-encoding: chunked\r\n\r\n%x\r\n" % 9 + GOOD[:9]
    + b"\r\n%x;x=y\r\n" % len(GOOD[9:]) + GOOD[9:] + b"\r\n0\r\nhost: evil.example\r\n\r\n",
    "chunks and a length": HEAD + b"transfer-encoding: chunked\r\n" + LENGTH + b"0\r\n\r\n",
    "two lengths": HEAD + b"content-length: 3\r\n" + LENGTH + GOOD,
    "a length too small": HEAD + b"content-length: %d\r\n\r\n" % (len(GOOD) - 3) + GOOD,
    "a length too large": HEAD + b"content-length: %d\r\n\r\n" % (len(GOOD) + 7) + GOOD,
    "a length below nothing": HEAD + b"content-length: -1\r\n\r\n" + GOOD,
    "no length": HEAD + b"\r\n",
    "1.0": HEAD.replace(b"1.1", b"1.0") + LENGTH + GOOD,
    "1.0 kept": HEAD.replace(b"1.1", b"1.0") + b"connection: keep-alive\r\n" + LENGTH + GOOD,
    "close": HEAD + b"connection: close\r\n" + LENGTH + GOOD,
    "upgrade": HEAD + b"connection: upgrade\r\nupgrade: h2c\r\n" + LENGTH + GOOD,
    "expect": HEAD + b"expect: 100-continue\r\n" + LENGTH + GOOD,
    "evil": HEAD.replace(b"localhost", b"evil.example") + LENGTH + GOOD,
    "two hosts": HEAD + b"host: evil.example\r\n" + LENGTH + GOOD,
    "no host": HEAD.replace(b"host: localhost\r\n", b"") + LENGTH + GOOD,
    "origin": HEAD + b"origin: https://evil.example\r\n" + LENGTH + GOOD,
    "own origin": HEAD + b"origin: http://localhost\r\n" + LENGTH + GOOD,
    "another site": HEAD + b"sec-fetch-site: cross-site\r\n" + LENGTH + GOOD,
    "HEAD": HEAD.replace(b"POST", b"HEAD") + b"\r\n",
    "PUT": HEAD.replace(b"POST", b"PUT") + LENGTH + GOOD,
    "whole address": HEAD.replace(b" /", b" http://evil.example/", 1) + LENGTH + GOOD,
    "query": HEAD.replace(b"hint", b"hint?puzzle=x") + LENGTH + GOOD,
    "deep": HEAD + b"content-length: 9000\r\n\r\n" + b"[" * 9000,
    "no text": HEAD + b"content-length: 2\r\n\r\n\xff\xfe",
    "surrogate": HEAD + b"content-length: 20\r\n\r\n" + b'{"puzzle":"\\ud800/"}',
    "folded": HEAD + b"x: y\r\n z\r\n" + LENGTH + GOOD,
    "line ends": b"\r\n\r\n",
    "library": b"GET /api/v1/puzzle?text=A./../goal:/../.A HTTP/1.1\r\nhost: localhost\r\n\r\n",
}  # fmt: skip


def told(answers: bytes) -> list[Any]:
    """The answers, each with its status and headers, in what order soever these are."""
    found = []
    while answers:
        head, _, answers = answers.partition(b"\r\n\r\n")
        status, *headers = head.lower().split(b"\r\n")
        size = next((int(h[15:]) for h in headers if h.startswith(b"content-length:")), 0)
        size = 0 if b" 100 " in status else size
        kept = sorted(each for each in headers if not each.startswith(b"date:"))
        found.append((status, kept, answers[:size]))
        answers = answers[size:]
    return found


def test_in_whatever_order_and_pieces_all_is_answered_as_without() -> None:
    """Requests of ill will among others: the quick road and the usual one say the same."""

    async def act() -> None:
        draw = random.Random(13)
        seen = 0
        for turn in range(2 * len(KINDS)):
            kinds = [list(KINDS)[turn % len(KINDS)], *draw.choices([*KINDS, *["good"] * 20], k=3)]
            draw.shuffle(kinds)
            data = (
                b"".join(KINDS[each] for each in kinds) + b"\r\n" * 4
            )  # what is said to come, comes
            cuts = sorted(draw.randrange(len(data)) for _ in range(draw.randrange(4)))
            chunks = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
            both = []
            for quick in (True, False):
                server = Server(quick=quick)
                await server.told(KINDS["good"])
                server.asked = 0
                both.append((told(await server.told(*chunks)), server.line.closed))
                seen += 0 if quick else server.asked
                seen -= server.asked if quick else 0
                server.over()
            (fast, gone), (slow, over) = both
            assert gone == over and fast[-1] == slow[-1], (kinds, cuts)
            # What is no request may be found before the application has answered those before it.
            assert fast == slow or (over and fast[: len(slow) - 1] == slow[:-1]), (kinds, cuts)
        assert seen > 20  # so many went the quick road

    run_in_a_loop(act())
