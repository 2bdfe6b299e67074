"""Any puzzle as a graph in plain Python, for `huarong.graph` to search; states are tuples of places."""

import math
from collections.abc import Iterator

from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules

PlainState = tuple[int, ...]
"""The places of all pieces, sorted; a place is a kind of piece at a head cell."""


class Plain:
    """The tables of a puzzle's rules, fast in plain Python. A move is a step or, in `MOVE`, any path of one piece.

    >>> from huarong.graph import bfs
    >>> plain = Plain(Puzzle.parse("123/456/7.8"))
    >>> bfs(plain, plain.start).length
    1
    """

    def __init__(self, puzzle: Puzzle, metric: Metric = Metric.STEP) -> None:
        rules = Rules.of(puzzle.board, puzzle.kinds)
        words, places, place = rules.words, range(len(rules.head)), rules.place

        def mask(table: list[int], i: int) -> int:
            return sum(table[words * i + w] << 64 * w for w in range(words))

        cover, enter = list(rules.cover), list(rules.enter)
        self.rules, self.whole = rules, metric is Metric.MOVE
        self.cover = [mask(cover, p) for p in places]
        self.steps = [
            [(rules.step[4 * p + d], mask(enter, 4 * p + d)) for d in range(4) if rules.step[4 * p + d] >= 0]
            for p in places
        ]
        self.start = self.state(puzzle.start)
        goals = (needs for needs in puzzle.goal.alternatives if all(each in place for each in needs))
        self.goals = [frozenset(place[each] for each in needs) for needs in goals]

    def state(self, layout: Layout) -> PlainState:
        place = self.rules.place
        return tuple(sorted(place[k, h] for k, group in enumerate(layout.heads) for h in group))

    def layout(self, state: PlainState) -> Layout:
        groups: list[list[int]] = [[] for _ in self.rules.kinds]
        for p in state:
            groups[self.rules.kind[p]].append(self.rules.head[p])
        return Layout(tuple(map(tuple, groups)))

    def is_goal(self, state: PlainState) -> bool:
        """Whether all places of a goal are taken."""
        return any(goal.issubset(state) for goal in self.goals)

    def neighbours(self, state: PlainState) -> Iterator[PlainState]:
        occupied = 0
        for p in state:
            occupied |= self.cover[p]
        for i, p in enumerate(state):
            others = occupied & ~self.cover[p]
            reached = [p]
            for at in reached:
                for to, enter in self.steps[at]:
                    if not enter & others and to not in reached:
                        reached.append(to)
                if not self.whole:
                    break
            for to in reached[1:]:
                yield tuple(sorted((*state[:i], to, *state[i + 1 :])))


class BoundedPlain(Plain):
    """A puzzle with the simplest lower bound: for each goal place, the steps of the nearest piece, as if alone on the
    board. For numbered tiles it is the Manhattan distance.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self._alone = {each: self._steps_to(each) for goal in self.goals for each in goal}

    def heuristic(self, state: PlainState) -> float:
        """Return the lower bound on the remaining steps."""
        return min(
            (sum(min(self._alone[need].get(piece, math.inf) for piece in state) for need in g) for g in self.goals),
            default=math.inf,
        )

    def _steps_to(self, need: int) -> dict[int, int]:
        """Return the steps of a piece alone on the board to a place, from each of its places."""
        back: dict[int, list[int]] = {}
        for place, kind in enumerate(self.rules.kind):
            if kind == self.rules.kind[need]:
                for to, _ in self.steps[place]:
                    back.setdefault(to, []).append(place)
        far, level = {need: 0}, [need]
        for at in level:  # the list is the queue, and grows in the loop
            for before in back.get(at, ()):
                if before not in far:
                    far[before] = far[at] + 1
                    level.append(before)
        return far
