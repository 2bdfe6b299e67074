"""uvicorn's HTTP protocol with limits on long request heads, slow clients and the number of connections."""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from huarong.web.quick import Quick
from huarong.web.replies import as_json

__all__ = [
    "BODY_SECONDS",
    "HEAD_SECONDS",
    "MOST_CONNECTIONS",
    "MOST_HEAD",
    "MOST_WAITING",
    "STALL_SECONDS",
    "Bounded",
]

MOST_HEAD = 64 << 10
"""The longest request head (request line and headers), in bytes; one chunk more may be read."""
HEAD_SECONDS = 10.0
"""Seconds from a request's first byte, or from the connection's start, to the end of the request head."""
BODY_SECONDS = 30.0
"""Seconds for the body of a request to arrive."""
STALL_SECONDS = 30.0
"""Seconds that a client may leave an answer unread."""
MOST_QUICK = 16 << 10
"""The longest body that is kept to be answered at once, in bytes."""
MOST_WAITING = 50
"""The most requests on one connection that wait for the answers to those before them."""
MOST_QUICK_AT_ONCE = 4
"""The most requests of one connection that are answered at once before other connections are looked at."""
MOST_CONNECTIONS = 800
"""The most connections at once; most systems allow a process 1,024 open files."""


class Bounded(HttpToolsProtocol):
    """A connection, which is closed when a request takes too long, or its client does not read.

    Where the application has answers that need not wait (`huarong.web.quick`), requests for them are kept until they are whole.
    When there are too many connections, an idle one is closed: the oldest of the client with most connections.
    """

    _head = 0  # bytes of a head that has not ended
    _ends = 0  # heads and messages that have ended
    _within = True  # whether a head is being read
    _kept: bytearray | None = None  # the body, so far, of a request that may be answered at once
    _until: float | None = None  # the time by which the next bytes must arrive
    _clock: asyncio.TimerHandle | None = None  # the timer of that limit
    _stalled: asyncio.TimerHandle | None = None  # the timer of an answer that is not read
    _resting = False  # whether that limit is for an idle connection
    _quickly = 0  # requests among the bytes just read that were answered at once
    _active: RequestResponseCycle | None = (
        None  # the request being answered; `cycle` is the latest one
    )
    _wrong = ""  # the error after which no more is read
    began = 0.0

    def __init__(self, config: Any, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        state = getattr(config.app, "state", None)
        self._quick: Quick | None = getattr(state, "quick", None)

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self._within and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, if there is room, and start the time limit for its first request head."""
        super().connection_made(transport)
        self.began = self.loop.time()
        if len(self.connections) > MOST_CONNECTIONS:
            self._flush()
            if not _give_way(self.connections - {self}):
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

        Where a head or a message ends within them, it is not known how many belong to the next head: they are
        not counted.
        """
        if self.transport.is_closing():
            return
        ends, self._quickly = self._ends, 0
        super().data_received(data)
        if self.idle and self._until is None and self.timeout_keep_alive_task is None:
            self._rest()  # line ends between requests do not begin one
        if self._within and self._ends == ends:
            self._head += len(data)
            if self._head > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("the head of the request is too long")

    def on_message_begin(self) -> None:
        """Called by the parser at the first byte of a request."""
        super().on_message_begin()
        if self._until is None or self._resting:
            self._resting = False
            self._allow(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """Called by the parser where a body begins."""
        self._ends += 1
        self._within = False
        if len(self.pipeline) >= MOST_WAITING:
            self._wrong = "too many requests wait on this connection"
            raise ValueError(self._wrong)
        self._allow(BODY_SECONDS)
        if self._may_be_quick():
            self._kept = bytearray()
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Called by the parser for each part of a body."""
        if self._kept is None:
            super().on_body(body)
            return
        self._kept += body
        if len(self._kept) > MOST_QUICK:
            self._usual_way()

    def on_message_complete(self) -> None:
        """Called by the parser where the next request may begin."""
        self._ends += 1
        self._head, self._within = 0, True
        self._allow(None)
        if self._kept is not None:
            if self._answered():
                return
            self._usual_way()
        super().on_message_complete()

    def _may_be_quick(self) -> bool:
        """Whether a request whose head was read may be answered at once: no earlier one is still being answered."""
        return (
            self._quick is not None
            and self._quickly < MOST_QUICK_AT_ONCE
            and (self.cycle is None or self.cycle.response_complete)
            and not self.flow.write_paused
            and self.parser.get_method() == b"POST"
            and self.parser.get_http_version() == "1.1"
            and self.parser.should_keep_alive()
            and self._quick.takes(self.url, self.headers)
        )

    def _usual_way(self) -> None:
        """Pass a request that was held back to the application, as far as it has arrived."""
        kept, self._kept = self._kept, None
        super().on_headers_complete()
        super().on_body(bytes(kept or b""))

    def _answered(self) -> bool:
        """Answer a complete request, if that can be done at once; returns whether it was."""
        if self._quick is None or self._kept is None:
            return False
        answer = self._quick.answer(self.scope, self.url, bytes(self._kept))
        if answer is None:
            return False
        self._kept = None
        begun = self._quick.begun(self.server_state.default_headers)
        self._quick.send(self.transport, begun + answer)
        self.server_state.total_requests += 1
        self._quickly += 1
        self._rest()
        return True

    def shutdown(self) -> None:
        """Called by the server when it ends."""
        self._flush()
        super().shutdown()

    def _flush(self) -> None:
        """Write the answers given at once, before anything else that ends a connection or follows them on one."""
        if self._quick is not None:
            self._quick.flush()

    def _rest(self) -> None:
        """Close the connection unless another request begins soon."""
        self._resting = True
        self._allow(self.timeout_keep_alive)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Called when a request is to be answered by the application."""
        self._active = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        """Called by the transport when much of an answer waits to be read."""
        super().pause_writing()
        self._stalled = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Called by the transport when the client reads on."""
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
        """Close the connection if the time limit has passed, else wait on."""
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
        """Send an error, and close the connection."""
        self._flush()
        now = self._active
        if now is not None and not now.response_complete:
            now.disconnected = True
            now.message_event.set()
        if now is None or now.response_complete or not now.response_started:
            answer = as_json(
                {"error": {"field": None, "reason": reason}}, status, connection="close"
            )
            lines = [b": ".join(header) for header in answer.raw_headers]
            line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()
            self.transport.write(b"\r\n".join([line, *lines, b"", bytes(answer.body)]))
        self.transport.close()


def _give_way(connections: set[Any]) -> bool:
    """Close the oldest idle connection of the client with most of them; returns whether there was one."""
    idle = [each for each in connections if isinstance(each, Bounded) and each.idle]
    counts = Counter(each.client and each.client[0] for each in idle)
    if not idle:
        return False
    gone = min(idle, key=lambda e: (-counts[e.client and e.client[0]], e.began))
    gone.transport.abort()
    connections.discard(gone)
    gone.connections.discard(gone)
    return True
