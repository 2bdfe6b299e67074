"""`puzzle`: the puzzle that a text stands for, a name or a text in any notation."""

from __future__ import annotations

from typing import Any

from huarong.library.description import reading_json
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import TEXT_IN
from huarong.web.schemas import of


async def answer(call: Call) -> dict[str, Any]:
    """The puzzle, with all that a page needs to draw and play it."""
    found = await call.puzzle("text")
    return await call.aside(answers.puzzle_json, found) | {"read": reading_json(found, call.lang)}


ENDPOINT = Endpoint(
    "puzzle",
    answer,
    "the puzzle that a text describes: board, kinds, pieces, goal",
    TEXT_IN,
    gives=of("Puzzle"),
    methods=("GET", "POST"),
)
