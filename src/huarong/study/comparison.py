"""Comparing exhibits on one puzzle, each in its own process with a time limit."""

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
from typing import Any, Unpack

from huarong.errors import HuarongError, InputError, expect
from huarong.i18n import say
from huarong.library.reader import puzzle as read
from huarong.limited import GivenLimits, limited
from huarong.limits import Limits, Watch
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.processes import Told, grown, held, json_lines
from huarong.study import render
from huarong.study.record import Exhibit, Note, note
from huarong.study.registry import EXHIBITS, exhibit

_SHORT = 5.0
"""If each exhibit has fewer seconds than this, the time that a worker takes to start is measured."""
_STARTS = 2
"""What an exhibit needs at least, in starts of a worker: its own start, and runs."""
_HERE = "huarong.study.comparison:measure"
"""What a worker runs."""
_SAMPLE = 0.02
"""Shorter runs, in seconds, are timed several together."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an exhibit on a puzzle.

    `depth` is in the exhibit's own `metric`. `seconds` is the CPU time: the median of `runs` runs after a warm-up run,
    the warm-up's own time if there was no other, or None. `memory` is the peak in bytes, tables included. If the
    exhibit ends at its first way, `whole` has the counts `layouts` and `ways` and the `seconds` of a run to all ways.
    It is None if there is no such run or its time was up. `trouble` says that the puzzle was refused or the time was
    up.
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
    """The table: a puzzle, the results in order, and the machine that they are from."""

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
    """Run exhibits on a puzzle, one after the other: those named or all. The results of those that refuse it say why.

    Each gets an equal part of the rest of `max_seconds`, including its preparation. An exhibit that has not finished by
    then, or whose process holds more than `max_memory`, is ended, and its runs so far count. An exhibit known to need
    more time than that, on a machine as busy as this one is now, is not run, and the result says how much it needs.
    `progress` is called with the current exhibit (`part`) and the number done. Raises `UnknownName` for a name that no
    exhibit has, and `Cancelled`.
    """
    puzzle, watch = read(puzzle), Watch.of(**limits)
    whole = Watch.of(max_seconds=None, progress=watch.progress, cancel=watch.cancel)
    if repeats < 1:
        raise InputError("{got} is not a valid number of repeats; expected 1 or more", got=repeats)
    chosen = EXHIBITS if names is None else [exhibit(name) for name in names]
    results, least = [], 0.0
    if watch.left < _SHORT * len(chosen):
        least = _STARTS * _start(watch.limits, whole.look)
    for done, machine in enumerate(chosen):
        look = functools.partial(whole.look, 0, done, len(chosen), machine.name)
        own = replace(watch.limits, seconds=max(0.0, watch.left) / (len(chosen) - done))
        results.append(_run(machine, puzzle, repeats, own, lang, look, least))
    return Comparison(title(puzzle), tuple(results), machine_name())


def title(puzzle: Puzzle) -> str:
    """What a table calls a puzzle: its name, else its rows."""
    return puzzle.name_zh or puzzle.name or "/".join(puzzle.rows())


def machine_name() -> str:
    """The processor and the Python that measure."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(named, platform.processor() or platform.machine())
    return f"{model}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}"


def _run(
    machine: Exhibit, puzzle: Puzzle, repeats: int, limits: Limits, lang: str, look: Callable[[], None], least: float
) -> Result:
    """The result of an exhibit, which needs `least` seconds or more."""
    about: dict[str, Any] = {"name": machine.name, "metric": machine.metric.value, "compiled": machine.compiled}
    need = max(least, _needs(machine, puzzle))
    if need > limits.seconds:
        template = "not run: it needs about {need:,.0f} s and has {limit:.2g} s; allow more time with --max-seconds"
        return Result(**about, trouble=say(template, lang, need=math.ceil(need), limit=limits.seconds))
    told = json_lines((_HERE, machine.name, str(repeats)), puzzle.text(), limits, look)
    first, trouble = first_line(told, limits, lang)
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


def first_line(told: Told, limits: Limits, lang: str) -> tuple[dict[str, Any] | None, str]:
    """The first line of a worker's results; None and the reason if there is none, or if it refused the puzzle."""
    first = next(told.lines, None)
    if first is None:
        template, values = told.trouble(limits)
        return None, say(template, lang, **values)
    if "refused" in first:
        return None, HuarongError(first["refused"], **first["values"]).message(lang)
    return first, ""


def _in_all(whole: dict[str, Any] | None, limit: float) -> Note:
    """What a run to all ways took."""
    if whole is None:
        return note("in all: not within {limit:.2g} s (--max-seconds)", limit=limit)
    text = "in all: {ways:,} {ways:way|ways}, {calls:,} {calls:call|calls}, {time}"
    return note(text, ways=whole["ways"], calls=whole["layouts"], time=render.duration(whole["seconds"]))


def _needs(machine: Exhibit, puzzle: Puzzle) -> float:
    """The seconds that an exhibit needs for its first run; 0 if it does not estimate them, or refuses the puzzle."""
    with contextlib.suppress(HuarongError):
        return (machine.seconds and machine.seconds(puzzle)) or 0.0
    return 0.0


def _start(limits: Limits, look: Callable[[], None]) -> float:
    """The seconds that a worker takes here and now to start and to solve next to nothing."""
    began = time.monotonic()
    json_lines((_HERE, "set-step", "1"), "A./../goal:/../.A", limits, look)
    return time.monotonic() - began


def measure(text: str, name: str, repeats: str) -> Iterator[dict[str, Any]]:
    """Iterate over what a worker prints: why the puzzle is refused, or the first run, the timed ones, and a whole one.

    Times are the processor's, so that other programs disturb them less. Memory is the growth of the process in bytes,
    from before the exhibit is prepared to its peak in the first run; None on systems that do not report it.
    """
    machine, puzzle = exhibit(name), Puzzle.parse(text)
    before = held("VmRSS")
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
