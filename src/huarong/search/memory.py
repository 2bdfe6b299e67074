"""Zeroed memory for numbers, which grows and is given back at once, on every system.

A little comes from Python's own heap, where it costs least. For much, `mmap` is asked; what it offers differs: Windows
has neither private mappings nor advice, macOS cannot resize. Nothing else in the package asks for any of that.
"""

from __future__ import annotations

import contextlib
import mmap
from array import array
from collections.abc import Callable

__all__ = ["Numbers"]

_LITTLE = 1 << 20
"""Up to so many bytes come from the heap."""
_LARGE = 1 << 22
"""From so many bytes on, large pages are worth asking for."""
_PAGE = 1 << 21
"""A large page."""
_PART = 1 << 26
"""So many bytes are given back within some 10 ms."""


class Numbers:
    """Zeroed numbers of one `array` type code, seen through `view`, a memoryview.

    >>> numbers = Numbers("Q", 2)
    >>> numbers.view[1] = 7
    >>> numbers.grow(4)
    >>> list(numbers.view[:4])
    [0, 7, 0, 0]
    >>> numbers.close()
    """

    def __init__(self, code: str, count: int) -> None:
        self.code, self.width = code, array(code).itemsize
        self._take(_zeroed(max(1, count) * self.width))

    def _take(self, memory: bytearray | mmap.mmap) -> None:
        self.memory = memory
        self.view: memoryview[int] = memoryview(memory).cast(self.code)  # type: ignore[call-overload]

    def grow(self, count: int) -> None:
        """Make room for so many numbers in all, keeping those that are there; nothing may look at the old view.

        Raises `MemoryError` where there is none.
        """
        self.view.release()
        memory, size = self.memory, count * self.width
        if not _resized(memory, size):
            memory = _zeroed(size)
            memory[: len(self.memory)] = self.memory[:]
            _give_back(self.memory)
        self._take(memory)

    def touch(self, look: Callable[[], None]) -> None:
        """Have the system provide all of it now: the first to look all over it would wait for long.

        `look` is called every few hundredths of a second; it may raise.
        """
        page = _PAGE // self.width
        for i in range(0, len(self.view), page):
            if i % (4 * page) == 0:
                look()
            self.view[i] = self.view[i]

    def close(self, look: Callable[[], None] = lambda: None) -> None:
        """Give the memory back; nothing may look at it any more.

        As that takes a second for some GB, `look` is called between parts of it; it may raise.
        """
        self.view.release()
        _give_back(self.memory, look)
        self.memory = bytearray()


def _zeroed(size: int) -> bytearray | mmap.mmap:
    """So many bytes, of this process alone where that can be said. Raises `MemoryError`."""
    if size <= _LITTLE:
        return bytearray(size)
    private = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)
    try:
        memory = mmap.mmap(-1, size, flags=private) if private else mmap.mmap(-1, size)
    except OSError as error:
        raise MemoryError(str(error)) from None
    _advise(memory)
    return memory


def _resized(memory: bytearray | mmap.mmap, size: int) -> bool:
    """Whether memory could be made larger (or smaller) where it is."""
    if isinstance(memory, bytearray):
        return False
    try:
        memory.resize(size)
    except (AttributeError, SystemError, OSError, ValueError):
        return False
    _advise(memory)
    return True


def _advise(memory: mmap.mmap) -> None:
    """Ask for large pages: look-ups go all over large memory."""
    if len(memory) >= _LARGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)


def _give_back(memory: bytearray | mmap.mmap, look: Callable[[], None] = lambda: None) -> None:
    if isinstance(memory, bytearray):
        return
    if hasattr(mmap, "MADV_DONTNEED"):
        for first in range(0, len(memory), _PART):
            look()
            memory.madvise(mmap.MADV_DONTNEED, first, min(_PART, len(memory) - first))
    # A frame of an error on its way may still hold a view: the pages are gone, the addresses go with that view.
    with contextlib.suppress(BufferError):
        memory.close()
