"""Sets of tables: their names and contents."""

import heapq
import itertools
import random

import pytest

from huarong.errors import InputError, UnknownName
from huarong.limits import Watch
from huarong.tiles import table_set, tableset
from huarong.tiles.store import load_tables
from tests.tiles.naive_tiles import naive_distances


def naive_pattern(width, height, blank, pattern):
    """For each arrangement of a pattern, the fewest moves of its tiles, over all places of the blank."""
    start = (pattern, blank)
    queue, cost, best = [(0, start)], {start: 0}, {}
    while queue:
        moves, state = heapq.heappop(queue)
        if cost[state] < moves:
            continue
        places, here = state
        best.setdefault(places, moves)
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            x, y = here % width + dx, here // width + dy
            if not (0 <= x < width and 0 <= y < height):
                continue
            there = y * width + x
            moved = tuple(here if place == there else place for place in places)
            then, more = (moved, there), moves + (moved != places)
            if more < cost.get(then, 1 << 30):
                cost[then] = more
                heapq.heappush(queue, (more, then))
    return best


def naive_line_pattern(width, height, blank, pattern):
    """For each arrangement of a pattern and the blank, the fewest moves of tiles in a line at once."""
    size = width * height
    board = [0 if c == blank else c if c in pattern else -1 - c for c in range(size)]
    goal = tuple(0 if c == blank else tile if tile > 0 else -1 for c, tile in enumerate(board))
    return naive_distances(goal, width, "line")


@pytest.mark.parametrize("name", ["lines-3x3-4-4", "lines-2x4-b3-4-3", "lines-1x4-3"])
def test_line_tables_hold_the_fewest_moves(name):
    each = table_set(name)
    memory = load_tables(each, Watch())
    for pattern, offset, size in zip(each.patterns, each.offsets, each.sizes, strict=True):
        if 0 in pattern:
            continue  # 0 is the blank of the naive board
        best = naive_line_pattern(each.width, each.height, each.blank, pattern)
        assert sum(value != 255 for value in memory[offset : offset + size]) == len(best)
        for board, moves in random.Random(1).sample(sorted(best.items()), min(500, len(best))):
            rest = [t for t in range(len(board)) if t not in pattern and t != each.blank]
            named = [each.blank if t == 0 else t if t > 0 else rest.pop() for t in board]
            number = tableset.numbers(each, named)[each.patterns.index(pattern)]
            assert memory[number] == moves


@pytest.mark.parametrize(
    "name", ["tiles-3x3-4-4", "tiles-3x3-b4-3-5", "tiles-2x4-b3-4-3", "tiles-3x4-3-3-3-2", "tiles-1x4-3"]
)
def test_tables_hold_the_fewest_moves(name):
    each = table_set(name)
    cells = each.width * each.height
    memory = load_tables(each, Watch())
    expected = [naive_pattern(each.width, each.height, each.blank, p) for p in each.patterns]
    for pattern, offset, size, best in zip(each.patterns, each.offsets, each.sizes, expected, strict=True):
        table = memory[offset : offset + size]
        assert sum(value != 255 for value in table) == len(best)
        chance = random.Random(size)
        for places in chance.sample(sorted(best), min(300, len(best))):
            rest = [tile for tile in range(cells) if tile not in pattern]
            board = [-1] * cells
            for tile, cell in zip(pattern, places, strict=True):
                board[cell] = tile
            chance.shuffle(rest)
            board = [rest.pop() if tile < 0 else tile for tile in board]
            numbers = tableset.numbers(each, board)
            assert memory[numbers[each.patterns.index(pattern)]] == best[places]


def test_estimates_are_admissible():
    each = table_set("tiles-3x3-4-4")
    memory = load_tables(each, Watch())
    distance = naive_distances(tuple(range(9)), 3, "tile")
    for board in random.Random(1).sample(sorted(distance), 2000):
        numbers = tableset.numbers(each, board)
        plain, mirrored = (sum(memory[n] for n in numbers[i : i + 2]) for i in (0, 2))
        assert max(plain, mirrored) <= distance[board]
        assert (plain - distance[board]) % 2 == (mirrored - distance[board]) % 2 == 0


def test_building_takes_all_tables_and_the_work_of_the_largest_pattern():
    each = table_set("tiles-7-8")
    assert each.memory == sum(each.sizes) + max(each.work) > sum(each.sizes) + min(each.work)


def test_names_of_sets():
    assert table_set("tiles-7-8").name == "tiles-7-8"
    assert table_set("tiles-3x5-b7-6-6-2").name == "tiles-3x5-b7-6-6-2"
    for name in ("tiles-6-6-3", "tiles-5x5-5-5-5-5-4", "tiles-5x5-6-6-6-6"):
        each = table_set(name)
        for way in each.ways:
            assert sorted(itertools.chain(*way)) == list(range(1, each.width * each.height))
            assert all(list(pattern) == sorted(pattern) for pattern in way)
            assert tuple(map(len, way)) == tuple(map(len, each.ways[0]))
        assert each.name == name and len(set(each.ways)) == len(each.ways)
    with pytest.raises(UnknownName, match="tiles-7-8"):
        table_set("tile-7-8")
    for name, message in (
        ("tiles-7-7", "15 tiles in all, as in tiles-7-8"),
        ("tiles-7-9", "15 tiles in all, as in tiles-7-8"),
        ("tiles-3x3-8-8", "8 tiles in all, as in tiles-3x3-8"),
        ("tiles-5x5-8-8-8", "a pattern has 1 to 7 tiles"),
        ("tiles-0-15", "a pattern has 1 to 8 tiles"),
        ("tiles-9x9-8", "a board of 2 to 64 cells"),
        ("tiles-3x3-b9-8", "a board of 2 to 64 cells"),
    ):
        with pytest.raises(InputError, match=message):
            table_set(name)
