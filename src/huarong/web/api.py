"""The API, version 1: requests in, the library's answers out as JSON. See `docs/api.md`."""

from __future__ import annotations

import asyncio
import functools
import json
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from huarong import library, search, sweep
from huarong.atlas import Atlas
from huarong.board import Metric
from huarong.errors import Cancelled, CannotExpress, HuarongError, LimitReached, PuzzleError
from huarong.lang import say
from huarong.map import MAX_POINTS, Map
from huarong.notation import NOTATIONS, detect, write
from huarong.picture import THEMES, svg
from huarong.puzzle import Puzzle
from huarong.search import Progress, Solution, as_metric
from huarong.space import NotInSpaceError, Space
from huarong.web import answers
from huarong.web.fields import FieldError, Fields, as_error
from huarong.web.openapi import openapi
from huarong.web.sight import ATLAS, SEARCH, Sight, Sights, as_move, started
from huarong.web.solving import Busy, Desk, Job, Limits, Report
from huarong.web.survey import Survey, best_counts, difficulty
from huarong.web.tables import read_goal, table

__all__ = ["Api", "language"]

METRICS = tuple(Metric)
METHODS = (*search.METHODS, "atlas")
MOST_CELLS, MOST_TEXT = 400, 100_000
BUSY = "too many searches are waiting; try again in a moment"
JSON, EVENTS = "application/json", "text/event-stream"


def language(request: Request) -> str:
    """The language that a request asks for: `lang` in the query, else its headers."""
    wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")
    return "zh" if wanted.lower().startswith("zh") else "en"


