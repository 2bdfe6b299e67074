"""The puzzle: a board, named pieces where they start, and a goal. Read from and written as a grid text.

The grid text is the project's own notation (see `docs/notations.md`): header lines, the board with a
character for each cell, and goal sections. Whatever comes in is checked here, once: `read` returns
every fault, `Puzzle.parse` raises them together.
"""

from __future__ import annotations

import collections
import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from huarong.errors import Fault, PuzzleError
from huarong.model.board import DIRECTIONS, MAX_CELLS, Board, Kind, Layout, Move, Piece
from huarong.model.goal import Goal, Requirement
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.moves import IllegalMove, legal_moves, read_move
from huarong.model.rules import Rules
from huarong.model.text import (
    CANNOT_STAND,
    EMPTY,
    FREE_TEXT,
    GATE,
    MAX_TEXT,
    NO_PIECE,
    UNKNOWN_IN_GOAL,
    WALL,
    Row,
    check_known,
    even,
    goal_cells,
    missing_goal,
    no_such,
    piece_labels,
    placed,
    same_size,
    sections_of,
    slide_directions,
    stands,
    usual_cells,
)

__all__ = ["Goal", "Piece", "Puzzle", "PuzzleLike", "Setup", "read"]

MAX_ALTERNATIVES = 4096
NOT_ALIKE = "{symbol!r} and {other!r} are not alike; pieces that count as the same must be"
TOO_MANY_WAYS = "the goal can be met by more than {most:,} choices of pieces; name fewer of them"


