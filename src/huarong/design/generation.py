"""Generating levels: random puzzles of a given length and rating, different from each other, determined by a seed.

If the space of a design is small, starts are drawn from its atlas. In a larger space, all layouts that a start can
reach are examined if there are few, as with vehicles. Otherwise starts are solved one by one, and a random walk changes
the start nearest to the wanted length until it fits.
"""

import itertools
import operator
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at
from huarong.atlas.table import numbered
from huarong.design.assembly import scattered, without
from huarong.design.rating import quick_score, rate
from huarong.design.recipe import Design, Recipe, read_range, read_rating
from huarong.design.solution_statistics import SolutionStatistics, statistics
from huarong.errors import InputError, LimitReached, expect
from huarong.library.catalogue import stars
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.model.pieces import Range
from huarong.model.puzzle import Puzzle
from huarong.model.symmetry import image, symmetries
from huarong.search.distances import Distances
from huarong.search.solver import solve, solve_within

_ATLAS = 1 << 25
"""The largest space, in layouts, for which an atlas is computed."""
_REACH = 60_000
"""The most layouts examined around a start."""
_SOLVED = 300_000
"""The most layouts searched to solve a single start."""
_TRIES = 2000
"""The number of designs tried for a level before the search gives up."""
_DRAWS = 400
"""The number of starts drawn from an atlas for a level."""
_APART = 0.3
"""Two dissimilar levels differ in at least this share of their cells, mirrored or not."""


