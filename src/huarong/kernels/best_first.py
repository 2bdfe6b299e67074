"""Estimates for guided searches, of many packed layouts at a time: projections to patterns, obstacles, novelty.

A key is a packed layout of `kw` 64-bit words (`huarong.search.keys`), and its number is its index in the queue of a
search (`huarong.kernels.search`). Best-first searches keep a value for each number. A **place** is a kind of piece at a
cell; tables here are indexed by place.
"""

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import count, i32, i32s, i64, i64s, isize, lowest, u16, u16s, u64, u64s

NONE = cython.declare(i32, 1 << 30)
"""The cost of a place without a known path."""
RING = cython.declare(i32, 1024)
"""The number of buckets of a queue of places; the costs in the queue differ by less than this."""
ring = 1024


def relax(numbers: i64s, count: isize, values: u16s, value: i32, better: i64s) -> isize:
    """Lower the values of the first `count` numbers to `value`; skip negative numbers.

    Writes the numbers whose values were higher to `better`, each once, and returns how many.
    """
    n: isize = 0
    with cython.nogil:
        for j in range(count):
            number = numbers[j]
            if number >= 0 and values[number] > value:
                values[number] = cython.cast(u16, value)
                better[n] = number
                n += 1
    return n


@cython.cclass
class Reader:
    """Unpacks keys into the places of the pieces.

    A field of a key is the `mask` bits from bit `shift` of word `word`. It encodes places from `base` on: as an index
    (`form` 0), as a board of bits (1), or as a list of `form` indices of `size` bits each.
    """

    cython.declare(kw=i32, fields=i32, word=i32s, shift=i32s, base=i32s, form=i32s, size=i32s, mask=u64s, held=i32s)

    def __init__(self, packing: Any) -> None:
        fields = packing.fields
        self.kw = packing.words
        self.fields = cython.cast(i32, len(packing.masks))
        self.word, self.shift, self.base = fields[0::5], fields[1::5], fields[2::5]
        self.form, self.size, self.mask = fields[3::5], fields[4::5], packing.masks
        self.held = array("i", bytes(4 * (packing.pieces + 1)))

    @cython.cfunc
    @cython.nogil
    def _read(self, keys: u64s, i: isize) -> i32:
        """Write the places of the pieces of key i to `held`; return how many there are."""
        n = 0
        key = i * self.kw
        fields = self.fields
        for f in range(fields):
            base = self.base[f]
            form = self.form[f]
            v = (keys[key + self.word[f]] >> self.shift[f]) & self.mask[f]
            if form == 1:
                while v:
                    self.held[n] = base + lowest(v)
                    v &= v - 1
                    n += 1
            elif form == 0:
                self.held[n] = base + cython.cast(i32, v)
                n += 1
            else:
                size = self.size[f]
                one = (cython.cast(u64, 1) << size) - 1
                for d in range(form):
                    self.held[n] = base + cython.cast(i32, v & one)
                    v >>= size
                    n += 1
        return n


@cython.final
@cython.cclass
class Projection(Reader):
    """Projects keys of a puzzle to keys of a pattern, which omits some of the pieces.

    `z` has for each place the `zw` words by which a piece there changes the pattern's key; zero for an omitted piece.
    """

    cython.declare(zw=i32, z=u64s)

    def __init__(self, packing: Any, z: u64s, zw: i32) -> None:
        Reader.__init__(self, packing)
        self.z, self.zw = z, zw

    def project(self, keys: u64s, first: isize, last: isize, out: u64s) -> None:
        """Write the pattern's keys for `keys[first:last]` to `out`."""
        zw = self.zw
        with cython.nogil:
            for i in range(first, last):
                n = self._read(keys, i)
                for w in range(zw):
                    v = 0
                    for f in range(n):
                        v ^= self.z[self.held[f] * zw + w]
                    out[(i - first) * zw + w] = v


