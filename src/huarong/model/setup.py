"""A board on which pieces are placed one by one. Each placement is checked, and so are the goals."""

import collections
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from huarong.errors import Fault, PuzzleError, expect
from huarong.model.board import DIRECTIONS, Board, Goal, Kind, Piece, Requirement, no_cells
from huarong.model.symbols import EMPTY, GATE, WALL, stands

MAX_ALTERNATIVES = 4096
CANNOT_STAND = "{symbol!r} cannot stand for a piece"
NO_PIECE = "the goal names no piece: write a piece's character where it must be"
UNKNOWN_IN_GOAL = "the goal names {symbol!r}, which is not on the board; its pieces are {names}"
NO_CELLS = "{symbol!r} has no cells"

Cells = Sequence[tuple[int, int]]
"""A list of cells `(x, y)`."""
_Wanted = Mapping[str, Cells]
Match = Literal["piece", "shape"]
"""Whether a goal means exactly the pieces that it names, or any pieces of the same shapes."""


class Contents(NamedTuple):
    """The contents of a board: the kinds, largest first; the pieces, by kind and head; and the goal."""

    kinds: tuple[Kind, ...]
    pieces: tuple[Piece, ...]
    goal: Goal


class Setup:
    """A board on which pieces are placed one by one. Each placement is checked. `Puzzle.of` turns it into a puzzle.

    >>> setup = Setup(Board(4, 5))
    >>> setup.place("A", [(1, 0), (2, 0), (1, 1), (2, 1)])
    >>> setup.place("B", [(2, 1)])
    Traceback (most recent call last):
    huarong.errors.PuzzleError: line 2, column 3: 'B' would lie on 'A'
    >>> setup.contents([{"A": [(1, 3), (2, 3), (1, 4), (2, 4)]}]).goal.alternatives
    (((0, 13),),)
    """

    def __init__(self, board: Board) -> None:
        expect(board, Board)
        self.board = board
        self._placed: dict[str, tuple[Kind, int, str]] = {}  # kind, head and label of each piece
        self._taken: dict[tuple[int, int], str] = {}
        barred = board.walls | board.gates
        self._open = {(cell % board.width, cell // board.width) for cell in range(board.size) if cell not in barred}
        """The cells still free for any piece."""

    def check(self, symbol: str, cells: Cells, gates: bool = False) -> list[Fault]:
        """Return the faults of a piece that would cover the cells `(x, y)`; empty if it may lie there."""
        expect(symbol, str)
        faults = []
        if symbol in self._placed:
            faults.append(Fault.of("{symbol!r} is placed already", symbol=symbol))
        if not stands(symbol) or symbol in (EMPTY, WALL, GATE):
            faults.append(Fault.of(CANNOT_STAND, symbol=symbol))
        if not cells:
            faults.append(Fault.of(NO_CELLS, symbol=symbol))
        try:
            if self._open.issuperset(cells):
                return faults
            pairs = [(x + 0, y + 0) for x, y in cells]
        except (TypeError, ValueError):
            raise no_cells(cells) from None
        for x, y in pairs:
            if not self._inside(x, y):
                why = "{symbol!r} would lie outside the board"
            elif (x, y) in self._taken:
                why = "{symbol!r} would lie on {other!r}"
            elif self._cell(x, y) in self.board.walls:
                why = "{symbol!r} would lie on a wall"
            elif self._cell(x, y) in self.board.gates and not gates:
                why = "{symbol!r} lies on a gate that it may not enter"
            else:
                continue
            other = self._taken.get((x, y), "")
            faults.append(Fault.at(y + 1, x + 1, why, symbol=symbol, other=other))
        return faults

    def place(
        self, symbol: str, cells: Cells, *, directions: str = DIRECTIONS, gates: bool = False, label: str = ""
    ) -> None:
        """Put a piece on the cells `(x, y)`.

        `directions` are its possible directions. `gates` says whether gates are open to it. `label` is its name, by
        default `symbol`. Raises `PuzzleError` and changes nothing if it cannot lie there.
        """
        faults = self.check(symbol, cells, gates)
        if label:
            expect(label, str)
        if label and not label_stands(label):
            template = "{label!r} is not a valid name for a piece; expected no spaces and no /"
            faults.append(Fault.of(template, label=label))
        if faults:
            raise PuzzleError(faults)
        kind = Kind.of(cells, directions, gates)
        self._placed[symbol] = kind, self._head(cells), label or symbol
        self._taken.update(dict.fromkeys(cells, symbol))
        self._open.difference_update(cells)

    def contents(self, goals: Sequence[_Wanted], match: Match = "piece", same: Iterable[str] = ()) -> Contents:
        """Return the contents of the board, for goals that each map symbols to the cells to cover.

        With `match="shape"`, any pieces of these shapes will do. Each string in `same` has pieces that the goal does
        not distinguish. Raises `PuzzleError` if a goal cannot be met, or if pieces in `same` differ.
        """
        expect(goals, Sequence)
        expect(same, Iterable)
        for goal in goals:
            expect(goal, Mapping)
        for group in (same := tuple(same)):
            expect(group, str)
        kind_of = self._kinds({symbol for goal in goals for symbol in goal}, match, same)
        kinds = tuple(sorted(set(kind_of.values()), key=lambda kind: kind.order))
        index = {kind: i for i, kind in enumerate(kinds)}
        placed = [Piece(s, label, index[kind_of[s]], head) for s, (_, head, label) in self._placed.items()]
        pieces = tuple(sorted(placed, key=lambda piece: (piece.kind, piece.head)))
        own = {piece.symbol: piece.kind for piece in pieces}
        faults = [] if goals and all(goals) else [Fault(NO_PIECE)]
        alternatives: list[tuple[Requirement, ...]] = []
        for goal in goals:
            faults += (found := self._unplaced(goal))
            alternatives += self._ways(goal, own, kinds, match, faults) if not found else []
        if faults:
            raise PuzzleError(faults)
        return Contents(kinds, pieces, Goal.of(alternatives))

    def _kinds(self, named: set[str], match: Match, same: Iterable[str]) -> dict[str, Kind]:
        """Return the kind of each piece, marked if the goal distinguishes the piece from others of its shape."""
        base = {symbol: kind for symbol, (kind, _, _) in self._placed.items()}
        alike = collections.Counter(base.values())
        first = {symbol: min(group) for group in same for symbol in group}
        for symbol, leader in first.items():
            if base.get(symbol) != base.get(leader):
                template = "{symbol!r} and {other!r} differ; pieces of one kind must match in shape and moves"
                raise PuzzleError([Fault.of(template, symbol=symbol, other=leader)])
        if match == "shape":
            return base
        leaders = {first.get(symbol, symbol) for symbol in named}
        marks = {symbol: mark if (mark := first.get(symbol, symbol)) in leaders else "" for symbol in base}
        return {s: replace(kind, mark=marks[s]) if marks[s] and alike[kind] > 1 else kind for s, kind in base.items()}

    def _ways(
        self, goal: _Wanted, own: Mapping[str, int], kinds: Sequence[Kind], match: Match, faults: list[Fault]
    ) -> list[tuple[Requirement, ...]]:
        """Return the choices of kinds and heads that meet a goal; `own` has the kinds of its pieces."""
        count = collections.Counter(own.values())
        ways: list[tuple[Requirement, ...]] = [()]
        before = len(faults)
        for symbol, cells in goal.items():
            head, shape = self._head(cells), Kind.of(cells).shape
            inside = all(self._inside(x, y) for x, y in cells)
            alike = range(len(kinds)) if match == "shape" else (own[symbol],)
            able = [k for k in alike if inside and kinds[k].shape == shape and self.board.cells(kinds[k], head)]
            if not able:
                faults.append(_misfit(kinds[own[symbol]], symbol, cells))
            ways = [(*way, (k, head)) for way in ways for k in able if sum(k == other for other, _ in way) < count[k]]
            if len(ways) > MAX_ALTERNATIVES:
                why = "more than {most:,} {most:choice|choices} of pieces can meet the goal; name fewer pieces"
                faults.append(Fault.of(why, most=MAX_ALTERNATIVES))
                break
        if not ways and len(faults) == before:
            faults.append(Fault("the goal needs more pieces of a shape than there are"))
        return ways

    def _unplaced(self, goal: _Wanted) -> list[Fault]:
        faults = []
        wanted: dict[tuple[int, int], str] = {}
        for symbol, cells in goal.items():
            if not cells:
                faults.append(Fault.of(NO_CELLS, symbol=symbol))
            elif symbol not in self._placed:
                x, y = cells[0]
                names = " ".join(sorted(self._placed))
                faults.append(Fault.at(y + 1, x + 1, UNKNOWN_IN_GOAL, symbol=symbol, names=names))
            for x, y in cells:
                other = wanted.setdefault((x, y), symbol)
                if other != symbol:
                    why = "the goal needs both {other!r} and {symbol!r} here"
                    faults.append(Fault.at(y + 1, x + 1, why, other=other, symbol=symbol))
        return faults

    def _inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.board.width and 0 <= y < self.board.height

    def _cell(self, x: int, y: int) -> int:
        return y * self.board.width + x

    def _head(self, cells: Cells) -> int:
        width = self.board.width
        return min([y * width + x for x, y in cells])


def label_stands(label: str) -> bool:
    """Whether a grid text can give a piece this name: it must be one word without `/`.

    >>> label_stands("曹操"), label_stands("Cao Cao")
    (True, False)
    """
    return bool(label) and not any(c.isspace() or c == "/" for c in label)


def _misfit(kind: Kind, symbol: str, cells: Cells) -> Fault:
    x, y = min(cells, key=lambda cell: (cell[1], cell[0]))
    args = {"symbol": symbol, "got": len(cells), "expected": len(kind.shape)}
    if len(cells) != len(kind.shape):
        why = "the goal has {got} {got:cell|cells} of {symbol!r}; expected {expected}, as on the board"
    elif Kind.of(cells).shape != kind.shape:
        why = "the goal gives {symbol!r} a different shape from the one on the board"
    else:
        why = "{symbol!r} cannot be where the goal needs it: a wall or a gate is there"
    return Fault.at(y + 1, x + 1, why, **args)
