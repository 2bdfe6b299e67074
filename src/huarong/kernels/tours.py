"""Paths that visit every vertex of a small graph once: backtracking, and Pósa rotations.

A graph comes as `first` (n + 1 numbers) and `to`: the neighbours of v are `to[first[v]:first[v + 1]]`,
in ascending order. Each search can stop after a number of vertices and go on.
"""

from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any

import cython

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

# What a search returns.
RUNNING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
NONE = cython.declare(cython.int, 2)
why = SimpleNamespace(RUNNING=RUNNING, FOUND=FOUND, NONE=NONE)
"""The return values for Python, which cannot see C variables."""


@cython.final
@cython.cclass
class Backtracking:
    """A depth-first search for all paths from a vertex.

    `path` has `depth` vertices so far, and `visited` marks them. For each vertex not visited, `links` counts the
    neighbours that can still be next to it on the path: those not visited, the last of the path and, if the tour is
    closed, its start. A vertex with fewer than two must be the end of the path. `lone` vertices have one link, `lost`
    ones none. The choices left after d vertices are `choices[first[v]:upto[d]]`, v being the last of these; the last
    is tried first.

    `nodes` counts the vertices entered, `deepest` is the greatest length of the path so far, `found` the paths. While
    `counting`, the search does not stop at a path.
    """

    size: cython.int
    closed: cython.bint
    greedy: cython.bint
    first: cython.int[::1]
    to: cython.int[::1]
    tie: cython.int[::1]
    path: cython.int[::1]
    visited: cython.uchar[::1]
    links: cython.int[::1]
    choices: cython.int[::1]
    upto: cython.int[::1]
    depth: cython.int
    lone: cython.int
    lost: cython.int
    counting: cython.bint
    found = cython.declare(cython.longlong, visibility="readonly")
    nodes = cython.declare(cython.longlong, visibility="readonly")
    deepest = cython.declare(cython.int, visibility="readonly")

    def __init__(
        self, first: Any, to: Any, tie: Any, closed: bool, greedy: bool, start: int, counting: bool = False
    ) -> None:
        """Begin at a vertex; a greedy search settles ties by the least `tie`."""
        self.size = cython.cast(cython.int, len(first) - 1)
        self.first, self.to, self.tie = first, to, tie
        self.closed, self.greedy, self.counting = closed, greedy, counting
        self.found = 0
        self.path = array("i", bytes(4 * self.size))
        self.visited = bytearray(self.size)
        self.links = array("i", bytes(4 * self.size))
        self.choices = array("i", bytes(4 * len(to)))
        self.upto = array("i", bytes(4 * (self.size + 1)))
        self.depth = self.lone = self.lost = self.nodes = self.deepest = 0
        for v in range(self.size):
            self.links[v] = self.first[v + 1] - self.first[v]
            self._count(self.links[v], 1)
        self._enter(start)
        self._list_choices()

    def vertices(self) -> list[int]:
        """The path's vertices in their order."""
        return [self.path[i] for i in range(cython.cast(cython.Py_ssize_t, self.size))]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _count(self, links: cython.int, by: cython.int) -> cython.void:
        """Add `by` to the number of lone or lost vertices, if a vertex has so few links."""
        if links == 0:
            self.lost += by
        elif links == 1:
            self.lone += by

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _relink(self, v: cython.int, by: cython.int) -> cython.void:
        """Subtract the links to v from its unvisited neighbours, or add them again."""
        for e in range(self.first[v], self.first[v + 1]):
            u = self.to[e]
            if not self.visited[u]:
                self._count(self.links[u], -1)
                self.links[u] += by
                self._count(self.links[u], 1)

    @cython.cfunc
    @cython.nogil
    def _enter(self, v: cython.int) -> cython.void:
        """Go on to v: the vertex left behind no longer links its other neighbours (but a tour's start does)."""
        self.visited[v] = 1
        self._count(self.links[v], -1)
        if self.depth > 0 and not (self.closed and self.depth == 1):
            self._relink(self.path[self.depth - 1], -1)
        self.path[self.depth] = v
        self.depth += 1
        self.nodes += 1
        self.deepest = max(self.deepest, self.depth)

    @cython.cfunc
    @cython.nogil
    def _leave(self) -> cython.void:
        """Undo the last `_enter`."""
        self.depth -= 1
        v = self.path[self.depth]
        if self.depth > 0 and not (self.closed and self.depth == 1):
            self._relink(self.path[self.depth - 1], 1)
        self.visited[v] = 0
        self._count(self.links[v], 1)

    @cython.cfunc
    @cython.nogil
    def _list_choices(self) -> cython.void:
        """The vertices to try next, from the last to try to the first."""
        v = self.path[self.depth - 1]
        base = self.first[v]
        count = 0
        self.upto[self.depth] = base
        if self.lost or self.lone > 1 - self.closed:
            return
        for e in range(self.first[v + 1] - 1, base - 1, -1):
            u = self.to[e]
            if self.visited[u]:
                continue
            i = count
            if self.greedy:
                while i > 0:
                    w = self.choices[base + i - 1]
                    if self.links[w] > self.links[u] or (self.links[w] == self.links[u] and self.tie[w] >= self.tie[u]):
                        break
                    self.choices[base + i] = w
                    i -= 1
            self.choices[base + i] = u
            count += 1
        self.upto[self.depth] = base + count

    def run(self, budget: cython.longlong) -> cython.int:
        """Continue for `budget` vertices: FOUND (`vertices` is a tour; call again for the next), NONE or RUNNING.

        A search that counts is never FOUND.

        Choices are tried in ascending order, or (greedy) those with the fewest links first, then by
        `tie`. A branch is left as soon as some vertex can no longer be passed, or two can only end the path.
        A closed tour comes once: its second vertex is less than its last.
        """
        stop = self.nodes + budget
        result = RUNNING
        with cython.nogil:
            while self.nodes < stop:
                depth = self.depth
                if self.upto[depth] == self.first[self.path[depth - 1]]:
                    if depth == 1:
                        result = NONE
                        break
                    self._leave()
                    continue
                self.upto[depth] -= 1
                v = self.choices[self.upto[depth]]
                self._enter(v)
                if depth + 1 < self.size:
                    self._list_choices()
                    continue
                self.upto[self.size] = self.first[v]
                whole = not self.closed
                if self.closed and self.size > 2 and self.path[1] < v:
                    for e in range(self.first[v], self.first[v + 1]):
                        if self.to[e] == self.path[0]:
                            whole = True
                if whole:
                    self.found += 1
                    if not self.counting:
                        result = FOUND
                        break
        return result


