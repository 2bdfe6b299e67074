"""Measuring the rates of this machine, and how well they predict explorations of three sizes."""

from __future__ import annotations

import functools
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from huarong.errors import InputError
from huarong.explore import cost
from huarong.explore.exploration import Form
from huarong.explore.plan import Shares
from huarong.explore.sorted_keys import Runs
from huarong.explore.store import FileStore
from huarong.explore.tasks import StoreTask
from huarong.explore.tile_bits import Tiles
from huarong.library.reader import puzzle as read
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import PuzzleLike

_SHARES = Shares(64 << 20, 1 << 18)
_FEW, _ONE, _MORE, _TILES = "横刀立马", "Red Donkey", "Traffic Jam", "1 2 3/4 5 6/7 8 9/10 11 0"
_CHECKS = (("Century", Metric.STEP), ("Red Donkey", Metric.MOVE), ("Pelopones", Metric.STEP))
_SAMPLE = 1.0
"""Seconds for which a puzzle is explored to measure the time of a layout."""
_LEVELS_A_CELL = 5
"""Levels for each cell of a tiles board: the greatest distances on 9, 12 and 16 cells are 31, 53 and 80."""


@dataclass(frozen=True)
class MeasuredCost:
    """An exploration whose time was predicted and then measured, in seconds of one processor."""

    puzzle: str
    metric: str
    layouts: int
    reckoned: float
    measured: float

    @property
    def ratio(self) -> float:
        """The measured time divided by the predicted one."""
        return self.measured / self.reckoned

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON."""
        return {**asdict(self), "ratio": round(self.ratio, 3)}


class Clock:
    """Runs tasks one after the other, and adds up the processor time of each kind."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.seconds: dict[str, float] = defaultdict(float)
        self.runs = self.tasks = 0
        self.complete = False

    @property
    def total(self) -> float:
        """The seconds of all tasks together."""
        return sum(self.seconds.values())

    def run(self, tasks: Sequence[StoreTask]) -> list[Any]:
        """Run the tasks; returns their results."""
        found = []
        for task in tasks:
            name = task.func.__name__ if isinstance(task, functools.partial) else ""
            began = time.thread_time()
            found.append(task())
            self.seconds[name] += time.thread_time() - began
            self.tasks += 1
            if name == "expand":
                self.runs += sum(sum(run.counts) for run in found[-1])
            self.watch.count(0)
        return found


def explored(plan: Runs | Tiles, store: FileStore, clock: Clock, seconds: float) -> tuple[int, ...]:
    """Explore for some processor time; returns the number of layouts of each level expanded."""
    begun, level = plan.begin(store, clock.run)
    levels = [level]
    while levels[-1].count and clock.total < seconds:
        levels.append(begun.advance(store, clock.run, levels))
        for old in levels[-3].files if len(levels) > 2 else ():
            if old is not None:
                store.drop(old.name)
    clock.complete = not levels[-1].count
    return tuple(level.count for level in levels[:-1])


def _explored(plan: Runs | Tiles, clock: Clock, seconds: float) -> tuple[int, ...]:
    """Explore for some processor time in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="huarong-") as folder:
        return explored(plan, FileStore(Path(folder)), clock, seconds)


@limited
def work(
    puzzle: PuzzleLike,
    metric: Metric | MetricName = Metric.MOVE,
    layouts: float | None = None,
    *,
    by: Form | None = None,
    rates: cost.Rates = cost.MEASURED,
    **limits: Unpack[GivenLimits],
) -> cost.Work:
    """The `Work` of exploring a puzzle, for `cost.predict`, from a sample of one second.

    `layouts` is by default the size of its space; `by` says how they are stored, by default in the way that an
    exploration would choose. Raises `InputError` if the size is not known or the layouts cannot be held so,
    `LimitReached` and `Cancelled`.

    >>> work("876543210").layouts
    181440
    """
    puzzle, metric = read(puzzle), as_metric(metric)
    watch = Watch.of(**limits)
    if Tiles.fits(puzzle) and by != "keys":
        tiles = Tiles(puzzle, metric, 1)
        return cost.bits(layouts or tiles.most, _LEVELS_A_CELL * tiles.letters, tiles.heads)
    plan = Runs(puzzle, metric, _SHARES)
    if by == "bits":
        raise Tiles.unfit()
    most = layouts or plan.most
    if most is None:
        raise InputError("the number of layouts of this puzzle is unknown: give one for the estimate (--layouts)")
    clock = Clock(watch)
    found = _explored(plan, clock, _SAMPLE)
    asked = replace(
        cost.keys(most, plan.packing.words),
        candidates=clock.runs / sum(found),
        seconds=max(clock.total - clock.tasks * rates.task, clock.total / 10) / sum(found),
    )
    if not clock.complete:
        return asked
    return replace(asked, layouts=sum(found), levels=len(found), widest=max(found) / sum(found))


@limited
def calibrate(**limits: Unpack[GivenLimits]) -> tuple[cost.Rates, tuple[MeasuredCost, ...]]:
    """Measure the rates of this machine, save them, and compare their predictions with three explorations.

    Takes some 30 seconds of one core. Raises `LimitReached`, `Cancelled` and `FileError`.
    """
    watch = Watch.of(**limits)
    small, keys = Clock(watch), []
    first = sum(_explored(Runs(read(_FEW), Metric.STEP, _SHARES), small, 3.0))
    task = small.total / small.tasks
    for name in (_ONE, _MORE):
        clock = Clock(watch)
        layouts = sum(_explored(Runs(read(name), Metric.STEP, _SHARES), clock, 4.0))
        keys.append(max(clock.total - clock.tasks * task, clock.total / 10) / layouts)
        task = max(small.total - first * keys[0], small.total / 10) / small.tasks
    clock, tiles = Clock(watch), Tiles(read(_TILES), Metric.MOVE, 2)
    levels = _explored(tiles, clock, 1e9)
    asked = cost.bits(sum(levels), len(levels), tiles.heads)
    bit = max(clock.total - clock.tasks * task, clock.total / 10) / asked.bits
    rates = cost.Rates((keys[0], keys[1]), bit, task)
    rates.write()
    return rates, tuple(_checked(rates, *each, watch) for each in _CHECKS)


def _checked(rates: cost.Rates, name: str, metric: Metric, watch: Watch) -> MeasuredCost:
    """Run an exploration of some seconds and compare it with the prediction from a short sample."""
    puzzle, clock = read(name), Clock(watch)
    levels = _explored(Runs(puzzle, metric, _SHARES), clock, 8 * _SAMPLE)
    layouts = sum(levels)
    asked = work(puzzle, metric, layouts, rates=rates)
    asked = replace(asked, layouts=layouts, levels=len(levels), widest=max(levels) / layouts)
    return MeasuredCost(name, str(metric), layouts, cost.predict(asked, rates).processor, clock.total)
