"""`GET table`: the numbering and the distances of a small space, as bytes."""

from __future__ import annotations

import functools

from starlette.responses import Response

from huarong.model.metric import Metric
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import METRIC, Field, long_text
from huarong.web.tables import table

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> Response:
    """The bytes of `huarong.web.tables`, from a cache."""
    asked = call["space"], call["goal"], call.metric
    kept = _kept(*asked)
    if not kept:
        kept.append(await call.search(lambda watch: table(*asked, watch)))
    headers = {"cache-control": "no-cache"}
    return Response(kept[0], media_type=ENDPOINT.media, headers=headers)


@functools.lru_cache(128)
def _kept(space: str, goal: str, metric: Metric) -> list[bytes]:
    """The cache entry of a table; the least recently used is dropped first."""
    return []


ENDPOINT = Endpoint(
    "table",
    answer,
    "the numbering and the distances of a small space, as bytes (see below)",
    (
        Field(
            "space",
            long_text(2000, "a board and its pieces: 4x5 2x2:1 1x2:4 2x1:1 1x1:4"),
            needed=True,
        ),
        Field(
            "goal",
            long_text(4000, "0@13: kind 0 at head 13; `+` joins, `,` separates alternatives"),
            needed=True,
        ),
        METRIC,
    ),
    media="application/octet-stream",
    computes=True,
)
