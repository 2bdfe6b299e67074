"""A journal: a file to which each finished part of a long computation is appended, so that it can be resumed."""

from __future__ import annotations

import errno
import json
import os
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from huarong.errors import FileError
from huarong.files import refusable, unwritable
from huarong.parallel import Threads


class Journal:
    """The finished parts of a computation, by name; with a path, in a file of JSON lines that names the computation.

    A line has a name, a result, and a checksum of both, and is added at once: programs that share a journal compute
    some parts twice, and lose none. An incomplete last line, left by a program that was killed,
    is dropped. Raises `FileError` if the file belongs to another computation, a line is damaged, or the disk is full.

    >>> journal = Journal(None, "squares")
    >>> [journal.get(str(n), lambda: n * n) for n in (2, 2)]
    [4, 4]
    """

    def __init__(self, path: str | Path | None, title: str) -> None:
        self.path, self.parts = None if path is None else Path(path), dict[str, Any]()
        if self.path is None:
            return
        try:
            lines = self.path.read_bytes().splitlines(True) if self.path.is_file() else []
            whole = [line for line in lines if line.endswith(b"\n")]
            if whole and json.loads(whole[0]) != {"work": title}:
                raise ValueError
            if lines and not whole and not _line({"work": title}).startswith(lines[0]):
                raise ValueError  # an unfinished first line may be another file's: do not overwrite it
            for number, line in enumerate(whole[1:], 2):
                if line != whole[0]:  # begun by two at once
                    self._read(number, line)
            if whole != lines:
                os.truncate(self.path, sum(map(len, whole)))
            if not whole:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._write({"work": title})
        except FileError:
            raise
        except (ValueError, RecursionError):
            raise FileError("{path} is the journal of different work: use another file", path=str(path)) from None
        except OSError as error:
            raise unwritable(self.path, error) from error

    def get(self, name: str, make: Callable[[], Any]) -> Any:
        """The result of a part, as JSON: from the journal, or made now by `make` and written to it."""
        if name not in self.parts:
            self.parts[name] = make()
            found = [name, self.parts[name]]
            self._write([*found, _checksum(found)])
        return self.parts[name]

    def get_all(self, parts: Iterable[tuple[str, Callable[[], Any]]], workers: int) -> Iterator[tuple[str, Any]]:
        """The names and results of parts, in their order; missing parts are made, `workers` at a time.

        >>> list(Journal(None, "squares").get_all([("2", lambda: 4), ("3", lambda: 9)], 2))
        [('2', 4), ('3', 9)]
        """
        waiting: deque[tuple[str, Callable[[], Any]]] = deque()
        with Threads(workers) as pool:
            for name, make in parts:
                waiting.append((name, make if name in self.parts else pool.submit(make).result))
                if len(waiting) > 2 * workers:
                    yield (first := waiting.popleft())[0], self.get(*first)
            while waiting:
                yield (first := waiting.popleft())[0], self.get(*first)

    def _read(self, number: int, line: bytes) -> None:
        try:
            *found, checksum = json.loads(line)
            name, part = found
            sound = isinstance(name, str) and checksum == _checksum(found)
        except (ValueError, TypeError, RecursionError):
            sound = False
        if not sound:
            template = "line {line} of {path} is damaged: name another journal, or remove the line"
            raise FileError(template, line=number, path=str(self.path))
        self.parts[name] = part

    def _write(self, line: Any) -> None:
        if self.path is None:
            return
        data = _line(line)
        with refusable(self.path), self.path.open("ab", buffering=0) as file:
            if file.write(data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _line(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def _checksum(found: list[Any]) -> int:
    return zlib.crc32(json.dumps(found).encode())
