"""Hints: the distance of a layout to the goal, and a grade for every move.

A `Hint` is a value. An `Oracle` (`huarong.atlas.oracle`) computes hints and keeps their tables.
"""

import functools
import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from huarong.atlas.table import DistanceSource
from huarong.atlas.why import Graded, Reason, why
from huarong.draw.picture import svg
from huarong.errors import InputError
from huarong.model.board import Layout, Metric, Move
from huarong.model.impossible import reason
from huarong.model.moves import meant, moves_between
from huarong.model.notebook import captioned
from huarong.model.puzzle import Puzzle, Why


class Position(NamedTuple):
    """A puzzle with the heads of its pieces, in the order of `puzzle.pieces`."""

    puzzle: Puzzle
    heads: tuple[int, ...]
    layout: Layout

    @classmethod
    def of(cls, puzzle: Puzzle, at: "At") -> "Position":
        """Return the position of a layout or of heads in a puzzle, or of the start of another puzzle with these pieces.

        The pieces of a kind take the layout's heads in order. Raises `InputError`.
        """
        if isinstance(at, Position):
            return at
        if isinstance(at, Puzzle):
            puzzle, at = at, None
        if at is None:
            return cls(puzzle, tuple(piece.head for piece in puzzle.pieces), puzzle.start)
        if isinstance(at, Layout):
            return cls(puzzle, puzzle.heads(at), at)
        layout = puzzle.layout(at)  # first, because it rejects invalid heads
        return cls(puzzle, tuple(at), layout)

    def after(self, move: Move) -> "Position":
        """The position after a move."""
        heads = tuple(move.stop if head == move.start else head for head in self.heads)
        return Position(self.puzzle, heads, self.puzzle.layout(heads))

    def started(self) -> Puzzle:
        """Return the puzzle that starts at this position, with its named pieces. Raises `PuzzleError`."""
        return self.puzzle.started(self.heads)


At = Puzzle | Layout | Position | Sequence[int] | None
"""Where the pieces are: a puzzle's start, a layout, heads in the order of `Puzzle.pieces`, or a position (None: the
start).
"""


@dataclass(frozen=True, eq=False)
class Hint:
    """The distance of a layout to the goal (None if it cannot be solved), and its graded moves, best first.

    `position` is where the pieces are. `source` is where the distances come from: the table of the whole space
    (`"atlas"`), the table of all reachable layouts (`"component"`), or a search (`"search"`).
    """

    position: Position
    metric: Metric
    distance: int | None
    moves: tuple[Graded, ...]
    source: DistanceSource
    count: Callable[[], int | None] = field(repr=False)
    follow: Callable[[Move], Sequence[Move] | None] = field(repr=False)
    bound: int | None = None
    """The proved lower bound if the distance may not be optimal; the best move is then good, but may not be best."""
    proved: bool = False
    """Whether a cached certificate (`huarong prove --check`) proves all distances from here on."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the hint is for."""
        return self.position.puzzle

    @property
    def heads(self) -> tuple[int, ...]:
        """Where the pieces are, in the order of `puzzle.pieces`."""
        return self.position.heads

    @property
    def solved(self) -> bool:
        """Whether this layout is a goal."""
        return self.puzzle.goal.holds(self.position.layout)

    @property
    def best(self) -> tuple[Move, ...]:
        """Moves known to begin a shortest solution; moves that continue the last one count only if they lead nearer."""
        return tuple(each.move for each in self.moves if each.best)

    @functools.cached_property
    def solutions(self) -> int | None:
        """The number of shortest solutions, counted on first use; None if the distances come from a search."""
        return self.count()

    @functools.cached_property
    def line(self) -> tuple[Move, ...] | None:
        """A shortest solution from this layout; None if there is none, or if part of it is unknown."""
        if self.solved:
            return ()
        if not self.best:
            return None
        rest = self.follow(self.best[0])
        return None if rest is None else (self.best[0], *rest)

    @functools.cached_property
    def reason(self) -> Reason | None:
        """Why the first of the best moves is best; None if there is no best move or no known reason.

        >>> from huarong.atlas.oracle import hint
        >>> print(hint("横刀立马").reason.message())
        Soldier 1 makes way for Ma Chao, so that Cao Cao can move 25 moves later.
        """
        return why(self.position.started(), self.best, self.moves, self.line, self.metric)

    @functools.cached_property
    def unsolvable(self) -> Why | None:
        """Why no goal can be reached from this layout; None if one can.

        >>> from huarong.atlas.oracle import hint
        >>> hint("123/456/87.").unsolvable.key
        'parity'
        """
        return reason(self.position.started()) if self.distance is None else None

    def __getstate__(self) -> dict[str, Any]:
        """Return the hint's values for a pickle, without the tables behind them."""
        known = {"solutions": self.solutions, "line": self.line}
        return {**self.__dict__, **known, "count": None, "follow": None}

    def to_json(self, count: bool = True, lang: str = "en") -> dict[str, Any]:
        """Return the hint as JSON; with `count`, count the solutions too, which can take longer than the hint.

        If no goal can be reached, `reason` says why, in the language `lang`.
        """
        about = {"metric": self.metric.value, "distance": self.distance, "solvable": self.distance is not None}
        counted = {"solutions": self.solutions} if count else {}
        moves = {"best": [str(move) for move in self.best], "moves": [each.to_json() for each in self.moves]}
        why = {"reason": self.unsolvable.to_json(lang)} if self.unsolvable else {}
        about |= {"bound": self.bound, "solved": self.solved, "proved": self.proved}
        return {**about, **counted, "source": self.source, **moves, **why}

    def _repr_svg_(self) -> str:
        return svg(self.puzzle, self.heads, move=next(iter(self.best), None))

    def _repr_html_(self) -> str:
        return captioned(self._repr_svg_(), self)

    def __repr__(self) -> str:
        if self.distance is None:
            return f"<Hint: cannot be solved; {len(self.moves)} move{'s' * (len(self.moves) != 1)}>"
        best = ", ".join(map(str, self.best)) or "none"
        return f"<Hint: {self.distance} {self.metric}{'s' * (self.distance != 1)} to the goal; best: {best}>"


