"""`POST hint`: the distance to the goal, the best moves, and every move with the distance after it."""

from __future__ import annotations

from typing import Any

from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint
from huarong.web.endpoints.solve import solution
from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE
from huarong.web.schemas import FLAG, MAYBE, TEXT, many, nullable, of, optional, whole
from huarong.web.sight import SEARCH, Sight, as_moves, started

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> Any:
    """A look-up where the distances are at hand or can be, else a search from the layout."""
    puzzle, metric, sights = await call.puzzle(), call.metric, call.server.sights
    heads = call.heads(puzzle)
    layout = puzzle.layout(heads)
    sight = sights.get(puzzle, layout, metric)
    if sight is not None:
        return _known(puzzle, heads, metric, sight)

    def work(watch: Watch) -> dict[str, Any]:
        found = sights.make(puzzle, layout, metric, watch)
        if found is not None:
            return _known(puzzle, heads, metric, found)
        return _searched(started(puzzle, heads), metric, watch)

    return await call.search(work)


def _known(puzzle: Puzzle, heads: tuple[int, ...], metric: Metric, sight: Sight) -> dict[str, Any]:
    layout = puzzle.layout(heads)
    distance = sight.distance(sight.space.rank(layout))
    choices = sight.choices(layout)
    symbols = {(p.kind, head): p.symbol for p, head in zip(puzzle.pieces, heads, strict=True)}
    nearer = [each for each in choices if distance and each.distance == distance - 1]
    return {
        "metric": metric.value,
        "solved": distance == 0,
        "distance": distance,
        "best": [answers.move_json(move) for move in as_moves(puzzle, heads, nearer)],
        "moves": [
            {
                "piece": symbols[each.kind, each.start],
                "from": each.start,
                "to": each.stop,
                "distance": each.distance,
            }
            for each in choices
        ],
        "source": sight.source,
    }


def _searched(puzzle: Puzzle, metric: Metric, watch: Watch) -> dict[str, Any]:
    found = solution(puzzle, metric, watch)
    line = [answers.move_json(move) for move in found.moves]
    return {
        "metric": metric.value,
        "solved": found.length == 0,
        "distance": found.length,
        "best": line[:1],
        "moves": None,
        "line": line,
        "source": SEARCH,
    }


ENDPOINT = Endpoint(
    "hint",
    answer,
    "the distance to the goal, the best moves, and every move with the distance after it",
    (*PUZZLE, HEADS_AT, METRIC, *LIMITS),
    gives=whole(
        metric=TEXT,
        solved=FLAG,
        distance=MAYBE,
        best=many(of("Move")),
        moves=nullable(many(of("Graded"))),
        line=optional(many(of("Move"))),
        source=TEXT,
    ),
    methods=("POST",),
    computes=True,
)
