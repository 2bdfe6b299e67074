"""The driver of the engines that compute levels by tasks: level after level, with a checkpoint after each level."""

import contextlib
import functools
import threading
from dataclasses import asdict, dataclass, replace
from typing import Any

from huarong.errors import Cancelled, FileError, InputError, LimitReached
from huarong.explore.checkpoint import STATE, Checkpoint
from huarong.explore.exploration import Exploration, Request
from huarong.explore.objects import ObjectStore
from huarong.explore.sorted_keys import Runs
from huarong.explore.store import LevelRecord, Shares, Starter, Stopped, Store, threads
from huarong.explore.tile_bits import Tiles
from huarong.i18n import size_text
from huarong.limits import Watch, usable_memory
from huarong.model.board import Layout
from huarong.model.rules import reversible
from huarong.parallel import cores
from huarong.resuming import OTHER_VERSION, DiskTooSmallError

_LEAST_MEMORY = 256 << 20
"""The least memory of a process, in bytes."""
_MOST_BLOCKS = 1 << 16
_PLANS: dict[str, type[Runs] | type[Tiles]] = {plan.kind: plan for plan in (Runs, Tiles)}


def planned(request: Request) -> type[Runs] | type[Tiles]:
    """Return how the levels of an exploration are stored: as bits for tiles, unless keys are requested or the search
    begins at all goals. Raises `InputError` if bits are requested for other puzzles.
    """
    tiled = Tiles.fits(request.puzzle) and not request.goals
    if request.resources.by == "bits" and not tiled:
        raise InputError(
            "only tiles with complete goals are stored as bits, and only in a search from a start; use --by keys"
        )
    return Tiles if tiled and request.resources.by != "keys" else Runs


@dataclass(frozen=True)
class ExplorationCost:
    """About how many bytes an exploration takes.

    There are at most `layouts` layouts. `words` is the number of 64-bit words of a key, 0 for layouts stored as bits.
    `room` is the most bytes on the disks at a time, `passed` the bytes written and read in all, and `memory` the least
    memory of a process.
    """

    layouts: int
    words: int
    room: int
    passed: int
    memory: int = _LEAST_MEMORY

    @classmethod
    def of(cls, request: Request, layouts: int | None = None) -> "ExplorationCost":
        """Return the cost of a request, if it has `layouts` layouts. Raises `InputError` if the number is unknown.

        >>> from huarong.model.board import Metric
        >>> from huarong.library.reader import puzzle
        >>> ExplorationCost.of(Request(puzzle("876543210"), Metric.MOVE))
        ExplorationCost(layouts=181440, words=0, room=2086560, passed=126554400, memory=268435456)
        """
        plan = planned(request)(request.puzzle, request.metric)
        most = layouts or plan.most
        if most is None:
            raise InputError("the number of layouts of this puzzle is unknown: give one for the estimate (--layouts)")
        return cls(most, plan.key_words, *plan.room(most))

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return asdict(self)


def explore_here(request: Request, watch: Watch) -> Exploration:
    """Explore with threads and levels as files of a folder. Raises `InputError` if the memory is too small."""
    if watch.memory < _LEAST_MEMORY:
        template = "{memory} is too little for an exploration; expected at least {least}"
        raise InputError(template, memory=size_text(watch.memory), least=size_text(_LEAST_MEMORY))
    workers = request.resources.workers or cores()
    ours = replace(request.resources, workers=workers)
    return explore(replace(request, resources=ours), watch, threads(workers), "disk")


def explore(request: Request, watch: Watch, start: Starter, engine: str) -> Exploration:
    """Explore by tasks that `start` runs."""
    job = _Job(request, watch)
    with job.store.alone():
        job.prepare()
        return job.run(start, engine)


