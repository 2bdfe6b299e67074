"""The API of searches: solve, hint, distances, facts."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from huarong.atlas.atlas import Atlas
from huarong.errors import Cancelled, HuarongError, LimitReached
from huarong.limits import Watch
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.search import solver as search
from huarong.search.solver import Progress, Solution
from huarong.space.space import NotInSpaceError
from huarong.web import answers
from huarong.web.endpoints import METRICS, Endpoints
from huarong.web.fields import FieldError, Fields
from huarong.web.replies import as_json, language
from huarong.web.sight import ATLAS, SEARCH, Sight, as_moves, started
from huarong.web.solving import Report
from huarong.web.survey import best_counts, difficulty

__all__ = ["Searches"]

METHODS = (*search.METHODS, "atlas")


class Searches(Endpoints):
    """The endpoints that search, off the event loop."""

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
            found = self.sights.make(
                puzzle,
                layout,
                metric,
                Watch.of(max_seconds=limits[0], progress=report, cancel=stop),
            )
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
                puzzle,
                layouts[0],
                metric,
                Watch.of(max_seconds=self.limits.seconds, progress=report, cancel=stop),
            )
            if sight is None or not all(map(sight.knows, layouts)):
                return {"distances": None, "source": SEARCH}
            found = [sight.distance(sight.space.rank(layout)) for layout in layouts]
            return {"distances": found, "source": sight.source}

        return await self._answer(request, self.desk.submit(work), lambda found: found)

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
            puzzle,
            puzzle.start,
            Metric.MOVE,
            Watch.of(max_seconds=seconds, progress=report, cancel=stop),
        )
        best = best_counts(puzzle, self.sights, seconds, memory, stop.is_set, report)
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
        "best": [answers.move_json(move) for move in as_moves(puzzle, heads, nearer[:8])],
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
