"""uvicorn's HTTP protocol with limits on long request heads, slow clients and the number of connections.

No server has settings for all of these. With httptools, uvicorn 0.54 has only `limit_concurrency`, which refuses a new
client, however many connections an old one holds. Hypercorn 0.18 (`read_timeout`) and Granian 2.8
(`header_read_timeout`, `max_buffer_size`) limit a head, but not a slow body, an unread answer, or the requests that
wait on one connection.
"""

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from huarong.web.replies import failed

MOST_HEAD = 64 << 10
"""The longest request head (request line and headers), in bytes; one further chunk may be read."""
HEAD_SECONDS = 10.0
"""Seconds from a request's first byte, or from the connection's start, to the end of the request head."""
BODY_SECONDS = 30.0
"""Seconds for the body of a request to arrive."""
STALL_SECONDS = 30.0
"""Seconds that a client may leave an answer unread."""
MOST_WAITING = 50
"""The most requests on one connection that wait for earlier answers."""
MOST_CONNECTIONS = 800
"""The most connections at once; most systems allow a process 1,024 open files."""


class Bounded(HttpToolsProtocol):
    """A connection that is closed when a request takes too long, or when its client does not read.

    If there are too many connections, an idle one is closed: the oldest connection of the client with most connections.
    """

    _head = 0  # bytes of a head that has not ended
    _ends = 0  # heads and messages that have ended
    _within = True  # whether a head is being read
    _until: float | None = None  # the time by which the next bytes must arrive
    _clock: asyncio.TimerHandle | None = None  # the timer of that limit
    _stalled: asyncio.TimerHandle | None = None  # the timer of an answer that is not read
    _resting = False  # whether that limit is for an idle connection
    _active: RequestResponseCycle | None = None  # the one being answered; `cycle` is the latest
    _wrong = ""  # the error after which no more is read
    began = 0.0

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self._within and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection if there is room, and start the time limit for its first request head."""
        super().connection_made(transport)
        self.began = self.loop.time()
        full = len(self.connections) > MOST_CONNECTIONS
        if full and not _give_way(self.connections - {self}):
            self._refuse(503, "there are too many connections")
            return
        self._allow(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timers of a closed connection."""
        self._allow(None)
        if self._clock is not None:
            self._clock.cancel()
        self._reads()
        if self._active is not None:  # its search ends, though other requests came after it
            self._active.disconnected = True
            self._active.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count and parse bytes from the client.

        If a head or a message ends in these bytes, they do not count: nobody knows how many belong to the next head.
        """
        if self.transport.is_closing():
            return
        ends = self._ends
        super().data_received(data)
        if self.idle and self._until is None and self.timeout_keep_alive_task is None:
            self._rest()  # line ends between requests do not begin one
        if self._within and self._ends == ends:
            self._head += len(data)
            if self._head > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("the head of the request is too long")

    def on_message_begin(self) -> None:
        """Start the time limit for a request head; the parser calls this at the request's first byte."""
        super().on_message_begin()
        if self._until is None or self._resting:
            self._resting = False
            self._allow(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """Start the time limit for a body; the parser calls this where the body begins."""
        self._ends += 1
        self._within = False
        if len(self.pipeline) >= MOST_WAITING:
            self._wrong = "too many requests wait on this connection"
            raise ValueError(self._wrong)
        self._allow(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """End the time limit for a request; the parser calls this where the next one may begin."""
        self._ends += 1
        self._head, self._within = 0, True
        self._allow(None)
        super().on_message_complete()

    def _rest(self) -> None:
        self._resting = True
        self._allow(self.timeout_keep_alive)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._active = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        """Start the time limit for reading; the transport calls this when much of an answer is unread."""
        super().pause_writing()
        self._stalled = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """End the time limit for reading; the transport calls this when the client reads on."""
        self._reads()
        super().resume_writing()

    def _reads(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _allow(self, seconds: float | None) -> None:
        """Set the time limit for the next bytes to arrive; None for no limit.

        One timer is reused: starting and cancelling one for each part of a request takes longer than reading it.
        """
        self._until = None if seconds is None else self.loop.time() + seconds
        if self._until is None or (self._clock and self._clock.when() <= self._until):
            return
        if self._clock is not None:
            self._clock.cancel()
        self._clock = self.loop.call_at(self._until, self._look)

    def _look(self) -> None:
        """Close the connection if the time limit has passed, else keep waiting."""
        self._clock = None
        if self._until is None or self.transport.is_closing():
            return
        if self.flow.read_paused:  # the server itself has paused reading
            self._allow(BODY_SECONDS)
        elif self._until > self.loop.time():
            self._clock = self.loop.call_at(self._until, self._look)
        elif self._resting:
            self.transport.close()
        else:
            self._refuse(408, "the request took too long to arrive")

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed, with the API's form of errors."""
        self._refuse(400, self._wrong or msg)

    def _refuse(self, status: int, reason: str) -> None:
        now = self._active
        if now is not None and not now.response_complete:
            now.disconnected = True
            now.message_event.set()
        if now is None or now.response_complete or not now.response_started:
            answer = failed(reason, status, connection="close")
            lines = [b": ".join(header) for header in answer.raw_headers]
            line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()
            self.transport.write(b"\r\n".join([line, *lines, b"", bytes(answer.body)]))
        self.transport.close()


def _give_way(connections: set[Any]) -> bool:
    """Close the oldest idle connection of the client with most connections; return whether there was one."""
    idle = [each for each in connections if isinstance(each, Bounded) and each.idle]
    counts = Counter(each.client and each.client[0] for each in idle)
    if not idle:
        return False
    gone = min(idle, key=lambda e: (-counts[e.client and e.client[0]], e.began))
    gone.transport.abort()
    connections.discard(gone)
    gone.connections.discard(gone)
    return True
