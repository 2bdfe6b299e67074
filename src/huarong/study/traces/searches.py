"""Recording what a visitor's own puzzle takes: four searches side by side, and eight visited sets fed the same codes.

Each frame is an expansion of each search; the tables of search n are named `n:...`. `at.bound` is the bound of IDA*'s
iteration. A layout is a text: the letter of a piece at its first cell (`T` and `U` are 3x1 and 1x3, small letters
pieces that the goal names), or digits for numbered tiles.

A frame of the sets feeds the next codes. Table `curve` has for each structure and frame the codes so far, the codes
compared per look-up, the bytes, and the nanoseconds per look-up; null if a structure does not report it, or if bytes
were not counted.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any

from huarong.atlas import dense
from huarong.errors import HuarongError, InputError
from huarong.graph import astar, bfs, bidirectional, idastar
from huarong.model.puzzle import Puzzle
from huarong.model.rules import reversible
from huarong.model.tiles import tile_orders
from huarong.space.space import Space
from huarong.study.classic import BOX
from huarong.study.lv.visited import VisitedSet
from huarong.study.plain import BoundedPlain, Plain, PlainState
from huarong.study.record import UNBOUNDED, Enough
from huarong.study.sets import ranked, sequence, timed
from huarong.study.traces.levels import Expansions
from huarong.study.traces.tape import LETTER, Tape, abreast
from huarong.study.visited_sets import STRUCTURES, RankBitmap, footprint

_LETTERS = LETTER | {"3x1": "T", "1x3": "U"}
_FEW_GOALS = 400
"""The most goal layouts that are drawn as met."""
_MOST_GOALS = 20_000
"""The most goal layouts that are searched from."""
_PATIENCE = 20_000
"""Expansions after which IDA* gives up."""
_CELLS = 64
"""The most cells of a board that is drawn."""
_FRAMES, _WEIGHED = 60, 5
"""The frames of the sets, and how many there are for each count of the bytes, which takes long."""


def _texts(puzzle: Puzzle, plain: Plain) -> Callable[[PlainState], str]:
    """What writes a layout as a text. Raises `InputError` for a puzzle that cannot be drawn so."""
    board, rules = puzzle.board, plain.rules
    if board.walls or board.size > _CELLS:
        raise InputError("the searches are drawn on open boards of at most {most} {most:cell|cells}", most=_CELLS)
    letters: list[str] = []
    if tiles := tile_orders(puzzle) is not None and board.size <= 10:
        names = {piece.kind: piece.symbol for piece in puzzle.pieces}
        order = sorted(names, key=names.__getitem__)
        letters = [str(order.index(kind) + 1) for kind in range(len(puzzle.kinds))]
    named = {kind for needs in puzzle.goal.alternatives for kind, _ in needs}
    for n, kind in enumerate(puzzle.kinds if not tiles else ()):
        if kind.size not in _LETTERS or len(kind.shape) != int(kind.size[0]) * int(kind.size[2]):
            raise InputError("the searches are drawn with pieces of these sizes: {sizes}", sizes=", ".join(_LETTERS))
        letter = _LETTERS[kind.size]
        letters.append(letter.lower() if n in named and kind.size != BOX else letter)

    def text(state: PlainState) -> str:
        cells = ["0" if tiles else "."] * board.size
        for place in state:
            cells[rules.head[place]] = letters[rules.kind[place]]
        return "".join(cells)

    return text


class _WithGoals(BoundedPlain):
    """A puzzle whose goal layouts a search from both ends begins from."""

    ends: Sequence[PlainState] = ()

    def goal_states(self) -> Sequence[PlainState]:
        return self.ends


def stepped(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The four searches side by side, each an expansion a frame."""
    plain = _WithGoals(puzzle)
    text = _texts(puzzle, plain)

    def run(search: Callable[..., Any], own: Tape, most: int = 0) -> None:
        recorder, way = _begun(own, most), ()
        recorder.meet(plain.start)
        with contextlib.suppress(Enough):
            way = search(plain, plain.start, watcher=recorder, **UNBOUNDED).path
        recorder.ended(way)

    def _begun(own: Tape, most: int = 0) -> Expansions:
        own.puts("at", board=text(plain.start), width=puzzle.board.width)
        own.frame("start")
        return Expansions(own, text, full=True, most=most)

    def both_ends(own: Tape) -> None:
        recorder = _begun(own)
        try:
            plain.ends = _goals(puzzle, plain, own)
        except HuarongError as error:
            own.frame("no_goals", why=error.message())
            return
        if len(plain.ends) > _FEW_GOALS:
            recorder.met.update(plain.ends)
        for state in (plain.start, *plain.ends):
            recorder.meet(state)
        way = bidirectional(plain, plain.start, watcher=recorder, **UNBOUNDED).path
        # The layout at which the two searches meet is counted by each.
        recorder.ended(way, len(recorder.met) + (len(way) > 1))

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


def fed(puzzle: Puzzle, tape: Tape, codes: int) -> None:
    """Eight structures, which get this many different codes of the puzzle in sixty frames."""
    looked, states, different = sequence(puzzle, codes, tape.watch)
    tape.put("at", "codes", different)
    tape.frame("sets_begin", n=different, looked=len(looked))
    known: dict[str, VisitedSet] = {name: each.make() for name, each in STRUCTURES.items()}
    fed_to: dict[str, Sequence[int]] = dict.fromkeys(known, looked)
    with contextlib.suppress(HuarongError):  # of a space without numbering, or too large for a bitmap
        most, fed_to["bitmap"], _ = ranked(puzzle, states, tape.watch)
        known["bitmap"] = RankBitmap(most)
    spent = dict.fromkeys(known, 0.0)
    seen, at = set[int](), 0
    for frame in range(1, _FRAMES + 1):
        end = len(looked) * frame // _FRAMES
        if end == at:
            continue
        seen.update(looked[at:end])
        for name, each in known.items():
            spent[name] += timed(each, fed_to[name][at:end])
            tells = name in STRUCTURES and STRUCTURES[name].compares
            compared = round(each.compared / end, 2) if tells else None
            size = footprint(each) if tape.on and frame % _WEIGHED == 0 else None
            point = [len(seen), compared, size, round(1e9 * spent[name] / end)]
            tape.put("curve", f"{name}:{frame}", point)
            tape.watch.look(0, end)
        at = end
        tape.puts("count", layouts=len(seen), lookups=at)
        tape.frame("sets_fed", n=len(seen), looked=at)
    tape.figures = {"layouts": len(seen), "lookups": at}
