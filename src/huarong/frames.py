"""Whole spaces, many layouts at once: sets of layouts as bits, one bitset for each frame.

A frame is where all pieces but the singles (interchangeable 1x1 pieces that slide freely) lie. Where a
space has singles this is many times faster than one layout at a time (`huarong.sweep`), and gives the
same. `docs/frames.md` explains it with a drawing; `huarong.kernels.frames`, `cubes` and `reorder` do the work.
"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from huarong.board import DIRECTIONS, Metric
from huarong.kernels import kernel
from huarong.pieceset import Range
from huarong.puzzle import Goal
from huarong.rules import Rules
from huarong.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Look", "components", "distances"]

Look = Callable[[int, int], None]
"""Called many times a second with the distance and how many layouts were found since; may raise."""

_MOST_AXES = 20
_WASTE = 16
"""Bits for each layout, at most: a cube also has corners that are none."""

_ALL = (1 << 64) - 1
_ROOM = 1 << 14
_NEVER = -(1 << 62)
_METRICS = tuple(Metric)
_AXIS = tuple(sum(1 << s for s in range(64) if s >> a & 1) for a in range(6))
_EIGHT = range(8)
_TABLES = {
    "axis": np.array(_AXIS, np.uint64),
    "swap": np.array(
        [_AXIS[a] & ~_AXIS[b] if max(a, b) < 6 else 0 for a in _EIGHT for b in _EIGHT], np.uint64
    ),
    "twist": np.array(
        [
            _AXIS[a] if max(p, q) < 6 and (q <= a < p or p < a <= q) else 0
            for p in _EIGHT
            for q in _EIGHT
            for a in _EIGHT
        ],
        np.uint64,
    ),
}


def distances(
    space: Space,
    goal: Goal,
    metric: Metric | str,
    *,
    threads: int = 1,
    look: Look | None = None,
    max_bytes: int | None = None,
) -> NDArray[np.uint8] | None:
    """For every rank the distance to the goal, 255 where there is no way.

    None where the space has no frames to exploit, where the goal names its only kind of singles, where a
    distance passes 254, and where more than `max_bytes` would be needed: besides the result about 2 bytes a
    layout if singles may lie almost anywhere, and up to 22 if few sets of cells are right for them.

    >>> space = Space.parse("3x2 2x1:1 1x1:3")
    >>> distances(space, Goal.of([[(0, 0)]]), "step").tolist()
    [1, 255, 255, 0, 0, 0, 0, 255, 255, 2, 3, 4, 255, 255, 255, 255]
    """
    look = look or _ignore
    frames = _frames(space, {kind for each in goal.alternatives for kind, _ in each}, look)
    if frames is None or not frames.fit(8, threads, space.size, max_bytes):
        return None
    search = _Search(space, frames, _METRICS.index(Metric(metric)), 8, threads, look)
    search.begin(goal)
    if not search.levels():
        return None
    result = np.empty(space.size, np.uint8)
    search.write(0, result, 1)
    return result


def components(
    space: Space, *, look: Look | None = None, max_bytes: int | None = None
) -> tuple[NDArray[np.uint32], NDArray[np.int64]] | None:
    """For every rank the number of its component, and the least rank of each, which rises.

    The same as `huarong.sweep.components`. None where the space has no frames to exploit or a kind that may slide there but not back, and where more
    than `max_bytes` would be needed: besides the result 2 to 6 bytes a layout if singles may lie almost anywhere.

    >>> components(Space.parse("2x2 2x1:1 1x1:1"))
    (array([0, 1, 1, 0], dtype=uint32), array([0, 1]))
    """
    ways = [kind.directions for kind in space.kinds]
    if any((a in each) != (b in each) for each in ways for a, b in ("UD", "LR")):
        return None
    look = look or _ignore
    frames = _frames(space, set(), look)
    if frames is None or not frames.fit(32, 1, 4 * space.size, max_bytes):
        return None
    search = _Search(space, frames, 0, 32, 1, look)
    search.begin(Goal(()))
    number = search.join()
    labels, numbers = np.zeros(space.size, np.uint32), np.zeros(number + 1, np.uint32)
    least = np.empty(number, np.int64)
    for k in range((number.bit_length() + 7) // 8):
        search.write(8 * k, labels.view(np.uint8)[k:], 4)
    for first, last in _chunks(space.size, look):
        kernel("reorder").renumber(*_views(labels, numbers, least), first, last)
    return labels, least


def _ignore(depth: int, layouts: int) -> None:
    """Look at nothing."""


def _budget() -> int:
    """How many words of work a kernel does at a time."""
    return 1 << 17 if kernel("frames").compiled else 1 << 9


def _chunks(n: int, look: Look, cost: int = 1) -> Generator[tuple[int, int], None, None]:
    """Ranges that make up 0 to n, each of about the budget where an item costs so much; looks after each."""
    size = max(1, _budget() // cost)
    for first in range(0, n, size):
        yield first, min(n, first + size)
        look(0, 0)


def _views(*arrays: Any) -> Iterator[memoryview]:
    """Arrays for a kernel: uncompiled, it is to read plain integers from them."""
    return map(memoryview, arrays)


@dataclass(frozen=True, eq=False)
class _Frames:
    """The frames of a space and the slides between them, as `huarong.kernels.frames` describes them.

    `room` is the largest number of axes, `least` the least that there may be.
    """

    rules: Rules
    single: int
    words: int
    least: int
    room: int
    arrays: dict[str, Any]
    turns: dict[str, Any]

    @property
    def count(self) -> int:
        """How many frames there are."""
        return len(self.arrays["axes"])

    def fit(self, digits: int, threads: int, result: int, most: int | None) -> bool:
        """Whether a search takes no more than so many bytes with its result."""
        own = sum(each.nbytes for each in self.arrays.values())
        need = 8 * (2 * threads + 1 + digits) * self.words + own + result
        return most is None or need <= most


_KEPT: WeakKeyDictionary[Space, dict[int, _Frames | None]] = WeakKeyDictionary()
"""The frames that were found, for as long as their space lives."""


def _frames(space: Space, named: set[int], look: Look) -> _Frames | None:
    """The frames of a space whose singles are not named; None where there are none to exploit."""
    single = _single(space, named)
    if single is None or sys.byteorder != "little":
        return None
    kept = _KEPT.setdefault(space, {})
    if single not in kept:
        kept[single] = _connected(space, single, look)
    return kept[single]


def _single(space: Space, named: set[int]) -> int | None:
    """The kind of the singles, the most numerous that fits; None where none does."""
    fits = [
        (space.board.size if most is None else most, k)
        for k, (kind, (_, most)) in enumerate(zip(space.kinds, space.counts, strict=True))
        if len(kind.shape) == 1
        and kind.directions == DIRECTIONS
        and (kind.gates or not space.board.gates)
        and k not in named
    ]
    most, single = max(fits, default=(0, 0))
    return single if most > 0 and 0 < len(space.board.free) <= 64 and space.size else None


def _connected(space: Space, single: int, look: Look) -> _Frames | None:
    """Go through all frames and find the slides between them; None where that would not pay."""
    code, rules = kernel("frames"), Rules.of(space.board, space.kinds, True)
    larger = [p for p, k in enumerate(rules.kind) if k != single]
    entered = (
        rules.enter[4 * p + d] for p in larger for d in range(4) if rules.step[4 * p + d] >= 0
    )
    if max((cells.bit_count() for cells in entered), default=0) > code.most_freed:
        return None
    draw = random.Random(len(larger))
    distinct = False
    while not distinct:  # two frames have the same key once in 2**64 / n**2 spaces
        sign = np.array([draw.getrandbits(64) for _ in rules.kind], np.uint64)
        survey = _survey(space, rules, single, sign, look)
        if survey is None:
            return None
        least, sums, arrays = survey
        n, slots, codes = len(arrays["axes"]), len(arrays["place"]), np.zeros(4097, np.uint64)
        links = {
            "pair": np.zeros(2 * n + 1, np.int32),
            "pairs": np.empty(4 * sums[6], np.uint8),
            "link": np.zeros(slots + 1, np.int32),
            "into": np.empty(4 * slots, np.int32),
            "frame": np.empty(4 * slots, np.int32),
            "turn": np.empty(4 * slots, np.uint16),
            "way": np.empty(4 * slots, np.uint8),
        }
        given = {name: arrays[name] for name in ("slot", "place")} | links
        given |= {"key": arrays.pop("key"), "solid": arrays.pop("solid"), "codes": codes}
        given |= {"sign": sign, "beside": _beside(space)}
        given |= {"table": np.zeros(1 << (2 * n).bit_length(), np.int32)}
        views = {name: memoryview(each) for name, each in given.items()}
        core = code.Frames(
            cells=len(space.board.free),
            step=rules.step,
            cover=rules.cover,
            enter=rules.enter,
            **views,
        )
        distinct = all(core.index(*each) for each in _chunks(n, look))
    if not all(core.connect(*each) for each in _chunks(n, look, 16)):
        return None
    link = links["link"]
    for name in ("into", "frame", "turn", "way"):
        links[name] = links[name][: link[-1]].copy()
    links["onto"] = arrays["base"][links["frame"]]
    links["more"] = (link[links["into"] + 1] - link[links["into"]] > 1).view(np.uint8)
    return _Frames(rules, single, int(sums[2]), least, int(sums[7]), arrays | links, _turns(codes))


def _survey(
    space: Space, rules: Rules, single: int, sign: NDArray[np.uint64], look: Look
) -> tuple[int, NDArray[np.int64], dict[str, Any]] | None:
    """All frames in order; None where there are so many that they would waste memory or time.

    The least number of axes; the kernel's sums; arrays by frame (and `place` by slot).
    """
    cells, budget = len(space.board.free), _budget()
    begin: list[list[int]] = [[] for _ in range(cells)]
    for p, k in enumerate(rules.kind):
        if k != single:
            begin[(rules.cover[p] & -rules.cover[p]).bit_length() - 1].append(p)
    start = np.cumsum([0, *map(len, begin)], dtype=np.int32)
    places = np.array([p for each in begin for p in each], np.int32)
    bounds = np.zeros((len(space.kinds), 4), np.int32)
    for k, (kind, (low, high)) in enumerate(zip(space.kinds, space.counts, strict=True)):
        if k != single:
            bounds[k, :3] = len(kind.shape), low, cells if high is None else min(cells, high)
    free = (space.counts[single], space.empty)
    least = sum(low for low, _ in free)
    most = min(cells, sum(cells if high is None else high for _, high in free))
    sums, stack = np.zeros(8, np.int64), np.zeros((cells + 1, 4), np.int32)
    taken = np.zeros(cells + 1, np.uint64)
    sums[0], sums[5], stack[0, 3] = 1, (bounds[:, 0] * bounds[:, 1]).sum(), cells
    room, steps = min(_ROOM, budget), 0
    names = ("key", "solid", "axes", "base", "slot", "place")
    types = (np.uint64, np.uint64, np.uint8, np.int32, np.int32, np.int32)
    parts: list[list[Any]] = [[] for _ in names]
    while sums[0]:
        slots = int(sums[3])
        arrays = [np.empty(room, each) for each in types[:5]] + [np.empty(room * cells, np.int32)]
        n = kernel("frames").survey(
            *_views(sums),
            budget,
            cells,
            least,
            most,
            *_views(start, places),
            rules.cover,
            rules.kind,
            *_views(bounds, sign, stack, taken, *arrays),
        )
        for part, array, used in zip(parts, arrays, [n] * 5 + [int(sums[3]) - slots], strict=True):
            part.append(array[:used].copy())
        steps += budget
        wasted = sums[7] > _MOST_AXES or 64 * sums[2] > _WASTE * space.size + 64
        if wasted or sums[2] >= 1 << 31 or steps > 16 * space.size + (1 << 20):
            return None
        look(0, 0)
    for name, last in (("base", sums[2]), ("slot", sums[3])):
        parts[names.index(name)].append([last])
    whole = zip(names, types, parts, strict=True)
    return (
        least,
        sums,
        {name: np.concatenate(each, dtype=kind, casting="unsafe") for name, kind, each in whole},
    )


def _beside(space: Space) -> NDArray[np.int32]:
    """By free cell: that to the right, that below (or -1), and room."""
    board, number = space.board, {cell: i for i, cell in enumerate(space.board.free)}
    beside = np.full((3, len(number)), -1, np.int32)
    for cell, i in number.items():
        if (cell + 1) % board.width:
            beside[0, i] = number.get(cell + 1, -1)
        beside[1, i] = number.get(cell + board.width, -1)
    return beside


def _turns(codes: NDArray[np.uint64]) -> dict[str, Any]:
    """What the kernel needs to know of each turn, from its code.

    The axes that move go one by one: those to a lower place from the lowest, the others from the highest.
    """
    moved, high = np.zeros((4096, 16), np.int32), np.zeros(4096, np.int64)
    mask = np.full(4096, _ALL, np.uint64)
    programs, program = np.zeros(4096, np.int32), list[int]()
    for i in np.flatnonzero(codes[:4096]):
        code, low, pairs = int(codes[i]), _ALL, []
        while code > 1:
            p, q = code >> 5 & 31, code & 31
            if p < 6:
                low &= ~_AXIS[p]
            else:
                high[i] |= 1 << (p - 6)
            pairs.append((p, q))
            code >>= 10
        moves = [each for each in pairs if each[0] > each[1]]
        moves += [each for each in reversed(pairs) if each[0] < each[1]]
        mask[i] = low
        moved[i, 0] = len(moves)
        moved[i, 1 : 1 + 2 * len(moves)] = [axis for move in moves for axis in move]
        steps = [
            (_AXIS[a], 1 << a if p > q else 64 - (1 << a - 1))
            for p, q in moves
            for a in (range(p - 1, q - 1, -1) if p > q else range(p + 1, q + 1))
            if max(p, q) < 6
        ]
        programs[i] = len(program)
        program += [low, len(steps), *(x for step in [*steps, *[(0, 0)] * 4] for x in step)]
    return {
        "moved": moved.reshape(-1),
        "mask": mask,
        "high": high,
        "programs": programs,
        "program": np.array(program, np.uint64),
    }


class _Search:
    """One search of all frames: its bitsets, and the threads that work on them."""

    def __init__(
        self,
        space: Space,
        frames: _Frames,
        metric: int,
        digits: int,
        threads: int,
        look: Look,
    ) -> None:
        self.space, self.frames, self.look, self.threads = space, frames, look, threads
        self.code, self.digits = kernel("cubes"), digits
        n, words = frames.count, frames.words
        widest = 1 << max(0, frames.room - 6)
        longest = int(np.bincount(frames.rules.kind).max()) + 1
        room = widest * (4 if metric == 0 else 4 + 2 * max(longest, 2 * frames.room))
        self.seen, self.numbers = 2 * threads * words, (2 * threads + 1) * words
        work = self.numbers + digits * words
        self.bits = np.zeros(work + threads * room, np.uint64)
        self.state = np.zeros(264 * threads, np.int64)
        touch = np.zeros(2 * threads * -(-n // 8) * 8, np.uint8)
        given = {
            **frames.arrays,
            **frames.turns,
            **_TABLES,
            "bits": self.bits,
            "state": self.state,
            "touch": touch,
            "touch8": touch.view(np.uint64),
            "full": np.zeros(n, np.uint8),
            "queue": np.zeros(n if digits > 8 else 0, np.int32),
        }
        self.core = self.code.Search(
            frames=n,
            words=words,
            threads=threads,
            metric=metric,
            counting=look is not _ignore,
            queued=digits > 8,
            seen=self.seen,
            numbers=self.numbers,
            digits=digits,
            work=work,
            room=room,
            widest=widest,
            **{name: memoryview(each) for name, each in given.items()},
        )

    def begin(self, goal: Goal) -> None:
        """Let the goal's layouts come in; what is no layout counts as seen."""
        place, frames = self.frames.rules.place, self.frames
        goals = [[place.get(each, -1) for each in every] for every in goal.alternatives]
        flat = np.array([p for each in goals for p in (len(each), *each)], np.int32)
        at, parts = np.zeros(frames.room + 1, np.int32), [np.zeros(0, np.uint64)]
        for axes in range(frames.least, frames.room + 1):
            at[axes] = sum(map(len, parts))
            parts.append(_corners(axes, self.space.counts[frames.single], self.space.empty))
        for first, last in _chunks(frames.count, self.look, 4):
            self.core.begin(first, last, *_views(np.concatenate(parts), at, flat))

    def levels(self) -> bool:
        """All levels; False where there are more than one byte can tell."""
        if self.threads == 1 and self.look is _ignore:
            while self.core.run(0, _budget(), True) != self.code.done:
                pass
        else:
            self._together()
        return not (self.state[0] == 255 and self.state[2])

    def _together(self) -> None:
        """All levels, with threads that wait for each other after each level; the first one looks."""
        state = self.state[: 8 * self.threads].reshape(self.threads, 8)
        levels = [0]

        def end_of_level() -> None:
            levels.append(int(state[:, 2].sum()))
            if levels[-1] and state[0, 0] < 255:
                state[:, 0] += 1
                state[:, 1:3] = 0
            else:
                state[0, 2] = levels[-1]

        def work(thread: int) -> None:
            depth = 0
            try:
                while depth == 0 or (levels[-1] and depth <= 255):
                    while self.core.run(thread, _budget(), False) == self.code.paused:
                        if not thread:
                            self.look(depth, 0)
                    barrier.wait()
                    depth += 1
                    if not thread:
                        self.look(depth - 1, levels[-1])
            except BaseException:
                barrier.abort()
                raise

        barrier = threading.Barrier(self.threads, end_of_level)
        _on_threads(self.threads, work)

    def join(self) -> int:
        """Number the components from 1; returns how many there are."""
        while self.core.join(_budget()) != self.code.done:
            self.look(0, 0)
        return int(self.state[0])

    def write(self, digit: int, out: NDArray[np.uint8], stride: int) -> None:
        """Write 8 digits of each layout's number to `out[stride * rank]`, with all threads."""
        chunks = _chunks(self.frames.count, _ignore, 64)
        lock = threading.Lock()
        arrays = [self.frames.arrays[name] for name in ("axes", "base", "slot", "place")]

        where = (self.seen, self.numbers, self.digits, digit)

        def work(thread: int) -> None:
            ranks = _ranks(self.space, self.frames)
            try:
                while True:
                    with lock:
                        chunk = next(chunks, None)
                    if chunk is None:
                        return
                    ranks.write(*chunk, *_views(*arrays, self.bits), *where, *_views(out), stride)
                    if not thread:
                        self.look(0, 0)
            except BaseException:
                with lock:
                    chunks.close()
                raise

        _on_threads(self.threads, work)