@dataclass(frozen=True)
class Puzzle:
    """A board, its kinds (largest first), its pieces where they start (by kind and head), and a goal.

    >>> puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    >>> [kind.size for kind in puzzle.kinds], puzzle.start.heads[0]
    (['2x2', '1x2', '2x1', '1x1'], (1,))
    """

    board: Board
    kinds: tuple[Kind, ...]
    pieces: tuple[Piece, ...]
    goal: Goal
    name: str = ""
    name_zh: str = ""
    source: str = ""
    note: str = ""

    @classmethod
    def parse(cls, text: str, goal: str | None = None) -> Puzzle:
        """Read a grid text, in lines or on one line with `/`.

        `goal` (a goal section's rows) replaces the text's own. Raises `PuzzleError` with all faults.

        >>> Puzzle.parse("AA./..B", goal="..../....").kinds
        Traceback (most recent call last):
        huarong.errors.PuzzleError: the goal's row 1 has 4 cells; expected 3, as on the board
        the goal's row 2 has 4 cells; expected 3, as on the board
        """
        puzzle, faults = read(text, goal)
        if puzzle is None:
            raise PuzzleError(faults)
        return puzzle

    @functools.cached_property
    def start(self) -> Layout:
        """The layout at the start."""
        return self.layout(piece.head for piece in self.pieces)

    @functools.cached_property
    def keys(self) -> frozenset[int]:
        """The kinds of the pieces that have to be brought somewhere; none where those are most of the pieces.

        >>> Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J").keys, Puzzle.parse("876/543/21.").keys
        (frozenset({0}), frozenset())
        """
        kinds = frozenset(kind for each in self.goal.alternatives for kind, _ in each)
        named = sum(piece.kind in kinds for piece in self.pieces)
        return kinds if 2 * named <= len(self.pieces) + 1 else frozenset()

    @property
    def key(self) -> Piece | None:
        """The piece that has to be brought somewhere, where it is one.

        >>> Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J").key.symbol
        'B'
        """
        pieces = [piece for piece in self.pieces if piece.kind in self.keys]
        return pieces[0] if len(pieces) == 1 else None

    @functools.cached_property
    def _hash(self) -> int:
        return hash((self.board, self.kinds, self.pieces, self.goal))

    def __hash__(self) -> int:
        return self._hash

    def __getstate__(self) -> dict[str, object]:
        # A hash of text holds for one process only: it must not travel in a pickle.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def layout(self, heads: Iterable[int]) -> Layout:
        """The layout in which the pieces, in the order of `pieces`, have these heads."""
        groups: list[list[int]] = [[] for _ in self.kinds]
        for piece, head in zip(self.pieces, heads, strict=True):
            groups[piece.kind].append(head)
        return Layout(tuple(map(tuple, groups)))

    def heads(self, layout: Layout) -> tuple[int, ...]:
        """Heads for the pieces, in the order of `pieces`, that make up a layout.

        A layout does not tell which of a kind's pieces lies where: those that may stay where they start do, and the
        others take the places that are left in order.

        >>> puzzle = Puzzle.parse("ABC/DD.", goal=".../.DD")
        >>> puzzle.heads(puzzle.start.moved(1, 0, 5))
        (3, 5, 1, 2)
        """
        left = [
            [head for head in group if head not in begun]
            for group, begun in zip(layout.heads, self.start.heads, strict=True)
        ]
        return tuple(
            piece.head if piece.head in layout.heads[piece.kind] else left[piece.kind].pop(0)
            for piece in self.pieces
        )

    def rows(self, heads: Iterable[int] | Layout | None = None) -> tuple[str, ...]:
        """The board's rows as text, with the pieces at these heads (or a layout's, or the start's)."""
        if heads is None:
            heads = (piece.head for piece in self.pieces)
        elif isinstance(heads, Layout):
            heads = self.heads(heads)
        grid = [EMPTY] * self.board.size
        for cell in self.board.walls:
            grid[cell] = WALL
        for cell in self.board.gates:
            grid[cell] = GATE
        for piece, head in zip(self.pieces, heads, strict=True):
            for cell in self.board.cells(self.kinds[piece.kind], head) or ():
                grid[cell] = piece.symbol
        width = self.board.width
        return tuple("".join(grid[i : i + width]) for i in range(0, len(grid), width))

    def faults(self, layout: Layout) -> tuple[Fault, ...]:
        """All that is wrong with a layout of these kinds: counts, places off the board, overlaps."""
        found = []
        counts = [len(group) for group in self.start.heads]
        if [len(group) for group in layout.heads] != counts:
            found.append(
                Fault.at(
                    None,
                    None,
                    "the layout has {got} pieces of its kinds; expected {expected}",
                    got=[len(group) for group in layout.heads],
                    expected=counts,
                )
            )
        covered: dict[int, Kind] = {}
        for kind, group in zip(self.kinds, layout.heads, strict=False):
            for head in group:
                cells = self.board.cells(kind, head) if 0 <= head < self.board.size else None
                if cells is None:
                    found.append(
                        Fault.at(
                            None,
                            None,
                            "a {size} piece cannot lie at cell {cell}",
                            size=kind.size,
                            cell=head,
                        )
                    )
                for cell in cells or ():
                    if cell in covered:
                        found.append(
                            Fault.at(
                                cell // self.board.width + 1,
                                cell % self.board.width + 1,
                                "a {size} piece and a {other} piece overlap",
                                size=kind.size,
                                other=covered[cell].size,
                            )
                        )
                    covered[cell] = kind
        return tuple(found)

    def started(self, layout: Layout | Sequence[int]) -> Puzzle:
        """The puzzle with another start: a layout, or a head for each of the `pieces` in their order.

        A layout does not tell like pieces apart: see `heads` for which then lies where. Raises `PuzzleError` where
        it is none of this puzzle's.

        >>> Puzzle.parse("ABC/DD.", goal=".../.DD").started([3, 1, 0, 5]).rows()
        ('BA.', 'DDC')
        """
        if not isinstance(layout, Layout) and len(layout) != len(self.pieces):
            template = "{got} heads are given; expected {expected}, one for each piece"
            values = {"got": len(layout), "expected": len(self.pieces)}
            raise PuzzleError([Fault.at(None, None, template, **values)])
        faults = self.faults(layout if isinstance(layout, Layout) else self.layout(layout))
        if faults:
            raise PuzzleError(faults)
        heads = self.heads(layout) if isinstance(layout, Layout) else layout
        moved = [replace(p, head=head) for p, head in zip(self.pieces, heads, strict=True)]
        return replace(self, pieces=tuple(sorted(moved, key=lambda p: (p.kind, p.head))))

    def moves(self, metric: Metric | MetricName = Metric.MOVE) -> tuple[Move, ...]:
        """Every move that can be made at the start, in the order of the pieces.

        >>> [str(move) for move in Puzzle.parse("AB/..", goal="../AB").moves()]
        ['A D1', 'A D1R1', 'B D1', 'B D1L1']
        >>> [str(move) for move in Puzzle.parse("AB/..", goal="../AB").moves("step")]
        ['A D1', 'B D1']
        """
        return legal_moves(self.rules, self.pieces, as_metric(metric))

    def move(self, text: str) -> Move:
        """The move at the start that a text means: `N D1`, `J L1U1`, `卒1 下1`.

        A piece goes by its character or its label; directions are `UDLR`, `上下左右` or words. Raises `InputError`
        with the nearest piece or the legal moves.

        >>> Puzzle.parse("AB/..", goal="../AB").move("A 下1右1").stop
        3
        >>> Puzzle.parse("AB/..", goal="../AB").move("A R1")
        Traceback (most recent call last):
        huarong.model.moves.IllegalMove: 'A R1' is not possible; this piece can go A D1, A D1R1
        """
        return read_move(self.rules, self.pieces, text)

    def after(self, *moves: Move | str) -> Puzzle:
        """The puzzle as it is after moves made one after the other, every piece keeping its name.

        A move is a `Move` or a text (see `move`). Raises `InputError` for one that cannot be made.

        >>> Puzzle.parse("AB/..", goal="../AB").after("A D1R1", "B L1").rows()
        ('B.', '.A')
        """
        puzzle = self
        for move in moves:
            made = puzzle.move(str(move))
            if isinstance(move, Move) and made.start != move.start:
                raise IllegalMove(
                    "{move} is no move of this layout: the piece lies at cell {got}, not at {expected}",
                    move=str(move), got=made.start, expected=move.start,
                )  # fmt: skip
            heads = [made.stop if p.symbol == made.piece else p.head for p in puzzle.pieces]
            puzzle = puzzle.started(heads)
        return puzzle

    @functools.cached_property
    def rules(self) -> Rules:
        """What may slide where: the tables of these kinds on this board."""
        return Rules.of(self.board, self.kinds)

    def text(self) -> str:
        """The grid text, from which `parse` reads an equal puzzle."""
        header = [
            f"{key}: {value}"
            for key, value in zip(
                FREE_TEXT, (self.name, self.name_zh, self.source, self.note), strict=True
            )
            if value
        ]
        return "\n".join([*header, *self._body()]) + "\n"

    def line(self) -> str:
        """The grid text on one line, without name, source and note."""
        return "/".join(self._body())

    def _body(self) -> list[str]:
        kinds = self.kinds
        lines = []
        slide = self._slide()
        if slide:
            lines.append(f"slide: {slide}")
        count = [len(group) for group in self.start.heads]
        if any(
            count[k] > 1 and not kinds[k].mark for each in self.goal.alternatives for k, _ in each
        ):
            lines.append("match: shape")
        same = [
            # The mark comes first: reading takes the first symbol as the mark of them all.
            kind.mark
            + "".join(p.symbol for p in self.pieces if p.kind == k and p.symbol != kind.mark)
            for k, kind in enumerate(kinds)
            if kind.mark and count[k] > 1
        ]
        if same:
            lines.append("same: " + " ".join(same))
        gate = "".join(piece.symbol for piece in self.pieces if kinds[piece.kind].gates)
        if gate:
            lines.append(f"gate: {gate}")
        names = [f"{p.symbol}={p.label}" for p in self.pieces if p.label != p.symbol]
        if names:
            lines.append("names: " + " ".join(names))
        rows = self.rows()
        lines.extend(rows)
        board = "".join(rows)
        if any(board[cell] != GATE for cell in self.board.gates):
            lines.append("gates:")
            lines.extend(self._drawn((cell, GATE) for cell in self.board.gates))
        for each in self.goal.alternatives:
            lines.append("goal:")
            symbols = [
                iter([p.symbol for p in self.pieces if p.kind == k]) for k in range(len(kinds))
            ]
            drawn: list[tuple[int, str]] = []
            for kind, head in each:
                symbol = next(symbols[kind])
                drawn.extend((cell, symbol) for cell in self.board.cells(kinds[kind], head) or ())
            lines.extend(self._drawn(drawn, walls=True))
        return lines

    def _slide(self) -> str:
        along = all(kind.directions == kind.along for kind in self.kinds)
        words = ["along"] if along and any(k.along != DIRECTIONS for k in self.kinds) else []
        for piece in self.pieces:
            kind = self.kinds[piece.kind]
            if words[:1] != ["along"] and kind.directions != DIRECTIONS:
                words.append(f"{piece.symbol}={kind.directions or 'none'}")
        return " ".join(words)

    def _drawn(self, cells: Iterable[tuple[int, str]], walls: bool = False) -> list[str]:
        grid = [EMPTY] * self.board.size
        for cell in self.board.walls if walls else ():
            grid[cell] = WALL
        for cell, symbol in cells:
            grid[cell] = symbol
        width = self.board.width
        return ["".join(grid[i : i + width]) for i in range(0, len(grid), width)]

    def __repr__(self) -> str:
        name = f"{self.name_zh or self.name}: " if self.name_zh or self.name else ""
        return f"<Puzzle {name}{'/'.join(self.rows())}>"


