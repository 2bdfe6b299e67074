"""A map of a component: each layout is a point of the plane near its neighbors.

Points are placed by pivot MDS (Brandes and Pich, "Eigensolver methods for progressive multidimensional scaling of
large data", GD 2006), then by stress descent (Ortmann, Klimenta and Brandes, "A sparse stress model", GD 2016).
"""

from dataclasses import dataclass
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.atlas.component import Component, spread
from huarong.kernels import kernel
from huarong.limits import GivenLimits, Watch, limited, usable_memory
from huarong.model.puzzle import PuzzleLike

Begin = NDArray[np.int64]
To = NDArray[np.int32]

MAX_POINTS = 1_000_000
"""The most points of a map; for a larger component, the map shows the layouts nearest to the start."""
_POINT = 1024
"""Bytes for a point while it is placed, most of them for its distances from the pivots."""
_PIVOTS = 64
_ROUNDS = 60
_POWERS = 100
"""Rounds of power iteration: a fixed number, so that rounding cannot change it."""
_GOLDEN = 2.399963
"""The golden angle: it spreads the points of a spiral evenly in all directions."""
_CHUNK = 2048
_JOINED = 1 << 14
"""Points whose neighbors are made mutual between two checks of the watch."""
_STILL = 1e-4
"""The descent ends when points move less than this fraction of the map's width on average."""


@dataclass(frozen=True, eq=False)
class Map:
    """A map of a component: the coordinates `xy` (n x 2, from -1 to 1), the `edges` (m x 2), and the remaining stress.

    An edge joins two layouts if a step leads from one to the other, reversible or not.

    >>> found = Map.of("AB/../goal:/../AB")
    >>> found.xy.shape, found.edges.shape, bool(abs(found.xy).max() <= 1)
    ((12, 2), (16, 2), True)
    """

    component: Component
    xy: NDArray[np.float32]
    edges: NDArray[np.int32]
    stress: float

    @classmethod
    @limited
    def of(cls, puzzle: PuzzleLike, most: int = MAX_POINTS, **limits: Unpack[GivenLimits]) -> "Map":
        """Place the layouts that a puzzle's start can reach. Raises the errors of `Component.of`."""
        watch = Watch.of(**limits)
        component = Component.of(puzzle, most, watch=watch)
        if len(component) * _POINT > usable_memory(watch.memory):
            raise watch.reached("memory")
        begin, to = mutual(*component.neighbours(watch=watch), watch)
        xy, stress = placed(begin, to, watch)
        source = np.repeat(np.arange(len(component), dtype=np.int32), np.diff(begin))
        edges = np.stack([source, to], axis=1)[source < to]
        return cls(component, xy, np.ascontiguousarray(edges), stress)


