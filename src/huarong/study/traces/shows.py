"""The table of shows by article: a show is a recorder with the boards and the number that it takes."""

import functools
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Unpack

from huarong.errors import InputError, UnknownName
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.study.poos.recorded import FACTOR, PULL
from huarong.study.traces import codes, lv, ma, modern, poos, zhou, zhoutk
from huarong.study.traces.tape import Ended, Sought, Tape, Trace

FRAMES, MOST_FRAMES = 1000, 4000
"""The default and the greatest number of frames."""
OPENINGS = ("孔明扇", "退一步海阔天空", "单兵种的没落", "前呼后拥", "捷足先登", "横刀立马", "指挥若定")
CLASSIC = ("孔明扇", "退一步海阔天空", "近在咫尺4", "小旋风Ⅱ", "捷足先登", "围而不歼", "横刀立马")
EIGHT = (
    *("1 2 3/4 0 6/7 5 8", "1 2 3/0 4 6/7 5 8", "0 1 3/4 2 5/7 8 6"),
    *("1 2 3/0 4 5", "8 7 6/5 4 3/2 1 0", "1 2 3 4/5 0 6 8/9 10 7 11"),
)
OWN = ("退一步海阔天空", "捷足先登", "1 2 3/4 0 6/7 5 8", "8 7 6/5 4 3/2 1 0", "Rush Hour 1", "横刀立马")


@dataclass(frozen=True, slots=True)
class VisitorOption:
    """A number that the visitor chooses: its name, least, greatest and default value."""

    name: str
    least: int
    most: int
    default: int


@dataclass(frozen=True, slots=True)
class Show:
    """A show: its article, its recorder, the suggested boards (the first is the default), its drawings and its jumps.

    The drawings are named after the tables that they show; the first is seen first. `jumps` are places, by the kind of
    frame, from shortly before which the run can be recorded instead of from its beginning.
    """

    name: str
    room: str
    run: Callable[[Puzzle, Tape, int], None]
    draws: tuple[str, ...]
    puzzles: tuple[str, ...] = ()
    option: VisitorOption | None = None
    jumps: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        plain = {"name": self.name, "room": self.room, "draws": list(self.draws), "puzzles": list(self.puzzles)}
        return plain | {"option": self.option and asdict(self.option), "jumps": list(self.jumps)}


_GOAL, _TURNS = ("goal",), ("rotation", "goal")
_M = VisitorOption("m", 0, 30, 4)
_TREE = ("levels", "tree", "turn", "pool", "calls_of", "stack")
_ARRAYS = ("levels", "tree", "turn", "pool", "arrays", "begun", "calls_of", "stack")
_HARD = OPENINGS[5:] + OPENINGS[:5]
_WEIGHTS = ("weights", "map")


def _option(name: str, least: int, most: int, default: float) -> VisitorOption:
    return VisitorOption(name, least, most, int(default))


def _lv(
    name: str, draws: tuple[str, ...], jumps: tuple[str, ...] = _TURNS, on: tuple[str, ...] = OPENINGS, pool: int = 8
) -> Show:
    return Show(name, "lv", functools.partial(lv.searched, name=name), draws, on, _option("pool", 2, 1000, pool), jumps)


