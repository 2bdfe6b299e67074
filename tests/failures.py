"""Failures at every call that changes a file: what was begun goes on to the same result, however and wherever it was
stopped.

`survives` counts the calls of some work, then fails one of them after the other, each in a folder of its own:

- **full**: from this call on the disk has no room; a write takes half of its bytes before;
- **refused**: this call alone fails;
- **before**, **after**: Ctrl-C just before the call, and just after;
- **killed**: the process ends at the call, in the middle of a write, and cleans nothing up.
"""

import builtins
import contextlib
import errno
import io
import itertools
import os
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from huarong.errors import HuarongError

T = TypeVar("T")

HOWS = ("full", "refused", "before", "after", *(["killed"] if hasattr(os, "fork") else []))
_ROOM = {"open", "write", "flush", "fsync", "mkdir"}
"""The calls that a full disk refuses."""
_KILLED = 77


class Calls:
    """Counts the calls that change files below a folder, and fails call number `at`."""

    def __init__(self, root: Path, at: int = 0, how: str = "") -> None:
        self.root, self.at, self.how = str(root), at, how
        self.made: list[str] = []

    def here(self, path: Any) -> bool:
        """Whether a path is below the folder; a number of an open file is taken to be."""
        return isinstance(path, int) or os.fspath(path).startswith(self.root)

    def make(self, name: str, call: Callable[[], T], half: Callable[[], Any] = lambda: None) -> T:
        """Make a call, or fail as is due; `half` does a part of it."""
        self.made.append(name)
        due = len(self.made) == self.at
        if (self.how == "full" and 0 < self.at <= len(self.made) and name in _ROOM) or (self.how == "refused" and due):
            half()
            raise OSError(errno.ENOSPC if self.how == "full" else errno.EIO, f"{name} failed")
        if due and self.how == "killed":
            half()
            os._exit(_KILLED)
        due = due and not threading.current_thread().daemon  # Ctrl-C never gets to those
        if due and self.how == "before":
            raise KeyboardInterrupt
        found = call()
        if due and self.how == "after":
            getattr(found, "close", int)()
            raise KeyboardInterrupt
        return found


class _Written:
    """An open file whose writes are calls, each at once: nothing waits in a buffer."""

    def __init__(self, file: Any, calls: Calls) -> None:
        self._file, self._calls = file, calls

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, data: Any) -> Any:
        def write(data: Any) -> Any:
            many = self._file.write(data)
            self._file.flush()
            return many

        some = data if isinstance(data, str) else memoryview(data).cast("B")
        half = some[: len(some) // 2]
        return self._calls.make("write", lambda: write(data), lambda: write(half))

    def truncate(self, *size: int) -> Any:
        return self._calls.make("truncate", lambda: self._file.truncate(*size))


@contextlib.contextmanager
def failing(calls: Calls) -> Iterator[None]:
    """A context in which calls that change files are counted, and fail as `calls` says."""
    real_open = io.open

    def opened(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        if not set(mode) & set("wax+") or not calls.here(file):
            return real_open(file, mode, *args, **options)
        found = calls.make("open", lambda: real_open(file, mode, *args, **options))
        return _Written(found, calls)

    def patched(name: str) -> Any:
        real = getattr(os, name)

        def call(path: Any, *args: Any, **options: Any) -> Any:
            if not calls.here(path) and "dir_fd" not in options:
                return real(path, *args, **options)
            if name == "fsync":  # whether the machine stops is not what is tried here
                return calls.make(name, lambda: None)
            return calls.make(name, lambda: real(path, *args, **options))

        return mock.patch.object(os, name, call)

    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(io, "open", opened))
        stack.enter_context(mock.patch.object(builtins, "open", opened))
        for name in ("fsync", "replace", "rename", "unlink", "remove", "rmdir", "mkdir", "truncate"):
            stack.enter_context(patched(name))
        yield


def survives(
    folder: Path, work: Callable[[Path], T], *, hows: Sequence[str] = HOWS, every: int = 1, twice: bool = False
) -> list[str]:
    """Fail each call of some work in each way, and have it go on: the result is that of work which was never stopped.

    `work` takes a folder in which it may write, and goes on with what it finds there; an error of it must be one that
    tells the user what is wrong. With `every`, only every so many-th of the failures is tried; `twice` fails once more,
    at a call drawn at random, before it goes on. Returns the names of the calls.
    """
    whole = Calls(folder)
    (folder / "whole").mkdir()
    with failing(whole):
        expected = work(folder / "whole")
    assert whole.made
    tried = itertools.product(range(1, len(whole.made) + 1), hows)
    wrong = list[str]()
    for at, how in itertools.islice(tried, 0, None, every):
        place = folder / f"{at}-{how}"
        place.mkdir()
        try:
            stopped(place, work, at, how)
            if twice:
                draw = random.Random(place.name)
                stopped(place, work, draw.randint(1, len(whole.made)), draw.choice(hows))
            found = work(place)
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        if found != expected:
            wrong.append(f"{how} at call {at}, {whole.made[at - 1]}: {found}")
    assert not wrong, "\n".join(wrong)
    return whole.made


def stopped(place: Path, work: Callable[[Path], Any], at: int, how: str) -> None:
    """Do some work until it fails at a call; it may also get over it."""
    if how != "killed":
        with contextlib.suppress(HuarongError, KeyboardInterrupt), failing(Calls(place, at, how)):
            work(place)
        return
    child = os.fork()
    if not child:
        try:
            with failing(Calls(place, at, how)):
                work(place)
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) in (0, _KILLED)
