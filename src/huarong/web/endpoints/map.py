"""`GET map`: the layouts in reach, placed in the plane, as bytes."""

from __future__ import annotations

from starlette.responses import Response

from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import METRIC, PUZZLE
from huarong.web.maps import map_bytes


async def answer(call: Call) -> Response:
    """The bytes that `huarong.web.maps` draws."""
    puzzle = await call.puzzle()
    oracle = call.server.oracles.of(puzzle, call.metric)

    data = await call.search(lambda watch: map_bytes(puzzle, oracle, watch))
    headers = {"cache-control": "no-cache"}
    return Response(data, media_type=ENDPOINT.media, headers=headers)


ENDPOINT = Endpoint(
    "map",
    answer,
    "the layouts in reach, placed in the plane, as bytes (see below)",
    (*PUZZLE, METRIC),
    media="application/octet-stream",
    computes=True,
)
