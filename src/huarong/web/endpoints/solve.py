"""`POST solve`: a shortest solution, or that there is none; `POST prove`: a certificate of the answer."""

from base64 import b64encode
from typing import Any, cast

from huarong.atlas.atlas import Atlas
from huarong.errors import LimitReached
from huarong.limits import Watch
from huarong.proof.certificate import certify
from huarong.search import solver
from huarong.search.select import NAMES, MethodName
from huarong.web import answers
from huarong.web.endpoint import COMPUTED, Call, endpoint
from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE, Field
from huarong.web.schemas import COUNT, FLAG, MAYBE, TEXT, WORD, choice, given, of, whole

ATLAS = "atlas"
MOST_TO_CHECK = 300_000
"""The most layouts of a certificate; a page checks this many in half a minute."""


@endpoint(
    "solve",
    "a shortest solution, if there is one",
    *PUZZLE,
    HEADS_AT,
    METRIC,
    Field("method", choice([*NAMES, ATLAS], default="auto")),
    Field("optimal", given(FLAG, default=True)),
    *LIMITS,
    gives={"anyOf": [of("Solution"), of("Stopped")]},
    **COMPUTED,
)
async def solve(call: Call) -> Any:
    """The solution from the start or from heads; if a limit stops the search, the bound and the best solution."""
    puzzle, metric, lang = call.at(await call.puzzle()).started(), call.metric, call.lang
    method, optimal = call["method"], call["optimal"]

    def work(watch: Watch) -> dict[str, Any]:
        try:
            if method == ATLAS:
                found = Atlas.of(puzzle, metric, watch=watch).solution(puzzle)
            else:
                found = solver.solve(puzzle, metric, method=cast(MethodName, method), optimal=optimal, watch=watch)
        except LimitReached as error:
            why = {"metric": metric.value, "solved": None, "stopped": error.limit, "reason": error.message(lang)}
            figures = {"lower": error.lower, "explored": error.explored, "depth": error.depth}
            known = error.solution and answers.solution_json(error.solution, lang)
            return {**why, **figures, "known": known, "seconds": round(error.seconds, 6)}
        return answers.solution_json(found, lang)

    return await call.result_or_events(work)


@endpoint(
    "prove",
    "a certificate that a shortest solution has a certain length or that none exists, in base64",
    *PUZZLE,
    HEADS_AT,
    METRIC,
    *LIMITS,
    gives=whole(
        name=WORD, metric=TEXT, solved=FLAG, length=MAYBE, solutions=MAYBE, layouts=COUNT, bytes=COUNT, certificate=TEXT
    ),
    **COMPUTED,
)
async def prove(call: Call) -> Any:
    puzzle, metric = call.at(await call.puzzle()).started(), call.metric

    def work(watch: Watch) -> dict[str, Any]:
        solution = solver.solve(puzzle, metric, watch=watch)
        watch.stage()
        found = certify(solution, MOST_TO_CHECK, watch)
        return {**found.to_json(), "certificate": b64encode(found.data).decode()}

    return await call.result_or_events(work)
