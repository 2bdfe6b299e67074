"""For makers of puzzles: `POST judge` judges a file, `POST harder` changes a puzzle."""

import itertools
from dataclasses import replace
from io import BytesIO
from typing import Any

from huarong.design.changes import CHANGES, easier, harder
from huarong.design.judging import FINDINGS, Judged, judge, summary, summary_text
from huarong.library.catalogue import stars
from huarong.library.reader import given as given_file, read_text
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.web.endpoint import COMPUTED, Call, endpoint, fitting
from huarong.web.fields import LIMITS, METRIC, PUZZLE, Field, long_text
from huarong.web.job_queue import handed
from huarong.web.schemas import COUNT, FLAG, MAYBE, TEXT, WORD, choice, each, given, many, whole

MOST_TEXT = 1_000_000
"""The longest file, in characters."""
MOST = 5_000
"""The most puzzles to judge in a file."""
_SHARE = 4
"""A puzzle may take the total time divided by this, so that a hard puzzle leaves time for others."""
TOP = 6
"""The most changes in an answer."""
_JUDGED = whole(
    place=TEXT,
    number=COUNT,
    findings=many(whole(kind=choice(FINDINGS), message=TEXT, other=WORD)),
    **each(WORD, "name metric puzzle"),
    **each(MAYBE, "length claimed stars"),
)


@endpoint(
    "judge",
    "a report on a file of puzzles: lengths, wrong claims, duplicates, puzzles without a solution, and a summary",
    Field("text", long_text(MOST_TEXT, "the text of the file"), needed=True),
    Field("file", long_text(200, "the name of the file, for the places in the report", default="-")),
    Field("metric", choice([metric.value for metric in Metric])),
    *LIMITS[:2],
    gives=whole(
        complete=FLAG, puzzles=COUNT, **each({"type": "object"}, "found lengths"), summary=TEXT, checked=many(_JUDGED)
    ),
    **COMPUTED,
)
async def judged(call: Call) -> Any:
    """Return what `huarong check` says of each puzzle, with its text; once time is up, puzzles are only read."""
    lang, metric, file = call.lang, call["metric"], call["file"]

    def work(given_watch: Watch) -> dict[str, Any]:
        watch, found = replace(given_watch, unit="puzzle"), list[Judged]()
        text = BytesIO(call["text"].encode())
        levels = replace(given_file(text, read=lambda *asked: fitting(read_text(*asked), "text")), path=file)
        limits: Any = {"max_memory": watch.memory, "max_seconds": watch.limits.seconds / _SHARE}
        left = judge([levels], metric, cancel=watch.stopping, **limits)
        for one in itertools.islice(left, MOST):
            found.append(one)
            watch.ask()
            if watch.left > 0:
                watch.look(0, len(found))
        told = summary(found)
        complete = "stopped" not in told["found"] and next(left, None) is None
        checked = [one.to_json(lang) | _puzzle(one, lang) for one in found]
        return {"complete": complete, **told, "summary": summary_text(told, lang), "checked": checked}

    return await call.result_or_events(work)


def _puzzle(one: Judged, lang: str) -> dict[str, Any]:
    """Return the text of a puzzle that was read, its name in a language, and the stars that its file gives it."""
    if one.given is None:
        return {"puzzle": None, "stars": None}
    puzzle = one.given.puzzle
    name = (lang != "zh" and puzzle.name) or one.name or None
    return {"name": name, "puzzle": puzzle.text(), "stars": stars(one.given.rating)}


@endpoint(
    "harder",
    "harder (or easier) puzzles that differ by one change, each with a description and as text",
    *PUZZLE,
    METRIC,
    Field("easier", given(FLAG, default=False)),
    *LIMITS[:2],
    gives=whole(changes=many(whole(change=choice(CHANGES), text=TEXT, length=COUNT, rating=MAYBE, puzzle=TEXT))),
    **COMPUTED,
)
async def changed(call: Call) -> Any:
    puzzle, metric, lang = await call.puzzle(), call.metric, call.lang
    ranked = easier if call["easier"] else harder

    def work(watch: Watch) -> dict[str, Any]:
        found = ranked(puzzle, top=TOP, rated=False, metric=metric, **handed(watch))
        return {"changes": [each.to_json(lang) for each in found]}

    return await call.result_or_events(work)