@cython.final
@cython.cclass
class Rotation:
    """A path that is extended from its end, and rotated where it is stuck (Pósa).

    A rotation joins the end to a vertex of the path and reverses the part behind that vertex, which gives another end
    (Pósa, Hamiltonian circuits in random graphs, 1976). `path` has `length` vertices, and `place` has the place of
    each vertex in it, or -1. `seed` is the state of a generator of random numbers, not 0. `nodes` counts the vertices
    moved.
    """

    size: cython.int
    closed: cython.bint
    first: cython.int[::1]
    to: cython.int[::1]
    tie: cython.int[::1]
    path: cython.int[::1]
    place: cython.int[::1]
    seed: cython.ulonglong
    length = cython.declare(cython.int, visibility="readonly")
    nodes = cython.declare(cython.longlong, visibility="readonly")

    def __init__(self, first: Any, to: Any, tie: Any, closed: bool, start: int, seed: int) -> None:
        self.size = cython.cast(cython.int, len(first) - 1)
        self.first, self.to, self.tie, self.closed, self.seed = first, to, tie, closed, seed
        self.path, self.place = array("i", bytes(4 * self.size)), array("i", [-1]) * self.size
        self.path[0], self.place[start], self.length, self.nodes = start, 0, 1, 0

    def vertices(self) -> list[int]:
        """The path's vertices in their order."""
        return [self.path[i] for i in range(cython.cast(cython.Py_ssize_t, self.length))]

    def run(self, budget: cython.longlong) -> cython.int:
        """Continue until `budget` vertices are moved: FOUND (`vertices` is a tour) or RUNNING."""
        first = self.first
        to = self.to
        tie = self.tie
        path = self.path
        place = self.place
        size = self.size
        length = self.length
        closed = self.closed
        seed = self.seed
        result = RUNNING
        left = budget
        with cython.nogil:
            while left > 0:
                left -= 1
                end = path[length - 1]
                best = -1
                few = 0
                for e in range(first[end], first[end + 1]):
                    u = to[e]
                    if place[u] >= 0:
                        if closed and length == size and place[u] == 0 and size > 2:
                            result = FOUND
                        continue
                    free = 0
                    for f in range(first[u], first[u + 1]):
                        if place[to[f]] < 0:
                            free += 1
                    if best < 0 or free < few or (free == few and tie[u] < tie[best]):
                        best = u
                        few = free
                if length == size and not closed:
                    result = FOUND
                if result == FOUND:
                    break
                if best >= 0:
                    place[best] = length
                    path[length] = best
                    length += 1
                    continue
                if first[end + 1] == first[end]:
                    break
                seed ^= (seed << 13) & ALL
                seed ^= seed >> 7
                seed ^= (seed << 17) & ALL
                e = first[end] + cython.cast(cython.int, (seed >> 33) % (first[end + 1] - first[end]))
                i = place[to[e]] + 1
                j = length - 1
                left -= (j - i) // 8
                while i < j:
                    u = path[i]
                    path[i] = path[j]
                    path[j] = u
                    place[path[i]] = i
                    place[path[j]] = j
                    i += 1
                    j -= 1
        self.seed, self.length = seed, length
        self.nodes += budget - left
        return result
