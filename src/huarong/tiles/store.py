"""The tables of tiles in the user's cache folder: built once, kept, listed, and checked when they are read."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from huarong import cache
from huarong.errors import HuarongError, UnknownName
from huarong.tiles.building import (
    BEGUN,
    HEADER,
    BuildCancelledError,
    Building,
    Report,
    build_patterns,
    file_name,
    magic,
    read,
)
from huarong.tiles.tableset import MAX_MEMORY, TableSet, TablesTooLargeError, default_set, table_set
from huarong.watch import Cancel

__all__ = [
    "MAX_MEMORY",
    "BuildCancelledError",
    "Building",
    "Stored",
    "TableSet",
    "TablesTooLargeError",
    "build",
    "default_set",
    "folder",
    "load",
    "remove",
    "stored",
    "table_set",
]


@dataclass(frozen=True, slots=True)
class Stored:
    """A set of tables in the cache folder."""

    name: str
    bytes: int
    complete: bool
    path: Path


def folder() -> Path:
    """Where tables are kept: the user's cache folder, or that of `HUARONG_CACHE`."""
    return cache.folder("tables")


def stored() -> tuple[Stored, ...]:
    """The sets in the cache folder, also those that are partly built."""
    result = []
    for path in sorted(folder().glob("*-*")):
        with contextlib.suppress(HuarongError, OSError):
            tables = table_set(path.name)
            files = [path / file_name(pattern) for pattern in tables.patterns]
            sizes = [file.stat().st_size if file.is_file() else 0 for file in files]
            whole = sizes == [HEADER.size + size for size in tables.sizes]
            sizes += [file.stat().st_size for file in path.glob("*" + BEGUN)]
            result.append(Stored(path.name, sum(sizes), whole, path))
    return tuple(result)


def remove(name: str) -> int:
    """Remove a set from the cache folder: the bytes freed. Raises `UnknownName`."""
    found = next((each for each in stored() if each.name == name), None)
    if found is None:
        raise UnknownName(name, [each.name for each in stored()])
    for path in found.path.glob("*.table*"):
        path.unlink()
    with contextlib.suppress(OSError):
        found.path.rmdir()
    _loaded.pop(name, None)
    return found.bytes


def build(
    name: str,
    *,
    progress: Callable[[Building], None] | None = None,
    cancel: Cancel | None = None,
    max_memory: int = MAX_MEMORY,
) -> Stored:
    """Build a set into the cache folder; what is there already, and sound, is kept.

    Each pattern is written as soon as it is finished, and what is begun every few seconds, so a build that was
    stopped, or killed, goes on from there.
    Raises `UnknownName`, `InputError`, `LimitReached` and `Cancelled`.
    """
    tables = table_set(name)
    load(tables, progress=progress, cancel=cancel, max_memory=max_memory, must_keep=True)
    return next(each for each in stored() if each.name == tables.name)


_loaded: dict[str, bytearray] = {}
"""The tables in memory, the latest last."""


def load(
    tables: TableSet,
    *,
    may_build: bool = True,
    must_keep: bool = False,
    progress: Callable[[Building], None] | None = None,
    cancel: Cancel | None = None,
    max_memory: int = MAX_MEMORY,
) -> bytearray | None:
    """The tables of a set, one after the other, from memory or the cache folder.

    What is missing there or damaged is built and kept (`must_keep`: or `InputError` is raised), or without
    `may_build` the answer is None. Raises `LimitReached` and `Cancelled`.
    """
    if tables.name in _loaded and not must_keep:
        return _loaded[tables.name]
    if sum(tables.sizes) > max_memory:
        raise TablesTooLargeError(tables.name, sum(tables.sizes), max_memory)
    memory = bytearray(sum(tables.sizes))
    parts = list(zip(tables.patterns, tables.offsets, tables.sizes, strict=True))
    missing = []
    for pattern, offset, size in parts:
        path = folder() / tables.name / file_name(pattern)
        if not read(
            path, magic(tables), tables, pattern, [memoryview(memory)[offset : offset + size]]
        ):
            if not may_build:
                return None
            missing.append((pattern, offset, size))
    if missing:
        report = Report(tables, [size for _, _, size in missing], progress, cancel)
        build_patterns(tables, missing, memory, folder(), must_keep, report, max_memory)
    while sum(map(len, _loaded.values())) + len(memory) > max_memory:
        del _loaded[next(iter(_loaded))]
    _loaded[tables.name] = memory
    return memory
