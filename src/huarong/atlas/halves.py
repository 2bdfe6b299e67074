"""Tables for a search by halves: words are cut in two, and the steps of beginnings and endings are found once for each.

A word of the numbering (see `docs/numbering.md`) is cut at the first letter whose cell is not in the upper part of
the board. A beginning combines with every ending from the state that it leads to, so there are far fewer of them than
layouts. This module finds their steps with NumPy, and `huarong.kernels.halves` searches the layouts by looking them
up.
"""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.kernels import kernel, record
from huarong.limits import Watch
from huarong.model.metric import Metric, as_metric
from huarong.model.rules import Rules
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

_PAYS = 1 << 19
"""The smallest space, in layouts, for which the tables pay; in smaller ones neighbours are ranked one by one."""
_LAYOUTS_EACH = 16
"""The least number of layouts to each beginning and ending for which the tables pay."""
_WEIGHT = 8
"""How many beginnings an ending counts as: beginnings are read in order, endings at random."""
_MADE = 112
"""About how many bytes a beginning takes while the tables are made; an ending takes _WEIGHT times as many."""
_PORTION = 1 << 14
"""The most layouts that a thread expands at a time: some milliseconds, so that none waits long for another, and handing
over
the interpreter's lock takes little of it."""


@dataclass(frozen=True, eq=False)
class Halves:
    """The tables that `huarong.kernels.halves.HalvesSearch` describes, by their names there."""

    metric: Metric
    tables: dict[str, NDArray[Any]]

    @property
    def blocks(self) -> int:
        """How many beginnings there are."""
        return len(self.tables["ending"])

    def levels(self, dist: NDArray[np.uint8], marks: NDArray[np.uint8], threads: int = 1) -> HalvesThreads:
        """A search over these tables with `threads` threads; the length of `dist` must be a multiple of eight."""
        arrays = self.tables | {"dist": dist, "words": dist.view(np.uint64), "marks": marks}
        given = record(arrays, metric=self.metric.code)
        cores = [kernel("halves").HalvesSearch(given) for _ in range(threads)]
        return HalvesThreads(cores, self.blocks)

    def holding(self, ranks: Numbers) -> Numbers:
        """The beginnings of the layouts of these ranks."""
        return np.searchsorted(self.tables["base"], ranks, side="right") - 1


def halves_of(space: Space, metric: Metric | str, reverse: bool, watch: Watch, room: float = math.inf) -> Halves | None:
    """The tables of a space; with `reverse`, those for moves made backwards.

    None if that would not pay, takes more than `room` bytes, or the board has more than 64 free cells.
    """
    rules = Rules.of(space.board, space.kinds, reverse)
    if rules.words > 1 or space.size < _PAYS or len(rules.step) >= 1 << 16:
        return None
    cut, number = _cut(space)
    if number * _LAYOUTS_EACH > space.size or number >= 1 << 27 or number * _MADE > room:
        return None
    return _Cut(space, rules, cut).halves(as_metric(metric), watch)


