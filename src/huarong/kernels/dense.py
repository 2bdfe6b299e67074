"""Whole spaces, one layout at a time: every table here is an array with an entry for each rank. A `Cursor` is at one
layout. It moves to another layout by running the space's automaton from the first letter in which the two differ, so
consecutive ranks cost little. It ranks a neighbor without moving: sliding a piece changes only the letters from the
first to the last cell that the piece covers before or after; behind these, the automaton is in its previous state.
"""

from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import fetch, i32, i32s, i64, i64s, isize, lowest, u8, u8s, u32, u32s, u64, u64s

BLOCK = cython.declare(isize, 512)
"""Ranks per block; a level visits only the blocks that may have a layout of its depth."""
block_size = 512
ROOM = cython.declare(isize, 256)
SCAN = cython.declare(i64, 2)
"""The cost of scanning a block, in layouts. `ROOM` is the number of neighbors collected before they are looked up."""
room = 256
budget = 1 << 14 if cython.compiled else 1 << 8
"""The number of layouts expanded in well under 0.1 s, the longest time between two looks at the clock."""

ONES = cython.declare(u64, 0x0101010101010101)
TOPS = cython.declare(u64, 0x8080808080808080)


@cython.final
@cython.cclass
class Cursor:
    """A cursor in a space: the tables, and the layout of its present rank.

    `to`, `cell` and `before` are the automaton of `huarong.space.space.Tables` by edge. A state is the number of its
    first edge. `to[e]` is the state after edge e, and `cell[e]` the cell that this state reads. `kind`, `head`, `step`,
    `cover`, `halo`, `enter` are the rules (`huarong.model.rules.Rules`). `last[p]` is the last cell of place p, and
    `place[cells * k + h]` the place of kind k at head h. `behind[4 * i + d]` is the free cell from which a step in
    direction d leads to free cell i, or -1. `full` has a bit for each of the first 64 free cells. `metric` is 0 for
    step, 1 for slide, 2 for move.

    The word has `length` letters. For each letter there are the `state` after it and the cell that this state reads
    (`at`), the ranks with this prefix (from `base` up to `stop`), the cells `taken`, and the `count` of pieces so far,
    whose places are in `pieces`. `kept` is the number of letters that the last `_seek` left unchanged. By cell,
    `letter` is what begins there, else 0, and `where` is the number of letters before the state that reads it. By free
    cell, `owner` is the place that covers it, if any. `reached`, `seen` and `other` are scratch memory for the places
    that a piece can reach.
    """

    cython.declare(size=i64, letters=i32, cells=i32, words=i32, metric=i32, full=u64, cell=i32s, to=i32s, before=i64s)
    cython.declare(kind=i32s, head=i32s, last=i32s, step=i32s, cover=u64s, halo=u64s, enter=u64s, place=i32s)
    cython.declare(behind=i32s)

    cython.declare(rank=i64, length=i32, kept=i32, state=i32s, at=i32s, base=i64s, stop=i64s, taken=u64s, count=i32s)
    cython.declare(pieces=i32s, letter=i32s, where=i32s, owner=i32s, reached=i32s, seen=u8s, other=u64s)

    def __init__(self, walk: SimpleNamespace, rules: Any, metric: int) -> None:
        """Begin before the first layout; `walk` has `size`, `letters`, `first` and the tables that are not rules."""
        self.size, self.letters, self.full = walk.size, walk.letters, walk.full
        self.to, self.cell, self.before = walk.to, walk.cell, walk.before
        self.last, self.place, self.behind = walk.last, walk.place, walk.behind
        self.kind, self.head, self.step = rules.kind, rules.head, rules.step
        self.cover, self.halo, self.enter = rules.cover, rules.halo, rules.enter
        self.words, self.metric, self.cells = rules.words, metric, walk.cells
        cells, words, places = walk.cells + 2, rules.words, len(rules.head) + 1
        self.state, self.at, self.count, self.pieces = [array("i", bytes(4 * cells)) for _ in range(4)]
        self.letter, self.where = [array("i", bytes(4 * cells)) for _ in range(2)]
        self.base, self.stop = [array("q", bytes(8 * cells)) for _ in range(2)]
        self.taken = array("Q", bytes(8 * cells * words))
        self.owner = array("i", bytes(256 * words))
        self.reached, self.seen = array("i", bytes(4 * places)), array("B", bytes(places))
        self.other = array("Q", bytes(8 * words))
        self.length = self.kept = self.rank = 0
        self.at[0] = walk.first
        self.stop[0] = self.size
        self.where[walk.first] = 0

    @cython.cfunc
    @cython.nogil
    def _seek(self, rank: i64) -> i32:
        """Go to the layout with this rank; return its number of pieces."""
        n, cells, letters, words = self.length, self.cells, self.letters, self.words
        letter: i32
        while rank < self.base[n] or rank >= self.stop[n]:
            n -= 1
            self.letter[self.at[n]] = 0
        self.kept = n
        edge = self.state[n]
        cell = self.at[n]
        count = self.count[n]
        base = self.base[n]
        stop = self.stop[n]
        while cell < cells:
            letter = 0
            for each in range(1, letters):
                letter += base + self.before[edge + each] <= rank
            self.letter[cell] = letter
            if letter + 1 < letters:
                stop = base + self.before[edge + letter + 1]
            edge += letter
            base += self.before[edge]
            if letter:
                p = self.place[(letter - 1) * cells + cell]
                self.pieces[count] = p
                count += 1
                for w in range(words):
                    cover = self.cover[p * words + w]
                    self.taken[(n + 1) * words + w] = self.taken[n * words + w] | cover
                    while cover:
                        self.owner[64 * w + lowest(cover)] = p
                        cover &= cover - 1
            else:
                for w in range(words):
                    self.taken[(n + 1) * words + w] = self.taken[n * words + w]
            n += 1
            cell = self.cell[edge]
            edge = self.to[edge]
            self.state[n] = edge
            self.at[n] = cell
            self.base[n] = base
            self.stop[n] = stop
            self.count[n] = count
            self.where[cell] = n
        self.length = n
        self.rank = rank
        return count

    @cython.cfunc
    @cython.nogil
    def _moved(self, p: i32, q: i32) -> i64:
        """Return the rank of the layout with the piece of place p at place q instead."""
        from_ = self.head[p]
        into = self.head[q]
        last = max(self.last[p], self.last[q])
        cell = min(from_, into)
        n = self.where[cell]
        edge = self.state[n]
        rank = self.base[n] + self.rank
        letter = self.letter[from_]
        self.letter[from_] = 0
        self.letter[into] = letter
        while cell <= last:
            edge += self.letter[cell]
            rank += self.before[edge]
            cell = self.cell[edge]
            edge = self.to[edge]
        self.letter[into] = 0
        self.letter[from_] = letter
        return rank - self.base[self.where[cell]]

    @cython.cfunc
    @cython.nogil
    def _free(self, place: i32, d: i32) -> i32:
        """Return the next place in direction d, or -1 if another piece or the edge is in the way."""
        q = self.step[4 * place + d]
        if q >= 0:
            for w in range(self.words):
                if self.enter[(4 * place + d) * self.words + w] & self.other[w]:
                    return -1
        return q

    @cython.cfunc
    @cython.nogil
    def _reach(self, p: i32) -> i32:
        """Write to `reached` the places to which the piece at p can go in one move."""
        n = 0
        i = 0
        open_ = 0
        top = cython.cast(isize, self.length) * self.words
        for w in range(self.words):
            open_ |= self.halo[p * self.words + w] & ~self.taken[top + w]
        if open_ == 0:
            return 0
        for w in range(self.words):
            self.other[w] = self.taken[top + w] ^ self.cover[p * self.words + w]
        if self.metric < 2:
            for d in range(4):
                q = self._free(p, d)
                while q >= 0:
                    self.reached[n] = q
                    n += 1
                    if self.metric == 0:
                        break
                    q = self._free(q, d)
            return n
        self.seen[p] = 1
        q = p
        while True:
            for d in range(4):
                w = self._free(q, d)
                if w >= 0 and not self.seen[w]:
                    self.seen[w] = 1
                    self.reached[n] = w
                    n += 1
            if i == n:
                break
            q = self.reached[i]
            i += 1
        self.seen[p] = 0
        for i in range(n):
            self.seen[self.reached[i]] = 0
        return n

    @cython.cfunc
    @cython.nogil
    def _neighbours(self, out: i64s, n: isize) -> isize:
        """Write the ranks of all neighbors to `out` from n on, in any order; return the index after the last."""
        taken = self.taken[self.length]
        if self.metric or self.words > 1:
            for i in range(self.count[self.length]):
                p = self.pieces[i]
                reach = self._reach(p)
                for j in range(reach):
                    out[n] = self._moved(p, self.reached[j])
                    n += 1
            return n
        # A piece that steps enters a cell next to one of its own: look behind every empty cell, and consider a piece
        # only at the first of the cells that it enters.
        empty = self.full & ~taken
        while empty:
            i = lowest(empty)
            bit = empty & -empty
            empty ^= bit
            for d in range(4):
                j = self.behind[4 * i + d]
                if j < 0 or not (taken >> j) & 1:
                    continue
                p = self.owner[j]
                e = 4 * p + d
                if self.enter[e] & (taken | (bit - 1)) or not self.enter[e]:
                    continue
                out[n] = self._moved(p, self.step[e])
                n += 1
        return n

    def moves(self, rank: i64) -> list[tuple[int, int, int]]:
        """Return the moves at a rank, in the order of places: place before, place after, rank after."""
        n = self._seek(rank)
        result = []
        for i in range(n):
            p = self.pieces[i]
            for j in range(self._reach(p)):
                result.append((p, self.reached[j], self._moved(p, self.reached[j])))
        return result


