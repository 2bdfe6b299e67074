"""The four search methods on one puzzle, each in a process of its own: layouts, time, memory, length, and the bound at
the start.

The methods are those of `huarong.search`, compiled; `huarong.study.traces.searches` steps through plain versions.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Unpack, cast

from huarong.errors import HuarongError
from huarong.i18n import say
from huarong.library.reader import puzzle as read
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.metric import Metric, MetricName
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.tiles import tile_orders
from huarong.processes import grown, held, json_lines
from huarong.search.select import MethodName
from huarong.search.solver import solve_under
from huarong.search.task import Task
from huarong.study import render
from huarong.study.comparison import first_line, machine_name, title
from huarong.tiles.solver import search_tiles
from huarong.tiles.tableset import MOST_CELLS

_ORDER = ("bfs", "bidirectional", "astar", "idastar")


@dataclass(frozen=True, slots=True)
class MethodRow:
    """What a method took: layouts met (nodes of IDA*, each time it meets them), seconds, bytes, and the length found.

    `bound` is its lower bound at the start and `by` what it is from; `bounds` is how many bounds IDA* tried.
    """

    name: str
    layouts: int | None = None
    seconds: float | None = None
    memory: int | None = None
    length: int | None = None
    bound: int = 0
    by: str = "none"
    bounds: int | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class MethodTable:
    """The four methods on a puzzle."""

    puzzle: str
    metric: str
    rows: tuple[MethodRow, ...]
    machine: str

    def to_json(self) -> dict[str, Any]:
        """The table as JSON, with the reasons in English."""
        return asdict(self) | {"reasons": list(self.reasons())}

    def text(self, lang: str = "en") -> str:
        """The table for a terminal, and why the methods differ."""
        names = ("method", "counts", "layouts", "depth", "time", "memory", "bound", "notes")
        rows = [[say(name, lang) for name in names]]
        for each in self.rows:
            counts = (render.number(each.layouts), render.number(each.length))
            shown = (render.duration(each.seconds), render.size(each.memory), render.number(each.bound))
            rows.append([each.name, say(self.metric, lang), *counts, *shown, each.trouble or say(_BY[each.by], lang)])
        about = say("{puzzle}, on {machine}", lang, puzzle=self.puzzle, machine=self.machine)
        return render.text(rows, about) + "".join(f"{line}\n" for line in self.reasons(lang))

    def reasons(self, lang: str = "en") -> Iterator[str]:
        """Iterate over sentences that say why the methods meet more layouts or fewer."""
        done = {each.name: each for each in self.rows if each.layouts is not None}
        bfs, both = done.get("bfs"), done.get("bidirectional")
        best, deepening = done.get("astar"), done.get("idastar")
        if bfs and both:
            text = (
                "bidirectional visits {both:,} {both:layout|layouts}, bfs {bfs:,}: it searches half as deep from each "
                "end, but one end consists of all goal layouts."
            )
            yield say(text, lang, both=both.layouts, bfs=bfs.layouts)
        if bfs and best:
            text = (
                "astar visits {best:,}: its bound at the start is {bound} of {length}. It skips layouts that cannot "
                "lead to a shorter solution, and counts mirror images separately."
            )
            yield say(text, lang, best=best.layouts, bound=best.bound, length=best.length)
        if best and deepening:
            values = {"one": deepening.layouts, "other": best.layouts, "bound": deepening.bound}
            values |= {"least": best.bound, "length": deepening.length}
            text = (
                "idastar visits {one:,} and astar {other:,} with the same bound, {bound} of {length}: idastar "
                "stores only a path and starts again whenever the bound rises, so it visits layouts repeatedly."
            )
            if deepening.bound != best.bound:
                text = (
                    "idastar visits {one:,} and astar {other:,}, because their bounds at the start differ: {bound} "
                    "for idastar (additive pattern databases), {least} for astar (patterns of any puzzle), of "
                    "{length}."
                )
            yield say(text, lang, **values)


_BY = {
    "none": "no bound: every nearer layout",
    "patterns": "bound: patterns of some pieces",
    "tiles": "bound: additive pattern databases of numbered tiles",
}


@limited
def compare_methods(
    puzzle: PuzzleLike, metric: Metric | MetricName = Metric.STEP, lang: str = "en", **limits: Unpack[GivenLimits]
) -> MethodTable:
    """Run breadth first, bidirectional search, A* and IDA* on a puzzle, one after the other.

    Numbered tiles are counted in steps, in which patterns add up. Each method has an equal part of the time that is
    left, patterns included; one that does not end in it says so. Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> [each.length for each in compare_methods("123/456/7.8", "step").rows]
    [1, 1, 1, 1]
    """
    watch, metric, given = Watch.of(**limits), Metric(metric), read(puzzle)
    if tile_orders(given) is not None:
        metric = Metric.STEP
    whole = Watch.of(max_seconds=None, progress=watch.progress, cancel=watch.cancel)
    rows = []
    for done, name in enumerate(_ORDER):
        look = functools.partial(whole.look, 0, done, len(_ORDER), name)
        part = watch.left / (len(_ORDER) - done)
        own = replace(watch.limits, seconds=max(0.1, part))
        told = json_lines(("huarong.study.methods:run_method", name, metric.value), given.text(), own, look)
        line, trouble = first_line(told, own, lang)
        if line is None:
            rows.append(MethodRow(name, trouble=trouble))
        else:
            none = "" if line["length"] is not None else say("It has no solution.", lang)
            rows.append(MethodRow(name, **line, trouble=none))
    return MethodTable(title(given), metric.value, tuple(rows), machine_name())


def run_method(text: str, name: str, metric: str) -> Iterator[dict[str, Any]]:
    """A method's run, and its bound at the start, as the line of JSON that a worker prints.

    >>> [line["length"] for line in run_method("123/456/7.8", "bfs", "step")]
    [1]
    """
    puzzle = Puzzle.parse(text)
    before = held("VmRSS")
    began = time.process_time()
    try:
        found = solve_under(Watch(), puzzle, metric := Metric(metric), cast(MethodName, name))
    except HuarongError as error:
        yield {"refused": error.template, "values": error.values}
        return
    spent = time.process_time() - began
    about = {"layouts": found.explored, "seconds": spent, "memory": grown(before), "length": found.length}
    yield about | _bound(name, metric, puzzle)


def _bound(name: str, metric: Metric, puzzle: Puzzle) -> dict[str, Any]:
    if name not in ("astar", "idastar"):
        return {}
    orders = tile_orders(puzzle) if puzzle.board.size <= MOST_CELLS else None
    if name == "idastar" and orders is not None:
        start, goal = map(tuple, orders)
        told = search_tiles(start, goal, puzzle.board.width, Watch()).thresholds
        return {"bound": told[0] if told else 0, "by": "tiles", "bounds": len(told)}
    heuristic = Task(puzzle, metric, Watch()).heuristic
    if heuristic is None:
        return {}
    return {"bound": int(heuristic(puzzle.start)), "by": "patterns"}
