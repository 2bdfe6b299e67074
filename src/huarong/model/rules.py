"""The one implementation of the rules: tables that say what may slide where, for the kernels.

A **place** is a kind with one of the heads that it can have on the empty board. Places are numbered by kind, then by
the connected part of the board in which a piece can move alone, then by head. A piece slides from place to place if the
cells that it enters are empty. Searches, hints and numberings all read these tables; `tests/naive.py` is their slow
twin, written from the definition alone.
"""

from __future__ import annotations

import functools
import itertools
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from huarong.limits import ask_watch
from huarong.memo import memoized
from huarong.model.board import DELTA, DIRECTIONS, OPPOSITE, Board, Kind, Leg, Metric

NOWHERE = -1
_FEW, _MANY = 16, 8192
"""Only floods that reach at most `_FEW` places are cached; each cache has at most `_MANY` entries."""
_OFTEN = 256
"""The number of heads processed between two checks of the watch."""


def bits(mask: int) -> Iterator[int]:
    """Iterate over the indices of the bits that are set, ascending."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def reversible(kinds: Iterable[Kind]) -> bool:
    """Whether every move is reversible: each kind that slides in a direction can also slide in the opposite one.

    >>> reversible([Kind.of([(0, 0)], "LR")]), reversible([Kind.of([(0, 0)], "LRD")])
    (True, False)
    """
    return all(OPPOSITE[d] in kind.directions for kind in kinds for d in kind.directions)


@dataclass(frozen=True, eq=False)
class Rules:
    """The places of some kinds on a board and the steps between them.

    `kind[p]` and `head[p]` are the kind and the head of the piece at place `p`. `step[4 * p + d]` is the place one cell
    on in direction `d` (of `UDLR`), or -1. `cover`, `halo` and `enter` are sets of free cells as bits, in `words`
    64-bit words each; bit i is the i-th free cell in reading order. The cells of `p` are at `cover[words * p]`, the
    cells that it enters by any step at `halo[words * p]`, and the cells entered by one step at `enter[words * (4 * p +
    d)]` (all cells if there is no such step). `groups` are the ranges of places that a piece can reach alone.

    >>> rules = Rules.of(Board(2, 2), (Kind.of([(0, 0), (1, 0)]),))
    >>> list(rules.head), list(rules.step), list(rules.cover)
    ([0, 2], [-1, 1, -1, -1, 0, -1, -1, -1], [3, 12])
    """

    board: Board
    kinds: tuple[Kind, ...]
    words: int
    kind: array[int]
    head: array[int]
    step: array[int]
    cover: array[int]
    halo: array[int]
    enter: array[int]
    groups: tuple[range, ...]
    place: dict[tuple[int, int], int]
    _known: dict[tuple[int, int, int], tuple[Leg, ...]] = field(default_factory=dict, repr=False)
    """The cache of `legs`; with few empty cells, a piece often has the same surroundings."""
    _floods: dict[tuple[int, int], dict[int, tuple[Leg, ...]]] = field(default_factory=dict, repr=False)

    @classmethod
    @memoized(lambda rules: rules.bytes)
    def of(cls, board: Board, kinds: tuple[Kind, ...], reverse: bool = False) -> Rules:
        """Compute the tables of these kinds on a board; with `reverse`, the tables for moves made backwards."""
        bit = {cell: 1 << i for i, cell in enumerate(board.free)}
        words = max(1, -(-len(bit) // 64))
        kind, head, step = array("i"), array("i"), array("i")
        cover, halo, enter = array("Q"), array("Q"), array("Q")
        ends, known = [0], dict[Kind, _Alone]()
        for k, each in enumerate(kinds):
            like = Kind(each.shape, each.directions, each.gates)  # marks do not matter
            if like not in known:
                known[like] = _alone(board, each, bit, words, reverse)
            heads, steps, *cells, sizes = known[like]
            ask_watch(48 * words * (len(head) + len(heads)))
            step.extend(to if to < 0 else to + len(head) for to in steps)
            kind.extend([k] * len(heads))
            head.extend(heads)
            for table, more in zip((cover, halo, enter), cells, strict=True):
                table.extend(more)
            ends += [ends[-1] + end for end in itertools.accumulate(sizes)]
        place = {key: p for p, key in enumerate(zip(kind, head, strict=True))}
        groups = tuple(range(a, b) for a, b in itertools.pairwise(ends))
        return cls(board, kinds, words, kind, head, step, cover, halo, enter, groups, place)

    @property
    def bytes(self) -> int:
        """The approximate number of bytes that the tables take."""
        return 8 * (len(self.cover) + len(self.halo) + len(self.enter)) + 300 * len(self.head)

    @functools.cached_property
    def group(self) -> tuple[int, ...]:
        """For each place, the index of its group."""
        return tuple(i for i, group in enumerate(self.groups) for _ in group)

    @functools.cached_property
    def covers(self) -> tuple[int, ...]:
        """The cells of each place as one number, regardless of the number of words."""
        cells, size = _bytes(self.cover), 8 * self.words
        return tuple(int.from_bytes(cells[at : at + size], "little") for at in range(0, len(cells), size))

    @functools.cached_property
    def exits(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each place, the directions (as numbers) of its steps, each with the next place and that place's cells."""
        covers, steps = self.covers, zip(*(self.step[d::4] for d in range(4)), strict=True)
        return tuple(tuple((d, to, covers[to]) for d, to in enumerate(each) if to >= 0) for each in steps)

    def legs(self, p: int, q: int, others: int) -> tuple[Leg, ...]:
        """Return the path from place `p` to place `q` that avoids the cells `others`: fewest cells, then fewest turns.

        If several paths are equal, it is the first in the order of directions `UDLR`. Raises `ValueError` if there is
        none.
        """
        known = self._known.get((p, q, others))
        if known is None:
            if len(self._known) >= _MANY:
                self._known.clear()
            known = self._known[p, q, others] = self._way(p, q, others)
        return known

    def _way(self, p: int, q: int, others: int) -> tuple[Leg, ...]:
        covers, step = self.covers, self.step
        for d, direction in enumerate(DIRECTIONS):  # most paths are straight
            to, cells = step[4 * p + d], 1
            while to >= 0 and not covers[to] & others:
                if to == q:
                    return (Leg(direction, cells),)
                to, cells = step[4 * to + d], cells + 1
        for to, path in self._flood(p, others):
            if to == q:
                return _legs(path)
        raise ValueError("no way leads there")

    def ways(self, p: int, others: int, metric: Metric) -> Mapping[int, tuple[Leg, ...]]:
        """Return the places that a piece can reach in one step, slide or move, nearest first, each with its path.

        `others` are the cells of the other pieces. Paths are as in `legs`; one flood fill finds them all.
        """
        if metric is Metric.MOVE:
            known = self._floods.get((p, others))
            if known is not None:
                return known
            found = {to: _legs(path) for to, path in self._flood(p, others)}
            if len(found) <= _FEW:
                if len(self._floods) >= _MANY:
                    self._floods.clear()
                self._floods[p, others] = found
            return found
        covers, step, found = self.covers, self.step, {}
        for d, direction in enumerate(DIRECTIONS):
            to, cells = step[4 * p + d], 1
            while to >= 0 and not covers[to] & others:
                found[to] = (Leg(direction, cells),)
                to, cells = step[4 * to + d] if metric is Metric.SLIDE else NOWHERE, cells + 1
        return found

    def _flood(self, p: int, others: int) -> Iterator[tuple[int, str]]:
        """Iterate over the places that a piece can reach in one move, nearest first, each with its path.

        A path has the number of a direction for each cell. Among the shortest paths to a place it has the fewest turns,
        and among those it is the first in the order of directions. For each place, the flood keeps the best path for
        each last direction, which decides whether the next cell costs a turn.
        """
        exits = self.exits
        seen, frontier = {p}, {p: {-1: (0, "")}}
        while frontier:
            nearer: dict[int, dict[int, tuple[int, str]]] = {}
            for place, arrivals in frontier.items():
                for d, to, cells in exits[place]:
                    if cells & others or to in seen:
                        continue
                    ways = ((turns + (d != last), f"{path}{d}") for last, (turns, path) in arrivals.items())
                    nearer.setdefault(to, {})[d] = min(ways)
            for to, arrivals in nearer.items():
                yield to, min(arrivals.values())[1]
            seen.update(nearer)
            frontier = nearer


