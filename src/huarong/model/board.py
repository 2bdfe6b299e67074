"""The small values of the model: board, kind, layout, move, metric, goal. All are immutable.

Cells are numbered in reading order, `y * width + x`. A piece's position is its **head**, its first cell in reading
order. Directions are the letters `U`, `D`, `L` and `R`, always in that order.
"""

import enum
import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import filterfalse
from typing import Any, Literal, NamedTuple

from huarong.errors import InputError, UnknownName, expect
from huarong.model.notebook import Shown

DIRECTIONS = "UDLR"
OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}
DELTA = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
MAX_CELLS = 4096
"""The most cells of a board, including walls."""

_WORDS = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}


@dataclass(frozen=True, slots=True)
class Board:
    """The cells: a width, a height, walls, and gates that only some kinds may enter.

    >>> Board(4, 5).size
    20
    """

    width: int
    height: int
    walls: frozenset[int] = frozenset()
    gates: frozenset[int] = frozenset()

    @property
    def size(self) -> int:
        """The number of cells, including walls."""
        return self.width * self.height

    @property
    def free(self) -> tuple[int, ...]:
        """The cells that are not walls, in reading order."""
        return tuple(filterfalse(self.walls.__contains__, range(self.size)))

    def cells(self, kind: "Kind", head: int) -> tuple[int, ...] | None:
        """Return the cells that a piece covers if its head is at `head`; None if it cannot lie there.

        >>> board, domino = Board(3, 2), Kind.of([(0, 0), (1, 0)])
        >>> board.cells(domino, 4), board.cells(domino, 2)
        ((4, 5), None)
        """
        try:
            (y, x), shape = divmod(head, self.width), kind.shape
        except (AttributeError, TypeError):
            expect(kind, Kind)
            expect(head, int)
            raise
        result = []
        for dx, dy in shape:
            if not (0 <= x + dx < self.width and 0 <= y + dy < self.height):
                return None
            cell = (y + dy) * self.width + x + dx
            if cell in self.walls or (cell in self.gates and not kind.gates):
                return None
            result.append(cell)
        return tuple(result)

    def beside(self) -> list[list[int]]:
        """For each free cell, its free neighbors up, down, left and right, as indices in `free`; -1 for none.

        >>> Board(2, 2, frozenset({1})).beside()
        [[-1, 1, -1, -1], [0, -1, -1, 2], [-1, -1, 1, -1]]
        """
        at, width = {cell: i for i, cell in enumerate(self.free)}, self.width
        return [
            [at.get(cell + dy * width + dx, -1) if 0 <= cell % width + dx < width else -1 for dx, dy in DELTA.values()]
            for cell in self.free
        ]

    def heads(self, kind: "Kind") -> tuple[int, ...]:
        """Return every head at which a piece of this kind can lie on the empty board, ascending."""
        return tuple(head for head in range(self.size) if self.cells(kind, head) is not None)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece: its cells relative to its head, its directions, and whether gates are open to it.

    `mark` is the symbol of a piece that the goal distinguishes from others of its shape, else empty. Pieces of one kind
    are interchangeable.
    """

    shape: tuple[tuple[int, int], ...]
    directions: str = DIRECTIONS
    gates: bool = False
    mark: str = ""

    @classmethod
    def of(
        cls, cells: Iterable[tuple[int, int]], directions: str = DIRECTIONS, gates: bool = False, mark: str = ""
    ) -> "Kind":
        """Return the kind of a piece with the given cells `(x, y)`, anywhere on a plane; they need not touch.

        >>> Kind.of([(3, 1), (2, 2), (3, 2)]).shape
        ((0, 0), (-1, 1), (0, 1))
        """
        expect(cells, Iterable)
        where = tuple(cells)
        made = _kind if len(where) <= _SMALL else _kind.__wrapped__
        try:
            return made(where, directions, bool(gates), mark)
        except (TypeError, ValueError, IndexError):
            expect(directions, str)
            expect(mark, str)
            raise no_cells(where) from None

    @property
    def size(self) -> str:
        """Width x height of its bounding box, with its number of cells if they do not fill the box.

        >>> Kind.of([(0, 0), (1, 0)]).size, Kind.of([(0, 0), (1, 0), (0, 1)]).size
        ('2x1', '2x2/3')
        """
        xs, ys = zip(*self.shape, strict=True)
        w, h = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
        return f"{w}x{h}" if w * h == len(self.shape) else f"{w}x{h}/{len(self.shape)}"

    @property
    def along(self) -> str:
        """The directions along its longer side; all four if its sides are equal."""
        xs, ys = zip(*self.shape, strict=True)
        w, h = max(xs) - min(xs), max(ys) - min(ys)
        return "LR" if w > h else "UD" if h > w else DIRECTIONS

    @property
    def order(self) -> tuple[int, tuple[tuple[int, int], ...], str, bool, str]:
        """The key that sorts kinds: larger pieces first, then by shape, directions, gates and mark."""
        return (-len(self.shape), self.shape, self.directions, self.gates, self.mark)


@dataclass(frozen=True, slots=True)
class Layout(Shown):
    """Where the pieces are: for each kind of the puzzle, the heads of its pieces, ascending.

    So two layouts that differ only by swapping pieces of one kind are equal. `home` is the puzzle or the space to which
    the layout belongs, and is needed for drawing. Equality ignores it, and it is not pickled.

    >>> Layout(((1,), (12, 0))) == Layout(((1,), (0, 12)))
    True
    """

    heads: tuple[tuple[int, ...], ...]
    home: Any = field(default=None, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "heads", tuple(map(tuple, map(sorted, self.heads))))
        except TypeError:
            template = "{value!r} is not a valid layout; expected the heads of the pieces of each kind"
            raise InputError(template, value=self.heads) from None
        object.__setattr__(self, "_hash", hash(self.heads))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self.heads,)

    def moved(self, kind: int, head: int, to: int) -> "Layout":
        """Return this layout with one piece of a kind (by its index) moved from the head `head` to `to`."""
        expect(kind, int)
        expect(to, int)
        group = list(self.heads[kind]) if 0 <= kind < len(self.heads) else []
        if head not in group:
            template = "the layout has no piece of kind {kind} with its head at cell {head}"
            raise InputError(template, kind=kind, head=head)
        group[group.index(head)] = to
        return Layout((*self.heads[:kind], tuple(group), *self.heads[kind + 1 :]), self.home)


@dataclass(frozen=True, slots=True)
class Piece:
    """A named piece: its character in the grid, its label, the index of its kind, and the head where it starts."""

    symbol: str
    label: str
    kind: int
    head: int


class Leg(NamedTuple):
    """A straight part of a move: a direction and a number of cells."""

    direction: str
    cells: int

    def __str__(self) -> str:
        return f"{self.direction}{self.cells}"


_SMALL = 8
"""Kinds of at most this many cells are cached by their cells."""


@functools.lru_cache(1024)
def _kind(cells: tuple[tuple[int, int], ...], directions: str, gates: bool, mark: str) -> Kind:
    by_row = sorted(set(cells), key=lambda cell: (cell[1], cell[0]))
    x0, y0 = by_row[0]
    shape = tuple((x - x0, y - y0) for x, y in by_row)
    return Kind(shape, "".join(d for d in DIRECTIONS if d in directions), gates, mark)


def no_cells(value: object) -> InputError:
    """The error for cells that cannot form a piece."""
    return InputError("{value!r} is not a valid shape; expected one or more pairs (x, y)", value=value)


@functools.lru_cache(4096)
def _path(legs: tuple[Leg, ...]) -> str:
    return "".join(map(str, legs))


@dataclass(frozen=True, slots=True)
class Move:
    """One piece and the path that it slides, from its head before to its head after.

    `piece` is its symbol in the grid, `label` its name (`赵云`).

    >>> move = Move("J", "卒", 18, 13, (Leg("L", 1), Leg("U", 1)))
    >>> str(move), move.name, move.steps
    ('J L1U1', 'Turning', 2)
    """

    piece: str
    label: str
    start: int
    stop: int
    legs: tuple[Leg, ...]

    def __str__(self) -> str:
        return f"{self.piece} {self.path}"

    @property
    def path(self) -> str:
        """The legs without the piece: `L1U1`."""
        return _path(self.legs)

    @property
    def steps(self) -> int:
        """The number of cells that the piece moves."""
        return sum(leg.cells for leg in self.legs)

    def to_json(self) -> dict[str, Any]:
        """Return the move as JSON: `piece`, `label`, the heads `from` and `to`, the `path`, and its `text`."""
        return {
            "piece": self.piece,
            "label": self.label,
            "from": self.start,
            "to": self.stop,
            "path": self.path,
            "text": str(self),
        }

    @property
    def name(self) -> str:
        """The move's name after 吕震宇, 华容道与数据结构: `Up`, `Up2`, ..., `Turning`; longer paths are `Path`."""
        if len(self.legs) == 1:
            leg = self.legs[0]
            return _WORDS[leg.direction] + (str(leg.cells) if leg.cells > 1 else "")
        return "Turning" if self.steps == 2 else "Path"


