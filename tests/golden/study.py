"""Golden answers: the museum's exhibits, their traces, figures and tables."""

import functools
import random
from typing import Any

from huarong.errors import HuarongError
from huarong.library.reader import puzzle
from huarong.model.board import Board, Kind
from huarong.study import EXHIBITS, exhibit, key_points, listing, render, stations, zhou
from huarong.study.classic import SHAPES, Classic
from huarong.study.comparison import Comparison, Result
from huarong.study.lv.levels import level_widths, widest_levels
from huarong.study.ma.knight import PROGRAMS, tours
from huarong.study.ma.recursions import frame_bytes, knight_matrix, sign_matrix
from huarong.study.poos import bits, depth_reached, recorded
from huarong.study.record import Tally
from huarong.study.traces import SHOWS, trace
from huarong.study.traces.shows import EIGHT
from tests.golden import Work, cases

WORKS: dict[str, Work] = {}

EASY = "退一步海阔天空"
SOLVED = "BCDE/BCDE/FGH./FAAI/.AAJ"
"""A classic set that is solved at the start."""
STUCK = "BBGA/BBHA/EECI/DJCF/D..F"
"""One that no way leads out of, 曹操's letter being B."""
SHORT = "BBCC/DD../EEFF/NOAA/PQAA"


def _trace(name: str, start: str = "", option: int | None = None, frames: int = 120, whole: bool = False) -> Any:
    try:
        found = trace(name, start, option, frames=frames, whole=whole)
    except HuarongError as error:
        return str(type(error).__name__)
    return found.to_json() | {"frames": found.frames, "last": found.frames[-1:]}


SLOW = ("poos-endings", "poos-posts", "poos-weights", "now-sets")
"""Shows that take long, and the one whose times and bytes hang on the machine."""
cases(WORKS, "trace", _trace, [each.name for each in SHOWS if each.name not in SLOW])
QUICK = [each for each in SHOWS if each.name not in (*SLOW, "zhou-all")]
cases(WORKS, "trace", _trace, [(each.name, SOLVED, None) for each in QUICK if each.room not in ("ma", "now")])
for each in QUICK:
    if each.option:
        least = each.option.least
        cases(WORKS, "trace", _trace, [(each.name, "", least), (each.name, "", least + 2)])
WHOLE = [each.name for each in SHOWS if each.room != "ma" and each.name not in ("zhou-all", "lv-down", "now-sets")]
cases(WORKS, "whole trace", lambda name: _trace(name, SHORT, frames=4000, whole=True), WHOLE)
cases(WORKS, "whole trace", lambda name: _trace(name, EIGHT[0], 3, 4000, True), ["ma-tree", "ma-four"])
cases(WORKS, "whole trace", lambda name: _trace(name, "", 3, 4000, True), ["ma-knight"])


def _by_hand(calls: str) -> Any:
    found = trace("zhoutk-place", calls=calls)
    return {"steps": found.steps, "whole": found.whole, "frames": found.frames}


CALLS = ("ask 4 1 0;add 4 1 0;ask 4 1 0;take 2 0 0", "take 4 3 4;take 1 0 0; add 1 3 4", "add 3 2 1;;add 3 2 1")
cases(WORKS, "by hand", _by_hand, ["init", *CALLS])
cases(WORKS, "trace", _trace, [(name, at, 5) for name in ("ma-tree", "ma-four") for at in EIGHT])


def _found(name: str, start: str) -> Any:
    try:
        found = exhibit(name).prepare(puzzle(start))()
    except HuarongError as error:
        return type(error).__name__
    said = {name: getattr(found, name) for name in ("layouts", "duplicates", "depth", "levels")}
    path = found.path() if found.depth is not None else None
    return said | {"notes": [values for _, values in found.notes], "path": path}


HEAVY = ("poos-stations", "poos-posts", "zhou-table", "poos-endings", "poos-recorded")
for each in EXHIBITS:
    if each.name in HEAVY:
        continue
    for at in EIGHT[:4] if each.article == "ma" and each.name != "ma-pieces" else (SHORT, SOLVED):
        WORKS[f"exhibit {each.name} {at}"] = lambda name=each.name, at=at: _found(name, at)

cases(WORKS, "listing", lambda at, most: listing(at, most), [(at, most) for at in EIGHT[:4] for most in (3, 7)])
cases(WORKS, "listing signs", lambda at: listing(at, 6, "ma-compiled-sign"), EIGHT[:3])
cases(WORKS, "frame", frame_bytes, ["ma-matrix", "ma-string", "ma-sign", "ma-path"])
cases(WORKS, "frame of 64 bits", lambda name: frame_bytes(name, 4, 8), ["ma-matrix", "ma-string", "ma-sign"])
cases(WORKS, "signs", lambda size: sign_matrix(Board(4, 5), Kind.of(SHAPES[size])), SHAPES)
cases(WORKS, "knight", knight_matrix, [(3, 3), (5, 4), (8, 8)])
for by in PROGRAMS:
    cases(WORKS, f"tours_by_{by}", functools.partial(tours, by), [(3, 4), (4, 3)])
