"""The chapters of the book of records, and the functions that compute them."""

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.design import simple, vehicles
from huarong.design.hardest_layouts import hardest_sets
from huarong.design.solution_statistics import solutions_of_all
from huarong.device import Processor
from huarong.lazy import stored
from huarong.limits import Watch
from huarong.model.board import Board, Goal, Metric
from huarong.model.pieces import board_text, pieces_text
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.resuming import Journal
from huarong.space.space import Space

ChapterPart = tuple[str, Callable[[], Any]]
"""The name of a part of a chapter, and the function that computes its rows in the form that a journal keeps."""


@dataclass(frozen=True, slots=True)
class ChapterRow:
    """A record: its class, the metric, the length, how many starts have this length, and one such start as a puzzle."""

    key: str
    metric: str
    length: int
    count: int
    puzzle: str

    def to_json(self) -> dict[str, Any]:
        """The row as JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ChapterWork:
    """The means to compute a chapter: the journal of finished parts, the number of threads, the watch, and the engine
    for whole spaces.
    """

    journal: Path | None
    workers: int
    watch: Watch
    engine: Processor | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its name, its subject, the number of layouts to search, and the time for this search.

    The time is for one core of a busy machine of 2025; for chapters not in the package it is an estimate.
    """

    name: str
    about: str
    layouts: int
    cost: str
    rows: partial[Iterator[ChapterRow]]

    @property
    def counted(self) -> bool:
        """Whether a row counts shortest solutions instead of starts."""
        return self.rows.func is best_solutions

    @property
    def on_device(self) -> bool:
        """Whether a graphics processor can compute it, because its rows come from atlases of whole spaces."""
        return self.rows.func in (klotski, best_solutions)


# The family of 华容道

_KLOTSKI = "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:{}"


