"""`GET puzzles/{name}`: one puzzle of the library."""

from __future__ import annotations

from typing import Any

from huarong.library.catalogue import find
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint
from huarong.web.schemas import ENTRY, of, whole


async def answer(call: Call) -> dict[str, Any]:
    """The entry with its puzzle."""
    entry = find(call.request.path_params["name"])
    data = await call.aside(answers.puzzle_json, entry.puzzle)
    return {**entry.to_json(), "puzzle": data}


ENDPOINT = Endpoint(
    "puzzles/{name:path}",
    answer,
    "one puzzle, by its name, alias, pinyin or code",
    gives=whole(**ENTRY, puzzle=of("Puzzle")),
)
