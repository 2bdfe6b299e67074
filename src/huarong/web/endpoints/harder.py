"""`POST harder`: puzzles that a single change makes, the hardest (or easiest) first."""

from __future__ import annotations

from typing import Any

from huarong.design.changes import CHANGES, easier, harder
from huarong.limits import Watch
from huarong.web.endpoint import COMPUTED, Call, Endpoint
from huarong.web.fields import LIMITS, METRIC, PUZZLE, Field
from huarong.web.job_queue import handed
from huarong.web.schemas import COUNT, FLAG, MAYBE, TEXT, choice, given, many, whole

TOP = 6
"""The most changes in an answer."""


async def answer(call: Call) -> Any:
    """Changed puzzles, each with its change in words and its length."""
    puzzle, metric, lang = await call.puzzle(), call.metric, call.lang
    ranked = easier if call["easier"] else harder

    def work(watch: Watch) -> dict[str, Any]:
        found = ranked(puzzle, top=TOP, rated=False, metric=metric, **handed(watch))
        return {"changes": [each.to_json(lang) for each in found]}

    return await call.result_or_events(work)


ENDPOINT = Endpoint(
    "harder",
    answer,
    "harder (or easier) puzzles that differ by one change, each with a description and as text",
    (*PUZZLE, METRIC, Field("easier", given(FLAG, default=False)), *LIMITS[:2]),
    gives=whole(changes=many(whole(change=choice(CHANGES), text=TEXT, length=COUNT, rating=MAYBE, puzzle=TEXT))),
    **COMPUTED,
)
