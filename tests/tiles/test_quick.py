"""Tiles solved at once and then better: each solution is one, and no bound is above the optimum."""

import itertools
import json
import random
from pathlib import Path

import pytest

import huarong as hr
from huarong.errors import Cancelled, InputError, LimitReached
from huarong.search.keys import KeyPacking
from huarong.tiles import TilesRoute, improving_tiles, solvable, solve_tiles
from huarong.tiles.quick import by_lines, in_lines
from huarong.tiles.tableset import targets

DATA = Path(__file__).parents[1] / "data"
KORF, KORF24 = (json.loads((DATA / name).read_text("utf-8")) for name in ("korf.json", "korf24.json"))
SIZES = [(2, 2), (2, 3), (3, 2), (2, 7), (3, 3), (3, 4), (5, 3), (4, 4), (5, 5), (6, 4), (6, 6), (10, 10)]


def drawn(width: int, height: int, seed: int, goal: list[int]) -> list[int]:
    """A random board from which the goal can be reached."""
    board, chance = list(goal), random.Random(seed)
    while True:
        chance.shuffle(board)
        if solvable(board, goal, width):
            return board


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_solution_tile_by_tile(width, height):
    cells = width * height
    for seed, home in itertools.product(range(5), {0, width - 1, cells // 2, cells - 1}):
        renamed = {0: home, home: 0}
        goal = [renamed.get(cell, cell) for cell in range(cells)]
        board = [renamed.get(tile, tile) for tile in drawn(width, height, seed, goal)]
        path, near = by_lines(board, width, home), targets(width, height)
        assert board[path[0]] == home
        for here, there in itertools.pairwise(path):
            assert there in near[4 * here : 4 * here + 4]
            board[here], board[there] = board[there], board[here]
        assert board == list(range(cells))


SLOW = [pytest.param(size, marks=pytest.mark.slow) for size in [(5, 5), (6, 4), (6, 6), (3, 14)]]


@pytest.mark.parametrize("size", [(3, 3), (2, 4), (5, 3), (4, 4), (10, 10), *SLOW])
def test_each_answer_is_shorter_and_legal(size):
    width, height = size
    goal = [*range(1, width * height), 0]
    board, told = drawn(width, height, 1, goal), []
    answers = list(improving_tiles(board, goal, width, within=0.3))
    last = solve_tiles(board, goal, width, within=0.3, progress=told.append)
    assert all(answer.verify() for answer in [*answers, last])
    lengths = [answer.length for answer in answers]
    assert lengths == sorted(lengths, reverse=True) and len(set(lengths)) >= len(lengths) - 1
    assert all(answer.bound is None or answer.bound < answer.length for answer in answers)
    assert last.length in [each.found.length for each in told if each.found]
    if width * height <= 9:
        assert last.bound is None and last.length == solve_tiles(board, goal, width).length


@pytest.mark.parametrize("problem", [*KORF[:6], *KORF24[:6]], ids=lambda each: f"{len(each['tiles'])}-{each['id']}")
def test_no_bound_is_above_the_optimum(problem):
    tiles, best = problem["tiles"], problem["optimal"]
    for answer in improving_tiles(tiles, range(len(tiles)), within=0.5, tables=None):
        assert answer.verify() and answer.length >= best
        assert answer.length == best if answer.bound is None else answer.bound <= best


def test_what_is_as_long_as_the_bound_is_optimal():
    for answer in improving_tiles(KORF[0]["tiles"], range(16), within=60):
        assert answer.bound is None or answer.bound < answer.length
    assert (answer.length, answer.bound, answer.to_json()["optimal"]) == (57, None, True)


def test_whole_lines():
    board = [8, 7, 6, 5, 4, 3, 2, 1, 0]
    *_, answer = improving_tiles(board, metric="line", within=60)
    assert answer.verify() and answer.bound is None
    assert answer.length == solve_tiles(board, metric="line").length
    for answer in improving_tiles(KORF24[0]["tiles"], range(25), metric="line", within=0.2):
        assert answer.verify() and answer.bound < answer.length
    assert in_lines([0]) == [0]


def test_unsolvable_and_solved():
    assert [each.solvable for each in improving_tiles([1, 2, 3, 4, 5, 6, 8, 7, 0])] == [False]
    assert [each.length for each in improving_tiles([1, 2, 3, 0], width=2)] == [0]


@pytest.mark.parametrize("limit", [{"max_seconds": 0.2}, {"max_memory": 999}], ids=str)
def test_without_time_or_memory_for_tables_a_quick_search_has_a_solution(limit):
    tiles = drawn(8, 8, 1, [*range(1, 64), 0])
    puzzle = hr.puzzle("/".join(" ".join(map(str, tiles[i : i + 8])) for i in range(0, 64, 8)))
    KeyPacking.of(puzzle)  # what every search needs, which is kept
    found = hr.solve(puzzle, optimal=False, **limit)
    assert found.solved and found.verify() and found.method == "greedy"
    assert not found.optimal and 0 < found.bound < found.length


def test_a_limit_ends_with_the_best_known():
    with pytest.raises(LimitReached) as stopped:
        solve_tiles(KORF24[8]["tiles"], range(25), max_seconds=0.01)
    known = stopped.value.solution
    assert known.verify() and known.bound == stopped.value.lower <= KORF24[8]["optimal"]
    with pytest.raises(LimitReached) as stopped:
        hr.solve("14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13", max_seconds=0.5)
    known = stopped.value.solution
    assert known.verify() and not known.optimal and known.bound == stopped.value.lower


def test_quick_solutions_of_puzzles_of_tiles():
    told = []
    found = hr.solve("8 7 6/5 4 3/2 1 0", optimal=False, progress=told.append)
    assert (found.length, found.optimal, found.bound, found.method, found.verify()) == (30, True, None, "greedy", True)
    assert [each.found.length for each in told if each.found][-1] == 30


def test_cancel_and_wrong_times():
    with pytest.raises(Cancelled):
        list(improving_tiles(KORF24[0]["tiles"], range(25), within=5, cancel=lambda: True))
    for wrong in (0, -1, "a"):
        with pytest.raises(InputError):
            solve_tiles(KORF[0]["tiles"], range(16), within=wrong)
    with pytest.raises(InputError, match="100"):
        solve_tiles(range(121), within=1)


def test_a_route_follows_a_player():
    board = list(KORF24[0]["tiles"])
    route, chance = TilesRoute(board, range(25)), random.Random(1)
    before = route.at(board, within=0.2)
    near = targets(5, 5)
    for step in range(30):
        blank = board.index(0)
        ways = [cell for cell in near[4 * blank : 4 * blank + 4] if cell >= 0]
        cell = before.path[1] if step % 3 else chance.choice(ways)
        board[blank], board[cell] = board[cell], 0
        answer = route.at(board)
        assert answer.verify() and list(answer.start) == board
        assert answer.length <= before.length + (1 if cell != before.path[1] else -1)
        before = answer
