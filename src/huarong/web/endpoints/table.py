"""`GET table`: the numbering and the distances of a small space, as bytes."""

from __future__ import annotations

from starlette.responses import Response

from huarong.limits import Watch
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import METRIC, Field
from huarong.web.schemas import TEXT
from huarong.web.tables import read_goal, read_space, table

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> Response:
    """The bytes that `huarong.web.tables` draws."""
    space = await call.aside(read_space, call["space"])
    goal, metric = read_goal(call["goal"], space), call.metric

    def work(watch: Watch) -> Response:
        data = table(space, goal, metric, watch)
        return Response(data, media_type=ENDPOINT.media, headers={"cache-control": "no-cache"})

    return await call.search(work)


ENDPOINT = Endpoint(
    "table",
    answer,
    "the numbering and the distances of a small space, as bytes (see below)",
    (
        Field(
            "space",
            {
                **TEXT,
                "maxLength": 2000,
                "description": "a board and its pieces: 4x5 2x2:1 1x2:4 2x1:1 1x1:4",
            },
            needed=True,
        ),
        Field(
            "goal",
            {
                **TEXT,
                "maxLength": 4000,
                "description": "0@13: kind 0 at head 13; `+` joins, `,` separates alternatives",
            },
            needed=True,
        ),
        METRIC,
    ),
    media="application/octet-stream",
    computes=True,
)