def klotski(board: str, empty: str, work: ChapterWork) -> Iterator[ChapterRow]:
    """The hardest starts of every set of one 2x2, dominoes and singles; the 2x2 must reach the bottom center."""
    space = Space.parse(board, _KLOTSKI.format(empty))
    width, height = space.board.width, space.board.height
    last = width * (height - 2)
    goal = Goal.of([[(0, last + x)] for x in {(width - 2) // 2, (width - 1) // 2}])
    return _by_metric(f"klotski {space.text}", partial(_sets, space, goal, work), work)


def _by_metric(title: str, make: Callable[[Metric], list[Any]], work: ChapterWork) -> Iterator[ChapterRow]:
    """Iterate over the rows that `make` computes for each metric; the journal keeps each metric's rows as a part."""
    journal = Journal(work.journal, title)
    return (ChapterRow(*row) for metric in Metric for row in journal.get(metric.value, partial(make, metric)))


def _sets(space: Space, goal: Goal, work: ChapterWork, metric: Metric) -> list[list[Any]]:
    work.watch.stage()
    sets = hardest_sets(space, goal, metric, engine=work.engine, watch=work.watch)
    found = ((each.pieces, each.facts.longest_count, start) for each in sets for start in each.starts)
    return [[pieces, metric.value, start.length, count, start.puzzle.line()] for pieces, count, start in found]


# Simple puzzles


def simple_puzzles(width: int, height: int, work: ChapterWork) -> Iterator[ChapterRow]:
    """The hardest starts, by number of polyominoes, if a piece must go from the upper left to the opposite corner."""
    board = simple.Polyominoes.of(width, height)
    journal = Journal(work.journal, f"simple {width}x{height}")
    for row in _by_number(journal, _parts_of_sizes(board, work.watch, by_set=False), work, min):
        yield replace(row, puzzle=simple.puzzle_of(board, *row.puzzle).line())


def simple_sets(width: int, height: int, work: ChapterWork) -> Iterator[ChapterRow]:
    """The hardest starts, by set of polyominoes, if a piece must go from the upper left to the opposite corner."""
    board = simple.Polyominoes.of(width, height)
    journal = Journal(work.journal, f"simple {width}x{height} by set")
    for _, found in journal.get_all(_parts_of_sizes(board, work.watch, by_set=True), work.workers):
        rows = []
        for _, metric, length, count, start in found:
            puzzle = simple.puzzle_of(board, *start)
            rows.append(ChapterRow(pieces_text(puzzle, marks=False), metric, length, count, puzzle.line()))
            work.watch.ask()
        yield from sorted(rows, key=lambda row: (row.key, row.metric))


def _parts_of_sizes(board: simple.Polyominoes, watch: Watch, by_set: bool) -> Iterator[ChapterPart]:
    """For each choice of sizes, yield the rows of its hardest starts: pieces, metric, length, count, start."""
    for pieces in sorted(simple.sizes(board.cells), key=lambda each: (len(each), each)):
        yield " ".join(map(str, pieces)), partial(_of_sizes, board, pieces, watch, by_set)


def _of_sizes(board: simple.Polyominoes, pieces: simple.Sizes, watch: Watch, by_set: bool) -> list[list[Any]]:
    rows = simple.hardest_of(board, pieces, watch, by_set)
    return [[len(pieces), *found, [word, mark]] for *found, word, mark in rows]


# The number of best solutions


def best_solutions(board: str, empty: str, work: ChapterWork) -> Iterator[ChapterRow]:
    """The layouts with the most shortest solutions, and the hardest with exactly one; counts are of solutions."""
    space = Space.parse(board, _KLOTSKI.format(empty))
    return _by_metric(f"solutions {space.text}", partial(_counted, space, work), work)


def _counted(space: Space, work: ChapterWork, metric: Metric) -> list[list[Any]]:
    atlas = Atlas.build(space, read_goal(space), metric, engine=work.engine, watch=work.watch)
    work.watch.stage()
    counts = solutions_of_all(atlas, work.watch)
    most = int(counts.argmax())
    alone = np.flatnonzero((counts == 1) & (atlas.table > 0))
    far = int(alone[atlas.table[alone].argmax()])
    named = ((f"exactly one ({len(alone):,} layouts)", far), ("most", most))
    starts = ((key, rank, puzzle_at(space, space.layout(rank), atlas.goal)) for key, rank in named)
    return [[key, metric.value, int(atlas.table[r]), int(counts[r]), start.line()] for key, r, start in starts]


# Rush Hour


def rush_hour(most: int, walls: int, work: ChapterWork) -> Iterator[ChapterRow]:
    """Iterate over the hardest 6x6 boards with `walls` walls of one cell, for each number of vehicles up to `most`.

    The vehicles of a row keep their order, so only the last one in the exit's row can reach the exit: it is the red
    car.
    """
    journal = Journal(work.journal, f"rush hour of {most} vehicles, {walls} walls")
    yield from _by_number(journal, _parts_of_rush_hour(most, walls, work.watch), work)


def _parts_of_rush_hour(most: int, walls: int, watch: Watch) -> Iterator[ChapterPart]:
    every = (counts for n in range(most) for counts in itertools.product(range(n + 1), repeat=4) if sum(counts) == n)
    for first, *others in every:
        counts = zip(("2x1=LR", "1x2=UD", "3x1=LR", "1x3=UD"), (first + 1, *others), strict=True)
        cars = " ".join(f"{name}:{n}" for name, n in counts)
        for wall in itertools.combinations(range(36), walls):
            board = board_text(Board(6, 6, frozenset(wall)))
            yield f"{cars} {wall}", partial(cars_by_number, board, cars, 16, (Metric.STEP, Metric.SLIDE), watch)


def any_vehicles(width: int, height: int, exit_row: int, work: ChapterWork) -> Iterator[ChapterRow]:
    """The hardest boards of a size, by number of vehicles; each search takes one choice of rows with all columns."""
    family = vehicles.RushHourFamily(width, height, exit_row)
    journal = Journal(work.journal, f"rush hour {width}x{height}, row {exit_row}, any vehicles")
    groups = itertools.groupby(family.rows(), key=lambda rows: rows[:4])
    parts = ((f"{top}".replace(" ", ""), partial(_by_vehicles, family, list(rows), work.watch)) for top, rows in groups)
    yield from _by_number(journal, parts, work)


def _by_vehicles(family: vehicles.RushHourFamily, rows: list[Any], watch: Watch) -> list[list[Any]]:
    """Return the hardest starts with these choices of rows: number of vehicles, metric, length, count and puzzle."""
    found = ((metric, vehicles.search(family, metric, rows, watch)) for metric in (Metric.STEP, Metric.SLIDE))
    return [[n, metric.value, *hardest] for metric, counts in found for n, hardest in counts.hardest().items()]


def unit_cars(size: int, empty: str, work: ChapterWork) -> Iterator[ChapterRow]:
    """Iterate over the hardest boards by number of cars of one cell; the red car leaves at the right end of any row.

    `empty` is a range of numbers of empty cells. The red car is the last car in the exit's row.
    """
    journal = Journal(work.journal, f"cars of one cell {size}x{size}, empty {empty}")
    board, cars = f"{size}x{size}", f"1x1=LR:0.. 1x1=UD:0.. empty:{empty}"
    parts = (
        (f"{metric.value} {y}", partial(cars_by_number, board, cars, size * (y + 1) - 1, (metric,), work.watch))
        for metric in (Metric.STEP, Metric.SLIDE)
        for y in range((size + 1) // 2)
    )
    yield from _by_number(journal, parts, replace(work, workers=1))


def cars_by_number(board: str, cars: str, exit_: int, metrics: Iterable[Metric], watch: Watch) -> list[list[Any]]:
    """Return the hardest starts of every set of cars in their lines: number of cars, metric, length, count and puzzle.

    The car that must leave, at the cell `exit_`, is one of the shortest cars that drive along rows. For cars, slides
    and moves are equal.
    """
    space, found = Space.parse(board, cars), list[list[Any]]()
    along = [k for k, kind in enumerate(space.kinds) if kind.directions == "LR"]
    key = min(along, key=lambda k: len(space.kinds[k].shape))
    if space.size and space.board.cells(space.kinds[key], exit_):
        for metric in metrics:
            for each in hardest_sets(space, Goal.of([[(key, exit_)]]), metric, watch=watch):
                for start in each.starts if each.facts.longest else ():
                    line = _with_red_car(start.puzzle).line()
                    found.append([len(start.puzzle.pieces), metric.value, start.length, each.facts.longest_count, line])
    return found


def _with_red_car(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle in which the last horizontal car of the goal's row must reach the goal."""
    setup, board, red = Setup(puzzle.board), puzzle.board, ""
    (((key, end),),) = puzzle.goal.alternatives

    def cells(kind: int, head: int) -> list[tuple[int, int]]:
        return [(cell % board.width, cell // board.width) for cell in board.cells(puzzle.kinds[kind], head) or ()]

    for piece in sorted(puzzle.pieces, key=lambda each: each.head):
        setup.place(piece.symbol, cells(piece.kind, piece.head), directions=puzzle.kinds[piece.kind].directions)
        if piece.kind == key and piece.head // board.width == end // board.width:
            red = piece.symbol
    return Puzzle.of(setup, [{red: cells(key, end)}])


def _by_number(
    journal: Journal, parts: Iterable[ChapterPart], work: ChapterWork, pick: Callable[..., Any] = lambda first, _: first
) -> Iterator[ChapterRow]:
    """The longest row for each metric and number; rows of equal length are merged, with their counts added."""
    best: dict[tuple[str, int], list[Any]] = {}
    for _, rows in journal.get_all(parts, work.workers):
        for number, metric, length, count, start in rows:
            known = best.setdefault((metric, number), [length, 0, start])
            if length > known[0]:
                known[:] = [length, count, start]
            elif length == known[0]:
                known[1:] = known[1] + count, pick(known[2], start)
    for metric in Metric:
        for (its, number), found in sorted(best.items()):
            if its == metric:
                yield ChapterRow(f"{number}", its, *found)


CHAPTERS = {
    name: Chapter(name, about, layouts, cost, partial(globals()[rows], *arguments))
    for name, (about, layouts, cost, rows, *arguments) in stored("chapters.json").items()
}
"""All chapters by name."""
