"""周扬's enumeration, file and table, and the counts of the paper; zhoutk's board."""

from __future__ import annotations

import functools
import itertools
import math
from pathlib import Path

import pytest

from huarong.atlas.atlas import Atlas
from huarong.errors import InputError
from huarong.model.board import Layout
from huarong.model.puzzle import Puzzle
from huarong.notation import write
from huarong.study import exhibit, zhou, zhoutk
from huarong.study.traces import trace
from huarong.study.zhou_file import write as write_file
from tests import naive
from tests.examples import DATA

HENGDAO = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
STATE = (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)


@functools.cache
def enumeration() -> zhou.Enumeration:
    return zhou.enumerate_states()


def solutions() -> dict[zhou.State, bytes]:
    return zhou.table(frozenset({13})).solutions


@pytest.mark.slow
def test_the_states() -> None:
    states = enumeration().states
    assert len(states) == len(set(states)) == 65_880
    layouts = {frozenset(zip(zhou.ORDER, state, strict=True)) for state in states}
    sizes = [kind.size for kind in HENGDAO.kinds]
    assert layouts == {
        frozenset((sizes[kind], head) for kind, head in layout) for layout in naive.enumerate_layouts(HENGDAO)
    }


def test_the_arrangements_and_the_trials_that_are_left_of_them() -> None:
    assert math.perm(20, 10) == 670_442_572_800 and enumeration().trials == 1_178_516


@pytest.mark.slow
def test_the_edges_are_fewer_than_two_a_state() -> None:
    neighbours = sum(1 for state in enumeration().states for _ in zhou.children(state))
    assert neighbours == 2 * 103_390
    assert len(enumeration().states) + neighbours // 2 == 169_270 < 65_880 * 3 == 197_640


def test_the_solutions() -> None:
    lengths = [len(steps) for steps in solutions().values()]
    assert len(lengths) == 53_954 and lengths.count(0) == 6_795
    assert max(lengths) == 126 and sum(lengths) == 2_326_963 and len(solutions()[STATE]) == 116


def test_stored_steps_lead_to_the_goal_one_cell_at_a_time() -> None:
    for state in list(solutions())[::997]:
        path = [HENGDAO.layout(_heads(each)) for each in zhou.play(state, solutions()[state])]
        for before, after in itertools.pairwise(path):
            assert naive.state(after) in naive.neighbours(HENGDAO, naive.state(before), "step")
        assert HENGDAO.goal.holds(path[-1])


def _heads(state: zhou.State) -> list[int]:
    by_size = {size: [] for size in zhou.ORDER}
    for size, cell in zip(zhou.ORDER, state, strict=True):
        by_size[size].append(cell)
    groups = {size: iter(cells) for size, cells in by_size.items()}
    return [next(groups[HENGDAO.kinds[piece.kind].size]) for piece in HENGDAO.pieces]


def test_the_file() -> None:
    data = zhou.pack(solutions())
    assert len(data) == 53_954 * 9 + 2_326_963 == 2_812_549 and zhou.unpack(data) == solutions()
    assert all(zhou.state_code(state) < 1 << 50 for state in solutions())
    assert max(step for steps in solutions().values() for step in steps) < 1 << 6


@pytest.mark.slow
def test_the_file_is_the_one_that_the_atlas_writes(tmp_path: Path) -> None:
    write_file(tmp_path / "solutions", Atlas.of(HENGDAO, "step"))
    compiled = zhou.unpack((tmp_path / "solutions").read_bytes())
    assert compiled.keys() == solutions().keys()
    assert all(len(compiled[state]) == len(steps) for state, steps in solutions().items())
    for state in list(compiled)[::997]:
        assert zhou.play(state, compiled[state])[-1][9] == 13


def test_the_code_is_the_notations() -> None:
    assert write(HENGDAO, "zhou") == f"{zhou.state_code(STATE):016X}"


def test_the_eight_hardest() -> None:
    hardest = zhou.hardest(solutions())
    assert [len(solutions()[state]) for state in hardest] == [126] * 4 + [125] * 4
    lengths = [len(steps) for steps in solutions().values()]
    assert (lengths.count(126), lengths.count(125)) == (4, 6)


def test_the_table_knows_what_cannot_be_solved() -> None:
    layout = next(s for s in enumeration().states if s not in solutions())
    found = exhibit("zhou-table").prepare(HENGDAO.started(Layout(_grouped(layout))))()
    assert found.depth is None


def _grouped(state: zhou.State) -> tuple[tuple[int, ...], ...]:
    sizes = [kind.size for kind in HENGDAO.kinds]
    pairs = list(zip(zhou.ORDER, state, strict=True))
    return tuple(tuple(cell for size, cell in pairs if size == each) for each in sizes)


def test_only_the_classic_pieces() -> None:
    with pytest.raises(InputError, match="2x2:1 2x1:1 1x2:4 1x1:4"):
        exhibit("zhou-search").prepare(Puzzle.parse("HAAI/HAAI/JKNL/JKOL/P..Q"))


# zhoutk

WARRIORS = [
    zhoutk.Warrior(size, left, top)
    for size, left, top in (
        ("1x2", 0, 0),
        ("2x2", 1, 0),
        ("1x2", 3, 0),
        ("1x2", 0, 2),
        ("2x1", 1, 2),
        ("1x2", 3, 2),
        ("1x1", 0, 4),
        ("1x1", 1, 3),
        ("1x1", 2, 3),
        ("1x1", 3, 4),
    )
]


def test_the_board_as_he_prints_it() -> None:
    state = zhoutk.GameState()
    assert state.init_state(WARRIORS)
    printed = (DATA / "zhoutk_board.txt").read_text("utf-8")
    assert zhoutk.printed(state) == printed.rstrip("\n")


def test_a_warrior_finds_no_place_on_another_or_on_the_frame() -> None:
    state = zhoutk.GameState()
    assert not state.init_state([*WARRIORS[:2], zhoutk.Warrior("1x1", 2, 1)]) and len(state.heroes) == 2
    for left, top in ((-1, 0), (3, 0), (0, -1), (0, 4)):
        assert not zhoutk.is_position_available(zhoutk.GameState(), "2x2", left, top)


def test_a_state_that_names_the_persons_is_a_puzzle_of_theirs() -> None:
    found = zhou.persons("8,0,11,3, 19,16,14,13,9,1")
    assert found is not None and found.rows() != ()
    assert {p.label: p.head for p in found.pieces} == dict(
        zip(
            ("赵云", "马超", "张飞", "黄忠", "卒1", "卒2", "卒3", "卒4", "关羽", "曹操"),
            (8, 0, 11, 3, 19, 16, 14, 13, 9, 1),
            strict=True,
        )
    )
    assert zhou.persons("876543210") is zhou.persons("1,2,3") is None
    pytest.raises(InputError, zhou.persons, "3,0,8,11,13,14,16,19,10,1").match("关羽")


def test_the_persons_go_along_with_the_steps_of_the_show() -> None:
    cells = (8, 0, 11, 3, 19, 16, 14, 13, 9, 1)
    found = trace("zhou-file", zhou.persons(",".join(map(str, cells))), whole=False)
    told = [(values["person"], values["way"]) for what, values, _ in found.frames if what == "step"]
    steps = bytes(values["byte"] for what, values, _ in found.frames if what == "step")
    expected = [(who.replace("兵", "卒"), way) for who, way in zhou.restored(cells, steps)]
    assert told == expected and len(told) == 116
