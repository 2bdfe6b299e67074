"""`POST hint`, `POST hints`: the distance to the goal, and the grade of every move; `POST distances`."""

from typing import Any

from huarong.atlas.hints import Hint, continuation
from huarong.errors import PuzzleError
from huarong.limits import Watch
from huarong.web import answers
from huarong.web.endpoint import COMPUTED, Call, endpoint
from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE, Field, long_text, naming
from huarong.web.job_queue import handed
from huarong.web.schemas import FLAG, HEADS, MAYBE, NUMBER, TEXT, each, given, many, nullable, of, optional, whole

_PATIENCE = "seconds allowed for grading moves by search if there is no table"
MOST = 5000
"""The most layouts in one request for distances."""
HINT = whole(
    **each(TEXT, "metric source"),
    distance=MAYBE,
    bound=MAYBE,
    **each(FLAG, "solvable solved proved"),
    best=many(TEXT),
    moves=many(of("Graded")),
    line=optional(many(of("Move"))),
    reason=optional({"anyOf": [of("Reason"), of("Unsolvable"), {"type": "null"}]}),
)
"""The JSON of a hint."""


@endpoint(
    "hint",
    "the distance to the goal, the best moves, and the distance after every move",
    *PUZZLE,
    HEADS_AT,
    METRIC,
    Field("last", long_text(100, "the last move, such as N D1; continuing it costs nothing")),
    Field("why", given(FLAG, "whether to explain why the best move is best", default=False)),
    Field("patience", given(NUMBER, _PATIENCE, minimum=0, maximum=60, default=0)),
    *LIMITS[:2],
    gives=HINT,
    **COMPUTED,
)
async def hint(call: Call) -> Any:
    """The hint by look-up if a table is available, else by a queued search. Raises `InputError` and `PuzzleError`."""
    puzzle, last, server = await call.puzzle(), call["last"], call.server
    oracle, at, patience = server.oracles.of(puzzle, call.metric), call.unchecked(puzzle), call["patience"]
    with naming("last"):
        continuation(at, call.metric, last)
    with naming("heads"):
        found = oracle.at_hand(at, last=last)
        if found is None and (faults := puzzle.faults(at.layout)):
            raise PuzzleError(faults)
    if found is None:
        await server.others(oracle)  # which may have made its table
        found = oracle.at_hand(at, last=last)
    if found is not None:
        return _json(found, call)

    def work(watch: Watch) -> dict[str, Any]:
        found = oracle.hint(at, last=last, patience=patience, **handed(watch))
        server.oracles.trim(oracle)
        return _json(found, call)

    return await call.result_or_events(work, about=oracle)


def _json(hint: Hint, call: Call) -> dict[str, Any]:
    """Return the hint as JSON, with the solution that a search found, and the reason if requested or if unsolvable."""
    data = hint.to_json(count=False, lang=call.lang)
    if call["why"] and not hint.unsolvable:
        data["reason"] = None if hint.reason is None else hint.reason.to_json(call.lang)
    if hint.source == "search" and hint.line is not None:
        data["line"] = [answers.move_json(move) for move in hint.line]
    return data


@endpoint(
    "distances",
    "the distance to the goal of each of several layouts (lists of heads)",
    *PUZZLE,
    METRIC,
    Field("layouts", many(HEADS, minItems=1, maxItems=MOST), needed=True),
    gives=whole(distances=nullable(many(MAYBE)), source=TEXT),
    **COMPUTED,
)
async def distances(call: Call) -> Any:
    """Return the distances; null if there is no table, and each would take a search."""
    puzzle = await call.puzzle()
    places = [call.at(puzzle, row, "layouts") for row in call["layouts"]]
    oracle = call.server.oracles.of(puzzle, call.metric)

    def work(watch: Watch) -> dict[str, Any]:
        table = oracle.table(places[0], **handed(watch))
        call.server.oracles.trim(oracle)
        if table is None or not all(table.holds(each.layout) for each in places):
            return {"distances": None, "source": "search"}
        found = [table.distance(table.space.rank(each.layout)) for each in places]
        return {"distances": found, "source": table.source}

    return await call.result_or_events(work, about=oracle)


@endpoint(
    "hints",
    "the hints for several layouts (lists of heads), in their order",
    *PUZZLE,
    METRIC,
    Field("layouts", many(HEADS, minItems=1, maxItems=100), needed=True),
    *LIMITS[:2],
    gives=whole(hints=many(HINT)),
    **COMPUTED,
)
async def hints(call: Call) -> Any:
    """Return the hints; the time limit is for all of them together."""
    puzzle = await call.puzzle()
    places = [call.at(puzzle, row, "layouts") for row in call["layouts"]]
    oracle = call.server.oracles.of(puzzle, call.metric)

    def work(watch: Watch) -> dict[str, Any]:
        found = [oracle.hint(each, **handed(watch) | {"max_seconds": max(1e-3, watch.left)}) for each in places]
        call.server.oracles.trim(oracle)
        return {"hints": [each.to_json(count=False, lang=call.lang) for each in found]}

    return await call.result_or_events(work, about=oracle)
