"""Searches of one board: the databases that guide them, and the automaton that rejects moves of the blank."""

import functools
import itertools
import math
from array import array
from dataclasses import dataclass, replace
from typing import Any

from huarong.kernels import kernel
from huarong.limits import Watch, ask_watch
from huarong.tiles import tableset
from huarong.tiles.tableset import TableSet, targets

_ROOM = 1 << 16
"""The initial capacity in words."""
_WORDS = 1 << 14
"""The number of words to extend between two checks of the watch."""
_MOVES = 7
"""The length of the words (moves of the blank) in a trial's `automaton`."""
_BUDGET = 1 << 16
"""The nodes of a trial between two checks of the watch."""
_WEIGHT = 0.6
"""The time that each further way adds to a node, relative to the first: searches of a 24-puzzle visited 41, 25 and 18
million nodes a second with one to three ways.
"""


@functools.lru_cache(4)
def automaton(width: int, height: int, length: int) -> "array[int]":
    """Return the automaton of all words of at most `length` moves: four next states for each state, or -1.

    It tells a search that the blank's last moves have a shorter or an earlier equivalent (`kernels.tile_automaton`).

    >>> len(automaton(2, 2, 2)) // 4
    12
    """
    cells, most = width * height, _ROOM
    while True:
        words, begin, end = kernel("tile_automaton").Words(targets(width, height), most), 0, cells
        for _ in range(length):
            while begin < end:
                stopped = words.extend(begin, min(begin + _WORDS, end))
                ask_watch()
                if stopped < min(begin + _WORDS, end):
                    break
                begin = stopped
            if begin < end:
                break
            end = words.count
        else:
            return array("i", words.states(begin))
        most *= 2


@dataclass(frozen=True, slots=True)
class GuidedBoard:
    """A board whose tiles are named by their cells in the goal, and the databases for that goal, in memory."""

    tables: TableSet
    memory: bytearray
    board: bytes

    def search(self, ways: tuple[int, ...], moves: int) -> Any:
        """Return a `StepSearch` guided by the largest value of `ways`; its automaton has words of `moves` moves."""
        some = replace(self.tables, ways=tuple(self.tables.ways[way] for way in ways))
        numbers, count = tableset.numbers(self.tables, self.board), len(self.tables.ways)
        each = len(numbers) // count
        chosen = array("q", itertools.chain(*(numbers[way * each : (way + 1) * each] for way in ways)))
        follow = automaton(some.width, some.height, moves)
        steering = tableset.Steering.of(some)
        return kernel("tiles").StepSearch(self.memory, bytearray(self.board), chosen, steering, follow)

    def lower(self) -> int:
        """The largest value of all partitions: a lower bound on the board's distance."""
        numbers, groups = tableset.numbers(self.tables, self.board), len(self.tables.ways[0])
        values = [self.memory[number] for number in numbers]
        return max(sum(values[first : first + groups]) for first in range(0, len(values), groups))

    def best_ways(self, start: int, threshold: int, watch: Watch) -> tuple[int, ...]:
        """Return the ways to search with: the way with the fewest nodes within a low threshold, then the ways that best
        add to it, as long as this saves time.

        Times are estimated from the nodes and the number of ways, without a clock, so the choice does not depend on the
        machine.
        """
        chosen: tuple[int, ...] = ()
        left, least = set(range(len(self.tables.ways))), math.inf
        while left:
            weight, best = 1 + _WEIGHT * len(chosen), -1
            for way in sorted(left):
                nodes = self._nodes((*chosen, way), start, threshold, least / weight, watch)
                if nodes * weight < least:
                    best, least = way, nodes * weight
            if best < 0:
                break
            chosen, left = (*chosen, best), left - {best}
        return chosen

    def _nodes(self, ways: tuple[int, ...], start: int, threshold: int, most: float, watch: Watch) -> int:
        """Return the number of nodes of a search that finds no solution; it stops shortly after `most` nodes."""
        search = self.search(ways, _MOVES)
        search.begin(threshold, start)
        while search.nodes < most and search.run(_BUDGET) == kernel("tiles").why.RUNNING:
            watch.count(0)
        return int(search.nodes)
