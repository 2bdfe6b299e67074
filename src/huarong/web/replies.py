"""Answers: JSON, or the events of a search as it goes on; the language in which they speak."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from huarong.errors import HuarongError
from huarong.web import answers
from huarong.web.solving import Job

__all__ = ["EVENTS", "JSON", "EventStream", "as_json", "gone", "language"]

JSON, EVENTS = "application/json", "text/event-stream"


def language(request: Request) -> str:
    """The language that a request asks for: `lang` in the query, else its headers."""
    wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")
    return "zh" if wanted.lower().startswith("zh") else "en"


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def as_json(value: Any, status: int = 200, **headers: str) -> Response:
    """An answer in JSON."""
    return Response(_encode(value).encode(), status, headers, JSON)


class EventStream(Response):
    """Server-sent events of one search: `progress` as it comes, then `result` or `error`."""

    media_type = EVENTS

    def __init__(
        self,
        job: Job[Any],
        result: Callable[[Any], Any],
        problem: Callable[[BaseException], dict[str, Any]],
    ) -> None:
        super().__init__(None, headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.job, self.result, self.problem = job, result, problem

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Send the events; a client that goes away stops the search."""
        pump = asyncio.create_task(self._pump(send))
        left = asyncio.create_task(gone(receive))
        try:
            await asyncio.wait({pump, left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pump.cancel()
            left.cancel()
            await asyncio.gather(pump, left, return_exceptions=True)
            self.job.stop.set()

    async def _pump(self, send: Any) -> None:
        async def event(name: str, data: Any) -> None:
            body = f"event: {name}\ndata: {_encode(data)}\n\n".encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})

        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await event("begin", {"id": self.job.id})
        async for progress in self.job.progress():
            await event("progress", answers.progress_json(progress))
        try:
            await event("result", self.result(await self.job.done))
        except HuarongError as error:
            await event("error", self.problem(error))
        await send({"type": "http.response.body", "body": b""})


async def gone(receive: Any) -> None:
    """Returns when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