def as_json(value: Any, status: int = 200, **headers: str) -> Response:
    """An answer in JSON."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(body, status, headers, JSON)


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
        gone = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait({pump, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pump.cancel()
            gone.cancel()
            await asyncio.gather(pump, gone, return_exceptions=True)
            self.job.stop.set()

    async def _pump(self, send: Any) -> None:
        async def event(name: str, data: Any) -> None:
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            body = f"event: {name}\ndata: {text}\n\n".encode()
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


async def _gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Api:
    """The endpoints of one server, with the searches and the distances that they share."""

    def __init__(self, limits: Limits, survey: Survey | None = None) -> None:
        self.limits = limits
        self.desk = Desk(limits)
        self.sights = Sights()
        self.survey = survey or Survey()
        self._making: dict[Any, Job[Any]] = {}
        self._near: dict[tuple[Puzzle, str], Sight] = {}

    def routes(self, smaller: Sequence[Middleware] = ()) -> list[Route]:
        """The endpoints by path, what is asked most first; `smaller` is for what is fetched whole."""
        get: list[tuple[str, Callable[[Request], Awaitable[Response]]]] = [
            ("openapi.json", self.describe),
            ("library", self.library),
            ("puzzles", self.puzzles),
            ("puzzles/{name:path}", self.named),
            ("puzzle", self.puzzle),
            ("svg", self.svg),
            ("map", self.map),
            ("table", self.table),
        ]
        post = [
            ("hint", self.hint),
            ("distances", self.distances),
            ("solve", self.solve),
            ("facts", self.facts),
            ("puzzle", self.puzzle),
            ("check", self.check),
            ("convert", self.convert),
            ("svg", self.svg),
        ]
        return [
            *(Route(f"/api/v1/{path}", self._safe(end), methods=["POST"]) for path, end in post),
            *(
                Route(f"/api/v1/{path}", self._safe(end), methods=["GET"], middleware=smaller)
                for path, end in get
            ),
            Route("/api/v1/searches/{id}", self._safe(self.cancel), methods=["DELETE"]),
        ]

    def _safe(
        self, end: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """The endpoint with the library's errors told as JSON."""

        @functools.wraps(end)
        async def safe(request: Request) -> Response:
            try:
                return await end(request)
            except HuarongError as error:
                status, data = as_error(error, language(request), getattr(error, "about", None))
                return as_json(data, status)
            except Busy as busy:
                reason = say(BUSY, language(request))
                data = {"error": {"field": None, "reason": reason}}
                return JSONResponse(data, 503, {"retry-after": str(busy.retry_after)})

        return safe

    # Reading requests

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
        gone = asyncio.create_task(_gone(request.receive))
        try:
            await asyncio.wait({job.done, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
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

    # Puzzles

    async def describe(self, request: Request) -> Response:
        """The description of this API."""
        return as_json(openapi())

    async def library(self, request: Request) -> Response:
        """Every puzzle of the library in little room, for pages that show them all."""
        shared = await run_in_threadpool(_shared)
        counts = self.survey.counts
        entries = [
            [*about, [(counts.get(about[0]) or {}).get(metric) for metric in METRICS]]
            for about in shared["entries"]
        ]
        asyncio.get_running_loop().call_later(1, self.survey.start)
        return as_json({**shared, "entries": entries, "pending": self.survey.pending})

    async def puzzles(self, request: Request) -> Response:
        """The puzzles that a text describes, with their best counts as far as they are known."""
        fields = await self._fields(request, ("search", "group"))
        group = fields.choice("group", ("", *library.GROUPS), "")
        words = fields.text("search", "", 200)
        self.survey.start()
        found = [e for e in library.search(words) if group in ("", e.group)]
        rows = [{**answers.entry_json(e), **self.survey.facts(e)} for e in found]
        return as_json({"puzzles": rows, "pending": self.survey.pending})

    async def named(self, request: Request) -> Response:
        """One puzzle of the library."""
        entry = library.find(request.path_params["name"])
        data = await run_in_threadpool(answers.puzzle_json, entry.puzzle)
        return as_json({**answers.entry_json(entry), **self.survey.facts(entry), "puzzle": data})

    async def puzzle(self, request: Request) -> Response:
        """Whatever a text stands for: a name or a puzzle in any notation."""
        fields = await self._fields(request, ("text", "goal", "notation"))
        found = await self._puzzle(fields, "text")
        return as_json(await run_in_threadpool(answers.puzzle_json, found))

    async def check(self, request: Request) -> Response:
        """Everything that is wrong with a text, or the puzzle that it is."""
        fields = await self._fields(request, ("text", "goal", "notation"))
        try:
            found = await self._puzzle(fields, "text")
        except HuarongError as error:
            if isinstance(error, FieldError):
                raise
            data = as_error(error, language(request), "text")[1]["error"]
            alone = [
                {"line": None, "column": None, "reason": data["reason"], "message": data["reason"]}
            ]
            return as_json({"valid": False, "faults": data.get("faults", alone)})
        data = await run_in_threadpool(answers.puzzle_json, found)
        names = await run_in_threadpool(lambda: [each.name for each in detect(fields.text("text"))])
        return as_json(
            {"valid": True, "faults": [], "notations": names, "puzzle": data, "text": found.text()}
        )

    async def convert(self, request: Request) -> Response:
        """A puzzle in another notation, or in all of them."""
        fields = await self._fields(request, ("puzzle", "goal", "notation", "heads", "to"))
        puzzle = await self._puzzle(fields)
        puzzle = started(puzzle, self._heads(fields, puzzle))
        names = [each.name for each in NOTATIONS]
        lang = language(request)
        if fields.maybe("to") is not None:
            name = fields.choice("to", names, "grid")
            try:
                return as_json(
                    {"notation": name, "text": await run_in_threadpool(write, puzzle, name)}
                )
            except CannotExpress as error:
                error.about = "to"  # type: ignore[attr-defined]
                raise

        def all_of_them() -> list[dict[str, Any]]:
            rows = []
            for each in NOTATIONS:
                row = {
                    "notation": each.name,
                    "title": each.title_zh if lang == "zh" else each.title,
                }
                try:
                    rows.append({**row, "text": each.encode(puzzle), "reason": None})
                except CannotExpress as error:
                    rows.append({**row, "text": None, "reason": error.message(lang)})
            return rows

        return as_json({"notations": await run_in_threadpool(all_of_them)})

    async def svg(self, request: Request) -> Response:
        """A layout as a picture."""
        fields = await self._fields(
            request, ("puzzle", "goal", "notation", "heads", "theme", "labels", "cell")
        )
        puzzle = await self._puzzle(fields)
        heads = self._heads(fields, puzzle)
        theme = fields.choice("theme", tuple(THEMES), "light")
        labels = fields.choice("labels", ("true", "false"), "true") == "true"
        cell = int(fields.number("cell", 56, 4, 200))
        text = await run_in_threadpool(
            lambda: svg(puzzle, heads, theme=theme, labels=labels, cell=cell)
        )
        return Response(text, media_type="image/svg+xml")

    # Searching

    async def solve(self, request: Request) -> Response:
        """A shortest solution from the start or from heads; with progress where events are accepted."""
        fields = await self._fields(
            request, ("puzzle", "goal", "notation", "heads", "metric", "method", "optimal",
                      "max_seconds", "max_memory", "max_layouts"),
        )  # fmt: skip
        puzzle = await self._puzzle(fields)
        metric = as_metric(fields.choice("metric", METRICS, "move"))
        method = fields.choice("method", METHODS, "auto")
        optimal = fields.flag("optimal", True)
        limits = self._limits(fields)
        puzzle = started(puzzle, self._heads(fields, puzzle))
        lang = language(request)

        def work(report: Report, stop: threading.Event) -> dict[str, Any]:
            try:
                return answers.solution_json(
                    *self._solution(puzzle, metric, method, optimal, limits, report, stop), lang
                )
            except LimitReached as error:
                return {
                    "metric": str(metric), "solved": None, "stopped": error.limit, "reason": error.message(lang),
                    "explored": error.explored, "depth": error.depth, "seconds": round(error.seconds, 6),
                }  # fmt: skip

        return await self._answer(request, self.desk.submit(work), lambda found: found)

    def _solution(
        self, puzzle: Puzzle, metric: Metric, method: str, optimal: bool, limits: tuple[float, int, int],
        report: Report, stop: threading.Event,
    ) -> tuple[Solution, str]:  # fmt: skip
        seconds, memory, layouts = limits
        latest = Progress(0, 0, 0.0)

        def note(progress: Progress) -> None:
            nonlocal latest
            latest = progress
            report(progress)

        def enough() -> bool:
            return stop.is_set() or latest.layouts > layouts

        try:
            if method == "atlas":
                atlas = Atlas.of(
                    puzzle,
                    metric,
                    progress=note,
                    cancel=enough,
                    max_seconds=seconds,
                    max_memory=memory,
                )
                return atlas.solution(puzzle), ATLAS
            return search.solve(
                puzzle, metric, max_seconds=seconds, max_memory=memory,
                progress=note, cancel=enough, method=method, optimal=optimal,
            ), SEARCH  # fmt: skip
        except Cancelled as error:
            if stop.is_set():
                raise
            raise _too_many(layouts, error) from error

    async def cancel(self, request: Request) -> Response:
        """Stop a search, by the id that its stream began with."""
        job = self.desk.jobs.get(request.path_params["id"])
        if job is None:
            raise FieldError("id", "no such search is waiting or running", status=404)
        job.stop.set()
        return as_json({"id": job.id, "stopping": True})

    # Hints

    async def hint(self, request: Request) -> Response:
        """The distance to the goal, the best moves, and every other move with the distance after it."""
        fields = await self._fields(
            request,
            (
                "puzzle",
                "goal",
                "notation",
                "heads",
                "metric",
                "max_seconds",
                "max_memory",
                "max_layouts",
            ),
        )
        puzzle = await self._puzzle(fields)
        metric = as_metric(fields.choice("metric", METRICS, "move"))
        sight = self._near.get((puzzle, metric))
        if sight is not None:
            try:
                return as_json(
                    _hint(puzzle, self._heads(fields, puzzle, check=False), metric, sight)
                )
            except NotInSpaceError as error:
                error.about = "heads"  # type: ignore[attr-defined]
                raise
        heads = self._heads(fields, puzzle)
        sight = self.sights.get(puzzle, puzzle.layout(heads), metric)
        if sight is not None:
            if sight.source == ATLAS:
                if len(self._near) > 256:
                    self._near.clear()
                self._near[puzzle, metric] = sight
            return as_json(_hint(puzzle, heads, metric, sight))
        limits = self._limits(fields)
        layout = puzzle.layout(heads)

        def work(report: Report, stop: threading.Event) -> dict[str, Any]:
            found = self.sights.make(puzzle, layout, metric, sweep.Watch(report, stop, limits[0]))
            if found is not None:
                return _hint(puzzle, heads, metric, found)
            here = started(puzzle, heads)
            solution, _ = self._solution(here, metric, "auto", True, limits, report, stop)
            return {
                "metric": str(metric),
                "solved": puzzle.goal.holds(here.start),
                "distance": solution.length,
                "best": [answers.move_json(move) for move in solution.moves[:1]],
                "moves": None,
                "line": [answers.move_json(move) for move in solution.moves],
                "source": SEARCH,
            }

        key = (puzzle, metric)
        making = self._making.get(key)
        if making is not None:
            # Somebody has asked for these distances already: wait for theirs, then look again.
            await asyncio.wait({making.done})
            sight = self.sights.get(puzzle, layout, metric)
            if sight is not None:
                return as_json(_hint(puzzle, heads, metric, sight))
        job = self.desk.submit(work)
        self._making[key] = job
        job.done.add_done_callback(lambda _: self._making.pop(key, None))
        return await self._answer(request, job, lambda found: found)

    async def distances(self, request: Request) -> Response:
        """How far each of several layouts of a puzzle is from the goal."""
        fields = await self._fields(request, ("puzzle", "goal", "notation", "layouts", "metric"))
        puzzle = await self._puzzle(fields)
        metric = as_metric(fields.choice("metric", METRICS, "move"))
        rows = fields.values.get("layouts")
        if not isinstance(rows, list) or not 1 <= len(rows) <= 5000:
            raise FieldError("layouts", "expected a list of 1 to 5,000 lists of heads")
        layouts = []
        for row in rows:
            heads = self._heads(Fields({"heads": row if isinstance(row, list) else 0}), puzzle)
            layouts.append(puzzle.layout(heads))

        def work(report: Report, stop: threading.Event) -> dict[str, Any]:
            sight = self.sights.make(
                puzzle, layouts[0], metric, sweep.Watch(report, stop, self.limits.seconds)
            )
            if sight is None or not all(map(sight.knows, layouts)):
                return {"distances": None, "source": SEARCH}
            found = [sight.distance(sight.space.rank(layout)) for layout in layouts]
            return {"distances": found, "source": sight.source}

        return await self._answer(request, self.desk.submit(work), lambda found: found)

    # Whole spaces

    async def facts(self, request: Request) -> Response:
        """What is known of a puzzle: best counts, the number of best solutions, its space."""
        fields = await self._fields(
            request,
            ("puzzle", "goal", "notation", "heads", "max_seconds", "max_memory", "max_layouts"),
        )
        puzzle = await self._puzzle(fields)
        puzzle = started(puzzle, self._heads(fields, puzzle))
        seconds, memory, _ = self._limits(fields)

        def work(report: Report, stop: threading.Event) -> dict[str, Any]:
            return self._facts(puzzle, seconds, memory, report, stop)

        return await self._answer(request, self.desk.submit(work), lambda found: found)

    def _facts(
        self, puzzle: Puzzle, seconds: float, memory: int, report: Report, stop: threading.Event
    ) -> dict[str, Any]:
        sight = self.sights.make(
            puzzle, puzzle.start, Metric.MOVE, sweep.Watch(report, stop, seconds)
        )
        best = best_counts(puzzle, self.sights, seconds, memory, stop.is_set)
        moves = best.get("move")
        data: dict[str, Any] = {
            "best": best, "difficulty": difficulty(moves), "source": sight.source if sight else SEARCH,
            "solutions": None, "layouts": None, "goals": None, "solvable": None, "longest": None,
        }  # fmt: skip
        if sight is None:
            return data
        if sight.source == ATLAS:
            found = sight.table.facts
            data |= {"layouts": found.layouts, "goals": found.goals, "solvable": found.solvable}
            data |= {
                "longest": found.longest,
                "solutions": sight.table.count_solutions(puzzle.start),
            }
        else:
            values = sight.table
            known = values[values >= 0]
            data |= {
                "layouts": len(values),
                "goals": int((values == 0).sum()),
                "solvable": len(known),
            }
            data["longest"] = int(known.max()) if len(known) else None
        if data["solutions"] is not None and data["solutions"] > 1 << 53:
            data["solutions"] = None
        return data

    async def table(self, request: Request) -> Response:
        """The numbering and the distances of a small space as bytes."""
        fields = await self._fields(request, ("space", "goal", "metric"))
        metric = as_metric(fields.choice("metric", METRICS, "move"))
        text, wanted = fields.text("space", most=2000), fields.text("goal", most=4000)
        data = await run_in_threadpool(_table, text, wanted, metric)
        return Response(
            data, media_type="application/octet-stream", headers={"cache-control": "no-cache"}
        )

    async def map(self, request: Request) -> Response:
        """The layouts in reach, placed in the plane, as bytes: see `docs/api.md`."""
        fields = await self._fields(request, ("puzzle", "goal", "notation", "metric"))
        puzzle = await self._puzzle(fields)
        metric = as_metric(fields.choice("metric", METRICS, "move"))

        def work(report: Report, stop: threading.Event) -> bytes:
            watch = sweep.Watch(report, stop, self.limits.seconds)
            return self._map(Map.of(puzzle, MAX_POINTS, watch, cache=True), metric, watch)

        data = await self._finished(self.desk.submit(work), request)
        return Response(
            data, media_type="application/octet-stream", headers={"cache-control": "no-cache"}
        )

    def _map(self, drawn: Map, metric: Metric, watch: sweep.Watch) -> bytes:
        component = drawn.component
        sight = self.sights.make(component.puzzle, component.puzzle.start, metric, watch)
        if component.complete:
            values = component.distances(metric)
        elif sight is not None and sight.source == ATLAS:
            values = sight.table.lookup(component.ranks).astype(np.int64)
            values[values == sweep.unknown(sight.table.values)] = -1
        else:
            values = np.full(len(component), -1)
        grids = component.space.grids(component.ranks)
        heads = [
            np.nonzero(grids == k + 1)[1].reshape(len(grids), -1)
            for k in range(len(component.space.kinds))
        ]
        start = component.index(component.puzzle.start)
        header = {
            "points": len(component), "edges": len(drawn.edges), "pieces": len(component.puzzle.pieces),
            "complete": component.complete, "start": start, "longest": int(max(values.max(), 0)),
            "reach": int(component.depth.max()), "stress": round(drawn.stress, 4), "metric": metric.value,
        }  # fmt: skip
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 4)
        return b"".join(
            [
                b"HRM1" + len(text).to_bytes(4, "little") + text,
                drawn.xy.astype("<f4").tobytes(),
                drawn.edges.astype("<u4").tobytes(),
                np.where(values < 0, 0xFFFFFFFF, values).astype("<u4").tobytes(),
                component.depth.astype("<u4").tobytes(),
                np.concatenate(heads, axis=1).astype("<u2").tobytes(),
            ]
        )


@functools.cache
def _shared() -> dict[str, Any]:
    entries = library.library()
    puzzles = [entry.puzzle for entry in entries]
    return {
        "entries": [[e.name, e.name_zh, e.pinyin, list(e.aliases), e.group] for e in entries],
        **answers.compact(puzzles),
        "tables": [answers.table_url(puzzle) for puzzle in puzzles],
    }


def _too_many(layouts: int, error: Cancelled) -> LimitReached:
    found = LimitReached("memory", f"{layouts:,}", error.depth, error.explored, 0.0)
    HuarongError.__init__(
        found,
        "stopped by the limit of {bound:,} layouts: searched to depth {depth} without a solution",
        bound=layouts,
        depth=error.depth,
    )
    found.limit = "layouts"
    return found


def _hint(puzzle: Puzzle, heads: tuple[int, ...], metric: Metric, sight: Sight) -> dict[str, Any]:
    layout = puzzle.layout(heads)
    distance = sight.distance(sight.space.rank(layout))
    choices = sight.choices(layout)
    symbols = {(p.kind, head): p.symbol for p, head in zip(puzzle.pieces, heads, strict=True)}
    nearer = [c for c in choices if distance and c.distance == distance - 1]
    return {
        "metric": metric.value,
        "solved": distance == 0,
        "distance": distance,
        "best": [
            answers.move_json(as_move(puzzle, heads, choice, metric)) for choice in nearer[:8]
        ],
        "moves": [
            {
                "piece": symbols[c.kind, c.start],
                "from": c.start,
                "to": c.stop,
                "distance": c.distance,
            }
            for c in choices
        ],
        "source": sight.source,
    }


@functools.lru_cache(64)
def _table(text: str, wanted: str, metric: Metric) -> bytes:
    space = Space.parse(text)
    return table(space, read_goal(wanted, space), metric)
