"""`POST facts`: the shortest lengths, the number of shortest solutions, the rating, the size of the space."""

import contextlib
from typing import Any

from huarong.atlas.hints import Position
from huarong.atlas.oracle import Oracles
from huarong.design.rating import rate_on
from huarong.errors import LimitReached
from huarong.library.catalogue import named, rating, stars
from huarong.limits import Watch
from huarong.memo import Budget, Cache
from huarong.model.board import Metric
from huarong.search.solver import solve
from huarong.web.endpoint import COMPUTED, Call, endpoint
from huarong.web.fields import HEADS_AT, LIMITS, PUZZLE
from huarong.web.job_queue import handed
from huarong.web.schemas import MAYBE, TEXT, each, of, whole

EXACT = 1 << 53  # the greatest number up to which integers are exact in JavaScript
RATINGS: Cache[int | None] = Cache(lambda score: 1, Budget(1000), 1000)  # to rate a puzzle one plays it, for 0.3 s


@endpoint(
    "facts",
    "the fewest moves in every metric, the number of shortest solutions, the rating, the size of the space",
    *PUZZLE,
    HEADS_AT,
    *LIMITS[:2],
    gives=whole(
        best=of("Best"),
        **each(MAYBE, "rating difficulty"),
        source=TEXT,
        **each(MAYBE, "solutions layouts goals solvable longest proved"),
    ),
    **COMPUTED,
)
async def facts(call: Call) -> Any:
    puzzle = await call.puzzle()
    at, oracles = call.at(puzzle), call.server.oracles
    return await call.result_or_events(lambda watch: _facts(at, oracles, watch))


def _facts(at: Position, oracles: Oracles, watch: Watch) -> dict[str, Any]:
    oracle = oracles.of(at.puzzle, Metric.MOVE)
    table = oracle.table(at, **handed(watch))
    oracles.trim(oracle)
    data: dict[str, Any] = {"best": _best(at, oracles, watch), **dict.fromkeys(("rating", "difficulty"))}
    data |= {"source": table.source if table else "search", "proved": oracle.proved(at) if table else None}
    data |= dict.fromkeys(("solutions", "layouts", "goals", "solvable", "longest"))
    listed = _listed(at)
    if table is not None:
        facts, solutions = table.facts, table.count_solutions(at.layout, watch=watch)
        if listed is None and (listed := RATINGS.get(started := at.started())) is None:
            listed = RATINGS.put(started, rate_on(table, started, watch, whole=False).score)
        data["solutions"] = solutions if solutions <= EXACT else None
        data |= {name: getattr(facts, name) for name in ("layouts", "goals", "solvable", "longest")}
    return data | {"rating": listed, "difficulty": stars(listed)}


def _listed(at: Position) -> int | None:
    """Return the library's rating of the puzzle that begins at a position."""
    puzzle = at.puzzle
    entry = named(puzzle.name) if puzzle.name else None
    known, asked = entry.puzzle if entry else puzzle, (puzzle.board, puzzle.kinds, puzzle.goal, at.layout)
    return rating(entry) if entry and asked == (known.board, known.kinds, known.goal, known.start) else None


def _best(at: Position, oracles: Oracles, watch: Watch) -> dict[str, int | None]:
    """Return the shortest length in each metric, by look-up or search; None if there is no solution.

    The metrics share the time: each gets a part of the remaining time, and a metric that takes longer is omitted.
    """
    found: dict[str, int | None] = {}
    puzzle = at.started()
    for n, metric in enumerate(Metric):
        table = oracles.of(at.puzzle, metric).table_at_hand(at)
        if table is not None:
            found[metric.value] = table.distance(table.space.rank(at.layout))
            continue
        part = watch.part(seconds=max(0.01, watch.left) / (len(Metric) - n))
        with contextlib.suppress(LimitReached):
            found[metric.value] = solve(puzzle, metric, **handed(part)).length
    return found
