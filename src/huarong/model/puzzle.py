"""The puzzle: a board, named pieces where they start, and a goal, read from and written as a grid text.

The grid text is the project's own notation (see `docs/en/reference/notations.md`): header lines, the board with a
character for each cell, and goal sections. All input is checked here, once; `Puzzle.parse` raises all faults together.
This module also builds a solution from the moves that a search finds.
"""

import functools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from huarong.errors import Fault, InputError, PuzzleError, expect
from huarong.i18n import say
from huarong.model.board import DELTA, Board, Goal, Kind, Layout, Metric, MetricLike, MetricName, Move, Piece, as_metric
from huarong.model.moves import IllegalMove, legal_moves, read_move
from huarong.model.notebook import Shown, captioned
from huarong.model.rules import Rules
from huarong.model.setup import Cells, Match, Setup
from huarong.model.symbols import GATE, WALL
from huarong.model.text import FREE_TEXT, drawn, read_text, write_text


@dataclass(frozen=True, slots=True)
class ReadAs:
    """How a text was read: the notation (or `"name"`), what was assumed, and the other notations that could read it.

    `notes` are the reader's decisions where the text was ambiguous, as messages in either language.
    """

    notation: str
    notes: tuple[Fault, ...] = ()
    others: tuple[str, ...] = ()
    length: int | None = None
    """The length of a shortest solution according to the text, in `metric` if the text names it."""
    metric: MetricName | None = None


