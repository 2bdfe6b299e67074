"""The engines: where the levels of an exploration are kept, and what works on them."""

from __future__ import annotations

import contextlib
import importlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from huarong.errors import InputError, LimitReached, UnknownName
from huarong.explore.exploration import Exploration, Request
from huarong.explore.plan import BLOCK
from huarong.library.reader import puzzle as read
from huarong.limits import MAX_MEMORY, Cancel, Report, Watch
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import PuzzleLike

__all__ = ["ENGINES", "Engine", "EngineName", "run"]

EngineName = Literal["memory", "disk", "ray", "gpu"]


@dataclass(frozen=True, slots=True)
class Engine:
    """A way to explore.

    `takes` names the fields of a `Request` that only some engines have a use for. `how` is a function of a
    request and a watch, as `module:name`, imported when the engine is used.
    """

    name: EngineName
    about: str
    takes: frozenset[str]
    how: str

    def explore(self, request: Request, watch: Watch) -> Exploration:
        """Do what is asked."""
        module, _, name = self.how.partition(":")
        found: Exploration = getattr(importlib.import_module(module), name)(request, watch)
        return found


ENGINES: dict[str, Engine] = {
    engine.name: engine
    for engine in (
        Engine(
            "memory",
            "levels are kept in the memory of this machine",
            frozenset({"workers", "goals"}),
            "huarong.explore.driver:in_memory",
        ),
        Engine(
            "disk",
            "levels are files of a folder",
            frozenset({"workers", "folder", "resume", "goals"}),
            "huarong.explore.driver:on_disk",
        ),
        Engine(
            "ray",
            "levels are files that the processes of a Ray cluster work on",
            frozenset({"workers", "folder", "resume", "address", "goals"}),
            "huarong.explore.ray:explore",
        ),
        Engine(
            "gpu",
            "levels are kept in the memory of a graphics processor",
            frozenset(),
            "huarong.explore.gpu:explore",
        ),
    )
}
"""All engines by name."""

_OPTIONS = {
    "folder": "a folder (--dir)",
    "resume": "--resume",
    "address": "an address (--address)",
    "goals": "search from all goals",
}


def run(
    puzzle: PuzzleLike,
    metric: Metric | MetricName = Metric.MOVE,
    *,
    engine: EngineName | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    workers: int | None = None,
    address: str = "local",
    until_goal: bool = False,
    save: str | Path | None = None,
    two_bits: bool = False,
    block: int = BLOCK,
    goals: bool = False,
    farthest: int = 0,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float | None = None,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> Exploration:
    """Count the layouts at each distance from the start; mirror images are counted apart.

    `engine` is one of `ENGINES`; without one it is `"disk"` where a folder is given, else `"memory"`. What runs
    on this machine stays within `max_memory` (256 MiB or more). `resume` goes on with what a folder holds,
    `until_goal` stops after the first level that holds a goal. `save` names a file for all distances: an atlas
    whose goal is the start, or with `two_bits` what `huarong.explore.modulo` reads. `workers` is the number of
    threads or processes, all that there are by default; `address` the Ray cluster (`"local"` starts one here), `block` how many keys a block
    has, about. With `goals`, distances are counted from all layouts that the goal accepts instead of the start, wherever
    the pieces are; `farthest` asks for so many layouts of the last level. There is no time limit unless one is given; an exploration in a folder that a limit ended goes
    on with `resume`.

    Raises `LimitReached` (also `OutOfMemoryError` and `DiskFullError`), `Cancelled`, and `InputError` where the
    options do not fit each other or the folder.

    >>> run("AB/../goal:/../AB", "step").levels
    (1, 2, 5, 2, 2)
    """
    name = engine or ("memory" if folder is None else "disk")
    if name not in ENGINES:
        raise UnknownName(name, ENGINES)
    chosen = ENGINES[name]
    given = {
        "folder": folder is not None,
        "resume": resume,
        "address": address != "local",
        "goals": goals,
    }
    for option, there in given.items():
        if there and option not in chosen.takes:
            raise InputError(
                "the engine {engine} takes no {option}; those that do: {engines}",
                engine=name,
                option=_OPTIONS[option].partition(" (")[0].removeprefix("a ").removeprefix("an "),
                engines=", ".join(each.name for each in ENGINES.values() if option in each.takes),
            )
    if resume and folder is None:
        raise InputError("there is nothing to resume without a folder (--dir)")
    if two_bits and save is None:
        raise InputError("two bits a layout (--two-bits) are a way to save: name a file (--save)")
    if workers is not None and workers < 1:
        raise InputError("{value} is no number of workers; expected more than 0", value=workers)
    if goals and (until_goal or save is not None):
        raise InputError("a search from all goals neither ends at one nor is saved")
    watch = Watch.of(max_memory, max_seconds, progress, cancel)
    request = Request(
        read(puzzle),
        as_metric(metric),
        None if folder is None else Path(folder),
        resume,
        workers,
        address,
        until_goal,
        None if save is None else Path(save),
        two_bits,
        block,
        goals,
        farthest,
    )
    with _folder(request, chosen) as request:
        return chosen.explore(request, watch)


@contextlib.contextmanager
def _folder(request: Request, engine: Engine) -> Iterator[Request]:
    """The request, with a folder of its own for an engine that needs one where none is given."""
    if request.folder is not None or "folder" not in engine.takes:
        yield request
        return
    with tempfile.TemporaryDirectory(prefix="huarong-") as spare:
        try:
            yield replace(request, folder=Path(spare))
        except LimitReached as error:
            if error.limit != "disk":
                raise
            raise InputError(
                "the disk of {folder} is full, and nothing is kept without a folder of yours: "
                "name one with more room (--dir)",
                folder=tempfile.gettempdir(),
            ) from error