@functools.lru_cache(4096)
def _legs(path: str) -> tuple[Leg, ...]:
    return tuple(Leg(DIRECTIONS[int(d)], len(list(run))) for d, run in itertools.groupby(path))


_Alone: TypeAlias = "tuple[list[int], array[int], array[int], array[int], array[int], list[int]]"


def _alone(board: Board, kind: Kind, bit: dict[int, int], words: int, reverse: bool) -> _Alone:
    """The heads, `step`, `cover`, `halo` and `enter` of one kind, with places from 0, and the sizes of its groups;
    `bit` gives the bit of each free cell.
    """
    masks: dict[int, int] = {}
    for head in range(board.size):
        if not head % _OFTEN:
            ask_watch()
        cells = board.cells(kind, head)
        if cells is not None:
            masks[head] = sum(bit[cell] for cell in cells)
    nexts = {head: _steps(board, kind, head, masks) for head in masks}
    groups = _groups(nexts)
    heads = [head for group in groups for head in group]
    place = {head: p for p, head in enumerate(heads)}
    step, cover, halo, enter = array("i"), array("Q"), array("Q"), array("Q")
    everything = _split((1 << len(bit)) - 1, words)
    for head in heads:
        if not head % _OFTEN:
            ask_watch()
        around = 0
        for direction in DIRECTIONS:
            to = nexts[head].get(direction)
            if to is None or (OPPOSITE[direction] if reverse else direction) not in kind.directions:
                step.append(NOWHERE)
                enter.extend(everything)
            else:
                step.append(place[to])
                new = masks[to] & ~masks[head]
                around |= new
                enter.extend(_split(new, words))
        halo.extend(_split(around, words))
        cover.extend(_split(masks[head], words))
    return heads, step, cover, halo, enter, [len(group) for group in groups]


def _steps(board: Board, kind: Kind, head: int, masks: dict[int, int]) -> dict[str, int]:
    """Return the heads one cell on in the four directions, whether or not the kind may slide that way."""
    result = {}
    for direction in DIRECTIONS:
        dx, dy = DELTA[direction]
        if 0 <= head % board.width + dx < board.width:
            to = head + dy * board.width + dx
            if to in masks and (direction in kind.directions or OPPOSITE[direction] in kind.directions):
                result[direction] = to
    return result


def _groups(nexts: dict[int, dict[str, int]]) -> list[list[int]]:
    """Return the connected sets of heads, each sorted, in the order of their first heads."""
    groups, seen = [], set()
    for start in nexts:
        if start in seen:
            continue
        seen.add(start)
        group = [start]
        for head in group:
            fresh = [to for to in nexts[head].values() if to not in seen]
            seen.update(fresh)
            group.extend(fresh)
        groups.append(sorted(group))
    return groups


def _split(mask: int, words: int) -> array[int]:
    found = array("Q", mask.to_bytes(8 * words, "little"))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _bytes(words: array[int]) -> bytes:
    if sys.byteorder == "big":
        words = array("Q", words)
        words.byteswap()
    return words.tobytes()
