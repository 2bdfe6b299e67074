"""Random puzzles for the suite, from a seed, with every kind of piece, board and goal of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from huarong.model.puzzle import Puzzle
from huarong.suite.drawing import Grid, blank, drawn, fill, free_cells, goal_for, shapes, sized, text_of


def invented(kind: str, seed: int) -> Iterator[Puzzle]:
    """Iterate over endless random puzzles of a kind, determined by the seed; they may be unsolvable."""
    return drawn(KINDS[kind], Random(f"{kind} {seed}"))  # seeding by a text does not depend on the machine


def _walls(random: Random, grid: Grid, many: int) -> None:
    for x, y in random.sample(free_cells(grid), many):
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
    grid = sized(random)
    if walls:
        _walls(random, grid, random.randint(1, walls))
    used = fill(random, grid, random.randint(2, empty), sizes, apart)
    return f"{header}{text_of(grid)}/goal:/{goal_for(random, grid, random.choice(used))}"


def _gated(random: Random) -> str:
    grid = sized(random)
    gates = random.sample(free_cells(grid), random.randint(1, 3))
    for x, y in gates:
        grid[y][x] = "-"
    used = fill(random, grid, random.randint(1, 3), [1, 1, 2, 2, 3])
    who = random.choice(used)
    return f"gate: {who}/{text_of(grid)}/goal:/{goal_for(random, grid, who)}"


def _cars(random: Random) -> str:
    width, height = random.choice([(4, 4), (5, 5), (5, 4), (6, 5), (6, 6)])
    grid = blank(width, height)
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
    goal = blank(width, height)
    goal[row][width - 2] = goal[row][width - 1] = "X"
    return f"slide: along/{text_of(grid)}/goal:/{text_of(goal)}"


def _ways(random: Random, choices: list[str]) -> str:
    grid = sized(random)
    used = fill(random, grid, random.randint(2, 4), [1, 1, 2, 2, 3])
    tied = random.sample(used, min(len(used), random.randint(1, 4)))
    header = " ".join(f"{each}={random.choice(choices)}" for each in sorted(tied))
    return f"slide: {header}/{text_of(grid)}/goal:/{goal_for(random, grid, random.choice(used))}"


def _tiles(random: Random) -> str:
    width, height = random.choice([(2, 2), (3, 2), (2, 3), (4, 2), (2, 4)])
    cells = [*"123456789"[: width * height - 1], "."]
    ordered = list(cells)
    random.shuffle(cells)
    rows = ["".join(cells[i : i + width]) for i in range(0, len(cells), width)]
    goal = ["".join(ordered[i : i + width]) for i in range(0, len(cells), width)]
    return "/".join([*rows, "goal:", *goal])


def _alternatives(random: Random) -> str:
    grid = sized(random)
    used = fill(random, grid, random.randint(2, 4), [1, 1, 2, 2, 3])
    goals = [goal_for(random, grid, random.choice(used)) for _ in range(random.randint(2, 3))]
    return "/goal:/".join([text_of(grid), *goals])


def _large(random: Random) -> str:
    """A small room within a board of more than 64 cells."""
    width, height = random.choice([(9, 8), (13, 6), (8, 10), (11, 11), (70, 1), (3, 23)])
    wide, high = min(width, random.choice([4, 5])), min(height, random.choice([3, 4]))
    room = blank(wide, high)
    used = fill(random, room, random.randint(2, 3), [1, 1, 2, 2, 3])
    goal = goal_for(random, room, random.choice(used)).split("/")
    left, top = random.randint(0, width - wide), random.randint(0, height - high)

    def placed(rows: list[str], outside: str) -> str:
        lines = [outside * width] * top
        lines += [outside * left + row + outside * (width - wide - left) for row in rows]
        return "/".join([*lines, *[outside * width] * (height - high - top)])

    return f"{placed(text_of(room).split('/'), '#')}/goal:/{placed(goal, '.')}"


KINDS: dict[str, Callable[[Random], str]] = {
    "shapes": shapes,
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
