"""The table of shows by article: a show is a recorder with the boards and the number that it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from huarong.errors import InputError, UnknownName
from huarong.library.reader import puzzle as read
from huarong.limits import MAX_SECONDS, Cancel, Report, Watch
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.study.poos.recorded import FACTOR, PULL
from huarong.study.traces import lv, ma, modern, poos, posts, searches, sets, weights, zhou, zhoutk
from huarong.study.traces.tape import Ended, Tape, Trace

FRAMES, MOST_FRAMES = 1000, 4000
"""The default and the greatest number of frames."""
OPENINGS = (
    "孔明扇",
    "退一步海阔天空",
    "单兵种的没落",
    "前呼后拥",
    "捷足先登",
    "横刀立马",
    "指挥若定",
)
CLASSIC = ("孔明扇", "退一步海阔天空", "近在咫尺4", "小旋风Ⅱ", "捷足先登", "围而不歼", "横刀立马")
EIGHT = (
    "1 2 3/4 0 6/7 5 8",
    "1 2 3/0 4 6/7 5 8",
    "0 1 3/4 2 5/7 8 6",
    "1 2 3/0 4 5",
    "8 7 6/5 4 3/2 1 0",
)
OWN = (
    "退一步海阔天空",
    "捷足先登",
    "1 2 3/4 0 6/7 5 8",
    "8 7 6/5 4 3/2 1 0",
    "Rush Hour 1",
    "横刀立马",
)


@dataclass(frozen=True, slots=True)
class VisitorOption:
    """A number that the visitor chooses: its name, least, greatest and default value."""

    name: str
    least: int
    most: int
    default: int


@dataclass(frozen=True, slots=True)
class Show:
    """A show: its article, its recorder, the suggested boards (the first is the default), and its drawings.

    The drawings are named after the tables that they show; the first is seen first.
    """

    name: str
    room: str
    run: Callable[[Puzzle, Tape, int], None]
    draws: tuple[str, ...]
    puzzles: tuple[str, ...] = ()
    option: VisitorOption | None = None

    def to_json(self) -> dict[str, Any]:
        """The show as JSON: what a page needs to offer it."""
        return {
            "name": self.name,
            "room": self.room,
            "draws": list(self.draws),
            "puzzles": list(self.puzzles),
            "option": self.option and asdict(self.option),
        }


_POOL = VisitorOption("pool", 2, 1000, 8)

SHOWS: tuple[Show, ...] = (
    Show("lv-down", "lv", lv.downward, ("tree", "levels", "pool", "window"), ("横刀立马", *OPENINGS[:2]), _POOL),
    Show("lv-avl", "lv", lv.avl, ("levels", "pool", "tree", "stack", "window"), OPENINGS, _POOL),
    Show("lv-avl64", "lv", lv.avl64, ("tree", "levels", "pool", "stack"), OPENINGS, _POOL),
    Show("lv-linear", "lv", lv.linear, ("line", "levels", "pool"), OPENINGS, _POOL),
    Show("lv-hash", "lv", lv.chains, ("hash", "levels", "pool"), OPENINGS, _POOL),
    Show("zhou-all", "zhou", zhou.enumerated, ("enumeration",), CLASSIC, VisitorOption("given", 0, 9, 6)),
    Show("zhou-file", "zhou", zhou.look_up, ("entry", "word"), CLASSIC),
    Show("zhou-search", "zhou", zhou.searched, ("levels", "cells"), CLASSIC),
    Show("zhoutk-place", "zhoutk", zhoutk.placed, ("array",), OPENINGS),
    Show("zhoutk-search", "zhoutk", zhoutk.searched, ("array", "levels"), OPENINGS),
    Show("ma-tree", "ma", ma.tree, ("calls", "stack", "ways"), EIGHT, VisitorOption("m", 0, 30, 4)),
    Show("ma-four", "ma", ma.four, ("four",), EIGHT, VisitorOption("m", 0, 30, 4)),
    Show("ma-knight", "ma", ma.knight, ("knight",), (), VisitorOption("size", 3, 8, 5)),
    Show("poos-branch", "poos", poos.branch, ("held", "levels"), OPENINGS, VisitorOption("branch", 0, 2, 2)),
    Show("poos-mirror", "poos", poos.mirror, ("mirror",), OPENINGS),
    Show("poos-endings", "poos", weights.endings, ("weights", "map"), CLASSIC, VisitorOption("factor", 0, 100, int(FACTOR))),
    Show("poos-weights", "poos", weights.weighed, ("weights", "map"), CLASSIC, VisitorOption("pull", 0, 400, int(PULL))),
    Show("poos-posts", "poos", posts.leapt, ("weights", "map"), CLASSIC),
    Show("now-searches", "now", searches.stepped, ("weights", "map"), OWN),
    Show("now-sets", "now", sets.fed, ("curves",), OWN, VisitorOption("codes", 60, 4000, 600)),
    Show("now-bits", "now", modern.bit_boards, ("boards", "levels"), OPENINGS),
    Show("now-mirror", "now", modern.mirror_images, ("images", "levels"), OPENINGS[4:] + OPENINGS[:4]),
    Show("now-ranks", "now", modern.ranks, ("sheet", "word"), CLASSIC),
    Show("now-sweep", "now", modern.sweep, ("sweep",), CLASSIC),
    Show("now-patterns", "now", weights.patterns, ("weights", "map"), CLASSIC),
)  # fmt: skip
"""All shows, room by room."""

ROOMS = tuple(dict.fromkeys(each.room for each in SHOWS))


def show(name: str) -> Show:
    """The show of a name. Raises `UnknownName` with the nearest.

    >>> show("lv-avl").draws
    ('levels', 'pool', 'tree', 'stack', 'window')
    """
    for each in SHOWS:
        if each.name == name:
            return each
    raise UnknownName(name, [each.name for each in SHOWS])


def trace(
    name: str,
    puzzle: PuzzleLike = "",
    option: int | None = None,
    frames: int = FRAMES,
    whole: bool = True,
    *,
    calls: str | None = None,
    max_seconds: float = MAX_SECONDS,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> Trace:
    """Run an exhibit on a puzzle, by default the suggested one, and record its first frames.

    With `whole` it runs to its end, whose figures the trace then has; else it ends with the frames. `calls` are zhoutk's
    functions called by hand instead (see `huarong.study.traces.zhoutk`). Raises `UnknownName`, `InputError` for a
    puzzle that the exhibit does not take, `LimitReached` and `Cancelled`.

    >>> found = trace("lv-avl", "退一步海阔天空")
    >>> len(found.frames) == found.steps, found.whole["height"]
    (False, 10)
    """
    found = show(name)
    watch = Watch.of(max_seconds=max_seconds, progress=progress, cancel=cancel)
    if not 0 <= frames <= MOST_FRAMES:
        raise InputError(
            "{got} is not a valid number of frames; expected 0 to {most:,}",
            got=frames,
            most=MOST_FRAMES,
        )
    number = found.option.default if found.option and option is None else option or 0
    if found.option and not found.option.least <= number <= found.option.most:
        raise InputError(
            "{got} is not valid here; expected {least} to {most}",
            got=number,
            least=found.option.least,
            most=found.option.most,
        )
    tape, ended = Tape(frames, whole, watch), False
    given = read(puzzle or (found.puzzles[0] if found.puzzles else "横刀立马"))
    try:
        if calls is None:
            found.run(given, tape, number)
        else:
            zhoutk.by_hand(calls, tape)
    except Ended:
        ended = True
    return Trace(
        name,
        given.line(),
        number if found.option else None,
        tuple(tape.frames),
        None if ended or tape.uncounted else tape.steps,
        None if ended or not tape.figures else tape.figures,
    )
