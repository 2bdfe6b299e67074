"""`svg`: a layout as a picture."""

from __future__ import annotations

from starlette.responses import Response

from huarong.draw.picture import THEMES, svg
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import HEADS_AT, PUZZLE, Field
from huarong.web.schemas import COUNT, FLAG, choice, given


async def answer(call: Call) -> Response:
    """The picture."""
    puzzle = await call.puzzle()
    heads = call.at(puzzle).heads
    options = {name: call[name] for name in ("theme", "labels", "cell")}
    text = await call.aside(lambda: svg(puzzle, heads, lang=call.lang, **options))
    return Response(text, media_type=ENDPOINT.media)


ENDPOINT = Endpoint(
    "svg",
    answer,
    "a layout as a picture",
    (
        *PUZZLE,
        HEADS_AT,
        Field("theme", choice(THEMES, default="light")),
        Field("cell", given(COUNT, minimum=4, maximum=200, default=56)),
        Field("labels", given(FLAG, default=True)),
    ),
    methods=("GET", "POST"),
    media="image/svg+xml",
)
