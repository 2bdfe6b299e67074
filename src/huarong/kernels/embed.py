"""Graph drawing: breadth-first distances, and minimizing the stress of points in the plane.

A graph is `begin` and `to`: the neighbours of point i are `to[begin[i]:begin[i + 1]]`.
"""

from __future__ import annotations

import cython
from cython.cimports.huarong.kernels._c import i32s, i64, i64s

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt


def spread(begin: i64s, to: i32s, depth: i32s, queue: i32s, count: i64) -> i64:
    """Search breadth first from the first `count` points of `queue`, and write the distances to `depth`.

    On entry, `depth` has 0 at these points and -1 elsewhere. Returns how many points are reached; `queue` then has
    them, nearest first.
    """
    head: i64 = 0
    tail = count
    with cython.nogil:
        while head < tail:
            point = queue[head]
            head += 1
            for edge in range(begin[point], begin[point + 1]):
                other = to[edge]
                if depth[other] < 0:
                    depth[other] = depth[point] + 1
                    queue[tail] = other
                    tail += 1
    return tail


def descend(
    begin: i64s,
    to: i32s,
    pivots: i32s,
    far: cython.int[:, ::1],
    weight: cython.float[:, ::1],
    xy: cython.double[:, ::1],
    first: i64,
    last: i64,
) -> cython.double:
    """Move each point to the weighted mean of the places that its neighbors and the pivots want; return the total
    movement.

    A neighbor wants distance 1, pivot j wants distance `far[i, j]` with `weight[i, j]` (0 for itself). Such a move
    never raises the point's part of the stress (Gansner, Koren and North 2004, with the pivots of Ortmann, Klimenta and
    Brandes 2016).
    """
    cython.declare(w=cython.double, sum_x=cython.double, sum_y=cython.double)
    way = 0.0
    k: i64 = len(pivots)
    with cython.nogil:
        for i in range(first, last):
            x = xy[i, 0]
            y = xy[i, 1]
            sum_x, sum_y, total = 0.0, 0.0, 0.0
            for edge in range(begin[i], begin[i + 1]):
                other = to[edge]
                dx = x - xy[other, 0]
                dy = y - xy[other, 1]
                length = sqrt(dx * dx + dy * dy)
                pull = 1.0 / length if length > 1e-9 else 0.0
                sum_x += xy[other, 0] + pull * dx
                sum_y += xy[other, 1] + pull * dy
                total += 1.0
            for j in range(k):
                w = weight[i, j]
                other = pivots[j]
                dx = x - xy[other, 0]
                dy = y - xy[other, 1]
                length = sqrt(dx * dx + dy * dy)
                pull = far[i, j] / length if length > 1e-9 else 0.0
                sum_x += w * (xy[other, 0] + pull * dx)
                sum_y += w * (xy[other, 1] + pull * dy)
                total += w
            if total > 0.0:
                xy[i, 0] = sum_x / total
                xy[i, 1] = sum_y / total
                dx = xy[i, 0] - x
                dy = xy[i, 1] - y
                way += sqrt(dx * dx + dy * dy)
    return way
