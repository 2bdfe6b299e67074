"""`POST hint`: the distance to the goal, and how good every move is."""

from __future__ import annotations

from typing import Any

from huarong.atlas.hints import Hint, going_on
from huarong.limits import Watch
from huarong.web import answers
from huarong.web.desk import handed
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE, Field, long_text, naming
from huarong.web.schemas import FLAG, MAYBE, TEXT, many, of, optional, whole

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> Any:
    """A look-up where the distances are at hand, else what the oracle finds at the server's desk."""
    puzzle, metric, last = await call.puzzle(), call.metric, call["last"]
    server = call.server
    oracle = server.oracles.of(puzzle, metric)
    at = call.unchecked(puzzle)
    with naming("last"):
        going_on(at, metric, last)
    with naming("heads"):
        found = oracle.at_hand(at, last=last)
    if found is None:
        at, patience = call.at(puzzle), call["patience"]
        await server.others(oracle)
        found = oracle.at_hand(at, last=last)
    if found is not None:
        return _json(found)

    def work(watch: Watch) -> dict[str, Any]:
        found = oracle.hint(at, last=last, patience=patience, **handed(watch))
        server.oracles.trim()
        return _json(found)

    return await call.told(work, about=oracle)


def _json(hint: Hint) -> dict[str, Any]:
    """The hint; with the whole solution where a search has found it."""
    data = hint.to_json(count=False)
    if hint.source == "search" and hint.line is not None:
        data["line"] = [answers.move_json(move) for move in hint.line]
    return data


ENDPOINT = Endpoint(
    "hint",
    answer,
    "the distance to the goal, the best moves, and every move with the distance after it",
    (
        *PUZZLE,
        HEADS_AT,
        METRIC,
        Field(
            "last",
            long_text(100, "the move made last, such as N D1: to go on with it counts nothing"),
        ),
        Field(
            "patience",
            {
                "type": "number",
                "minimum": 0,
                "maximum": 60,
                "default": 0,
                "description": "seconds in which moves are graded by searching, where there is no table",
            },
        ),
        *LIMITS[:2],
    ),
    gives=whole(
        metric=TEXT,
        distance=MAYBE,
        solvable=FLAG,
        solved=FLAG,
        source=TEXT,
        best=many(TEXT),
        moves=many(of("Graded")),
        line=optional(many(of("Move"))),
    ),
    methods=("POST",),
    computes=True,
)
