"""The bit-parallel search of all frames at once; it returns distances by rank."""

import threading
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.atlas.bitparallel.frames import AXIS, SpaceFrames, budget, chunks, views
from huarong.kernels import kernel, record
from huarong.limits import Watch
from huarong.model.board import Goal
from huarong.model.pieces import Range
from huarong.parallel import on_threads
from huarong.search.memory import Numbers
from huarong.space.space import Space

_LAST = 255
"""The level at which a search gives up: a byte holds distances up to 254, and 255 means none."""
_EIGHT = range(8)
_TABLES = {
    "axis": np.array(AXIS, np.uint64),
    "swap": np.array([AXIS[a] & ~AXIS[b] if max(a, b) < 6 else 0 for a in _EIGHT for b in _EIGHT], np.uint64),
    "twist": np.array(
        [AXIS[a] if max(p, q) < 6 and (q <= a < p or p < a <= q) else 0 for p, q, a in product(_EIGHT, repeat=3)],
        np.uint64,
    ),
}


class BitsetSearch:
    """A search of all frames: its bitsets and its threads."""

    def __init__(self, space: Space, frames: SpaceFrames, metric: int, digits: int, threads: int, watch: Watch) -> None:
        self.space, self.frames, self.watch, self.threads = space, frames, watch, threads
        self.digits = digits
        n, words = frames.count, frames.words
        widest = 1 << max(0, frames.most_axes - 6)
        longest = int(np.bincount(frames.rules.kind).max()) + 1
        room = widest * (4 if metric == 0 else 4 + 2 * max(longest, 2 * frames.most_axes))
        self.seen, self.numbers = 2 * threads * words, (2 * threads + 1) * words
        work = self.numbers + digits * words
        self.memory = Numbers("Q", work + threads * room)
        self.bits = np.frombuffer(self.memory.view, np.uint64)
        self.touch = touch = np.zeros(2 * threads * -(-n // 8) * 8, np.uint8)
        own = {"bits": self.bits, "touch": touch, "touch8": touch.view(np.uint64), "full": np.zeros(n, np.uint8)}
        begins = {"seen": self.seen, "numbers": self.numbers, "work": work}
        sizes = {"frames": n, "words": words, "threads": threads, "digits": digits, "room": room, "widest": widest}
        given = record({**frames.arrays, **frames.turns, **_TABLES, **own}, metric=metric, **begins, **sizes)
        self.core = kernel("cubes").FrameSearch(given)

    def begin(self, goal: Goal) -> None:
        """Put the goal's layouts into the first frontier, and mark corners that are not layouts as visited."""
        place, frames = self.frames.rules.place, self.frames
        goals = [[place.get(each, -1) for each in every] for every in goal.alternatives]
        flat = np.array([p for each in goals for p in (len(each), *each)], np.int32)
        at, parts = np.zeros(frames.most_axes + 1, np.int32), [np.zeros(0, np.uint64)]
        for axes in range(frames.least_axes, frames.most_axes + 1):
            at[axes] = sum(map(len, parts))
            parts.append(_corners(axes, self.space.counts[frames.single], self.space.empty))
        for first, last in chunks(frames.count, self.watch, 4 + len(flat)):
            self.core.begin(first, last, *views(np.concatenate(parts), at, flat))

    def levels(self) -> bool:
        """Search level by level, then free the frontiers. Return False if a distance is over 254."""
        while True:
            self.expand()
            found = self.core.new()
            self.watch.count(found, self.core.depth)
            if not found or self.core.depth == _LAST:
                break
            self.core.deepen()
        self.memory.forget(self.seen, lambda: self.watch.count(0))
        return not found

    def expand(self) -> None:
        """Expand the frontier with all threads; the first thread checks the watch."""
        stopped, depth = list[bool](), self.core.depth

        def work(thread: int) -> None:
            try:
                while self.core.run(thread, budget()) and not stopped:
                    if not thread:
                        self.watch.count(0, depth)
            except BaseException:
                stopped.append(True)
                raise

        on_threads(self.threads, work)

    def write(self, digit: int, out: NDArray[np.uint8], stride: int) -> None:
        """With all threads, write 8 bits of each layout's distance, from bit `digit` on, to `out[stride * rank]`."""
        parts = chunks(self.frames.count, None, 1024)
        lock = threading.Lock()

        def work(thread: int) -> None:
            ranks = ranks_of(self.space, self.frames, self.bits, self.seen, self.numbers, self.digits)
            try:
                while True:
                    with lock:
                        chunk = next(parts, None)
                    if chunk is None:
                        return
                    ranks.write(*chunk, digit, *views(out), stride)
                    if not thread:
                        self.watch.count(0)
            except BaseException:
                with lock:
                    parts.close()
                raise

        on_threads(self.threads, work)


def ranks_of(
    space: Space,
    frames: SpaceFrames,
    bits: NDArray[np.uint64] | None = None,
    seen: int = 0,
    numbers: int = 0,
    digits: int = 0,
) -> Any:
    """Return the kernel object that maps layouts of frames to ranks; its `write` needs the bitsets of a search."""
    spread = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    given = {
        **space.tables.edges,
        "letter": np.array(frames.rules.kind, np.int32) + 1,
        "head": np.array(frames.rules.head, np.int32),
        "spread": spread.view(np.uint64)[:, 0].copy(),
        "bits": np.zeros(0, np.uint64) if bits is None else bits,
        **{name: frames.arrays[name] for name in ("axes", "base", "slot", "place")},
    }
    layers, words = len(space.board.free) + 2, 1 << max(0, frames.most_axes - 6)
    sizes = {"first": int(space.tables.cell[0]), "single": frames.single + 1, "cells": space.board.size}
    return kernel("reorder").Ranks(layers, words, record(given, **sizes, seen=seen, numbers=numbers, digits=digits))


def _corners(axes: int, singles: Range, empty: Range) -> NDArray[np.uint64]:
    """Return as bits the corners of a cube that are layouts: numbers of singles and empty cells are allowed."""
    ones = np.zeros(1, np.int8)
    for _ in range(axes):
        ones = np.concatenate([ones, ones + 1])
    good = np.ones(len(ones), bool)
    for number, (least, most) in ((ones, singles), (axes - ones, empty)):
        good &= (number >= least) & (number <= (axes if most is None else most))
    packed = np.packbits(good, bitorder="little")
    return np.pad(packed, (0, -len(packed) % 8)).view(np.uint64)
