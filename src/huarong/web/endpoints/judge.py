"""`POST judge`: a file of puzzles judged, as `huarong check` does."""

from __future__ import annotations

import itertools
from dataclasses import replace
from io import BytesIO
from typing import Any

from huarong.design.judging import FINDINGS, Judged, judge, summary, summary_text
from huarong.library.counts import stars
from huarong.library.reader import given, read_text
from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.web.endpoint import COMPUTED, Call, Endpoint, fitting
from huarong.web.fields import LIMITS, Field, long_text
from huarong.web.schemas import COUNT, FLAG, MAYBE, TEXT, WORD, choice, each, many, whole

MOST_TEXT = 1_000_000
"""The longest file, in characters."""
MOST = 5_000
"""The most puzzles of a file that are judged."""
_SHARE = 4
"""A puzzle may take this part of the time of all, so that a hard one leaves some for the others."""


async def answer(call: Call) -> Any:
    """What `judge` says of each puzzle, with its text; when the time is over, the others are only read."""
    lang, metric, file = call.lang, call["metric"], call["file"]

    def work(given_watch: Watch) -> dict[str, Any]:
        watch, found = replace(given_watch, unit="puzzle"), list[Judged]()
        levels = replace(given(BytesIO(call["text"].encode()), read=_read), path=file)
        limits: Any = {"max_memory": watch.memory, "max_seconds": watch.limits.seconds / _SHARE}
        judged = judge([levels], metric, cancel=watch.stopping, **limits)
        for one in itertools.islice(judged, MOST):
            found.append(one)
            watch.ask()
            if watch.left > 0:
                watch.look(0, len(found))
        told = summary(found)
        complete = "stopped" not in told["found"] and next(judged, None) is None
        checked = [one.to_json(lang) | _puzzle(one, lang) for one in found]
        return {"complete": complete, **told, "summary": summary_text(told, lang), "checked": checked}

    return await call.result_or_events(work)


def _read(text: str, goal: str | None, notation: Any) -> Puzzle:
    return fitting(read_text(text, goal, notation), "text")


def _puzzle(judged: Judged, lang: str) -> dict[str, Any]:
    """The text of a puzzle that was read, its name in a language, and the stars that its file gives it."""
    if judged.given is None:
        return {"puzzle": None, "stars": None}
    puzzle = judged.given.puzzle
    name = (lang != "zh" and puzzle.name) or judged.name or None
    return {"name": name, "puzzle": puzzle.text(), "stars": stars(judged.given.rating)}


_FINDING = whole(kind=choice(FINDINGS), message=TEXT, other=WORD)
_JUDGED = whole(
    place=TEXT,
    number=COUNT,
    findings=many(_FINDING),
    **each(WORD, "name metric puzzle"),
    **each(MAYBE, "length claimed stars"),
)
ENDPOINT = Endpoint(
    "judge",
    answer,
    "a file of puzzles judged: lengths, wrong claims, duplicates, what cannot be solved or read; and a summary",
    (
        Field("text", long_text(MOST_TEXT, "the text of the file"), needed=True),
        Field("file", long_text(200, "the name of the file, for places", default="-")),
        Field("metric", choice([metric.value for metric in Metric])),
        *LIMITS[:2],
    ),
    gives=whole(
        complete=FLAG, puzzles=COUNT, **each({"type": "object"}, "found lengths"), summary=TEXT, checked=many(_JUDGED)
    ),
    **COMPUTED,
)