def moves_at(
    position: Position, metric: Metric, movable: Container[int] | None = None
) -> Iterator[tuple[Move, int, int]]:
    """Iterate over the legal moves, in the order of the pieces, with the places (of `Rules`) before and after."""
    puzzle, heads, _ = position
    return moves_between(puzzle.rules, puzzle.pieces, heads, metric, movable)


def continuation(position: Position, metric: Metric, last: Move | str | None) -> Callable[[Move], bool]:
    """Return a test for moves that continue the last one and so cost nothing.

    In MOVE, these are moves of the same piece; in SLIDE, moves of this piece straight on. `last` may be a text such as
    `N D1`; in MOVE the piece is enough. Raises `InputError`.
    """
    if last is None or metric is Metric.STEP:
        return lambda move: False
    text, pieces = str(last).strip(), position.puzzle.pieces
    if metric is Metric.MOVE and any(text in (piece.symbol, piece.label) for piece in pieces):
        text += " D1"  # any path will do: only the piece matters
    (piece, legs), *others = meant(pieces, text)
    if others:
        names = " ".join(sorted([piece.symbol, *(other.symbol for other, _ in others)]))
        raise InputError("{text!r} matches several pieces: {pieces}; write a character", text=text[:60], pieces=names)
    if metric is Metric.MOVE:
        return lambda move: move.piece == piece.symbol
    return lambda move: move.piece == piece.symbol and move.legs[0].direction == legs[-1].direction


def grade(
    here: int | None, after: Sequence[tuple[Move, int | None, bool]], free: Callable[[Move], bool]
) -> tuple[int | None, tuple[Graded, ...]]:
    """Return the distance to the goal, and the moves with their grades, best first.

    `here` is the layout's own distance. `after` has each move, the distance after it, and whether this distance is
    known. Moves for which `free` is true cost nothing.
    """
    far = math.inf if here is None else here
    costs = [not free(move) for move, _, _ in after]
    known_free = (left for cost, (_, left, known) in zip(costs, after, strict=True) if known and not cost)
    total = min([far, *(left for left in known_free if left is not None)])
    graded = []
    for cost, (move, left, known) in zip(costs, after, strict=True):
        if not known or left is None or total == math.inf:
            graded.append(Graded(move, left, known))
            continue
        loses = int(left + cost - total)
        helps = total > 0 if cost else total < far
        graded.append(Graded(move, left, known, loses, loses == 0 and helps))
    # Moves after which no goal can be reached come after all others but the ungraded ones.
    graded.sort(key=lambda each: (not each.known, each.distance is None, each.loses or 0, not each.best))
    return None if math.isinf(total) else int(total), tuple(graded)
