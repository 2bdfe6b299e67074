"""`GET table`: the numbering and the distances of a small space, as bytes."""

from __future__ import annotations

from starlette.responses import Response

from huarong.model.metric import Metric
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import METRIC, Field, long_text
from huarong.web.tables import table

_Asked = tuple[str, str, Metric]

_KEEP = 16 << 20
"""The most bytes of tables that are kept."""
_kept: dict[_Asked, bytes] = {}
"""Tables by what was asked for, the least recently used first."""


async def answer(call: Call) -> Response:
    """The bytes of `huarong.web.tables`, from a cache."""
    asked = call["space"], call["goal"], call.metric
    data = _kept.get(asked)
    if data is None:
        data = await call.search(lambda watch: table(*asked, watch))
    _keep(asked, data)
    headers = {"cache-control": "no-cache"}
    return Response(data, media_type=ENDPOINT.media, headers=headers)


def _keep(asked: _Asked, data: bytes) -> None:
    """Keep a table as the last one used, and drop those used least recently where all take too much."""
    _kept.pop(asked, None)
    _kept[asked] = data
    while sum(map(len, _kept.values())) > _KEEP:
        del _kept[next(iter(_kept))]


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
