"""A memory-mapped file of which at most a given number of bytes is resident at a time."""

from __future__ import annotations

import contextlib
import mmap
import os
import threading
from pathlib import Path

import numpy as np

from huarong.container import Container
from huarong.files import refusable, unwritable
from huarong.limits import Watch

_PART = 1 << 20
_LEAST, _MOST = 1 << 10, 1 << 22


class Mapped:
    """The bytes of a file after `Container.offset`, memory-mapped as `array`; about `room` of them are resident at
    most.

    The caller works on about `share()` layouts, then calls `trim`, and so on. How many pages a layout touches is not
    known beforehand, so `trim` measures it and adapts the share. Pages that are dropped stay in the file.
    """

    def __init__(self, path: Path, size: int, room: int) -> None:
        self.path = path
        with refusable(path):
            self.array = np.memmap(path, np.uint8, "r+", Container.offset, (size,))
        self.room, self._share, self._held = room, _LEAST, 0
        self._before = _resident() or 0

    @staticmethod
    def create(path: Path, size: int, watch: Watch) -> None:
        """Make a file with `size` bytes of 255, written so that the disk has room for all of them. Raises
        `FileError`.
        """
        ones = b"\xff" * _PART
        with refusable(path), path.open("wb") as file:
            file.write(bytes(Container.offset))
            for first in range(0, size, _PART):
                file.write(ones[: min(_PART, size - first)])
                watch.count(0)

    def share(self) -> int:
        """How many layouts to expand before the next call of `trim`."""
        return self._share

    def trim(self) -> None:
        """Drop all resident pages where they come near to `room`, and adapt the share; called between two kernel
        calls.
        """
        now = _resident()
        if now is None:  # the system does not say how many bytes are resident
            self._drop()
            return
        held = now - self._before
        if held - self._held > self.room // 8:
            self._share = max(_LEAST, self._share // 2)
        else:
            self._share = min(_MOST, 2 * self._share)
        if held > self.room * 3 // 4:
            self._drop()
            held = (_resident() or 0) - self._before
        self._held = held

    def _drop(self) -> None:
        with contextlib.suppress(AttributeError, ValueError):
            self.array._mmap.madvise(mmap.MADV_DONTNEED)  # type: ignore[attr-defined]

    def sync(self, watch: Watch) -> None:
        """Flush what was changed to the disk, asking the watch meanwhile. Raises `FileError`."""
        failed: list[OSError] = []

        def write() -> None:
            try:
                with self.path.open("r+b") as file:
                    os.fsync(file.fileno())
            except OSError as error:
                failed.append(error)

        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(0.05)
            watch.count(0)
        if failed:
            raise unwritable(self.path, failed[0]) from failed[0]

    def close(self) -> None:
        """Unmap the file; `array` must not be used any more."""
        memory = self.array._mmap  # type: ignore[attr-defined]
        del self.array
        with contextlib.suppress(BufferError):
            memory.close()


_PAGE = mmap.PAGESIZE


def _resident() -> int | None:
    """The bytes of mapped files that this process has in memory; None if the system does not say (Linux does)."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[2]) * _PAGE
    except (OSError, IndexError, ValueError):
        return None
