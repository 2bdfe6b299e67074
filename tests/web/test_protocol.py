"""Bounds of a connection: long headers, slow clients, too many connections; requests in any chunks are understood."""

import asyncio
import random
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from huarong.web import protocol
from huarong.web.protocol import MOST_HEAD, Bounded
from tests.web.loops import looped, run_in_a_loop

KIB = 1024


class Line(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        super().__init__()
        self.address = address
        self.written = b""
        self.closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.address, 1) if name == "peername" else default

    def abort(self) -> None:
        self.closed = True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers with the length of the body."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message["body"])
        more = message["more_body"]
    body = b"%d;" % size
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def told(chunks: list[bytes]) -> bytes:
    """The answer to bytes that arrive in these chunks on one connection."""
    config = uvicorn.Config(echo, http=Bounded, ws="none", log_level="critical", lifespan="off")
    config.load()
    line, state = Line(), ServerState()
    protocol = Bounded(config, state, {})
    protocol.connection_made(line)
    for chunk in chunks:
        if line.closed:
            break
        protocol.data_received(chunk)
        await asyncio.sleep(0)
    while state.tasks:
        await asyncio.sleep(0)
    protocol.connection_lost(None)
    return line.written


def post(size: int) -> bytes:
    head = f"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n"
    return head.encode() + b"a" * size


def split(data: bytes, draw: random.Random) -> list[bytes]:
    """The bytes as a network may deliver them: at most 256 KiB at a time, as asyncio reads."""
    cuts = sorted(draw.randrange(len(data)) for _ in range(draw.randrange(4)))
    parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    most = 256 * KIB
    return [part[i : i + most] for part in parts for i in range(0, len(part), most)]


@pytest.mark.parametrize("kib", [60, 64, 65, 127, 128, 129, 255, 256, 257, 289, 512, 1000, 1024])
def test_a_body_is_read_however_it_is_split(kib: int) -> None:
    draw = random.Random(kib)
    for _ in range(12):
        size = kib * KIB + draw.randrange(-80, 80)
        sizes = [size, draw.randrange(10), size]
        data = b"".join(map(post, sizes))
        answer = run_in_a_loop(told(split(data, draw)))
        assert b"400 Bad" not in answer
        assert [f"{each};".encode() in answer for each in sizes] == [True] * 3


def test_a_last_chunk_of_every_length_is_no_head() -> None:
    size = 296 * KIB
    data = post(size)
    for last in (1, 2, 60 * KIB, *range(MOST_HEAD - 2, MOST_HEAD + 3), 100 * KIB, 200 * KIB):
        answer = run_in_a_loop(told([data[:200], data[200:-last], data[-last:]]))
        assert f"{size};".encode() in answer


@pytest.mark.parametrize("before", [0, 1, 3])
@pytest.mark.parametrize("piece", [100, 4096, MOST_HEAD])
def test_a_head_without_end_is_cut_off(before: int, piece: int) -> None:
    endless = b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"a" * (4 * MOST_HEAD)
    pieces = [endless[i : i + piece] for i in range(0, len(endless), piece)]
    answer = run_in_a_loop(told([post(10)] * before + pieces))
    assert b"400 Bad Request" in answer


async def made(address: str = "192.0.2.1", state: ServerState | None = None) -> tuple[Bounded, Line]:
    """A connection that has just been made."""
    config = uvicorn.Config(echo, http=Bounded, ws="none", log_level="critical", lifespan="off")
    config.load()
    line, found = Line(address), Bounded(config, state or ServerState(), {})
    found.connection_made(line)
    return found, line


async def closed(line: Line) -> None:
    while not line.closed:
        await asyncio.sleep(0.001)


SLOW = {"nothing": [], "half a head": [b"GET / HT"], "a head without its end": [b"GET / HTTP/1.1\r\nhost: x\r\n"]}
SLOW |= {"half a body": [b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n", b"abc"]}
SLOW |= {"the next head": [b"GET / HTTP/1.1\r\nhost: x\r\n\r\n", b"GE"]}
SLOW |= {"two at once, the second half": [b"GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / H"]}


@pytest.mark.parametrize("name", SLOW)
@looped
async def test_what_does_not_arrive_is_given_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.01)
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.01)
    connection, line = await made()
    for chunk in SLOW[name]:
        connection.data_received(chunk)
        await asyncio.sleep(0)
    await closed(line)
    connection.connection_lost(None)
    assert b"408 Request Timeout" in line.written


