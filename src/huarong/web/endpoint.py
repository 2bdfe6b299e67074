"""The record of an endpoint of the API, and the request that it answers.

Routes, checks, the OpenAPI description and the table in `docs/en/reference/api.md` are all made from the record.
"""

import asyncio
import contextlib
import functools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from huarong.atlas.hints import Position
from huarong.atlas.oracle import Oracle, Oracles
from huarong.errors import HuarongError, PuzzleError
from huarong.library.catalogue import named
from huarong.library.reader import read_text
from huarong.limits import Limits
from huarong.model.board import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.web import fields
from huarong.web.fields import Field, FieldError, naming
from huarong.web.job_queue import Busy, Capacity, Job, JobQueue, JobWork
from huarong.web.replies import EVENTS, JSON, EventStream, as_json, as_problem, gone, language, refused
from huarong.web.schemas import Schema

T = TypeVar("T")
MOST_CELLS = 400
"""The most cells of a board."""
LONG_TEXT = 400
"""Texts with more characters are read in a thread; so are unknown names, because finding the nearest takes long."""
UNBOUNDED = 1 << 62
PATIENCE = 30.0
"""The default time limit of a search, in seconds."""


class Server:
    """The state that the endpoints of one server share: its capacity, the queue, and the cache of oracles."""

    def __init__(self, endpoints: "tuple[Endpoint, ...]", capacity: Capacity | None = None) -> None:
        self.endpoints = endpoints
        self.capacity = capacity = capacity or Capacity()
        self.queue = JobQueue(capacity)
        self.oracles = Oracles()
        self._working: dict[Oracle, Job[Any]] = {}

    async def others(self, oracle: Oracle) -> None:
        """Wait for another request's work on an oracle, without taking a place in the queue."""
        job = self._working.get(oracle)
        if job is not None:
            await asyncio.wait({job.done})

    def submit(self, work: JobWork[T], limits: Limits, client: str, about: Oracle | None = None) -> Job[T]:
        """Queue work of a client that concerns an oracle. Raises `Busy`."""
        job = self.queue.submit(work, limits, client)
        if about is not None and about not in self._working:
            self._working[about] = job
            job.done.add_done_callback(lambda _: self._working.pop(about))
        return job

    def close(self) -> None:
        """Stop all running work."""
        self.queue.close()


@dataclass(frozen=True)
class Endpoint:
    """An endpoint of the API, which the decorator `endpoint` creates from the function that answers it.

    `path` is below `/api/v1/`; its parts in braces come from the address. `answer` returns a value to send as JSON, or
    a response. `gives` is the schema of the JSON, or None for other media (`media`). If it `computes`, the work goes
    into the server's `JobQueue`.
    """

    path: str
    answer: "Callable[[Call], Awaitable[Any]]"
    about: str
    fields: tuple[Field, ...] = ()
    gives: Schema | None = None
    methods: tuple[str, ...] = ("GET",)
    media: str = JSON
    computes: bool = False

    @property
    def streams(self) -> bool:
        """Whether clients that accept events receive the progress of its work."""
        return self.computes and self.media == JSON


def endpoint(
    path: str, about: str, *fields: Field, **more: Any
) -> "Callable[[Callable[[Call], Awaitable[Any]]], Endpoint]":
    """Return the decorator of a function that answers an endpoint; the endpoint's record replaces the function."""
    return lambda answer: Endpoint(path, answer, about, fields, **more)


COMPUTED: dict[str, Any] = {"methods": ("POST",), "computes": True}
"""The settings of most endpoints that search."""


