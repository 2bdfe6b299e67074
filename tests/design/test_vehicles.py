"""Rush Hour's boards by rows: as many as counted cell by cell, as far from their goals as the naive twin says."""

import functools
import itertools
from collections import Counter

import numpy as np
import pytest

from huarong import Puzzle
from huarong.atlas.atlas import Atlas
from huarong.design import chapters, records, vehicles
from huarong.design.chapters import CHAPTERS
from huarong.design.vehicles import LEVELS, RushHourFamily, VehicleLine, search
from huarong.errors import Cancelled, LimitReached
from huarong.kernels import kernel
from huarong.limits import Limits, Watch
from huarong.model.board import Goal, Metric
from huarong.space.space import Space
from tests import naive

BOTH = (Metric.STEP, Metric.SLIDE)


def boards(width: int, height: int) -> Counter[tuple[int, ...]]:
    """How many boards there are with vehicles of two and three cells, by the last vehicle of every row (0 where there
    is none).

    Cell by cell in reading order: what is left of each column's vehicle, and of this row's.
    """
    ways: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter({((0,) * width, ()): 1})
    for _ in range(height):
        row: Counter[tuple[tuple[int, ...], int, int, tuple[int, ...]]] = Counter()
        for (down, lasts), n in ways.items():
            row[down, 0, 0, lasts] += n
        for x in range(width):
            then: Counter[tuple[tuple[int, ...], int, int, tuple[int, ...]]] = Counter()
            for (down, right, last, lasts), n in row.items():
                if down[x] and right:
                    continue
                if down[x] or right:
                    rest = (*down[:x], max(down[x] - 1, 0), *down[x + 1 :])
                    then[rest, max(right - 1, 0), last, lasts] += n
                    continue
                then[down, 0, last, lasts] += n
                for length in (2, 3):
                    then[down, length - 1, length, lasts] += n
                    then[(*down[:x], length - 1, *down[x + 1 :]), 0, last, lasts] += n
            row = then
        ways = Counter()
        for (down, right, last, lasts), n in row.items():
            if not right:
                ways[down, (*lasts, last)] += n
    found: Counter[tuple[int, ...]] = Counter()
    for (down, lasts), n in ways.items():
        if not any(down):
            found[lasts] += n
    return found


def classes(width: int, height: int, numbers: range) -> list[Space]:
    """The spaces of all sets of so many vehicles, one of them horizontal and of two cells."""
    names, found = ("2x1=LR", "1x2=UD", "3x1=LR", "1x3=UD"), []
    for counts in itertools.product(range(numbers.stop), repeat=4):
        if counts[0] and sum(counts) in numbers:
            text = " ".join(f"{name}:{n}" for name, n in zip(names, counts, strict=True))
            found.append(Space.parse(f"{width}x{height}", text))
    return [space for space in found if space.size]


