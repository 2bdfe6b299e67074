"""The bench of visited sets: eight structures get the same codes of a puzzle, and each gets a curve of its costs.

A breadth-first search by steps generates layouts, known and new, in its order. Each layout becomes a code (the kind of
each piece at its first cell) and a rank. Bytes are what Python holds for a structure, including codes.
"""

import contextlib
import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from huarong.draw.chart import power_chart
from huarong.draw.picture import on_paper
from huarong.errors import HuarongError, InputError
from huarong.graph import Watcher, bfs
from huarong.i18n import say, size_text
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.space.space import Space
from huarong.study import render
from huarong.study.comparison import machine_name, title
from huarong.study.lv.visited import VisitedSet
from huarong.study.plain import Plain, PlainState
from huarong.study.record import UNBOUNDED, Enough, JsonRecord
from huarong.study.visited_sets import STRUCTURES, RankBitmap, footprint

CODES = 5_000
"""The default number of codes for the structures."""
_POINTS = 16
_BITMAP = 1 << 30
"""The most bytes of a bitmap."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A structure after `codes` codes: the look-ups, the codes compared and CPU nanoseconds for each, the bytes."""

    codes: int
    lookups: int
    compared: float | None
    nanoseconds: float
    bytes: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A structure's points, the most that one look-up can compare, and why it ended early, if it did."""

    name: str
    points: tuple[Sample, ...]
    worst: int | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Bench(JsonRecord):
    """The curves of all structures on a puzzle, with the machine; `ranking` is the nanoseconds for computing a rank."""

    puzzle: str
    codes: int
    lookups: int
    curves: tuple[Curve, ...]
    ranking: float | None
    machine: str

    def text(self, lang: str = "en", each: bool = False) -> str:
        """Return the last point of each structure as a table; with `each`, all points."""
        names = ("structure", "codes", "look-ups", "compared", "worst", "bytes", "ns per look-up")
        rows = [[say(name, lang) for name in (*names, "notes")]]
        for curve in self.curves:
            shown: Sequence[Sample | None] = curve.points if each else curve.points[-1:]
            for point in shown or [None]:
                rows.append([say(curve.name, lang), *_cells(point, curve.worst), curve.trouble])
        lines = render.text(rows, say("{puzzle}, on {machine}", lang, puzzle=self.puzzle, machine=self.machine))
        if self.ranking is not None:
            text = "The bitmap is given ranks; computing a rank takes another {ns:,.0f} ns."
            lines += say(text, lang, ns=self.ranking) + "\n"
        return lines

    def svg(self, lang: str = "en") -> str:
        """Return three charts: comparisons, time and bytes against the number of codes, on logarithmic scales."""
        parts = []
        for n, (field, about) in enumerate(_CHARTS.items()):
            lines = {c.name: [(p.codes, y) for p in c.points if (y := getattr(p, field))] for c in self.curves}
            shown = {say(name, lang): points for name, points in lines.items() if points}
            chart = power_chart(shown, x=say("codes", lang), y=say(about, lang))
            parts.append(chart.replace("<svg ", f'<svg y="{400 * n}" ', 1))
        return on_paper(640, 400 * len(parts), "#fff", parts, self.puzzle)


_CHARTS = {"compared": "codes compared per look-up", "nanoseconds": "nanoseconds per look-up", "bytes": "bytes"}


def _cells(point: Sample | None, worst: int | None) -> list[str]:
    if point is None:
        return [render.NONE] * 6
    compared = render.NONE if point.compared is None else f"{point.compared:,.1f}"
    counts = (f"{point.codes:,}", f"{point.lookups:,}", compared, render.number(worst))
    return [*counts, f"{point.bytes:,}", f"{point.nanoseconds:,.0f}"]


class _LookUps(Watcher[PlainState]):
    """The states that a search looks up, known and new, until more than `most` different ones were seen."""

    def __init__(self, start: PlainState, most: int, watch: Watch) -> None:
        self.states, self.different, self.most, self.watch = [start], 1, most, watch

    def generated(self, state: PlainState, parent: PlainState, known: bool, solved: bool) -> None:
        if not known and self.different == self.most:
            raise Enough
        self.different += not known
        self.states.append(state)

    def expanded(self, state: PlainState, gone: float, rest: float | None, waiting: int) -> None:
        self.watch.look(0, self.different)