class Call:
    """A request to an endpoint: its checked fields, and the server."""

    def __init__(self, request: Request, endpoint: Endpoint, server: Server, values: dict[str, Any]) -> None:
        self.request, self.endpoint, self.server, self.values = request, endpoint, server, values

    @functools.cached_property
    def lang(self) -> str:
        return language(self.request)

    @classmethod
    async def of(cls, request: Request, endpoint: Endpoint, server: Server) -> "Call":
        """Read a request. Raises `FieldError`."""
        if request.method != "POST":
            query = {name: text for name, text in request.query_params.items() if name != "lang"}
            return cls(request, endpoint, server, fields.read(query, endpoint.fields, query=True))
        if not is_json(request.headers):
            raise FieldError("content-type", "expected {type}", status=415, type=JSON)
        most, body = server.capacity.body, bytearray()
        template = "the body is longer than {most:,} {most:byte|bytes}"
        announced = request.headers.get("content-length", "")
        if announced.isdecimal() and int(announced[:20]) > most:
            raise FieldError(None, template, status=413, most=most)
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise FieldError(None, template, status=413, most=most)
        values = fields.read(fields.decoded(bytes(body)), endpoint.fields)
        return cls(request, endpoint, server, values)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def client(self) -> str:
        """The client, for fair shares: its IP address, or its /64 network for IPv6."""
        host = self.request.client.host if self.request.client else ""
        with contextlib.suppress(ValueError):
            address = ip_address(host.partition("%")[0])
            if address.version == 6 and not address.ipv4_mapped:
                return str(ip_network((address, 64), strict=False))
        return host

    @property
    def metric(self) -> Metric:
        return as_metric(self["metric"])

    async def puzzle(self, name: str = "puzzle") -> Puzzle:
        """Return the puzzle of a field's text. Raises `PuzzleError`, `UnknownName` or `FieldError`."""
        with naming(name):
            given = self[name], self["goal"], self["notation"]
            if len(given[0]) > LONG_TEXT or not (named(given[0]) or "/" in given[0]):
                found = await run_in_threadpool(read_text, *given)
            else:
                found = read_text(*given)
        return fitting(found, name)

    def at(self, puzzle: Puzzle, given: list[int] | None = None, name: str = "heads") -> Position:
        """Return the position of the pieces: at the given heads, in the order of the pieces, or at the start.

        Raises `FieldError` or `PuzzleError` if they do not form a layout.
        """
        found = self.unchecked(puzzle, given, name)
        faults = puzzle.faults(found.layout)
        if faults:
            with naming(name):
                raise PuzzleError(faults)
        return found

    def unchecked(self, puzzle: Puzzle, given: list[int] | None = None, name: str = "heads") -> Position:
        """Return the position of the pieces, which may be invalid. Raises `FieldError` for a wrong number of heads."""
        given = self[name] if given is None else given
        if given is not None and len(given) != len(puzzle.pieces):
            template = "there {got:is|are} {got} {got:head|heads}; expected {expected}, one for each piece"
            raise FieldError(name, template, got=len(given), expected=len(puzzle.pieces))
        return Position.of(puzzle, given)

    @property
    def limits(self) -> Limits:
        """The limits of the requested search. Raises `FieldError` if the server allows less."""
        return limits_of(self.values, self.server.capacity.limits)

    async def result_or_events(self, work: JobWork[Any], about: Oracle | None = None) -> Any:
        """The result of queued work, or a stream of events if the client accepts it. Raises the errors of `search`."""
        if EVENTS not in self.request.headers.get("accept", ""):
            return await self.search(work, about)
        job = self.server.submit(work, self.limits, self.client, about)
        stop = self.server.queue.stop
        return EventStream(job, stop, lambda error: as_problem(error, self.lang)[1])

    async def search(self, work: JobWork[T], about: Oracle | None = None) -> T:
        """Return the result of queued work, which is cancelled when the client disconnects.

        Raises `Busy` if the queue is full, and the errors of the work.
        """
        job = self.server.submit(work, self.limits, self.client, about)
        left: asyncio.Future[Any] = asyncio.create_task(gone(self.request.receive))
        try:
            await asyncio.wait({job.done, left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            left.cancel()
            if not job.done.done():
                self.server.queue.stop(job)
        return await job.done

    async def aside(self, work: Callable[..., T], *args: Any) -> T:
        """Return the result of short work in a thread; otherwise it would block the event loop."""
        return await run_in_threadpool(work, *args)


def fitting(found: Puzzle, name: str) -> Puzzle:
    """Return the puzzle of a field. Raises `FieldError` if its board is larger than the server accepts."""
    if found.board.size > MOST_CELLS:
        template = "the board has {got:,} {got:cell|cells}; this server reads at most {most}"
        raise FieldError(name, template, got=found.board.size, most=MOST_CELLS)
    return found


def limits_of(values: Mapping[str, Any], most: Limits) -> Limits:
    """The limits of a search that the values of fields request. Raises `FieldError` if the server allows less."""

    def within(name: str, most: float, default: float) -> float:
        asked: float | None = values.get(name)
        if asked is not None and asked > most:
            raise FieldError(name, "this server allows at most {most:,}", most=most)
        return default if asked is None else asked

    layouts = most.layouts or UNBOUNDED
    memory, layouts = (int(within(name, n, n)) for name, n in (("max_memory", most.memory), ("max_layouts", layouts)))
    return Limits(memory, within("max_seconds", most.seconds, min(PATIENCE, most.seconds)), layouts)


def is_json(headers: Headers) -> bool:
    """Whether the content type of a body is JSON."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == JSON


class Answering:
    """An endpoint as an ASGI application: it reads a request, answers it, and sends errors as JSON.

    Starlette calls an application directly, without the wrappers that it puts around a function.
    """

    def __init__(self, endpoint: Endpoint, server: Server) -> None:
        self.endpoint, self.server = endpoint, server

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive, send)
        try:
            call = await Call.of(request, self.endpoint, self.server)
            found = await self.endpoint.answer(call)
            answer = found if isinstance(found, Response) else as_json(found)
        except ClientDisconnect:  # before the body was complete
            return
        except HuarongError as error:
            headers = {"retry-after": str(error.retry_after)} if isinstance(error, Busy) else {}
            answer = refused(error, scope, **headers)
        await answer(scope, receive, send)
