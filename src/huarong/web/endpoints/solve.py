"""`POST solve`: a shortest solution, or the proof that there is none."""

from __future__ import annotations

from typing import Any, cast

from huarong.atlas.atlas import Atlas
from huarong.errors import LimitReached
from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution
from huarong.search.select import NAMES, MethodName
from huarong.search.solver import solve_under
from huarong.space.space import Space
from huarong.web import answers
from huarong.web.endpoint import COMPUTED, Call, Endpoint
from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE, Field
from huarong.web.schemas import FLAG, choice, given, of

ATLAS = "atlas"


async def answer(call: Call) -> Any:
    """The solution from the start or from heads, or the lower bound proved when a limit stopped the search."""
    puzzle, metric, lang = await call.puzzle(), call.metric, call.lang
    puzzle = call.at(puzzle).started()
    method, optimal = call["method"], call["optimal"]

    def work(watch: Watch) -> dict[str, Any]:
        try:
            found = _solution(puzzle, metric, method, optimal, watch)
        except LimitReached as error:
            why = {"metric": metric.value, "solved": None, "stopped": error.limit, "reason": error.message(lang)}
            figures = {"lower": error.lower, "explored": error.explored, "depth": error.depth}
            return {**why, **figures, "seconds": round(error.seconds, 6)}
        return answers.solution_json(found, lang)

    return await call.result_or_events(work)


def _solution(puzzle: Puzzle, metric: Metric, method: str, optimal: bool, watch: Watch) -> Solution:
    if method == ATLAS:
        return Atlas.watched(Space.of(puzzle), puzzle.goal, metric, watch).solution(puzzle)
    return solve_under(watch, puzzle, metric, cast(MethodName, method), optimal)


ENDPOINT = Endpoint(
    "solve",
    answer,
    "a shortest solution, if there is one",
    (
        *PUZZLE,
        HEADS_AT,
        METRIC,
        Field("method", choice([*NAMES, ATLAS], default="auto")),
        Field("optimal", given(FLAG, default=True)),
        *LIMITS,
    ),
    gives={"anyOf": [of("Solution"), of("Stopped")]},
    **COMPUTED,
)
