"""The bit-parallel search with each level in a file, for atlases larger than memory.

The visited set and the two frontiers are in memory: three bitsets, or five for two threads. For each part of the
frames, a level's file has one bit for each word (1 if the word has a layout of the level), followed by the words whose
bit is 1. A stopped search continues after its last complete level. At the end, several passes over all levels write the
distances; each pass writes a range of ranks that fits into memory.
"""

from __future__ import annotations

import contextlib
import itertools
import struct
from collections.abc import Iterator
from dataclasses import replace
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.atlas import file as atlas_file
from huarong.atlas.bitparallel.bitsets import BitsetSearch, ranks_of
from huarong.atlas.bitparallel.frames import SpaceFrames, chunks, frames_of, views
from huarong.atlas.dense import TooLargeError
from huarong.atlas.job import AtlasBuild, State
from huarong.container import Container, Writer, writing
from huarong.errors import FileError
from huarong.kernels import kernel
from huarong.parallel import cores
from huarong.search.expansion import WordArray

_KIND = "level of bits"
_PART = 1 << 15
"""The number of words in a part of the frames; distances are written part by part."""
_BUFFER = 1 << 13
_LEVELS = 80
"""Bytes on the disk for each word of a bitset, for all levels: a word occurs in about ten levels."""
_LEAST_RANGE = 1 << 22
"""The minimum number of distances that a pass writes, even if the memory limit is lower."""
_BYTE = 255
"""The number of levels that a byte can store; the 256th value means no distance."""
_COUNT = struct.Struct("<Q")


def need(frames: SpaceFrames, threads: int) -> int:
    """Return the bytes of memory that the search takes."""
    return _held(frames) + 8 * (2 * threads + 1) * frames.words + 3 * threads * frames.count + 80 * _PART


def _held(frames: SpaceFrames) -> int:
    return sum(each.nbytes for each in frames.arrays.values())


def build(job: AtlasBuild) -> str | None:
    """Build an atlas by levels of bits, or resume it; return the reason if frames cannot be used.

    Raises `TooLargeError` if a build that was begun no longer fits.
    """
    frames, room, state = frames_of(job.space, job.goal.kinds, job.watch), job.watch.memory, job.state
    least = room + 1 if isinstance(frames, str) else need(frames, 1)
    if isinstance(frames, str) or least > room:
        if job.begun("frames"):
            raise TooLargeError(job.space.size, least, room)
        return frames if isinstance(frames, str) else "no room"
    if state is None:
        state = job.begin("frames", job.space.size + _LEVELS * frames.words)
        job.keep(state, True)
    elif not job.begun("frames"):
        return ""
    levels, threads = LevelFiles(job, frames), min(cores(), 2)
    levels.run(threads if need(frames, threads) <= room else 1, state)
    with writing(job.target, atlas_file.KIND, job.header(levels.width, tuple(levels.counts))) as out:
        levels.write(out, room)
        out.header["seconds"] = job.seconds
    return None


