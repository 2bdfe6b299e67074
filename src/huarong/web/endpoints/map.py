"""`GET map`: the reachable layouts, placed in the plane, as bytes for a page to draw (`docs/en/reference/api.md`)."""

import contextlib

import numpy as np
from starlette.responses import Response

from huarong.atlas.component import Component
from huarong.atlas.embedding import Map
from huarong.atlas.oracle import Oracle
from huarong.errors import LimitReached
from huarong.limits import Watch
from huarong.memo import SHARED, Cache
from huarong.model.puzzle import Puzzle
from huarong.web.endpoint import Call, endpoint
from huarong.web.fields import METRIC, PUZZLE
from huarong.web.job_queue import handed
from huarong.web.replies import BYTES, as_bytes

UNKNOWN = 0xFFFFFFFF
MOST = 30_000
"""The most points that a page draws; for a larger component, it shows as many whole depths as fit."""
_MAPS: Cache[Map] = Cache(lambda each: 8 * (each.xy.size + each.edges.size), SHARED)
"""Maps by puzzle, which all metrics share, because placing the points is most of the work."""


def map_bytes(puzzle: Puzzle, oracle: Oracle, watch: Watch) -> bytes:
    """Return a puzzle's map, with the distances of its oracle. Raises `LimitReached`, `Cancelled`."""
    drawn = _MAPS.get(puzzle) or _MAPS.put(puzzle, Map.of(puzzle, MOST, watch=watch))
    component = drawn.component
    values = _distances(component, oracle, watch)
    far = np.full(len(component), -1) if values is None else values
    counts = {"points": len(component), "edges": len(drawn.edges), "pieces": len(component.puzzle.pieces)}
    begin = {"complete": component.complete, "start": component.index(component.puzzle.start)}
    ends = {"longest": int(max(far.max(), 0)), "reach": int(component.depth.max()), "stress": round(drawn.stress, 4)}
    header = {**counts, **begin, **ends, "metric": oracle.metric.value, "known": values is not None}
    grids, kinds = component.space.grids(component.ranks), range(1, len(component.space.kinds) + 1)
    heads = [np.nonzero(grids == k)[1].reshape(len(grids), -1) for k in kinds]  # kind by kind, a row for each layout
    graph = drawn.xy.astype("<f4"), drawn.edges.astype("<u4")
    levels = np.where(far < 0, UNKNOWN, far).astype("<u4"), component.depth.astype("<u4")
    arrays = *graph, *levels, np.concatenate(heads, axis=1).astype("<u2")
    return as_bytes(b"HRM1", header, *(each.tobytes() for each in arrays))


def _distances(component: Component, oracle: Oracle, watch: Watch) -> np.ndarray | None:
    """Return the distance of each layout, -1 if no goal can be reached; None if distances are unknown."""
    if component.complete:
        return component.distances(oracle.metric, watch)
    with contextlib.suppress(LimitReached):
        table = oracle.table(component.puzzle, **handed(watch))
        if table is not None:
            return table.left(component.ranks)
    return None


@endpoint(
    "map",
    "the reachable layouts and their positions in the plane, as bytes (see below)",
    *PUZZLE,
    METRIC,
    media=BYTES,
    computes=True,
)
async def placed(call: Call) -> Response:
    puzzle = await call.puzzle()
    oracle = call.server.oracles.of(puzzle, call.metric)
    data = await call.search(lambda watch: map_bytes(puzzle, oracle, watch))
    return Response(data, media_type=BYTES, headers={"cache-control": "no-cache"})