class _Job:
    plan: Runs | Tiles

    def __init__(self, request: Request, watch: Watch) -> None:
        self.request, self.watch, self.puzzle, self.metric = request, watch, request.puzzle, request.metric
        given = request.resources
        self.store: Store
        if given.url:
            self.store = store = ObjectStore.at(given.url, given.local)
            store.driver, store.look = threading.get_ident(), watch.look
        else:
            assert given.path is not None
            self.store = Store(given.path)
        self.workers = request.resources.workers or 1
        self.place = str(self.store)
        self.levels: list[LevelRecord] = []
        self.before = 0.0

    @property
    def seconds(self) -> float:
        """The seconds spent on the exploration, including the time before it was resumed."""
        return self.before + self.watch.seconds

    def prepare(self) -> None:
        """Choose the plan, or take the checkpoint's plan. Raises `InputError` and `DiskTooSmallError`."""
        share = usable_memory(self.watch.memory) // self.workers
        shares = Shares(share, max(1, min(self.request.resources.block, share // 32)), self.workers)
        self.store.fetch(STATE.name)
        done = Checkpoint.read(self.store.folder)
        if done is None:
            self.plan = self._plan(shares)
        elif self.request.resources.resume:
            self._take_up(done, shares)
        else:
            raise InputError(
                "{path} already holds an exploration: continue with --resume, or use another folder", path=self.place
            )

    def _take_up(self, done: Checkpoint, shares: Shares) -> None:
        """Resume from a checkpoint, after checking that its files exist. Raises `InputError`."""
        asked = (self.puzzle.text(), self.metric.value, self.request.goals)
        kind = _PLANS.get(done.plan.get("kind", ""))
        if kind is None or (kind is Tiles and not Tiles.fits(self.puzzle)):
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
                    self.store.verify(file, functools.partial(self.watch.look, level.depth))
                if (0 if file is None else file.count()) != self.plan.size(level, i):
                    template = "{path} is damaged: depth {depth} has changed since it was written"
                    raise FileError(template, path=self.place, depth=level.depth)

    def _plan(self, shares: Shares) -> Runs | Tiles:
        """Return the plan: bits for tiles, if the disk has room for them, and sorted keys for other puzzles."""
        if planned(self.request) is Runs:
            return Runs(self.puzzle, self.metric, shares, self.request.goals)
        tiles = Tiles.of(self.puzzle, self.metric, shares.memory, self.workers)
        room, free = ExplorationCost.of(self.request).room, self.store.room
        if tiles.blocks <= _MOST_BLOCKS and room <= free:
            return tiles
        if self.request.resources.by is None and self.request.until_goal:
            return Runs(self.puzzle, self.metric, shares)
        raise DiskTooSmallError(
            "{layouts:,} {layouts:layout|layouts} take {size} on the disk of {folder}, which has {free} free: name "
            "a folder with more room (--dir), or use --until-goal if the goal is near",
            folder=self.place,
            layouts=tiles.most,
            size=size_text(room),
            free=size_text(int(min(free, room))),
        )

    @property
    def _kept(self) -> int:
        """How many complete levels the next level needs."""
        return len(self.levels) if not reversible(self.puzzle.kinds) else 2

    def tidy(self, spare: int = 0) -> None:
        """Remove files of incomplete levels, and levels that the next level does not need, except `spare` levels."""
        self.store.check_owner()
        last = self.levels[-self._kept - spare :]
        kept = {file.name for level in last for file in level.files if file}
        for name in self.store.names():
            plain = name.removeprefix(".")
            ours = plain.startswith(("level-", "run-", "links-", "checkpoint"))
            if (ours and name.endswith(".part")) or (name.startswith(("level-", "run-")) and name not in kept):
                self.store.drop(name)

    def run(self, start: Starter, engine: str) -> Exploration:
        """Compute level after level until there is no further layout, or a goal is found."""
        depth, most = 0, self.plan.most
        total = sum(level.count for level in self.levels)

        def look() -> None:
            self.watch.look(depth, total, most)

        run = start(look, self.store)
        try:
            if not self.levels:
                self.plan, level = self.plan.begin(self.store, run)
                self._add(level)
            while self.levels[-1].count and not (self.request.until_goal and self.levels[-1].solved):
                depth, total = len(self.levels), sum(level.count for level in self.levels)
                self._add(self.plan.advance(self.store, run, self.levels))
                if most is not None and sum(level.count for level in self.levels) > most:
                    template = "{path} is damaged: its levels hold more layouts than exist ({most:,})"
                    raise FileError(template, path=self.place, most=most)
        except (LimitReached, Cancelled, KeyboardInterrupt):
            if self.levels:
                with contextlib.suppress(Stopped):
                    self.tidy(1)  # the checkpoint may not have the last level yet
            raise
        except Stopped:
            raise FileError(
                "another exploration took over {path}, because this one had been silent for a minute: let the other "
                "one continue",
                path=self.place,
            ) from None
        farthest: tuple[Layout, ...] = ()
        if not self.levels[-1].count and self.levels[1:] and self.request.farthest:
            farthest = tuple(self.plan.farthest(self.store, self.levels[-2], self.request.farthest))
        return self.request.answer(engine, self.levels, self.seconds, farthest)

    def _add(self, level: LevelRecord) -> None:
        """Record a complete level: write the checkpoint, add a line to the log, and drop old levels."""
        self.levels.append(level)
        # The log has the checkpoint's seconds, from which a resumed exploration continues to count.
        seconds = self.seconds
        done = Checkpoint(self.puzzle.text(), self.metric.value, self.plan.to_json(), tuple(self.levels), seconds)
        self.store.check_owner()
        done.write(self.store.folder)
        self.store.publish(STATE.name)
        self.request.note(self.levels, seconds)
        self.tidy()
