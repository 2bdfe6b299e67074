"""Recording A* with weights: poos's searches side by side, and with a pattern database in place of his weight.

Each frame is an expansion, of each search one; the tables of search n are named `n:...`. Table `met` numbers the
layouts in the order in which they were met. `at.weight` has the steps so far and the weight of the rest. If endings
are recorded, `at.ending` is the nearest to `at.board`, and `at.differ` has the cells in which the two differ.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection

from huarong.graph import Route, Watcher, bfs
from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.pattern_database import Heuristic
from huarong.study.classic import SINGLE, Classic
from huarong.study.poos.bits import mirrored
from huarong.study.poos.cells import chain_layouts, start_cells
from huarong.study.poos.nodes import IdentityNode
from huarong.study.poos.recorded import Weight, nearest, recorded_endings, weights
from huarong.study.poos.search import Guide, Nodes, Weighed
from huarong.study.record import UNBOUNDED
from huarong.study.traces.poos import text_of
from huarong.study.traces.tape import Tape, abreast


class _Recorder(Watcher[IdentityNode]):
    """The watcher of one search, which writes it on a tape."""

    def __init__(self, classic: Classic, tape: Tape) -> None:
        self.tape = tape
        self.endings: Collection[int] = ()
        self.number, self.met = 0, set[int]()
        self.start = IdentityNode.of(*start_cells(classic.blocks))
        tape.put("at", "board", text_of(self.start))
        self.generated(self.start, self.start, False, False)
        tape.frame("start")

    def generated(self, state: IdentityNode, parent: IdentityNode, known: bool, solved: bool) -> None:
        self.over = solved
        if not solved and state.identifier not in self.met:
            self.met.add(state.identifier)
            if self.tape.on:
                self.tape.put("met", text_of(state), len(self.met))

    def expanded(self, state: IdentityNode, gone: float, rest: float | None, waiting: int) -> None:
        if self.over:  # the goal is the next frame
            return
        self.number += 1
        tape = self.tape
        if tape.on:
            tape.put("at", "board", text_of(state))
            if rest is not None:
                tape.put("at", "weight", [gone, round(rest, 1)])
            if self.endings:
                cells, ending = nearest(state.identifier, self.endings)
                tape.put("at", "ending", text_of(IdentityNode(ending)))
                tape.put("at", "differ", cells)
            tape.put("count", "met", len(self.met))
            tape.put("count", "expanded", self.number)
        tape.frame("expand", n=self.number, met=len(self.met))

    def ended(self, route: Route[IdentityNode]) -> None:
        """Record the path to the goal, and the figures."""
        self.tape.put("count", "met", len(self.met))
        self.tape.put("count", "length", route.length)
        if route.path:
            self.tape.put("at", "board", text_of(route.path[-1]))
            for n, node in enumerate(route.path):
                self.tape.put("way", n, text_of(node))
        self.tape.frame("found" if route.solved else "none", n=route.length, met=len(self.met))
        self.tape.figures = {"met": len(self.met), "expanded": self.number, "length": route.length}


def _breadth_first(classic: Classic, tape: Tape) -> None:
    recorder = _Recorder(classic, tape)
    graph: Nodes[IdentityNode] = Nodes(lambda node: node.at_home(classic.goals))
    recorder.ended(bfs(graph, recorder.start, watcher=recorder, **UNBOUNDED))


_Weights = Callable[[_Recorder], Guide | None]


def _a_star(classic: Classic, weights: _Weights, tape: Tape) -> None:
    """The weights are computed after the start is recorded, so that a request for one frame need not wait for them."""
    recorder = _Recorder(classic, tape)
    recorder.ended(Weighed(classic.goals, weights(recorder)).search(recorder.start, recorder))


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
    runs = {
        "bfs": functools.partial(_breadth_first, classic),
        "astar": functools.partial(_a_star, classic, lambda _: None),
        "recorded": functools.partial(_a_star, classic, solutions),
    }
    abreast(tape, runs)


def endings(puzzle: Puzzle, tape: Tape, factor: int) -> None:
    """A* with his weight, and A* with a weight for each cell that differs from the nearest recorded ending."""
    classic = Classic.of(puzzle, empty=2)
    runs = {
        "astar": functools.partial(_a_star, classic, lambda _: None),
        "endings": functools.partial(_a_star, classic, _recorded(classic, "endings", factor, tape)),
    }
    abreast(tape, runs)


def patterns(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """A* with his weight, and with a pattern database in its place: the distances that remain without the 1x1
    pieces.
    """
    classic = Classic.of(puzzle, empty=2)
    kinds = [n for n, kind in enumerate(puzzle.kinds) if kind.size != SINGLE]

    def from_table(_: _Recorder) -> Guide:
        alone = Weighed(classic.goals)
        database = Heuristic.under(tape.watch, puzzle, [[kinds]], Metric.STEP)
        tape.put("count", "table", len(database.tables[tuple(kinds)]))

        @functools.cache
        def weigh(code: int) -> float:
            node = IdentityNode(code)
            layout: Layout = chain_layouts(classic, [node])[0]
            return max(0.0, database(layout) - alone.heuristic(node))

        return weigh

    runs = {
        "astar": functools.partial(_a_star, classic, lambda _: None),
        "patterns": functools.partial(_a_star, classic, from_table),
    }
    abreast(tape, runs)