def sequence(puzzle: Puzzle, codes: int, watch: Watch) -> tuple[list[int], list[PlainState], int]:
    """The codes that a breadth-first search by steps looks up, with their states, until `codes` different ones."""
    plain = Plain(puzzle)
    plain.goals.clear()
    rules, bits = plain.rules, len(puzzle.kinds).bit_length()
    part = [rules.kind[p] + 1 << bits * rules.head[p] for p in range(len(rules.head))]
    found = _LookUps(plain.start, codes, watch)
    with contextlib.suppress(Enough):
        bfs(plain, plain.start, watcher=found, **UNBOUNDED)
    return [sum(part[p] for p in state) for state in found.states], found.states, found.different


@limited
def bench(puzzle: PuzzleLike, codes: int = CODES, lang: str = "en", **limits: Unpack[GivenLimits]) -> Bench:
    """Give all structures the codes of a puzzle's layouts, and measure each at sixteen numbers of codes.

    A structure that has used up its share of the time ends early, and its curve says so. Times are CPU times. Raises
    `InputError` for a number of codes below 1, `LimitReached` and `Cancelled`.

    >>> found = bench("横刀立马", 100)
    >>> [curve.points[-1].codes for curve in found.curves]
    [100, 100, 100, 100, 100, 100, 100, 100]
    """
    if codes < 1:
        raise InputError("{got} is not a valid number of codes; expected 1 or more", got=codes)
    watch, given, curves = Watch.of(**limits), read(puzzle), []
    looked, states, different = sequence(given, codes, watch)
    marks = _marks(looked, different)
    for n, (name, make) in enumerate(STRUCTURES.items()):
        curves.append(fed(name, make(), looked, marks, watch.left / (len(STRUCTURES) + 2 - n), watch, lang))
    last, ranking = Curve("bitmap", ()), None
    try:
        size, ranks, ranking = ranked(given, states, watch)
    except HuarongError as error:
        last = replace(last, trouble=error.message(lang))
    else:
        last = fed("bitmap", RankBitmap(size), ranks, marks, watch.left / 2, watch, lang)
    return Bench(title(given), different, len(looked), (*curves, last), ranking, machine_name())


def _marks(looked: Sequence[int], different: int) -> list[tuple[int, int]]:
    """Return where points are taken: the number of look-ups, and the number of different codes after them."""
    wanted = {max(1, different * n // _POINTS) for n in range(1, _POINTS + 1)}
    seen, marks = set[int](), list[tuple[int, int]]()
    for at, code in enumerate(looked, 1):
        seen.add(code)
        if len(seen) in wanted:
            wanted.discard(len(seen))
            marks.append((at, len(seen)))
    if marks and marks[-1][0] != len(looked):
        marks[-1] = len(looked), len(seen)
    return marks


def fed(
    name: str,
    known: VisitedSet,
    looked: Sequence[int],
    marks: Sequence[tuple[int, int]],
    share: float,
    watch: Watch,
    lang: str = "en",
) -> Curve:
    """Return the curve of a structure that gets these codes, for at most `share` seconds."""
    points, spent, at, trouble = list[Sample](), 0.0, 0, ""
    until = time.perf_counter() + share
    for end, codes in marks:
        while at < end and not trouble:
            upto = min(end, at + 200)
            spent += timed(known, looked[at:upto])
            at = upto
            watch.look(0, at, len(looked), name)
            if time.perf_counter() > until:
                trouble = say("ended after {limit:.2g} s", lang, limit=share)
        if trouble:
            break
        compared = known.compared / at if getattr(known, "compares", True) else None
        points.append(Sample(codes, at, compared, 1e9 * spent / at, footprint(known)))
    worst: int | None = getattr(known, "height", getattr(known, "longest", None))
    if name == "list" and points:
        worst = points[-1].codes
    return Curve(name, tuple(points), worst, trouble)


def timed(known: VisitedSet, codes: Sequence[int]) -> float:
    """Return the CPU seconds for inserting codes, without garbage collection, which visits all structures."""
    collecting = gc.isenabled()
    gc.disable()
    began = time.process_time()
    for code in codes:
        known.insert(code)
    spent = time.process_time() - began
    if collecting:
        gc.enable()
    return spent


def ranked(puzzle: Puzzle, states: Sequence[PlainState], watch: Watch) -> tuple[int, list[int], float]:
    """Return the size of a puzzle's space, the ranks of states, and the nanoseconds for one rank.

    Raises `HuarongError` if the space is not numbered, or is too large for a bitmap.
    """
    space = Space.of(puzzle)
    if (size := space.measured(watch)) > 8 * _BITMAP:
        raise InputError("a bitmap of all layouts would take {size}", size=size_text(size // 8))
    plain, began = Plain(puzzle), time.process_time()
    ranks = {state: space.rank(plain.layout(state)) for state in dict.fromkeys(states)}
    ranking = 1e9 * (time.process_time() - began) / max(1, len(ranks))
    return size, [ranks[state] for state in states], ranking
