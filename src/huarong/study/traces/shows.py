"""The table of shows by article: a show is a recorder with the boards and the number that it takes."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Unpack

from huarong.errors import InputError, UnknownName
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.study.ma.recursions import FOUR
from huarong.study.poos.recorded import FACTOR, PULL
from huarong.study.traces import codes, lv, ma, modern, poos, zhou, zhoutk
from huarong.study.traces.tape import Ended, Sought, Tape, Trace
from huarong.study.zhou import ten_cells

FRAMES, MOST_FRAMES = 1000, 4000
"""The default and the greatest number of frames."""
OPENINGS = ("孔明扇", "退一步海阔天空", "单兵种的没落", "前呼后拥", "捷足先登", "横刀立马", "指挥若定")
CLASSIC = ("孔明扇", "退一步海阔天空", "近在咫尺4", "小旋风Ⅱ", "捷足先登", "围而不歼", "横刀立马")
EIGHT = (
    *("1 2 3/4 0 6/7 5 8", "1 2 3/0 4 6/7 5 8", "0 1 3/4 2 5/7 8 6"),
    *("1 2 3/0 4 5", "8 7 6/5 4 3/2 1 0", "1 2 3 4/5 0 6 8/9 10 7 11"),
)
TEN = ("0,3,8,11,13,14,16,19,9,1", "16,1,2,3,4,5,6,7,8,9", "0,2,3,11,4,13,16,19,9,14")
"""横刀立马, an upright piece that leaves the board, and a soldier on another piece: the article's two faults."""
OWN = ("退一步海阔天空", "捷足先登", "1 2 3/4 0 6/7 5 8", "8 7 6/5 4 3/2 1 0", "Rush Hour 1", "横刀立马")


class VisitorOption(NamedTuple):
    """A number that the visitor chooses: its name, least, greatest and default value."""

    name: str
    least: int
    most: int
    default: int


@dataclass(frozen=True, slots=True)
class Show:
    """A show: its article, its recorder, the suggested boards (the first is the default), its drawings and its jumps.

    The drawings are named by the tables that they show; the first one is shown first. `jumps` are kinds of frame. A
    recording can begin shortly before such a frame instead of at the start of the run.
    """

    name: str
    room: str
    run: Callable[[Any, Tape, int], None]
    draws: tuple[str, ...]
    puzzles: tuple[str, ...] = ()
    option: VisitorOption | None = None
    jumps: tuple[str, ...] = ()
    numbers: bool = False
    """Whether it takes ten numbers, which need not be a layout, instead of a board."""

    def to_json(self) -> dict[str, Any]:
        plain = {name: list(getattr(self, name)) for name in ("draws", "puzzles", "jumps")}
        plain |= {name: getattr(self, name) for name in ("name", "room", "numbers")}
        return plain | {"option": self.option and self.option._asdict()}


_GOAL, _TURNS = ("goal",), ("rotation", "goal")
_M = VisitorOption("m", 0, 30, 4)
_TREE = ("levels", "tree", "turn", "pool", "calls_of", "stack")
_ARRAYS = ("levels", "tree", "turn", "pool", "arrays", "begun", "calls_of", "stack")
_HARD = OPENINGS[5:] + OPENINGS[:5]
_WEIGHTS = ("weights", "map")
_FOUR, _FEWEST = functools.partial(ma.tree, names=FOUR), functools.partial(ma.knight, fewest=True)


def _lv(
    name: str, draws: tuple[str, ...], jumps: tuple[str, ...] = _TURNS, on: tuple[str, ...] = OPENINGS, pool: int = 8
) -> Show:
    option = VisitorOption("pool", 2, 1000, pool)
    return Show(name, "lv", functools.partial(lv.searched, name=name), draws, on, option, jumps)


