"""The files of pattern databases: containers (`huarong.container`) whose headers name the set and the pattern.

The content of a `.table` file is the table, that of a `.table.begun` file the checkpoint of a build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from huarong.container import Container, writing
from huarong.errors import FileError
from huarong.files import refusable
from huarong.tiles.tableset import TableSet

TABLE, BEGUN = ".table", ".table.begun"
"""How the names of files end, and what kind they are."""
PIECE = 1 << 20
"""How many bytes are read, written or filled at a time, in a few milliseconds."""


def file_name(pattern: tuple[int, ...], ending: str = TABLE) -> str:
    """The name of a pattern's file.

    >>> file_name((1, 2, 3))
    '1.2.3.table'
    """
    return ".".join(map(str, pattern)) + ending


def _header(tables: TableSet, pattern: tuple[int, ...]) -> dict[str, object]:
    return {"set": tables.name, "pattern": list(pattern)}


def _opened(path: Path, kind: str, tables: TableSet, pattern: tuple[int, ...], size: int) -> Container:
    """Open the file of a pattern. Raises `FileNotFoundError` and `FileError`."""
    found = Container.open(path, kind[1:])
    expected = {**_header(tables, pattern), "kind": kind[1:]}
    if found.header != expected or found.size != size:
        found.close()
        raise FileError("{path} belongs to another pattern", path=path)
    return found


def holds(path: Path, tables: TableSet, pattern: tuple[int, ...], size: int) -> bool:
    """Whether a file exists and is the table of a pattern, by its header only."""
    try:
        _opened(path, TABLE, tables, pattern, size).close()
    except (FileNotFoundError, FileError):
        return False
    return True


def read_table(
    path: Path,
    kind: str,
    tables: TableSet,
    pattern: tuple[int, ...],
    into: Sequence[memoryview] | int,
    check: Callable[[], None],
) -> bool:
    """Read a pattern's file into memory; returns whether it is there, valid, and of this pattern.

    `into` may also be the expected number of bytes: then the content is only checked. `check` is called every few
    milliseconds and may raise.
    """
    parts = [] if isinstance(into, int) else [part for part in into if part]
    size = into if isinstance(into, int) else sum(map(len, parts))
    try:
        with _opened(path, kind, tables, pattern, size) as found:
            for piece in found.pieces():
                while piece and parts:
                    many = min(len(piece), len(parts[0]))
                    parts[0][:many] = piece[:many]
                    piece, parts[0] = piece[many:], parts[0][many:]
                    if not parts[0]:
                        del parts[0]
                check()
    except (FileNotFoundError, FileError):
        return False
    return True


def write_table(
    path: Path,
    kind: str,
    tables: TableSet,
    pattern: tuple[int, ...],
    body: Iterable[memoryview],
    check: Callable[[], None],
) -> None:
    """Write a file, whole or not at all. `check` is called every few milliseconds and may raise.

    Raises `FileError`. The file is not flushed to the disk, since its content can be computed again.
    """
    with refusable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with writing(path, kind[1:], _header(tables, pattern), durable=False) as file:
        for part in body:
            for at in range(0, len(part), PIECE):
                file.write(part[at : at + PIECE])
                check()
