"""Recipes of levels: a board, ranges of pieces, and random walls, shapes and vehicles."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from huarong.atlas.goals import read_goal
from huarong.errors import InputError, PuzzleError, expect
from huarong.library.catalogue import difficulty
from huarong.limits import Watch
from huarong.model.board import Board, Goal, Kind
from huarong.model.pieces import Range, read_board, read_pieces
from huarong.model.symbols import EMPTY, GATE, WALL
from huarong.space.numbering import NotNumberedError
from huarong.space.space import Space

_DRAWN = (
    "XX  X/X  XXX  X/X/X  XX/XX  XX/X.  XX/.X  X./XX  .X/XX  XXX/X..  XXX/..X  X../XXX  ..X/XXX  XX/X./X.  XX/.X/.X  "
    "X./X./XX  .X/.X/XX  XXX/.X.  .X./XXX  X./XX/X.  .X/XX/.X  XX./.XX  .XX/XX.  X./XX/.X  .X/XX/X."
)
_SHAPES = tuple(
    Kind.of([(x, y) for y, row in enumerate(rows.split("/")) for x, mark in enumerate(row) if mark == "X"])
    for rows in _DRAWN.split()
)
"""The shapes to draw at random: every polyomino of two to four cells except the bar of four, in each orientation."""
_FAILED = 1000
"""The number of impossible designs in a row after which the recipe is refused."""
_CARS = tuple(
    Kind.of([(x, y) for x in range(w) for y in range(h)], "LR" if w > h else "UD")
    for w, h in ((2, 1), (1, 2), (3, 1), (1, 3))
)
_RED = Kind.of([(0, 0), (1, 0)], "LR", mark="X")


def read_range(text: str | int | tuple[int, int | None], name: str) -> Range:
    """Read a number or a range: `7`, `40..60`, `40..` or `..60`. Raises `InputError`.

    >>> read_range("40..60", "moves"), read_range(7, "walls"), read_range("..3", "cars")
    ((40, 60), (7, 7), (0, 3))
    """
    if isinstance(text, tuple):
        return text
    low, dots, high = str(text).partition("..")
    try:
        least = int(low or 0)
        most = (int(high) if high else None) if dots else least
        if least < 0 or (most is not None and most < least) or (not dots and not low):
            raise ValueError
    except ValueError:
        why = "{name}: {text!r} is not a valid range; expected a number, or a range such as 40..60"
        raise InputError(why, name=name, text=text) from None
    return least, most


def read_rating(text: str | int | tuple[int, int | None]) -> Range:
    """Read a range of ratings, as numbers or as a word. Raises `InputError`.

    >>> read_rating("medium"), read_rating("30..50")
    ((41, 55), (30, 50))
    """
    try:
        return difficulty(str(text)) or read_range(text, "rating")
    except InputError:
        why = "rating: {text!r} is not a valid range; expected easy, medium, hard or expert, or a range such as 40..60"
        raise InputError(why, text=text) from None


class Design(NamedTuple):
    """A board, a set of pieces and a goal; the starts of levels are chosen among their layouts."""

    space: Space
    goal: Goal


@dataclass(frozen=True)
class Recipe:
    """A board, ranges of pieces, and ranges of the random walls, shapes and vehicles to add."""

    board: Board
    counts: tuple[tuple[Kind, Range], ...]
    empty: Range
    goal: str | None
    walls: Range
    shapes: Range
    cars: Range

    @classmethod
    def of(
        cls,
        board: str,
        pieces: str = "",
        goal: str | None = None,
        walls: str | int = 0,
        shapes: str | int = 0,
        cars: str | int = 0,
    ) -> "Recipe":
        """Return the recipe of a board (a size, or rows of `. # -`), its pieces, and the random additions.

        `walls`, `shapes` and `cars` are the numbers, or ranges, of walls, random shapes and vehicles to add. Vehicles
        include the red one. A vehicle that does not make the solution longer is removed. The default goal is the usual
        one, or else the largest piece in the bottom right corner; the red car leaves on the right. Raises `InputError`.

        >>> Recipe.of("6x6", cars="7..9").cars
        (7, 9)
        """
        counts, empty = read_pieces(pieces)
        ranges = [read_range(*each) for each in ((walls, "walls"), (shapes, "shapes"), (cars, "cars"))]
        if not counts and not any(most != 0 for _, most in ranges[1:]):
            raise InputError("there are no pieces: name some, or give a number of random shapes or cars")
        if ranges[2][1] != 0 and (ranges[1][1] != 0 or counts):
            text = "cars can be combined with walls only, not with other pieces: all cars are chosen at random"
            raise InputError(text)
        found = cls(read_board(board), tuple(counts.items()), empty, goal, *ranges)
        if found.cars[1] != 0 and min(found.board.width, found.board.height) < 4:
            raise InputError("cars need a board of 4x4 or more")
        return found

    @classmethod
    def parse(cls, text: str) -> "Recipe":
        """Read the recipe of a board and its pieces from a text such as `4x5 2x2:1 1x2:0..4`. Raises `InputError`."""
        expect(text, str)
        return cls.of(*text.split(None, 1)) if text.strip() else cls.of("")

    @property
    def fixed(self) -> bool:
        """Whether only the start is random.

        >>> Recipe.parse("4x5 2x2:1 1x1:4").fixed, Recipe.of("4x5", "2x2:1 1x1:4", walls=2).fixed
        (True, False)
        """
        return (self.walls, self.shapes, self.cars) == ((0, 0),) * 3

    def designs(self, draw: random.Random, watch: Watch | None = None) -> Iterator[Design]:
        """Random designs, or the only one of a `fixed` recipe. Raises `InputError`, also if too many are impossible."""
        if self.fixed:
            yield self._design(self.board, dict(self.counts))
            return
        failed = 0
        while True:
            (watch or Watch()).count(0)
            board = self._walled(draw)
            kinds = self._vehicles(draw) if self.cars[1] != 0 else self._shaped(draw, board)
            try:
                yield self._design(board, kinds)
                failed = 0
            except (PuzzleError, NotNumberedError):
                failed += 1
                if self.goal is not None or failed == _FAILED:
                    raise

    def varied(self, design: Design, draw: random.Random) -> Design | None:
        """Return a design with one random element changed (a wall or an added piece); None if that is impossible."""
        board, kinds = (design.space.board, dict(zip(design.space.kinds, design.space.counts, strict=True)))
        walls = sorted(board.walls - self.board.walls)
        if walls and draw.random() < 0.4:
            board = replace(self._walled(draw), walls=board.walls - {draw.choice(walls)})
            free = sorted(set(self._walled(draw).walls) - board.walls)
            board = replace(board, walls=board.walls | set(free[:1]))
        else:
            own = dict(self.counts)
            added = [kind for kind in kinds if kind != _RED and kinds[kind][0] > own.get(kind, (0, 0))[0]]
            if not added:
                return None
            pool = _CARS if self.cars[1] != 0 else _SHAPES
            for kind, by in ((draw.choice(added), -1), (draw.choice(pool), 1)):
                count = _more(kinds.pop(kind, (0, 0)), by)
                if count[0] > 0 or kind in own:
                    kinds[kind] = count
        try:
            return self._design(board, kinds)
        except (PuzzleError, NotNumberedError):
            return None

    def _walled(self, draw: random.Random) -> Board:
        kept = self.board.gates | self._wanted()
        free = [cell for cell in self.board.free if cell not in kept]
        if self.cars[1] != 0:
            free = [cell for cell in free if cell // self.board.width != _row(self.board)]
        walls = draw.sample(free, min(len(free), _between(draw, self.walls, 3)))
        return replace(self.board, walls=self.board.walls | set(walls))

    def _wanted(self) -> set[int]:
        """Return the cells on which the given goal requires pieces, where no wall may be placed."""
        return {
            row * self.board.width + column
            for part in (self.goal or "").split("goal:")
            for row, text in enumerate(part.strip().strip("/\n").replace("\n", "/").split("/"))
            for column, symbol in enumerate(text.strip())
            if symbol not in (EMPTY, WALL, GATE)
        }

    def _shaped(self, draw: random.Random, board: Board) -> dict[Kind, Range]:
        """Return the pieces of the recipe and random shapes, so that two cells stay empty."""
        kinds = dict(self.counts)
        number = _between(draw, self.shapes, 5)
        room = len(board.free) - 2 - sum(len(kind.shape) * low for kind, (low, _) in kinds.items())
        for left in range(number, 0, -1):
            fitting = [kind for kind in _SHAPES if len(kind.shape) <= room - 2 * (left - 1)]
            if not fitting:
                break
            kind = draw.choice(fitting)
            room -= len(kind.shape)
            kinds[kind] = _more(kinds.get(kind, (0, 0)), 1)
        return kinds

    def _vehicles(self, draw: random.Random) -> dict[Kind, Range]:
        """Return the red car, and other vehicles of two and three cells."""
        kinds: dict[Kind, Range] = {_RED: (1, 1)}
        for _ in range(max(0, _between(draw, self.cars, 8) - 1)):
            kind = draw.choice(_CARS[:2] if draw.random() < 0.7 else _CARS[2:])
            kinds[kind] = _more(kinds.get(kind, (0, 0)), 1)
        return kinds

    def _design(self, board: Board, kinds: dict[Kind, Range]) -> Design:
        order = sorted(kinds, key=lambda kind: kind.order)
        space = Space(board, tuple(order), tuple(kinds[k] for k in order), self.empty)
        if self.cars[1] != 0:
            cell = _row(board) * board.width + board.width - 2
            return Design(space, Goal.of([[(order.index(_RED), cell)]]))
        return Design(space, read_goal(space, self.goal, corner=True))


def _between(draw: random.Random, count: Range, more: int) -> int:
    """Return a random number in a range; without an upper end, it is at most `more` above the lower end."""
    least, most = count
    return draw.randint(least, least + more if most is None else most)


def _more(count: Range, by: int) -> Range:
    least, most = count
    return least + by, None if most is None else most + by


def _row(board: Board) -> int:
    """Return the red car's row: the middle one, or the upper of the two middle ones."""
    return (board.height - 1) // 2
