"""What a search finds: a solution, or the proof that there is none; and how moves become one."""

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from huarong.errors import InputError, expect
from huarong.i18n import say
from huarong.model.board import DELTA, Layout, Metric, Move
from huarong.model.notebook import Shown, captioned
from huarong.model.puzzle import Puzzle


class Why(NamedTuple):
    """A reason, as a message that can be given in either language."""

    template: str
    values: dict[str, Any]
    key: str = ""
    """What kind of reason it is, for programs."""

    def message(self, lang: str = "en") -> str:
        """The reason in the language asked for."""
        return say(self.template, lang, **self.values)

    def __str__(self) -> str:
        return self.message()

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The reason as JSON: its `key`, its `text` in the language asked for, and its figures."""
        figures = {name: value for name, value in self.values.items() if isinstance(value, int | str)}
        return {"key": self.key, "text": self.message(lang), **figures}


def counted(moves: Iterable[Move]) -> dict[str, int]:
    """How many moves these are in each metric.

    Moves of one piece that follow each other count as one move, and as one slide while their direction stays the same.
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
    """The answer to a puzzle: the moves of a shortest solution, or the proof that there is none.

    `moves` say which named piece slides where. `explored` is the number of layouts searched (mirror images counted
    once), `depth` how deep the search went, and `seconds` how long it took.

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
    """Why that method was chosen; None if it was asked for."""
    optimal: bool = True
    """Whether this is proved to be a shortest solution; false if `optimal=False` was asked for."""
    reason: Why | None = None
    """Why there is no solution (see `huarong.model.impossible`); None if there is one."""
    bound: int | None = None
    """The proved lower bound (no solution is shorter), if this one is not known to be optimal."""

    @property
    def length(self) -> int | None:
        """How many moves, in the metric asked for; None if there is no solution."""
        return len(self.moves) if self.solved else None

    def __len__(self) -> int:
        """How many moves the solution has; 0 if there is none."""
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __bool__(self) -> bool:
        """Whether there is a solution (it may have no moves)."""
        return self.solved

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts from the start to the solved one."""
        return tuple(self.puzzle.layout(heads) for heads in self.heads)

    @property
    def counts(self) -> dict[str, int]:
        """The length of this solution in each metric; only in the metric of the search is it the least possible."""
        return counted(self.moves)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The solution as JSON: moves as texts, boards as one-line grids, and what the search cost.

        `heads` are the heads of the `pieces`, in their order, at the start and after each move. `bound` is the proved
        lower bound. In the language `lang`, `why` says why the method was chosen, `reason` why there is no solution.
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
        """The board's rows as text after `number` moves, every piece with its own character."""
        expect(number, int)
        if not -len(self.heads) <= number < len(self.heads):
            template = "{got} is not a valid number of moves; expected 0 to {most:,}"
            raise InputError(template, got=number, most=len(self.heads) - 1)
        return self.puzzle.rows(self.heads[number])

    def verify(self) -> bool:
        """Replay the moves cell by cell on a grid: every one is legal and the last layout is solved.

        A proof that there is no solution has nothing to replay; only the search supports it.
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
    """The solution whose moves take pieces, one after the other, from a head to another.

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
"""Moves by what they say: solutions of like puzzles have most of theirs in common."""


def unsolvable(puzzle: Puzzle, metric: Metric) -> Solution:
    """The answer that a puzzle has no solution, known without a search."""
    start = (tuple(piece.head for piece in puzzle.pieces),)
    return Solution(puzzle, metric, False, (), 0, 0, 0.0, start)