WORKS["widths"] = lambda: level_widths(puzzle(EASY))
WORKS["widest levels of 9 pieces"] = lambda: widest_levels(9)
SMALL = "AABC/AADC/..../goal:/..../..AA/..AA"


def _stations(metric: str, within: int, lost: int | None) -> Any:
    found = stations(SMALL, metric, within=within, lost=lost)  # type: ignore[arg-type]
    return found.to_json() | {"near": found.near, "total": found.total}


cases(WORKS, "stations", _stations, [("step", 4, None), ("step", 3, 0), ("move", 2, 1)])
for metric in ("step", "move"):
    WORKS[f"key points {metric}"] = lambda metric=metric: (
        (found := key_points(SMALL, metric)).to_json()
        | {"svg": found.svg(3, 20), "drawn": found.drawn(width=40), "colours": found.drawn(colours=True)}
    )
cases(WORKS, "depth reached", lambda depth: depth_reached(puzzle(EASY), depth), [0, 1, 5])


def _bits() -> Any:
    draw = random.Random(3)
    found = []
    for _ in range(20):
        values = [draw.randrange(4) for _ in range(20)]
        code = bits.identity(values, (draw.randrange(20), draw.randrange(20)))
        cells = [bits.value_at(code, cell) for cell in range(20)]
        found.append([code, cells, bits.mirrored(code), bits.mirrored_as_printed(code)])
    return found


WORKS["bits"] = _bits
WORKS["guided"] = lambda: recorded.guided(puzzle(SHORT))
WORKS["guided without a pull"] = lambda: recorded.guided(puzzle(SHORT), "alone", 0.0, "it")


def _algorithm1() -> Any:
    draw = random.Random(5)
    rows = [[draw.randrange(20) for _ in range(10)] for _ in range(6)]
    right = [0, 3, 8, 11, 13, 14, 16, 19, 9, 1]
    return [zhou.algorithm1(row) for row in (*rows, right, [*right[:8], 10, 1], [*right[:9], 2])]


def _zhou(start: str) -> Any:
    state = zhou.basic_state(Classic.of(puzzle(start), empty=None))
    tally = Tally()
    way = [*zhou.search(state, frozenset({13}), tally).path]
    first = [(child, step) for child, step in zhou.children(state)]
    return {"state": state, "code": zhou.state_code(state), "children": first, "way": way, "levels": tally.levels}


WORKS["algorithm 1"] = _algorithm1
cases(WORKS, "zhou", _zhou, [EASY, SOLVED])

RESULTS = (
    Result("a", "step", False, 1000, 20, 81, 0.1234, 1 << 21, 3, "pool 5"),
    Result("b", "move", True, 12345, None, None, 0.0001, None, 1, "", "one run"),
    Result("c", "step", False, trouble="refused"),
)


def _comparison() -> Any:
    found, last = Comparison("P", RESULTS, "M"), Comparison("P", RESULTS[2:], "M")
    texts = [found.text(), found.text("zh"), found.markdown(), found.csv(), found.svg(), found.svg("zh")]
    return [*texts, found.to_json(), [found.ratio(each) for each in RESULTS], last.text()]


WORKS["comparison"] = _comparison


def _tables() -> Any:
    draw = random.Random(7)
    rows = [["", "横刀", "n", "notes"]] + [
        ["x" * draw.randrange(9), "曹" * draw.randrange(4), f"{draw.randrange(10**6):,}", "a|b"] for _ in range(5)
    ]
    numbers = [10**-n * 1.2345 for n in range(-4, 9)]
    return {
        "text": render.text(rows, "T"),
        "markdown": render.markdown(rows, "T"),
        "csv": render.csv_text([{"a": 1, "b": "x,y"}, {"a": 2, "b": ""}]),
        "near": render.svg([("a", 1.0), ("b<", 2.5), ("c", 0.0)], "T&"),
        "far": render.svg([("a", 1e-4), ("b", 0.5), ("c", 3.0)], "T"),
        "edge": render.svg([("a", 1.0), ("b", 50.0)], "T"),
        "none": render.svg([], "T"),
        "durations": [render.duration(each) for each in (*numbers, 99.96, 9.996, 1.0, 1e-3, 100.0, 10.0, None)],
        "sizes": [render.size(each) for each in (0, 1, 1 << 20, 10 << 20, 100 << 20, None)],
    }


WORKS["tables"] = _tables
