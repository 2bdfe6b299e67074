"""`POST distances`: how far each of several layouts is from the goal."""

from __future__ import annotations

from typing import Any

from huarong.limits import Watch
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import METRIC, PUZZLE, Field
from huarong.web.schemas import HEADS, MAYBE, TEXT, many, nullable, whole
from huarong.web.sight import SEARCH

__all__ = ["ENDPOINT"]

MOST = 5000


async def answer(call: Call) -> Any:
    """The distances, or null where each would take a search of its own."""
    puzzle, metric, sights = await call.puzzle(), call.metric, call.server.sights
    layouts = [puzzle.layout(call.heads(puzzle, row, "layouts")) for row in call["layouts"]]

    def work(watch: Watch) -> dict[str, Any]:
        sight = sights.make(puzzle, layouts[0], metric, watch)
        if sight is None or not all(map(sight.knows, layouts)):
            return {"distances": None, "source": SEARCH}
        found = [sight.distance(sight.space.rank(layout)) for layout in layouts]
        return {"distances": found, "source": sight.source}

    return await call.search(work)


ENDPOINT = Endpoint(
    "distances",
    answer,
    "how far each of several layouts (lists of heads) is from the goal",
    (
        *PUZZLE,
        METRIC,
        Field("layouts", many(HEADS, minItems=1, maxItems=MOST), needed=True),
    ),
    gives=whole(distances=nullable(many(MAYBE)), source=TEXT),
    methods=("POST",),
    computes=True,
)
