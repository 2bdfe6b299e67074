"""Recording four searches of a visitor's own puzzle side by side: breadth first, A*, IDA* and bidirectional.

Each frame is an expansion of each search; the tables of search n are named `n:...`. Table `met` has the layouts met
with their numbers, `way` the way found; `at.weight` are the steps so far and the bound on the rest, `at.bound` the
bound of IDA*'s iteration; `count` has met, expanded and frontier. A layout is a text: the letter of a piece at its
first cell (`T` and `U` are 3x1 and 1x3, small letters pieces that the goal names), or digits for numbered tiles.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any

from huarong.atlas import dense
from huarong.errors import HuarongError, InputError
from huarong.graph import Watcher, astar, bfs, bidirectional, idastar
from huarong.model.puzzle import Puzzle
from huarong.model.rules import reversible
from huarong.model.tiles import tile_orders
from huarong.space.space import Space
from huarong.study.classic import BOX
from huarong.study.plain import BoundedPlain, Plain, PlainState
from huarong.study.record import UNBOUNDED, Enough
from huarong.study.traces.tape import LETTER, Tape, abreast

_LETTERS = LETTER | {"3x1": "T", "1x3": "U"}
_FEW_GOALS = 400
"""The most goal layouts that are drawn as met."""
_MOST_GOALS = 20_000
"""The most goal layouts that are searched from."""
_PATIENCE = 20_000
"""Expansions after which IDA* gives up."""
_CELLS = 64
"""The most cells of a board that is drawn."""


class Texts:
    """The texts of layouts of a puzzle. Raises `InputError` for one that cannot be drawn so."""

    def __init__(self, puzzle: Puzzle, plain: Plain) -> None:
        board, self.rules = puzzle.board, plain.rules
        self.cells = board.size
        if board.walls or board.size > _CELLS:
            raise InputError("the searches are drawn on open boards of at most {most} {most:cell|cells}", most=_CELLS)
        self.letters: list[str] = []
        self.tiles = tile_orders(puzzle) is not None and board.size <= 10
        if self.tiles:
            names = {piece.kind: piece.symbol for piece in puzzle.pieces}
            order = sorted(names, key=names.__getitem__)
            self.letters = [str(order.index(kind) + 1) for kind in range(len(puzzle.kinds))]
            return
        named = {kind for needs in puzzle.goal.alternatives for kind, _ in needs}
        for n, kind in enumerate(puzzle.kinds):
            if kind.size not in _LETTERS or len(kind.shape) != int(kind.size[0]) * int(kind.size[2]):
                raise InputError(
                    "the searches are drawn with pieces of these sizes: {sizes}", sizes=", ".join(_LETTERS)
                )
            letter = _LETTERS[kind.size]
            self.letters.append(letter.lower() if n in named and kind.size != BOX else letter)

    def of(self, state: PlainState) -> str:
        """The text of a state."""
        cells = ["0" if self.tiles else "."] * self.cells
        for place in state:
            cells[self.rules.head[place]] = self.letters[self.rules.kind[place]]
        return "".join(cells)


class _Recorder(Watcher[PlainState]):
    """The watcher of one search, which writes it on a tape, and ends it after `most` expansions."""

    def __init__(self, texts: Texts, plain: Plain, width: int, tape: Tape, most: int = 0) -> None:
        self.texts, self.tape, self.most = texts, tape, most
        self.met = set[PlainState]()
        self.number = self.count = 0
        tape.put("at", "board", texts.of(plain.start))
        tape.put("at", "width", width)
        tape.frame("start")

    def meet(self, state: PlainState) -> None:
        """Number a layout that is met for the first time."""
        if state not in self.met:
            self.met.add(state)
            self.number += 1
            if self.tape.on:
                self.tape.put("met", self.texts.of(state), self.number)

    def generated(self, state: PlainState, parent: PlainState, known: bool, solved: bool) -> None:
        if not known:
            self.meet(state)

    def expanded(self, state: PlainState, gone: float, rest: float | None, waiting: int) -> None:
        self.count += 1
        tape = self.tape
        if tape.on:
            tape.put("at", "board", self.texts.of(state))
            if rest is not None:
                tape.put("at", "weight", [gone, rest])
            tape.put("at", "depth", gone)
            tape.put("count", "met", self.number)
            tape.put("count", "expanded", self.count)
            tape.put("count", "frontier", waiting)
        tape.frame("expand", n=self.count, met=self.number)
        if self.count == self.most:
            raise Enough

    def bound(self, most: float) -> None:
        self.tape.put("at", "bound", most)
        self.tape.frame("bound", n=most)

    def ended(self, way: Sequence[PlainState], met: int) -> None:
        """Record the path to the goal, and the figures."""
        tape, length = self.tape, len(way) - 1 if way else None
        tape.put("count", "met", met)
        tape.put("count", "length", length)
        if tape.on:
            for n, state in enumerate(way):
                tape.put("way", n, self.texts.of(state))
            if way:
                tape.put("at", "board", self.texts.of(way[-1]))
        what = "found" if way else "gave_up" if 0 < self.most <= self.count else "none"
        tape.frame(what, n=length, met=met)
        tape.figures = {"met": met, "expanded": self.count, "length": length}


class _WithGoals(BoundedPlain):
    """A puzzle whose goal layouts a search from both ends begins from."""

    ends: Sequence[PlainState] = ()

    def goal_states(self) -> Sequence[PlainState]:
        return self.ends


def stepped(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The four searches side by side, each an expansion a frame."""
    plain = _WithGoals(puzzle)
    texts, width = Texts(puzzle, plain), puzzle.board.width

    def run(search: Callable[..., Any], own: Tape, most: int = 0) -> None:
        recorder, way = _Recorder(texts, plain, width, own, most), ()
        recorder.meet(plain.start)
        with contextlib.suppress(Enough):
            way = search(plain, plain.start, watcher=recorder, **UNBOUNDED).path
        recorder.ended(way, recorder.number)

    def both_ends(own: Tape) -> None:
        recorder = _Recorder(texts, plain, width, own)
        try:
            plain.ends = _goals(puzzle, plain, own)
        except HuarongError as error:
            own.frame("no_goals", why=error.message())
            return
        if len(plain.ends) > _FEW_GOALS:
            recorder.number = len(plain.ends)
            recorder.met.update(plain.ends)
        for state in (plain.start, *plain.ends):
            recorder.meet(state)
        way = bidirectional(plain, plain.start, watcher=recorder, **UNBOUNDED).path
        # The layout at which the two searches meet is counted by each.
        recorder.ended(way, recorder.number + (len(way) > 1))

    runs: dict[str, Callable[[Tape], None]] = {
        "bfs": lambda own: run(bfs, own),
        "astar": lambda own: run(astar, own),
        "idastar": lambda own: run(functools.partial(idastar, table=True), own, _PATIENCE),
        "bidirectional": both_ends,
    }
    abreast(tape, runs)


def _goals(puzzle: Puzzle, plain: Plain, tape: Tape) -> list[PlainState]:
    """All goal layouts. Raises `InputError` if there are too many, or if moves cannot be taken back."""
    if not reversible(puzzle.kinds):
        raise InputError("a search from both ends needs moves that can be taken back")
    space = Space.of(puzzle)
    ranks = dense.goal_ranks(space, puzzle.goal, tape.watch) if space.measured(tape.watch) < 1 << 26 else ()
    if not 0 < len(ranks) <= _MOST_GOALS:
        raise InputError("a search from both ends begins from at most {most:,} goal layouts", most=_MOST_GOALS)
    return list(dict.fromkeys(plain.state(space.layout(int(rank))) for rank in ranks))
