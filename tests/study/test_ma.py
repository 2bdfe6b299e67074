"""马旭's recursions: the ten ways, the counts that his article gives, and the sign matrices."""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from huarong.errors import InputError
from huarong.model.board import Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.study import exhibit
from huarong.study.ma import recursions as ma
from huarong.study.ma.signs import knight_matrix, sign_matrix

START, GOAL = (8, 7, 6, 5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0)
NEAR = (1, 2, 3, 4, 0, 6, 7, 5, 8)
WAYS = [
    tuple(map(int, way.split(",")))
    for way in json.loads(
        Path(__file__).parents[1].joinpath("data").joinpath("eight_ways.json").read_text()
    )
]
ROWS = (ma.MatrixRecursion, ma.StringRecursion, ma.Compiled)
SIGNS = (ma.SignRecursion, ma.PathRecursion, ma.CompiledSigns)


compiled = pytest.mark.skipif(
    os.environ.get("HUARONG_PURE", "") not in ("", "0")
    or str(importlib.import_module("huarong.kernels.eight").__file__).endswith(".py"),
    reason="the whole search takes minutes as plain Python",
)


class Pure(ma.Compiled):
    pure = True


class PureSigns(ma.CompiledSigns):
    pure = True


def test_the_ways_are_ways() -> None:
    for way in WAYS:
        seen, state = {START}, list(START)
        for number in way:
            blank, at = state.index(0), state.index(number)
            assert abs(blank - at) == 3 or (abs(blank - at) == 1 and blank // 3 == at // 3)
            state[blank], state[at] = number, 0
            assert tuple(state) not in seen
            seen.add(tuple(state))
        assert tuple(state) == GOAL
        assert len(way) == 30


@compiled
@pytest.mark.parametrize(
    ("recursion", "first", "last"),
    [
        (ma.Compiled, (8_292_445, 12_926_284), (43_029_009, 67_089_323)),
        (ma.CompiledSigns, (10_185_358, 15_878_273), (43_349_832, 67_588_577)),
    ],
)
def test_the_articles_counts(
    recursion: type[ma.Recursion], first: tuple[int, int], last: tuple[int, int]
) -> None:
    run = recursion(START, GOAL, 30).run()
    assert run.ways == WAYS
    assert (run.at[0], run.at[-1]) == (first, last)
    assert (run.calls, run.tests) == (49_560_975, 77_269_656)


def test_the_printed_first_way_swaps_two_numbers() -> None:
    printed = [
        3,
        4,
        7,
        8,
        5,
        2,
        1,
        7,
        8,
        5,
        2,
        1,
        7,
        8,
        5,
        6,
        4,
        3,
        8,
        5,
        6,
        4,
        3,
        4,
        6,
        2,
        1,
        4,
        5,
        8,
    ]
    printed[23], printed[24] = printed[24], printed[23]
    assert tuple(printed) == WAYS[0]


@pytest.mark.slow
@pytest.mark.parametrize("recursion", [ROWS[0], SIGNS[1]])
def test_the_plain_recursions_in_full(recursion: type[ma.Recursion]) -> None:
    run = recursion(START, GOAL, 30).run()
    assert run.ways == WAYS
    assert (run.calls, run.tests) == (49_560_975, 77_269_656)
    assert run.at[0][0] == (8_292_445 if recursion in ROWS else 10_185_358)


@pytest.mark.parametrize("group", [(*ROWS, Pure), (*SIGNS, PureSigns)])
@pytest.mark.parametrize("most", [0, 1, 2, 12, 14])
def test_all_of_an_order_walk_the_same_tree(
    group: tuple[type[ma.Recursion], ...], most: int
) -> None:
    runs = [recursion(NEAR, GOAL, most).run() for recursion in group]
    for run in runs[1:]:
        assert (run.calls, run.tests, run.ways, run.at) == (
            runs[0].calls, runs[0].tests, runs[0].ways, runs[0].at,
        )  # fmt: skip
    assert bool(runs[0].ways) == (most >= 2)


@pytest.mark.parametrize("recursion", [*ROWS, *SIGNS])
def test_a_solved_start_is_a_way_of_no_moves(recursion: type[ma.Recursion]) -> None:
    run = recursion(GOAL, GOAL, 4).run()
    assert run.ways[0] == ()
    assert run.at[0] == (1, 0)


@pytest.mark.parametrize("recursion", [*ROWS, *SIGNS])
def test_a_limit_ends_the_search_at_a_way(recursion: type[ma.Recursion]) -> None:
    whole = recursion(NEAR, GOAL, 14).run()
    ended = recursion(NEAR, GOAL, 14, limit=2).run()
    assert ended.ways == whole.ways[:2]
    assert (ended.calls, ended.tests) == whole.at[1]


def test_the_stack_is_as_deep_as_the_bound_however_many_calls() -> None:
    deepest = depth = 0

    def watch(frame: FrameType, event: str, _: Any) -> None:
        nonlocal deepest, depth
        if frame.f_code is ma.PathRecursion.move.__code__:
            depth += {"call": 1, "return": -1}.get(event, 0)
            deepest = max(deepest, depth)

    run = ma.PathRecursion(NEAR, GOAL, 12)
    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        run.run()
    finally:
        sys.setprofile(before)
    assert run.calls > 1000
    assert deepest == 13


@pytest.mark.parametrize("name", ["ma-path", "ma-compiled", "ma-string"])
def test_an_exhibit_finds_a_way_of_the_model(name: str) -> None:
    puzzle = Puzzle.parse("123/4.6/758")
    found = exhibit(name).prepare(puzzle)()
    path = found.path()
    assert found.depth == len(path) - 1 == 2
    assert path[0] == puzzle.start
    assert puzzle.goal.holds(path[-1])
    ((_, values),) = found.notes
    assert found.layouts + (found.duplicates or 0) == values["tests"] + 1


@pytest.mark.parametrize(
    "text", ["213/456/78.", "ABBC/ABBC/DEEF/DGHF/I..J", "123/4.6/758/goal:/1../.../..."]
)
def test_what_the_recursion_cannot_take_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        exhibit("ma-path").prepare(Puzzle.parse(text))


def test_the_sign_matrix_of_the_eight_puzzle_is_symmetric_and_not_triangular() -> None:
    sign = sign_matrix(Board(3, 3), Kind.of([(0, 0)]))
    assert sign[0] == (0, 1, 0, 1, 0, 0, 0, 0, 0)
    assert sign[4] == (0, 1, 0, 1, 0, 1, 0, 1, 0)
    assert sum(map(sum, sign)) == 24
    assert all(sign[i][j] == sign[j][i] for i in range(9) for j in range(9))
    assert sum(sign[i][j] for i in range(9) for j in range(i)) == 12


def test_sign_matrices_of_other_games() -> None:
    knight = knight_matrix(8, 8)
    assert (sum(map(sum, knight)), max(map(sum, knight))) == (336, 8)
    ones = {
        size: sum(map(sum, sign_matrix(Board(4, 5), Kind.of(cells))))
        for size, cells in {
            "1x1": [(0, 0)],
            "2x1": [(0, 0), (1, 0)],
            "1x2": [(0, 0), (0, 1)],
            "2x2": [(0, 0), (1, 0), (0, 1), (1, 1)],
        }.items()
    }
    assert ones == {"1x1": 62, "2x1": 44, "1x2": 48, "2x2": 34}