class Metric(enum.StrEnum):
    """What counts as one move of a solution: a step, a slide or a move.

    >>> Metric("move") is Metric.MOVE
    True
    """

    STEP = "step"
    """One piece, one cell."""
    SLIDE = "slide"
    """One piece, any distance in a straight line."""
    MOVE = "move"
    """One piece, any path: the count of the Chinese literature."""

    @classmethod
    def _missing_(cls, value: object) -> "Metric":
        raise UnknownName(str(value), list(cls))

    @property
    def code(self) -> int:
        """The number by which kernels know the metric; 2 for `Metric.MOVE`."""
        return _CODES[self.value]  # a new metric needs loops of its own first: see docs/en/contributing/architecture.md


_CODES = {"step": 0, "slide": 1, "move": 2}
METRICS = tuple(Metric)
"""All metrics."""

MetricName = Literal["step", "slide", "move"]
"""The names of the metrics."""
MetricLike = Metric | MetricName
"""A metric or its name; functions accept either."""


def as_metric(metric: Metric | str) -> Metric:
    """Return the metric with this name. Raises `UnknownName` with the nearest names.

    >>> as_metric("slide")
    <Metric.SLIDE: 'slide'>
    """
    return Metric(metric)


Requirement = tuple[int, int]
"""The index of a kind, and the head that one of its pieces must have."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What solves a puzzle: any one of its alternatives, each a set of (kind, head) pairs that must hold.

    >>> Goal.of([[(0, 13)]]).alternatives
    (((0, 13),),)
    """

    alternatives: tuple[tuple[Requirement, ...], ...]

    @classmethod
    def of(cls, alternatives: Iterable[Iterable[Requirement]]) -> "Goal":
        """Return a goal in canonical order, without repetitions."""
        expect(alternatives, Iterable)
        found = set()
        for each in alternatives:
            expect(each, Iterable)
            found.add(tuple(sorted(set(each))))
        return cls(tuple(sorted(found)))

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds of pieces that some alternative names."""
        return frozenset(kind for each in self.alternatives for kind, _ in each)

    def holds(self, layout: Layout) -> bool:
        """Whether a layout is solved."""
        try:
            heads = layout.heads
            return any(all(head in heads[kind] for kind, head in each) for each in self.alternatives)
        except (AttributeError, TypeError):
            expect(layout, Layout)
            raise
        except IndexError:
            template = "the layout has {got} {got:kind|kinds} of pieces; expected {expected}"
            raise InputError(template, got=len(heads), expected=1 + max(self.kinds)) from None


def usual_goal(board: Board, kinds: Sequence[Kind]) -> Requirement | None:
    """Return the goal of 华容道: on an open 4x5 board the only 2x2 kind must reach the bottom center.

    Returns the index of that kind in `kinds` and the head it must have, or None for any other board or kinds. The
    number of its pieces is ignored. `huarong.model.text` has the other usual goal, tiles in order, because that order
    comes from the tiles' characters.

    >>> usual_goal(Board(4, 5), [Kind.of([(0, 0)]), Kind.of([(0, 0), (1, 0), (0, 1), (1, 1)])])
    (1, 13)
    """
    squares = [k for k, kind in enumerate(kinds) if kind.size == "2x2"]
    return (squares[0], 13) if board == Board(4, 5) and len(squares) == 1 else None


def corner_goal(board: Board, kinds: Sequence[Kind]) -> Requirement | None:
    """The goal of the design tools if there is no usual goal: the first kind as far to the bottom right as possible. In
    a space, no kind is larger than the first. Returns the kind's index and head; None if it does not fit on the board.

    >>> corner_goal(Board(4, 4), [Kind.of([(0, 0), (1, 0)]), Kind.of([(0, 0)])])
    (0, 14)
    """
    heads = board.heads(kinds[0]) if kinds else ()
    if not heads:
        return None
    return 0, max(heads, key=lambda head: (head // board.width + head % board.width, head))
