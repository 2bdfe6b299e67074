"""Whole spaces, one layout at a time: distances of all layouts, neighbors of many, components.

Arrays have one entry for each rank. The loops are in `huarong.kernels.dense`; `huarong.atlas.atlas` is the public side.
"""

import threading
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.errors import LimitReached
from huarong.i18n import size_text
from huarong.kernels import kernel, record
from huarong.limits import Watch, ask_watch, usable_memory
from huarong.model.board import Goal, Metric, as_metric
from huarong.model.rules import Rules
from huarong.space.space import Space, goal_layouts

DistanceArray = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]
RankArray = NDArray[np.int64]

FAR = 254
"""The deepest level that a byte holds; 255 means an unknown distance."""
_CELLS = 1 << 20
"""The number of layout cells that a kernel scans in well under 0.1 s."""
_RANKED = 1 << 25
"""The number of neighbor cells that a kernel scans in well under 0.1 s."""


class TooLargeError(LimitReached):
    """The table of a space would not fit into the memory allowed; the message says what would work instead."""

    def __init__(self, layouts: int, size: int, memory: int, template: str = "") -> None:
        super().__init__("memory", size_text(memory))
        self.layouts, self.bytes = layouts, size
        self.template = template or (
            "the space has {layouts:,} {layouts:layout|layouts}, which need {size}, but the limit is {bound}: allow "
            "more memory, use fewer pieces, or `solve` a single puzzle, which needs no such table"
        )
        self.values = {"layouts": layouts, "size": size_text(size), "bound": size_text(memory)}
        self.args = (self.message(),)


def require(space: Space, bytes_each: float, memory: int, template: str = "") -> None:
    """Raise `TooLargeError` if `bytes_each` per layout and Python itself take more than the memory allowed."""
    size = space.size * round(10 * bytes_each) // 10 + memory - usable_memory(memory)
    if size > memory:
        raise TooLargeError(space.size, size, memory, template)


def cursor(
    space: Space, metric: Metric | str, reverse: bool = False, kept: Space | None = None, order: Sequence[int] = ()
) -> Any:
    """Return the kernel's cursor in a space; with `reverse`, moves are made backwards.

    With `kept`, ranks are those of this part of the space; kind k of the space is then kind `order[k]` of the part.
    """
    rules, cells = Rules.of(space.board, space.kinds, reverse), space.board.size
    tables, order = (kept or space).tables, order or range(len(space.kinds))
    last, place = array("i"), array("i", [-1]) * (len(space.kinds) * cells)
    for p, (k, head) in enumerate(zip(rules.kind, rules.head, strict=True)):
        if not head % 64:
            ask_watch()
        last.append((space.board.cells(space.kinds[k], head) or (head,))[-1])
        place[order[k] * cells + head] = p
    behind = array("i", [i for up, down, left, right in space.board.beside() for i in (down, up, right, left)])
    given = tables.edges | {"last": last, "place": place, "behind": behind}
    full, first = (1 << min(64, len(space.board.free))) - 1, int(tables.cell[0])
    walk = record(given, size=(kept or space).size, letters=tables.letters, cells=cells, full=full, first=first)
    return kernel("dense").Cursor(walk, rules, as_metric(metric).code)


def portions(n: int, watch: Watch, size: int = 1 << 22) -> Iterator[slice]:
    """Divide 0 to n into slices of `size`, each scanned in some milliseconds. Ask the watch after each."""
    for first in range(0, n, size):
        yield slice(first, min(n, first + size))
        watch.count(0)


def _filled(n: int, value: int, kind: Any, watch: Watch) -> NDArray[Any]:
    found = np.empty(n, kind)
    for some in portions(n, watch):
        found[some] = value
    return found