class LevelFiles:
    """A search of the frames of a space with each level in a file of a folder: `bits-0000` and so on."""

    def __init__(self, job: AtlasBuild, frames: SpaceFrames) -> None:
        self.job, self.space, self.watch, self.frames = job, job.space, job.watch, frames
        base = frames.arrays["base"]
        # Parts begin where frames do, so a frame lies in one part.
        cuts = np.unique(base[:-1] // _PART, return_index=True)[1]
        self.parts = [*cuts.tolist(), frames.count]
        self.counts: list[int] = []

    @property
    def width(self) -> int:
        """The number of bytes of a distance."""
        return 1 if len(self.counts) <= _BYTE else 2

    def path(self, depth: int) -> Path:
        """The file of a level."""
        return self.job.folder / f"bits-{depth:04}"

    def run(self, threads: int, state: State) -> None:
        """Search level by level, beginning after the levels whose files exist."""
        job = self.job
        search = BitsetSearch(self.space, self.frames, job.metric.code, 0, threads, self.watch)
        search.begin(job.goal)
        self._take_up(search)
        if self.counts:
            search.expand()
            search.core.deepen()
        while True:
            depth = len(self.counts)
            count = self._write(search, depth)
            if not count:
                break
            self.counts.append(count)
            job.keep(replace(state, depth=depth), False)
            self.watch.count(count, depth)
            search.expand()
            search.core.deepen()

    def _take_up(self, search: BitsetSearch) -> None:
        """Load the complete levels: the last becomes the frontier, the earlier ones the visited set."""
        depth = 0
        while count := self._sound(depth):
            self.counts.append(count)
            depth += 1
        if not depth:
            return
        bits, words, n = search.bits, self.frames.words, self.frames.count
        for half in range(2 * search.threads):
            for some in self._words():
                bits[half * words + some.start : half * words + some.stop] = 0
        search.touch[:] = 0
        for level in range(depth):
            last = level == depth - 1
            half = level % 2 * search.threads
            into = half * words if last else search.seen
            with self._opened(level) as file:
                for some in self._words():
                    here, found = _read(file, some.stop - some.start)
                    where = np.flatnonzero(np.unpackbits(here, bitorder="little"))
                    bits[into + some.start + where] |= found
                    self.watch.count(0)
            if last:
                frames = len(search.touch) // (2 * search.threads)
                search.touch[half * frames : half * frames + n] = 1
            else:
                search.core.deepen()

    def _sound(self, depth: int) -> int:
        """Return the number of layouts in the file of a level; 0 if the file is missing or damaged."""
        with contextlib.suppress(FileNotFoundError, FileError):
            with Container.open(self.path(depth), _KIND) as found, found.sense():
                count = int(found.header["layouts"])
                for _ in found.pieces():
                    self.watch.count(0)
            return count
        return 0

    def _words(self) -> Iterator[slice]:
        cuts = self.frames.arrays["base"][self.parts].tolist()
        for first, last in itertools.pairwise(cuts):
            yield slice(first, last)

    def _write(self, search: BitsetSearch, depth: int) -> int:
        """Write the unvisited layouts of the frontier as a level, if there are any, and return their number."""
        bits, words, count = search.bits, self.frames.words, 0
        halves = [(depth % 2 * search.threads + t) * words for t in range(search.threads)]
        about: dict[str, Any] = {"depth": depth}
        with writing(self.path(depth), _KIND, about, durable=False) as out:
            for some in self._words():
                new = bits[halves[0] + some.start : halves[0] + some.stop].copy()
                for other in halves[1:]:
                    new |= bits[other + some.start : other + some.stop]
                new &= ~bits[search.seen + some.start : search.seen + some.stop]
                here = new != 0
                found = new[here]
                out.write(_COUNT.pack(len(found)))
                if len(found):
                    out.write(np.packbits(here, bitorder="little").data)
                    out.write(found.data)
                    count += int(np.bitwise_count(found).sum())
                self.watch.count(0)
            out.header["layouts"] = count
        return count

    def write(self, out: Writer, memory: int) -> None:
        """Write all distances in the order of ranks, in passes that each fit into `memory` bytes."""
        size, width = self.space.size, self.width
        held = _held(self.frames) + 240 * _PART + 2 * _BUFFER * len(self.counts)
        window = min(size, max(_LEAST_RANGE, (memory - held) // width))
        passes = -(-size // window)
        window = -(-size // passes)
        ranks = ranks_of(self.space, self.frames, digits=8 * width)
        for low in range(0, size, window):
            result = np.empty(width * min(window, size - low), np.uint8)
            for first in range(0, len(result), 1 << 22):
                result[first : first + (1 << 22)] = 255
                self.watch.count(0)
            self._pass(ranks, result, low)
            for first in range(0, len(result), 1 << 20):
                out.write(result[first : first + (1 << 20)].data)
                self.watch.count(0)

    def _pass(self, ranks: Any, result: NDArray[np.uint8], low: int) -> None:
        """Write the distances of the ranks from `low` on, `width` bytes each."""
        base, deal, width = self.frames.arrays["base"], kernel("reorder").deal, self.width
        with contextlib.ExitStack() as stack:
            files = [stack.enter_context(self._opened(d)) for d in range(len(self.counts))]
            for (first, last), some in zip(itertools.pairwise(self.parts), self._words(), strict=True):
                n = some.stop - some.start
                # The bits of a part: its words of the visited set, then for each frame the binary digits of distances.
                wide = np.diff(base[first : last + 1])
                stride = np.repeat(wide, wide).astype(np.int64)
                begins = np.repeat(base[first:last] - some.start, wide)
                at = n + (8 * width - 1) * begins.astype(np.int64) + np.arange(n)
                bits = np.zeros((1 + 8 * width) * n, np.uint64)
                for depth, file in enumerate(files):
                    here, found = _read(file, n)
                    deal(bits.data, here.data, found.data, at.data, stride.data, depth)
                ranks.use(bits.data, -some.start, n - 8 * width * some.start)
                for begin, end in chunks(last - first, self.watch, 1024):
                    for byte in range(width):
                        out = next(views(result[byte:]))
                        ranks.write(first + begin, first + end, 8 * byte, out, width, low)

    def _opened(self, depth: int) -> BufferedReader[FileIO]:
        """Open the file of a level at its content, which `_sound` or `_write` has checked."""
        file = BufferedReader(FileIO(self.path(depth)), _BUFFER)
        file.seek(Container.offset)
        return file


def _read(file: BufferedReader[FileIO], n: int) -> tuple[NDArray[np.uint8], WordArray]:
    """Read a part of `n` words: bits that say which words have layouts of the level, and these words."""
    (count,) = _COUNT.unpack(file.read(_COUNT.size))
    here, found = bytearray(-(-n // 8) if count else 0), bytearray(8 * count)
    file.readinto(here)
    file.readinto(found)
    return np.frombuffer(here, np.uint8), np.frombuffer(found, np.uint64)
