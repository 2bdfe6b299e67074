"""Puzzles that do not slide: say what follows from what, and every method of `huarong.graph` searches it."""

# %%
from __future__ import annotations

from collections.abc import Iterator

from huarong import graph


# %% The wolf, the goat and the cabbage
class River:
    """A state has who is on the far side: the farmer, the wolf, the goat, the cabbage."""

    def neighbours(self, state: frozenset[str]) -> Iterator[frozenset[str]]:
        """Whoever crosses, crosses with the farmer."""
        there = "farmer" in state
        for other in ("", "wolf", "goat", "cabbage"):
            if other and (other in state) != there:
                continue
            crossing = {"farmer", other} - {""}
            to = state - crossing if there else state | crossing
            if not self.eaten(to):
                yield to

    def eaten(self, state: frozenset[str]) -> bool:
        """Whether the goat is left alone with one of the others."""
        alone = {"wolf", "goat", "cabbage"} - state if "farmer" in state else state
        return "goat" in alone and len(alone - {"farmer"}) > 1


everyone = frozenset({"farmer", "wolf", "goat", "cabbage"})
route = graph.bfs(River(), frozenset(), everyone)
print(f"the river: {route.length} crossings")


# %% Lights out, with an estimate: a press turns a lamp and those beside it
class Lights:
    """A state is a number with a bit for each lamp that is on."""

    def __init__(self, size: int) -> None:
        cells = [(x, y) for y in range(size) for x in range(size)]
        self.presses = [sum(1 << (y * size + x) for x, y in cells if abs(x - a) + abs(y - b) <= 1) for a, b in cells]

    def neighbours(self, state: int) -> list[int]:
        """Every lamp can be pressed."""
        return [state ^ press for press in self.presses]

    def heuristic(self, state: int) -> float:
        """A press turns five lamps at most."""
        return -(-state.bit_count() // 5)


lights = Lights(3)
found = graph.astar(lights, 0b111111111, 0)
print(f"lights out, 3x3: {found.length} presses, {found.explored} states looked at")
