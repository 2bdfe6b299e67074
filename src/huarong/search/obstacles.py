"""An estimate of the distance to the goal by the obstacles in the paths of the pieces that the goal names.

It is quick to compute for any puzzle but not admissible: it may be more than the distance.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.kernels import kernel
from huarong.model.puzzle import Puzzle
from huarong.search.keys import KeyPacking

if TYPE_CHECKING:
    from numpy.typing import NDArray


class PathCosts:
    """The sum of the costs of the paths of the pieces that the goal names; for several alternatives of the goal, the
    least sum.

    A path is the cheapest to the goal; a step costs 1, and entering a cell that another piece covers `block` more.

    >>> puzzle = Puzzle.parse("AB./...", goal="..A/...")
    >>> packing = KeyPacking.of(puzzle, symmetric=False)
    >>> key = packing.encode(packing.places(puzzle.start))
    >>> for block in (1, 4):  # over B, or around it
    ...     print(PathCosts(puzzle, packing, block).values(key, 0, 1))
    [3]
    [4]
    """

    admissible = False
    nbytes = 0

    def __init__(self, puzzle: Puzzle, packing: KeyPacking, block: int) -> None:
        self.packing, rules = packing, packing.rules
        loops, ahead = kernel("best_first"), array("i")
        required = alternatives, begins, ends, goals = [array("i") for _ in range(4)]
        for i, alternative in enumerate(puzzle.goal.alternatives):
            for kind, head in alternative:
                goal = rules.place[kind, head]
                group = next(group for group in rules.groups if goal in group)
                alternatives.append(i)
                begins.append(group.start)
                ends.append(group.stop)
                goals.append(goal)
                ahead.extend(_steps(rules.step, goal, loops.ring))
        largest = max(len(kind.shape) for kind in puzzle.kinds)
        block = min(block, (loops.ring - 3) // largest)
        self.kernel: Any = loops.Obstacles(packing, required, ahead, block)

    def values(self, keys: Any, first: int, last: int) -> NDArray[np.uint16]:
        """The estimates for the keys from `first` to `last`."""
        out = np.empty(last - first, np.uint16)
        self.kernel.estimate(keys, first, last, out.data)
        return out


def _steps(step: array[int], goal: int, most: int) -> array[int]:
    """The steps from each place to a goal on the empty board, at most `most`, which also stands for unreachable."""
    sources: dict[int, list[int]] = {}
    for i, to in enumerate(step):
        sources.setdefault(to, []).append(i // 4)
    distance = array("i", [most]) * (len(step) // 4)
    distance[goal] = 0
    frontier = [goal]
    for p in frontier:
        for q in sources.get(p, ()):
            if distance[q] == most and distance[p] < most - 1:
                distance[q] = distance[p] + 1
                frontier.append(q)
    return distance