@dataclass(frozen=True)
class Level:
    """A puzzle with the length of its shortest solution in a metric, and its rating if known."""

    puzzle: Puzzle
    metric: Metric
    length: int
    rating: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the level as one line of a file of levels, which `huarong solve -` can read.

        `pieces` has the bounding box of each piece, in cells from the board's upper left corner.
        """
        name = {"name": self.puzzle.name} if self.puzzle.name else {}
        rated = {} if self.rating is None else {"rating": self.rating, "stars": stars(self.rating)}
        wide, pieces = self.puzzle.board.width, list[dict[str, Any]]()
        for each in self.puzzle.pieces:
            (left, w), (_, h) = (
                (min(xs), max(xs) + 1 - min(xs)) for xs in zip(*self.puzzle.kinds[each.kind].shape, strict=True)
            )
            pieces.append({"symbol": each.symbol, "x": each.head % wide + left, "y": each.head // wide, "w": w, "h": h})
        said = {"metric": self.metric.value, "length": self.length, **rated, "pieces": pieces}
        return {"puzzle": self.puzzle.line(), **name, **said}


@limited
def generate(
    recipe: Recipe | str,
    *,
    moves: str | int | tuple[int, int | None] = "10..",
    rating: str | int | tuple[int, int | None] | None = None,
    metric: MetricLike = Metric.MOVE,
    unlike: bool = False,
    count: int = 10,
    seed: int = 0,
    **limits: Unpack[GivenLimits],
) -> tuple[Level, ...]:
    """Generate up to `count` levels, easiest first.

    `recipe` (or its text, a board and its pieces) determines the boards and pieces of the levels. `moves` is the range
    of the levels' lengths in `metric`. `rating` is the range of their difficulty (numbers, or `easy`, `medium`, `hard`
    or `expert`). No two levels are equal or mirror images; with `unlike`, any two differ in at least three tenths of
    their cells. Equal arguments give the same levels on any machine. Raises `InputError`, `Cancelled`, and
    `LimitReached`, whose `solution` has the levels found so far.

    >>> levels = generate("4x5 2x2:1 2x1:1 1x2:4 1x1:4", moves="40..60", count=3, seed=7)
    >>> [level.length for level in levels], levels[0].puzzle.rows()
    ([42, 52, 54], ('ABCC', 'ABDE', 'FGHH', 'FGHH', 'I.J.'))
    """
    expect(recipe, Recipe, str)
    recipe = Recipe.parse(recipe) if isinstance(recipe, str) else recipe
    ranges = read_range(moves, "moves"), None if rating is None else read_rating(rating)
    made = _Making(*ranges, as_metric(metric), unlike, count, random.Random(seed), Watch.of(**limits))
    if made.rating is not None and made.metric is not Metric.MOVE:
        raise InputError("ratings are computed in moves: ask for the rating and for another metric separately")
    if count < 1:
        raise InputError("{count} is not a valid number of levels; expected 1 or more", count=count)
    designs = recipe.designs(made.draw, made.watch)
    design = next(designs)
    if recipe.fixed and numbered(design.space, made.watch) and design.space.size <= _ATLAS:
        design.space.require_layouts()
        made.from_atlas(design)
    else:
        try:
            made.searched(recipe, design, designs)
        except LimitReached as error:
            raise error.of_many(made.levels) from None
    return made.levels


@dataclass(frozen=True)
class _Making:
    """The state of a generation: the wanted properties and count, the random generator, and the levels found so far."""

    moves: Range
    rating: Range | None
    metric: Metric
    unlike: bool
    count: int
    draw: random.Random
    watch: Watch
    found: list[Level] = field(default_factory=list)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels found, easiest first, with names."""
        found = sorted(self.found, key=lambda level: (level.rating or 0, level.length))
        return tuple(replace(each, puzzle=replace(each.puzzle, name=f"Level {n}")) for n, each in enumerate(found, 1))

    def lengths(self, longest: int) -> range:
        """Return the wanted lengths of at most `longest` moves."""
        least, most = self.moves
        return range(max(1, least), min(longest, longest if most is None else most) + 1)

    def from_atlas(self, design: Design) -> None:
        """Add starts drawn from the atlas of a design, with lengths spread evenly over the wanted ones."""
        self.watch.stage()
        atlas = Atlas.build(design.space, design.goal, self.metric, watch=self.watch)
        lengths = self.lengths(len(atlas.histogram) - 1)
        if not lengths:
            return
        at: dict[int, Any] = {}
        missed: Counter[int] = Counter()
        for number in range(self.count):
            low = len(lengths) * number // self.count
            high = max(low + 1, len(lengths) * (number + 1) // self.count)
            under, over = 0, len(lengths)
            for trial in range(_DRAWS):
                first, last = (low, high) if trial < 8 else (0, len(lengths))
                if max(first, under) < min(last, over):
                    first, last = max(first, under), min(last, over)
                elif under < over:
                    first, last = under, over
                index = self.draw.randrange(first, last)
                length = lengths[index]
                if self.draw.random() >= 2.0 ** -(missed[length] // 2):
                    continue  # levels of this length repeatedly had unwanted ratings
                if length not in at:
                    at[length] = atlas.ranks(length)
                rank = int(at[length][self.draw.randrange(len(at[length]))])
                self.watch.count(0)
                puzzle = puzzle_at(design.space, design.space.layout(rank), design.goal)
                found = statistics(atlas, design.goal, rank, self.watch) if self.rating else None
                missing = self._level(puzzle, length, found)
                if isinstance(missing, Level):
                    self.found.append(missing)
                    break
                missed[length] += self.rating is not None
                # Longer levels are mostly harder: bisect the length towards the wanted rating.
                if missing < 0:
                    under = index + 1
                elif missing > 0:
                    over = index
                if under >= over:
                    under, over = 0, len(lengths)

    def _level(self, puzzle: Puzzle, length: int, found: SolutionStatistics | None = None) -> Level | int:
        """The level of a puzzle; 0 if it is not new, else how far its rating is below (negative) or above the range."""
        if not self._new(puzzle):
            return 0
        if self.rating is None:
            return Level(puzzle, self.metric, length)
        if found is None:
            self.watch.stage()
            rating = rate(puzzle, whole=False, watch=self.watch).score
        else:
            rating = quick_score(found, puzzle, self.watch)
        least, most = self.rating
        if rating is None or rating < least:
            return 0 if rating is None else rating - least
        return rating if most is not None and most < rating else Level(puzzle, self.metric, length, rating)

    # Searching without an atlas

    def searched(self, recipe: Recipe, design: Design, designs: Iterator[Design]) -> None:
        """Add levels of random designs; vary a design further if it comes nearer to the wanted length."""
        best, gap, fruitless = design, float("inf"), 0
        while len(self.found) < self.count and fruitless < _TRIES:
            self.watch.count(0)
            trial = self._try(design, recipe.cars[1] != 0)
            if isinstance(trial, Level):
                self.found.append(trial)
                gap, fruitless = float("inf"), 0
                design = design if recipe.fixed else next(designs)
                continue
            fruitless += 1
            if trial <= gap:
                best, gap = design, trial
            if not recipe.fixed:
                fresh = self.draw.random() < 0.3
                design = (None if fresh else recipe.varied(best, self.draw)) or next(designs)

    def _try(self, design: Design, cars: bool) -> Level | float:
        """Return a level of a design, or by how many moves its longest solution misses the wanted lengths."""
        puzzle = scattered(design.space, design.goal, self.draw, watch=self.watch)
        if puzzle is None:
            return float("inf")
        self.watch.stage()
        try:
            far = Distances(puzzle, self.metric, self.watch.within(_REACH))
        except LimitReached as error:
            if error.limit != "layouts":
                raise
            return self._solved(puzzle)
        lengths = self.lengths(far.longest)
        if not lengths:
            return float(abs(self.moves[0] - far.longest))
        middle = int(len(self.found) / self.count * len(lengths))
        index = self.draw.randrange(middle, max(middle + 1, len(lengths)))
        length = lengths[min(len(lengths) - 1, index)]
        starts = sorted(far.layouts(length), key=lambda layout: layout.heads)
        if not starts:
            return 0.0
        level = puzzle.started(self.draw.choice(starts))
        found = self._level(minimal(level, self.metric, self.watch) if cars else level, length)
        return found if isinstance(found, Level) else 0.0

    def _solved(self, puzzle: Puzzle) -> Level | float:
        """A level by a random walk from a start, or how far its length is off; steps that lead nearer are kept."""
        least, most = self.moves
        best, gap = puzzle, float("inf")
        for _ in range(20):
            solution = solve_within(self.watch, puzzle, self.metric, _SOLVED)
            if solution and (length := solution.length) is not None:
                off = max(0, least - length, length - (length if most is None else most))
                if not off and length:
                    found = self._level(puzzle, length)
                    return found if isinstance(found, Level) else 0.0
                if off <= gap:
                    best, gap = puzzle, off
            puzzle = best
            for _ in range(40):
                self.watch.look()
                moves = puzzle.moves()
                if not moves:
                    return gap
                puzzle = puzzle.after(self.draw.choice(moves))
                puzzle = puzzle.started([piece.head for piece in puzzle.pieces])
        return gap

    def _new(self, puzzle: Puzzle) -> bool:
        """Whether no level found so far is this puzzle, its mirror image or, with `unlike`, similar to it."""
        images = [_cells(each) for each in (puzzle, *(image(puzzle, symmetry) for symmetry, _ in symmetries(puzzle)))]
        least = _APART * len(puzzle.board.free) if self.unlike else 1
        pairs = itertools.product((_cells(level.puzzle) for level in self.found), images)
        return all(sum(map(operator.ne, a, b)) >= least for a, b in pairs if len(a) == len(b))


def minimal(puzzle: Puzzle, metric: Metric = Metric.MOVE, watch: Watch | None = None) -> Puzzle:
    """Return the puzzle without superfluous pieces: removing any further piece would shorten its solution.

    >>> minimal(Puzzle.parse("AAB./...C", goal="..AA/....")).rows()
    ('AAB.', '....')
    """
    watch = watch or Watch()
    length = solve(puzzle, metric, watch=watch).length
    for piece in puzzle.pieces:
        rest = without(puzzle, piece.symbol)
        watch.stage()
        if rest is not None and solve(rest, metric, watch=watch).length == length:
            return minimal(rest, metric, watch)
    return puzzle


def _cells(puzzle: Puzzle) -> tuple[object, ...]:
    """Return for each cell the kind that covers it, and which cell of this kind; equal pieces are not distinguished."""
    found: list[object] = [cell in puzzle.board.walls for cell in range(puzzle.board.size)]
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        for part, cell in enumerate(puzzle.board.cells(kind, piece.head) or ()):
            found[cell] = (kind, part)
    return tuple(found)
