"""A game: the positions of the pieces, the moves made, their counts and their review; independent of the terminal."""

from __future__ import annotations

import contextlib
import hashlib
import json
from dataclasses import dataclass
from typing import NamedTuple

from huarong import cache
from huarong.atlas.oracle import Oracle
from huarong.limits import Cancel
from huarong.model.board import DIRECTIONS, Leg, Move
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import counted

Review = tuple[tuple[int, Move, int | None], ...]


class _Run(NamedTuple):
    """A move that may still be continued: a piece (by index), and the heads of all pieces before the move."""

    piece: int
    before: tuple[int, ...]


@dataclass
class Game:
    """A puzzle that is being played; sliding the last moved piece again continues its move.

    >>> game = Game(Puzzle.parse("A../.B./goal:/..A/..."))
    >>> a = next(i for i, piece in enumerate(game.puzzle.pieces) if piece.symbol == "A")
    >>> game.step(a, "R"), game.step(a, "R"), game.solved, game.counts
    (True, True, True, {'move': 1, 'slide': 1, 'step': 2})
    >>> game.undo(), game.heads
    (True, (4, 0))
    """

    puzzle: Puzzle

    def __post_init__(self) -> None:
        name = hashlib.sha256(self.puzzle.line().encode()).hexdigest()[:20]
        self._file = cache.folder("games") / f"{name}.json"
        self.heads = tuple(piece.head for piece in self.puzzle.pieces)
        self._runs: list[_Run] = []
        self._undone: list[tuple[int, tuple[int, ...]]] = []

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return self.puzzle.goal.holds(self.puzzle.layout(self.heads))

    @property
    def moves(self) -> list[Move]:
        """The moves made, each with a shortest path of its piece."""
        stations = self.stations
        return [self.between(run.piece, *stations[n : n + 2]) for n, run in enumerate(self._runs)]

    @property
    def counts(self) -> dict[str, int]:
        """How many moves, slides and steps were made."""
        return dict(reversed(counted(self.moves).items()))

    def step(self, piece: int, direction: str) -> bool:
        """Slide a piece by one cell, if it can go there."""
        rules = self.puzzle.rules
        here = rules.place[self.puzzle.pieces[piece].kind, self.heads[piece]]
        to = rules.step[4 * here + DIRECTIONS.index(direction)]
        if to < 0 or rules.covers[to] & self._others(piece, self.heads):
            return False
        self._put(piece, rules.head[to])
        return True

    def go(self, piece: int, head: int) -> bool:
        """Slide a piece to another head along any path, if it can go there."""
        rules = self.puzzle.rules
        kind = self.puzzle.pieces[piece].kind
        here, to = rules.place[kind, self.heads[piece]], rules.place.get((kind, head))
        if to is None or to == here:
            return False
        try:
            rules.legs(here, to, self._others(piece, self.heads))
        except ValueError:
            return False
        self._put(piece, head)
        return True

    def reach(self, piece: int, cell: int) -> int | None:
        """The nearest head at which a piece would cover a cell; None if it cannot get there."""
        rules, kind = self.puzzle.rules, self.puzzle.pieces[piece].kind
        here = rules.place[kind, self.heads[piece]]
        for to in rules.ways(here, self._others(piece, self.heads), Metric.MOVE):
            if cell in (self.puzzle.board.cells(self.puzzle.kinds[kind], rules.head[to]) or ()):
                return rules.head[to]
        return None

    def at(self, cell: int) -> int | None:
        """The index of the piece that covers a cell; None for an empty cell."""
        for number, (piece, head) in enumerate(zip(self.puzzle.pieces, self.heads, strict=True)):
            if cell in (self.puzzle.board.cells(self.puzzle.kinds[piece.kind], head) or ()):
                return number
        return None

    def keep(self) -> None:
        """Keep the moves in a file for this puzzle, until the game is solved or begun again. A disk that refuses it
        does not end the play.
        """
        with contextlib.suppress(OSError):
            if self._runs and not self.solved:
                moves = [(move.piece, move.stop) for move in self.moves]
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._file.write_text(json.dumps({"puzzle": self.puzzle.line(), "moves": moves}), "utf-8")
            else:
                self._file.unlink(missing_ok=True)

    def restore(self) -> bool:
        """Make the moves that were kept, as far as they can be read and are possible; whether there was one."""
        symbols = [piece.symbol for piece in self.puzzle.pieces]
        with contextlib.suppress(OSError, ValueError, TypeError, LookupError):
            for symbol, head in json.loads(self._file.read_text("utf-8"))["moves"]:
                if not self.go(symbols.index(symbol), head):
                    break
        return bool(self._runs)

    @property
    def stations(self) -> list[tuple[int, ...]]:
        """The heads at the start and after each move."""
        return [*(run.before for run in self._runs), self.heads]

    def review(self, oracle: Oracle, cancel: Cancel) -> Review | None:
        """The mistakes, in order: the number of the move, the move, and how many moves it lost (None for a dead end);
        None if distances would each take a search.

        >>> game = Game(Puzzle.parse("A.../B.../goal:/..../..A."))
        >>> game.step(1, "R")
        True
        >>> [(number, str(move), lost) for number, move, lost in game.review(Oracle(game.puzzle), lambda: False)]
        [(1, 'A R1', 1)]
        """
        stations, moves, slips = self.stations, self.moves, []
        table = oracle.table(stations[0], cancel=cancel)
        if table is None:
            return None
        far = [table.distance(table.space.rank(oracle.puzzle.layout(heads))) for heads in stations]
        for number, (move, before, after) in enumerate(zip(moves, far[:-1], far[1:], strict=False), 1):
            if before is not None and after != before - 1:
                slips.append((number, move, None if after is None else after - before + 1))
        return tuple(slips)

    def undo(self) -> bool:
        """Take the last move back, if there is one."""
        if not self._runs:
            return False
        run = self._runs.pop()
        self._undone.append((run.piece, self.heads))
        self.heads = run.before
        return True

    def redo(self) -> bool:
        """Redo the move that was undone last, if no other was made since."""
        if not self._undone:
            return False
        piece, heads = self._undone.pop()
        self._runs.append(_Run(piece, self.heads))
        self.heads = heads
        return True

    def restart(self) -> bool:
        """Begin again."""
        while self.undo():
            pass
        return True

    def _others(self, piece: int, heads: tuple[int, ...]) -> int:
        """The cells that all pieces but one cover, as bits."""
        rules = self.puzzle.rules
        return sum(
            rules.covers[rules.place[each.kind, head]]
            for number, (each, head) in enumerate(zip(self.puzzle.pieces, heads, strict=True))
            if number != piece
        )

    def _put(self, piece: int, head: int) -> None:
        self._undone.clear()
        if not self._runs or self._runs[-1].piece != piece:
            self._runs.append(_Run(piece, self.heads))
        self.heads = (*self.heads[:piece], head, *self.heads[piece + 1 :])
        if self.heads == self._runs[-1].before:
            self._runs.pop()

    def between(self, piece: int, before: tuple[int, ...], after: tuple[int, ...]) -> Move:
        """The move by which one piece, of an index, comes from its head before to that after, on a shortest path."""
        rules, own = self.puzzle.rules, self.puzzle.pieces[piece]
        here, to = (rules.place[own.kind, heads[piece]] for heads in (before, after))
        try:
            legs = rules.legs(here, to, self._others(piece, before))
        except ValueError:  # a one-way piece may have come here by several moves
            legs = (Leg("U", 1),)
        return Move(own.symbol, own.label, before[piece], after[piece], legs)
