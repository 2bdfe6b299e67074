"""Answers that nothing need be waited for, given where a request is read: no task is made, and no layer passed.

What a hint at hand takes is a fifth of what the layers of the application take around it. What is not answered
here goes the usual way, which answers alike and says what is wrong with a request.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers

from huarong.web.door import Access
from huarong.web.endpoint import Answering, is_json
from huarong.web.replies import JSON

__all__ = ["Quick"]

Heads = tuple[tuple[bytes, bytes], ...]


class Quick:
    """The endpoints of an application that may answer at once, who may ask them, and the headers of every answer.

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
        self._welcome = functools.lru_cache(64)(self._looked_at)

    def takes(self, target: bytes, headers: list[tuple[bytes, bytes]]) -> bool:
        """Whether a `POST` may be answered here: it is for one of these endpoints, and by one who may ask."""
        return target in self._ends and self._welcome(tuple(headers))

    def answer(self, scope: Any, target: bytes, body: bytes) -> bytes | None:
        """An answer but for its status and the server's own headers; None where it is not given at once."""
        found = self._ends[target].at_once(scope, body)
        if found is None:
            return None
        told = found.encode()
        return b"content-length: %d\r\n%b%b" % (len(told), self._headers, told)

    def _looked_at(self, given: Heads) -> bool:
        headers = Headers(raw=list(given))
        if not is_json(headers) or "expect" in headers or "upgrade" in headers:
            return False
        if self.access is None:
            return True
        from_a_page = self.access.sites and "origin" in headers  # which is told whether it may read
        return not from_a_page and self.access.refusal(headers) is None