@cython.final
@cython.cclass
class Obstacles(Reader):
    """An estimate of the distance to the goal by the obstacles in the paths of the pieces that the goal names.

    Each of these pieces is a requirement: in alternative `alternative[r]` of the goal, a piece at one of the places
    from `begin[r]` to `end[r]` must reach place `goal[r]`. A* finds a path of least cost: each step costs 1, plus
    `block` for each entered cell that another piece covers. `ahead[r * places + p]` is the number of steps from place p
    on the empty board, at least `RING` if no path exists.

    `cover`, `enter` and `step` are those of `huarong.model.rules.Rules`, `nw` words to a set of cells.
    """

    cython.declare(nw=i32, places=i32, block=i32, cover=u64s, enter=u64s, step=i32s, alternative=i32s, begin=i32s)
    cython.declare(end=i32s, goal=i32s, ahead=i32s, occupied=u64s)
    # A bucket queue of places by cost: the first in each bucket, the successor of each place, and each place's cost.
    cython.declare(bucket=i32s, behind=i32s, cost=i32s)

    def __init__(self, packing: Any, required: Any, ahead: i32s, block: i32) -> None:
        Reader.__init__(self, packing)
        rules = packing.rules
        self.nw, self.block, self.ahead = rules.words, block, ahead
        self.cover, self.enter, self.step = rules.cover, rules.enter, rules.step
        self.alternative, self.begin, self.end, self.goal = required
        self.places = cython.cast(i32, len(rules.head))
        self.occupied = array("Q", bytes(8 * rules.words))
        self.bucket = array("i", bytes(4 * RING))
        self.behind = array("i", bytes(4 * len(rules.head)))
        self.cost = array("i", bytes(4 * len(rules.head)))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _put(self, p: i32, cost: i32) -> cython.void:
        """Put a place into the queue."""
        self.cost[p] = cost
        cost &= RING - 1
        self.behind[p] = self.bucket[cost]
        self.bucket[cost] = p

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _drop(self, p: i32) -> cython.void:
        """Remove a place from the queue."""
        i = self.cost[p] & (RING - 1)
        if self.bucket[i] == p:
            self.bucket[i] = self.behind[p]
        else:
            i = self.bucket[i]
            while self.behind[i] != p:
                i = self.behind[i]
            self.behind[i] = self.behind[p]

    @cython.cfunc
    @cython.nogil
    def _way(self, r: isize, n: i32) -> i32:
        """Return the cost of the cheapest path for requirement r, among the first `n` pieces in `held`."""
        ahead = r * self.places
        nw, block = self.nw, self.block
        begin = self.begin[r]
        end = self.end[r]
        goal = self.goal[r]
        waiting = 0
        for d in range(RING):
            self.bucket[d] = -1
        for p in range(begin, end):
            self.cost[p] = NONE
        for f in range(n):
            p = self.held[f]
            if begin <= p < end:
                for w in range(nw):
                    self.occupied[w] &= ~self.cover[p * nw + w]
                if self.ahead[ahead + p] < RING:
                    self._put(p, self.ahead[ahead + p])
                    waiting += 1
        # A priority in the queue is the cost of the path to a place plus the steps that remain on the empty board.
        cost = 0
        while waiting and cost < 32767:
            p = self.bucket[cost & (RING - 1)]
            if p < 0:
                cost += 1
                continue
            self.bucket[cost & (RING - 1)] = self.behind[p]
            waiting -= 1
            if p == goal:
                break
            for d in range(4):
                t = self.step[4 * p + d]
                if t < 0 or self.ahead[ahead + t] >= RING:
                    continue
                crossed = 0
                for w in range(nw):
                    crossed += count(self.enter[(4 * p + d) * nw + w] & self.occupied[w])
                more = 1 + block * crossed + self.ahead[ahead + t] - self.ahead[ahead + p]
                more = cost + (more if more < RING else RING - 1)
                if more < self.cost[t]:
                    if self.cost[t] < NONE:
                        self._drop(t)
                        waiting -= 1
                    self._put(t, more)
                    waiting += 1
        for f in range(n):
            p = self.held[f]
            if begin <= p < end:
                for w in range(nw):
                    self.occupied[w] |= self.cover[p * nw + w]
        return cost

    def estimate(self, keys: u64s, first: isize, last: isize, out: u16s) -> None:
        """Write the estimates for `keys[first:last]` to `out`: the least sum of path costs over the alternatives."""
        with cython.nogil:
            for i in range(first, last):
                n = self._read(keys, i)
                for w in range(self.nw):
                    self.occupied[w] = 0
                for f in range(n):
                    for w in range(self.nw):
                        self.occupied[w] |= self.cover[self.held[f] * self.nw + w]
                best = 65535
                total = 0
                alternative = self.alternative[0]
                for r in range(len(self.alternative)):
                    if self.alternative[r] != alternative:
                        best = total if total < best else best
                        total = 0
                        alternative = self.alternative[r]
                    total += self._way(r, n)
                best = total if total < best else best
                out[i - first] = cython.cast(u16, best)


@cython.final
@cython.cclass
class Novelty(Reader):
    """The novelty of layouts: the size of the smallest set of pieces whose places occur together for the first time.

    Source: Lipovetzky and Geffner (2017). Layouts are compared within classes: `seen` has a bit for each class and pair
    of places, in rows of whole words.
    """

    cython.declare(places=isize, classes=i64, seen=u64s)

    def __init__(self, packing: Any, seen: u64s, classes: i64) -> None:
        Reader.__init__(self, packing)
        self.places = len(packing.rules.head)
        self.seen, self.classes = seen, classes

    def measure(
        self, keys: u64s, first: i64, numbers: i64s, moves: i32s, met: isize, estimates: u16s, out: u16s
    ) -> None:
        """Write to `out` the novelty of the newly found keys, from number `first` on.

        It is 1 if the place of the moved piece is new to the class, 2 if its pair with some other piece's place is new,
        else 3. The class of a layout is its estimate (`estimates`, from `first` on) modulo the number of classes.
        `numbers` are those of `met` neighbors in order, and `moves` the two places of each move, as left by `expand` of
        `huarong.kernels.expander` and `enter` of `huarong.kernels.search`.
        """
        row = (self.places + 63) // 64
        new: isize = 0
        cython.declare(begin=isize, p=isize, t=isize)
        with cython.nogil:
            for j in range(met):
                if numbers[j] != first + new:
                    continue
                n = self._read(keys, first + new)
                begin = estimates[new] % self.classes * self.places
                t = moves[2 * j + 1]
                width = 3
                for f in range(n):
                    p = self.held[f]
                    at = (begin + t) * row + (p >> 6) if t < p else (begin + p) * row + (t >> 6)
                    bit = cython.cast(u64, 1) << ((p if t < p else t) & 63)
                    if not self.seen[at] & bit:
                        self.seen[at] |= bit
                        if p == t:
                            width = 1
                        elif width > 2:
                            width = 2
                out[new] = cython.cast(u16, width)
                new += 1