def mutual(begin: Begin, to: To, watch: Watch | None = None) -> tuple[Begin, To]:
    """Return the neighbors of points in the undirected graph, ascending: point i has `to[begin[i]:begin[i + 1]]`."""
    n, watch = len(begin) - 1, watch or Watch()
    source = np.repeat(np.arange(n, dtype=np.int64), np.diff(begin))
    counts, found = np.zeros(n, np.int64), [np.empty(0, np.int32)]
    for first in range(0, n, _JOINED):
        watch.count(0)
        last = min(n, first + _JOINED)
        own = slice(int(begin[first]), int(begin[last]))
        others = np.flatnonzero((to >= first) & (to < last))
        pairs = np.concatenate([source[own] * n + to[own], to[others].astype(np.int64) * n + source[others]])
        watch.count(0)
        pairs = np.unique(pairs)
        counts[first:last] = np.bincount(pairs // n - first, minlength=last - first)
        found.append((pairs % n).astype(np.int32))
    return np.concatenate([[0], np.cumsum(counts)]), np.concatenate(found)


def placed(begin: Begin, to: To, watch: Watch) -> tuple[NDArray[np.float32], float]:
    """Place the points of a connected graph with mutual neighbors; return coordinates and the mean stress."""
    n = len(begin) - 1
    if n == 1:
        return np.zeros((1, 2), np.float32), 0.0
    pivots, far = _pivots(begin, to, watch)
    points = np.ascontiguousarray(_pivot_mds(far, watch))
    weight, descend = _weights(far, watch), kernel("embed").descend
    for _ in range(_ROUNDS):
        way = 0.0
        for first in range(0, n, _CHUNK):
            last = min(n, first + _CHUNK)
            way += descend(begin, to, pivots, far, weight, points, first, last)
            watch.count(0)
        if way / n < _STILL * float(far.max()):
            break
    stress = _stress(points, pivots, far)
    points -= (points.max(axis=0) + points.min(axis=0)) / 2
    points /= max(float(abs(points).max()), 1e-9)
    return points.astype(np.float32), stress


def _pivots(begin: Begin, to: To, watch: Watch) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Choose pivots, points far from each other; return them and the distances of all points from each."""
    n = len(begin) - 1
    pivots, columns = [0], []
    near = np.full(n, np.iinfo(np.int32).max, np.int32)
    for _ in range(min(_PIVOTS, n)):
        columns.append(spread(begin, to, np.array(pivots[-1:])))
        near = np.minimum(near, columns[-1])
        pivots.append(int(near.argmax()))
        watch.count(0)
        if not near.max():
            break
    far = np.ascontiguousarray(np.stack(columns, axis=1))
    return np.array(pivots[: len(columns)], np.int32), far


def _weights(far: NDArray[np.int32], watch: Watch) -> NDArray[np.float32]:
    """Return the weight of each pivot for each point, 0 for the pivot itself.

    A pivot's region is the points to which it is the nearest pivot. For a point at distance d from the pivot, the
    weight is the number of points of the region within d // 2 of the pivot, divided by d squared.
    """
    weight = np.zeros(far.shape, np.float32)
    region = far.argmin(axis=1)
    for j, d in enumerate(far.T):
        inside = np.bincount(far[region == j, j], minlength=int(far.max()) + 1).cumsum()
        weight[:, j] = np.where(d > 0, inside[d // 2] / np.maximum(d, 1) ** 2.0, 0)
        watch.count(0)
    return weight


def _stress(points: NDArray[np.float64], pivots: NDArray[np.int32], far: NDArray[np.int32]) -> float:
    """Return the stress: the mean, over points and pivots, of the squared relative error of their distance."""
    total = 0.0
    for j, pivot in enumerate(pivots):
        d = far[:, j]
        gaps = np.linalg.norm(points - points[pivot], axis=1)
        total += float((((gaps - d)[d > 0] / d[d > 0]) ** 2).sum())
    return total / int((far > 0).sum())


def _pivot_mds(far: NDArray[np.int32], watch: Watch) -> NDArray[np.float64]:
    """Return the pivot MDS: the projection to the plane that best preserves the distances to the pivots."""
    centred = far.astype(np.float64)
    centred *= centred
    column, row, whole = centred.mean(axis=0), centred.mean(axis=1), centred.mean()
    centred -= column[None, :]
    centred -= row[:, None]
    centred += whole
    centred *= -0.5
    watch.count(0)
    xy: NDArray[np.float64] = centred @ _main(centred.T @ centred)
    watch.count(0)
    width = np.abs(xy).max() or 1.0
    # Descent cannot separate points that coincide: add a small golden spiral.
    turn = _GOLDEN * np.arange(len(xy))
    scaled: NDArray[np.float64] = xy / width * far.max() / 2
    return scaled + 0.01 * np.stack([np.cos(turn), np.sin(turn)], axis=1)


def _main(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the eigenvectors (columns) of the two largest eigenvalues of a symmetric matrix, by power iteration.

    A symmetric graph has equal eigenvalues, whose eigenvectors may be any basis of a plane, so matrix libraries return
    different eigenvectors on each processor. With a fixed start, results differ between processors only by rounding.
    """
    turn = _GOLDEN * np.arange(len(matrix))
    first, second = np.cos(turn), np.sin(turn)
    for _ in range(_POWERS):
        first = matrix @ first
        first /= np.linalg.norm(first) or 1.0
        second = matrix @ second
        second -= first * (first @ second)
        second /= np.linalg.norm(second) or 1.0
    return np.stack([first, second], axis=1)
