"""Reordering: distances stored by frame and corner (see `huarong.kernels.frames`) are written in the order of ranks.

The rank of a layout is a sum along its word. Along the word of a frame, only the free cells have a choice: empty or
single. So the automaton that adds up this sum is in one of a few states at each cell, depending on the number of
singles before that cell. After the axes that choose a bitset's word, at most six choices are left. Their part of the
sum (`tail`) depends only on the state before these choices.
"""

from array import array
from types import SimpleNamespace

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, i64, i64s, isize, lowest, u8s, u32s, u64, u64s

ALL = cython.declare(u64, 0xFFFFFFFFFFFFFFFF)

WIDTH = cython.declare(i32, 32)
"""The most states at a cell; there are at most 20 axes."""

NONE = cython.declare(i32, 1)
"""The tail without layouts; tail 0 has exactly one layout."""

NEVER = cython.declare(i64, -(1 << 62))
"""The entry of a tail for "no layout"; it stays negative after any addition."""


@cython.final
@cython.cclass
class Ranks:
    """The map from frames and corners to ranks.

    `to`, `cell` and `before` are the automaton of `huarong.space.space.Tables` by edge. A state is the number of its
    first edge. `to[e]` is the state after edge e, and `cell[e]` the cell that this state reads (`first` is the cell
    that the first state reads). `letter` and `head` are by place; `single` is the singles' letter. `spread[b]` has bit
    i of the byte b in its byte i.

    Frames have `axes`, `base`, `slot` and `place` as `huarong.kernels.frames` says. In `bits`, the bitsets from `seen`
    on tell which layouts have a number, and those from `numbers` on have its `digits`, as left by
    `huarong.kernels.cubes`.
    """

    cython.declare(first=i32, single=i32, cells=i32, to=i32s, cell=i32s, before=i64s, letter=i32s, head=i32s)
    cython.declare(spread=u64s, axes=u8s, base=i32s, slot=i32s, place=i32s, bits=u64s, seen=i64, numbers=i64)
    cython.declare(digits=i32)
    # By layer (a cell where something begins in the frame at hand): the letter of a piece, or 0, and how many states.
    cython.declare(piece=i32s, states=i32s)
    # By layer and state: the state, where empty (or the piece) and single lead in the next layer, the tail that begins
    # there, and what is added to the rank before it.
    cython.declare(state=i32s, leads=i32s, tail_of=i32s, added=i64s)
    # By tail: 64 numbers to be added to the rank, negative where there is no layout; whether there is one everywhere;
    # the least and the greatest of the numbers.
    cython.declare(tail=i64s, whole=u8s, least=i64s, most=i64s)
    # By word of the frame: its part of the rank, and which state it is in.
    cython.declare(upper=i64s, at=i32s)
    # What a single more adds to the number of counts: by axis, by the corner within a word, by word of the frame.
    cython.declare(more=i32s, low=i32s, high=i32s)

    def __init__(self, layers: int, words: int, given: SimpleNamespace) -> None:
        """Create buffers for frames of at most this many layers and words."""
        self.first, self.single, self.cells, self.to = given.first, given.single, given.cells, given.to
        self.cell, self.before, self.letter, self.head = given.cell, given.before, given.letter, given.head
        self.spread, self.axes, self.base, self.slot = given.spread, given.axes, given.base, given.slot
        self.place, self.bits, self.seen = given.place, given.bits, given.seen
        self.numbers, self.digits = given.numbers, given.digits
        tails = 6 * WIDTH + 2
        self.piece, self.states = array("i", bytes(4 * layers)), array("i", bytes(4 * layers))
        self.state, self.tail_of = [array("i", bytes(4 * layers * WIDTH)) for _ in range(2)]
        self.leads = array("i", bytes(8 * layers * WIDTH))
        self.added = array("q", bytes(8 * layers * WIDTH))
        self.tail = array("q", bytes(512)) + array("q", [NEVER]) * (64 * (tails - 1))
        self.whole = bytearray([1] + [0] * (tails - 1))
        self.least = array("q", [0] + [-NEVER] * (tails - 1))
        self.most = array("q", [0] + [NEVER] * (tails - 1))
        self.more, self.low = array("i", bytes(4 * 64)), array("i", bytes(4 * 64))
        self.high = array("i", bytes(4 * words))
        self.upper, self.at = array("q", bytes(8 * words)), array("i", bytes(4 * words))

    def use(self, bits: u64s, seen: int, numbers: int) -> None:
        """Use other bitsets; `seen` and `numbers` may be negative if they begin with a later frame."""
        self.bits, self.seen, self.numbers = bits, seen, numbers

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _lead(self, layer: i32, state: i32) -> i32:
        """Return the index of a state in a layer, adding it if new; -1 for none."""
        k = self.states[layer] - 1
        if state < 0:
            return -1
        while k >= 0 and self.state[layer * WIDTH + k] != state:
            k -= 1
        if k < 0:
            k = self.states[layer]
            self.states[layer] = k + 1
            self.state[layer * WIDTH + k] = state
        return k

    @cython.cfunc
    @cython.nogil
    def _forward(self, frame: i64) -> i32:
        """Pass forwards along a frame's word: fill the layers, `upper` and `at`; return the layer where tails begin."""
        layer = 0
        middle = 0
        upper = cython.cast(i32, self.axes[frame]) - 6
        slot = self.slot[frame]
        slots = self.slot[frame + 1]
        cell = self.first
        words = 1
        self.states[0] = 1
        self.state[0] = 0
        self.upper[0] = 0
        self.at[0] = 0
        while cell < self.cells:
            self.states[layer + 1] = 0
            edge = layer * WIDTH
            if slot < slots and self.head[self.place[slot]] == cell:
                self.piece[layer] = self.letter[self.place[slot]]
                slot += 1
                for k in range(edge, edge + self.states[layer]):
                    e = self.state[k] + self.piece[layer]
                    self.leads[2 * k] = self._lead(layer + 1, self.to[e])
                    if self.to[e] >= 0:
                        cell = self.cell[e]
                if upper > 0:
                    for w in range(words):
                        k = self.at[w]
                        if k >= 0:
                            self.upper[w] += self.before[self.state[edge + k] + self.piece[layer]]
                            self.at[w] = self.leads[2 * (edge + k)]
            else:
                self.piece[layer] = 0
                for k in range(edge, edge + self.states[layer]):
                    e = self.state[k]
                    self.leads[2 * k] = self._lead(layer + 1, self.to[e])
                    if self.to[e] >= 0:
                        cell = self.cell[e]
                    e += self.single
                    self.leads[2 * k + 1] = self._lead(layer + 1, self.to[e])
                    if self.to[e] >= 0:
                        cell = self.cell[e]
                if upper > 0:
                    upper -= 1
                    if upper == 0:
                        middle = layer + 1
                    for w in range(words - 1, -1, -1):
                        k = self.at[w]
                        self.upper[2 * w + 1] = self.upper[w]
                        self.upper[2 * w] = self.upper[w]
                        self.at[2 * w + 1] = k
                        self.at[2 * w] = k
                        if k >= 0:
                            self.upper[2 * w + 1] += self.before[self.state[edge + k] + self.single]
                            self.at[2 * w + 1] = self.leads[2 * (edge + k) + 1]
                            self.at[2 * w] = self.leads[2 * (edge + k)]
                    words *= 2
            layer += 1
        self.tail_of[layer * WIDTH] = 0
        self.added[layer * WIDTH] = 0
        self._backward(layer, middle)
        return middle

    @cython.cfunc
    @cython.nogil
    def _backward(self, layer: i32, middle: i32) -> cython.void:
        """Pass backwards from the last layer to the middle: fill the tails."""
        tails = NONE + 1
        size = 1
        while layer > middle:
            layer -= 1
            if self.piece[layer]:
                for k in range(layer * WIDTH, layer * WIDTH + self.states[layer]):
                    a = self.leads[2 * k]
                    self.tail_of[k] = NONE
                    if a >= 0:
                        a += (layer + 1) * WIDTH
                        self.tail_of[k] = self.tail_of[a]
                        self.added[k] = self.added[a] + self.before[self.state[k] + self.piece[layer]]
                continue
            for k in range(layer * WIDTH, layer * WIDTH + self.states[layer]):
                self.tail_of[k] = tails
                self.added[k] = 0
                to = 64 * tails
                low = 64 * NONE
                high = low
                more = 0
                rest = 0
                a = self.leads[2 * k]
                if a >= 0:
                    a += (layer + 1) * WIDTH
                    low = 64 * self.tail_of[a]
                    rest = self.added[a]
                a = self.leads[2 * k + 1]
                if a >= 0:
                    a += (layer + 1) * WIDTH
                    high = 64 * self.tail_of[a]
                    more = self.added[a] + self.before[self.state[k] + self.single]
                self.whole[tails] = self.whole[low >> 6] & self.whole[high >> 6]
                self.least[tails] = min(self.least[low >> 6] + rest, self.least[high >> 6] + more)
                self.most[tails] = max(self.most[low >> 6] + rest, self.most[high >> 6] + more)
                for m in range(size):
                    self.tail[to + m] = self.tail[low + m] + rest
                    self.tail[to + size + m] = self.tail[high + m] + more
                tails += 1
            size *= 2

    def write(self, first: i64, last: i64, digit: i32, out: u8s, stride: i64, low: i64 = 0) -> None:
        """Write 8 binary digits of the numbers of some frames' layouts, from `digit` on. The byte of rank r goes to
        `out[stride * (r - low)]`, if this is in `out`; layouts without a number get 255.
        """
        axes, base, bits = self.axes, self.base, self.bits
        cython.declare(n=i64, w=i64, inside=cython.bint)
        ranks = (len(out) + stride - 1) // stride
        with cython.nogil:
            for i in range(first, last):
                middle = self._forward(i) * WIDTH
                n = base[i + 1] - base[i]
                size = 64 if n > 1 else 1 << axes[i]
                for w in range(n):
                    k = self.at[w]
                    if k < 0:
                        continue
                    row = self.tail_of[middle + k]
                    to = self.upper[w] + self.added[middle + k] - low
                    if to + self.most[row] < 0 or to + self.least[row] >= ranks:
                        continue
                    inside = to + self.least[row] >= 0 and to + self.most[row] < ranks
                    unseen = ALL ^ bits[self.seen + base[i] + w]
                    at = self.numbers + self.digits * base[i] + digit * n + w
                    for c in range(0, size, 8):
                        x = 0
                        for k in range(8):
                            x |= self.spread[(bits[at + k * n] | unseen) >> c & 255] << k
                        if size >= 8 and inside and self.whole[row]:
                            for m in range(64 * row + c, 64 * row + c + 8):
                                out[(to + self.tail[m]) * stride] = x & 255
                                x >>= 8
                        else:
                            for m in range(64 * row + c, 64 * row + min(c + 8, size)):
                                if self.tail[m] >= 0 and 0 <= to + self.tail[m] < ranks:
                                    out[(to + self.tail[m]) * stride] = x & 255
                                x >>= 8

    def label(
        self, first: i64, last: i64, counts: i64s, region: i32s, mask: u64s, stride: i32s, label: u32s, out: u32s
    ) -> None:
        """Write the labels of the counts of some frames' layouts; the label of rank r goes to `out[r]`.

        The regions of frames and the labels are as in `huarong.kernels.regions`, where `counts` is called `node`.
        """
        cython.declare(w=i64, words=i64)
        with cython.nogil:
            for i in range(first, last):
                middle = self._forward(i) * WIDTH
                words = self.base[i + 1] - self.base[i]
                size = 64 if words > 1 else 1 << self.axes[i]
                free = 0
                for r in range(region[i], region[i + 1]):
                    free |= mask[r]
                a = self.axes[i]
                while free:  # the first free cell is the last axis
                    a -= 1
                    r = region[i]
                    while mask[r] >> lowest(free) & 1 == 0:
                        r += 1
                    self.more[a] = stride[r]
                    free &= free - 1
                self.low[0] = 0
                self.high[0] = 0
                for a in range(self.axes[i]):
                    if a < 6:
                        for m in range(1 << a):
                            self.low[(1 << a) + m] = self.low[m] + self.more[a]
                    else:
                        for m in range(1 << (a - 6)):
                            self.high[(1 << (a - 6)) + m] = self.high[m] + self.more[a]
                for w in range(words):
                    k = self.at[w]
                    if k < 0:
                        continue
                    row = 64 * self.tail_of[middle + k]
                    to = self.upper[w] + self.added[middle + k]
                    x = counts[i] + self.high[w]
                    for m in range(size):
                        if self.tail[row + m] >= 0:
                            out[to + self.tail[row + m]] = label[x + self.low[m]]


