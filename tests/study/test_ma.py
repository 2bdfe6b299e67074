"""马旭's recursions: the ten ways, the counts that his article gives, and the sign matrices."""

import os
import shutil
import sys
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock

import pytest

from huarong.errors import Cancelled, InputError
from huarong.kernels import kernel
from huarong.library.reader import puzzle
from huarong.model.board import Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.search import all_paths
from huarong.study import exhibit
from huarong.study.checking import check
from huarong.study.claim import kept
from huarong.study.classic import Classic
from huarong.study.figures import times
from huarong.study.ma import RECURSIONS, calls, listing, recursions as ma
from huarong.study.ma.knight import PROGRAMS, tours
from huarong.study.ma.pieces import PieceRecursion
from huarong.study.ma.recursions import knight_matrix, sign_matrix
from tests.examples import data, few

START, GOAL = (8, 7, 6, 5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0)
NEAR = (1, 2, 3, 4, 0, 6, 7, 5, 8)
WAYS = [tuple(map(int, way.split(","))) for way in data("eight_ways")]
ROWS = (ma.MatrixRecursion, ma.StringRecursion, ma.Compiled)
SIGNS = (ma.SignRecursion, ma.PathRecursion, ma.CompiledSigns)


compiled = pytest.mark.skipif(
    os.environ.get("HUARONG_PURE", "") not in ("", "0") or str(kernel("eight").__file__).endswith(".py"),
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
        assert tuple(state) == GOAL and len(way) == 30


@compiled
@pytest.mark.parametrize(
    ("recursion", "first", "last"),
    [
        (ma.Compiled, (8_292_445, 12_926_284), (43_029_009, 67_089_323)),
        pytest.param(*(ma.CompiledSigns, (10_185_358, 15_878_273), (43_349_832, 67_588_577)), marks=pytest.mark.slow),
    ],
)
def test_the_articles_counts(recursion: type[ma.Recursion], first: tuple[int, int], last: tuple[int, int]) -> None:
    run = recursion(START, GOAL, 30).run()
    assert run.ways == WAYS and (run.at[0], run.at[-1]) == (first, last)
    assert (run.calls, run.tests) == (49_560_975, 77_269_656)


@pytest.mark.slow
@pytest.mark.parametrize(("recursion", "twin"), [(ROWS[0], ma.Compiled), (SIGNS[1], ma.CompiledSigns)])
def test_the_plain_recursions_go_deep(recursion: type[ma.Recursion], twin: type[ma.Recursion]) -> None:
    """62 ways of at most 22 moves; the article's 30 moves of its own start take each of them minutes."""
    run, same = recursion(NEAR, GOAL, 22).run(), twin(NEAR, GOAL, 22).run()
    assert (run.ways, run.at) == (same.ways, same.at)
    assert (run.calls, run.tests, len(run.ways)) == (829_917, same.tests, 62)


@pytest.mark.parametrize("group", [(*ROWS, Pure), (*SIGNS, PureSigns)])
@pytest.mark.parametrize("most", [0, 1, 2, 12, 14])
def test_all_of_an_order_walk_the_same_tree(group: tuple[type[ma.Recursion], ...], most: int) -> None:
    runs = [recursion(NEAR, GOAL, most).run() for recursion in group]
    for run in runs[1:]:
        assert (run.calls, run.tests, run.ways, run.at) == (runs[0].calls, runs[0].tests, runs[0].ways, runs[0].at)
    assert bool(runs[0].ways) == (most >= 2)


@pytest.mark.parametrize("recursion", [*ROWS, *SIGNS])
def test_a_solved_start_is_a_way_of_no_moves(recursion: type[ma.Recursion]) -> None:
    run = recursion(GOAL, GOAL, 4).run()
    assert run.ways[0] == () and run.at[0] == (1, 0)


@pytest.mark.parametrize("recursion", [*ROWS, *SIGNS])
def test_a_limit_ends_the_search_at_a_way(recursion: type[ma.Recursion]) -> None:
    whole = recursion(NEAR, GOAL, 14).run()
    ended = recursion(NEAR, GOAL, 14, limit=2).run()
    assert ended.ways == whole.ways[:2] and (ended.calls, ended.tests) == whole.at[1]


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
    assert run.calls > 1000 and deepest == 13


@pytest.mark.parametrize("name", ["ma-path", "ma-compiled", "ma-string"])
def test_an_exhibit_finds_a_way_of_the_model(name: str) -> None:
    puzzle = Puzzle.parse("123/4.6/758")
    found = exhibit(name).prepare(puzzle)()
    path = found.path()
    assert found.depth == len(path) - 1 == 2 and path[0] == puzzle.start and puzzle.goal.holds(path[-1])
    ((_, values),) = found.notes
    assert found.layouts + (found.duplicates or 0) == values["tests"] + 1


@pytest.mark.parametrize("text", ["213/456/78.", "ABBC/ABBC/DEEF/DGHF/I..J", "123/4.6/758/goal:/1../.../..."])
def test_what_the_recursion_cannot_take_is_refused(text: str) -> None:
    pytest.raises(InputError, exhibit("ma-path").prepare, Puzzle.parse(text))


def test_the_sign_matrix_of_the_eight_puzzle_is_symmetric_and_not_triangular() -> None:
    sign = sign_matrix(Board(3, 3), Kind.of([(0, 0)]))
    assert sign[0] == (0, 1, 0, 1, 0, 0, 0, 0, 0) and sign[4] == (0, 1, 0, 1, 0, 1, 0, 1, 0)
    assert sum(map(sum, sign)) == 24 and all(sign[i][j] == sign[j][i] for i in range(9) for j in range(9))
    assert sum(sign[i][j] for i in range(9) for j in range(i)) == 12


@pytest.mark.parametrize("size", [10**30, 4097, 0, -1])
def test_a_sign_matrix_of_a_board_that_is_not_valid_is_refused(size: int) -> None:
    pytest.raises(InputError, knight_matrix, size, 1).match("is not a valid board; expected at most 4,096 cells")


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


def test_the_output_is_in_the_articles_form() -> None:
    lines = list(listing("123/456/7.8", 3).lines())
    assert lines == ["Enter m: 3", "Pass No 1:", "8,", "Total number of the problem solving methods is :1"]


@compiled
@pytest.mark.slow
def test_ten_numbers_on_a_line() -> None:
    lines = list(listing("876543210", 30).lines())
    assert lines[1:5] == ["Pass No 1:", "3,4,7,8,5,2,1,7,8,5,", "2,1,7,8,5,6,4,3,8,5,", "6,4,3,6,4,2,1,4,5,8,"]
    assert lines[-1].endswith(":10")


@pytest.mark.parametrize("text", ["321/54.", "21/43/5.", "1 2 3 4/5 6 0 8/9 10 7 11"])
def test_any_board_by_any_program(text: str) -> None:
    most = 6 if " " in text else 12
    runs = [listing(text, most, name) for name in RECURSIONS]
    assert len({frozenset(run.ways) for run in runs}) == 1 and len({(run.calls, run.tests) for run in runs}) == 1
    assert len(runs[0].ways) == all_paths.count(text, "step", most=most)


def test_a_listing_can_be_cancelled_and_its_bounds_are_checked() -> None:
    pytest.raises(Cancelled, listing, "876543210", 30, "ma-compiled", cancel=lambda: True)
    for most in (-1, 201):
        pytest.raises(InputError, listing, "876543210", most).match("0 to 200")
    pytest.raises(InputError, listing, "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 0", 2).match("16 cells")
    pytest.raises(InputError, listing, "876543210", 2, "ma-none").match("ma-matrix")


@pytest.mark.parametrize("by", PROGRAMS)
def test_the_knights_tours(by: str) -> None:
    found = tours(by, 3, 4)
    assert found.number == 2 and found.calls == tours("leaps", 3, 4).calls
    assert sorted(found.first) == list(range(12)) and tours(by, 3, 3).number == 0


@pytest.mark.slow
def test_304_tours_of_5x5() -> None:
    assert tours("ones", 5, 5).number == 304


def test_huarongdao_by_sign_matrices() -> None:
    easy = puzzle("退一步海阔天空")
    run = PieceRecursion(Classic.of(easy, empty=None), 13).run()
    shortest = list(all_paths.paths(easy, "step", most=13))
    assert {len(way) for way in run.ways} == {14}
    kinds = [kind.size for kind in easy.kinds]

    def known(way: object) -> tuple[object, ...]:
        return tuple(frozenset(zip(run.sizes, state, strict=True)) for state in way)  # type: ignore[attr-defined]

    def ours(path: object) -> tuple[object, ...]:
        return tuple(
            frozenset((kinds[k], head) for k, heads in enumerate(layout.heads) for head in heads)
            for layout in path.layouts  # type: ignore[attr-defined]
        )

    assert {known(way) for way in run.ways} == {ours(path) for path in shortest}
    pytest.raises(InputError, exhibit("ma-pieces").prepare, puzzle("横刀立马")).match("at most 13 steps")


@pytest.mark.parametrize("name", few(["ma-matrix", "ma-string", "ma-sign", "ma-path"], 2))
def test_calls_are_known_before_from_the_compiled_twin(name: str) -> None:
    start = puzzle("283/614/705")
    assert calls(start, RECURSIONS[name]) == exhibit(name).prepare(start)().layouts


def test_the_time_of_a_long_recursion_is_known_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huarong.study.ma._PATIENCE", 600.0)  # on a busy machine too
    seconds = exhibit("ma-path").seconds
    assert seconds is not None and seconds(puzzle("123456708")) is None
    if kernel("frames").compiled:  # else the twin takes long itself
        assert (seconds(puzzle("876543210")) or 0) > 1


has_c = pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="there is no C compiler")


