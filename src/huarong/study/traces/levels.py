"""Recording a breadth-first search: its levels, the current layout, known and new ones."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from huarong.study.record import Tally
from huarong.study.traces.tape import Tape


class Levels:
    """Numbers layouts in the order in which a search finds them, and writes a frame for each generated layout.

    For each number, table `list` has the number from which it was reached, its depth and its layout.
    """

    def __init__(self, tape: Tape, start: Hashable, board: str) -> None:
        self.tape = tape
        self.number: dict[Hashable, int] = {start: 0}
        self.depth = [0]
        self.boards = [board]
        self.duplicates = 0
        tape.put("list", 0, [None, 0, board])
        tape.put("at", "board", board)
        tape.put("at", "parent", 0)
        tape.put("at", "n", 0)
        self.counted()

    def counted(self, **more: Any) -> None:
        """Write the counters."""
        put = self.tape.put
        put("count", "layouts", len(self.number))
        put("count", "duplicates", self.duplicates)
        for name, value in more.items():
            put("count", name, value)

    def generated(self, child: Hashable, parent: Hashable, board: str, known: bool, solved: bool) -> None:
        """Record a layout that was generated from its parent."""
        tape, above = self.tape, self.number[parent]
        moved = {"who": "", "way": ""}
        if tape.on and board:
            moved = moved_in(self.boards[above], board)
        tape.put("at", "parent", above)
        tape.put("at", "board", board)
        self.duplicates += known
        if known:
            tape.put("at", "n", self.number[child])
        elif not solved:
            self.number[child] = len(self.number)
            self.depth.append(self.depth[above] + 1)
            self.boards.append(board)
            tape.put("list", len(self.number) - 1, [above, self.depth[-1], board])
            tape.put("at", "n", len(self.number) - 1)
        tape.put("at", "depth", self.depth[above] + 1)
        self.counted()
        if solved:
            tape.frame("goal", depth=self.depth[above] + 1, **moved)
        else:
            tape.frame("known" if known else "new", n=self.number[child], **moved)

    def ended(self, tally: Tally | None, boards: list[str]) -> None:
        """Record the path from the start to the goal, a frame for each layout, and the figures; without a path, no
        boards.

        `tally` is None if the start is solved, so that nothing is searched.
        """
        for n, board in enumerate(boards):
            self.tape.put("at", "board", board)
            self.tape.frame("way", n=n, of=len(boards) - 1)
        if tally is None:
            self.tape.figures = {"layouts": 0, "duplicates": 0, "depth": 0}
            return
        if boards:
            self.tape.frame("is_solved", n=len(boards) - 1)
        else:
            self.tape.frame("none")
        self.tape.figures = {
            "layouts": sum(tally.levels),
            "duplicates": tally.duplicates,
            "depth": len(boards) - 1 if boards else None,
        }


_WAYS = {-4: "U", 4: "D", -1: "L", 1: "R", -8: "Up2", 8: "Down2", -2: "Left2", 2: "Right2"}
_WAYS |= dict.fromkeys((-5, -3, 3, 5), "Turning")


def moved_in(before: str, after: str) -> dict[str, str]:
    """Which piece moved between two layouts of 4x5, and which way: its letter, and the key of a word for the way.

    >>> moved_in("B" + 19 * ".", "." + "B" + 18 * ".")
    {'who': 'B', 'way': 'R'}
    """
    left = next((cell for cell in range(20) if before[cell] not in (".", after[cell])), None)
    came = next((cell for cell in range(20) if after[cell] not in (".", before[cell])), None)
    if left is None or came is None or before[left] != after[came]:
        return {"who": "", "way": ""}
    return {"who": before[left], "way": _WAYS.get(came - left, "far")}
