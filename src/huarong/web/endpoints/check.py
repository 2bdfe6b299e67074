"""`POST check`: everything that is wrong with a text."""

from __future__ import annotations

from typing import Any

from huarong.errors import HuarongError
from huarong.library.description import reading_json
from huarong.library.reader import detect
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import TEXT_IN, FieldError
from huarong.web.replies import as_problem
from huarong.web.schemas import FAULTS, FLAG, TEXT, many, of, optional, whole


async def answer(call: Call) -> dict[str, Any]:
    """All faults with their places, or the puzzle and the notations that read the text."""
    try:
        found = await call.puzzle("text")
    except FieldError:
        raise
    except HuarongError as error:
        data = as_problem(error, call.lang)[1]["error"]
        alone = {"line": None, "column": None, "reason": data["reason"], "message": data["reason"]}
        return {"valid": False, "faults": data.get("faults", [alone])}
    return {
        "valid": True,
        "faults": [],
        "notations": [each.name for each in await call.aside(detect, call["text"])],
        "puzzle": await call.aside(answers.puzzle_json, found) | {"read": reading_json(found, call.lang)},
        "text": found.text(),
    }


ENDPOINT = Endpoint(
    "check",
    answer,
    "the puzzle that a text describes; or all its faults, with line and column",
    TEXT_IN,
    gives=whole(
        valid=FLAG, faults=FAULTS, notations=optional(many(TEXT)), puzzle=optional(of("Puzzle")), text=optional(TEXT)
    ),
    methods=("POST",),
)
