"""Reading requests and answering them: what every endpoint of the API does alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from huarong.errors import HuarongError, PuzzleError
from huarong.i18n import say
from huarong.library import catalogue as library
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.web.fields import FieldError, Fields, as_error
from huarong.web.replies import EVENTS, JSON, EventStream, as_json, gone, language
from huarong.web.sight import Sight, Sights
from huarong.web.solving import Busy, Desk, Job, Limits
from huarong.web.survey import Survey

__all__ = ["METRICS", "Endpoints", "Told"]

METRICS = tuple(Metric)
MOST_CELLS, MOST_TEXT = 400, 100_000
BUSY = "too many searches are waiting; try again in a moment"


class Told:
    """An endpoint with the library's errors told as JSON; an application, which takes Starlette the shortest way."""

    def __init__(self, end: Callable[[Request], Awaitable[Response]]) -> None:
        self.end = end

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        request = Request(scope, receive, send)
        try:
            answer = await self.end(request)
        except HuarongError as error:
            status, data = as_error(error, language(request), getattr(error, "about", None))
            answer = as_json(data, status)
        except Busy as busy:
            data = {"error": {"field": None, "reason": say(BUSY, language(request))}}
            answer = as_json(data, 503, **{"retry-after": str(busy.retry_after)})
        await answer(scope, receive, send)


class Endpoints:
    """What all endpoints of a server share: limits, the queue, distances at hand, and how requests are read."""

    def __init__(self, limits: Limits, survey: Survey | None = None) -> None:
        self.limits = limits
        self.desk = Desk(limits)
        self.sights = Sights()
        self.survey = survey or Survey()
        self._making: dict[Any, Job[Any]] = {}
        self._near: dict[tuple[Puzzle, str], Sight] = {}

    async def _fields(self, request: Request, known: tuple[str, ...]) -> Fields:
        if request.method == "GET":
            return Fields(dict(request.query_params), (*known, "lang"))
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise FieldError("content-type", "expected {type}", status=415, type=JSON)
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.limits.body:
                raise FieldError(
                    None,
                    "the body is longer than {most:,} bytes",
                    status=413,
                    most=self.limits.body,
                )
        return Fields.of_json(bytes(body), known)

    async def _puzzle(self, fields: Fields, name: str = "puzzle") -> Puzzle:
        text, goal, notation = (
            fields.text(name, most=MOST_TEXT),
            fields.maybe("goal"),
            fields.maybe("notation"),
        )
        try:
            if len(text) > 400:
                found = await run_in_threadpool(library.puzzle, text, goal, notation)
            else:
                found = library.puzzle(text, goal, notation)
        except HuarongError as error:
            error.about = name  # type: ignore[attr-defined]
            raise
        if found.board.size > MOST_CELLS:
            raise FieldError(
                name, "the board has {got:,} cells; this server reads at most {most}",
                got=found.board.size, most=MOST_CELLS,
            )  # fmt: skip
        return found

    def _heads(self, fields: Fields, puzzle: Puzzle, check: bool = True) -> tuple[int, ...]:
        """The heads of the pieces in their order: those given, or those of the start.

        Without `check` they may make up no layout, which a rank then tells.
        """
        given = fields.integers("heads", len(puzzle.pieces))
        if given is None:
            return tuple(piece.head for piece in puzzle.pieces)
        if len(given) != len(puzzle.pieces):
            raise FieldError(
                "heads", "there are {got} heads; expected {expected}, one for each piece",
                got=len(given), expected=len(puzzle.pieces),
            )  # fmt: skip
        if check:
            faults = puzzle.faults(puzzle.layout(given))
            if faults:
                error = PuzzleError(faults)
                error.about = "heads"  # type: ignore[attr-defined]
                raise error
        return tuple(given)

    def _limits(self, fields: Fields) -> tuple[float, int, int]:
        most = self.limits
        return (
            fields.number("max_seconds", min(30.0, most.seconds), 0.01, most.seconds),
            int(fields.number("max_memory", most.memory, 1 << 20, most.memory)),
            int(fields.number("max_layouts", most.layouts, 1, most.layouts)),
        )

    async def _finished(self, job: Job[Any], request: Request) -> Any:
        """What a job comes to; it is stopped when the client goes away."""
        left = asyncio.create_task(gone(request.receive))
        try:
            await asyncio.wait({job.done, left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            left.cancel()
            if not job.done.done():
                job.stop.set()
        return await job.done

    async def _answer(
        self, request: Request, job: Job[Any], result: Callable[[Any], Any]
    ) -> Response:
        lang = language(request)
        if EVENTS in request.headers.get("accept", ""):
            return EventStream(job, result, lambda error: as_error(error, lang)[1])  # type: ignore[arg-type]
        return as_json(result(await self._finished(job, request)))
