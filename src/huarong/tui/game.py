"""A game: the positions of the pieces, the moves made, their counts and their review; independent of the terminal."""

import contextlib
import hashlib
import itertools
import json
from dataclasses import dataclass

from huarong.atlas.oracle import Oracle
from huarong.files import cache_folder
from huarong.limits import Cancel
from huarong.model.board import Leg, Metric, Move
from huarong.model.puzzle import Puzzle, counted

Review = tuple[tuple[int, Move, int | None], ...]
Heads = tuple[int, ...]


@dataclass
class Game:
    """A puzzle in play; sliding the last moved piece again continues its move.

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
        self._file = cache_folder("games") / f"{name}.json"
        self.heads: Heads = tuple(piece.head for piece in self.puzzle.pieces)
        self._past: list[Heads] = []
        self._undone: list[Heads] = []

    @property
    def solved(self) -> bool:
        return self.puzzle.goal.holds(self.puzzle.layout(self.heads))

    @property
    def moves(self) -> list[Move]:
        """The moves made, each with a shortest path of its piece."""
        return [self.between(before, after) for before, after in itertools.pairwise(self.stations)]

    @property
    def counts(self) -> dict[str, int]:
        return dict(reversed(counted(self.moves).items()))

    def ways(self, piece: int, heads: Heads | None = None) -> dict[int, tuple[Leg, ...]]:
        """Return the heads to which a piece can go in one move, nearest first, each with its path."""
        rules, heads = self.puzzle.rules, heads or self.heads
        places = [rules.place[each.kind, head] for each, head in zip(self.puzzle.pieces, heads, strict=True)]
        here = places.pop(piece)
        others = sum(rules.covers[place] for place in places)
        return {rules.head[to]: legs for to, legs in rules.ways(here, others, Metric.MOVE).items()}

    def step(self, piece: int, direction: str) -> bool:
        """Slide a piece by one cell if possible; return whether it moved."""
        found = [head for head, legs in self.ways(piece).items() if legs == (Leg(direction, 1),)]
        return bool(found) and self.go(piece, found[0])

    def go(self, piece: int, head: int) -> bool:
        """Slide a piece to another head along any path if possible; return whether it moved."""
        if head not in self.ways(piece):
            return False
        self._undone.clear()
        if not self._past or self._past[-1][piece] == self.heads[piece]:  # the last move is of another piece
            self._past.append(self.heads)
        self.heads = (*self.heads[:piece], head, *self.heads[piece + 1 :])
        if self.heads == self._past[-1]:
            self._past.pop()
        return True

    def reach(self, piece: int, cell: int) -> int | None:
        """Return the nearest head at which a piece would cover a cell; None if it cannot get there."""
        return next((head for head in self.ways(piece) if cell in self.cells(piece, head)), None)

    def at(self, cell: int) -> int | None:
        """Return the index of the piece that covers a cell; None for an empty cell."""
        return next((piece for piece, head in enumerate(self.heads) if cell in self.cells(piece, head)), None)

    def cells(self, piece: int, head: int) -> tuple[int, ...]:
        return self.puzzle.board.cells(self.puzzle.kinds[self.puzzle.pieces[piece].kind], head) or ()

    def keep(self) -> None:
        """Keep the moves in a file for this puzzle until the game is solved or restarted. If the disk refuses it, play
        continues.
        """
        with contextlib.suppress(OSError):
            if self._past and not self.solved:
                moves = [(move.piece, move.stop) for move in self.moves]
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._file.write_text(json.dumps({"puzzle": self.puzzle.line(), "moves": moves}), "utf-8")
            else:
                self._file.unlink(missing_ok=True)

    def restore(self) -> bool:
        """Make the kept moves as far as they are readable and possible; return whether any move was made."""
        symbols = [piece.symbol for piece in self.puzzle.pieces]
        with contextlib.suppress(OSError, ValueError, TypeError, LookupError):
            for symbol, head in json.loads(self._file.read_text("utf-8"))["moves"]:
                if not self.go(symbols.index(symbol), head):
                    break
        return bool(self._past)

    @property
    def stations(self) -> list[Heads]:
        """The heads at the start and after each move."""
        return [*self._past, self.heads]

    def review(self, oracle: Oracle, cancel: Cancel) -> Review | None:
        """The mistakes in order: the number of the move, the move, and how many moves it lost (None for a dead end).
        None if each distance would take a search.

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
        if self._past:
            self._undone.append(self.heads)
            self.heads = self._past.pop()
            return True
        return False

    def redo(self) -> bool:
        if self._undone:
            self._past.append(self.heads)
            self.heads = self._undone.pop()
            return True
        return False

    def restart(self) -> bool:
        while self.undo():
            pass
        return True

    def between(self, before: Heads, after: Heads) -> Move:
        """Return the move of the one piece whose head differs, on a shortest path."""
        piece, stop = next((i, head) for i, head in enumerate(after) if head != before[i])
        own = self.puzzle.pieces[piece]
        # A one-way piece may have come here by several moves.
        legs = self.ways(piece, before).get(stop, (Leg("U", 1),))
        return Move(own.symbol, own.label, before[piece], stop, legs)
