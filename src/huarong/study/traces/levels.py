"""The watchers that record a search: breadth first level by level, or each expansion of a weighted search."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from huarong.graph import Watcher, bfs
from huarong.study.record import UNBOUNDED, Enough, Tally
from huarong.study.traces.tape import Tape

More = Callable[["Levels", Any, Any, bool], None]
"""Records further data of a state, its parent (None for the start), and whether it is solved."""


class Levels(Tally):
    """Numbers layouts in the order in which a search finds them, and writes a frame for each generated layout.

    By number, table `list` has the number of the parent, the depth and the layout.
    """

    def __init__(
        self, tape: Tape, start: Any, text: Callable[[Any], str], key: Callable[[Any], Hashable], more: More
    ) -> None:
        super().__init__()
        self.tape, self.text, self.key, self.more = tape, text, key, more
        self.number: dict[Hashable, int] = {key(start): 0}
        self.depth, self.boards, self.met_again = [0], [text(start)], 0
        tape.put(list={0: [None, 0, self.boards[0]]}, at={"board": self.boards[0], "parent": 0, "n": 0})
        tape.put(count={"layouts": 1, "duplicates": 0})
        more(self, start, None, False)

    def generated(self, state: Any, parent: Any, known: bool, solved: bool) -> None:
        """Record a layout that was generated from its parent."""
        super().generated(state, parent, known, solved)
        tape, above, child = self.tape, self.number[self.key(parent)], self.key(state)
        depth = self.depth[above] + 1
        board, moved = "", {"who": "", "way": ""}
        if tape.on:
            self.more(self, state, parent, solved)
            board = self.text(state)
            moved = moved_in(self.boards[above], board)
        tape.put(at={"parent": above, "board": board})
        self.met_again += known
        if not (known or solved):
            self.number[child] = len(self.number)
            self.depth.append(depth)
            self.boards.append(board)
            tape.put(list={self.number[child]: [above, depth, board]})
        if not solved:
            tape.put(at={"n": self.number[child]})
        tape.put(at={"depth": depth}, count={"layouts": len(self.number), "duplicates": self.met_again})
        if solved:
            tape.frame("goal", depth=depth, **moved)
        else:
            tape.frame("known" if known else "new", n=self.number[child], **moved)


def level_by_level(
    tape: Tape, graph: Any, start: Any, text: Callable[[Any], str], more: More = lambda *_: None, told: bool = True
) -> None:
    """Record a breadth-first search, then the path to the goal, a frame for each state, and the figures.

    With `told` false, a solved start gets no frame.
    """
    levels = Levels(tape, start, text, getattr(graph, "key", lambda state: state), more)
    tape.frame("start")
    way = bfs(graph, start, watcher=levels, **UNBOUNDED).path
    at_once = len(way) == 1
    if told or not at_once:
        tape.path([*map(text, way)], lambda n: more(levels, way[n], way[n - 1] if n else None, n == len(way) - 1))
    layouts, depth = 0 if at_once else sum(levels.levels), len(way) - 1 if way else None
    tape.figures = {"layouts": layouts, "duplicates": levels.duplicates, "depth": depth}


class Expansions(Watcher[Any]):
    """Writes a frame for each expansion, and ends the search after `most`.

    Table `met` numbers the layouts in the order in which they were met, and `way` has the way found. `at.weight` has
    the steps so far and the weight of the rest. `more` is called with each expanded state. With `full`, the depth and
    the frontier are written too, and the goal counts as met and expanded.
    """

    def __init__(
        self,
        tape: Tape,
        text: Callable[[Any], str],
        key: Callable[[Any], Hashable] = lambda state: state,
        more: Callable[[Any], None] = lambda state: None,
        full: bool = False,
        most: int = 0,
    ) -> None:
        self.tape, self.text, self.key, self.more, self.full, self.most = tape, text, key, more, full, most
        self.met, self.number, self.over = set[Hashable](), 0, False

    def meet(self, state: Any) -> None:
        """Number a layout that is met for the first time."""
        if (key := self.key(state)) not in self.met:
            self.met.add(key)
            if self.tape.on:
                self.tape.put(met={self.text(state): len(self.met)})

    def generated(self, state: Any, parent: Any, known: bool, solved: bool) -> None:
        self.over = solved and not self.full
        if not (known or self.over):
            self.meet(state)

    def expanded(self, state: Any, gone: float, rest: float | None, waiting: int) -> None:
        """Record an expansion; if it generated the goal, that is the next frame."""
        if self.over:
            return
        self.number += 1
        tape = self.tape
        if tape.on:
            tape.put(at={"board": self.text(state)} | ({} if rest is None else {"weight": [gone, round(rest, 1)]}))
            self.more(state)
            tape.put(count={"met": len(self.met), "expanded": self.number})
            if self.full:
                tape.put(at={"depth": gone}, count={"frontier": waiting})
        tape.frame("expand", n=self.number, met=len(self.met))
        if self.number == self.most:
            raise Enough

    def bound(self, most: float) -> None:
        """Record the bound of an iteration of IDA*."""
        self.tape.put(at={"bound": most})
        self.tape.frame("bound_again" if self.number else "bound", n=most)

    def ended(self, way: Sequence[Any], met: int = 0) -> None:
        """Record the path to the goal, and the figures; `met` is the number of layouts, by default all layouts met."""
        tape, length, met = self.tape, len(way) - 1 if way else None, met or len(self.met)
        tape.put(count={"met": met, "length": length})
        if tape.on and way:
            tape.put(at={"board": self.text(way[-1])}, way={n: self.text(state) for n, state in enumerate(way)})
        tape.frame("found" if way else "none", n=length, met=met)
        tape.figures = {"met": met, "expanded": self.number, "length": length}


_WAYS = {-4: "U", 4: "D", -1: "L", 1: "R", -8: "Up2", 8: "Down2", -2: "Left2", 2: "Right2"}
_WAYS |= dict.fromkeys((-5, -3, 3, 5), "Turning")


def moved_in(before: str, after: str) -> dict[str, str]:
    """Return which piece moved between two layouts of 4x5, and in which direction: its letter, and the key of a word.

    >>> moved_in("B" + 19 * ".", "." + "B" + 18 * ".")
    {'who': 'B', 'way': 'R'}
    """
    left = next((cell for cell in range(20) if before[cell] not in (".", after[cell])), None)
    came = next((cell for cell in range(20) if after[cell] not in (".", before[cell])), None)
    if left is None or came is None or before[left] != after[came]:
        return {"who": "", "way": ""}
    return {"who": before[left], "way": _WAYS.get(came - left, "far")}
