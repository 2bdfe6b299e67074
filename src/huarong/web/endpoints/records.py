"""`GET records`: the book of records, chapter by chapter."""

from __future__ import annotations

from typing import Any

from huarong.design.records import book
from huarong.i18n import say
from huarong.web.endpoint import Call, Endpoint
from huarong.web.schemas import NUMBER, TEXT, each, many, whole


async def answer(call: Call) -> dict[str, Any]:
    """Every chapter of the package with its rows: class, metric, length, number of starts, and the puzzle."""
    return {
        "chapters": [
            {
                "name": chapter.chapter.name,
                "about": chapter.chapter.about,
                "about_zh": say(chapter.chapter.about, "zh"),
                "seconds": chapter.made["seconds"],
                "rows": [[r.key, r.metric, r.length, r.count, r.puzzle] for r in chapter.rows],
            }
            for chapter in await call.aside(book)
        ]
    }


ENDPOINT = Endpoint(
    "records",
    answer,
    "the book of records: the hardest puzzle for each set of pieces, with its length",
    gives=whole(chapters=many(whole(**each(TEXT, "name about about_zh"), seconds=NUMBER, rows=many(many({}))))),
)
