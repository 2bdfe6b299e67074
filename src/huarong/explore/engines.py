"""The table of engines: where the levels of an exploration are stored, and what computes them."""

import contextlib
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack, get_args

from huarong.errors import InputError, LimitReached, UnknownName
from huarong.explore.exploration import HERE, EngineName, Exploration, Form, Request, Resources
from huarong.files import writable
from huarong.lazy import named
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, patient
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.model.puzzle import PuzzleLike


@dataclass(frozen=True, slots=True)
class Engine:
    """A way to explore: where levels are stored, and what computes them. `takes` names the fields of `Resources` and
    `Request` that this engine takes, but not every engine. `how` is a function of a request and a watch, as
    `module:name`, which is imported when the engine is used.
    """

    name: EngineName
    takes: frozenset[str]
    how: str

    def explore(self, request: Request, watch: Watch) -> Exploration:
        """Explore; import the engine's module only now."""
        found: Exploration = named(self.how)(request, watch)
        return found


_TABLE: tuple[tuple[EngineName, str, str], ...] = (
    ("memory", "workers goals log", "memory:explore"),
    ("disk", "workers folder resume goals log by", "driver:explore_here"),
    ("ray", "workers folder resume address goals log by", "ray:explore"),
    ("gpu", "lines", "gpu:explore"),
)
ENGINES = {name: Engine(name, frozenset(takes.split()), f"huarong.explore.{how}") for name, takes, how in _TABLE}
"""All engines by name."""

MOST_WORKERS = 1024

_NOT_FOR_ALL = ("folder", "resume", "workers", "address", "log", "by", "goals", "lines")
"""The fields of `Resources` and `Request` that only some engines take."""


@patient
def run(
    puzzle: PuzzleLike,
    metric: MetricLike = Metric.MOVE,
    resources: Resources = HERE,
    *,
    until_goal: bool = False,
    lines: bool = False,
    log: str | Path | None = None,
    **limits: Unpack[GivenLimits],
) -> Exploration:
    """Count the layouts at each distance from the start; mirror images are counted separately. `resources` selects the
    engine, its memory, folder and workers. Without an engine, a graphics processor is used if it has room and the
    puzzle is large. With `lines`, one move slides any number of numbered tiles in a line; this requires a graphics
    processor. `until_goal` stops after the first level with a goal. `log` names a file to which each complete level
    adds a line of JSON: `depth`, `layouts`, `total`, `goal` (whether the level has one), the `blocks` and `bytes` of
    its files, and the `seconds` from the beginning. The processes of this machine stay within `max_memory` (256 MiB or
    more). There is no time limit by default. With `resume`, an exploration in a folder continues after a limit ended
    it.

    Raises `LimitReached` (also `OutOfMemoryError` and `DiskFullError`), `Cancelled`, and `InputError` if the options
    contradict each other or the folder.

    >>> run("AB/../goal:/../AB", "step", Resources(workers=1)).levels
    (1, 2, 5, 2, 2)
    """
    log = None if log is None else writable(log, replaced=False)
    request = Request(read(puzzle), as_metric(metric), resources, until_goal, lines=lines, log=log)
    return explored(request, Watch.of(**limits))


def explored(request: Request, watch: Watch) -> Exploration:
    """Explore with the engine that a request names. Raises `InputError` if it does not take the options."""
    given = request.resources
    device = named("huarong.explore.gpu:unasked")(request)
    if device is not None:
        with contextlib.suppress(InputError):
            found: Exploration = named("huarong.explore.gpu:explore")(request, watch, device)
            return found
    engine = _checked(request)
    if given.folder is not None or "folder" not in engine.takes:
        return engine.explore(request, watch)
    with tempfile.TemporaryDirectory(prefix="huarong-") as spare:
        try:
            return engine.explore(replace(request, resources=replace(given, folder=spare)), watch)
        except LimitReached as error:
            if error.limit != "disk":
                raise
            raise InputError(
                "the disk of {folder} is full, and nothing is kept because no folder was given: name one with "
                "more room (--dir)",
                folder=tempfile.gettempdir(),
            ) from error


def _checked(request: Request) -> Engine:
    """Return the engine of a request, after checking that it takes the options. Raises `InputError`."""
    resources = request.resources
    if resources.name not in ENGINES:
        raise UnknownName(resources.name, ENGINES)
    if resources.by is not None and resources.by not in get_args(Form):
        raise UnknownName(resources.by, get_args(Form))
    engine = ENGINES[resources.name]
    for option in _NOT_FOR_ALL:
        given = getattr(resources if hasattr(resources, option) else request, option)
        if given not in (None, False, "local") and option not in engine.takes:
            raise InputError(
                "the engine {engine} cannot search from all goals; these can: {engines}"
                if option == "goals"
                else "the engine {engine} does not accept {option}; these do: {engines}",
                engine=engine.name,
                option="folder (--dir)" if option == "folder" else f"--{option}",
                engines=", ".join(each.name for each in ENGINES.values() if option in each.takes),
            )
    if resources.local is not None and not resources.url:
        raise InputError("--local is only for an object store: give the URL of the store with --dir")
    if resources.resume and resources.folder is None:
        raise InputError("there is nothing to resume without a folder (--dir)")
    if resources.workers is not None and resources.workers < 1:
        raise InputError("{value} is not a valid number of workers; expected more than 0", value=resources.workers)
    if resources.workers is not None and resources.workers > MOST_WORKERS:
        template = "{value:,} is not a valid number of workers; expected at most {most:,}"
        raise InputError(template, value=resources.workers, most=MOST_WORKERS)
    return engine
