"""Random boards filled with random shapes, as grid texts, for tasks and for the cases of `suite/invent.py`."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Sequence
from random import Random

from huarong.errors import PuzzleError
from huarong.model.puzzle import Puzzle
from huarong.suite.case import neutral

Grid = list[list[str]]
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SIZES = ((3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (4, 5), (5, 4), (6, 3), (5, 5))


def shapes(random: Random) -> str:
    """A board full of shapes of up to five cells but for 2 to 4 empty cells, and a goal for one of them."""
    grid, used = filled(random, 4, (1, 2, 2, 3, 3, 4, 5))
    return f"{text_of(grid)}/goal:/{goal_for(random, grid, random.choice(used))}"


def drawn(make: Callable[[Random], str], random: Random) -> Iterator[Puzzle]:
    """Iterate over endless random puzzles whose texts `make` writes; they may be unsolvable.

    Each is written as a grid text and read again, so that solvers get exactly the puzzle whose answers are known.

    >>> next(drawn(shapes, Random("1"))).line() == next(drawn(shapes, Random("1"))).line()
    True
    """
    while True:
        try:
            yield Puzzle.parse(neutral(Puzzle.parse(make(random))))
        except PuzzleError:
            continue


def blank(width: int, height: int) -> Grid:
    """A board of empty cells."""
    return [["."] * width for _ in range(height)]


def sized(random: Random) -> Grid:
    """An empty board of a random size."""
    return blank(*random.choice(_SIZES))


def text_of(grid: Grid) -> str:
    """The rows of a board, with `/` between."""
    return "/".join("".join(row) for row in grid)


def free_cells(grid: Grid) -> list[tuple[int, int]]:
    """The empty cells."""
    return [(x, y) for y, row in enumerate(grid) for x, cell in enumerate(row) if cell == "."]


def filled(random: Random, empty: int, sizes: Sequence[int]) -> tuple[Grid, str]:
    """A board of a random size, full of pieces of these sizes but for 2 to `empty` cells, and the pieces' symbols."""
    grid = sized(random)
    return grid, fill(random, grid, random.randint(2, empty), sizes)


def fill(random: Random, grid: Grid, empty: int, sizes: Sequence[int], apart: bool = False) -> str:
    """Lay pieces until `empty` cells are free; returns their symbols. `apart`: cells may meet at corners only."""
    steps, used = (*_SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1)) if apart else _SIDES, ""
    for symbol in string.ascii_uppercase + string.ascii_lowercase:
        if (room := len(free_cells(grid)) - empty) <= 0:
            break
        size = min(random.choice(sizes), room)
        cells = [random.choice(free_cells(grid))]
        while len(cells) < size:
            free = set(free_cells(grid)) - set(cells)
            fringe = sorted({(x + dx, y + dy) for x, y in cells for dx, dy in steps} & free)
            if not fringe:
                break
            cells.append(random.choice(fringe))
        for x, y in cells:
            grid[y][x] = symbol
        used += symbol
    return used


def goal_for(random: Random, grid: Grid, symbol: str) -> str:
    """A goal with a piece at a random other place, which may be out of reach."""
    cells = [(x, y) for y, row in enumerate(grid) for x, cell in enumerate(row) if cell == symbol]
    width, height = len(grid[0]), len(grid)
    x0, y0 = (min(each) for each in zip(*cells, strict=True))
    shape = [(x - x0, y - y0) for x, y in cells]
    wide, high = (max(each) + 1 for each in zip(*shape, strict=True))
    for _ in range(20):
        x1, y1 = random.randrange(width - wide + 1), random.randrange(height - high + 1)
        at = {(x1 + x, y1 + y) for x, y in shape}
        if (x1, y1) != (x0, y0) and not any(grid[y][x] == "#" for x, y in at):
            break
    goal = blank(width, height)
    for x, y in at:
        goal[y][x] = symbol
    return text_of(goal)
