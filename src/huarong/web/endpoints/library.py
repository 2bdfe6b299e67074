"""`GET library`: every puzzle of the library in little room, for pages that show them all."""

from __future__ import annotations

import asyncio
import functools
from typing import Any

from huarong.library import catalogue
from huarong.model.metric import Metric
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> dict[str, Any]:
    """All entries, with their best counts as far as they are known."""
    shared = await call.aside(_shared)
    survey = call.server.survey
    entries = [
        [*about, found and [found.get(metric, "?") for metric in Metric]]
        for about in shared["entries"]
        for found in [survey.counts.get(about[0])]
    ]
    asyncio.get_running_loop().call_later(1, survey.start)
    return {**shared, "entries": entries, "pending": survey.pending}


@functools.cache
def _shared() -> dict[str, Any]:
    entries, groups = catalogue.entries(), catalogue.GROUPS
    return {
        "groups": groups,
        "entries": [
            [e.name, e.name_zh, e.pinyin, list(e.aliases), groups.index(e.group)] for e in entries
        ],
        **answers.compact([entry.puzzle for entry in entries]),
    }


ENDPOINT = Endpoint(
    "library",
    answer,
    "all puzzles in little room, what repeats named by its number; for the pages",
    gives={"type": "object"},
)
