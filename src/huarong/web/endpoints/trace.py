"""`GET trace`: the recorded run of an exhibit of the museum on a puzzle, for a page to replay."""

from __future__ import annotations

from typing import Any

from huarong.library.reader import read_text
from huarong.limits import Watch
from huarong.study.traces.shows import FRAMES, MOST_FRAMES, SHOWS, trace
from huarong.study.zhou import persons
from huarong.web.endpoint import MOST_CELLS, Call, Endpoint
from huarong.web.fields import LIMITS, Field, FieldError, naming
from huarong.web.schemas import COUNT, FLAG, MAYBE, TEXT, Schema, choice, many, nullable, whole


async def answer(call: Call) -> Any:
    """The trace, recorded in a queued job."""
    text = call["puzzle"]
    if len(text) > MOST_CELLS:
        raise FieldError(
            "puzzle",
            "the text is too long; expected at most {most:,} {most:character|characters}",
            most=MOST_CELLS,
        )

    def work(watch: Watch) -> dict[str, Any]:
        with naming("puzzle"):
            found = trace(
                call["show"],
                (persons(text) or read_text(text)) if text else "",
                call["option"],
                call["frames"],
                call["whole"],
                calls=call["calls"],
                to=call["to"],
                after=call["after"],
                max_seconds=watch.limits.seconds,
                progress=watch.progress,
                cancel=watch.cancel,
            )
        return found.to_json()

    return await call.result_or_events(work)


def _short(about: str, **more: Any) -> Schema:
    return {**TEXT, "maxLength": MOST_CELLS, "description": about, **more}


ENDPOINT = Endpoint(
    "trace",
    answer,
    "what an exhibit of the museum does on a puzzle, frame by frame, for a page to replay (see below)",
    (
        Field("show", choice(show.name for show in SHOWS), needed=True),
        Field("puzzle", _short("by default the one suggested", default="")),
        Field("option", {**COUNT, "description": "the number that the show may be given"}),
        Field(
            "frames",
            {**COUNT, "maximum": MOST_FRAMES, "default": FRAMES, "description": "how many are written"},
        ),
        Field(
            "whole",
            {**FLAG, "default": True, "description": "whether it runs on to its end, for its figures"},
        ),
        Field("calls", _short("zhoutk's functions to be called by hand instead")),
        Field("to", _short("a place to begin shortly before, of the show's jumps, way:N or step:N", default="")),
        Field("after", {**COUNT, "default": 0, "description": "the number of the frame after which the place is looked for"}),
        *LIMITS[:1],
    ),
    gives=whole(
        format=COUNT, show=TEXT, puzzle=TEXT, option=MAYBE, frames=many(many({})), steps=MAYBE,
        whole=nullable({"type": "object"}), first=COUNT, target=MAYBE,
    ),
    computes=True,
)  # fmt: skip
