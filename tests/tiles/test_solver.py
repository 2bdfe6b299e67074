"""Boards of tiles: fewest moves by single tiles and by whole lines, limits, and bad input."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import huarong.tiles.building
import huarong.tiles.solver
import huarong.tiles.store
from huarong.errors import Cancelled, InputError, LimitReached
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.tiles import build_tables, default_set, remove_tables, solvable, solve_tiles, stored_tables, table_set
from huarong.tiles.store import load_tables
from tests.clock import ticking
from tests.examples import few
from tests.tiles.naive_tiles import naive_distances, neighbours

KORF = json.loads((Path(__file__).parents[1] / "data" / "korf.json").read_text())


GOALS = [
    (3, (1, 2, 3, 4, 5, 6, 7, 8, 0)),
    (3, (0, 1, 2, 3, 4, 5, 6, 7, 8)),
    (3, (1, 2, 3, 8, 0, 4, 7, 6, 5)),
    (3, (5, 0, 3, 8, 1, 4, 7, 6, 2)),
    (2, (1, 2, 3, 4, 5, 0)),
    (3, (4, 0, 1, 2, 5, 3)),
    (2, (7, 1, 2, 0, 3, 4, 5, 6)),
    (5, (1, 2, 3, 4, 0)),
    (1, (1, 2, 0, 3)),
    (2, (1, 2, 3, 0)),
]


@pytest.mark.parametrize(
    ("width", "goal", "metric"),
    [
        # These are many boards; the everyday part has one goal, in `test_lines_on_the_8_puzzle`.
        pytest.param(*each, metric, marks=[pytest.mark.slow] * (len(each[1]) == 9))
        for each in GOALS
        for metric in ("tile", "line")
    ],
)
def test_agrees_with_breadth_first_search(width, goal, metric):
    distance = naive_distances(goal, width, metric)
    chance = random.Random(len(goal))
    boards = chance.sample(sorted(distance), min(60, len(distance)))
    for board in [*boards, max(distance, key=distance.get)]:
        answer = solve_tiles(board, goal, width, metric=metric)
        assert answer.length == distance[board]
        assert answer.verify()
        assert answer.length in answer.thresholds or not answer.length


def test_known_answer_of_the_article():
    answer = solve_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0], [1, 2, 3, 4, 5, 6, 7, 8, 0])
    assert answer.length == 30
    assert len(answer.moves) == 30


@pytest.mark.parametrize("problem", few(KORF, 7), ids=lambda problem: str(problem["id"]))
def test_korf(problem):
    answer = solve_tiles(problem["tiles"], range(16))
    assert answer.length == problem["optimal"]
    assert answer.verify()
    assert answer.tables == "tiles-6-6-3"


def test_korf_turned():
    """A board that is turned and renumbered is as far from its goal as before."""
    problem = KORF[8]
    turned = [15 - tile for tile in reversed(problem["tiles"])]
    start = [0 if tile == 15 else tile + 1 for tile in turned]
    answer = solve_tiles(start)
    assert answer.length == problem["optimal"]
    assert answer.verify()


@pytest.mark.parametrize("width", [3, 4, 5])
def test_rectangles(width):
    size = {3: 12, 4: 12, 5: 15}[width]
    goal = (*range(1, size), 0)
    board, chance = goal, random.Random(width)
    for walked in range(1, 41):
        board = chance.choice(list(neighbours(board, width, "tile")))
        if walked % 10 == 0:
            answer = solve_tiles(board, goal, width)
            assert answer.length <= walked
            assert (answer.length - walked) % 2 == 0
            assert answer.verify()


LINES = [
    *(1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558),
    *(31485, 30985, 23494, 11751, 3390, 589, 41, 1),
]
"""Boards of the 8-puzzle at each distance, tiles in a line moving at once, the blank at home in a corner."""


@pytest.mark.slow
def test_lines_on_the_8_puzzle():
    distance = naive_distances(tuple(range(9)), 3, "line")
    assert [count for _, count in sorted(Counter(distance.values()).items())] == LINES
    farthest = max(distance, key=distance.get)
    for board in [farthest, *random.Random(8).sample(sorted(distance), 60)]:
        answer = solve_tiles(board, range(9), metric="line")
        assert answer.length == distance[board]
        assert answer.verify()


@pytest.mark.slow  # the everyday part tries lines on the 8-puzzle
def test_lines_on_the_15_puzzle():
    board, chance = (*range(1, 16), 0), random.Random(4)
    for _ in range(18):
        board = chance.choice(list(neighbours(board, 4, "line")))
    answer = solve_tiles(board, metric="line")
    assert answer.length <= 18
    assert answer.verify()
    assert answer.length <= solve_tiles(board).length <= 3 * answer.length


@pytest.mark.parametrize("problem", [pytest.param(each, id=str(each["id"]), marks=pytest.mark.slow) for each in KORF])
def test_lines_on_hard_boards(problem):
    """43 moves are enough (Norskog), and a move of a line is at most three single moves."""
    answer = solve_tiles(problem["tiles"], range(16), metric="line")
    assert (answer.tables, answer.verify()) == ("lines-5-5-5", True)
    assert problem["optimal"] / 3 <= answer.length <= min(43, problem["optimal"])


@pytest.mark.slow
def test_lines_by_other_patterns_and_turned():
    tiles = KORF[3]["tiles"]
    length = solve_tiles(tiles, range(16), metric="line").length
    assert solve_tiles(tiles, range(16), metric="line", tables="lines-4-4-4-3").length == length
    start = [0 if tile == 15 else tile + 1 for tile in (15 - tile for tile in reversed(tiles))]
    assert solve_tiles(start, metric="line").length == length


@given(st.permutations(range(6)), st.permutations(range(6)), st.sampled_from([1, 2, 3, 6]))
@settings(deadline=None)
def test_solvable_is_reachable(start, goal, width):
    reach = naive_distances(tuple(goal), width, "tile")
    assert solvable(start, goal, width) == (tuple(start) in reach)


def test_unsolvable_is_proved_at_once():
    answer = solve_tiles([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0])
    assert (answer.solvable, answer.length, answer.moves, answer.explored) == (False, None, (), 0)
    assert answer.verify()
    assert not solve_tiles([*range(1, 23), 24, 23, 0]).solvable


def test_verify_finds_fault():
    good = solve_tiles([1, 2, 3, 4, 5, 0, 7, 8, 6])
    assert good.path == (5, 8)
    for path in ((5, 4), (8, 5), (5,), (5, 2, 8), ()):
        wrong = type(good)(**{f: getattr(good, f) for f in good.__slots__} | {"path": path})
        assert not (path and wrong.verify())


HARD = [0, *range(24, 0, -1)]


@pytest.mark.slow  # it has the tables of the 24-puzzle built
def test_limits_say_what_is_proved():
    load_tables(table_set("tiles-5x5-5-5-5-5-4"), Watch())
    load_tables(default_set(5, 5, 0, lines=True), Watch())
    with ticking(), pytest.raises(LimitReached, match="no solution has fewer than") as caught:
        solve_tiles(HARD, range(25), max_seconds=100, metric="line")
    assert 20 < caught.value.lower < 100
    with ticking(), pytest.raises(LimitReached, match="no solution has fewer than") as caught:
        solve_tiles(HARD, range(25), max_seconds=100)
    assert caught.value.limit == "time"
    assert caught.value.lower > 100
    assert caught.value.depth == caught.value.lower - 1
    assert caught.value.explored > 0
    with pytest.raises(LimitReached, match="takes 486 MiB of memory"):
        solve_tiles(HARD, range(25), tables="tiles-5x5-6-6-6-6", max_memory=1 << 20)


def test_limit_while_tables_are_built(empty_cache):
    with pytest.raises(LimitReached) as caught:
        solve_tiles(HARD, range(25), max_seconds=1e-6)
    assert caught.value.lower == sum(abs(c % 5 - t % 5) + abs(c // 5 - t // 5) for c, t in enumerate(HARD) if t)


@pytest.mark.parametrize("metric", [pytest.param("tile", marks=pytest.mark.slow), "line"])
def test_cancel_and_progress(metric):
    load_tables(default_set(5, 5, 0, lines=metric == "line"), Watch())
    seen = []

    def enough():
        return len(seen) > 1 and seen[-1].layouts > seen[0].layouts

    with pytest.raises(Cancelled):
        solve_tiles(HARD, range(25), metric=metric, progress=seen.append, cancel=enough)
    assert seen[-1].depth >= seen[0].depth > 10
    assert seen[-1].rate > 0


@pytest.mark.parametrize(
    ("start", "goal", "width", "message"),
    [
        ([1, 2, 3, 3], None, None, "the start must have each number from 0 to 3 once; 0 is missing"),
        ([1, 2, 3, 0], [1, 2, 3, 4], None, "the goal must have each number from 0 to 3 once; 0 is missing"),
        ([1, 2, 3, 0], [1, 2, 0], None, "the goal must have"),
        ([], None, None, "the start must have"),
        ([1, 2, 3, 4, 0], None, None, "5 cells in rows of 2: expected full rows"),
        ([1, 2, 3, 0], None, 3, "4 cells in rows of 3"),
        ([1, 2, 3, 0], None, 0, "4 cells in rows of 0"),
        ([*range(1, 81), 0], None, None, "at most 64 cells"),
        ({1: 2, 0: 0}, None, None, r"the start must be a sequence .* got \{1: 2, 0: 0\}"),
        (None, None, None, "the start must be a sequence of whole numbers, cell by cell; got None"),
        ("120", None, None, "got '120'"),
        ([1, 2, 3, 0], 5, None, "the goal must be a sequence of whole numbers"),
        ([1, 2, 3, 0], None, "2", "'2' is not a valid number of columns"),
    ],
)
def test_bad_boards(start, goal, width, message):
    with pytest.raises(InputError, match=message):
        solve_tiles(start, goal, width)


def test_bad_options():
    with pytest.raises(InputError, match="the nearest is line"):
        solve_tiles([1, 0], width=2, metric="lines")
    with pytest.raises(InputError, match="expected a set such as tiles-3x3-8"):
        solve_tiles([1, 2, 3, 4, 5, 6, 7, 0, 8], (1, 2, 3, 4, 5, 6, 7, 8, 0), tables="tiles-7-8")
    with pytest.raises(InputError, match="expected a set such as lines-5-5-5"):
        solve_tiles(KORF[0]["tiles"], range(16), tables="tiles-6-6-3", metric="line")
    with pytest.raises(InputError, match="expected a set such as tiles-6-6-3"):
        solve_tiles(KORF[0]["tiles"], range(16), tables="lines-5-5-5")


def test_kernels_mean_the_same_uncompiled(monkeypatch, empty_cache):
    def everything():
        each = table_set("tiles-3x3-4-4")
        monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
        if each.name in [known.name for known in stored_tables()]:
            remove_tables(each.name)
        memory = bytes(load_tables(each, Watch()))
        board, goal = [1, 5, 2, 4, 0, 3, 7, 8, 6], (1, 2, 3, 4, 5, 6, 7, 8, 0)
        by_tiles = solve_tiles([8, 1, 3, 4, 0, 2, 7, 6, 5], tables=each.name)
        by_lines = solve_tiles(board, goal, metric="line")
        return memory, by_tiles.path, by_tiles.explored, by_lines.path, by_lines.explored

    compiled = everything()
    for module in (huarong.tiles.building, huarong.tiles.solver):
        monkeypatch.setattr(module, "kernel", lambda name: kernel(name, pure=True))
    assert everything() == compiled


@pytest.mark.slow
def test_larger_tables_agree_and_try_fewer_nodes():
    build_tables("tiles-7-8")
    for problem in KORF:
        small = solve_tiles(problem["tiles"], range(16), tables="tiles-6-6-3")
        large = solve_tiles(problem["tiles"], range(16))
        assert large.tables == "tiles-7-8"
        assert large.length == small.length == problem["optimal"]
        assert large.explored < small.explored