class HalvesThreads:
    """Several of the kernel's searches over one table, in threads: each takes the next range of beginnings."""

    def __init__(self, cores: list[Any], blocks: int) -> None:
        self._cores, self._blocks, self._lock = cores, blocks, threading.Lock()
        self._each = max(1, blocks // (16 * len(cores) ** 2)) if len(cores) > 1 else blocks
        self.begin()

    def begin(self) -> None:
        """Begin a level."""
        self._next = 0
        for core in self._cores:
            self._more(core)

    @property
    def block(self) -> int:
        """The first beginning whose layouts are not all expanded; past the last where the level is done."""
        return min((c.block for c in self._cores if c.block < c.last), default=self._next)

    def expand(self, depth: int, most: int) -> int:
        """Expand the layouts at a depth, about `most` of them for each thread; returns how many were expanded."""
        threads = len(self._cores)
        done, spent = [0] * threads, [0] * threads
        portion = min(most, _PORTION) if threads > 1 else most

        def work(number: int) -> None:
            core = self._cores[number]
            while (left := threads * most - sum(spent)) > 0 and (core.block < core.last or self._more(core)):
                done[number] += core.expand(depth, min(left, portion))
                spent[number] += core.spent

        helpers = [threading.Thread(target=work, args=(n,)) for n in range(1, len(done))]
        for each in helpers:
            each.start()
        work(0)
        for each in helpers:
            each.join()
        return sum(done)

    def _more(self, core: Any) -> bool:
        """Give a search the next range; False if there is none."""
        with self._lock:
            first = self._next
            self._next = last = min(first + self._each, self._blocks)
        core.begin(first, last)
        return first < last


@dataclass(frozen=True, eq=False)
class Codes:
    """A code for the set of pieces of each layout: the sum of one number for its beginning and one for its ending.

    The ranks from `base[b]` up to `base[b + 1]` have beginning b, and in order the endings from `ending[b]` on.
    """

    base: Numbers
    ending: Numbers
    begun: Numbers
    ended: Numbers

    def portions(self, size: int) -> Iterator[tuple[int, int]]:
        """Divide the beginnings into ranges with about `size` layouts each."""
        first, last = 0, len(self.begun)
        while first < last:
            after = int(np.searchsorted(self.base, self.base[first] + size, side="right")) - 1
            yield first, min(last, max(first + 1, after))
            first = min(last, max(first + 1, after))


def codes_of(space: Space, weights: Sequence[int], watch: Watch) -> Codes:
    """The codes of all layouts: a layout's code is the sum of the `weights` of its pieces' kinds.

    >>> space = Space.parse("2x2 1x1:1..3")
    >>> codes = codes_of(space, (1,), Watch())
    >>> [
    ...     int(begun + codes.ended[codes.ending[b] + i])
    ...     for b, begun in enumerate(codes.begun)
    ...     for i in range(codes.base[b + 1] - codes.base[b])
    ... ] == [sum(map(len, space.layout(rank).heads)) for rank in range(space.size)]
    True
    """
    parts = _Cut(space, Rules.of(space.board, space.kinds), _cut(space)[0])
    begun, states, of, ended = parts.words(watch)
    first = np.searchsorted(ended.origin, np.arange(len(states)))
    weight = np.array([0, *weights], np.int64)
    return Codes(
        np.append(begun.base, space.size), first[of], _weighed(begun, weight, watch), _weighed(ended, weight, watch)
    )


def _weighed(words: _Words, weight: Numbers, watch: Watch) -> Numbers:
    """The sum of the weights of each word's letters."""
    found = np.zeros(len(words.base), np.int64)
    for letters in words.letters.T:
        found += weight[letters]
        watch.count(0)
    return found


def _cut(space: Space) -> tuple[int, int]:
    """The cell to cut at, where beginnings and endings together are fewest, and their number."""
    tables = space.tables
    cell, to = tables.cell, tables.to
    states = len(cell)
    words, ways = [0] * states, [0] * states
    words[-1] = ways[0] = 1
    order = np.argsort(cell, kind="stable").tolist()
    for s in reversed(order):
        words[s] += sum(words[t] for t in to[s].tolist() if t >= 0)
    read = [space.board.size] * states
    for s in order:
        for t in to[s].tolist():
            if t >= 0:
                ways[t] += ways[s]
                read[t] = min(read[t], int(cell[s]))
    # A state is at a cut if the cut lies behind the letter that leads to it and not behind the cell it reads.
    change = [0] * (space.board.size + 2)
    for s in range(states):
        if read[s] < cell[s]:
            change[read[s] + 1] += _WEIGHT * words[s] + ways[s]
            change[cell[s] + 1] -= _WEIGHT * words[s] + ways[s]
    total = list(itertools.accumulate(change))
    cut = min(space.board.free[1:], key=total.__getitem__, default=0)
    return cut, total[cut] if cut else space.size


@dataclass(frozen=True, eq=False)
class _Words:
    """Parts of words in order: the states at their two ends, the ranks before each, letters by cell, cells covered."""

    origin: Numbers
    state: Numbers
    base: Numbers
    letters: NDArray[np.uint8]
    cover: NDArray[np.uint64]


class _Cut:
    """A space cut at a cell, with its beginnings and endings."""

    def __init__(self, space: Space, rules: Rules, cut: int) -> None:
        self.space, self.rules, self.cut = space, rules, cut
        tables = space.tables
        self.cell, self.to, self.before = tables.cell, tables.to, tables.before
        self.step = np.array(rules.step, np.int32)
        self.kind, self.head = np.array(rules.kind), np.array(rules.head)
        self.enter = np.array(rules.enter, np.uint64)
        self.place_cover = np.array(rules.cover, np.uint64)
        self.covers = np.zeros((tables.letters, space.board.size + 1), np.uint64)
        if rules.words == 1:
            self.covers[self.kind + 1, self.head] = self.place_cover
        upper = sum(cell < cut for cell in space.board.free)
        self.low = np.uint64((1 << min(upper, 64)) - 1)

    def _spelled(self, states: Numbers, first: int, last: int, watch: Watch) -> _Words:
        """All parts of words from these states, up to the first letter whose cell is `last` or later, in order."""
        n = len(states)
        row, state, base = np.arange(n), states.astype(np.int64), np.zeros(n, np.int64)
        letters, cover = np.zeros((n, last - first), np.uint8), np.zeros(n, np.uint64)
        while (open_ := self.cell[state] < last).any():
            watch.count(0)
            ways = self.to[state] >= 0
            ways[~open_] = False
            ways[~open_, 0] = True
            of, letter = np.nonzero(ways)
            here, goes = state[of], open_[of]
            at = self.cell[here]
            base = base[of] + np.where(goes, self.before[here, letter], 0)
            cover = cover[of] | np.where(goes, self.covers[letter, at], np.uint64(0))
            letters, row = letters[of], row[of]
            some = np.flatnonzero(goes)
            letters[some, at[some] - first] = letter[some]
            state = np.where(goes, self.to[here, letter], here).astype(np.int64)
        return _Words(row, state, base, letters, cover)

    def _walk(self, states: Numbers, letters: NDArray[np.uint8], first: int, last: int) -> tuple[Numbers, Numbers]:
        """For words read from these states: how many words precede each, and the state after it; -1 if it is not a
        word.
        """
        state, base = states.astype(np.int64), np.zeros(len(states), np.int64)
        for cell in range(first, last):
            some = np.flatnonzero((self.cell[state] == cell) & (state >= 0))
            letter = letters[some, cell - first]
            here = state[some]
            base[some] += self.before[here, letter]
            state[some] = self.to[here, letter]
        return base, state

    def words(self, watch: Watch) -> tuple[_Words, Numbers, Numbers, _Words]:
        """The beginnings, the distinct states they lead to, each beginning's index into these, and the endings of each
        state.
        """
        begun = self._spelled(np.zeros(1, np.int64), 0, self.cut, watch)
        states, of = np.unique(begun.state, return_inverse=True)
        return begun, states, of, self._spelled(states, self.cut, self.space.board.size, watch)

    def halves(self, metric: Metric, watch: Watch) -> Halves | None:
        """The tables for the kernel."""
        begun, states, of, ended = self.words(watch)
        first = np.searchsorted(ended.origin, np.arange(len(states) + 1))
        # The state at the cut says which cells behind it the beginning's pieces cover.
        high = begun.cover & ~self.low
        over = np.zeros(len(states), np.uint64)
        over[of] = high
        if (over[of] != high).any():
            return None
        taken = ended.cover | over[ended.origin]
        links, events = _Rows(), _Rows()
        for edge, rows, into, crosses in self._from_beginnings(begun, watch):
            (events if crosses else links).add(rows, np.searchsorted(begun.base, into), edge)
        keys, starts, leads = self._crossings(*events.joined(), of, len(states))
        link, linked = links.listed(len(of))
        turn, turns = self._turns(ended, taken, states, keys, watch).listed(len(ended.base))
        return Halves(
            metric,
            {
                "base": np.append(begun.base, self.space.size),
                "ending": first[of].astype(np.int32),
                "row": starts,
                "link": link,
                "links": linked,
                "across": leads,
                "turn": turn,
                "turns": turns,
                "begun": begun.cover,
                "ended": ended.cover,
                "step": self.step,
                "enter": self.enter,
                "cover": self.place_cover,
                "halo": np.array(self.rules.halo, np.uint64),
            },
        )

    def _from_beginnings(self, begun: _Words, watch: Watch) -> Iterator[tuple[int, Numbers, Numbers, bool]]:
        """The steps that touch beginnings: edge, the beginnings that allow it, their first ranks after it, whether
        endings matter.
        """
        start, cut = np.zeros(1, np.int64), self.cut
        for edge in np.flatnonzero(self.step >= 0).tolist():
            p, q = edge >> 2, int(self.step[edge])
            from_, to, letter = int(self.head[p]), int(self.head[q]), int(self.kind[p]) + 1
            if from_ >= cut and to >= cut:
                continue
            if from_ < cut:
                good = (begun.letters[:, from_] == letter) & (begun.cover & self.enter[edge] == 0)
            else:
                good = begun.cover & self.place_cover[q] == 0
            rows = np.flatnonzero(good)
            letters = begun.letters[rows]
            if from_ < cut:
                letters[:, from_] = 0
            if to < cut:
                letters[:, to] = letter
            base, state = self._walk(np.broadcast_to(start, len(rows)), letters, 0, cut)
            known = state >= 0
            touched = (self.place_cover[p] ^ self.place_cover[q]) & ~self.low
            yield edge, rows[known], base[known], bool(touched) or from_ >= cut or to >= cut
            watch.count(0)

    def _crossings(
        self, row: Numbers, onto: Numbers, edge: Numbers, of: Numbers, states: int
    ) -> tuple[tuple[Numbers, Numbers, Numbers, Numbers], Numbers, NDArray[np.int32]]:
        """The crossings of each state (state, edge, state after it, place in the row), and the rows of all
        beginnings.
        """
        edges = len(self.step)
        code = (of[row] * edges + edge) * states + of[onto]
        codes, number = np.unique(code, return_inverse=True)
        state, rest = codes // (edges * states), codes % (edges * states)
        begin = np.searchsorted(state, np.arange(states + 1))
        slot = np.arange(len(codes)) - begin[state]
        rows = np.zeros(len(of) + 1, np.int64)
        np.cumsum((begin[1:] - begin[:-1])[of], out=rows[1:])
        across = np.full(max(1, int(rows[-1])), -1, np.int32)
        across[rows[row] + slot[number]] = onto
        return (state, rest // states, rest % states, slot), rows, across

    def _turns(
        self,
        ended: _Words,
        taken: NDArray[np.uint64],
        states: Numbers,
        crossings: tuple[Numbers, Numbers, Numbers, Numbers],
        watch: Watch,
    ) -> _Rows:
        """The turns of each ending (see `huarong.kernels.halves.HalvesSearch`)."""
        size, cut, found = self.space.board.size, self.cut, _Rows()
        for edge, after, slot in self._edges(crossings, np.full(len(states), -1)):
            p, q = edge >> 2, int(self.step[edge])
            from_, to, letter = int(self.head[p]), int(self.head[q]), int(self.kind[p]) + 1
            good = taken & self.enter[edge] & ~self.low == 0
            if from_ >= cut:
                good &= ended.letters[:, from_ - cut] == letter
            if slot is not None:
                good &= slot[ended.origin] >= 0
            rows = np.flatnonzero(good)
            letters, origin = ended.letters[rows], ended.origin[rows]
            if from_ >= cut:
                letters[:, from_ - cut] = 0
            if to >= cut:
                letters[:, to - cut] = letter
            then = origin if after is None else after[origin]
            base, state = self._walk(states[then], letters, cut, size)
            known = state >= 0
            cross = 0 if slot is None else (slot[origin] + 1)[known]
            found.add(rows[known], base[known], edge, cross)
            watch.count(0)
        return found

    def _edges(
        self, crossings: tuple[Numbers, Numbers, Numbers, Numbers], none: Numbers
    ) -> Iterator[tuple[int, Numbers | None, Numbers | None]]:
        """Each edge that touches endings; for a crossing also, by state, the state after it and its place in the row,
        or -1.
        """
        for edge in np.flatnonzero(self.step >= 0).tolist():
            p, q = edge >> 2, int(self.step[edge])
            if self.head[p] >= self.cut and self.head[q] >= self.cut:
                yield edge, None, None
        state, edges, then, place = crossings
        for edge in np.unique(edges).tolist():
            some = np.flatnonzero(edges == edge)
            # One edge may lead from a state to several, since states count pieces only up to a bound.
            while len(some):
                of, index = np.unique(state[some], return_index=True)
                after, slot = none.copy(), none.copy()
                after[of], slot[of] = then[some[index]], place[some[index]]
                yield edge, after, slot
                some = np.delete(some, index)


class _Rows:
    """Lists of steps by row: the links or turns that `huarong.kernels.halves.HalvesSearch` describes."""

    def __init__(self) -> None:
        self._rows, self._items = [np.zeros(0, np.int32)], [np.zeros(0, np.uint64)]

    def add(self, rows: Numbers, onto: Numbers, edge: int, cross: Numbers | int = 0) -> None:
        """Record that an edge leads from rows to other rows."""
        self._rows.append(rows.astype(np.int32))
        self._items.append((onto << 32 | cross << 16 | edge).astype(np.uint64))

    def joined(self) -> tuple[Numbers, Numbers, Numbers]:
        """All rows, the rows they lead to, and the edges, each as one array."""
        row, items = np.concatenate(self._rows), np.concatenate(self._items).astype(np.int64)
        return row.astype(np.int64), items >> 32, items & 65535

    def listed(self, rows: int) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
        """The index of each row's first item, and the items row by row."""
        row, items = np.concatenate(self._rows), np.concatenate(self._items)
        self._rows, self._items = [row], [items]
        begin = np.zeros(rows + 1, np.int32)
        np.cumsum(np.bincount(row, minlength=rows), out=begin[1:])
        return begin, items[np.argsort(row, kind="stable")]
