"""`GET library`: every puzzle of the library in little room, for pages that show them all."""

from __future__ import annotations

import functools
from typing import Any

from huarong.library import catalogue
from huarong.library.counts import best_counts
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> dict[str, Any]:
    """All entries, with their best counts where they are known."""
    return await call.aside(_compact)


@functools.cache
def _compact() -> dict[str, Any]:
    entries, groups = catalogue.entries(), catalogue.GROUPS
    return {
        "groups": groups,
        "entries": [
            [
                e.name,
                e.name_zh,
                e.pinyin.replace("-", ""),
                list(e.aliases),
                groups.index(e.group),
                _best(e),
            ]
            for e in entries
        ],
        **answers.compact([entry.puzzle for entry in entries]),
    }


def _best(entry: catalogue.Entry) -> list[int | None] | None:
    found = best_counts(entry)
    return None if found is None else list(found.values())


ENDPOINT = Endpoint(
    "library",
    answer,
    "all puzzles in little room, what repeats named by its number; for the pages",
    gives={"type": "object"},
)
