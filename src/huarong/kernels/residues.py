"""Distances modulo 3, five to a byte; the distance is the number of moves of a descent to the goal.

A neighbour's distance is one less, equal, or one more, so its residue shows which. A solvable layout that is not a
goal has a neighbour one nearer; an unsolvable one has none, as all residues of its component are 0.
"""

from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, i64, i64s, u8s, u64, u64s


@cython.final
@cython.cclass
class Descent:
    """The residues of a space, and the rules for a descent.

    The places of the pieces (`kind`, `head`, `step`, `cover`: those of `huarong.model.rules.Rules`, of at most 64
    cells) are of the whole board. Only the layouts that are kept have residues. If a piece lies at a place with
    `over`, the mirror image is kept instead, in which the piece of place p has its head at `image[p]`. The kept are
    numbered by the automaton `to`, `cell`, `before` by edge, in which kind k has letter `letter[k]` and the first
    state reads cell `first`. The layout of rank r has its residue in byte r // 5 of `table`, times 3 to the power r %
    5. `goal` has the places that a goal needs, goal after goal, each ended by -1. `metric`: 0 step, 1 slide, 2 move.
    """

    cython.declare(letters=i32, cells=i32, first=i32, metric=i32, pieces=i32, taken=u64, kind=i32s, head=i32s)
    cython.declare(step=i32s, cover=u64s, over=u8s, image=i32s, letter=i32s, to=i32s, cell=i32s, before=i64s, goal=i32s)
    cython.declare(table=u8s, power=i32s)

    cython.declare(rank=i64, flipped=cython.bint, at=i32s, edges=i32s, ranks=i64s, word=i32s, reached=i32s)

    def __init__(self, walk: SimpleNamespace, rules: Any, metric: int, table: u8s) -> None:
        """Take the residues of `table`; `walk` has the arrays that are neither residues nor rules."""
        self.letters, self.cells, self.first = walk.letters, walk.cells, walk.first
        self.to, self.cell, self.before = walk.to, walk.cell, walk.before
        self.over, self.image = walk.over, walk.image
        self.letter, self.goal = walk.letter, walk.goal
        self.kind, self.head = rules.kind, rules.head
        self.step, self.cover = rules.step, rules.cover
        self.metric, self.table = metric, table
        self.power = array("i", [1, 3, 9, 27, 81])
        places = len(rules.head) + 1
        self.at = array("i", bytes(4 * (walk.cells + 1)))
        self.word = array("i", bytes(4 * (walk.cells + 1)))
        self.edges = array("i", bytes(4 * (walk.cells + 1)))
        self.ranks = array("q", bytes(8 * (walk.cells + 1)))
        self.reached = array("i", bytes(4 * places))
        self.pieces, self.taken, self.rank, self.flipped = 0, 0, 0, False

    def put(self, places: Any) -> None:
        """Go to a layout, given by the places of its pieces."""
        self.pieces = len(places)
        self.taken = 0
        for i in range(self.pieces):
            self.at[i] = places[i]
            self.taken |= self.cover[self.at[i]]

    def distance(self) -> int:
        """The distance of the current layout to the goal; -1 if it cannot be solved. The descent changes the layout."""
        with cython.nogil:
            found = self._down()
        return int(found)

    def moves(self) -> list[tuple[int, int, int]]:
        """Every move from the current layout: the places of its piece before and after, and the residue after."""
        found = []
        self._settle()
        for i in range(self.pieces):
            p = self.at[i]
            for j in range(self._reach(p)):
                found.append((p, self.reached[j], self._moved(i, self.reached[j])))
        return found

    def residue(self) -> int:
        """The residue of the current layout."""
        return int(self._settle())

    @cython.cfunc
    @cython.nogil
    def _down(self) -> i32:
        """Descend to a goal, counting moves; -1 if no neighbour is nearer and the layout is not a goal."""
        depth = 0
        want = (self._settle() + 2) % 3
        while not self._solved():
            near = False
            for i in range(self.pieces):
                p = self.at[i]
                n = self._reach(p)
                for j in range(n):
                    if self._moved(i, self.reached[j]) == want:
                        near = True
                        self.at[i] = self.reached[j]
                        self.taken ^= self.cover[p] ^ self.cover[self.at[i]]
                        self._settle()
                        break
                if near:
                    break
            if not near:
                return -1
            want = (want + 2) % 3
            depth += 1
        return depth

    @cython.cfunc
    @cython.nogil
    def _solved(self) -> cython.bint:
        """Whether the current layout is a goal."""
        cython.declare(g=i32, found=cython.bint)
        met: cython.bint = True
        for g in range(len(self.goal)):
            if self.goal[g] < 0:
                if met:
                    return True
                met = True
                continue
            found = False
            for i in range(self.pieces):
                found |= self.at[i] == self.goal[g]
            met &= found
        return False

    @cython.cfunc
    @cython.nogil
    def _settle(self) -> i32:
        """Compute the word of the current layout, with the rank so far at each cell; returns the residue."""
        cell = self.first
        edge = 0
        rank = 0
        self.flipped = False
        for i in range(self.pieces):
            self.flipped |= self.over[self.at[i]] != 0
        for i in range(self.cells):
            self.word[i] = 0
            self.edges[i] = -1
        for i in range(self.pieces):
            p = self.at[i]
            self.word[self.image[p] if self.flipped else self.head[p]] = self.letter[self.kind[p]]
        while cell < self.cells:
            self.edges[cell] = edge
            self.ranks[cell] = rank
            edge += self.word[cell]
            rank += self.before[edge]
            cell = self.cell[edge]
            edge = self.to[edge]
        self.rank = rank
        return self.table[rank // 5] // self.power[rank % 5] % 3

    @cython.cfunc
    @cython.nogil
    def _moved(self, i: i32, q: i32) -> i32:
        """The residue with piece i at place q instead.

        The word changes at two cells only: before them the rank so far is unchanged, and after them the rest is
        unchanged as soon as the automaton is back in its old state.
        """
        p = self.at[i]
        if self.over[p] != self.over[q]:
            self.at[i] = q
            edge = self._settle()
            self.at[i] = p
            self._settle()
            return edge
        a = self.image[p] if self.flipped else self.head[p]
        b = self.image[q] if self.flipped else self.head[q]
        cell = min(a, b)
        behind = max(a, b)
        self.word[b] = self.word[a]
        self.word[a] = 0
        edge = self.edges[cell]
        rank = self.ranks[cell]
        while cell < self.cells:
            if cell > behind and self.edges[cell] == edge:
                rank += self.rank - self.ranks[cell]
                break
            edge += self.word[cell]
            rank += self.before[edge]
            cell = self.cell[edge]
            edge = self.to[edge]
        self.word[a] = self.word[b]
        self.word[b] = 0
        return self.table[rank // 5] // self.power[rank % 5] % 3

    @cython.cfunc
    @cython.nogil
    def _reach(self, p: i32) -> i32:
        """Write to `reached` the places to which the piece at p can go in one move; returns how many."""
        others = self.taken ^ self.cover[p]
        n = 0
        i = 0
        if self.metric < 2:
            for d in range(4):
                q = self.step[4 * p + d]
                while q >= 0 and not self.cover[q] & others:
                    self.reached[n] = q
                    n += 1
                    if self.metric == 0:
                        break
                    q = self.step[4 * q + d]
            return n
        # A place of a kind is identified by the first cell that it covers.
        seen = self.cover[p] & -self.cover[p]
        q = p
        while True:
            for d in range(4):
                to = self.step[4 * q + d]
                if to >= 0 and not (self.cover[to] & -self.cover[to] & seen or self.cover[to] & others):
                    seen |= self.cover[to] & -self.cover[to]
                    self.reached[n] = to
                    n += 1
            if i == n:
                return n
            q = self.reached[i]
            i += 1
