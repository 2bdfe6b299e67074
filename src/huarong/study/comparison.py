"""Comparing exhibits, or the four search methods, on one puzzle, each in its own process with a time limit.

The methods are the compiled ones of `huarong.search`; `huarong.study.traces.modern` steps through plain versions.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import math
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, Unpack, cast

from huarong.errors import HuarongError, InputError, expect
from huarong.i18n import say
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Limits, Watch, limited
from huarong.model.board import Metric, MetricName
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.tiles import tile_orders
from huarong.processes import Told, grown, held, json_lines
from huarong.search.select import MethodName
from huarong.search.solver import solve
from huarong.search.task import Task
from huarong.study import render
from huarong.study.record import Exhibit, Note, note
from huarong.study.registry import EXHIBITS, exhibit
from huarong.tiles.solver import solve_tiles
from huarong.tiles.tableset import MOST_CELLS

T = TypeVar("T")

_SHORT = 5.0
"""Below this many seconds for each exhibit, the start-up time of a worker is measured."""
_STARTS = 2
"""The least time for an exhibit, in start-ups of a worker: one for the start-up itself, the rest for runs."""
_SAMPLE = 0.02
"""Runs shorter than this, in seconds, are timed in groups."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an exhibit on a puzzle.

    `depth` is in the exhibit's own `metric`. `seconds` is the CPU time: the median of `runs` runs after a warm-up run,
    or the warm-up's time if it was the only run, or None. `memory` is the peak in bytes, including tables. If the
    exhibit ends at its first path, `whole` has the counts `layouts` and `ways` and the `seconds` of a run to all paths.
    It is None without such a run, or if its time was up. `trouble` says that the puzzle was refused or the time was up.
    """

    name: str
    metric: str
    compiled: bool
    layouts: int | None = None
    duplicates: int | None = None
    depth: int | None = None
    seconds: float | None = None
    memory: int | None = None
    runs: int = 0
    whole: dict[str, Any] | None = None
    notes: str = ""
    trouble: str = ""


@dataclass(frozen=True)
class Comparison:
    """The table: a puzzle, the results in order, and the machine that produced them."""

    puzzle: str
    results: tuple[Result, ...]
    machine: str

    def ratio(self, result: Result) -> float | None:
        """A result's time divided by that of the first result. Raises `InputError` for anything but a `Result`."""
        expect(result, Result)
        first = self.results[0].seconds
        return result.seconds / first if first and result.seconds is not None else None

    def text(self, lang: str = "en") -> str:
        """The table for a terminal."""
        return render.text(self._rows(lang), self._title(lang))

    def markdown(self, lang: str = "en") -> str:
        """The table in Markdown."""
        return render.markdown(self._rows(lang), self._title(lang))

    def csv(self) -> str:
        """The plain numbers: seconds and bytes, empty if there is none."""
        return render.csv_text(self._records())

    def to_json(self) -> dict[str, Any]:
        """The plain numbers with the puzzle and the machine."""
        return {"puzzle": self.puzzle, "machine": self.machine, "results": self._records()}

    def svg(self, lang: str = "en") -> str:
        """The times as a bar chart."""
        bars = [(each.name, each.seconds) for each in self.results if each.seconds is not None]
        return render.svg(bars, self._title(lang), lang)

    def _title(self, lang: str) -> str:
        return say("{puzzle}, on {machine}", lang, puzzle=self.puzzle, machine=self.machine)

    def _records(self) -> list[dict[str, Any]]:
        return [asdict(each) | {"ratio": self.ratio(each)} for each in self.results]

    def _rows(self, lang: str) -> list[list[str]]:
        names = ("exhibit", "counts", "layouts", "duplicates", "depth", "time", "memory", "ratio")
        rows = [[say(name, lang) for name in (*names, "notes")]]
        for each in self.results:
            remarks = [each.trouble, say("compiled", lang) if each.compiled else "", each.notes]
            counts = map(render.number, (each.layouts, each.duplicates, each.depth))
            ratio = self.ratio(each)
            shown = (render.duration(each.seconds), render.size(each.memory), "–" if ratio is None else f"{ratio:.3g}")
            rows.append([each.name, say(each.metric, lang), *counts, *shown, "; ".join(filter(None, remarks))])
        return rows


@functools.partial(limited, seconds=60.0)
def compare(
    puzzle: PuzzleLike,
    names: Sequence[str] | None = None,
    *,
    repeats: int = 3,
    lang: str = "en",
    **limits: Unpack[GivenLimits],
) -> Comparison:
    """Run the named exhibits, or all, on a puzzle, one after the other. An exhibit that refuses it says why.

    Each gets an equal part of the remaining `max_seconds`, including its preparation. An exhibit that has not finished
    by then, or whose process holds more than `max_memory`, is ended, and its runs so far count. If an exhibit is known
    to need more time, on a machine as busy as this one is now, it is not run, and the result says how much it needs.
    `progress` is called with the current exhibit (`part`) and the number done. Raises `UnknownName` for an unknown
    exhibit, and `Cancelled`.
    """
    puzzle, watch = read(puzzle), Watch.of(**limits)
    if repeats < 1:
        raise InputError("{got} is not a valid number of repeats; expected 1 or more", got=repeats)
    chosen = EXHIBITS if names is None else [exhibit(name) for name in names]
    results, least = [], None
    for machine, own, look in _in_turn(chosen, watch):
        if least is None:
            least = _STARTS * _start(watch.limits, look) if watch.left < _SHORT * len(chosen) else 0.0
        results.append(_run(machine, puzzle, repeats, own, lang, look, least))
    return Comparison(title(puzzle), tuple(results), machine_name())


