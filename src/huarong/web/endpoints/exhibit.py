"""`POST exhibit`: one exhibit of the museum measured on a puzzle, in a process of its own."""

from __future__ import annotations

from typing import Any

from huarong.limits import Watch
from huarong.study.comparison import compare
from huarong.study.registry import EXHIBITS
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import LIMITS, PUZZLE, Field
from huarong.web.schemas import FLAG, MAYBE, NUMBER, TEXT, nullable, whole

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> Any:
    """The result of the run: counts, processor time and memory, or why there is none."""
    puzzle = await call.puzzle()

    def work(watch: Watch) -> dict[str, Any]:
        found = compare(
            puzzle,
            [call["exhibit"]],
            repeats=1,
            lang=call.lang,
            max_memory=watch.limits.memory,
            max_seconds=watch.limits.seconds,
            progress=watch.progress,
            cancel=watch.cancel,
        )
        (result,) = found.to_json()["results"]
        return {
            name: result[name]
            for name in (
                "name",
                "metric",
                "compiled",
                "layouts",
                "duplicates",
                "depth",
                "seconds",
                "memory",
                "notes",
                "trouble",
            )
        } | {"machine": found.machine}

    return await call.result_or_events(work)


ENDPOINT = Endpoint(
    "exhibit",
    answer,
    "one exhibit of the museum measured on a puzzle, in a process of its own",
    (
        *PUZZLE,
        Field("exhibit", {"type": "string", "enum": [each.name for each in EXHIBITS]}, needed=True),
        *LIMITS[:1],
    ),
    gives=whole(
        name=TEXT,
        metric=TEXT,
        compiled=FLAG,
        layouts=MAYBE,
        duplicates=MAYBE,
        depth=MAYBE,
        seconds=nullable(NUMBER),
        memory=MAYBE,
        notes=TEXT,
        trouble=TEXT,
        machine=TEXT,
    ),
    methods=("POST",),
    computes=True,
)
