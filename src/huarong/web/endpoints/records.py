"""`GET records`: the book of records, chapter by chapter."""

from __future__ import annotations

from typing import Any

from huarong.design.records import book
from huarong.i18n import say
from huarong.web.endpoint import Call, Endpoint
from huarong.web.schemas import NUMBER, TEXT, many, whole

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> dict[str, Any]:
    """Every chapter of the package with its rows: class, metric, length, number of starts, and the puzzle."""
    return {
        "chapters": [
            {
                "name": each.chapter.name,
                "about": each.chapter.about,
                "about_zh": say(each.chapter.about, "zh"),
                "seconds": each.made["seconds"],
                "rows": [
                    [row.key, row.metric, row.length, row.count, row.puzzle] for row in each.rows
                ],
            }
            for each in await call.aside(book)
        ]
    }


ENDPOINT = Endpoint(
    "records",
    answer,
    "the book of records: of each set of pieces the hardest puzzle, with its length",
    gives=whole(
        chapters=many(
            whole(
                name=TEXT,
                about=TEXT,
                about_zh=TEXT,
                seconds=NUMBER,
                rows={"type": "array", "items": {"type": "array", "items": {}}},
            )
        )
    ),
)
