"""The driver of all engines that make levels by tasks: level after level, with a checkpoint after each."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace

from huarong.errors import Cancelled, FileError, InputError, LimitReached
from huarong.explore import tile_orders
from huarong.explore.checkpoint import STATE, Checkpoint, alone
from huarong.explore.cost import ExplorationCost
from huarong.explore.exploration import Exploration, Request
from huarong.explore.objects import ObjectStore, lease
from huarong.explore.plan import LevelRecord, Plan, Shares
from huarong.explore.sorted_keys import Runs
from huarong.explore.store import FileStore, MemoryStore, OutOfMemoryError, Stopped, Store
from huarong.explore.tasks import Starter, threads
from huarong.explore.tile_bits import Tiles
from huarong.files import refusable
from huarong.i18n import size_text
from huarong.limits import RESERVED, Watch, usable_memory
from huarong.model.board import Layout
from huarong.model.rules import reversible
from huarong.resuming import OTHER_VERSION, DiskTooSmallError

_LEAST_MEMORY = 256 << 20
_MOST_BLOCKS = 1 << 16
_PLANS: dict[str, type[Plan]] = {plan.kind: plan for plan in (Runs, Tiles)}


def explore_here(request: Request, watch: Watch) -> Exploration:
    """Explore by threads, with levels as arrays in memory or files of a folder. Raises `InputError` for too little
    memory.
    """
    engine = request.resources.name
    if watch.memory < _LEAST_MEMORY:
        raise InputError(
            "{memory} is too little for an exploration; expected at least {least}",
            memory=size_text(watch.memory),
            least=size_text(_LEAST_MEMORY),
        )
    if engine == "memory" and tile_orders.fits(request, usable_memory(watch.memory)):
        return tile_orders.explore(request, watch)
    workers = request.resources.workers or os.cpu_count() or 1
    ours = replace(request.resources, workers=workers)
    return explore(replace(request, resources=ours), watch, threads(workers), engine)


def explore(request: Request, watch: Watch, start: Starter, engine: str) -> Exploration:
    """Explore by tasks that `start` runs; in memory if the request names no folder."""
    job = _Job(request, watch)
    with job.alone():
        job.prepare()
        return replace(job.run(start), engine=engine)


class _Job:
    """An exploration: its store, its plan, and its complete levels."""

    def __init__(self, request: Request, watch: Watch) -> None:
        self.request, self.watch = request, watch
        self.puzzle, self.metric = request.puzzle, request.metric
        self.folder, self.workers = request.resources.path, request.resources.workers or 1
        self.memory = watch.memory
        self.store: Store
        if request.resources.url:
            self.store = ObjectStore.at(request.resources.url, request.resources.local)
            self.store.driver, self.store.look = threading.get_ident(), lambda: watch.look(0, 0)
        elif self.folder is not None:
            self.store = FileStore(self.folder)
        else:
            self.store = MemoryStore(self.memory)
        self.place = request.resources.url or str(self.folder)
        self.levels: list[LevelRecord] = []
        self.before = 0.0

    @property
    def seconds(self) -> float:
        """Seconds spent on the exploration, including those before it was resumed."""
        return self.before + self.watch.seconds

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the folder, if there is one. Raises `InputError`."""
        if isinstance(self.store, ObjectStore):
            try:
                with lease(self.store) as self.store.owner:
                    yield
            finally:
                self.store.clear()
        elif isinstance(self.store, FileStore):
            with alone(self.store.folder) as self.store.owner:
                yield
        else:
            yield

    def prepare(self) -> None:
        """Choose the plan, or take that of the checkpoint."""
        shares = self._shares(self.request.resources.block)
        done = None
        if isinstance(self.store, FileStore):
            self.store.fetch(STATE.name)
            done = Checkpoint.read(self.store.folder)
        if done is not None and not self.request.resources.resume:
            raise InputError(
                "{path} already holds an exploration: continue with --resume, or use another folder", path=self.place
            )
        if done is None:
            self.plan = self._plan(shares)
        else:
            self._take_up(done, shares)

    def _take_up(self, done: Checkpoint, shares: Shares) -> None:
        """Resume from a checkpoint, after checking that its files are there. Raises `InputError`."""
        asked = (self.puzzle.text(), self.metric.value, self.request.goals)
        kind = _PLANS.get(done.plan.get("kind", ""))
        if kind is None:
            raise FileError(OTHER_VERSION, path=self.place)
        if (done.puzzle, done.metric, bool(done.plan.get("goals"))) != asked:
            raise InputError("{path} holds an exploration of another puzzle or metric", path=self.place)
        by = "keys" if kind is Runs else "bits"
        if self.request.resources.by not in (None, by):
            raise InputError(
                "{path} holds an exploration with --by {form}: continue without --by", path=self.place, form=by
            )
        self.levels, self.before = list(done.levels), done.seconds
        self.plan = kind.resumed(done.plan, self.puzzle, self.metric, shares)
        self.tidy()
        for level in self.levels[-self._kept :]:
            for i, file in enumerate(level.files):
                if file is not None:
                    self.watch.look(level.depth, 0)
                    self.store.verify(file)
                if (0 if file is None else file.count()) != self.plan.size(level, i):
                    raise FileError(
                        "{path} is damaged: depth {depth} differs from what was written",
                        path=self.place,
                        depth=level.depth,
                    )

    def _shares(self, block: int) -> Shares:
        """What a task may use of the memory, and so how many keys a block has."""
        rest = usable_memory(self.memory)
        share = rest // self.workers if self.folder is not None else rest // (4 * self.workers)
        return Shares(share, max(1, min(block, share // 32)), self.workers)

    def _plan(self, shares: Shares) -> Plan:
        """The plan: bits for tiles, unless keys are requested, and sorted keys for other puzzles."""
        by = self.request.resources.by
        tiled = Tiles.fits(self.puzzle)
        if by == "bits" and (self.request.goals or not tiled):
            raise Tiles.unfit()
        if by == "keys" or self.request.goals or not tiled:
            return Runs(self.puzzle, self.metric, shares, self.request.goals)
        tiles = Tiles.of(self.puzzle, self.metric, None if self.folder is None else shares.memory, self.workers)
        refusal: LimitReached
        if self.folder is None:
            size = 4 * tiles.level_bytes
            fits = size <= usable_memory(self.memory)
            refusal = OutOfMemoryError(size, self.memory, size + RESERVED)
        else:
            room = ExplorationCost.of(tiles).room
            free = shutil.disk_usage(self.folder).free
            fits = tiles.blocks <= _MOST_BLOCKS and (room <= free or isinstance(self.store, ObjectStore))
            refusal = DiskTooSmallError(
                "{layouts:,} {layouts:layout|layouts} take {size} on the disk of {folder}, which has {free} free: name "
                "a folder with more room (--dir), or use --until-goal if the goal is near",
                folder=str(self.folder),
                layouts=tiles.most,
                size=size_text(room),
                free=size_text(free),
            )
        if fits:
            return tiles
        if by == "bits" or not self.request.until_goal:
            raise refusal
        return Runs(self.puzzle, self.metric, shares)

    @property
    def _kept(self) -> int:
        """How many complete levels the next one needs."""
        return len(self.levels) if not reversible(self.puzzle.kinds) else 2

    def tidy(self, spare: int = 0) -> None:
        """Drop all levels but those that the next one needs and `spare` more, and files of incomplete levels. Raises
        `Stopped`.
        """
        if isinstance(self.store, FileStore):
            self.store.check_owner()
        last = self.levels[-self._kept - spare :]
        kept = {file.name for level in last for file in level.files if file}
        for name in self.store.names():
            plain = name.removeprefix(".")
            ours = plain.startswith(("level-", "run-", "links-", "checkpoint"))
            if (ours and name.endswith(".part")) or (name.startswith(("level-", "run-")) and name not in kept):
                self.store.drop(name)

    def checkpoint(self, seconds: float) -> None:
        """Write a checkpoint with the last level, which was complete after this many seconds."""
        if not isinstance(self.store, FileStore):
            return
        done = Checkpoint(self.puzzle.text(), self.metric.value, self.plan.to_json(), tuple(self.levels), seconds)
        self.store.check_owner()
        done.write(self.store.folder)
        self.store.publish(STATE.name)

    def run(self, start: Starter) -> Exploration:
        """Make level after level until there is no further layout, or a goal is found."""
        total, depth, most = sum(level.count for level in self.levels), 0, self.plan.most
        until_goal = self.request.until_goal

        def look() -> None:
            self.watch.look(depth, total, most)

        run = start(look, self.store)
        try:
            if not self.levels:
                self.plan, level = self.plan.begin(self.store, run)
                self._add(level)
            while self.levels[-1].count and not (until_goal and self.levels[-1].solved):
                depth, total = len(self.levels), sum(level.count for level in self.levels)
                self._add(self.plan.advance(self.store, run, self.levels))
                if most is not None and sum(level.count for level in self.levels) > most:
                    raise FileError(
                        "{path} is damaged: its levels hold more layouts than exist ({most:,})",
                        path=self.place,
                        most=most,
                    )
        except (LimitReached, Cancelled, KeyboardInterrupt):
            if self.levels:
                with contextlib.suppress(Stopped):
                    self.tidy(1)  # the checkpoint may not have the last level yet
            raise
        except Stopped:
            raise FileError(
                "another exploration took over {path}, because this one had been silent for a minute: let that "
                "one continue",
                path=self.place,
            ) from None
        counts = [level.count for level in self.levels]
        complete = not counts[-1]
        goal = next((level.depth for level in self.levels if level.solved), None)
        farthest: tuple[Layout, ...] = ()
        if complete and counts[:-1] and self.request.farthest and isinstance(self.plan, Runs):
            last = self.levels[-2]
            farthest = tuple(self.plan.layouts(self.store, last, self.request.farthest))
        return Exploration(
            self.puzzle,
            self.metric,
            "",
            tuple(counts[:-1] if complete else counts),
            complete,
            goal,
            self.seconds,
            farthest,
        )

    def _add(self, level: LevelRecord) -> None:
        """Record a complete level: write the checkpoint, and drop old levels."""
        self.levels.append(level)
        # The log tells no more seconds than the checkpoint, from which those after a stop are counted.
        seconds = self.seconds
        self.checkpoint(seconds)
        self._log(level, seconds)
        self.tidy()

    def _log(self, level: LevelRecord, seconds: float) -> None:
        """Add a line for a complete level to the log, if one is kept. Raises `FileError`."""
        if self.request.log is None:
            return
        line = {
            "depth": level.depth,
            "layouts": level.count,
            "total": sum(each.count for each in self.levels),
            "goal": level.solved,
            "blocks": sum(file is not None for file in level.files),
            "bytes": sum(file.size for file in level.files if file is not None),
            "seconds": round(seconds, 3),
        }
        with refusable(self.request.log), self.request.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