class Setup:
    """A board on which pieces are placed one by one, each placement checked.

    >>> setup = Setup(Board(4, 5))
    >>> setup.place("A", [(1, 0), (2, 0), (1, 1), (2, 1)])
    >>> setup.place("B", [(2, 1)])
    Traceback (most recent call last):
    huarong.errors.PuzzleError: line 2, column 3: 'B' would lie on 'A'
    >>> setup.puzzle([{"A": [(1, 3), (2, 3), (1, 4), (2, 4)]}]).rows()
    ('.AA.', '.AA.', '....', '....', '....')
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._cells: dict[str, list[tuple[int, int]]] = {}
        self._taken: dict[tuple[int, int], str] = {}

    def check(
        self, symbol: str, cells: Sequence[tuple[int, int]], gates: bool = False
    ) -> list[Fault]:
        """What stands against a piece covering these cells `(x, y)`; nothing where it may."""
        faults = []
        if symbol in self._cells:
            faults.append(Fault.at(None, None, "{symbol!r} is placed already", symbol=symbol))
        if not stands(symbol) or symbol in (EMPTY, WALL, GATE):
            faults.append(Fault.at(None, None, CANNOT_STAND, symbol=symbol))
        if not cells:
            faults.append(Fault.at(None, None, "{symbol!r} has no cells", symbol=symbol))
        for x, y in cells:
            if not (0 <= x < self.board.width and 0 <= y < self.board.height):
                why = "{symbol!r} would lie outside the board"
            elif (x, y) in self._taken:
                why = "{symbol!r} would lie on {other!r}"
            elif y * self.board.width + x in self.board.walls:
                why = "{symbol!r} would lie on a wall"
            elif y * self.board.width + x in self.board.gates and not gates:
                why = "{symbol!r} lies on a gate that is not open to it"
            else:
                continue
            other = self._taken.get((x, y), "")
            faults.append(Fault.at(y + 1, x + 1, why, symbol=symbol, other=other))
        return faults

    def place(self, symbol: str, cells: Sequence[tuple[int, int]], gates: bool = False) -> None:
        """Put a piece down; raises `PuzzleError` and changes nothing where it cannot lie there."""
        faults = self.check(symbol, cells, gates)
        if faults:
            raise PuzzleError(faults)
        self._cells[symbol] = list(cells)
        self._taken.update(dict.fromkeys(cells, symbol))

    def puzzle(
        self,
        goals: Sequence[Mapping[str, Sequence[tuple[int, int]]]],
        *,
        match: str = "piece",
        same: Iterable[str] = (),
        directions: Mapping[str, str] | None = None,
        gates: Iterable[str] = (),
        labels: Mapping[str, str] | None = None,
    ) -> Puzzle:
        """The puzzle of the pieces placed so far; each goal maps symbols to the cells to cover.

        The goal does not tell apart the pieces of a string in `same`. Raises `PuzzleError` where a goal
        cannot be held, or such pieces are not alike.
        """
        directions, labels, gates = directions or {}, labels or {}, set(gates)
        base = {
            symbol: Kind.of(cells, directions.get(symbol, DIRECTIONS), symbol in gates)
            for symbol, cells in self._cells.items()
        }
        alike = collections.Counter(base.values())
        first = {symbol: min(group) for group in same for symbol in group}
        for symbol, leader in first.items():
            if base.get(symbol) != base.get(leader):
                raise PuzzleError([Fault.at(None, None, NOT_ALIKE, symbol=symbol, other=leader)])
        if match == "piece":
            named = {first.get(symbol, symbol) for goal in goals for symbol in goal}
            base = {
                s: replace(kind, mark=mark) if mark in named and alike[kind] > 1 else kind
                for s, kind in base.items()
                for mark in [first.get(s, s)]
            }
        kinds = tuple(sorted(set(base.values()), key=lambda kind: kind.order))
        index = {kind: i for i, kind in enumerate(kinds)}
        width = self.board.width
        pieces = []
        for symbol, cells in self._cells.items():
            head = min(y * width + x for x, y in cells)
            pieces.append(Piece(symbol, labels.get(symbol, symbol), index[base[symbol]], head))
        pieces.sort(key=lambda piece: (piece.kind, piece.head))
        faults: list[Fault] = []
        alternatives: list[tuple[Requirement, ...]] = []
        count = collections.Counter(piece.kind for piece in pieces)
        if not goals or not all(goals):
            faults.append(Fault(NO_PIECE))
        for goal in goals:
            found = self._unplaced(goal)
            faults.extend(found)
            ways: list[tuple[Requirement, ...]] = [()]
            for symbol, where in goal.items() if not found else ():
                head = min(y * width + x for x, y in where)
                shape = Kind.of(where).shape
                fits = [
                    (index[kind], head)
                    for kind in ((base[symbol],) if match == "piece" else kinds)
                    if kind.shape == shape and self.board.cells(kind, head) is not None
                ]
                if not fits:
                    faults.append(_misfit(self.board, base[symbol], symbol, where))
                ways = [
                    (*way, (k, head))
                    for way in ways
                    for k, head in fits
                    if sum(k == other for other, _ in way) < count[k]
                ]
                if len(ways) > MAX_ALTERNATIVES:
                    faults.append(Fault.at(None, None, TOO_MANY_WAYS, most=MAX_ALTERNATIVES))
                    break
            if not ways and not faults:
                faults.append(Fault("the goal needs more pieces of a shape than there are"))
            alternatives.extend(ways)
        if faults:
            raise PuzzleError(faults)
        return Puzzle(self.board, kinds, tuple(pieces), Goal.of(alternatives))

    def _unplaced(self, goal: Mapping[str, Sequence[tuple[int, int]]]) -> list[Fault]:
        """What stands against a goal's pieces: not on the board, without cells, two in one cell."""
        faults = []
        wanted: dict[tuple[int, int], str] = {}
        for symbol, cells in goal.items():
            if not cells:
                faults.append(Fault.at(None, None, "{symbol!r} has no cells", symbol=symbol))
            elif symbol not in self._cells:
                x, y = cells[0]
                names = " ".join(sorted(self._cells))
                faults.append(Fault.at(y + 1, x + 1, UNKNOWN_IN_GOAL, symbol=symbol, names=names))
            for x, y in cells:
                other = wanted.setdefault((x, y), symbol)
                if other != symbol:
                    why = "the goal wants both {other!r} and {symbol!r} here"
                    faults.append(Fault.at(y + 1, x + 1, why, other=other, symbol=symbol))
        return faults