def renumber(labels: u32s, numbers: u32s, least: i64s, first: i64, last: i64) -> None:
    """Replace labels 1, 2, ... by 0, 1, ... in the order of their first occurrence.

    `numbers[x]` is 1 + the new number of label x, or 0, and `numbers[0]` how many have one; `least` gets the index of
    each number's first occurrence.
    """
    with cython.nogil:
        for i in range(first, last):
            x = labels[i]
            if numbers[x] == 0:
                least[numbers[0]] = i
                numbers[0] += 1
                numbers[x] = numbers[0]
            labels[i] = numbers[x] - 1


def deal(bits: u64s, here: u8s, found: u64s, at: i64s, stride: i64s, depth: i32) -> None:
    """Write a level of some frames to their bitsets: `found` has the words that are not zero, and `here` a bit for each
    word.

    Word w is added to the visited set, `bits[w]`, and, if the depth has digit k, to `bits[at[w] + k * stride[w]]`.
    """
    j: isize = 0
    set_: u64
    with cython.nogil:
        for b in range(len(here)):
            set_ = here[b]
            while set_:
                w = 8 * b + lowest(set_)
                set_ &= set_ - 1
                x = found[j]
                j += 1
                bits[w] |= x
                to = at[w]
                d = depth
                while d:
                    if d & 1:
                        bits[to] |= x
                    to += stride[w]
                    d >>= 1