@dataclass(frozen=True)
class Puzzle(Shown):
    """A board, its kinds (largest first), its pieces at their starts (by kind and head), and a goal.

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
    read_as: ReadAs | None = field(default=None, compare=False, repr=False)
    """How the puzzle's text was read; None if there was no text. Equality ignores it."""

    @classmethod
    def parse(cls, text: str, goal: str | None = None) -> "Puzzle":
        """Read a grid text, in lines or on one line with `/`.

        `goal` (the rows of a goal section) replaces the text's own goal. Raises `PuzzleError` with all faults.

        >>> Puzzle.parse("AA./..B", goal="..../....").kinds
        Traceback (most recent call last):
        huarong.errors.PuzzleError: the goal's row 1 has 4 cells; expected 3, as on the board
        the goal's row 2 has 4 cells; expected 3, as on the board
        """
        board, contents, (name, name_zh, source, note), notes = read_text(text, goal)
        how = ReadAs("grid", tuple(notes)) if notes else None
        return cls(board, *contents, name, name_zh, source, note, how)

    @classmethod
    def of(
        cls, setup: Setup, goals: Sequence[Mapping[str, Cells]], *, match: Match = "piece", same: Iterable[str] = ()
    ) -> "Puzzle":
        """Create a puzzle from the pieces placed on a board; each goal maps symbols to the cells `(x, y)` to cover.

        For `match` and `same`, see `Setup.contents`. Raises `PuzzleError`.

        >>> setup = Setup(Board(3, 1))
        >>> setup.place("A", [(0, 0)], label="卒")
        >>> Puzzle.of(setup, [{"A": [(2, 0)]}]).line()
        'names: A=卒/A../goal:/..A'
        """
        expect(setup, Setup)
        return cls(setup.board, *setup.contents(goals, match, same))

    @functools.cached_property
    def start(self) -> Layout:
        """The layout at the start."""
        return self.layout(piece.head for piece in self.pieces)

    @functools.cached_property
    def keys(self) -> frozenset[int]:
        """The kinds of the pieces that the goal names; empty if it names most of the pieces.

        >>> Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J").keys, Puzzle.parse("876/543/21.").keys
        (frozenset({0}), frozenset())
        """
        kinds = self.goal.kinds
        named = sum(piece.kind in kinds for piece in self.pieces)
        return kinds if 2 * named <= len(self.pieces) + 1 else frozenset()

    @property
    def key(self) -> Piece | None:
        """The piece that the goal names, if it names exactly one; else None.

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
        # Python's hash of a text differs from process to process: it must not be pickled.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def layout(self, heads: Iterable[int]) -> Layout:
        """Return the layout in which the pieces, in the order of `pieces`, have these heads."""
        groups: list[list[int]] = [[] for _ in self.kinds]
        try:
            for kind, head in zip(self._kinds, heads, strict=True):
                groups[kind].append(head)
        except (TypeError, ValueError):
            raise self._no_layout() from None
        return Layout(tuple(map(tuple, groups)), self)

    @functools.cached_property
    def _kinds(self) -> tuple[int, ...]:
        return tuple(piece.kind for piece in self.pieces)

    def heads(self, layout: Layout) -> tuple[int, ...]:
        """Return the heads of the pieces in a layout, in the order of `pieces`.

        A layout does not say which piece of a kind is where. A piece keeps its start if its kind has a head there; the
        other pieces take the remaining heads in order.

        >>> puzzle = Puzzle.parse("ABC/DD.", goal=".../.DD")
        >>> puzzle.heads(puzzle.start.moved(1, 0, 5))
        (3, 5, 1, 2)
        """
        try:
            groups = zip(layout.heads, self.start.heads, strict=True)
            left = [[head for head in group if head not in begun] for group, begun in groups]
            return tuple(p.head if p.head in layout.heads[p.kind] else left[p.kind].pop(0) for p in self.pieces)
        except (AttributeError, IndexError, TypeError, ValueError):
            expect(layout, Layout)
            raise self._no_layout() from None

    def _no_layout(self) -> InputError:
        template = "this is not a layout of the puzzle; expected places for its {pieces} {pieces:piece|pieces}"
        return InputError(template, pieces=len(self.pieces))

    @functools.cached_property
    def _covered(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """A cache of the cells that a piece covers, by kind and head."""
        return {}

    def rows(self, heads: Iterable[int] | Layout | None = None) -> tuple[str, ...]:
        """Return the board's rows as text with the pieces at these heads or as in a layout; by default at the start."""
        if heads is None:
            heads = (piece.head for piece in self.pieces)
        else:
            heads = self.heads(heads) if isinstance(heads, Layout) else heads
            try:
                heads = tuple(heads)
            except TypeError:
                raise self._no_layout() from None
            self.layout(heads)
        marks = [(cell, WALL) for cell in self.board.walls]
        marks += [(cell, GATE) for cell in self.board.gates]
        for piece, head in zip(self.pieces, heads, strict=True):
            cells = self._covered.get((piece.kind, head))
            if cells is None:
                cells = self.board.cells(self.kinds[piece.kind], head) or ()
                self._covered[piece.kind, head] = cells
            marks += [(cell, piece.symbol) for cell in cells]
        return drawn(self.board, marks)

    def faults(self, layout: Layout) -> tuple[Fault, ...]:
        """Return everything that is wrong with a layout of these kinds: counts, places off the board, overlaps."""
        expect(layout, Layout)
        found = []
        got, expected = ([len(group) for group in each.heads] for each in (layout, self.start))
        if got != expected:
            why = "the layout has {got} {got:piece|pieces} of its kinds; expected {expected}"
            found.append(Fault.of(why, got=got, expected=expected))
        covered: dict[int, Kind] = {}
        for kind, group in zip(self.kinds, layout.heads, strict=False):
            for head in group:
                inside = isinstance(head, int) and 0 <= head < self.board.size
                cells = self.board.cells(kind, head) if inside else None
                if cells is None:
                    why = "a {size} piece cannot lie at cell {cell}"
                    found.append(Fault.of(why, size=kind.size, cell=head))
                for cell in cells or ():
                    if cell in covered:
                        y, x = divmod(cell, self.board.width)
                        why = "a {size} piece and a {other} piece overlap"
                        sizes = {"size": kind.size, "other": covered[cell].size}
                        found.append(Fault.at(y + 1, x + 1, why, **sizes))
                    covered[cell] = kind
        return tuple(found)

    def started(self, layout: Layout | Sequence[int]) -> "Puzzle":
        """Return the puzzle with another start: a layout, or a head for each of the `pieces` in order.

        A layout does not distinguish equal pieces: `heads` decides which piece is where. Raises `PuzzleError` if it is
        not a layout of this puzzle.

        >>> Puzzle.parse("ABC/DD.", goal=".../.DD").started([3, 1, 0, 5]).rows()
        ('BA.', 'DDC')
        """
        expect(layout, Layout, Iterable)
        if not isinstance(layout, Layout) and len(layout) != len(self.pieces):
            template = "there {got:is|are} {got} {got:head|heads}; expected {expected}, one for each piece"
            values = {"got": len(layout), "expected": len(self.pieces)}
            raise PuzzleError([Fault.of(template, **values)])
        faults = self.faults(layout if isinstance(layout, Layout) else self.layout(layout))
        if faults:
            raise PuzzleError(faults)
        heads = self.heads(layout) if isinstance(layout, Layout) else layout
        moved = [replace(p, head=head) for p, head in zip(self.pieces, heads, strict=True)]
        return replace(self, pieces=tuple(sorted(moved, key=lambda p: (p.kind, p.head))))

    def moves(self, metric: MetricLike = Metric.MOVE) -> tuple[Move, ...]:
        """Return every legal move at the start, in the order of the pieces.

        >>> [str(move) for move in Puzzle.parse("AB/..", goal="../AB").moves()]
        ['A D1', 'A D1R1', 'B D1', 'B D1L1']
        >>> [str(move) for move in Puzzle.parse("AB/..", goal="../AB").moves("step")]
        ['A D1', 'B D1']
        """
        return legal_moves(self.rules, self.pieces, as_metric(metric))

    def move(self, text: str) -> Move:
        """Return the move at the start that a text means, such as `N D1`, `J L1U1` or `卒1 下1`.

        A piece is given by its character or its label, a direction by `UDLR`, `上下左右` or a word. Raises `InputError`
        with the nearest piece or the legal moves.

        >>> Puzzle.parse("AB/..", goal="../AB").move("A 下1右1").stop
        3
        >>> Puzzle.parse("AB/..", goal="../AB").move("A R1")
        Traceback (most recent call last):
        huarong.model.moves.IllegalMove: 'A R1' is not possible; this piece can go A D1, A D1R1
        """
        expect(text, str)
        return read_move(self.rules, self.pieces, text)

    def after(self, *moves: Move | str) -> "Puzzle":
        """Return the puzzle after making the moves one by one; pieces keep their names and their order.

        A move is a `Move` or a text (see `move`). Raises `InputError` for a move that cannot be made.

        >>> Puzzle.parse("AB/..", goal="../AB").after("A D1R1", "B L1").rows()
        ('B.', '.A')
        """
        for each in moves:
            expect(each, Move, str)
        puzzle = self
        for move in moves:
            made = puzzle.move(str(move))
            if isinstance(move, Move) and made.start != move.start:
                template = "{move} is not a move of this layout: the piece lies at cell {got}, not at {expected}"
                raise IllegalMove(template, move=str(move), got=made.start, expected=move.start)
            pieces = (replace(p, head=made.stop) if p.symbol == made.piece else p for p in puzzle.pieces)
            puzzle = replace(puzzle, pieces=tuple(pieces))
        return puzzle

    @functools.cached_property
    def rules(self) -> Rules:
        """The tables of these kinds on this board, which say what may slide where."""
        return Rules.of(self.board, self.kinds)

    def text(self) -> str:
        """Return the grid text, from which `parse` reads an equal puzzle."""
        about = (self.name, self.name_zh, self.source, self.note)
        said = {key: " ".join(value.split()) for key, value in zip(FREE_TEXT, about, strict=True)}
        head = [f"{key}: {value}" for key, value in said.items() if value]
        return "\n".join([*head, *write_text(self.board, self.kinds, self.pieces, self.goal)]) + "\n"

    def line(self) -> str:
        """Return the grid text on one line, without name, source and note."""
        return "/".join(write_text(self.board, self.kinds, self.pieces, self.goal))

    def __repr__(self) -> str:
        name = f"{self.name_zh or self.name}: " if self.name_zh or self.name else ""
        return f"<Puzzle {name}{'/'.join(self.rows())}>"


