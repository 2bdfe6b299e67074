"""Drawing tasks for language models: questions on random puzzles of a wanted difficulty, determined by a seed."""

import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Unpack

from huarong.atlas.hints import Position, moves_at
from huarong.design.assembly import scattered
from huarong.design.recipe import Recipe, read_range
from huarong.design.solution_statistics import offset
from huarong.errors import InputError, LimitReached, PuzzleError, UnknownName, expect
from huarong.library.reader import read_text
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric
from huarong.model.pieces import Range
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve_within
from huarong.suite.case import neutral
from huarong.suite.questions import QUESTIONS, LanguageTask, blocking

DIFFICULTIES: dict[str, Range] = {"easy": (2, 6), "medium": (7, 14), "hard": (15, 40)}
"""The least and greatest distance to the goal of each difficulty, in moves."""
FORMS, PLAYERS = ("text", "json", "picture"), ("random", "greedy")
_TRIES, _REACH, _MOST = 5000, 300_000, 200
"""The limits of a task: random puzzles tried for it, layouts searched to solve one, and moves of a player."""


def _laid(random: Random, board: str, pieces: str = "", cars: str = "0") -> Puzzle | None:
    return next(scattered(d.space, d.goal, random) for d in Recipe.of(board, pieces, cars=cars).designs(random))


FAMILIES: dict[str, Callable[[Random, int], Puzzle | None]] = {
    "klotski": lambda random, least: _laid(random, "4x5", "2x2:1 2x1:1..4 1x2:1..4 1x1:4 empty:2"),
    "rush-hour": lambda random, least: (
        _laid(random, "6x6", cars="9..12") if least > 6 else _laid(random, "5x5", cars="4..7")
    ),
    "tiles": lambda random, least: read_text("".join(random.sample("123456780", 9))),
    "shapes": lambda random, least: next(drawn(shapes, Random(f"shapes {random.getrandbits(32)}"))),
    "family": lambda random, least: _laid(random, "4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2"),
}
"""The functions that draw a random puzzle, solvable or not, for a least distance; `tiles` is the 8-puzzle."""


@limited
def tasks(
    count: int = 100,
    *,
    kinds: Iterable[str] = (),
    families: Iterable[str] = (),
    difficulties: Iterable[str] = (),
    form: str = "text",
    language: str = "en",
    seed: int = 0,
    **limits: Unpack[GivenLimits],
) -> tuple[LanguageTask, ...]:
    """Draw tasks for language models, with all combinations of kind, family and difficulty equally often.

    `form` is `text`, `json` or `picture`. Empty iterables mean all; a difficulty may be a range of distances, such as
    `20..25`. Of the questions whether a puzzle is solvable, about half are about an unsolvable one. Equal arguments
    draw equal tasks. Raises `InputError`, `UnknownName`, `LimitReached` and `Cancelled`.

    >>> [task] = tasks(1, kinds=["distance"], families=["tiles"], difficulties=["easy"], seed=1)
    >>> task.judge(f"So ANSWER: {task.answer}")[0], task.judge("ANSWER: 30")[0]
    (1.0, 0.0)
    """
    watch, order, made = Watch.of(**limits), list[tuple[str, ...]](), list[LanguageTask]()
    ranges = {each: DIFFICULTIES.get(each) or read_range(each, "difficulty") for each in difficulties or DIFFICULTIES}
    every = list(product(_known(kinds, QUESTIONS), _known(families, FAMILIES), ranges))
    shuffled, (form,) = Random(f"{seed}"), _known([form], FORMS)
    while len(order) < count:
        shuffled.shuffle(every)
        order += every
    for number, (kind, family, difficulty) in enumerate(order[:count], 1):
        watch.look(0, number, count)
        random = Random(f"{seed} {number} {kind} {family} {difficulty}")
        try:
            puzzle, about = _drawn(kind, family, ranges[difficulty], random, watch.apart())
        except LimitReached as error:
            raise error.of_many() from None
        task = LanguageTask(f"{seed}-{number}", kind, language, form, family, difficulty, puzzle, about)
        made.append(replace(task, answer=task.right(watch.apart())))
    return tuple(made)


