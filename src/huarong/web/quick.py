"""Fast answers, given by the protocol as soon as a request is read: without a task, and without the application's layers.

Looking a hint up takes a fifth of the time that the layers of the application take around it. All other requests go
through the application, which gives the same answers, and says what is wrong with a request.
"""

from __future__ import annotations

import functools
from asyncio import Transport, get_running_loop
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers

from huarong.web.access_control import Access
from huarong.web.endpoint import Answering, is_json
from huarong.web.replies import JSON

__all__ = ["Quick"]

MOST_HEADERS = 40
"""Requests with more headers go the usual way: what is kept of those seen stays small."""
MOST_WRITTEN = 16
"""The most answers that are written together: clients can read them while further ones are found."""
Heads = tuple[tuple[bytes, bytes], ...]


class Quick:
    """The endpoints of an application that can answer at once, the rules of who may ask, and the headers of every answer.

    The protocol finds it as `app.state.quick`.
    """

    def __init__(
        self, ends: Mapping[str, Answering], access: Access | None, headers: Mapping[str, str]
    ) -> None:
        self.access = access
        self._ends = {path.encode(): end for path, end in ends.items() if end.endpoint.at_once}
        own = {"content-type": JSON, **headers}
        self._headers = (
            "".join(f"{name}: {text}\r\n" for name, text in own.items()).encode() + b"\r\n"
        )
        self._written: list[tuple[Transport, bytes]] = []
        self._begun = b""
        self._told_of: list[tuple[bytes, bytes]] | None = None
        self._welcome = functools.lru_cache(64)(self._looked_at)

    def takes(self, target: bytes, headers: list[tuple[bytes, bytes]]) -> bool:
        """Whether a `POST` may be answered at once: it is for one of these endpoints, and its client may ask."""
        return (
            target in self._ends and len(headers) <= MOST_HEADERS and self._welcome(tuple(headers))
        )

    def answer(self, scope: Any, target: bytes, body: bytes) -> bytes | None:
        """An answer without its status line and the server's own headers; None where it cannot be given at once."""
        found = self._ends[target].at_once(scope, body)
        if found is None:
            return None
        told = found.encode()
        return b"content-length: %d\r\n%b%b" % (len(told), self._headers, told)

    def send(self, transport: Transport, answer: bytes) -> None:
        """Write an answer soon: together with others, as soon as what has arrived on all connections is read.

        To wake the clients for each answer takes a quarter of the processor's time.
        """
        if not self._written:
            get_running_loop().call_soon(self.flush)
        self._written.append((transport, answer))
        if len(self._written) >= MOST_WRITTEN:
            self.flush()

    def flush(self) -> None:
        """Write the answers that wait."""
        written, self._written = self._written, []
        for transport, answer in written:
            if not transport.is_closing():
                transport.write(answer)

    def begun(self, headers: list[tuple[bytes, bytes]]) -> bytes:
        """The status line of an answer and the server's own headers, a list that the server makes anew each second."""
        if headers is not self._told_of:
            self._begun = b"HTTP/1.1 200 OK\r\n" + b"".join(
                b"%b: %b\r\n" % each for each in headers
            )
            self._told_of = headers
        return self._begun

    def _looked_at(self, given: Heads) -> bool:
        headers = Headers(raw=list(given))
        if not is_json(headers) or "expect" in headers or "upgrade" in headers:
            return False
        if self.access is None:
            return True
        from_a_page = self.access.sites and "origin" in headers  # the answer needs CORS headers
        return not from_a_page and self.access.refusal(headers) is None
