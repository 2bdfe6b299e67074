"""The API of whole spaces: tables for hints on the page, and maps."""

from __future__ import annotations

import contextlib
import functools
import json
import threading

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from huarong.atlas import dense
from huarong.atlas.component import MAX_POINTS, Map
from huarong.errors import LimitReached
from huarong.limits import Watch
from huarong.model.metric import Metric, as_metric
from huarong.space.space import Space
from huarong.web.endpoints import METRICS, Endpoints
from huarong.web.sight import ATLAS
from huarong.web.solving import Report
from huarong.web.tables import read_goal, table

__all__ = ["Spaces"]


class Spaces(Endpoints):
    """The endpoints that send whole spaces, as bytes."""

    async def table(self, request: Request) -> Response:
        """The numbering and the distances of a small space as bytes."""
        fields = await self._fields(request, ("space", "goal", "metric"))
        metric = as_metric(fields.choice("metric", METRICS, "move"))
        text, wanted = fields.text("space", most=2000), fields.text("goal", most=4000)
        data = await run_in_threadpool(_table, text, wanted, metric)
        return Response(
            data, media_type="application/octet-stream", headers={"cache-control": "no-cache"}
        )

    async def map(self, request: Request) -> Response:
        """The layouts in reach, placed in the plane, as bytes: see `docs/api.md`."""
        fields = await self._fields(request, ("puzzle", "goal", "notation", "metric"))
        puzzle = await self._puzzle(fields)
        metric = as_metric(fields.choice("metric", METRICS, "move"))

        def work(report: Report, stop: threading.Event) -> bytes:
            watch = Watch.of(max_seconds=self.limits.seconds, progress=report, cancel=stop)
            return self._map(Map.of(puzzle, MAX_POINTS, watch, cache=True), metric, watch)

        data = await self._finished(self.desk.submit(work), request)
        return Response(
            data, media_type="application/octet-stream", headers={"cache-control": "no-cache"}
        )

    def _map(self, drawn: Map, metric: Metric, watch: Watch) -> bytes:
        component = drawn.component
        sight = None
        if not component.complete:
            with contextlib.suppress(LimitReached):
                sight = self.sights.make(component.puzzle, component.puzzle.start, metric, watch)
        if component.complete:
            values = component.distances(metric)
        elif sight is not None and sight.source == ATLAS:
            far = sight.table.lookup(component.ranks)
            values = np.where(far == dense.unknown(far), -1, far.astype(np.int64))
        elif sight is not None:
            values = sight.table[np.searchsorted(sight.ranks, component.ranks)]
        else:
            values = np.full(len(component), -1)
        grids = component.space.grids(component.ranks)
        heads = [
            np.nonzero(grids == k + 1)[1].reshape(len(grids), -1)
            for k in range(len(component.space.kinds))
        ]
        start = component.index(component.puzzle.start)
        header = {
            "points": len(component), "edges": len(drawn.edges), "pieces": len(component.puzzle.pieces),
            "complete": component.complete, "start": start, "longest": int(max(values.max(), 0)),
            "reach": int(component.depth.max()), "stress": round(drawn.stress, 4), "metric": metric.value,
            "known": component.complete or sight is not None,
        }  # fmt: skip
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 4)
        return b"".join(
            [
                b"HRM1" + len(text).to_bytes(4, "little") + text,
                drawn.xy.astype("<f4").tobytes(),
                drawn.edges.astype("<u4").tobytes(),
                np.where(values < 0, 0xFFFFFFFF, values).astype("<u4").tobytes(),
                component.depth.astype("<u4").tobytes(),
                np.concatenate(heads, axis=1).astype("<u2").tobytes(),
            ]
        )


@functools.lru_cache(64)
def _table(text: str, wanted: str, metric: Metric) -> bytes:
    space = Space.parse(text)
    return table(space, read_goal(wanted, space), metric)