SHOWS: tuple[Show, ...] = (
    _lv("lv-down", (*_ARRAYS, "window"), on=("横刀立马", *OPENINGS[:2]), pool=6),
    Show("lv-sort", "lv", codes.sorting, ("sort",), _HARD, _option("malik", 0, 1, 0)),
    Show("lv-codes", "lv", codes.codes, ("codes",), (*_HARD, "021801040912101114151720")),
    _lv("lv-original", _ARRAYS, ("rotation", "raised", "goal")),
    _lv("lv-avl", (*_TREE, "window")),
    _lv("lv-avl64", ("tree", "turn", "levels", "pool", "calls_of", "stack")),
    _lv("lv-linear", ("line", "levels", "pool"), _GOAL),
    _lv("lv-bisection", ("halves", "levels"), _GOAL),
    _lv("lv-tree", ("tree", "levels"), _GOAL),
    _lv("lv-four", _TREE),
    _lv("lv-hash", ("hash", "levels", "pool", "calls_of"), _GOAL),
    _lv("lv-probing", ("probes", "levels"), _GOAL),
    Show("zhou-all", "zhou", zhou.enumerated, ("enumeration",), CLASSIC, _option("given", 0, 9, 6), ("state",)),
    Show("zhou-file", "zhou", zhou.look_up, ("entry", "word"), CLASSIC),
    Show("zhou-search", "zhou", zhou.searched, ("levels", "cells"), CLASSIC, jumps=_GOAL),
    Show("zhoutk-place", "zhoutk", zhoutk.placed, ("array",), OPENINGS),
    Show("zhoutk-search", "zhoutk", zhoutk.searched, ("array", "levels"), OPENINGS, jumps=_GOAL),
    Show("ma-tree", "ma", ma.tree, ("calls", "stack", "passes", "ways"), EIGHT, _M, ("way", "deepest")),
    Show("ma-four", "ma", ma.four, ("four", "passes", "signs"), EIGHT, _M),
    Show("ma-pieces", "ma", ma.pieces, ("signs", "calls"), OPENINGS[1:], _option("m", 0, 13, 3), ("piece_pass",)),
    Show("ma-knight", "ma", ma.knight, ("knight",), (), _option("size", 3, 8, 5), ("tour",)),
    Show("poos-branch", "poos", poos.branch, ("held", "levels"), OPENINGS, _option("branch", 0, 2, 2), _GOAL),
    Show("poos-protocol", "poos", poos.protocol, ("protocol", "levels"), OPENINGS, jumps=_GOAL),
    Show("poos-mirror", "poos", poos.mirror, ("mirror",), OPENINGS),
    Show("poos-endings", "poos", poos.endings, _WEIGHTS, CLASSIC, _option("factor", 0, 100, FACTOR)),
    Show("poos-weights", "poos", poos.weighed, _WEIGHTS, CLASSIC, _option("pull", 0, 400, PULL)),
    Show("poos-posts", "poos", poos.leapt, _WEIGHTS, CLASSIC),
    Show("poos-keys", "poos", poos.keys, ("posts",), OPENINGS),
    Show("now-searches", "now", modern.stepped, _WEIGHTS, OWN),
    Show("now-sets", "now", modern.fed, ("curves",), OWN, _option("codes", 60, 24_000, 600)),
    Show("now-bits", "now", modern.bit_boards, ("boards", "levels"), OPENINGS),
    Show("now-mirror", "now", modern.mirror_images, ("images", "levels"), OPENINGS[4:] + OPENINGS[:4]),
    Show("now-ranks", "now", modern.ranks, ("sheet", "word"), CLASSIC),
    Show("now-sweep", "now", modern.sweep, ("sweep",), CLASSIC),
    Show("now-patterns", "now", poos.patterns, _WEIGHTS, CLASSIC),
)
"""All shows, room by room."""


def show(name: str) -> Show:
    """The show of a name. Raises `UnknownName` with the nearest.

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

    With `to`, one of the show's jumps, `way:3` or `step:5000`, the frames begin shortly before the first such place
    after the frame numbered `after`. With `whole` it runs to its end, whose figures the trace then has; else it ends
    with the frames. `calls` are zhoutk's functions called by hand instead (see `huarong.study.traces.zhoutk`). Raises
    `UnknownName`, `InputError` for a puzzle that the exhibit does not take, `LimitReached` and `Cancelled`.

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
        template = "{got} is not valid here; expected {least} to {most}"
        raise InputError(template, got=number, least=ends.least, most=ends.most)
    tape, ended = Tape(frames, whole, watch), False
    given = read(puzzle or (found.puzzles[0] if found.puzzles else "横刀立马"))
    tape.sought = _sought(found, to, after, number)
    try:
        if to.startswith("way:"):
            ma.to_way(given, tape, number, int(to[4:]))
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
    return Trace(name, given.line(), number if ends else None, tuple(tape.frames), steps, figures, *places)


def _sought(found: Show, to: str, after: int, number: int) -> Sought | None:
    """What a tape looks for; None if nothing is, or a way is. Raises `InputError`."""
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