def _in_turn(items: Sequence[T], watch: Watch, least: float = 0.0) -> Iterator[tuple[T, Limits, Callable[[], None]]]:
    """Iterate over items to measure in processes, each with an equal part of the remaining time and a time check."""
    whole = Watch.of(max_seconds=None, progress=watch.progress, cancel=watch.cancel)
    for done, item in enumerate(items):
        look = functools.partial(whole.look, 0, done, len(items), str(getattr(item, "name", item)))
        yield item, replace(watch.limits, seconds=max(least, watch.left / (len(items) - done))), look


def title(puzzle: Puzzle) -> str:
    """Return a table's name for a puzzle: its name, else its rows."""
    return puzzle.name_zh or puzzle.name or "/".join(puzzle.rows())


def machine_name() -> str:
    """Return the processor and the Python version that measure."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(named, platform.processor() or platform.machine())
    return f"{model}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}"


def _run(
    machine: Exhibit, puzzle: Puzzle, repeats: int, limits: Limits, lang: str, look: Callable[[], None], least: float
) -> Result:
    """Return the result of an exhibit that needs at least `least` seconds."""
    about: dict[str, Any] = {"name": machine.name, "metric": machine.metric.value, "compiled": machine.compiled}
    need = max(least, _needs(machine, puzzle))
    if need > limits.seconds:
        template = "not run: it needs about {need:,.0f} s and has {limit:.2g} s; allow more time with --max-seconds"
        return Result(**about, trouble=say(template, lang, need=math.ceil(need), limit=limits.seconds))
    told = json_lines((f"{__name__}:measure", machine.name, str(repeats)), puzzle.text(), limits, look)
    first, trouble = _first_line(told, limits, lang)
    if first is None:
        return Result(**about, trouble=trouble)
    rest = list(told.lines)
    whole = next((line["whole"] for line in rest if "whole" in line), None)
    times = [line["seconds"] for line in rest if "seconds" in line]
    if len(times) < repeats:
        template, values = told.trouble(limits, "{runs} of {repeats} {repeats:run|runs} within {limit:.2g} s")
        trouble = say(template, lang, runs=len(times), repeats=repeats, **values)
    median = statistics.median(times or [first["first"]])
    notes = first["notes"] if machine.whole is None else [*first["notes"], _in_all(whole, limits.seconds)]
    about |= {"notes": "; ".join(say(each, lang, **values) for each, values in notes), "trouble": trouble}
    counts = {name: first[name] for name in ("layouts", "duplicates", "depth", "memory")}
    return Result(**about, **counts, seconds=median, runs=len(times), whole=whole)


def _first_line(told: Told, limits: Limits, lang: str) -> tuple[dict[str, Any] | None, str]:
    """The first line of a worker's results; None and the reason if there is none, or if it refused the puzzle."""
    first = next(told.lines, None)
    if first is None:
        template, values = told.trouble(limits)
        return None, say(template, lang, **values)
    if "refused" in first:
        return None, HuarongError(first["refused"], **first["values"]).message(lang)
    return first, ""


def _in_all(whole: dict[str, Any] | None, limit: float) -> Note:
    """Return a note about a run to all paths."""
    if whole is None:
        return note("in all: not finished within {limit:.2g} s (--max-seconds)", limit=limit)
    text = "in all: {ways:,} {ways:path|paths}, {calls:,} {calls:call|calls}, {time}"
    return note(text, ways=whole["ways"], calls=whole["layouts"], time=render.duration(whole["seconds"]))


def _needs(machine: Exhibit, puzzle: Puzzle) -> float:
    """The seconds that an exhibit needs for its first run; 0 if it does not estimate them, or refuses the puzzle."""
    with contextlib.suppress(HuarongError):
        return (machine.seconds and machine.seconds(puzzle)) or 0.0
    return 0.0


def _start(limits: Limits, look: Callable[[], None]) -> float:
    """Return the seconds that a worker takes here and now to start and to solve a trivial puzzle."""
    began = time.monotonic()
    json_lines((f"{__name__}:measure", "set-step", "1"), "A./../goal:/../.A", limits, look)
    return time.monotonic() - began


