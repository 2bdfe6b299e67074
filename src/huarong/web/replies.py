"""Replies: JSON, errors, or the events of a running search; and their language."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from huarong import __version__
from huarong.errors import Cancelled, HuarongError, LimitReached, PuzzleError, UnknownName
from huarong.i18n import say
from huarong.web import answers
from huarong.web.fields import FieldError
from huarong.web.job_queue import Busy, Job

JSON, EVENTS, BYTES = "application/json", "text/event-stream", "application/octet-stream"


def language(request: Request) -> str:
    """Return the language that a request asks for: `lang` in the query, else its headers."""
    asked = request.scope["query_string"] and request.query_params.get("lang")
    wanted = asked or request.headers.get("accept-language", "")
    return "zh" if wanted.lower().startswith("zh") else "en"


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _told(value: dict[str, Any]) -> str:
    """Return the text of an object as an answer, with the version of the program as its last key."""
    return _encode({**value, "version": __version__})


def as_bytes(magic: bytes, header: dict[str, Any], *arrays: bytes) -> bytes:
    """The bytes of a reply: `magic` (four letters), the length of the header, the header as JSON, and the arrays.

    Header and arrays begin at multiples of four bytes; numbers are little-endian (docs/en/reference/api.md).
    """
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    padded = (array + b"\xff" * (-len(array) % 4) for array in arrays[:-1])
    return b"".join([magic, len(text).to_bytes(4, "little"), text, *padded, *arrays[-1:]])


def as_json(value: dict[str, Any], status: int = 200, **headers: str) -> Response:
    """Return a JSON response: an object, with the version."""
    return Response(_told(value).encode(), status, headers, JSON)


def as_problem(error: HuarongError, lang: str) -> tuple[int, dict[str, Any]]:
    """Return the HTTP status and the JSON of an error of the library; its `about` names the field, if there is one."""
    status = 422
    data: dict[str, Any] = {"field": getattr(error, "about", None), "reason": error.message(lang)}
    if isinstance(error, FieldError):
        status, data["field"] = error.status, error.field
    elif isinstance(error, PuzzleError):
        data["faults"] = faults = []
        for each in error.faults[:100]:
            reason = say(each.template, lang, **dict(each.args))
            faults.append({"line": each.line, "column": each.column, "reason": reason, "message": each.message(lang)})
    elif isinstance(error, UnknownName):
        status, data["nearest"] = 404, list(error.nearest)
    elif isinstance(error, LimitReached):
        data["limit"], data["lower"] = error.limit, error.lower
    elif isinstance(error, Cancelled):
        status = 409
    elif isinstance(error, Busy):
        status = 503
    return status, {"error": data}


def refused(error: HuarongError, scope: Any, **headers: str) -> Response:
    """Return the JSON response to a request (its ASGI scope) that ends in an error of the library."""
    status, data = as_problem(error, language(Request(scope)))
    return as_json(data, status, **headers)


def failed(reason: str, status: int, **headers: str) -> Response:
    """Return the JSON response to a request outside the API."""
    return as_json({"error": {"field": None, "reason": reason}}, status, **headers)


class EventStream(Response):
    """Server-sent events of one search: `progress` as it comes, then `result` or `error`."""

    media_type = EVENTS

    def __init__(
        self, job: Job[Any], stop: Callable[[Job[Any]], None], problem: Callable[[HuarongError], dict[str, Any]]
    ) -> None:
        super().__init__(None, headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.job, self.stop, self.problem = job, stop, problem

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Send the events; stop the search if the client disconnects."""
        pump = asyncio.create_task(self._pump(send))
        left = asyncio.create_task(gone(receive))
        try:
            await asyncio.wait({pump, left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pump.cancel()
            left.cancel()
            await asyncio.gather(pump, left, return_exceptions=True)
            self.stop(self.job)

    async def _pump(self, send: Any) -> None:
        async def event(name: str, data: Any) -> None:
            body = f"event: {name}\ndata: {_told(data)}\n\n".encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})

        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await event("begin", {"id": self.job.id})
        async for progress in self.job.progress():
            await event("progress", answers.progress_json(progress))
        try:
            await event("result", await self.job.done)
        except HuarongError as error:
            await event("error", self.problem(error))
        await send({"type": "http.response.body", "body": b""})


async def gone(receive: Any) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
