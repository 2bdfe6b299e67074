"""Atlases larger than memory, built in a folder beside the file that they become; a stopped build can be resumed.

The folder of `FILE` is `FILE.building`. It holds the state (`huarong.atlas.job`): what is built, and which level is the
last complete one. There are two ways to build:

- **levels of bits** (`huarong.atlas.bitparallel.on_disk`), where a space has frames whose links and three bitsets fit
  into the memory: a bit-parallel search, each level a file.
- **a table of bytes** (`huarong.atlas.table_on_disk`), for every other space: the distances lie in a memory-mapped
  file.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from huarong.atlas import file as atlas_file
from huarong.atlas.bitparallel.on_disk import LevelFiles, need
from huarong.atlas.dense import TooLargeError
from huarong.atlas.job import AtlasBuild, State, alone
from huarong.atlas.table_on_disk import TableOnDisk
from huarong.container import writing
from huarong.errors import FileError
from huarong.files import writable
from huarong.limits import Watch, usable_memory
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.parallel import cores
from huarong.resuming import with_room
from huarong.space.space import Space

FULL = (
    "the disk of {folder} is full: all levels but the one just begun are kept there; "
    "make room and run the same command again"
)
_EACH = 1.1
"""Bytes a layout that an atlas takes in memory."""
_LEVELS = 80
"""Bytes on the disk that the levels take for each word of a bitset: a word is in some ten of them."""


def fits_memory(space: Space, memory: int) -> bool:
    """Whether an atlas can be built in memory."""
    return _size(space, memory) <= memory


def _size(space: Space, memory: int) -> int:
    """The bytes of an atlas in memory, and of Python beside it."""
    return int(_EACH * space.size) + memory - usable_memory(memory)


def require_memory(space: Space, memory: int) -> None:
    """Raise `TooLargeError` if an atlas does not fit into memory; the message says that `--save` builds it on disk."""
    if not fits_memory(space, memory):
        raise TooLargeError(
            space.size,
            _size(space, memory),
            memory,
            "the space has {layouts:,} {layouts:layout|layouts}, which take {size} here, and the limit is "
            "{bound}: allow more memory, build it on disk (--save FILE), use fewer pieces, or `solve` a single "
            "puzzle, which needs no such table",
        )


def building(path: str | Path) -> Path:
    """The folder in which the atlas that a file will hold is built."""
    target = Path(os.path.realpath(path))
    return target.with_name(f"{target.name}.building")


def build(path: str | Path, space: Space, goal: Goal, metric: Metric, watch: Watch) -> None:
    """Build an atlas on disk, or resume a build that was stopped; at the end the file appears and the folder is
    removed.

    Raises `InputError` if the folder is in use or holds the beginning of another atlas, `DiskTooSmallError`,
    `TooLargeError` if even what must be in memory does not fit, `DiskFullError`, `LimitReached`, `Cancelled` and
    `FileError`.
    """
    atlas_file.require_text(space)
    target, folder = Path(os.path.realpath(path)), building(path)
    if target.exists() and not target.is_file():
        raise FileError("{path} cannot be written: it is not a file", path=path)
    writable(target)
    title = atlas_file.title(space, goal, metric)
    with alone(folder), with_room(folder, FULL):
        job = AtlasBuild(folder, target, space, goal, metric, watch, State.read(folder, title))
        if job.begun("bytes") or not _by_levels(job):
            TableOnDisk(job).run()
    with contextlib.suppress(OSError):
        shutil.rmtree(folder)


def _by_levels(job: AtlasBuild) -> bool:
    """Build by levels of bits; False, with nothing done, if the space has no frames or they do not fit."""
    frames = LevelFiles.frames_for(job.space, job.goal, job.watch)
    room, title = job.watch.memory, atlas_file.title(job.space, job.goal, job.metric)
    least = room + 1 if frames is None else need(frames, 1)
    if frames is None or least > room:
        if job.begun("bits"):
            raise TooLargeError(job.space.size, least, room)
        return False
    if not job.begun("bits"):
        job.tidy()
        job.require_disk(job.space.size + _LEVELS * frames.words)
        job.keep(State(title, "bits"), True)
    levels = LevelFiles(job.space, job.goal, job.metric, frames, job.folder, job.watch)
    threads = min(cores(), 2)
    threads = threads if need(frames, threads) <= room else 1
    levels.run(threads, lambda depth: job.keep(State(title, "bits", depth), False))
    header = atlas_file.header(job.space, job.goal, job.metric, levels.width, tuple(levels.counts), job.seconds)
    with writing(job.target, atlas_file.KIND, header) as out:
        levels.write(out, room)
        out.header["seconds"] = job.seconds
    return True
