"""`POST convert`: a puzzle in another notation, or in all of them."""

from __future__ import annotations

from typing import Any

from huarong.errors import CannotExpress
from huarong.library.notations.registry import notations
from huarong.library.reader import write
from huarong.model.puzzle import Puzzle
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import HEADS_AT, PUZZLE, NotationField, naming
from huarong.web.schemas import TEXT, WORD, many, whole


async def answer(call: Call) -> dict[str, Any]:
    """The text in the notation asked for; by default in every notation, or why it cannot be written in it."""
    puzzle = await call.puzzle()
    puzzle = call.at(puzzle).started()
    if call["to"] is None:
        return {"notations": await call.aside(_all, puzzle, call.lang)}
    with naming("to"):
        return {"notation": call["to"], "text": await call.aside(write, puzzle, call["to"])}


def _all(puzzle: Puzzle, lang: str) -> list[dict[str, Any]]:
    rows = []
    for each in notations():
        row = {"notation": each.name, "title": each.title_zh if lang == "zh" else each.title}
        try:
            rows.append({**row, "text": each.encode(puzzle), "reason": None})
        except CannotExpress as error:
            rows.append({**row, "text": None, "reason": error.message(lang)})
    return rows


ENDPOINT = Endpoint(
    "convert",
    answer,
    "a puzzle in another notation; without `to`, in every notation that can write it, and for the others the "
    "reason why they cannot",
    (*PUZZLE, HEADS_AT, NotationField("to")),
    gives={
        "anyOf": [
            whole(notation=TEXT, text=TEXT),
            whole(notations=many(whole(notation=TEXT, title=TEXT, text=WORD, reason=WORD))),
        ]
    },
    methods=("POST",),
)
