"""`POST exhibit`: one exhibit of the museum measured on a puzzle, in a process of its own."""

from __future__ import annotations

from typing import Any

from huarong.limits import Watch
from huarong.study.comparison import compare
from huarong.study.registry import EXHIBITS
from huarong.web.endpoint import COMPUTED, Call, Endpoint
from huarong.web.fields import LIMITS, PUZZLE, Field
from huarong.web.job_queue import handed
from huarong.web.schemas import FLAG, MAYBE, NUMBER, TEXT, choice, each, nullable, whole


async def answer(call: Call) -> Any:
    """The result of the run: counts, processor time and memory, or why there is none."""
    puzzle = await call.puzzle()

    def work(watch: Watch) -> dict[str, Any]:
        found = compare(puzzle, [call["exhibit"]], repeats=1, lang=call.lang, **handed(watch))
        (result,) = found.to_json()["results"]
        return {name: result[name] for name in _RESULT} | {"machine": found.machine}

    return await call.result_or_events(work)


_RESULT = {
    **each(TEXT, "name metric"),
    "compiled": FLAG,
    **each(MAYBE, "layouts duplicates depth"),
    "seconds": nullable(NUMBER),
    "memory": MAYBE,
    **each(TEXT, "notes trouble"),
}
ENDPOINT = Endpoint(
    "exhibit",
    answer,
    "a measurement of one exhibit of the museum on a puzzle, in its own process",
    (*PUZZLE, Field("exhibit", choice(e.name for e in EXHIBITS), needed=True), *LIMITS[:1]),
    gives=whole(**_RESULT, machine=TEXT),
    **COMPUTED,
)