@functools.cache
def by_atlas(family: RushHourFamily, metric: Metric) -> np.ndarray:
    """Counts by number of vehicles and distance, a set of vehicles at a time."""
    counts = np.zeros((family.width * family.height // 2 + 1, LEVELS), np.int64)
    for space in classes(family.width, family.height, range(1, len(counts))):
        key = next(k for k, kind in enumerate(space.kinds) if str(kind.directions) == "LR" and len(kind.shape) == 2)
        end = family.width * (family.exit_row + 1) - 2
        atlas = Atlas.build(space, Goal.of([[(key, end)]]), metric)
        number = sum(len(heads) for heads in space.layout(0).heads)
        counts[number, : len(atlas.histogram)] += np.array(atlas.histogram, np.int64)
    return counts


@pytest.mark.parametrize(("width", "height", "row"), [(4, 4, 1), (4, 3, 0), (5, 4, 2), (3, 5, 4)])
@pytest.mark.parametrize("metric", BOTH)
def test_counts_are_those_of_the_atlas(width: int, height: int, row: int, metric: Metric) -> None:
    family = RushHourFamily(width, height, row)
    found = search(family, metric, family.rows(), Watch())
    assert (found.counts == by_atlas(family, metric)).all()


@pytest.mark.parametrize(("width", "height", "row"), [(4, 3, 1), (3, 4, 0), (2, 5, 3)])
def test_as_many_boards_as_counted_cell_by_cell(width: int, height: int, row: int) -> None:
    family = RushHourFamily(width, height, row)
    found = search(family, Metric.STEP, family.rows(), Watch())
    assert found.layouts == sum(n for lasts, n in boards(width, height).items() if lasts[row] == 2)


@pytest.mark.slow
def test_the_boards_of_6x6() -> None:
    found = boards(6, 6)
    assert CHAPTERS["rush-hour-all"].layouts == sum(n for lasts, n in found.items() if lasts[2] == 2)
    assert sum(found.values()) == 85_850_614_839


@pytest.mark.parametrize("metric", BOTH)
def test_the_farthest_are_as_far_by_the_naive_twin(metric: Metric) -> None:
    family = RushHourFamily(5, 4, 1)
    found = search(family, metric, family.rows(), Watch()).hardest()
    assert len(found) >= 8
    for number, (length, _, line) in found.items():
        puzzle = Puzzle.parse(line)
        assert len(puzzle.pieces) == number and naive.bfs(puzzle, metric.value).distance == length


@pytest.mark.parametrize("metric", BOTH)
def test_uncompiled_is_like_compiled(metric: Metric) -> None:
    family = RushHourFamily(4, 3, 1)
    plain = search(family, metric, family.rows(), Watch(), kernel("vehicles", pure=True))
    found = search(family, metric, family.rows(), Watch())
    assert (plain.counts == found.counts).all() and plain.farthest == found.farthest


@pytest.mark.parametrize("pure", [True, False])
def test_a_search_in_small_pieces_is_like_a_whole_one(pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    family = RushHourFamily(4, 3, 1)
    whole = search(family, Metric.STEP, family.rows(), Watch())
    monkeypatch.setattr(vehicles, "_STEPS", 5)
    found = search(family, Metric.STEP, family.rows(), Watch(), kernel("vehicles", pure=pure))
    assert (found.counts == whole.counts).all() and found.farthest == whole.farthest


def test_states_of_a_sequence_are_side_by_side() -> None:
    line = VehicleLine.of(6)
    assert len(line.states) == 24
    for sequence, numbers in line.sequences.items():
        assert {tuple(n for _, n in line.states[s]) for s in numbers} == {sequence}


def test_limits_and_cancelling() -> None:
    pytest.raises(ValueError, RushHourFamily, 7, 6, 2).match("at most 6x6")
    family = RushHourFamily(6, 6, 2)
    with pytest.raises(LimitReached, match="memory"):
        search(family, Metric.STEP, family.rows(), Watch(Limits(memory=1 << 20)))
    with pytest.raises(Cancelled):
        search(family, Metric.STEP, family.rows(), Watch(cancel=iter([False] * 9 + [True]).__next__))


@pytest.mark.slow
def test_the_hardest_board_reaches_as_many_layouts_as_published() -> None:
    """Collette, Raskin and Servais (2006): 93 steps, 49 slides, a component of 24,132 layouts."""
    rows = [row for row in records.read_rows("rush-hour-all").rows if row.metric == "step"]
    puzzle = Puzzle.parse(max(rows, key=lambda row: row.length).puzzle)
    found = [naive.bfs(puzzle, metric.value) for metric in BOTH]
    assert (len(found[0].depth), [each.distance for each in found]) == (24_132, [93, 49])


@pytest.mark.slow
def test_the_most_vehicles_of_6x6_by_sets_of_vehicles() -> None:
    """The rows of the book for 15 and more vehicles, computed by the atlas of each set of vehicles."""
    best: dict[tuple[str, str], list[int]] = {}
    for space in classes(6, 6, range(15, 19)):
        text = space.text.removeprefix("6x6 ")
        for number, metric, length, count, _ in chapters.cars_by_number("6x6", text, 16, BOTH, Watch()):
            known = best.setdefault((str(number), metric), [0, 0])
            if length > known[0]:
                known[:] = [length, 0]
            known[1] += count if length == known[0] else 0
    rows = records.read_rows("rush-hour-all").rows
    assert best == {(r.key, r.metric): [r.length, r.count] for r in rows if int(r.key) > 14}


def test_up_to_six_vehicles_both_engines_agree() -> None:
    """The chapter of up to six vehicles is computed by sets of vehicles, that of all by choices of rows."""
    some, whole = (
        {(r.key, r.metric): (r.length, r.count) for r in records.read_rows(name).rows}
        for name in ("rush-hour", "rush-hour-all")
    )
    assert len(some) > 8 and some.items() <= whole.items()


def test_boards_that_are_solved_at_the_start_are_not_among_the_hardest() -> None:
    counts = np.zeros((3, LEVELS), np.int64)
    counts[1, 0], counts[2, :3] = 5, (7, 2, 4)
    found = vehicles.RushHourCounts(18, counts, dict.fromkeys((1, 2), Puzzle.parse("A./goal:/.A")))
    assert found.hardest() == {2: (2, 4, "A./goal:/.A")}
