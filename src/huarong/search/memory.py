"""Zeroed memory for numbers that can grow and is returned to the system at once.

Small blocks come from Python's heap, where they cost least; large blocks are anonymous memory maps. The features of
`mmap` depend on the system: Windows has neither private mappings nor advice. Only this module handles these
differences.
"""

import contextlib
import mmap
from array import array
from collections.abc import Callable

_LITTLE = 1 << 20
"""The largest block, in bytes, that comes from the heap."""
_LARGE = 1 << 22
"""The smallest block, in bytes, for which the allocator requests large pages."""
_PAGE = 1 << 21
"""The bytes of a large page."""
_PART = 1 << 26
"""The number of bytes that are returned to the system in about 10 ms."""


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

    def _take(self, memory: bytearray | mmap.mmap, size: int | None = None) -> None:
        self.memory = memory
        self.view: memoryview[int] = memoryview(memory)[:size].cast(self.code)  # type: ignore[call-overload]

    def grow(self, count: int, most: int = 0) -> None:
        """Enlarge to `count` numbers and keep the existing ones. No reference to the old view may be left.

        For later growth up to `most` numbers, addresses are reserved at once and memory is taken as it is used, because
        moved memory loses its large pages. Raises `MemoryError` if there is not enough memory.
        """
        self.view.release()
        memory, size = self.memory, count * self.width
        if size > len(memory):
            reserved = _reserved(most * self.width) if _LARGE < size < most * self.width else None
            larger = _zeroed(size) if reserved is None else reserved
            larger[: len(memory)] = memory[:]
            _give_back(memory)
            memory = larger
        self._take(memory, size)

    def touch(self, look: Callable[[], None]) -> None:
        """Let the system provide all pages now, so that the first pass over the memory need not wait for them.

        `look` is called every few hundredths of a second and may raise an error.
        """
        page = _PAGE // self.width
        for i in range(0, len(self.view), page):
            if i % (4 * page) == 0:
                look()
            self.view[i] = self.view[i]

    def forget(self, count: int, look: Callable[[], None] = lambda: None) -> None:
        """Return the pages of the first `count` numbers to the system; do not read these numbers again."""
        if isinstance(self.memory, mmap.mmap):
            _forget(self.memory, count * self.width, look)

    def close(self, look: Callable[[], None] = lambda: None) -> None:
        """Return the memory to the system. No reference to the view may be left.

        This takes a second for some GB, so `look` is called between parts of it and may raise an error.
        """
        self.view.release()
        _give_back(self.memory, look)
        self.memory = bytearray()


def _zeroed(size: int) -> bytearray | mmap.mmap:
    """Return an anonymous map of zeros, private to this process if the system allows. Raises `MemoryError`."""
    if size <= _LITTLE:
        return bytearray(size)
    private = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)
    try:
        memory = mmap.mmap(-1, size, flags=private) if private else mmap.mmap(-1, size)
    except OSError as error:
        raise MemoryError(str(error)) from None
    _advise(memory)
    return memory


def _reserved(size: int) -> mmap.mmap | None:
    """Reserve addresses for `size` bytes if the system provides memory only on use; else return None."""
    if not hasattr(mmap, "MADV_DONTNEED"):
        return None
    try:
        memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0))
    except OSError:
        return None
    _advise(memory)
    return memory


def _advise(memory: mmap.mmap) -> None:
    """Request large pages, because look-ups in large memory are random."""
    if len(memory) >= _LARGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)


def _give_back(memory: bytearray | mmap.mmap, look: Callable[[], None] = lambda: None) -> None:
    if isinstance(memory, bytearray):
        return
    _forget(memory, len(memory), look)
    # The traceback of an exception may still hold a view: the pages are freed already, the addresses follow with the
    # view.
    with contextlib.suppress(BufferError):
        memory.close()


def _forget(memory: mmap.mmap, size: int, look: Callable[[], None]) -> None:
    """Return the pages that lie wholly in the first `size` bytes to the system."""
    size = size if size == len(memory) else size // mmap.PAGESIZE * mmap.PAGESIZE
    if hasattr(mmap, "MADV_DONTNEED"):
        for first in range(0, size, _PART):
            look()
            memory.madvise(mmap.MADV_DONTNEED, first, min(_PART, size - first))