def budget(space: Space) -> int:
    """Return how many layouts a kernel processes per call: fewer on large boards, where each takes longer."""
    most: int = kernel("dense").budget
    return max(1, min(most, _CELLS // space.board.size))


def fan_out(space: Space) -> int:
    """Return an upper bound on the number of neighbors of a layout."""
    places = Counter(kind for kind, _ in Rules.of(space.board, space.kinds).place)
    total = 1
    for k, (kind, (_, most)) in enumerate(zip(space.kinds, space.counts, strict=True)):
        fit = space.board.size // len(kind.shape)
        total += (fit if most is None else min(most, fit)) * places[k]
    return total


def unknown(values: Any) -> int:
    """Return the number that means "cannot be reached" in an array of distances: the greatest of its type."""
    return int(np.iinfo(values.dtype).max)


def distances(
    space: Space,
    seeds: Goal | Sequence[int] | RankArray,
    metric: Metric | str,
    *,
    reverse: bool = True,
    depths: Sequence[int] | RankArray | None = None,
    watch: Watch | None = None,
) -> DistanceArray:
    """Return every rank's distance to the nearest seed; without `reverse`, its distance from the nearest seed.

    Seeds are the layouts of a goal, or ranks with the initial distances `depths`. The result has one byte a layout, or
    more if distances are over 254. It has the greatest number of the type where no path exists.
    """
    watch = watch or Watch()
    require(space, 1.1, watch.memory)
    here, size = cursor(space, metric, reverse), padded(space)
    level = _filled(size, 255, np.uint8, watch)
    scan = Scan(space, level, here, np.zeros(2 * blocks(space), np.uint8))
    late: dict[int, RankArray] = {}
    if isinstance(seeds, Goal):
        mark_goals(space, seeds, level, watch)
        scan.marks[:] = 1
    else:
        ranks = np.asarray(seeds, np.int64)
        begin = np.zeros(len(ranks), np.int64) if depths is None else np.asarray(depths, np.int64)
        late = {int(d): ranks[begin == d] for d in np.unique(begin)}
    far: NDArray[np.uint16] | NDArray[np.uint32] | None = None
    depth = base = 0
    while True:
        if base + depth in late:
            fresh = late.pop(base + depth)
            fresh = fresh[level[fresh] == 255]
            level[fresh] = depth
            scan.marks[2 * (fresh // kernel("dense").block_size) + (depth & 1)] = 1
        if depth == FAR:
            far = _fold(space, level, far, base, watch)
            scan.marks[:] = 1
            depth, base = 1, base + FAR - 1
        found = sum(scan.level(depth, base, watch))
        if not found and not late:
            break
        depth += 1
    if far is not None:
        far, longest = _fold(space, level, far, base, watch), 0
        for some in portions(size, watch):
            longest = max(longest, int(far[some][far[some] != unknown(far)].max(initial=0)))
        if longest >= 255:
            return far[: space.size]
        for some in portions(size, watch):
            level[some] = np.minimum(far[some], 255)
    return level[: space.size]


def blocks(space: Space) -> int:
    """Return the number of blocks in the table that a `Scan` uses for this space."""
    return -(-space.size // int(kernel("dense").block_size))


def padded(space: Space) -> int:
    """Return the length of a scan's table: a multiple of the kernel's block."""
    return blocks(space) * int(kernel("dense").block_size)


class Scan:
    """A breadth-first search that scans a table of distances for each level's layouts.

    The table has `padded(space)` bytes, 255 for unknown distances. `marks[2 * b + (d & 1)]` is set if block `b` may
    have a layout at depth d.
    """

    def __init__(self, space: Space, table: NDArray[np.uint8], here: Any, marks: NDArray[np.uint8]) -> None:
        dense, most = kernel("dense"), fan_out(space)
        self.marks = marks
        self._core = dense.DenseSearch(here, table.data, table.view(np.uint64).data, marks.data, most)
        self._most = max(1, min(budget(space), _RANKED // (most * space.board.size)))

    def level(self, depth: int, base: int, watch: Watch, most: Callable[[], int] | None = None) -> Iterator[int]:
        """Expand the layouts at a depth, about `most()` at a time; yield the number expanded in each call."""
        blocks = len(self.marks) // 2
        self._core.begin()
        while self._core.block < blocks:
            piece = min(self._most, watch.call(), self._most if most is None else most())
            done = self._core.expand(depth, piece)
            watch.back(self._core.block < blocks)
            watch.count(done, base + depth)
            yield done


def _fold(space: Space, level: NDArray[np.uint8], far: Any, base: int, watch: Watch) -> Any:
    """Copy the distances of `level`, plus `base`, to a wider array. Depth `FAR` becomes 1, lesser depths become 0."""
    if far is None:
        require(space, 3.1, watch.memory)
        far = _filled(len(level), 65535, np.uint16, watch)
    if far.dtype == np.uint16 and base + FAR >= unknown(far):
        require(space, 7.1, watch.memory)
        wider = np.empty(len(level), np.uint32)
        for some in portions(len(level), watch):
            wider[some] = np.where(far[some] == 65535, unknown(wider), far[some])
        far = wider
    for some in portions(len(level), watch):
        near = level[some]
        widen(near, far[some], base)
        near[near < FAR] = 0
        near[near == FAR] = 1
    return far


def widen(near: NDArray[np.uint8], wide: Any, base: int) -> None:
    """Copy the distances of `near`, plus `base`, to the unknown distances of `wide`."""
    fresh = (near != 255) & (wide == unknown(wide))
    wide[fresh] = near[fresh].astype(wide.dtype) + base


def goal_ranks(space: Space, goal: Goal, watch: Watch | None = None) -> RankArray:
    """Return the ranks of all layouts that a goal accepts, ascending. While running, it takes one byte a layout."""
    watch = watch or Watch()
    require(space, 1.1, watch.memory)
    found = _filled(space.size, 255, np.uint8, watch)
    mark_goals(space, goal, found, watch)
    return where(found, 0, watch)


def where(values: Any, value: int, watch: Watch | None = None) -> RankArray:
    """Return the ranks at which an array has a value, ascending."""
    watch = watch or Watch()
    found = [some.start + np.flatnonzero(values[some] == value) for some in portions(len(values), watch)]
    return np.concatenate(found) if found else np.empty(0, np.int64)


def mark_goals(
    space: Space, goal: Goal, out: NDArray[np.uint8], watch: Watch, rest: Callable[[], None] = lambda: None
) -> None:
    """Write 0 to `out` for every layout that a goal accepts; call `rest` after every portion."""
    for letters in goal_layouts(space, goal, lambda: watch.count(0)):
        out[space.ranks(letters)] = 0
        rest()


def neighbours(
    space: Space,
    ranks: Sequence[int] | RankArray,
    metric: Metric | str,
    *,
    reverse: bool = False,
    here: Any = None,
    watch: Watch | None = None,
) -> tuple[RankArray, RankArray, NDArray[np.int32]]:
    """Return the neighbors of many layouts: `begin`, `ranks` and `places`.

    The neighbors of the i-th layout are `ranks[begin[i]:begin[i + 1]]`. `places[j]` are the moved piece's places (of
    `Rules`) before and after the move. For many calls, make one cursor and pass it as `here`.

    >>> space = Space.parse("3x1", "1x1:1")
    >>> [each.tolist() for each in neighbours(space, [1], "step")]
    [[0, 2], [2, 0], [[1, 0], [1, 2]]]
    """
    watch = watch or Watch()
    here = cursor(space, metric, reverse) if here is None else here
    dense, sources = kernel("dense"), np.ascontiguousarray(ranks, np.int64)
    begin = np.zeros(len(sources) + 1, np.int64)
    out = np.empty(8 * len(sources) + 4096, np.int64)
    places = np.empty(2 * len(out), np.int32)
    most, done = budget(space), 0
    while done < len(sources):
        stop = min(len(sources), done + min(most, watch.call()))
        done = dense.expand(here, sources[:stop].data, begin.data, out.data, places.data, done)
        watch.back()
        watch.count(0)
        if done < stop:
            out, places = (np.concatenate([each, np.empty_like(each)]) for each in (out, places))
    n = int(begin[-1])
    return begin, out[:n].copy(), places[: 2 * n].reshape(-1, 2).copy()


class Moves:
    """The legal moves at the layouts of a space, one layout at a time. Threads may share it.

    >>> Moves(Space.parse("3x1", "1x1:1"), Metric.STEP).at(1)
    [(1, 0, 2), (1, 2, 0)]
    """

    def __init__(self, space: Space, metric: Metric) -> None:
        self.space, self.metric = space, metric
        self._local = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        return Moves, (self.space, self.metric)

    def at(self, rank: int) -> list[tuple[int, int, int]]:
        """Return for each move at a rank the places (of `Rules`) before and after, and the rank after."""
        found: list[tuple[int, int, int]] = self.cursor.moves(rank)
        return found

    @property
    def cursor(self) -> Any:
        """The cursor of this thread."""
        try:
            return self._local.cursor
        except AttributeError:
            self._local.cursor = cursor(self.space, self.metric)
            return self._local.cursor

    @property
    def bytes(self) -> int:
        """The approximate number of bytes that it takes in each thread."""
        return 8 * self.space.tables.to.size


def among(some: RankArray, known: RankArray) -> NDArray[np.bool_]:
    """Return whether each number is in a sorted array, as booleans."""
    where = np.minimum(np.searchsorted(known, some), len(known) - 1)
    found: NDArray[np.bool_] = known[where] == some
    return found


def components(space: Space, *, watch: Watch | None = None) -> tuple[NDArray[np.uint32], RankArray]:
    """Return the number of every rank's component, and the least rank of each component, ascending.

    These are the components of the undirected graph of steps, numbered by their least ranks. They take 4 bytes a
    layout.
    """
    if space.size >= 1 << 32:
        raise TooLargeError(
            space.size,
            8 * space.size,
            4 << 32,
            "the space has {layouts:,} {layouts:layout|layouts}, but components are computed only for fewer than "
            "2**32: use fewer pieces",
        )
    dense, watch, n = kernel("dense"), watch or Watch(), space.size
    require(space, 4.1, watch.memory)
    here, (begin, slides) = cursor(space, Metric.STEP), _slides(space)
    forest = np.empty(n, np.uint32)
    for some in portions(n, watch):
        forest[some] = np.arange(some.start, some.stop, dtype=np.uint32)
    for some in portions(n, watch, budget(space)):
        dense.unite(here, begin, slides, forest.data, some.start, some.stop)
        watch.count(some.stop - some.start)
    least, count = [np.empty(0, np.int64)], 0
    for some in portions(n, watch):
        least.append(np.flatnonzero(forest[some] == np.arange(some.start, some.stop)) + some.start)
        count = dense.label(forest.data, count, some.start, some.stop)
    return forest, np.concatenate(least)


def _slides(space: Space) -> "tuple[array[int], array[int]]":
    """Return for each cell the steps (of `Rules`) whose last cell it is; of a step and its reverse, only one."""
    rules = Rules.of(space.board, space.kinds)
    last = [max(space.board.cells(space.kinds[k], head) or ()) for k, head in zip(rules.kind, rules.head, strict=True)]
    found: list[list[int]] = [[] for _ in range(space.board.size + 1)]
    for e, q in enumerate(rules.step):
        p = e >> 2
        if q >= 0 and (p < q or p not in rules.step[4 * q : 4 * q + 4]):
            found[max(last[p], last[q])].append(e)
    begin = array("i", [0])
    for each in found:
        begin.append(begin[-1] + len(each))
    return begin, array("i", [e for each in found for e in each])
