"""`POST distances`: the distances of several layouts to the goal."""

from __future__ import annotations

from typing import Any

from huarong.limits import Watch
from huarong.web.endpoint import COMPUTED, Call, Endpoint
from huarong.web.fields import METRIC, PUZZLE, Field
from huarong.web.job_queue import handed
from huarong.web.schemas import HEADS, MAYBE, TEXT, many, nullable, whole

MOST = 5000


async def answer(call: Call) -> Any:
    """The distances; null if there is no table, and each would take a search."""
    puzzle = await call.puzzle()
    places = [call.at(puzzle, row, "layouts") for row in call["layouts"]]
    oracles = call.server.oracles
    oracle = oracles.of(puzzle, call.metric)

    def work(watch: Watch) -> dict[str, Any]:
        table = oracle.table(places[0], **handed(watch))
        oracles.trim(oracle)
        if table is None or not all(table.holds(each.layout) for each in places):
            return {"distances": None, "source": "search"}
        found = [table.distance(table.space.rank(each.layout)) for each in places]
        return {"distances": found, "source": table.source}

    return await call.result_or_events(work, about=oracle)


ENDPOINT = Endpoint(
    "distances",
    answer,
    "the distance to the goal of each of several layouts (lists of heads)",
    (*PUZZLE, METRIC, Field("layouts", many(HEADS, minItems=1, maxItems=MOST), needed=True)),
    gives=whole(distances=nullable(many(MAYBE)), source=TEXT),
    **COMPUTED,
)