def _known(names: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the names, or all known ones if there are none. Raises `UnknownName`."""
    for each in (found := tuple(names) or tuple(known)):
        if each not in known:
            raise UnknownName(each, known)
    return found


def _drawn(kind: str, family: str, wanted: Range, random: Random, watch: Watch) -> tuple[Puzzle, str]:
    """Return a random puzzle at a wanted distance, or an unsolvable one, and the moves that a question names."""
    least, most = max(1, wanted[0]), wanted[1]
    solvable = kind != "solvable" or random.random() < 0.5
    for _ in range(_TRIES):
        puzzle = FAMILIES[family](random, least)
        found = solve_within(watch, puzzle, Metric.MOVE, _REACH) if puzzle else None
        if not puzzle or found is None or found.solved != solvable:
            continue
        if solvable and len(found) >= least:  # somewhere along its solution
            left = random.randint(least, max(least, min(len(found), most or len(found))))
            puzzle = puzzle.started(found.heads[len(found) - left])
        elif solvable or (getattr(found.reason, "key", "") != "parity" and found.explored < least**2):
            continue  # too near, or unsolvable because nothing can move
        if (about := _about(kind, puzzle, least, random)) is not None:
            return puzzle, about
    text = "{n:,} tries found no puzzle of {family} with a distance of {least:,} or more"
    raise InputError(text, family=family, least=least, n=_TRIES)


def _about(kind: str, puzzle: Puzzle, many: int, random: Random) -> str | None:
    """Return what a question names: random moves, or a piece and a path; None if no piece is in the way."""
    if kind == "apply":
        return _moves(puzzle, many, random, greedy=False)[0]
    if kind != "blocks":
        return ""
    every = [f"{each.symbol} {path}{n}" for each in puzzle.pieces for path in "UDLR" for n in (1, 2, 3, 4)]
    random.shuffle(every)
    return next((each for each in every if blocking(puzzle, each)), None)


def _moves(puzzle: Puzzle, most: int, random: Random, greedy: bool) -> tuple[str, Position]:
    """Return up to `most` moves, random or greedy, to unvisited layouts, at most to a goal, and where they lead."""
    at, made = Position.of(puzzle, None), list[str]()
    seen = {at.layout}
    while len(made) < most:
        ends = [(to, move) for move, _, _ in moves_at(at, Metric.MOVE) if (to := at.after(move)).layout not in seen]
        if not ends or at.puzzle.goal.holds(at.layout):
            break
        at, move = min(ends, key=lambda each: _far(each[0])) if greedy else random.choice(ends)
        seen.add(at.layout)
        made.append(str(move))
    return ", ".join(made), at


def _far(at: Position) -> int:
    """Return how many cells the goal's pieces are from their places, for the nearest alternative."""
    wide, heads = at.puzzle.board.width, at.layout.heads
    return min(sum(offset(wide, to, heads[k]) for k, to in goal) for goal in at.puzzle.goal.alternatives)


def played(task: LanguageTask, player: str) -> str:
    """Return the reply of a player who does not search: `random` guesses and makes legal moves, and `greedy` makes
    moves that bring the goal's pieces nearest to their places. Neither returns to a layout. The greedy player applies
    moves and sees what is in the way without error. It says that every puzzle is solvable. As a puzzle's distance, it
    answers the distance of the goal's pieces.
    """
    expect(task, LanguageTask)
    random, greedy = Random(task.id), player == "greedy"
    if greedy and task.kind in ("apply", "blocks"):
        return f"ANSWER: {task.right(Watch())}"
    pieces = [each.symbol for each in task.puzzle.pieces if each.symbol != task.about[:1]]
    most = {"best": 1, "apply": task.about.count(",") + 1}.get(task.kind, _MOST)
    moves, at = _moves(task.puzzle, most, random, greedy)
    answers = {
        "distance": _far(Position.of(task.puzzle, None)) if greedy else random.randint(1, 40),
        "solvable": "yes" if greedy else random.choice(("yes", "no")),
        "blocks": random.choice(pieces or [""]),
        "apply": "/".join(at.puzzle.rows(at.heads)),
    }
    return f"ANSWER: {answers.get(task.kind, moves)}"


# Random boards filled with random shapes, as grid texts: for tasks and for the cases of `suite/invent.py`

Grid = list[list[str]]
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SIZES = ((3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (4, 5), (5, 4), (6, 3), (5, 5))


def shapes(random: Random) -> str:
    """Return a board full of shapes of up to five cells, with 2 to 4 empty cells, and a goal for one of the shapes."""
    grid, used = filled(random, 4, (1, 2, 2, 3, 3, 4, 5))
    return f"{text_of(grid)}/goal:/{goal_for(random, grid, random.choice(used))}"


def drawn(make: Callable[[Random], str], random: Random) -> Iterator[Puzzle]:
    """Iterate endlessly over random puzzles from `make`; they may be unsolvable. Each is written as a grid text and
    read again, so that solvers get exactly the puzzle with the known answers.

    >>> next(drawn(shapes, Random("1"))).line() == next(drawn(shapes, Random("1"))).line()
    True
    """
    while True:
        try:
            yield Puzzle.parse(neutral(Puzzle.parse(make(random))))
        except PuzzleError:
            continue


def blank(width: int, height: int) -> Grid:
    """Return a board of empty cells."""
    return [["."] * width for _ in range(height)]


def sized(random: Random) -> Grid:
    """Return an empty board of a random size."""
    return blank(*random.choice(_SIZES))


def text_of(grid: Grid) -> str:
    """Return the rows of a board, with `/` between."""
    return "/".join("".join(row) for row in grid)


def free_cells(grid: Grid) -> list[tuple[int, int]]:
    """The empty cells."""
    return [(x, y) for y, row in enumerate(grid) for x, cell in enumerate(row) if cell == "."]


def filled(random: Random, empty: int, sizes: Sequence[int]) -> tuple[Grid, str]:
    """A board of a random size with 2 to `empty` empty cells and pieces of these sizes, and the pieces' symbols."""
    grid = sized(random)
    return grid, fill(random, grid, random.randint(2, empty), sizes)


def fill(random: Random, grid: Grid, empty: int, sizes: Sequence[int], apart: bool = False) -> str:
    """Place pieces until `empty` cells are free; return their symbols. With `apart`, cells may meet at corners only."""
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
    """Return a goal with a piece at a random other place, which may be unreachable."""
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
