"""Random puzzles for the suite, from a seed, with every kind of piece, board and goal of the rules.

Each is written as a grid text and read again, so that solvers get exactly the puzzle whose answers are known.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from huarong.errors import PuzzleError
from huarong.model.puzzle import Puzzle
from huarong.suite.row import neutral

Grid = list[list[str]]
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def invented(kind: str, seed: int) -> Iterator[Puzzle]:
    """Iterate over endless random puzzles of a kind, determined by the seed; they may be unsolvable.

    >>> next(invented("cars", 1)).line() == next(invented("cars", 1)).line()
    True
    """
    random = Random(f"{kind} {seed}")  # seeding by a text does not depend on the machine
    while True:
        text = KINDS[kind](random)
        try:
            puzzle = Puzzle.parse(text)
        except PuzzleError:
            continue
        yield Puzzle.parse(neutral(puzzle))


def _empty(width: int, height: int) -> Grid:
    return [["."] * width for _ in range(height)]


def _text(grid: Grid) -> str:
    return "/".join("".join(row) for row in grid)


def _free(grid: Grid) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(grid) for x, cell in enumerate(row) if cell == "."]


def _blob(random: Random, grid: Grid, size: int, symbol: str, apart: bool = False) -> None:
    """Lay a piece of up to `size` cells on free cells; with `apart` its cells may meet at corners only."""
    cells = [random.choice(_free(grid))]
    steps = (*_SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1)) if apart else _SIDES
    while len(cells) < size:
        free = set(_free(grid)) - set(cells)
        fringe = sorted({(x + dx, y + dy) for x, y in cells for dx, dy in steps} & free)
        if not fringe:
            break
        cells.append(random.choice(fringe))
    for x, y in cells:
        grid[y][x] = symbol


def _fill(random: Random, grid: Grid, empty: int, sizes: Sequence[int], apart: bool = False) -> str:
    """Lay pieces until only `empty` cells are free; their symbols."""
    symbols = iter(string.ascii_uppercase + string.ascii_lowercase)
    used = ""
    while len(_free(grid)) > empty:
        symbol = next(symbols, None)
        if symbol is None:
            break
        most = min(random.choice(sizes), len(_free(grid)) - empty)
        _blob(random, grid, most, symbol, apart)
        used += symbol
    return used


def _goal(random: Random, grid: Grid, symbol: str) -> str:
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
    goal = _empty(width, height)
    for x, y in at:
        goal[y][x] = symbol
    return _text(goal)


def _size(random: Random) -> tuple[int, int]:
    return random.choice([(3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (4, 5), (5, 4), (6, 3), (5, 5)])


def _walls(random: Random, grid: Grid, many: int) -> None:
    for x, y in random.sample(_free(grid), many):
        grid[y][x] = "#"


def _plain(
    random: Random,
    sizes: Sequence[int] = (1, 1, 2, 2, 3),
    empty: int = 4,
    walls: int = 0,
    apart: bool = False,
    header: str = "",
) -> str:
    """Pieces of these sizes, with 2 to `empty` free cells and 1 to `walls` walls (0: none), and a goal for one of
    them.
    """
    grid = _empty(*_size(random))
    if walls:
        _walls(random, grid, random.randint(1, walls))
    used = _fill(random, grid, random.randint(2, empty), sizes, apart)
    return f"{header}{_text(grid)}/goal:/{_goal(random, grid, random.choice(used))}"


def _gated(random: Random) -> str:
    grid = _empty(*_size(random))
    gates = random.sample(_free(grid), random.randint(1, 3))
    for x, y in gates:
        grid[y][x] = "-"
    used = _fill(random, grid, random.randint(1, 3), [1, 1, 2, 2, 3])
    who = random.choice(used)
    return f"gate: {who}/{_text(grid)}/goal:/{_goal(random, grid, who)}"


def _cars(random: Random) -> str:
    width, height = random.choice([(4, 4), (5, 5), (5, 4), (6, 5), (6, 6)])
    grid = _empty(width, height)
    if random.random() < 0.3:
        _walls(random, grid, random.randint(1, 2))
    symbols, row = iter("ABCDEFGHIJKL"), random.randrange(height)
    for x in (0, 1):
        grid[row][x] = "X"
    for _ in range(random.randint(4, 9)):
        long, down = random.choice([2, 2, 3]), random.random() < 0.6
        x = random.randrange(width - (1 if down else long) + 1)
        y = random.randrange(height - (long if down else 1) + 1)
        cells = [(x, y + i) if down else (x + i, y) for i in range(long)]
        if all(grid[b][a] == "." for a, b in cells) and (down or y != row):
            symbol = next(symbols)
            for a, b in cells:
                grid[b][a] = symbol
    goal = _empty(width, height)
    goal[row][width - 2] = goal[row][width - 1] = "X"
    return f"slide: along/{_text(grid)}/goal:/{_text(goal)}"


def _ways(random: Random, choices: list[str]) -> str:
    grid = _empty(*_size(random))
    used = _fill(random, grid, random.randint(2, 4), [1, 1, 2, 2, 3])
    tied = random.sample(used, min(len(used), random.randint(1, 4)))
    header = " ".join(f"{each}={random.choice(choices)}" for each in sorted(tied))
    return f"slide: {header}/{_text(grid)}/goal:/{_goal(random, grid, random.choice(used))}"


def _tiles(random: Random) -> str:
    width, height = random.choice([(2, 2), (3, 2), (2, 3), (4, 2), (2, 4)])
    cells = [*"123456789"[: width * height - 1], "."]
    ordered = list(cells)
    random.shuffle(cells)
    rows = ["".join(cells[i : i + width]) for i in range(0, len(cells), width)]
    goal = ["".join(ordered[i : i + width]) for i in range(0, len(cells), width)]
    return "/".join([*rows, "goal:", *goal])


def _alternatives(random: Random) -> str:
    grid = _empty(*_size(random))
    used = _fill(random, grid, random.randint(2, 4), [1, 1, 2, 2, 3])
    goals = [_goal(random, grid, random.choice(used)) for _ in range(random.randint(2, 3))]
    return "/goal:/".join([_text(grid), *goals])


def _large(random: Random) -> str:
    """A small room within a board of more than 64 cells."""
    width, height = random.choice([(9, 8), (13, 6), (8, 10), (11, 11), (70, 1), (3, 23)])
    wide, high = min(width, random.choice([4, 5])), min(height, random.choice([3, 4]))
    room = _empty(wide, high)
    used = _fill(random, room, random.randint(2, 3), [1, 1, 2, 2, 3])
    goal = _goal(random, room, random.choice(used)).split("/")
    left, top = random.randint(0, width - wide), random.randint(0, height - high)

    def placed(rows: list[str], outside: str) -> str:
        lines = [outside * width] * top
        lines += [outside * left + row + outside * (width - wide - left) for row in rows]
        return "/".join([*lines, *[outside * width] * (height - high - top)])

    return f"{placed(_text(room).split('/'), '#')}/goal:/{placed(goal, '.')}"


KINDS: dict[str, Callable[[Random], str]] = {
    "shapes": partial(_plain, sizes=(1, 2, 2, 3, 3, 4, 5)),
    "walls": partial(_plain, walls=4),
    "gates": _gated,
    "cars": _cars,
    "rails": partial(_ways, choices=["LR", "UD", "none"]),
    "one-way": partial(_ways, choices=["U", "D", "L", "R", "UL", "DR", "ULR", "UDR"]),
    "tiles": _tiles,
    "alternatives": _alternatives,
    "alike": partial(_plain, sizes=(1, 1, 2, 2), empty=3, header="match: shape/"),
    "apart": partial(_plain, sizes=(1, 2, 3, 3), apart=True),
    "large": _large,
}
"""The functions that make a random puzzle, by kind."""
