"""Recording A* with weights: poos's searches side by side, and with a pattern database in place of his weight.

Each frame is an expansion, of each search one; the tables of search n are named `n:...`. Table `met` numbers the
layouts in the order in which they were met. `at.weight` has the steps so far and the weight of the rest. If endings
are recorded, `at.ending` is the nearest to `at.board`, and `at.differ` has the cells in which the two differ.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.pattern_database import Heuristic
from huarong.study.classic import SINGLE, Classic
from huarong.study.poos.bits import mirrored
from huarong.study.poos.cells import chain_layouts, start_cells
from huarong.study.poos.nodes import IdentityNode
from huarong.study.poos.recorded import Guide, Weight, nearest, recorded_endings, weights
from huarong.study.poos.search import AStar, LevelSearcher, WeighedNode
from huarong.study.traces.ma import abreast
from huarong.study.traces.poos import text_of
from huarong.study.traces.tape import Tape

NAMES = ("bfs", "astar", "recorded")


class _Steps(dict[int, int]):
    """A dict of the steps to each layout met, as A* keeps them, that reports each new entry."""

    def __init__(self, steps: dict[int, int], told: Callable[[int], None]) -> None:
        super().__init__(steps)
        self.told = told

    def __setitem__(self, identifier: int, steps: int) -> None:
        super().__setitem__(identifier, steps)
        self.told(identifier)


class _Recorder:
    """One search on a tape."""

    def __init__(self, classic: Classic, tape: Tape) -> None:
        self.classic, self.tape = classic, tape
        self.weigh: Guide | None = None
        self.endings: Collection[int] = ()
        self.expanded, self.met = 0, set[int]()
        self.steps: dict[int, int] = {}
        recorder = self

        class Node(IdentityNode):
            __slots__ = ()

            def child_states(self) -> Iterator[Any]:
                yield from super().child_states()
                recorder.done(self)

        self.start: IdentityNode = Node.of(*start_cells(classic.blocks))
        tape.put("at", "board", text_of(self.start))
        self.told(self.start.identifier)
        tape.frame("start")

    def told(self, identifier: int) -> None:
        """Record that a layout is met."""
        if identifier not in self.met:
            self.met.add(identifier)
            if self.tape.on:
                self.tape.put("met", text_of(IdentityNode(identifier)), len(self.met))

    def done(self, node: IdentityNode) -> None:
        """Record that a layout is expanded."""
        self.expanded += 1
        tape = self.tape
        if tape.on:
            tape.put("at", "board", text_of(node))
            if self.steps:
                gone = self.steps[node.identifier]
                weighed = WeighedNode(node, gone, self.classic.goals, self.weigh)
                tape.put("at", "weight", [gone, round(weighed.to_value, 1)])
            if self.endings:
                cells, ending = nearest(node.identifier, self.endings)
                tape.put("at", "ending", text_of(IdentityNode(ending)))
                tape.put("at", "differ", cells)
            tape.put("count", "met", len(self.met))
            tape.put("count", "expanded", self.expanded)
        tape.frame("expand", n=self.expanded, met=len(self.met))

    def ended(self, chain: list[IdentityNode]) -> None:
        """Record the path to the goal, and the figures."""
        length = len(chain) - 1 if chain else None
        self.tape.put("count", "met", len(self.met))
        self.tape.put("count", "length", length)
        if chain:
            self.tape.put("at", "board", text_of(chain[-1]))
            for n, node in enumerate(chain):
                self.tape.put("way", n, text_of(node))
        self.tape.frame("none" if length is None else "found", n=length, met=len(self.met))
        self.tape.figures = {"met": len(self.met), "expanded": self.expanded, "length": length}


def _breadth_first(classic: Classic, tape: Tape) -> None:
    recorder = _Recorder(classic, tape)

    def witness(child: IdentityNode, parent: IdentityNode, known: bool, solved: bool) -> None:
        if not (known or solved):
            recorder.told(child.identifier)

    search = LevelSearcher(recorder.start, lambda node: node.at_home(classic.goals), witness=witness)
    search.search()
    recorder.ended(search.path_with_state())


_Weights = Callable[[_Recorder], Guide | None]


def _a_star(classic: Classic, weights: _Weights, tape: Tape) -> None:
    """The weights are computed after the start is recorded, so that a request for one frame need not wait for them."""
    recorder = _Recorder(classic, tape)
    recorder.weigh = weigh = weights(recorder)
    search = AStar(recorder.start, classic.goals, weigh)
    search.steps = recorder.steps = _Steps(search.steps, recorder.told)
    search.search()
    recorder.ended(search.path_with_state())


def _figures(tape: Tape, tapes: list[Tape], names: Iterable[str]) -> None:
    tape.figures = {
        f"{name}_{figure}": own.figures[figure]
        for name, own in zip(names, tapes, strict=True)
        for figure in ("met", "length")
        if own.figures
    }


def _recorded(classic: Classic, weight: Weight, by: int, tape: Tape) -> _Weights:
    """The weights from other openings, recorded on first use."""

    def found(recorder: _Recorder) -> Guide | None:
        weigh, number = weights(classic, weight, by, tape.watch)
        tape.put("count", "recorded", number)
        if weight == "endings":
            code = recorder.start.identifier
            recorder.endings = recorded_endings(classic.pieces, (code, mirrored(code)))
        return weigh

    return found


def weighed(puzzle: Puzzle, tape: Tape, pull: int) -> None:
    """Breadth first, A* with his weight, and A* with the weights of remembered solutions, whose pull is given in
    steps.
    """
    classic = Classic.of(puzzle, empty=2)
    solutions = _recorded(classic, "solutions" if pull else "alone", pull, tape)
    runs = [
        functools.partial(_breadth_first, classic),
        functools.partial(_a_star, classic, lambda _: None),
        functools.partial(_a_star, classic, solutions),
    ]
    _figures(tape, abreast(tape, runs), NAMES)


def endings(puzzle: Puzzle, tape: Tape, factor: int) -> None:
    """A* with his weight, and A* with a weight for each cell that differs from the nearest recorded ending."""
    classic = Classic.of(puzzle, empty=2)
    runs = [
        functools.partial(_a_star, classic, lambda _: None),
        functools.partial(_a_star, classic, _recorded(classic, "endings", factor, tape)),
    ]
    _figures(tape, abreast(tape, runs), ("astar", "endings"))


def patterns(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """A* with his weight, and with a pattern database in its place: the distances that remain without the 1x1
    pieces.
    """
    classic = Classic.of(puzzle, empty=2)
    kinds = [n for n, kind in enumerate(puzzle.kinds) if kind.size != SINGLE]

    def from_table(_: _Recorder) -> Guide:
        database = Heuristic.under(tape.watch, puzzle, [[kinds]], Metric.STEP)
        tape.put("count", "table", len(database.tables[tuple(kinds)]))

        @functools.cache
        def weigh(code: int) -> float:
            node = IdentityNode(code)
            layout: Layout = chain_layouts(classic, [node])[0]
            plain = WeighedNode(node, 0, classic.goals)
            return max(0.0, database(layout) - plain.to_value)

        return weigh

    runs = [functools.partial(_a_star, classic, lambda _: None), functools.partial(_a_star, classic, from_table)]
    _figures(tape, abreast(tape, runs), ("astar", "patterns"))
