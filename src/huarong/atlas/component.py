"""What can be reached from a layout, and a picture of it: each layout a point, near those it slides to.

`Component` holds the layouts in reach with their neighbours and distances, also where the space is far
too large for an atlas. `Map` places them by pivot MDS and stress descent.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.cache import folder
from huarong.errors import FileError
from huarong.files import replacing
from huarong.kernels import kernel
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch
from huarong.model.board import Layout
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MAX_POINTS", "Component", "Map"]

MAX_POINTS = 30_000
"""A map has this many points; of a larger component it shows those nearest to the start."""
_PIVOTS = 64
_ROUNDS = 60
_CHUNK = 2048


@dataclass(frozen=True, eq=False)
class Component:
    """The layouts that steps lead to from the start of a puzzle, by rising rank.

    `depth[i]` is how many steps layout i is from the start. `complete` is whether these are all; else they
    are those within the greatest depth.

    >>> component = Component.of(Puzzle.parse("AB/..", goal="../AB"))
    >>> len(component), component.complete, component.distances("step").tolist()
    (12, True, [0, 4, 2, 3, 2, 1, 1, 2, 2, 3, 2, 4])
    """

    puzzle: Puzzle
    start: Layout
    space: Space
    ranks: NDArray[np.int64]
    depth: NDArray[np.int32]
    complete: bool

    @classmethod
    def of(
        cls,
        puzzle: PuzzleLike,
        most: int | None = None,
        *,
        max_memory: int | str = MAX_MEMORY,
        max_seconds: float = MAX_SECONDS,
        progress: Report | None = None,
        cancel: Cancel | None = None,
    ) -> Component:
        """What can be reached; no depth is begun once there are `most` layouts.

        Raises `NotNumberedError` where the space has no ranks, `InputError` where they pass 64 bits, and
        `LimitReached` and `Cancelled`.
        """
        puzzle = read_puzzle(puzzle)
        watch = Watch.of(max_memory, max_seconds, progress, cancel)
        return cls.watched(puzzle, puzzle.start, most, watch)

    @classmethod
    def watched(
        cls,
        puzzle: Puzzle,
        start: Layout,
        most: int | None,
        watch: Watch,
        space: Space | None = None,
    ) -> Component:
        """What `of` gives, as a part of what a watch is over; from any layout of the puzzle's pieces."""
        space = space or Space.of(puzzle)
        here = dense.cursor(space, Metric.STEP)
        frontier = np.array([space.rank(start)], np.int64)
        known, depths, depth = frontier, np.zeros(1, np.int32), 0
        while len(frontier) and (most is None or len(known) < most):
            _, to, _ = dense.neighbours(space, frontier, Metric.STEP, here=here, watch=watch)
            fresh = np.unique(to)
            fresh = fresh[~dense.among(fresh, known)]
            depth += 1
            where = np.searchsorted(known, fresh)
            known = np.insert(known, where, fresh)
            depths = np.insert(depths, where, depth)
            frontier = fresh
            watch.count(len(fresh), depth)
        return cls(puzzle, start, space, known, depths, not len(frontier))

    def __len__(self) -> int:
        return len(self.ranks)

    def index(self, layout: Layout) -> int | None:
        """Which of these layouts this is; None where it is none."""
        rank = self.space.rank(layout)
        i = int(np.searchsorted(self.ranks, rank))
        return i if i < len(self) and self.ranks[i] == rank else None

    def neighbours(
        self,
        metric: Metric | str = Metric.STEP,
        reverse: bool = False,
        watch: Watch | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """For each layout those one away that are here too: `to[begin[i]:begin[i + 1]]`."""
        begin, ranks, _ = dense.neighbours(
            self.space, self.ranks, metric, reverse=reverse, watch=watch
        )
        inside = dense.among(ranks, self.ranks)
        to = np.searchsorted(self.ranks, ranks[inside]).astype(np.int32)
        return np.concatenate([[0], np.cumsum(inside)])[begin], to

    def goals(self) -> NDArray[np.int64]:
        """Which of these layouts are solved."""
        grids = self.space.grids(self.ranks)
        solved = np.zeros(len(self), bool)
        for alternative in self.puzzle.goal.alternatives:
            solved |= np.all([grids[:, head] == kind + 1 for kind, head in alternative], axis=0)
        return np.flatnonzero(solved)

    def distances(
        self, metric: Metric | str = Metric.MOVE, watch: Watch | None = None
    ) -> NDArray[np.int32]:
        """How far each layout is from the nearest goal that is here; -1 where none is.

        These are the true distances where the component is complete.
        """
        begin, to = self.neighbours(as_metric(metric), reverse=True, watch=watch)
        return _spread(begin, to, self.goals())


def _spread(begin: Any, to: Any, sources: Any) -> NDArray[np.int32]:
    depth = np.full(len(begin) - 1, -1, np.int32)
    depth[sources] = 0
    queue = np.empty(len(depth), np.int32)
    queue[: len(sources)] = sources
    kernel("embed").spread(begin, to, depth, queue, len(sources))
    return depth


@dataclass(frozen=True, eq=False)
class Map:
    """A picture of a component: `xy` (n x 2, within -1 and 1), `edges` (m x 2), and how much stress is left.

    >>> found = Map.of(Puzzle.parse("AB/..", goal="../AB"))
    >>> found.xy.shape, found.edges.shape, bool(abs(found.xy).max() <= 1)
    ((12, 2), (16, 2), True)
    """

    component: Component
    xy: NDArray[np.float32]
    edges: NDArray[np.int32]
    stress: float

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        most: int = MAX_POINTS,
        watch: Watch | None = None,
        cache: bool = False,
    ) -> Map:
        """Place the layouts in reach; with `cache`, in the user's cache folder if they are not there yet."""
        watch = watch or Watch()
        component = Component.watched(puzzle, puzzle.start, most, watch)
        begin, to = component.neighbours()
        path = _path(component, most) if cache else None
        found = _load(path, len(component)) if path is not None else None
        if found is None:
            found = _place(begin, to, watch)
            if path is not None:
                _save(path, *found)
        source = np.repeat(np.arange(len(component), dtype=np.int32), np.diff(begin))
        edges = np.stack([source, to], axis=1)[source < to]
        return cls(component, found[0], np.ascontiguousarray(edges), found[1])


