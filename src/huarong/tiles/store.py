"""The pattern databases of tiles in the user's cache folder: building, listing, removing, and reading with checks."""

import contextlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Unpack

from huarong.errors import HuarongError, UnknownName
from huarong.files import cache_folder
from huarong.limits import GivenLimits, Watch, limited
from huarong.tiles.building import BEGUN, TABLE, Order, build_patterns, file_name, forget_checkpoint, holds, read_table
from huarong.tiles.tableset import TableSet, TablesTooLargeError, table_set


@dataclass(frozen=True, slots=True)
class StoredTables:
    """A set of tables in the cache folder: its name, its bytes, whether it is complete, and its folder."""

    name: str
    bytes: int
    complete: bool
    path: Path

    def to_json(self) -> dict[str, Any]:
        """The set as JSON."""
        return asdict(self) | {"path": str(self.path)}


def tables_folder() -> Path:
    """Return the folder of the tables, in the user's cache folder or in the one that `HUARONG_CACHE` names."""
    return cache_folder("tables")


def stored_tables() -> tuple[StoredTables, ...]:
    """Return the sets in the cache folder, including incomplete ones."""
    result = []
    for path, tables in _folders():
        with contextlib.suppress(OSError):
            files = [path / file_name(pattern) for pattern in tables.patterns]
            sizes = [file.stat().st_size if file.is_file() else 0 for file in files]
            sizes += [file.stat().st_size for file in path.glob("*" + BEGUN)]
            result.append(StoredTables(path.name, sum(sizes), _complete(path, tables), path))
    return tuple(result)


def larger_sets(than: TableSet, most: int) -> list[TableSet]:
    """The complete sets in the cache folder that can replace another one and are larger, of at most `most` bytes."""
    return [
        tables
        for path, tables in _folders()
        if tables.like(than) and sum(than.sizes) < sum(tables.sizes) <= most and _complete(path, tables)
    ]


def _folders() -> Iterator[tuple[Path, TableSet]]:
    """Iterate over the folders that are named like sets, with the sets."""
    for path in sorted(tables_folder().glob("*-*")):
        with contextlib.suppress(HuarongError):
            yield path, table_set(path.name)


def _complete(path: Path, tables: TableSet) -> bool:
    """Whether a folder has all tables of a set, judging by their headers; false if they cannot be read."""
    with contextlib.suppress(OSError):
        each = zip(tables.patterns, tables.sizes, strict=True)
        return all(holds(path / file_name(pattern), tables, pattern, size) for pattern, size in each)
    return False


def remove_tables(name: str) -> int:
    """Remove a set from the cache folder; return the bytes freed. Raises `UnknownName`."""
    found = next((each for each in stored_tables() if each.name == name), None)
    if found is None:
        raise UnknownName(name, [each.name for each in stored_tables()])
    for path in found.path.glob("*.table*"):
        path.unlink()
    with contextlib.suppress(OSError):
        found.path.rmdir()
    _loaded.pop(name, None)
    return found.bytes


@limited
def build_tables(name: str, **limits: Unpack[GivenLimits]) -> StoredTables:
    """Build a set in the cache folder; existing valid tables are kept.

    Each pattern is written as soon as it is finished, and a checkpoint every few seconds, from which a stopped or
    killed build continues. `progress` counts entries, of `total`, and its `part` is the set's name. Raises
    `UnknownName`, `InputError`, `FileError`, `LimitReached` and `Cancelled`.
    """
    tables = table_set(name)
    watch = Watch.of(**limits, unit="entry")
    orders = []
    for pattern, size in zip(tables.patterns, tables.sizes, strict=True):
        path = _path(tables, pattern)
        sound = read_table(path, TABLE, tables, pattern, size, lambda: watch.count(0))
        if sound:
            forget_checkpoint(path.parent, pattern)
        else:
            orders.append(Order(pattern, path))

    def report(depth: int, done: int, total: int) -> None:
        watch.look(depth, done, total, tables.name)

    if orders:
        build_patterns(tables, orders, watch, report)
    return next(each for each in stored_tables() if each.name == tables.name)


def _path(tables: TableSet, pattern: tuple[int, ...]) -> Path:
    return tables_folder() / tables.name / file_name(pattern)


_loaded: dict[str, bytearray] = {}
"""The tables in memory, the most recently used last."""


def load_tables(tables: TableSet, watch: Watch, may_build: bool = True) -> bytearray | None:
    """Return the tables of a set, concatenated, from memory or the cache folder.

    Missing or damaged tables are built, and kept in the folder if it is writable; without `may_build`, the result is
    None instead. `watch` can end the work but does not count it. Raises `LimitReached` and `Cancelled`.
    """
    if tables.name in _loaded:
        return _loaded[tables.name]
    size = sum(tables.sizes)
    if size > watch.memory:
        raise TablesTooLargeError(tables.name, size, watch.memory)
    memory, orders = bytearray(size), []
    for pattern, offset, length in zip(tables.patterns, tables.offsets, tables.sizes, strict=True):
        path, place = _path(tables, pattern), memoryview(memory)[offset : offset + length]
        if not read_table(path, TABLE, tables, pattern, [place], lambda: watch.count(0, part=tables.name)):
            if not may_build:
                return None
            orders.append(Order(pattern, path, place))
    if orders:
        build_patterns(tables, orders, watch, lambda *_: watch.count(0, part=tables.name))
    while _loaded and sum(map(len, _loaded.values())) + size > watch.memory:
        del _loaded[next(iter(_loaded))]
    _loaded[tables.name] = memory
    return memory