def _on_threads(number: int, work: Callable[[int], None]) -> None:
    """Call `work(0)` here and the others on threads of their own; raises what one of them raised."""
    raised: list[BaseException] = []

    def guarded(thread: int) -> None:
        try:
            work(thread)
        except threading.BrokenBarrierError:
            pass  # another thread raised
        except BaseException as error:
            raised.append(error)

    helpers = [threading.Thread(target=guarded, args=(t,)) for t in range(1, number)]
    for each in helpers:
        each.start()
    guarded(0)
    for each in helpers:
        each.join()
    if raised:
        raise raised[0]


def _ranks(space: Space, frames: _Frames) -> Any:
    """A kernel's object that finds the ranks of the layouts of frames."""
    code, tables, letters = kernel("reorder"), space.tables, space.tables.letters
    to, layers = tables.to.reshape(-1), len(space.board.free) + 2
    tails = 6 * code.width + 2
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    given = {
        "to": np.where(to < 0, to, to * letters),
        "cell": tables.cell[to],
        "before": tables.before.reshape(-1),
        "letter": np.array(frames.rules.kind, np.int32) + 1,
        "head": np.array(frames.rules.head, np.int32),
        "spread": bits.view(np.uint64)[:, 0].copy(),
        "piece": np.zeros(layers, np.int32),
        "states": np.zeros(layers, np.int32),
        "state": np.zeros(layers * code.width, np.int32),
        "leads": np.zeros(2 * layers * code.width, np.int32),
        "tail_of": np.zeros(layers * code.width, np.int32),
        "added": np.zeros(layers * code.width, np.int64),
        "tail": np.concatenate([np.zeros(64, np.int64), np.full(64 * (tails - 1), _NEVER)]),
        "whole": np.eye(1, tails, dtype=np.uint8)[0],
        "upper": np.zeros(1 << max(0, frames.room - 6), np.int64),
        "at": np.zeros(1 << max(0, frames.room - 6), np.int32),
    }
    return code.Ranks(
        first=int(tables.cell[0]),
        single=frames.single + 1,
        cells=space.board.size,
        **{name: memoryview(each) for name, each in given.items()},
    )


def _corners(axes: int, singles: Range, empty: Range) -> NDArray[np.uint64]:
    """The corners of a cube that are layouts, by how many singles and empty cells there may be, as bits."""
    ones = np.zeros(1, np.int8)
    for _ in range(axes):
        ones = np.concatenate([ones, ones + 1])
    good = np.ones(len(ones), bool)
    for number, (least, most) in ((ones, singles), (axes - ones, empty)):
        good &= (number >= least) & (number <= (axes if most is None else most))
    packed = np.packbits(good, bitorder="little")
    return np.pad(packed, (0, -len(packed) % 8)).view(np.uint64)