def _place(begin: Any, to: Any, watch: Watch) -> tuple[NDArray[np.float32], float]:
    """Coordinates for the points of a connected graph, and the stress that is left (mean over all pairs with a pivot)."""
    n = len(begin) - 1
    if n == 1:
        return np.zeros((1, 2), np.float32), 0.0
    # A gate that lets pieces through one way only: for the picture, neighbours are mutual.
    begin, to = _both_ways(begin, to)
    pivots, columns = [0], []
    near = np.full(n, np.iinfo(np.int32).max, np.int32)
    for _ in range(min(_PIVOTS, n)):
        column = _spread(begin, to, np.array(pivots[-1:]))
        columns.append(column)
        near = np.minimum(near, column)
        pivots.append(int(near.argmax()))
        watch.count(0)
        if not near.max():
            break
    pivots = pivots[: len(columns)]
    far = np.ascontiguousarray(np.stack(columns, axis=1))
    xy = _pivot_mds(far.astype(np.float64))
    # A pivot stands for the points nearest to it: for another those less than half way to itself.
    weight = np.zeros(far.shape, np.float32)
    region = far.argmin(axis=1)
    for j in range(len(pivots)):
        inside = np.bincount(far[region == j, j], minlength=int(far.max()) + 1).cumsum()
        d = far[:, j]
        weight[:, j] = np.where(d > 0, inside[d // 2] / np.maximum(d, 1) ** 2.0, 0)
    embed = kernel("embed")
    points = np.ascontiguousarray(xy)
    columns32 = np.array(pivots, np.int32)
    spacing = float(far.max())
    for _ in range(_ROUNDS):
        way = 0.0
        for first in range(0, n, _CHUNK):
            last = min(n, first + _CHUNK)
            way += embed.descend(begin, to, columns32, far, weight, points, first, last)
            watch.count(0)
        if way / n < 1e-4 * spacing:
            break
    gaps = np.linalg.norm(points[:, None, :] - points[pivots][None, :, :], axis=2)
    some = far > 0
    stress = float((((gaps - far)[some] / far[some]) ** 2).mean())
    points -= (points.max(axis=0) + points.min(axis=0)) / 2
    points /= max(float(abs(points).max()), 1e-9)
    return points.astype(np.float32), stress


def _both_ways(begin: Any, to: Any) -> tuple[Any, Any]:
    source = np.repeat(np.arange(len(begin) - 1, dtype=np.int64), np.diff(begin))
    n = len(begin) - 1
    pairs = np.unique(np.concatenate([source * n + to, to.astype(np.int64) * n + source]))
    return np.searchsorted(pairs, np.arange(n + 1) * n).astype(np.int64), (pairs % n).astype(
        np.int32
    )


def _pivot_mds(far: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pivot MDS (Brandes and Pich 2006): the plane in which distances to the pivots are kept best."""
    square = far**2
    centred = -0.5 * (
        square - square.mean(axis=0)[None, :] - square.mean(axis=1)[:, None] + square.mean()
    )
    _, vectors = np.linalg.eigh(centred.T @ centred)
    xy: NDArray[np.float64] = centred @ vectors[:, ::-1][:, :2]
    if xy.shape[1] < 2:
        xy = np.pad(xy, ((0, 0), (0, 2 - xy.shape[1])))
    for axis in (0, 1):
        xy[:, axis] *= np.sign(xy[np.abs(xy[:, axis]).argmax(), axis]) or 1.0
    width = np.abs(xy).max() or 1.0
    # Points that fall together cannot be told apart by descent: a little of a golden spiral between them.
    turn = 2.399963 * np.arange(len(xy))
    placed: NDArray[np.float64] = xy / width * far.max() / 2
    return placed + 0.01 * np.stack([np.cos(turn), np.sin(turn)], axis=1)


# The cache: an .npz for each component; whatever is wrong with a file, it is made anew.


def _path(component: Component, most: int) -> Any:
    about = [component.space.text, int(component.ranks[0]), len(component), most, _PIVOTS, _ROUNDS]
    if not component.complete:
        about.append(component.space.rank(component.start))
    name = hashlib.sha256(json.dumps(about).encode()).hexdigest()[:32]
    return folder("map") / f"{name}.npz"


def _load(path: Any, points: int) -> tuple[NDArray[np.float32], float] | None:
    try:
        with np.load(path, allow_pickle=False) as stored:
            xy, stress = stored["xy"], float(stored["stress"])
    except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile):
        return None
    good = xy.shape == (points, 2) and xy.dtype == np.float32 and bool(np.isfinite(xy).all())
    return (xy, stress) if good else None


def _save(path: Any, xy: NDArray[np.float32], stress: float) -> None:
    data = io.BytesIO()
    np.savez_compressed(data, xy=xy, stress=stress)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(data.getvalue())
    except (OSError, FileError):
        return  # a cache that cannot be written to is no cache, and no fault