PuzzleLike = Puzzle | str | os.PathLike[str]
"""Any form of a puzzle: the puzzle itself, a name or a text in any notation, or the path of a file."""


# What a search finds


class Why(NamedTuple):
    """A reason, as a message in either language."""

    template: str
    values: dict[str, Any]
    key: str = ""
    """The type of the reason, for programs."""

    def message(self, lang: str = "en") -> str:
        """The reason in the language asked for."""
        return say(self.template, lang, **self.values)

    def __str__(self) -> str:
        return self.message()

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the reason as JSON: its `key`, its `text` in the language `lang`, and its figures."""
        figures = {name: value for name, value in self.values.items() if isinstance(value, int | str)}
        return {"key": self.key, "text": self.message(lang), **figures}


def counted(moves: Iterable[Move]) -> dict[str, int]:
    """Return the number of moves in each metric.

    Consecutive moves of one piece count as one move, and as one slide while their direction stays the same.
    """
    counts = {"step": 0, "slide": 0, "move": 0}
    piece = direction = ""
    for move in moves:
        counts["step"] += move.steps
        counts["move"] += move.piece != piece
        for leg in move.legs:
            counts["slide"] += (move.piece, leg.direction) != (piece, direction)
            piece, direction = move.piece, leg.direction
    return counts


@dataclass(frozen=True)
class Solution(Shown):
    """The answer to a puzzle: the moves of a shortest solution, or the result that there is none.

    `moves` say which named piece slides where. `explored` is the number of layouts searched (mirror images counted
    once), `depth` the depth that the search reached, and `seconds` its duration.

    >>> puzzle = Puzzle.parse("AB/..", goal="../AB")
    >>> solution = replay(puzzle, Metric.STEP, [(0, 2), (1, 3)])
    >>> solution.solved, solution.length, [str(move) for move in solution.moves]
    (True, 2, ['A D1', 'B D1'])
    """

    puzzle: Puzzle
    metric: Metric
    solved: bool
    moves: tuple[Move, ...]
    explored: int
    depth: int
    seconds: float
    heads: tuple[tuple[int, ...], ...] = field(repr=False)
    """The heads of the pieces, in the order of `puzzle.pieces`, at the start and after each move."""
    method: str = "bfs"
    """The name of the search method, a key of `huarong.search.select.METHODS`."""
    why: Why | None = None
    """Why the method was chosen; None if the caller asked for it."""
    optimal: bool = True
    """Whether this is proved to be a shortest solution; may be false only with `optimal=False`."""
    reason: Why | None = None
    """Why there is no solution (see `huarong.model.impossible`); None if there is one."""
    bound: int | None = None
    """The proved lower bound on the length, if this solution is not known to be optimal."""

    @property
    def length(self) -> int | None:
        """The number of moves in the metric of the search; None if there is no solution."""
        return len(self.moves) if self.solved else None

    def __len__(self) -> int:
        """Return the number of moves; 0 if there is no solution."""
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __bool__(self) -> bool:
        """Whether there is a solution, possibly without any moves."""
        return self.solved

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts from the start to the solved one."""
        return tuple(self.puzzle.layout(heads) for heads in self.heads)

    @property
    def counts(self) -> dict[str, int]:
        """The length of this solution in each metric; it is the least possible only in the metric of the search."""
        return counted(self.moves)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the solution as JSON: moves as texts, boards as one-line grids, and the cost of the search.

        `heads` are the heads of the `pieces`, in their order, at the start and after each move. `bound` is the proved
        lower bound. In the language `lang`, `why` explains the choice of the method, and `reason` why there is no
        solution.
        """
        puzzle, name = self.puzzle, self.puzzle.name_zh or self.puzzle.name or None
        about = {"name": name, "metric": str(self.metric), "solved": self.solved, "length": self.length}
        search = {"optimal": self.optimal, "bound": self.bound, "method": self.method}
        cost = {"explored": self.explored, "depth": self.depth, "seconds": round(self.seconds, 6)}
        return {
            **about,
            "counts": self.counts if self.solved else None,
            "moves": [str(move) for move in self.moves],
            "pieces": {piece.symbol: piece.label for piece in puzzle.pieces},
            "layouts": ["/".join(self.rows(number)) for number in range(len(self.heads))],
            "heads": [list(heads) for heads in self.heads],
            **search,
            "why": self.why.message(lang) if self.why else None,
            "reason": self.reason.to_json(lang) if self.reason else None,
            **cost,
        }

    def rows(self, number: int) -> tuple[str, ...]:
        """Return the board's rows as text after `number` moves, with each piece's own character."""
        expect(number, int)
        if not -len(self.heads) <= number < len(self.heads):
            template = "{got} is not a valid number of moves; expected 0 to {most:,}"
            raise InputError(template, got=number, most=len(self.heads) - 1)
        return self.puzzle.rows(self.heads[number])

    def verify(self) -> bool:
        """Replay the moves cell by cell on a grid; return whether all are legal and the last layout is solved.

        An answer without a solution has no moves to replay, so this check accepts it.
        """
        if not self.solved:
            return not self.moves
        puzzle, board = self.puzzle, self.puzzle.board
        heads = {piece.symbol: piece.head for piece in puzzle.pieces}
        kinds = {piece.symbol: puzzle.kinds[piece.kind] for piece in puzzle.pieces}
        for move in self.moves:
            kind, head = kinds[move.piece], heads.pop(move.piece)
            others = {cell for s, at in heads.items() for cell in board.cells(kinds[s], at) or ()}
            if head != move.start or not move.legs or any(leg.cells < 1 for leg in move.legs):
                return False
            for direction in "".join(leg.direction * leg.cells for leg in move.legs):
                (dx, dy), x = DELTA[direction], head % board.width
                head += dy * board.width + dx
                cells = board.cells(kind, head) if 0 <= x + dx < board.width else None
                if direction not in kind.directions or not cells or others & set(cells):
                    return False
            if head != move.stop:
                return False
            heads[move.piece] = head
        return puzzle.goal.holds(puzzle.layout(heads[piece.symbol] for piece in puzzle.pieces))

    def _repr_html_(self) -> str:
        return captioned(self._repr_svg_(), self)

    def __repr__(self) -> str:
        name = self.puzzle.name_zh or self.puzzle.name
        about = f"{name}: " if name else ""
        if not self.solved:
            return f"<Solution {about}none{f': {self.reason}' if self.reason else ''}>"
        counts = ", ".join(f"{n} {metric}{'s' * (n != 1)}" for metric, n in self.counts.items())
        best = "best" if self.optimal else "found"
        return f"<Solution {about}{best} in {self.metric}s: {counts}>"


def replay(
    puzzle: Puzzle, metric: Metric, ends: Iterable[tuple[int, int]], seconds: float = 0.0, explored: int = 0
) -> Solution:
    """Return the solution whose moves take pieces from head to head, given as pairs (before, after).

    >>> puzzle = Puzzle.parse("AB/..", goal="../AB")
    >>> [str(move) for move in replay(puzzle, Metric.STEP, [(0, 2), (1, 3)]).moves]
    ['A D1', 'B D1']
    """
    pieces, place = puzzle.pieces, puzzle.rules.place
    covers, legs = puzzle.rules.covers, puzzle.rules.legs
    heads = [piece.head for piece in pieces]
    piece_at = {head: i for i, head in enumerate(heads)}
    occupied = sum(covers[place[piece.kind, piece.head]] for piece in pieces)
    moves, boards = [], [tuple(heads)]
    for start, stop in ends:
        i = piece_at[stop] = piece_at.pop(start)
        piece = pieces[i]
        p, q = place[piece.kind, start], place[piece.kind, stop]
        occupied -= covers[p]
        moves.append(_named(piece.symbol, piece.label, start, stop, legs(p, q, occupied)))
        occupied += covers[q]
        heads[i] = stop
        boards.append(tuple(heads))
    return Solution(puzzle, metric, True, tuple(moves), explored, len(moves), seconds, tuple(boards))


_named = functools.lru_cache(4096)(Move)
"""A cache of moves by their fields; solutions of similar puzzles share most of their moves."""


def unsolvable(puzzle: Puzzle, metric: Metric) -> Solution:
    """Return the answer that a puzzle has no solution, known without a search."""
    start = (tuple(piece.head for piece in puzzle.pieces),)
    return Solution(puzzle, metric, False, (), 0, 0, 0.0, start)