@cython.final
@cython.cclass
class DenseSearch:
    """A breadth-first search of a whole space, level by level.

    `dist` has 255 for layouts not yet found, and `words` is that memory as 64-bit words; its length is a multiple of
    the block's. `marks[2 * b + (d & 1)]` is set if block b may have a layout of depth d. `found` is a buffer of
    neighbors, which are looked up in batches so that memory is prefetched; it has `ROOM` more entries than one layout
    can have. A level continues at `rank` in `block`.
    """

    cython.declare(cursor=Cursor, dist=u8s, words=u64s, marks=u8s, found=i64s)
    block = cython.declare(i64, visibility="readonly")
    rank: i64

    def __init__(self, cursor: Cursor, dist: u8s, words: u64s, marks: u8s, most: int) -> None:
        """Keep the arrays of a search; `most` is the most neighbors that one layout can have."""
        self.cursor, self.dist, self.words, self.marks = cursor, dist, words, marks
        self.found = array("q", bytes(8 * (ROOM + most)))
        self.begin()

    def begin(self) -> None:
        """Begin a level."""
        self.block = self.rank = 0

    def expand(self, depth: i32, most: i64) -> i64:
        """Expand about `most` layouts at a depth: neighbors not yet found get the next depth.

        It continues at `block`; scanning a block counts as `SCAN` layouts. Returns how many were expanded.
        """
        cursor, dist, words, marks, found = self.cursor, self.dist, self.words, self.marks, self.found
        blocks: i64 = len(dist) // BLOCK
        now = depth & 1
        pattern = ONES * cython.cast(u64, depth)
        expanded: i64 = 0
        b, begin = self.block, self.rank
        n = 0
        with cython.nogil:
            while b < blocks and expanded < most:
                if marks[2 * b + now]:
                    most -= SCAN
                    for w in range(begin // 8 if begin else b * (BLOCK // 8), (b + 1) * (BLOCK // 8)):
                        x = words[w] ^ pattern
                        if not ((x - ONES) & ~x & TOPS):
                            continue
                        for k in range(8):
                            rank = 8 * w + k
                            if dist[rank] != depth or rank < begin:
                                continue
                            expanded += 1
                            cursor._seek(rank)
                            asked = n
                            n = cursor._neighbours(found, n)
                            if cython.compiled:
                                for i in range(asked, n):
                                    fetch(cython.address(dist[found[i]]))
                            if n >= ROOM:
                                _mark(dist, marks, found, n, depth)
                                n = 0
                            if expanded >= most:
                                begin = rank + 1
                                break
                        if expanded >= most:
                            break
                    else:
                        marks[2 * b + now] = begin = 0
                if begin == 0:
                    b += 1
            _mark(dist, marks, found, n, depth)
        self.block, self.rank = b, begin
        return expanded


@cython.cfunc
@cython.inline
@cython.nogil
def _mark(dist: u8s, marks: u8s, found: i64s, n: isize, depth: i32) -> cython.void:
    """Give the next depth to the layouts in `found` that have none yet."""
    for i in range(n):
        if dist[found[i]] == 255:
            dist[found[i]] = cython.cast(u8, depth + 1)
            marks[2 * (found[i] // BLOCK) + 1 - (depth & 1)] = 1


@cython.final
@cython.cclass
class Descent:
    """Distances modulo 3, five to a byte: the distance is the number of moves of a descent to the goal.

    A neighbor's distance differs by -1, 0 or 1, so its residue shows which. A solvable layout that is not a goal has a
    neighbor one move nearer; an unsolvable one has none, because all residues of its component are 0.

    The cursor is at kept layouts, with the rules of the whole board. If a piece lies at a place with `over`, the mirror
    image is kept instead, in which the piece of place p lies at `image[p]`. The layout of rank r has its residue in
    byte r // 5 of `table`, times 3 to the power r % 5. `goal` has the places that a goal requires, goal after goal,
    each ended by -1.
    """

    cython.declare(cursor=Cursor, table=u8s, over=u8s, image=i32s, goal=i32s, power=i32s, word=i32s)

    def __init__(self, cursor: Cursor, table: u8s, over: u8s, image: i32s, goal: i32s) -> None:
        self.cursor, self.table, self.over, self.image, self.goal = cursor, table, over, image, goal
        self.power = array("i", [1, 3, 9, 27, 81])
        self.word = array("i", bytes(4 * cursor.cells))

    def distance(self, rank: i64) -> int:
        """Return the distance of a layout to the goal; -1 if it cannot be solved."""
        cursor, depth = self.cursor, 0
        cython.declare(nearer=i64, after=i64)
        while True:
            pieces = cursor._seek(rank)
            if self._solved(pieces):
                return int(depth)
            nearer = -1
            want = (self._residue(rank) + 2) % 3
            for i in range(pieces):
                for j in range(cursor._reach(cursor.pieces[i])):
                    after = self._after(i, cursor.reached[j], pieces)
                    if self._residue(after) == want:
                        nearer = after
                        break
                if nearer >= 0:
                    break
            if nearer < 0:
                return -1
            rank = nearer
            depth += 1

    def moves(self, rank: i64) -> list[tuple[int, int, int]]:
        """Return the moves at a rank: place before, place after, how much nearer the goal comes (1, 0 or -1)."""
        cursor, result = self.cursor, []
        pieces = cursor._seek(rank)
        own = self._residue(rank)
        for i in range(pieces):
            p = cursor.pieces[i]
            for j in range(cursor._reach(p)):
                after = self._after(i, cursor.reached[j], pieces)
                result.append((p, cursor.reached[j], (own - self._residue(after) + 4) % 3 - 1))
        return result

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _residue(self, rank: i64) -> i32:
        return self.table[rank // 5] // self.power[rank % 5] % 3

    @cython.cfunc
    @cython.nogil
    def _solved(self, pieces: i32) -> cython.bint:
        """Whether the present layout is a goal."""
        met: cython.bint = True
        cython.declare(g=i32, found=cython.bint)
        for g in range(len(self.goal)):
            if self.goal[g] < 0:
                if met:
                    return True
                met = True
                continue
            found = False
            for i in range(pieces):
                found |= self.cursor.pieces[i] == self.goal[g]
            met &= found
        return False

    @cython.cfunc
    @cython.nogil
    def _after(self, moved: i32, q: i32, pieces: i32) -> i64:
        """Return the rank of the kept layout, or kept mirror image, after a piece (by its index) moves to place q."""
        rank: i64 = 0
        if not self.over[q]:
            return self.cursor._moved(self.cursor.pieces[moved], q)
        for cell in range(self.cursor.cells):
            self.word[cell] = 0
        for i in range(pieces):
            p = self.cursor.pieces[i]
            self.word[self.cursor.head[self.image[q if i == moved else p]]] = self.cursor.letter[self.cursor.head[p]]
        edge = 0
        cell = self.cursor.at[0]
        while cell < self.cursor.cells:
            edge += self.word[cell]
            rank += self.cursor.before[edge]
            cell = self.cursor.cell[edge]
            edge = self.cursor.to[edge]
        return rank


def expand(cursor: Cursor, ranks: i64s, begin: i64s, out: i64s, places: i32s, first: isize) -> isize:
    """Write the neighbors of `ranks[first:]` to `out`, the i-th rank's from `begin[i]` to `begin[i + 1]`.

    Writing begins at `begin[first]`. Returns the index of the first rank for which `out` has no room. `places[2 * j]`
    and the next entry are the places before and after the move, unless `places` is empty.
    """
    n: isize = begin[first]
    room = len(out)
    told: cython.bint = len(places) > 0
    full = False
    done = first
    with cython.nogil:
        for r in range(first, len(ranks)):
            pieces = cursor._seek(ranks[r])
            for i in range(pieces):
                p = cursor.pieces[i]
                reach = cursor._reach(p)
                if n + reach > room:
                    full = True
                    break
                for j in range(reach):
                    out[n] = cursor._moved(p, cursor.reached[j])
                    if told:
                        places[2 * n] = p
                        places[2 * n + 1] = cursor.reached[j]
                    n += 1
            if full:
                break
            begin[r + 1] = n
            done += 1
    return done


@cython.cfunc
@cython.inline
@cython.nogil
def _root(parent: u32s, i: i64) -> i64:
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


def unite(cursor: Cursor, begin: i32s, slides: i32s, parent: u32s, first: i64, last: i64) -> None:
    """Join the layouts from `first` up to `last` with the layouts one step away.

    A slide depends only on the cells up to the last one that it touches. So it joins the range of ranks that agree on
    these cells with another such range, and is considered once for the whole range, at its first rank.
    `slides[begin[c]:begin[c + 1]]` are the steps whose last cell is c, as numbers in `step`. The first call begins at
    rank 0 with a new cursor. A root is its tree's least rank.
    """
    words = cursor.words
    with cython.nogil:
        for rank in range(first, last):
            cursor._seek(rank)
            for n in range(cursor.kept + 1, cursor.length + 1):
                for j in range(begin[cursor.at[n - 1]], begin[cursor.at[n]]):
                    e = slides[j]
                    p = e >> 2
                    if cursor.letter[cursor.head[p]] != cursor.kind[p] + 1:
                        continue
                    blocked = 0
                    for w in range(words):
                        blocked |= cursor.enter[e * words + w] & cursor.taken[n * words + w]
                    if blocked:
                        continue
                    by = cursor._moved(p, cursor.step[e]) - rank
                    for i in range(cursor.base[n], cursor.stop[n]):
                        a = _root(parent, i)
                        b = _root(parent, i + by)
                        if b < a:
                            parent[a] = cython.cast(u32, b)
                        elif a < b:
                            parent[b] = cython.cast(u32, a)


def label(parent: u32s, count: i64, first: i64, last: i64) -> i64:
    """Replace the forest of `unite`, from `first` up to `last`, by the numbers of the trees, in the order of their
    roots. Ranks before `first` are done, with `count` trees. Returns the number of trees so far.
    """
    with cython.nogil:
        for i in range(first, last):
            if parent[i] == i:
                parent[i] = cython.cast(u32, count)
                count += 1
            else:
                parent[i] = parent[parent[i]]
    return count


def measure(labels: u32s, goal: u8s, sizes: i64s, goals: i64s) -> None:
    """Add some layouts to the counts of layouts and of goals (where `goal` is 1) of each component."""
    with cython.nogil:
        for i in range(len(labels)):
            sizes[labels[i]] += 1
            goals[labels[i]] += goal[i]


@cython.final
@cython.cclass
class SetCounts:
    """Counts layouts by set of pieces and another number, such as the distance.

    The code of a layout's set is the sum of `weights[k + 1]` over its pieces' kinds k, and `row[code]` is the set's
    number. `code` has the codes of the present layout's pieces up to each letter.
    """

    cython.declare(cursor=Cursor, weights=i64s, row=i32s, code=i64s)

    def __init__(self, cursor: Cursor, weights: i64s, row: i32s) -> None:
        self.cursor, self.weights, self.row = cursor, weights, row
        self.code = array("q", bytes(8 * (cursor.cells + 2)))

    def add(self, first: i64, column: i32s, counts: cython.longlong[:, ::1], rows: i32s) -> None:
        """Count the layouts from rank `first` on in `counts[row, column]`; write the row of each to `rows`."""
        cursor, code = self.cursor, self.code
        with cython.nogil:
            for i in range(len(column)):
                cursor._seek(first + i)
                # Letters that the last layout has too keep their codes.
                for n in range(cursor.kept, cursor.length):
                    code[n + 1] = code[n] + self.weights[cursor.letter[cursor.at[n]]]
                rows[i] = self.row[code[cursor.length]]
                counts[rows[i], column[i]] += 1
