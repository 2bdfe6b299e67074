"""HTTP as uvicorn reads it, with bounds on what it would do for ever: long heads, slow clients, many connections."""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from huarong.web.replies import as_json

__all__ = [
    "BODY_SECONDS",
    "HEAD_SECONDS",
    "MOST_CONNECTIONS",
    "MOST_HEAD",
    "STALL_SECONDS",
    "Bounded",
]

MOST_HEAD = 64 << 10
"""The longest request line with its headers, in bytes; one chunk more may be read."""
HEAD_SECONDS = 10.0
"""How long a connection may take from its first byte, or from being made, to the end of a request's head."""
BODY_SECONDS = 30.0
"""How long the body of a request may take to arrive."""
STALL_SECONDS = 30.0
"""How long a client may read nothing of an answer that waits for it."""
MOST_CONNECTIONS = 800
"""How many connections are held at once; most systems let a process have 1,024 files."""


class Bounded(HttpToolsProtocol):
    """One connection, which is closed when a request goes on too long, or its client does not read.

    Where there are too many, one that asks nothing at the moment gives way: of the client that has most of them, the oldest.
    """

    _head = 0  # bytes of a head that has not ended
    _ends = 0  # heads and messages that have ended
    _within = True  # whether a head is being read
    _clock: asyncio.TimerHandle | None = None  # runs while a request arrives
    _stalled: asyncio.TimerHandle | None = None  # runs while an answer is not read
    began = 0.0

    @property
    def idle(self) -> bool:
        """Whether nothing is being answered."""
        return self._within and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there: it is given time for a head, if there is room for it."""
        super().connection_made(transport)
        self.began = self.loop.time()
        if len(self.connections) > MOST_CONNECTIONS and not _give_way(self.connections - {self}):
            self._refuse(503, "there are too many connections")
        else:
            self._allow(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over, and so are its times."""
        self._allow(None)
        self._reads()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes from the client.

        Where a head or a message ends within them, it is not known how many belong to the next head: they are
        not counted.
        """
        if self.transport.is_closing():
            return
        ends = self._ends
        super().data_received(data)
        if self._within and self._ends == ends:
            self._head += len(data)
            if self._head > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("the head of the request is too long")

    def on_message_begin(self) -> None:
        """Called by the parser at the first byte of a request."""
        super().on_message_begin()
        if self._clock is None:
            self._allow(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """Called by the parser where a body begins."""
        self._ends += 1
        self._within = False
        self._allow(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Called by the parser where the next request may begin."""
        self._ends += 1
        self._head, self._within = 0, True
        self._allow(None)
        super().on_message_complete()

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
        """Let what is to arrive next take so long; None: nothing is to arrive."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if seconds is not None:
            self._clock = self.loop.call_later(seconds, self._late, seconds)

    def _late(self, seconds: float) -> None:
        if self.flow.read_paused:  # it is we who do not read
            self._allow(seconds)
        elif not self.transport.is_closing():
            self._refuse(408, "the request took too long to arrive")

    def send_400_response(self, msg: str) -> None:
        """What the parser cannot read is told in the API's own form."""
        self._refuse(400, msg)

    def _refuse(self, status: int, reason: str) -> None:
        """Say why, and close the connection."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            answer = as_json(
                {"error": {"field": None, "reason": reason}}, status, connection="close"
            )
            lines = [b": ".join(header) for header in answer.raw_headers]
            line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()
            self.transport.write(b"\r\n".join([line, *lines, b"", bytes(answer.body)]))
        self.transport.close()


def _give_way(connections: set[Any]) -> bool:
    """Close the oldest idle connection of whoever has most of them; whether there was one."""
    idle = [each for each in connections if isinstance(each, Bounded) and each.idle]
    counts = Counter(each.client and each.client[0] for each in idle)
    if not idle:
        return False
    gone = min(idle, key=lambda e: (-counts[e.client and e.client[0]], e.began))
    gone.transport.abort()
    connections.discard(gone)
    gone.connections.discard(gone)
    return True