@has_c
def test_the_programs_in_c_walk_his_trees(tmp_path: Path) -> None:
    times.compiled(tmp_path / "four", "-O1")
    for name in ma.FOUR:
        twin = RECURSIONS[name](START, GOAL, 17).run()
        assert times.printed(tmp_path / "four", name[3:], 17)[:3] == (twin.calls, twin.tests, 0)


@has_c
@pytest.mark.slow
def test_the_program_in_c_finds_the_ten_ways(tmp_path: Path) -> None:
    times.compiled(tmp_path / "four", "-O2")
    assert times.printed(tmp_path / "four", "string", 30)[:3] == (49_560_975, 77_269_656, 10)


@has_c
def test_times_are_of_whole_runs() -> None:
    """Not of fifteen calls: all at m = 17 here, and where they were measured all that there are at m = 30."""
    found, stored = times.ma_times(17, 17, 1), kept()["times_ma"].values
    assert {found[f"{way}_calls"] for way in ("plain", "fast", "python")} == {38_999}
    assert stored["plain_calls"] == stored["fast_calls"] == kept()["ma_ways"].values["calls"] > 30_000
    assert stored["python_calls"] > 30_000 and set(found) == set(stored)


def test_without_a_compiler_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (row,) = check(["ma-35"])
    assert row.stands is None and "no C compiler" in row.trouble


def test_the_watch_is_asked_once_in_4096_calls() -> None:
    run, watch = RECURSIONS["ma-matrix"](tuple(map(int, "876543210")), GOAL, 14), mock.Mock()
    run.watch = watch
    assert run.run().calls // 4096 == watch.look.call_count > 0
