"""`POST facts`: best counts, the number of best solutions, the size of the space."""

from __future__ import annotations

from typing import Any

from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import HEADS_AT, LIMITS, PUZZLE
from huarong.web.schemas import MAYBE, TEXT, of, whole
from huarong.web.sight import ATLAS, SEARCH, Sights, started
from huarong.web.survey import best_counts, difficulty

__all__ = ["ENDPOINT"]

EXACT = 1 << 53
"""Numbers up to this are exact in JavaScript."""


async def answer(call: Call) -> Any:
    """What is known of a puzzle from the start or from heads."""
    puzzle, sights = await call.puzzle(), call.server.sights
    puzzle = started(puzzle, call.heads(puzzle))
    return await call.search(lambda watch: _facts(puzzle, sights, watch))


def _facts(puzzle: Puzzle, sights: Sights, watch: Watch) -> dict[str, Any]:
    sight = sights.make(puzzle, puzzle.start, Metric.MOVE, watch)
    best = best_counts(puzzle, sights, watch)
    data: dict[str, Any] = {
        "best": best,
        "difficulty": difficulty(best.get("move")),
        "source": sight.source if sight else SEARCH,
        **dict.fromkeys(("solutions", "layouts", "goals", "solvable", "longest")),
    }
    if sight is None:
        return data
    if sight.source == ATLAS:
        found, solutions = sight.table.facts, sight.table.count_solutions(puzzle.start)
        return data | {
            "layouts": found.layouts,
            "goals": found.goals,
            "solvable": found.solvable,
            "longest": found.longest,
            "solutions": solutions if solutions is None or solutions <= EXACT else None,
        }
    values = sight.table
    known = values[values >= 0]
    return data | {
        "layouts": len(values),
        "goals": int((values == 0).sum()),
        "solvable": len(known),
        "longest": int(known.max()) if len(known) else None,
    }


ENDPOINT = Endpoint(
    "facts",
    answer,
    "best counts in every metric, the number of best solutions, the size of the space",
    (*PUZZLE, HEADS_AT, *LIMITS),
    gives=whole(
        best=of("Best"),
        difficulty=MAYBE,
        source=TEXT,
        solutions=MAYBE,
        layouts=MAYBE,
        goals=MAYBE,
        solvable=MAYBE,
        longest=MAYBE,
    ),
    methods=("POST",),
    computes=True,
)
