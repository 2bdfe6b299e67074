"""Breadth first, A*, IDA* and bidirectional search in plain Python, on any puzzle, to be stepped through.

All four search by steps (one piece, one cell) over the same states, and report to a witness what they visit and
expand. The bound of A* and IDA* is the simplest admissible one: for each place that the goal asks for, the steps that
the nearest piece of its kind needs, alone on the board. For numbered tiles it is the Manhattan distance. The
project's own, compiled methods (`huarong.search`) do as much with stronger bounds.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from huarong.model.puzzle import Puzzle
from huarong.study.classic import ways_back
from huarong.study.modern import Plain, PlainState

FEW_GOALS = 400
_FAR = 1 << 20


class Watcher:
    """What a search reports: visited layouts, an expanded one, a new bound. Each does nothing here."""

    def met(self, state: PlainState) -> None:
        """A layout is visited for the first time."""

    def expanded(self, state: PlainState, gone: int, rest: int | None, frontier: int) -> None:
        """A layout was expanded, `gone` steps from where its search began and at least `rest` from the goal; `frontier`
        layouts wait.
        """

    def bound(self, most: int) -> None:
        """IDA* begins again, with paths of at most this many steps."""


@dataclass(frozen=True, slots=True)
class Searched:
    """The layouts that a search visited and expanded, and its way, which is empty if there is no solution."""

    met: int
    expanded: int
    way: tuple[PlainState, ...]

    @property
    def length(self) -> int | None:
        """The steps of the way; None if there is none."""
        return len(self.way) - 1 if self.way else None


class PlainSearches:
    """The four searches on a puzzle.

    >>> searches = PlainSearches(Puzzle.parse("123/456/7.8"))
    >>> [search(Watcher()).length for search in searches.forward]
    [1, 1, 1]
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.plain = plain = Plain(puzzle)
        self.start = plain.state(puzzle.start)
        place = plain.rules.place
        self.goals = [
            [place[each] for each in needs]
            for needs in puzzle.goal.alternatives
            if all(each in place for each in needs)
        ]
        self._wanted = [frozenset(goal) for goal in self.goals]
        needed = {each for goal in self.goals for each in goal}
        self._alone = {each: self._steps_to(each) for each in needed}

    @property
    def forward(self) -> tuple[Callable[[Watcher], Searched], ...]:
        """Those that begin at the start alone."""
        return self.breadth_first, self.a_star, self.ida_star

    def solved(self, state: PlainState) -> bool:
        """Whether a state is a goal."""
        return any(goal.issubset(state) for goal in self._wanted)

    def rest(self, state: PlainState) -> int:
        """The lower bound on the steps that remain."""
        return min(
            (sum(min(self._alone[need].get(piece, _FAR) for piece in state) for need in goal) for goal in self.goals),
            default=_FAR,
        )

    def _steps_to(self, need: int) -> dict[int, int]:
        """The steps of a piece alone on the board to a place, from each of its places."""
        back: dict[int, list[int]] = {}
        kind = self.plain.rules.kind
        for place in range(len(kind)):
            if kind[place] == kind[need]:
                for to, _ in self.plain.steps[place]:
                    back.setdefault(to, []).append(place)
        far, level = {need: 0}, [need]
        for at in level:
            for before in back.get(at, ()):
                if before not in far:
                    far[before] = far[at] + 1
                    level.append(before)
        return far

    def breadth_first(self, watcher: Watcher) -> Searched:
        """Level by level; it ends when a goal is met."""
        watcher.met(self.start)
        parents: dict[PlainState, PlainState | None] = {self.start: None}
        depths, queue = {self.start: 0}, [self.start]
        if self.solved(self.start):
            return Searched(1, 0, (self.start,))
        for n, state in enumerate(queue, 1):
            for child in self.plain.children(state):
                if child not in parents:
                    parents[child], depths[child] = state, depths[state] + 1
                    watcher.met(child)
                    queue.append(child)
                    if self.solved(child):
                        watcher.expanded(state, depths[state], None, len(queue) - n)
                        return Searched(len(parents), n, tuple(ways_back(child, parents.__getitem__)))
            watcher.expanded(state, depths[state], None, len(queue) - n)
        return Searched(len(parents), len(queue), ())

    def a_star(self, watcher: Watcher) -> Searched:
        """Next the layout with the least sum of steps gone and bound; it ends when a goal is taken from the heap."""
        watcher.met(self.start)
        parents: dict[PlainState, PlainState | None] = {self.start: None}
        gone = {self.start: 0}
        order = itertools.count()
        heap = [(self.rest(self.start), 0, next(order), self.start)]
        closed: set[PlainState] = set()
        while heap and heap[0][0] < _FAR:
            total, _, _, state = heapq.heappop(heap)
            if state in closed:
                continue
            if self.solved(state):
                return Searched(len(gone), len(closed), tuple(ways_back(state, parents.__getitem__)))
            closed.add(state)
            for child in self.plain.children(state):
                if gone.get(child, _FAR) > gone[state] + 1:
                    if child not in gone:
                        watcher.met(child)
                    gone[child], parents[child] = gone[state] + 1, state
                    rest = self.rest(child)
                    heapq.heappush(heap, (gone[child] + rest, rest, next(order), child))
            watcher.expanded(state, gone[state], total - gone[state], len(heap))
        return Searched(len(gone), len(closed), ())

    def ida_star(self, watcher: Watcher, most: int = _FAR) -> Searched:
        """Depth first within a bound, which rises to the least sum that was above it; ends unsolved after `most`
        expansions.

        A table of the layouts visited in an iteration prevents another visit by a way that is not shorter.
        """
        watcher.met(self.start)
        every, expanded, bound = {self.start}, 0, self.rest(self.start)
        while bound < _FAR:
            watcher.bound(bound)
            above, seen = _FAR, {self.start: 0}
            path = [self.start]
            ways = [self._children(self.start)]
            while ways:
                if self.solved(path[-1]):
                    return Searched(len(every), expanded, tuple(path))
                child = next(ways[-1], None)
                if child is None:
                    expanded += 1
                    watcher.expanded(path[-1], len(path) - 1, self.rest(path[-1]), len(path))
                    if expanded >= most:
                        return Searched(len(every), expanded, ())
                    ways.pop()
                    path.pop()
                    continue
                if seen.get(child, _FAR) <= len(path):
                    continue
                if child not in every:
                    every.add(child)
                    watcher.met(child)
                total = len(path) + self.rest(child)
                if total > bound:
                    above = min(above, total)
                    continue
                seen[child] = len(path)
                path.append(child)
                ways.append(self._children(child))
            bound = above
        return Searched(len(every), expanded, ())

    def _children(self, state: PlainState) -> Iterator[PlainState]:
        return iter(list(self.plain.children(state)))

    def bidirectional(self, watcher: Watcher, goals: Collection[PlainState]) -> Searched:
        """Level by level from the start and from all goal layouts, the smaller frontier first, until the two meet.

        Goal layouts are reported as met if there are at most `FEW_GOALS`.
        """
        if self.start in goals:
            return Searched(1, 0, (self.start,))
        there: dict[PlainState, PlainState | None] = {self.start: None}
        back: dict[PlainState, PlainState | None] = dict.fromkeys(goals)
        levels = {True: [self.start], False: list(goals)}
        depths = {True: 0, False: 0}
        expanded = 0
        watcher.met(self.start)
        if len(goals) <= FEW_GOALS:
            for state in goals:
                watcher.met(state)
        while levels[True] and levels[False]:
            side = len(levels[True]) <= len(levels[False])
            mine, other = (there, back) if side else (back, there)
            following: list[PlainState] = []
            for state in levels[side]:
                expanded += 1
                for child in self.plain.children(state):
                    if child in mine:
                        continue
                    mine[child] = state
                    if child in other:
                        before = ways_back(child, there.__getitem__)
                        after = ways_back(child, back.__getitem__)
                        watcher.expanded(state, depths[side], None, len(following))
                        return Searched(len(there) + len(back), expanded, (*before, *after[-2::-1]))
                    watcher.met(child)
                    following.append(child)
                watcher.expanded(state, depths[side], None, len(levels[not side]) + len(following))
            levels[side] = following
            depths[side] += 1
        return Searched(len(there) + len(back), expanded, ())
