"""The ways to compute a whole space, the choice among them with its reason, and atlases larger than memory.

| engine | distances of | on disk | |---|---|---| | tiles | 3x4 numbered tiles, sixty layouts in a word
(`huarong.atlas.tile_distances`) | | | frames | spaces with free single squares, a bit a layout
(`huarong.atlas.bitparallel`) | each level a file | | scan | every other space, a byte a layout (`huarong.atlas.dense`)
| the bytes in a memory-mapped file | | gpu | every space, on a graphics processor, if asked for or for many layouts
(`huarong.atlas.on_device`) | |

An atlas larger than memory is built in the folder `FILE.building`, beside the final file `FILE`; a stopped build can be
resumed. The folder holds the state (`huarong.atlas.job`): the engine and its last complete level.
"""

import contextlib
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from huarong.atlas import bitparallel, dense, file as atlas_file, on_device, tile_distances
from huarong.atlas.bitparallel import on_disk as levels
from huarong.atlas.dense import DistanceArray, TooLargeError
from huarong.atlas.job import LOCK, AtlasBuild, State
from huarong.atlas.table_on_disk import TableOnDisk
from huarong.device import Processor, chosen
from huarong.errors import FileError, InputError
from huarong.files import writable
from huarong.limits import Watch
from huarong.model.board import Goal, Metric
from huarong.model.puzzle import Why
from huarong.parallel import cores
from huarong.resuming import locked_folder, with_room
from huarong.space.space import Space

FULL = (
    "the disk of {folder} is full: all levels but the one just begun are kept there; "
    "make room and run the same command again"
)
_MANY = 1 << 20
"""The least number of layouts for which several threads are faster."""
_VERY_MANY = 1 << 26
"""The least number of layouts for which a graphics processor is chosen by default."""

REASONS = {
    "tiles": "the engine for numbered tiles, because on 3x4 one word stores sixty layouts, one bit each",
    "frames": "sets of layouts as bits, because single squares move freely among the larger pieces",
    "one way": "one byte per layout, because some pieces slide only one way",
    "no frames": "one byte per layout, because few single squares move freely among the larger pieces",
    "no room": "one byte per layout, because sets of bits would not fit into memory",
    "gpu": "on a graphics processor, because its memory holds one byte per layout (two if distances exceed 254)",
    "deep": "one layout at a time, because some distances exceed 254, more than a byte holds",
}
"""Why an engine is chosen, by the key of the reason: the engine's name, or why frames cannot be used."""


@dataclass(frozen=True)
class AtlasEngine:
    """A way to compute the distances of a whole space in memory and, with `build`, on disk.

    `distances` takes a space, a goal, a metric, the number of `threads`, and a `watch`. If the engine cannot be used,
    both functions return the key of the reason (in `REASONS`), or `""` for a space of another type.
    """

    name: str
    distances: Callable[..., DistanceArray | str]
    build: Callable[[AtlasBuild], str | None] | None = None


ENGINES = (
    AtlasEngine("tiles", tile_distances.distances),
    AtlasEngine("frames", bitparallel.distances, levels.build),
    AtlasEngine(
        "scan", lambda *asked, threads, watch: dense.distances(*asked, watch=watch), lambda job: TableOnDisk(job).run()
    ),
)
"""The engines; the first one that can handle a space is chosen."""


def why(key: str) -> Why | None:
    """Return the reason with this key; its JSON begins with the engine's name. None for an unknown key."""
    return Why(REASONS[key], {}, key) if key in REASONS else None


def engine_of(key: str) -> str:
    """Return the name of the engine that a reason's key belongs to."""
    return key if key in ("tiles", "frames", "gpu") else "scan"


def distances(
    space: Space, goal: Goal, metric: Metric, watch: Watch, engine: Processor | None = None
) -> tuple[DistanceArray, str]:
    """Return the distances of all layouts by rank, and the key of the reason for the engine."""
    device = chosen(engine, lambda: 2 * space.size, space.size >= _VERY_MANY)
    if device is not None:
        try:
            return on_device.distances(space, goal, metric, device, watch), "gpu"
        except InputError:
            if engine:
                raise
    threads = cores() if space.size >= _MANY else 1
    reason = ""
    for each in ENGINES:
        if reason:
            watch.stage()
        found = each.distances(space, goal, metric, threads=threads, watch=watch)
        if not isinstance(found, str):
            return found, reason or each.name
        reason = found
    raise AssertionError("the last engine takes every space")


def require_memory(space: Space, memory: int) -> None:
    """Raise `TooLargeError` if an atlas does not fit into memory; the message says that `--save` builds it on disk."""
    template = (
        "the space has {layouts:,} {layouts:layout|layouts}, which need {size}, but the limit is {bound}: allow more "
        "memory, build it on disk (--save FILE), use fewer pieces, or `solve` a single puzzle, which needs no such "
        "table"
    )
    dense.require(space, 1.1, memory, template)


def fits_memory(space: Space, memory: int) -> bool:
    """Whether an atlas can be built in memory."""
    try:
        require_memory(space, memory)
    except TooLargeError:
        return False
    return True


def building(path: str | Path) -> Path:
    """Return the folder in which the atlas of a file is built."""
    target = Path(os.path.realpath(path))
    return target.with_name(f"{target.name}.building")


def build(path: str | Path, space: Space, goal: Goal, metric: Metric, watch: Watch) -> None:
    """Build an atlas on disk, or resume a build. At the end the file appears and the folder is removed.

    Raises `InputError` if the folder is in use or belongs to another atlas, `TooLargeError` if even the parts that must
    be in memory do not fit, `DiskTooSmallError`, `DiskFullError`, `LimitReached`, `Cancelled` and `FileError`.
    """
    atlas_file.require_text(space)
    target, folder = Path(os.path.realpath(path)), building(path)
    if target.exists() and not target.is_file():
        raise FileError("{path} cannot be written: it is not an ordinary file", path=path)
    writable(target)
    title = atlas_file.title(space, goal, metric)
    taken = "another process is building {path}: wait until it ends, or use another file"
    with locked_folder(folder, LOCK, taken), with_room(folder, FULL):
        job = AtlasBuild(folder, target, space, goal, metric, watch, State.read(folder, title))
        reason = ""
        for engine in ENGINES:
            job.reason = reason or engine.name
            if engine.build is not None:
                refused = engine.build(job)
                if refused is None:
                    break
                reason = refused
    with contextlib.suppress(OSError):
        shutil.rmtree(folder)
