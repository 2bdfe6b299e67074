"""The frames of a space and the slides between them, computed once and kept as long as the space."""

import random
import sys
from array import array
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from huarong.kernels import kernel, record
from huarong.limits import Watch, usable_memory
from huarong.model.board import DIRECTIONS
from huarong.model.rules import Rules, reversible
from huarong.space.space import Space

AXIS = tuple(sum(1 << s for s in range(64) if s >> a & 1) for a in range(6))
"""For each axis within a word, the corners whose coordinate on that axis is 1, as bits."""

_MOST_AXES = 20
_WASTE = 16
"""The most bits per layout; a cube also has corners that are not layouts."""

_FRAME, _SLOT, _AXIS = 73, 34, 4
"""About how many bytes a frame, each of its pieces, and each of its axes take while its slides are computed."""

_ALL = (1 << 64) - 1
_ROOM = 1 << 14


def budget() -> int:
    """Return how many words a kernel processes in one call."""
    return 1 << 17 if kernel("frames").compiled else 1 << 9


def chunks(n: int, watch: Watch | None, cost: int = 1) -> Generator[tuple[int, int], None, None]:
    """Divide 0 to n into ranges of about one kernel call's work at `cost` an item; ask the watch after each."""
    size = max(1, budget() // cost)
    for first in range(0, n, size):
        yield first, min(n, first + size)
        if watch is not None:
            watch.count(0)


def views(*arrays: Any) -> Iterator[memoryview]:
    """Return arrays as memory views for a kernel; uncompiled kernels read Python integers from them."""
    return map(memoryview, arrays)


@dataclass(frozen=True, eq=False)
class SpaceFrames:
    """The frames of a space and the slides between them, as `huarong.kernels.frames` describes them.

    `least_axes` and `most_axes` are the least and the greatest number of axes of a frame.
    """

    rules: Rules
    single: int
    words: int
    least_axes: int
    most_axes: int
    arrays: dict[str, Any]
    turns: dict[str, Any]

    @property
    def count(self) -> int:
        """The number of frames."""
        return len(self.arrays["axes"])

    def fit(self, digits: int, threads: int, result: int, watch: Watch | None) -> bool:
        """Whether memory has room for a search and, once its frontiers are freed, for `result` bytes of results."""
        own = sum(each.nbytes for each in self.arrays.values())
        bitset = 8 * self.words
        need = own + (1 + digits) * bitset + max(2 * threads * bitset, result)
        return watch is None or need <= usable_memory(watch.memory)


_KEPT: WeakKeyDictionary[Space, dict[int, SpaceFrames | None]] = WeakKeyDictionary()
"""The cache of frames, by space and kind of singles; an entry lives as long as its space."""


def kept_bytes(space: Space) -> int:
    """Return the bytes of the cached frames of a space."""
    found = _KEPT.get(space, {}).values()
    return sum(each.nbytes for frames in found if frames for each in frames.arrays.values())


def frames_of(space: Space, named: frozenset[int], watch: Watch | None) -> SpaceFrames | str:
    """The frames of a space for the most numerous kind of singles not in `named`, or why there are none: `one way`, `no
    frames` (also if they do not pay), or `no room` (they need more memory than allowed).
    """
    if not reversible(space.kinds):
        return "one way"
    single = _single(space, named)
    if single is None or sys.byteorder != "little":
        return "no frames"
    kept = _KEPT.setdefault(space, {})
    if single not in kept:
        try:
            kept[single] = _connected(space, single, watch)
        except _NoRoomError:
            return "no room"
    return kept[single] or "no frames"


class _NoRoomError(Exception):
    """The frames need more memory than allowed; a call with a higher limit may succeed."""


def _single(space: Space, named: frozenset[int]) -> int | None:
    """Return the kind of singles to use: the most numerous one that is allowed; None if there is none."""
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


def _connected(space: Space, single: int, watch: Watch | None) -> SpaceFrames | None:
    """Enumerate all frames and find the slides between them; None if frames would not pay."""
    code, rules = kernel("frames"), Rules.of(space.board, space.kinds, True)
    larger = [p for p, k in enumerate(rules.kind) if k != single]
    entered = (rules.enter[4 * p + d] for p in larger for d in range(4) if rules.step[4 * p + d] >= 0)
    if max((cells.bit_count() for cells in entered), default=0) > code.most_freed:
        return None
    draw = random.Random(len(larger))
    distinct = False
    while not distinct:  # two frames' hashes collide in about one of 2**64 / n**2 spaces
        sign = np.array([draw.getrandbits(64) for _ in rules.kind], np.uint64)
        surveyed = _survey(space, rules, single, sign, watch)
        if surveyed is None:
            return None
        least, survey, arrays = surveyed
        n, slots, codes = len(arrays["axes"]), len(arrays["place"]), np.zeros(4096, np.uint64)
        links = {
            "pair": np.zeros(2 * n + 1, np.int32),
            "pairs": np.empty(4 * survey.axes_sum, np.uint8),
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
        given |= {"step": rules.step, "cover": rules.cover, "enter": rules.enter}
        core = code.Frames(record(given, cells=len(space.board.free)))
        distinct = all(core.index(*each) for each in chunks(n, watch))
    if not all(core.connect(*each) for each in chunks(n, watch, 16)):
        return None
    link = links["link"]
    for name in ("into", "frame", "turn", "way"):
        links[name] = links[name][: link[-1]].copy()
    links["onto"] = arrays["base"][links["frame"]]
    links["more"] = (link[links["into"] + 1] - link[links["into"]] > 1).view(np.uint8)
    return SpaceFrames(rules, single, survey.words, least, survey.widest, arrays | links, _turns(codes))


def _pieces(space: Space, rules: Rules, single: int) -> Any:
    """Return all pieces but the singles, and their places, as `huarong.kernels.frames.FrameSurvey` enumerates them."""
    cells = len(space.board.free)
    begin: list[list[int]] = [[] for _ in range(cells)]
    for p, k in enumerate(rules.kind):
        if k != single:
            begin[(rules.cover[p] & -rules.cover[p]).bit_length() - 1].append(p)
    bounds = [
        (0, 0, 0) if k == single else (len(kind.shape), low, cells if high is None else min(cells, high))
        for k, (kind, (low, high)) in enumerate(zip(space.kinds, space.counts, strict=True))
    ]
    given = {
        name: array("i", each) for name, each in zip(("size", "least", "most"), zip(*bounds, strict=True), strict=True)
    }
    given["start"] = array("i", accumulate(map(len, begin), initial=0))
    given["places"] = array("i", [p for each in begin for p in each])
    free = (space.counts[single], space.empty)
    free_most = min(cells, sum(cells if high is None else high for _, high in free))
    return record(given, free_least=sum(low for low, _ in free), free_most=free_most)


def _survey(
    space: Space, rules: Rules, single: int, sign: NDArray[np.uint64], watch: Watch | None
) -> tuple[int, Any, dict[str, Any]] | None:
    """Enumerate all frames in order; None if there are too many frames for the number of layouts.

    Returns the least number of axes, the kernel's `Survey`, and the arrays by frame (`place` by slot).
    """
    cells, work = len(space.board.free), budget()
    pieces = _pieces(space, rules, single)
    survey = kernel("frames").FrameSurvey(cells, pieces, rules, sign.data)
    room, steps = min(_ROOM, work), 0
    names = ("key", "solid", "axes", "base", "slot", "place")
    types = (np.uint64, np.uint64, np.uint8, np.int32, np.int32, np.int32)
    parts: list[list[Any]] = [[] for _ in names]
    while survey.height:
        slots = survey.slots
        arrays = [np.empty(room, each) for each in types[:5]] + [np.empty(room * cells, np.int32)]
        n = survey.run(work, *views(*arrays))
        for part, array_, used in zip(parts, arrays, [n] * 5 + [survey.slots - slots], strict=True):
            part.append(array_[:used].copy())
        steps += work
        taken = _FRAME * survey.frames + _SLOT * survey.slots + _AXIS * survey.axes_sum
        if watch is not None and taken > usable_memory(watch.memory):
            raise _NoRoomError
        wasted = survey.widest > _MOST_AXES or 64 * survey.words > _WASTE * space.size + 64
        if wasted or survey.words >= 1 << 31 or steps > 16 * space.size + (1 << 20):
            return None
        if watch is not None:
            watch.count(0)
    for name, last in (("base", survey.words), ("slot", survey.slots)):
        parts[names.index(name)].append([last])
    whole = zip(names, types, parts, strict=True)
    joined = {name: np.concatenate(each, dtype=kind, casting="unsafe") for name, kind, each in whole}
    return pieces.free_least, survey, joined


def _beside(space: Space) -> NDArray[np.int32]:
    """Return for each free cell the free cells to its right and below it (or -1), and scratch space."""
    near = np.array(space.board.beside(), np.int32)
    return np.stack([near[:, 3], near[:, 1], np.full(len(near), -1, np.int32)])


def _turns(codes: NDArray[np.uint64]) -> dict[str, Any]:
    """Return the kernel's arrays for each turn, decoded from the turn's code.

    Axes move one by one: first the axes that move down, from the lowest; then the axes that move up, from the highest.
    """
    moved, high = np.zeros((4096, 16), np.int32), np.zeros(4096, np.int64)
    mask = np.full(4096, _ALL, np.uint64)
    programs, program = np.zeros(4096, np.int32), list[int]()
    for i in np.flatnonzero(codes):
        code, low, pairs = int(codes[i]), _ALL, []
        while code > 1:
            p, q = code >> 5 & 31, code & 31
            if p < 6:
                low &= ~AXIS[p]
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
            (AXIS[a], 1 << a if p > q else 64 - (1 << a - 1))
            for p, q in moves
            for a in (range(p - 1, q - 1, -1) if p > q else range(p + 1, q + 1))
            if max(p, q) < 6
        ]
        programs[i] = len(program)
        program += [low, len(steps), *(x for step in [*steps, *[(0, 0)] * 4] for x in step)]
    slides = {"programs": programs, "program": np.array(program, np.uint64)}
    return {"moved": moved.reshape(-1), "mask": mask, "high": high, **slides}
