"""Recording a breadth-first search: its levels, the current layout, known and new ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from huarong.study.record import Tally
from huarong.study.traces.tape import Tape


class Levels(Tally):
    """The watcher that numbers layouts in the order in which a search finds them, and writes a frame for each one made.

    `key` and `text` give a state's key and its layout; `more` is called with each state that is made, its parent and
    whether it is solved, before its frame. For each number, table `list` has the number from which it was reached, its
    depth and its layout.
    """

    def __init__(
        self,
        tape: Tape,
        start: Any,
        text: Callable[[Any], str],
        key: Callable[[Any], Hashable] = lambda state: state,
        more: Callable[[Any, Any, bool], None] = lambda state, parent, solved: None,
    ) -> None:
        super().__init__()
        self.tape, self.text, self.key, self.more = tape, text, key, more
        self.number: dict[Hashable, int] = {key(start): 0}
        self.depth = [0]
        self.boards = [board := text(start)]
        self.met_again = 0
        tape.put("list", 0, [None, 0, board])
        tape.put("at", "board", board)
        tape.put("at", "parent", 0)
        tape.put("at", "n", 0)
        self._counted()

    def _counted(self) -> None:
        self.tape.put("count", "layouts", len(self.number))
        self.tape.put("count", "duplicates", self.met_again)

    def generated(self, state: Any, parent: Any, known: bool, solved: bool) -> None:
        """Record a layout that was made from its parent."""
        super().generated(state, parent, known, solved)
        tape, above, child = self.tape, self.number[self.key(parent)], self.key(state)
        if tape.on:
            self.more(state, parent, solved)
        board = self.text(state) if tape.on else ""
        moved = moved_in(self.boards[above], board) if board else {"who": "", "way": ""}
        tape.put("at", "parent", above)
        tape.put("at", "board", board)
        self.met_again += known
        if known:
            tape.put("at", "n", self.number[child])
        elif not solved:
            self.number[child] = len(self.number)
            self.depth.append(self.depth[above] + 1)
            self.boards.append(board)
            tape.put("list", len(self.number) - 1, [above, self.depth[-1], board])
            tape.put("at", "n", len(self.number) - 1)
        tape.put("at", "depth", self.depth[above] + 1)
        self._counted()
        if solved:
            tape.frame("goal", depth=self.depth[above] + 1, **moved)
        else:
            tape.frame("known" if known else "new", n=self.number[child], **moved)

    def ended(self, way: Sequence[Any], told: bool = True) -> None:
        """Record the states from the start to the goal, a frame for each, and the figures; empty if there is no path.

        A start that is solved has a frame only if it is to be `told`.
        """
        at_once = len(way) == 1
        for n, state in enumerate(way if told or not at_once else ()):
            self.tape.put("at", "board", self.text(state))
            self.tape.frame("way", n=n, of=len(way) - 1)
        if not way:
            self.tape.frame("none")
        elif not at_once:
            self.tape.frame("is_solved", n=len(way) - 1)
        self.tape.figures = {
            "layouts": 0 if at_once else sum(self.levels),
            "duplicates": self.duplicates,
            "depth": len(way) - 1 if way else None,
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
