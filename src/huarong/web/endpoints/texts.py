"""A text as a puzzle: read (`puzzle`), checked (`check`), in another notation (`convert`), drawn (`svg`, `png`)."""

from typing import Any

from starlette.responses import Response

from huarong.draw.picture import THEMES, png, svg
from huarong.errors import CannotExpress, HuarongError
from huarong.library.description import reading_json
from huarong.library.notations.registry import notations
from huarong.library.reader import detect, write
from huarong.model.puzzle import Puzzle
from huarong.web import answers
from huarong.web.endpoint import Call, endpoint
from huarong.web.fields import HEADS_AT, PUZZLE, TEXT_IN, Field, FieldError, naming, notation_field
from huarong.web.replies import as_problem
from huarong.web.schemas import COUNT, FAULTS, FLAG, TEXT, WORD, choice, given, many, of, optional, whole

_SVG = "image/svg+xml"


async def _read(call: Call, found: Puzzle) -> dict[str, Any]:
    return await call.aside(answers.puzzle_json, found) | {"read": reading_json(found, call.lang)}


@endpoint(
    "puzzle",
    "the puzzle that a text describes: board, kinds, pieces, goal",
    *TEXT_IN,
    gives=of("Puzzle"),
    methods=("GET", "POST"),
)
async def puzzle(call: Call) -> dict[str, Any]:
    return await _read(call, await call.puzzle("text"))


@endpoint(
    "check",
    "the puzzle that a text describes; or all its faults, with line and column",
    *TEXT_IN,
    gives=whole(
        valid=FLAG, faults=FAULTS, notations=optional(many(TEXT)), puzzle=optional(of("Puzzle")), text=optional(TEXT)
    ),
    methods=("POST",),
)
async def check(call: Call) -> dict[str, Any]:
    try:
        found = await call.puzzle("text")
    except FieldError:
        raise
    except HuarongError as error:
        data = as_problem(error, call.lang)[1]["error"]
        alone = {"line": None, "column": None, "reason": data["reason"], "message": data["reason"]}
        return {"valid": False, "faults": data.get("faults", [alone])}
    names = [each.name for each in await call.aside(detect, call["text"])]
    return {"valid": True, "faults": [], "notations": names, "puzzle": await _read(call, found), "text": found.text()}


@endpoint(
    "convert",
    "a puzzle in another notation. Without `to`, in every notation that can write it, with the reason for each that "
    "cannot",
    *PUZZLE,
    HEADS_AT,
    notation_field("to"),
    gives={
        "anyOf": [
            whole(notation=TEXT, text=TEXT),
            whole(notations=many(whole(notation=TEXT, title=TEXT, text=WORD, reason=WORD))),
        ]
    },
    methods=("POST",),
)
async def convert(call: Call) -> dict[str, Any]:
    """Return the text in the requested notation; by default in every one, or why this is impossible."""
    found = await call.puzzle()
    found = call.at(found).started()
    if call["to"] is None:
        return {"notations": await call.aside(_all, found, call.lang)}
    with naming("to"):
        return {"notation": call["to"], "text": await call.aside(write, found, call["to"])}


def _all(found: Puzzle, lang: str) -> list[dict[str, Any]]:
    rows = []
    for each in notations():
        row = {"notation": each.name, "title": each.title_zh if lang == "zh" else each.title}
        try:
            rows.append({**row, "text": each.encode(found), "reason": None})
        except CannotExpress as error:
            rows.append({**row, "text": None, "reason": error.message(lang)})
    return rows


async def _picture(call: Call) -> Response:
    found = await call.puzzle()
    heads, look = (
        call.at(found).heads,
        {name: call.values[name] for name in {"theme", "labels", "cell"} & {*call.values}},
    )
    drawn = await call.aside(lambda: svg(found, heads, lang=call.lang, **look))
    media = call.endpoint.media
    return Response(drawn if media == _SVG else await call.aside(png, drawn), media_type=media)


_DRAWN = *PUZZLE, HEADS_AT, Field("theme", choice(THEMES, default="light")), Field("labels", given(FLAG, default=True))
_CELL = Field("cell", given(COUNT, minimum=4, maximum=200, default=56))
picture = endpoint("svg", "a layout as a picture", *_DRAWN, _CELL, methods=("GET", "POST"), media=_SVG)(_picture)
pixels = endpoint("png", "a layout as a PNG picture, for link previews", *_DRAWN, media="image/png")(_picture)
