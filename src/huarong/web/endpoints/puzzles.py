"""`GET puzzles`: the puzzles of the library that a text describes."""

from __future__ import annotations

from typing import Any

from huarong.library import catalogue
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import Field, long_text
from huarong.web.schemas import choice, many, of, whole


async def answer(call: Call) -> dict[str, Any]:
    """The entries with their shortest lengths, if they are known."""
    found = [e for e in catalogue.search(call["search"]) if call["group"] in (None, "", e.group)]
    return {"puzzles": [e.to_json() for e in found]}


ENDPOINT = Endpoint(
    "puzzles",
    answer,
    "the library: names, text, fewest moves in the three metrics, difficulty",
    (Field("search", long_text(200, default="")), Field("group", choice(["", *catalogue.GROUPS]))),
    gives=whole(puzzles=many(of("Entry"))),
)
