"""Explore: one driver for every engine. Level after level, with a checkpoint after each."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from huarong.atlas.dense import CancelledSweepError
from huarong.errors import InputError, LimitReached
from huarong.explore import cost
from huarong.explore.distances import Distances
from huarong.explore.plan import Level, Plan, Run, Task
from huarong.explore.rank_bits import Tiles
from huarong.explore.sorted_keys import Runs, reversible
from huarong.explore.store import (
    DiskFullError,
    DiskTooSmallError,
    FileStore,
    MemoryStore,
    OutOfMemoryError,
    Store,
    alone,
)
from huarong.library.catalogue import puzzle as read_puzzle
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import Cancel, Progress, memory_size

__all__ = ["Checkpoint", "Exploration", "explore", "threads"]

RESERVED = 80 << 20
"""What Python and its libraries take before anything is explored, in bytes."""
LEAST_MEMORY = 256 << 20
_MANIFEST = "explore.json"
_VERSION = 1
_LOOK = 0.05
_MOST_BLOCKS = 1 << 16

Starter = Callable[[Callable[[], None], Store], Run]
"""Makes what does the tasks, from a function to call often (it may raise) and the store of the tasks."""


@dataclass(frozen=True)
class Exploration:
    """How many layouts there are at each distance from a puzzle's start.

    `goal_depth` is the depth at which the first goal was met, None where none was or nobody looked;
    `complete` tells whether everything in reach was seen.
    """

    puzzle: Puzzle
    metric: Metric
    levels: tuple[int, ...]
    complete: bool
    goal_depth: int | None
    seconds: float

    @property
    def total(self) -> int:
        """How many layouts were found."""
        return sum(self.levels)

    @property
    def radius(self) -> int:
        """The depth of the last level."""
        return len(self.levels) - 1


def threads(workers: int) -> Starter:
    """Does tasks in threads of this process, the same ones every time: each keeps some memory for itself."""

    def start(look: Callable[[], None], store: Store) -> Run:
        pool = ThreadPoolExecutor(workers)

        def run(tasks: Sequence[Task]) -> list[Any]:
            waiting = [pool.submit(task) for task in tasks]
            left = set(waiting)
            try:
                while left:
                    done, left = wait(left, _LOOK)
                    for each in done:
                        each.result()
                    look()
            except BaseException:
                store.stop.set()
                for each in waiting:
                    each.cancel()
                wait(waiting)
                raise
            return [each.result() for each in waiting]

        return run

    return start


@dataclass(frozen=True)
class Checkpoint:
    """What is known of an exploration after a level: a small JSON file beside the levels themselves."""

    puzzle: str
    metric: str
    plan: dict[str, Any]
    levels: tuple[Level, ...]
    seconds: float

    def write(self, folder: Path) -> None:
        """Replace the file."""
        data = {
            "version": _VERSION,
            "puzzle": self.puzzle,
            "metric": self.metric,
            "plan": self.plan,
            "levels": [[level.counts, level.solved] for level in self.levels],
            "seconds": self.seconds,
        }
        hidden = folder / f"{_MANIFEST}.part"
        hidden.write_text(json.dumps(data), "utf-8")
        hidden.replace(folder / _MANIFEST)

    @classmethod
    def read(cls, folder: Path) -> Checkpoint | None:
        """What a folder holds; None where there is no exploration. Raises `InputError`."""
        path = folder / _MANIFEST
        try:
            data = json.loads(path.read_text("utf-8"))
            if data["version"] != _VERSION:
                raise InputError("{path} was written by another version", path=str(path))
            return cls(
                data["puzzle"],
                data["metric"],
                data["plan"],
                tuple(
                    Level(i, tuple(counts), solved)
                    for i, (counts, solved) in enumerate(data["levels"])
                ),
                float(data["seconds"]),
            )
        except FileNotFoundError:
            return None
        except InputError:
            raise
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                "{path} cannot be used: {why}", path=str(path), why=str(error)
            ) from error


def explore(
    puzzle: Puzzle | str,
    metric: Metric | str = Metric.MOVE,
    *,
    folder: str | Path | None = None,
    memory: int | str = "4G",
    workers: int | None = None,
    resume: bool = False,
    until_goal: bool = False,
    save: str | Path | None = None,
    two_bits: bool = False,
    block: int = 1 << 22,
    progress: Callable[[Progress, int | None], None] | None = None,
    cancel: Cancel | None = None,
    start: Starter | None = None,
) -> Exploration:
    """Count the layouts at each distance from the start; mirror images are counted apart.

    Without a folder, levels are kept in memory; with one, as files in it, and the process stays within `memory`
    (256 MiB or more). `resume` goes on with what a folder holds, `until_goal` stops after the first level that
    holds a goal. `save` names a file for all distances: an atlas whose goal is the start, or with `two_bits` what
    `huarong.explore.modulo` reads.
    `block` is how many keys a block has, about. `progress` gets how far it came and how many layouts there are
    at most, where that is known. `start` does the tasks elsewhere than in threads of this process.

    Raises `OutOfMemoryError`, `DiskFullError`, `CancelledSweepError`, and `InputError` where a folder does not fit.

    >>> explore(Puzzle.parse("AB/..", goal="../AB"), "step").levels
    (1, 2, 5, 2, 2)
    """
    if isinstance(puzzle, str):
        puzzle = read_puzzle(puzzle)
    job = _Job(
        puzzle, as_metric(metric), folder, memory_size(memory), workers or os.cpu_count() or 1
    )
    stopped = cancel if callable(cancel) or cancel is None else cancel.is_set
    with job.alone():
        job.prepare(resume, until_goal, block)
        record = None
        if save is not None:
            record = Distances.begin(
                puzzle, job.metric, Path(save), two_bits, job.folder, job.levels, job.memory
            )
        return job.run(until_goal, record, progress, stopped, start or threads(job.workers))


class _Job:
    """One exploration: its store, its plan, and the levels that are complete."""

    def __init__(
        self, puzzle: Puzzle, metric: Metric, folder: str | Path | None, memory: int, workers: int
    ) -> None:
        self.puzzle, self.metric, self.memory, self.workers = puzzle, metric, memory, workers
        self.folder = None if folder is None else Path(folder)
        if memory < LEAST_MEMORY:
            raise InputError(
                "{memory:,} MiB are too little; expected at least {least}",
                memory=memory >> 20,
                least="256M",
            )
        self.store: Store = (
            MemoryStore((memory - RESERVED) * 3 // 4)
            if self.folder is None
            else FileStore(self.folder)
        )
        self.levels: list[Level] = []
        self.before = 0.0
        self.began = time.perf_counter()

    @property
    def elapsed(self) -> float:
        return self.before + time.perf_counter() - self.began

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Make the folder, and keep others out of it. Raises `InputError`."""
        if self.folder is None or not isinstance(self.store, FileStore):
            yield
            return
        with contextlib.ExitStack() as stack:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                self.store.owner = stack.enter_context(alone(self.folder))
            except OSError as error:
                raise InputError(
                    "{path} cannot be used: {why}", path=str(self.folder), why=error.strerror
                ) from error
            yield

    def prepare(self, resume: bool, until_goal: bool, block: int) -> None:
        """Choose the plan, or take the one begun."""
        share, block = self._shares(block)
        done = None
        if self.folder is not None:
            done = Checkpoint.read(self.folder)
            if done is not None and not resume:
                raise InputError(
                    "{path} holds an exploration: go on with --resume, or name another",
                    path=str(self.folder),
                )
        elif resume:
            raise InputError("there is nothing to resume without --dir")
        if done is None:
            self.plan = self._plan(share, block, until_goal)
        else:
            self._take_up(done, share, block)

    def _take_up(self, done: Checkpoint, share: int, block: int) -> None:
        """Go on from a checkpoint whose files are all there. Raises `InputError`."""
        if (done.puzzle, done.metric) != (self.puzzle.text(), self.metric.value):
            raise InputError(
                "{path} holds an exploration of another puzzle or metric", path=str(self.folder)
            )
        self.levels, self.before = list(done.levels), done.seconds
        if "blocks" in done.plan:
            self.plan = Tiles(self.puzzle, self.metric, int(done.plan["blocks"]))
        else:
            self.plan = Runs(self.puzzle, self.metric, share, block)
        self.tidy()
        for level in self.levels[-self._kept :]:
            for i in range(len(level.counts)):
                if self.store.length(level.name(i)) != self.plan.size(level, i):
                    raise InputError(
                        "{path} is damaged: it has not the size that was written",
                        path=level.name(i),
                    )

    def _shares(self, block: int) -> tuple[int, int]:
        """What a task may use, in bytes, and how many keys a block has."""
        rest = self.memory - RESERVED
        share = rest // self.workers if self.folder is not None else rest // (4 * self.workers)
        return share, max(1, min(block, share // 32))

    def _plan(self, share: int, block: int, until_goal: bool) -> Plan:
        """Bits where the puzzle is one of tiles and they can be held, else keys."""
        if not Tiles.fits(self.puzzle, until_goal):
            return Runs(self.puzzle, self.metric, share, block)
        tiles = Tiles.of(
            self.puzzle, self.metric, None if self.folder is None else share, self.workers
        )
        refusal: LimitReached
        if self.folder is None:
            fits = 4 * tiles.level_bytes <= self.memory - RESERVED
            refusal = OutOfMemoryError(4 * tiles.level_bytes, self.memory)
        else:
            about, free = cost.of_bits(tiles.most, 1), shutil.disk_usage(self.folder).free
            fits = tiles.blocks <= _MOST_BLOCKS and about.room <= free
            hours = about.seconds / self.workers / 3600
            refusal = DiskTooSmallError(self.folder, tiles.most, about.room, free, hours)
        if fits:
            return tiles
        if not until_goal:
            raise refusal
        return Runs(self.puzzle, self.metric, share, block)

    @property
    def _kept(self) -> int:
        """How many levels the next one needs."""
        return len(self.levels) if not reversible(self.puzzle) else 2

    def tidy(self) -> None:
        """Drop all levels but those that the next one needs, and whatever is of no complete level."""
        kept = {
            level.name(i) for level in self.levels[-self._kept :] for i in range(len(level.counts))
        }
        for name in self.store.names():
            ours = name.startswith(("level-", "run-", "links-"))
            if (ours and name.endswith(".part")) or (
                name.startswith(("level-", "run-")) and name not in kept
            ):
                self.store.drop(name)

    def checkpoint(self) -> None:
        """Say in the folder that the last level is complete."""
        if self.folder is None:
            return
        plan = {"blocks": self.plan.blocks} if isinstance(self.plan, Tiles) else {}
        done = Checkpoint(
            self.puzzle.text(), self.metric.value, plan, tuple(self.levels), self.elapsed
        )
        try:
            done.write(self.folder)
        except OSError as error:
            raise DiskFullError(self.folder) from error

    def run(
        self,
        until_goal: bool,
        record: Distances | None,
        progress: Callable[[Progress, int | None], None] | None,
        cancel: Callable[[], bool] | None,
        start: Starter,
    ) -> Exploration:
        """Go from level to level until there is no more, or a goal."""
        total, depth, most = sum(level.count for level in self.levels), 0, self.plan.most

        def look() -> None:
            if cancel is not None and cancel():
                raise CancelledSweepError(depth, total)
            if progress is not None:
                progress(Progress(depth, total, self.elapsed), most)

        run = start(look, self.store)
        try:
            if not self.levels:
                self._add(self.plan.begin(self.store, run), record)
            while self.levels[-1].count and not (until_goal and self.levels[-1].solved):
                depth, total = len(self.levels), sum(level.count for level in self.levels)
                self._add(self.plan.advance(self.store, run, self.levels), record)
        except (DiskFullError, CancelledSweepError, KeyboardInterrupt):
            if self.levels:
                self.tidy()
            raise
        counts = [level.count for level in self.levels]
        complete = not counts[-1]
        goal = next((level.depth for level in self.levels if level.solved), None)
        if record is not None:
            record.finish(tuple(counts[:-1] if complete else counts), self.elapsed)
        return Exploration(
            self.puzzle,
            self.metric,
            tuple(counts[:-1] if complete else counts),
            complete,
            goal,
            self.elapsed,
        )

    def _add(self, level: Level, record: Distances | None) -> None:
        """A level is complete: keep its distances, say so, and make room."""
        if record is not None:
            self.plan.ranks(self.store, level, record.mark(level.depth))
        self.levels.append(level)
        self.checkpoint()
        self.tidy()
