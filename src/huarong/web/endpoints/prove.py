"""`POST prove`: a certificate of the answer, which the page checks by itself."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from huarong.limits import Watch
from huarong.proof.certificate import certify
from huarong.search.solver import solve_under
from huarong.web.endpoint import COMPUTED, Call, Endpoint
from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE
from huarong.web.schemas import COUNT, FLAG, MAYBE, TEXT, WORD, whole

MOST_TO_CHECK = 300_000
"""The most layouts of a certificate: a page checks this many in half a minute."""


async def answer(call: Call) -> Any:
    """The certificate, from the start or from heads, and what it claims."""
    puzzle, metric = await call.puzzle(), call.metric
    puzzle = call.at(puzzle).started()

    def work(watch: Watch) -> dict[str, Any]:
        solution = solve_under(watch, puzzle, metric)
        watch.stage()
        found = certify(solution, MOST_TO_CHECK, watch)
        return {**found.to_json(), "certificate": b64encode(found.data).decode()}

    return await call.result_or_events(work)


ENDPOINT = Endpoint(
    "prove",
    answer,
    "a certificate (`docs/proofs.md`) that a shortest solution has a certain length or that none exists, in base64",
    (*PUZZLE, HEADS_AT, METRIC, *LIMITS),
    gives=whole(
        name=WORD, metric=TEXT, solved=FLAG, length=MAYBE, solutions=MAYBE, layouts=COUNT, bytes=COUNT, certificate=TEXT
    ),
    **COMPUTED,
)