SHOWS: tuple[Show, ...] = (
    _lv("lv-down", (*_ARRAYS, "window"), on=("横刀立马", *OPENINGS[:2]), pool=6),
    Show("lv-sort", "lv", codes.sorting, ("sort",), _HARD, VisitorOption("malik", 0, 1, 0)),
    Show("lv-codes", "lv", codes.codes, ("codes",), (*_HARD, "桃园三结义", "021801040912101114151720")),
    _lv("lv-original", _ARRAYS, ("rotation", "raised", "goal")),
    _lv("lv-avl", (*_TREE, "window")),
    _lv("lv-avl64", ("tree", "turn", "levels", "pool", "calls_of", "stack")),
    _lv("lv-linear", ("line", "levels", "pool"), _GOAL),
    _lv("lv-bisection", ("halves", "levels"), _GOAL),
    _lv("lv-tree", ("tree", "levels"), _GOAL),
    _lv("lv-four", _TREE),
    _lv("lv-hash", ("hash", "levels", "pool", "calls_of"), _GOAL),
    _lv("lv-probing", ("probes", "levels"), _GOAL),
    Show("zhou-all", "zhou", zhou.enumerated, ("enumeration",), CLASSIC, VisitorOption("given", 0, 9, 6), ("state",)),
    Show("zhou-valid", "zhou", zhou.checked, ("enumeration",), TEN, numbers=True),
    Show("zhou-file", "zhou", zhou.look_up, ("entry", "word"), CLASSIC),
    Show("zhou-search", "zhou", zhou.searched, ("levels", "cells"), CLASSIC, jumps=_GOAL),
    Show("zhoutk-place", "zhoutk", zhoutk.placed, ("array",), OPENINGS),
    Show("zhoutk-search", "zhoutk", zhoutk.searched, ("array", "levels"), OPENINGS, jumps=_GOAL),
    Show("ma-tree", "ma", ma.tree, ("calls", "stack", "passes", "ways"), EIGHT, _M, ("way", "deepest")),
    Show("ma-four", "ma", _FOUR, ("four", "passes", "signs"), EIGHT, _M, ("way",)),
    Show("ma-pieces", "ma", ma.pieces, ("signs", "calls"), OPENINGS[1:], VisitorOption("m", 0, 13, 3), ("piece_pass",)),
    Show("ma-knight", "ma", ma.knight, ("knight",), (), VisitorOption("size", 3, 8, 5), ("tour",)),
    Show("ma-warnsdorff", "ma", _FEWEST, ("knight",), (), VisitorOption("size", 3, 8, 8), ("tour",)),
    Show("poos-branch", "poos", poos.branch, ("held", "levels"), OPENINGS, VisitorOption("branch", 0, 2, 2), _GOAL),
    Show("poos-protocol", "poos", poos.protocol, ("protocol", "levels"), OPENINGS, jumps=_GOAL),
    Show("poos-mirror", "poos", poos.mirror, ("mirror",), OPENINGS),
    Show("poos-endings", "poos", poos.endings, _WEIGHTS, CLASSIC, VisitorOption("factor", 0, 100, int(FACTOR))),
    Show("poos-weights", "poos", poos.weighed, _WEIGHTS, CLASSIC, VisitorOption("pull", 0, 400, int(PULL))),
    Show("poos-posts", "poos", poos.leapt, _WEIGHTS, CLASSIC),
    Show("poos-keys", "poos", poos.keys, ("posts",), OPENINGS),
    Show("now-searches", "now", modern.stepped, _WEIGHTS, OWN),
    Show("now-sets", "now", modern.fed, ("curves",), OWN, VisitorOption("codes", 60, 24_000, 600)),
    Show("now-bits", "now", modern.bit_boards, ("boards", "levels"), OPENINGS),
    Show("now-mirror", "now", modern.mirror_images, ("images", "levels"), OPENINGS[4:] + OPENINGS[:4]),
    Show("now-ranks", "now", modern.ranks, ("sheet", "word"), CLASSIC),
    Show("now-sweep", "now", modern.sweep, ("sweep",), CLASSIC),
    Show("now-patterns", "now", poos.patterns, _WEIGHTS, CLASSIC),
)
"""All shows, room by room."""