def _misfit(board: Board, kind: Kind, symbol: str, cells: Sequence[tuple[int, int]]) -> Fault:
    x, y = min(cells, key=lambda cell: (cell[1], cell[0]))
    args = {"symbol": symbol, "got": len(cells), "expected": len(kind.shape)}
    if len(cells) != len(kind.shape):
        why = "the goal gives {symbol!r} {got} cells; expected {expected}, its size on the board"
    elif Kind.of(cells).shape != kind.shape:
        why = "the goal gives {symbol!r} another shape than it has on the board"
    else:
        why = "{symbol!r} cannot lie where the goal wants it: a wall or a gate is there"
    return Fault.at(y + 1, x + 1, why, **args)


def read(text: str, goal: str | None = None) -> tuple[Puzzle | None, tuple[Fault, ...]]:
    """Read a grid text and return the puzzle, or None and everything that is wrong with the text.

    >>> puzzle, faults = read("AA/A:/A")
    >>> for fault in faults: print(fault)
    line 1, column 8: this row has 1 cells; expected 2, as in the first
    line 1, column 5: ':' cannot stand for a piece
    no goal is given, and this is not a board with a usual one: add a goal section
    """
    if len(text) > MAX_TEXT:
        return None, (
            Fault.at(
                None,
                None,
                "the text has {got:,} characters; at most {most:,} are read",
                got=len(text),
                most=MAX_TEXT,
            ),
        )
    faults: list[Fault] = []
    headers, sections = sections_of(text, faults)
    if goal is not None:
        wrong: list[Fault] = []
        _, given = sections_of("goal:\n" + goal.removeprefix("goal:").lstrip("/\n"), wrong)
        faults += [replace(fault, line=None, column=None) for fault in wrong]
        sections = [each for each in sections if each[0] != "goal"]
        sections += [(name, [Row(None, row.text) for row in rows]) for name, rows in given]
    boards = [rows for name, rows in sections if name == "board"]
    if not boards or not boards[0]:
        faults.append(Fault("there is no board: expected rows of cells"))
        return None, tuple(faults)
    rows = boards[0]
    width = len(rows[0].text)
    even(rows, width, faults)
    if width * len(rows) > MAX_CELLS:
        faults.append(
            Fault.at(
                rows[0].line,
                1,
                "the board has {got:,} cells; at most {most:,} are read",
                got=width * len(rows),
                most=MAX_CELLS,
            )
        )
    if faults:
        return None, (*faults, *missing_goal(sections, rows, headers))
    cells: dict[str, list[tuple[int, int]]] = {}
    walls, gates = set(), set()
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row.text):
            if symbol == WALL:
                walls.add(y * width + x)
            elif symbol == GATE:
                gates.add(y * width + x)
            elif symbol != EMPTY:
                cells.setdefault(symbol, []).append((x, y))
    if not cells:
        faults.append(Fault.at(rows[0].line, 1, "there are no pieces on the board"))
    for name, extra in sections:
        if name == "gates" and same_size(extra, width, len(rows), "gate", faults):
            faults.extend(
                Fault.at(
                    row.line, row.at(x), "{symbol!r} is no gate; expected - or .", symbol=symbol
                )
                for row in extra
                for x, symbol in enumerate(row.text)
                if symbol not in (EMPTY, WALL, GATE)
            )
            gates |= {
                y * width + x
                for y, row in enumerate(extra)
                for x, symbol in enumerate(row.text)
                if symbol == GATE
            }
    open_to = set(headers.get("gate", Row(None, "")).text.replace(" ", ""))
    check_known(open_to, cells, headers.get("gate"), faults)
    setup = Setup(Board(width, len(rows), frozenset(walls), frozenset(gates - walls)))
    for symbol, where in cells.items():
        found = setup.check(symbol, where, symbol in open_to)
        faults.extend(placed(fault, rows) for fault in found)
        if not found:
            setup.place(symbol, where, symbol in open_to)
    directions = slide_directions(headers.get("slide"), cells, faults)
    labels = piece_labels(headers.get("names"), cells, faults)
    same = headers.get("same", Row(None, ""))
    check_known(same.text.replace(" ", ""), cells, same, faults)
    match = headers.get("match", Row(None, "piece"))
    if match.text not in ("piece", "shape"):
        faults.append(no_such("match", match.text, match, ("piece", "shape")))
    goal_rows = [rows for name, rows in sections if name == "goal"]
    goals = goal_cells(goal_rows, cells, width, len(rows), faults)
    faults.extend(missing_goal(sections, rows, headers))
    if faults:
        return None, tuple(faults)
    settings: dict[str, Any] = {
        "match": match.text,
        "same": same.text.split(),
        "directions": directions,
        "gates": open_to,
        "labels": labels,
    }
    for each, drawn in zip(goals, goal_rows, strict=True):
        try:
            setup.puzzle([each], **settings)
        except PuzzleError as error:
            faults.extend(placed(fault, drawn) for fault in error.faults)
    if faults:
        return None, tuple(faults)
    puzzle = setup.puzzle(goals or [usual_cells(setup.board, cells)], **settings)
    name, name_zh, source, note = (headers.get(key, Row(None, "")).text for key in FREE_TEXT)
    return replace(puzzle, name=name, name_zh=name_zh, source=source, note=note), ()


PuzzleLike = Puzzle | str | os.PathLike[str]
"""Whatever stands for a puzzle: the puzzle, a name or a text in any notation, or the path of a file."""
