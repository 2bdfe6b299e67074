"""Components of a whole space without a search, by the numbers of singles in regions of free cells.

The free cells of a frame (see `huarong.kernels.frames`) fall into **regions**: a single could slide from cell to cell
of a region. All arrangements of a number of singles in one region can reach each other, because singles are equal. So
the frame and the number of singles in each region determine a layout's component. Such **counts** are numbered in a
mixed base: in a frame with regions of 2 and 4 cells, 1 and 3 singles are 1 + 3 * 3 = 10, of 15 numbers.

When a piece slides, the cells that are free before and after fall into connected parts, each within one region before
and one after. For any numbers of singles on the parts, the counts before and after belong to one component; union-find
joins them.
"""

from array import array
from types import SimpleNamespace

import cython
from cython.cimports.huarong.kernels._c import count, i32, i32s, i64, i64s, lowest, u8s, u32, u32s, u64, u64s


@cython.final
@cython.cclass
class Regions:
    """The regions of all frames, and the counts that belong to one component.

    `near` has the adjacent cells of each free cell. `cover` and `enter` are the rules by place; `slot`, `place`,
    `link`, `into`, `frame` and `way` of frames are as `huarong.kernels.frames` says. From `least` to `most` singles are
    allowed, and from `least_empty` to `most_empty` other free cells.

    Frame i has the regions from `region[i]` up to `region[i + 1]`. Their cells are `mask`; one more single in a region
    adds `stride` to the number of the frame's counts. These numbers go from `node[i]` up to `node[i + 1]`, and index
    `label`.
    """

    cython.declare(board=u64, least=i32, most=i32, least_empty=i32, most_empty=i32, near=u64s, cover=u64s, enter=u64s)
    cython.declare(slot=i32s, place=i32s, link=i32s, into=i32s, frame=i32s, way=u8s, region=i32s, mask=u64s)
    cython.declare(stride=i32s, node=i64s, label=u32s)
    # By part of the free cells that a slide leaves free: its cells, the singles on it, what one more adds to each
    # number.
    cython.declare(cells=i32s, singles=i32s, before=i32s, after=i32s)
    labels = cython.declare(i64, visibility="readonly")

    def __init__(self, cells: int, given: SimpleNamespace) -> None:
        self.board = (1 << cells) - 1
        self.least, self.most = given.least, given.most
        self.least_empty, self.most_empty = given.least_empty, given.most_empty
        self.near, self.cover, self.enter, self.slot = given.near, given.cover, given.enter, given.slot
        self.place, self.link, self.into, self.frame = given.place, given.link, given.into, given.frame
        self.way, self.region, self.mask = given.way, given.region, given.mask
        self.stride, self.node, self.labels = given.stride, given.node, 0
        self.cells, self.singles, self.before, self.after = [array("i", bytes(4 * cells)) for _ in range(4)]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _part(self, free: u64) -> u64:
        """Return the connected part of `free` that has the lowest cell."""
        found = free & (~free + 1)
        ahead = found
        while ahead:
            new = self.near[lowest(ahead)] & free & ~found
            ahead = (ahead & (ahead - 1)) | new
            found |= new
        return found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _stride(self, i: i64, part: u64) -> i32:
        """Return the stride of a part's region: what one more single on it adds to the number of a frame's counts."""
        r = self.region[i]
        while self.mask[r] & part == 0:
            r += 1
        return self.stride[r]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _root(self, x: u32) -> u32:
        """Return the least number among the counts known to be in the same component as x."""
        while self.label[x] != x:
            self.label[x] = self.label[self.label[x]]
            x = self.label[x]
        return x

    def survey(self, first: i64, last: i64) -> None:
        """Find the regions of the frames `first` to `last`; earlier ones are done."""
        n: i64
        with cython.nogil:
            for i in range(first, last):
                free = self.board
                for s in range(self.slot[i], self.slot[i + 1]):
                    free &= ~self.cover[self.place[s]]
                r = self.region[i]
                n = 1
                while free:
                    part = self._part(free)
                    free ^= part
                    self.mask[r] = part
                    self.stride[r] = cython.cast(i32, n)
                    n *= count(part) + 1
                    r += 1
                self.region[i + 1] = r
                self.node[i + 1] = self.node[i] + n

    def begin(self, label: u32s) -> None:
        """Initialize the union-find: every number of counts is its own set."""
        x: i64
        self.label = label
        with cython.nogil:
            for x in range(len(label)):
                label[x] = cython.cast(u32, x)

    def join(self, first: i64, last: i64) -> None:
        """Follow the slides of the pieces of some frames."""
        j: i64
        with cython.nogil:
            for i in range(first, last):
                free = 0
                for r in range(self.region[i], self.region[i + 1]):
                    free |= self.mask[r]
                axes = count(free)
                for s in range(self.slot[i], self.slot[i + 1]):
                    for z in range(self.link[s], self.link[s + 1]):
                        j = self.frame[z]
                        if j < i:  # the other frame has the reverse slide
                            continue
                        rest = free & ~self.enter[4 * self.place[s] + self.way[z]]
                        parts = 0
                        while rest:
                            part = self._part(rest)
                            rest ^= part
                            n = count(part)
                            a = self._stride(i, part)
                            b = self._stride(j, part)
                            k = 0
                            while k < parts and (self.before[k] != a or self.after[k] != b):
                                k += 1
                            if k == parts:
                                parts += 1
                                self.cells[k] = 0
                                self.singles[k] = 0
                                self.before[k] = a
                                self.after[k] = b
                            self.cells[k] += n
                        x = self.node[i]
                        y = self.node[j]
                        total = 0
                        while True:
                            if self.least <= total <= self.most and self.least_empty <= axes - total <= self.most_empty:
                                p = self._root(cython.cast(u32, x))
                                q = self._root(cython.cast(u32, y))
                                if p < q:
                                    self.label[q] = p
                                else:
                                    self.label[p] = q
                            k = 0
                            while k < parts and self.singles[k] == self.cells[k]:
                                x -= self.singles[k] * self.before[k]
                                y -= self.singles[k] * self.after[k]
                                total -= self.singles[k]
                                self.singles[k] = 0
                                k += 1
                            if k == parts:
                                break
                            self.singles[k] += 1
                            x += self.before[k]
                            y += self.after[k]
                            total += 1

    def settle(self, first: i64, last: i64) -> None:
        """Number the sets of the counts `first` to `last` as 1, 2, ..., up to `labels`; earlier counts are done."""
        n = self.labels
        with cython.nogil:
            for x in range(first, last):
                if self.label[x] == x:
                    n += 1
                    self.label[x] = cython.cast(u32, n)
                else:
                    self.label[x] = self.label[self.label[x]]
        self.labels = n
