"""HTTP as uvicorn reads it, with a bound on what comes before a body: its parser alone would read for ever."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["MOST_HEAD", "Bounded"]

MOST_HEAD = 64 << 10
"""The longest request line with its headers, in bytes; one chunk more may be read."""


class Bounded(HttpToolsProtocol):
    """One connection, which is closed when the head of a request goes on too long."""

    _head = 0  # bytes of a head that has not ended
    _ends = 0  # heads and messages that have ended
    _within = True  # whether a head is being read

    def data_received(self, data: bytes) -> None:
        """Bytes from the client.

        Where a head or a message ends within them, it is not known how many belong to the next head: they are
        not counted.
        """
        ends = self._ends
        super().data_received(data)
        if self._within and self._ends == ends:
            self._head += len(data)
            if self._head > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """Called by the parser where a body begins."""
        self._ends += 1
        self._within = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Called by the parser where the next request may begin."""
        self._ends += 1
        self._head, self._within = 0, True
        super().on_message_complete()
