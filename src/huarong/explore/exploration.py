"""The request to an engine, and its result."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from huarong.explore.objects import is_url, own_folder
from huarong.explore.store import BLOCK, LevelRecord
from huarong.files import refusable
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle

EngineName = Literal["memory", "disk", "ray", "gpu"]
Form = Literal["keys", "bits"]


@dataclass(frozen=True, slots=True)
class Resources:
    """The engine of an exploration, and its memory, folder and workers.

    `engine` is one of `huarong.explore.ENGINES`; the default is `"disk"` if a folder is given, else `"memory"`.
    `folder` holds the levels of an engine that stores them in files, and `resume` continues an exploration in it. It
    may be the URL of an object store, such as `s3://bucket/levels`; each machine then copies the files it works on to a
    local folder, below `local` or the system's folder for temporary files. `workers` is the number of threads or
    processes, by default one for each core. `address` is the Ray cluster (`"local"` starts one here). `block` is about
    how many keys a block has. `by` is how layouts are stored: as sorted keys, or as bits by rank (the default for
    tiles).

    >>> Resources(folder="levels", workers=2).name
    'disk'
    """

    engine: EngineName | None = None
    folder: str | Path | None = None
    resume: bool = False
    workers: int | None = None
    address: str = "local"
    block: int = BLOCK
    local: str | Path | None = None
    by: Form | None = None

    @property
    def name(self) -> EngineName:
        """The engine's name."""
        return self.engine or ("memory" if self.folder is None else "disk")

    @property
    def url(self) -> str:
        """The URL of the object store that holds the levels; empty if there is none. Raises `InputError`."""
        return str(self.folder) if self.folder is not None and is_url(self.folder) else ""

    @property
    def path(self) -> Path | None:
        """The folder on this machine."""
        if self.url:
            return own_folder(self.url, self.local)
        return None if self.folder is None else Path(self.folder)


HERE = Resources()
"""The default: the memory and all cores of this machine."""


@dataclass(frozen=True, slots=True)
class Request:
    """The request for an exploration, for any engine.

    `until_goal` stops after the first level with a goal; `log` is explained at `huarong.explore.run`. With `goals`,
    distances count from all layouts that the goal accepts, reachable or not, instead of from the start. With `lines`, a
    move slides any number of tiles in a line. `farthest` is how many layouts of the last level to return.
    """

    puzzle: Puzzle
    metric: Metric
    resources: Resources = HERE
    until_goal: bool = False
    goals: bool = False
    lines: bool = False
    farthest: int = 0
    log: Path | None = None

    def note(self, levels: Sequence[LevelRecord], seconds: float) -> None:
        """Add a line for the last of `levels` to the log, if there is a log. Raises `FileError`."""
        if self.log is None:
            return
        last, files = levels[-1], [file for file in levels[-1].files if file is not None]
        line = {"depth": last.depth, "layouts": last.count, "total": sum(each.count for each in levels)}
        line |= {"goal": last.solved, "blocks": len(files), "bytes": sum(file.size for file in files)}
        with refusable(self.log), self.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps({**line, "seconds": round(seconds, 3)}) + "\n")

    def answer(
        self, engine: str, levels: Sequence[LevelRecord], seconds: float, farthest: tuple[Layout, ...] = ()
    ) -> "Exploration":
        """Return the result of these levels; the last one is empty or has a goal."""
        counts = tuple(level.count for level in levels if level.count)
        goal = next((level.depth for level in levels if level.solved), None)
        complete = not (self.until_goal and goal is not None)
        return Exploration(self.puzzle, self.metric, engine, counts, complete, goal, seconds, farthest, self.lines)


@dataclass(frozen=True)
class Exploration:
    """The number of layouts at each distance from a puzzle's start, or from all its goals.

    `goal_depth` is the depth of the first goal; None if no goal was found. `complete` says whether all reachable
    layouts were counted. `farthest` has as many layouts of the last level as requested. With `lines`, a move slid any
    number of tiles in a line.
    """

    puzzle: Puzzle
    metric: Metric
    engine: str
    levels: tuple[int, ...]
    complete: bool
    goal_depth: int | None
    seconds: float
    farthest: tuple[Layout, ...] = ()
    lines: bool = False

    @property
    def total(self) -> int:
        """The number of layouts found."""
        return sum(self.levels)

    @property
    def radius(self) -> int:
        """The depth of the last level."""
        return len(self.levels) - 1

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON."""
        metric = "line" if self.lines else str(self.metric)
        about = {"name": self.puzzle.name_zh or self.puzzle.name or None, "metric": metric, "engine": self.engine}
        counts = {"levels": list(self.levels), "total": self.total, "radius": self.radius, "complete": self.complete}
        return {**about, **counts, "goal_depth": self.goal_depth, "seconds": round(self.seconds, 6)}