def measure(text: str, name: str, repeats: str) -> Iterator[dict[str, Any]]:
    """Iterate over a worker's output: why the puzzle is refused, or a first run, timed runs, and a run to all paths.

    Times are CPU times, so that other programs disturb them less. Memory is the growth of the process in bytes, from
    before the exhibit's preparation to its peak in the first run; None on systems that do not report it.
    """
    machine, puzzle, before = exhibit(name), Puzzle.parse(text), held("VmRSS")
    try:
        solve = machine.prepare(puzzle)
    except HuarongError as error:
        yield {"refused": error.template, "values": error.values}
        return
    began = time.process_time()
    found = solve()
    first = time.process_time() - began
    about = {name: getattr(found, name) for name in ("layouts", "duplicates", "depth", "notes")}
    yield about | {"memory": grown(before), "first": first}
    number = max(1, min(10_000, int(_SAMPLE / max(first, 1e-9))))
    for _ in range(int(repeats)):
        gc.collect()
        began = time.process_time()
        for _ in range(number):
            solve()
        yield {"seconds": (time.process_time() - began) / number}
    if machine.whole is not None:
        run = machine.whole(puzzle)
        began = time.process_time()
        found = run()
        yield {"whole": {"layouts": found.layouts, "ways": found.depth, "seconds": time.process_time() - began}}


# The four search methods

_ORDER = ("bfs", "bidirectional", "astar", "idastar")


@dataclass(frozen=True, slots=True)
class MethodRow:
    """The cost of a method: layouts met (for IDA*, nodes, counted each time), seconds, bytes, and the length found.
    `bound` is its lower bound at the start, and `by` the source of this bound. `bounds` is how many bounds IDA* tried.
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

    def svg(self, lang: str = "en") -> str:
        """The times as a bar chart."""
        bars = [(each.name, each.seconds) for each in self.rows if each.seconds is not None]
        return render.svg(bars, say("{puzzle}, on {machine}", lang, puzzle=self.puzzle, machine=self.machine), lang)

    def to_json(self) -> dict[str, Any]:
        """The table as JSON, with the reasons in English."""
        return asdict(self) | {"reasons": list(self.reasons())}

    def text(self, lang: str = "en") -> str:
        """Return the table for a terminal, and why the methods differ."""
        names = ("method", "counts", "layouts", "depth", "time", "memory", "bound", "notes")
        rows = [[say(name, lang) for name in names]]
        for each in self.rows:
            counts = (render.number(each.layouts), render.number(each.length))
            shown = (render.duration(each.seconds), render.size(each.memory), render.number(each.bound))
            rows.append([each.name, say(self.metric, lang), *counts, *shown, each.trouble or say(_BY[each.by], lang)])
        about = say("{puzzle}, on {machine}", lang, puzzle=self.puzzle, machine=self.machine)
        return render.text(rows, about) + "".join(f"{line}\n" for line in self.reasons(lang))

    def reasons(self, lang: str = "en") -> Iterator[str]:
        """Iterate over sentences that say why the methods meet more or fewer layouts."""
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
    "none": "no bound: every nearer layout is visited",
    "patterns": "bound: patterns of some pieces",
    "tiles": "bound: additive pattern databases of numbered tiles",
}


@limited
def compare_methods(
    puzzle: PuzzleLike, metric: Metric | MetricName = Metric.STEP, lang: str = "en", **limits: Unpack[GivenLimits]
) -> MethodTable:
    """Run breadth-first search, bidirectional search, A* and IDA* on a puzzle, one after the other.

    Numbered tiles are counted in steps, for which patterns are additive. Each method gets an equal part of the
    remaining time, including patterns, and says so if it is too little. Raises `InputError`, `LimitReached` and
    `Cancelled`.

    >>> [each.length for each in compare_methods("123/456/7.8", "step").rows]
    [1, 1, 1, 1]
    """
    watch, metric, given = Watch.of(**limits), Metric(metric), read(puzzle)
    if tile_orders(given) is not None:
        metric = Metric.STEP
    rows = []
    for name, own, look in _in_turn(_ORDER, watch, 0.1):
        told = json_lines((f"{__name__}:run_method", name, metric.value), given.text(), own, look)
        line, trouble = _first_line(told, own, lang)
        if line is not None and line["length"] is None:
            trouble = say("It has no solution.", lang)
        rows.append(MethodRow(name, **(line or {}), trouble=trouble))
    return MethodTable(title(given), metric.value, tuple(rows), machine_name())


def run_method(text: str, name: str, metric: str) -> Iterator[dict[str, Any]]:
    """Yield a method's run, and its bound at the start, as the line of JSON that a worker prints.

    >>> [line["length"] for line in run_method("123/456/7.8", "bfs", "step")]
    [1]
    """
    puzzle, before, began = Puzzle.parse(text), held("VmRSS"), time.process_time()
    try:
        found = solve(puzzle, metric := Metric(metric), method=cast(MethodName, name), watch=Watch())
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
        told = solve_tiles(*orders, puzzle.board.width).thresholds
        return {"bound": told[0] if told else 0, "by": "tiles", "bounds": len(told)}
    heuristic = Task(puzzle, metric, Watch()).heuristic
    if heuristic is None:
        return {}
    return {"bound": int(heuristic(puzzle.start)), "by": "patterns"}
