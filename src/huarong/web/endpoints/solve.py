"""`POST solve`: a shortest solution, or the proof that there is none."""

from __future__ import annotations

from typing import Any

from huarong.atlas.atlas import Atlas
from huarong.errors import Cancelled, LimitReached
from huarong.limits import Progress, Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution
from huarong.search import solver
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE, Field
from huarong.web.schemas import of
from huarong.web.sight import started

__all__ = ["ENDPOINT", "solution"]

ATLAS = "atlas"


async def answer(call: Call) -> Any:
    """The solution from the start or from heads, or what was proved when a limit stopped the search."""
    puzzle, metric, lang = await call.puzzle(), call.metric, call.lang
    puzzle = started(puzzle, call.heads(puzzle))
    method, optimal = call["method"], call["optimal"]

    def work(watch: Watch) -> dict[str, Any]:
        try:
            found = solution(puzzle, metric, watch, method, optimal)
        except LimitReached as error:
            return {
                "metric": metric.value,
                "solved": None,
                "stopped": error.limit,
                "reason": error.message(lang),
                "lower": error.lower,
                "explored": error.explored,
                "depth": error.depth,
                "seconds": round(error.seconds, 6),
            }
        return answers.solution_json(found, lang)

    return await call.search(work)


def solution(
    puzzle: Puzzle, metric: Metric, watch: Watch, method: str = "auto", optimal: bool = True
) -> Solution:
    """Solve within a watch. Raises `LimitReached` or `Cancelled`."""
    limits: dict[str, Any] = {"max_seconds": watch.limits.seconds, "max_memory": watch.memory}
    if method == ATLAS:
        cancel = watch.cancel
        atlas = Atlas.of(puzzle, metric, progress=watch.progress, cancel=cancel, **limits)
        return atlas.solution(puzzle)
    most = watch.limits.layouts or 0
    latest = Progress(0, 0, 0.0)

    def note(progress: Progress) -> None:
        nonlocal latest
        latest = progress
        if watch.progress is not None:
            watch.progress(progress)

    def enough() -> bool:
        return bool(watch.cancel and watch.cancel.is_set()) or latest.layouts > most  # type: ignore[union-attr]

    try:
        return solver.solve(
            puzzle, metric, method=method, optimal=optimal, progress=note, cancel=enough, **limits
        )
    except Cancelled:
        if latest.layouts > most:
            watch.look(latest.depth, latest.layouts)
        raise


ENDPOINT = Endpoint(
    "solve",
    answer,
    "a shortest solution, or the proof that there is none",
    (
        *PUZZLE,
        HEADS_AT,
        METRIC,
        Field("method", {"type": "string", "enum": [*solver.METHODS, ATLAS], "default": "auto"}),
        Field("optimal", {"type": "boolean", "default": True}),
        *LIMITS,
    ),
    gives={"anyOf": [of("Solution"), of("Stopped")]},
    methods=("POST",),
    computes=True,
)