@looped
async def test_what_has_arrived_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that has arrived whole does not time out, however long its answer takes."""
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.01)
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.01)
    connection, line = await made()
    answer = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await answer.wait()
        await echo(scope, receive, send)

    connection.app = slow
    connection.data_received(post(3))
    await asyncio.sleep(0.05)
    assert not line.closed
    answer.set()
    while b"3;" not in line.written:
        await asyncio.sleep(0)
    connection.connection_lost(None)
    assert b"408" not in line.written


@looped
async def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "STALL_SECONDS", 0.01)
    connection, line = await made()
    connection.pause_writing()
    connection.resume_writing()
    await asyncio.sleep(0.03)
    assert not line.closed
    connection.pause_writing()
    await closed(line)
    connection.connection_lost(None)


@looped
async def test_where_there_are_too_many_the_greediest_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MOST_CONNECTIONS", 5)
    state = ServerState()
    first = await made("192.0.2.1", state)
    greedy = [await made("192.0.2.66", state) for _ in range(10)]
    other = await made("192.0.2.2", state)
    assert not first[1].closed and not other[1].closed
    assert [line.closed for _, line in greedy] == [True] * 7 + [False] * 3
    assert len(state.connections) == 5
    for connection, _ in (first, *greedy[7:], other):  # all requests of these are being answered
        connection.data_received(post(9)[:-1])
    connection, line = await made("192.0.2.3", state)
    assert line.closed and b"503 Service Unavailable" in line.written
    for connection in list(state.connections):
        connection.connection_lost(None)  # type: ignore[union-attr]


GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"


@pytest.mark.parametrize("more", [0, 1, 500])
def test_no_more_than_some_requests_wait_on_a_connection(more: int) -> None:
    """Thousands in one packet kept everybody else waiting while they were read, and filled the memory."""
    most = 1 + protocol.MOST_WAITING
    answer = run_in_a_loop(told([GET * (most + more)]))
    assert answer.count(b"200 OK") == (0 if more else most)
    assert (b"too many requests wait" in answer) is (more > 0)


def test_requests_one_after_the_other_are_as_many_as_one_likes() -> None:
    answer = run_in_a_loop(told([GET * 10 for _ in range(100)]))
    assert answer.count(b"200 OK") <= 1000 and b"too many" in answer  # none was waited for

    async def act() -> bytes:
        connection, line = await made()
        for _ in range(100):
            connection.data_received(GET * 10)
            while connection.pipeline or not connection.idle:
                await asyncio.sleep(0)
        connection.connection_lost(None)
        return line.written

    assert run_in_a_loop(act()).count(b"200 OK") == 1000


@looped
async def test_line_ends_do_not_keep_a_connection_open() -> None:
    connection, line = await made()
    connection.timeout_keep_alive = 0.01  # type: ignore[assignment]
    connection.data_received(GET)
    while b"200 OK" not in line.written:
        await asyncio.sleep(0)
    connection.data_received(b"\r\n")
    await closed(line)
    assert line.written.count(b"HTTP/1.1") == 1
    connection.connection_lost(None)


@looped
async def test_who_goes_is_missed_though_another_request_came_after() -> None:
    """What computes for the first one is told, and stops."""
    connection, _ = await made()
    told = []

    async def waits(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] != "http.disconnect":
            pass
        told.append(message["type"])

    connection.app = waits
    connection.data_received(GET + GET)
    await asyncio.sleep(0)
    connection.connection_lost(None)
    while not told:
        await asyncio.sleep(0.001)


@looped
async def test_an_error_is_not_written_into_an_answer() -> None:
    connection, line = await made()

    async def half(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-length", b"9")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await receive()
        await receive()

    connection.app = half
    connection.data_received(GET)
    while not line.written:
        await asyncio.sleep(0)
    connection.data_received(GET + b"no request\r\n\r\n")
    assert line.closed and b"400" not in line.written
    connection.connection_lost(None)