def show(name: str) -> Show:
    """Return the show with this name. Raises `UnknownName` with the nearest names.

    >>> show("lv-avl").draws
    ('levels', 'tree', 'turn', 'pool', 'calls_of', 'stack', 'window')
    """
    for each in SHOWS:
        if each.name == name:
            return each
    raise UnknownName(name, [each.name for each in SHOWS])


@limited
def trace(
    name: str,
    puzzle: PuzzleLike = "",
    option: int | None = None,
    frames: int = FRAMES,
    whole: bool = True,
    *,
    calls: str | None = None,
    to: str = "",
    after: int = 0,
    **limits: Unpack[GivenLimits],
) -> Trace:
    """Run an exhibit on a puzzle, by default the suggested one, and record its first frames.

    `to` is one of the show's jumps, `way:3` or `step:5000`: the frames then begin shortly before the first such place
    after the frame numbered `after`. With `whole`, the exhibit runs to its end, and the trace has the figures of the
    whole run; otherwise it ends with the frames. `calls` are zhoutk's functions called by hand instead (see
    `huarong.study.traces.zhoutk`). Raises `UnknownName`, `InputError` for a puzzle that the exhibit does not accept,
    `LimitReached` and `Cancelled`.

    >>> found = trace("lv-avl", "退一步海阔天空")
    >>> len(found.frames) == found.steps, found.whole["height"]
    (False, 10)
    >>> jumped = trace("lv-avl", "退一步海阔天空", to="goal", whole=False)
    >>> jumped.first, jumped.frames[jumped.target][0]
    (1004, 'goal')
    """
    found = show(name)
    watch = Watch.of(**limits)
    if not 0 <= frames <= MOST_FRAMES:
        raise InputError("{got} is not a valid number of frames; expected 0 to {most:,}", got=frames, most=MOST_FRAMES)
    number = found.option.default if found.option and option is None else option or 0
    if (ends := found.option) and not ends.least <= number <= ends.most:
        template = "number {got} is not valid for this show; expected {least} to {most}"
        raise InputError(template, got=number, least=ends.least, most=ends.most)
    tape, ended = Tape(frames, whole, watch), False
    start = puzzle or (found.puzzles[0] if found.puzzles else "横刀立马")
    given: Any = ten_cells(str(start)) if found.numbers else read(start)
    tape.sought = _sought(found, to, after, number)
    try:
        if to.startswith("way:"):
            ma.to_way(given, tape, number, int(to[4:]), FOUR if name == "ma-four" else FOUR[:1])
        elif calls is None:
            found.run(given, tape, number)
        else:
            zhoutk.by_hand(calls, tape)
    except Ended:
        ended = True
    if tape.sought is not None:
        raise InputError("this run has no place {place}", place=to)
    steps, figures = (None, None) if ended else (tape.steps or None, tape.figures or None)
    places = (tape.first, tape.target)
    line = given.line() if isinstance(given, Puzzle) else ",".join(map(str, given))
    return Trace(name, line, number if ends else None, tuple(tape.frames), steps, figures, *places)


def _sought(found: Show, to: str, after: int, number: int) -> Sought | None:
    """Return the place that a tape looks for; None without one, or if it is a path's number. Raises `InputError`."""
    kind, _, nth = to.partition(":")
    possible = [*found.jumps, "step"]
    if not to:
        return None
    if kind not in possible or (nth and not nth.isdecimal()) or (kind in ("way", "step")) != bool(nth):
        names = ", ".join(each + (":N" if each in ("way", "step") else "") for each in possible)
        raise InputError("{got!r} is not a place of this run; expected one of {names}", got=to, names=names)
    if kind == "way":
        return None
    if kind == "step":
        return lambda n, what, values: n + 1 == int(nth)
    if kind == "deepest":
        return lambda n, what, values: what == "call" and values["n"] == number
    wanted = "turned" if kind == "rotation" else kind
    return lambda n, what, values: n > after and what == wanted
