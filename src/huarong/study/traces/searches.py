"""Recording four searches of a visitor's own puzzle side by side: breadth first, A*, IDA* and bidirectional.

Each frame is an expansion of each search; the tables of search n are named `n:...`. Table `met` has the layouts met
with their numbers, `way` the way found; `at.weight` are the steps so far and the bound on the rest, `at.bound` the
bound of IDA*'s iteration; `count` has met, expanded and frontier. A layout is a text: the letter of a piece at its
first cell (`T` and `U` are 3x1 and 1x3, small letters pieces that the goal names), or digits for numbered tiles.
"""

from __future__ import annotations

from collections.abc import Callable

from huarong.atlas import dense
from huarong.errors import HuarongError, InputError
from huarong.model.puzzle import Puzzle
from huarong.model.rules import reversible
from huarong.model.tiles import tile_orders
from huarong.space.space import Space
from huarong.study.classic import BOX
from huarong.study.modern import PlainState
from huarong.study.searches import FEW_GOALS, PlainSearches, Searched, Watcher
from huarong.study.traces.ma import abreast
from huarong.study.traces.tape import LETTER, Tape

NAMES = ("bfs", "astar", "idastar", "bidirectional")
_LETTERS = LETTER | {"3x1": "T", "1x3": "U"}
_MOST_GOALS = 20_000
"""The most goal layouts that are searched from."""
_PATIENCE = 20_000
"""Expansions after which IDA* gives up."""
_CELLS = 64
"""The most cells of a board that is drawn."""


class Texts:
    """The texts of layouts of a puzzle. Raises `InputError` for one that cannot be drawn so."""

    def __init__(self, puzzle: Puzzle, searches: PlainSearches) -> None:
        board, self.rules = puzzle.board, searches.plain.rules
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


class _Recorder(Watcher):
    def __init__(self, texts: Texts, searches: PlainSearches, width: int, tape: Tape) -> None:
        self.texts, self.tape = texts, tape
        self.number = self.count = 0
        tape.put("at", "board", texts.of(searches.start))
        tape.put("at", "width", width)
        tape.frame("start")

    def met(self, state: PlainState) -> None:
        self.number += 1
        if self.tape.on:
            self.tape.put("met", self.texts.of(state), self.number)

    def expanded(self, state: PlainState, gone: int, rest: int | None, frontier: int) -> None:
        self.count += 1
        tape = self.tape
        if tape.on:
            tape.put("at", "board", self.texts.of(state))
            if rest is not None:
                tape.put("at", "weight", [gone, rest])
            tape.put("at", "depth", gone)
            tape.put("count", "met", self.number)
            tape.put("count", "expanded", self.count)
            tape.put("count", "frontier", frontier)
        tape.frame("expand", n=self.count, met=self.number)

    def bound(self, most: int) -> None:
        self.tape.put("at", "bound", most)
        self.tape.frame("bound", n=most)

    def ended(self, found: Searched) -> None:
        tape = self.tape
        tape.put("count", "met", found.met)
        tape.put("count", "length", found.length)
        if tape.on:
            for n, state in enumerate(found.way):
                tape.put("way", n, self.texts.of(state))
            if found.way:
                tape.put("at", "board", self.texts.of(found.way[-1]))
        what = "found" if found.way else "gave_up" if found.expanded >= _PATIENCE else "none"
        tape.frame(what, n=found.length, met=found.met)
        tape.figures = {"met": found.met, "expanded": found.expanded, "length": found.length}


def stepped(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The four searches side by side, each an expansion a frame."""
    searches = PlainSearches(puzzle)
    texts, width = Texts(puzzle, searches), puzzle.board.width

    def recorded(search: Callable[[Watcher], Searched]) -> Callable[[Tape], None]:
        def run(own: Tape) -> None:
            recorder = _Recorder(texts, searches, width, own)
            recorder.ended(search(recorder))

        return run

    def both_ends(own: Tape) -> None:
        recorder = _Recorder(texts, searches, width, own)
        try:
            goals = _goals(puzzle, searches, own)
        except HuarongError as error:
            own.frame("no_goals", why=error.message())
            return
        if len(goals) > FEW_GOALS:
            recorder.number = len(goals)
        recorder.ended(searches.bidirectional(recorder, goals))

    runs = [
        recorded(searches.breadth_first),
        recorded(searches.a_star),
        recorded(lambda watcher: searches.ida_star(watcher, _PATIENCE)),
        both_ends,
    ]
    tapes = abreast(tape, runs)
    tape.figures = {
        f"{name}_{figure}": own.figures[figure]
        for name, own in zip(NAMES, tapes, strict=True)
        for figure in ("met", "length")
        if own.figures
    }


def _goals(puzzle: Puzzle, searches: PlainSearches, tape: Tape) -> dict[PlainState, None]:
    """All goal layouts. Raises `InputError` if there are too many, or if moves cannot be taken back."""
    if not reversible(puzzle.kinds):
        raise InputError("a search from both ends needs moves that can be taken back")
    space = Space.of(puzzle)
    ranks = dense.goal_ranks(space, puzzle.goal, tape.watch) if space.measured(tape.watch) < 1 << 26 else ()
    if not 0 < len(ranks) <= _MOST_GOALS:
        raise InputError("a search from both ends begins from at most {most:,} goal layouts", most=_MOST_GOALS)
    return dict.fromkeys(searches.plain.state(space.layout(int(rank))) for rank in ranks)
