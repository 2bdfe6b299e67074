"""`GET trace`: the recorded run of an exhibit of the museum on a puzzle, for a page to replay."""

from __future__ import annotations

from typing import Any

from huarong.library.reader import read_text
from huarong.limits import Watch
from huarong.study.traces.shows import FRAMES, MOST_FRAMES, SHOWS, trace
from huarong.study.zhou import persons
from huarong.web.endpoint import MOST_CELLS, Call, Endpoint
from huarong.web.fields import LIMITS, Field, FieldError, naming
from huarong.web.job_queue import handed
from huarong.web.schemas import COUNT, FLAG, MAYBE, TEXT, Schema, choice, each, given, many, nullable, whole


async def answer(call: Call) -> Any:
    """The trace, recorded in a queued job."""
    text = call["puzzle"]
    if len(text) > MOST_CELLS:
        raise FieldError(
            "puzzle", "the text is too long; expected at most {most:,} {most:character|characters}", most=MOST_CELLS
        )

    def work(watch: Watch) -> dict[str, Any]:
        with naming("puzzle"):
            puzzle = (persons(text) or read_text(text)) if text else ""
            named = {name: call[name] for name in ("option", "frames", "whole", "calls", "to", "after")}
            return trace(call["show"], puzzle, **named, **handed(watch)).to_json()

    return await call.result_or_events(work)


def _short(about: str, **more: Any) -> Schema:
    return given(TEXT, about, maxLength=MOST_CELLS, **more)


_WHOLE = "whether the exhibit runs to its end, for the figures of the whole run"
_TO = "the recording starts shortly before this place: one of the show's jumps, way:N or step:N"
ENDPOINT = Endpoint(
    "trace",
    answer,
    "a recording of an exhibit of the museum on a puzzle, frame by frame, for a page to replay (see below)",
    (
        Field("show", choice(show.name for show in SHOWS), needed=True),
        Field("puzzle", _short("the default is the suggested one", default="")),
        Field("option", given(COUNT, "a number for the show, if it takes one")),
        Field("frames", given(COUNT, "the number of frames in the answer", maximum=MOST_FRAMES, default=FRAMES)),
        Field("whole", given(FLAG, _WHOLE, default=True)),
        Field("calls", _short("zhoutk's functions to call by hand, instead of a show")),
        Field("to", _short(_TO, default="")),
        Field("after", given(COUNT, "the search for the place starts after this frame", default=0)),
        *LIMITS[:1],
    ),
    gives=whole(
        **each(COUNT, "format first"),
        **each(TEXT, "show puzzle"),
        **each(MAYBE, "option steps target"),
        frames=many(many({})),
        whole=nullable({"type": "object"}),
    ),
    computes=True,
)
