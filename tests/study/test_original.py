"""吕震宇's program as he wrote it, and his worked example."""

import random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from huarong.library.reader import puzzle
from huarong.model.puzzle import Puzzle
from huarong.study import exhibit, worked_example
from huarong.study.classic import Classic
from huarong.study.lv import VERSIONS, run
from huarong.study.lv.levels import level_widths, widest_levels
from huarong.study.lv.original import DuplicateError, RaisingTree, quick_sort, sorted_table

EASY = Puzzle.parse("NBBO/HAAI/HAAI/JPQK/J..K")


@given(st.lists(st.integers(0, 20)))
def test_quick_sort_sorts(numbers: list[int]) -> None:
    mine = numbers[:]
    quick_sort(mine)
    assert mine == sorted(numbers)


def test_a_duplicate_is_told_by_an_exception() -> None:
    tree = RaisingTree()
    codes = random.Random(1).sample(range(1000), 100)
    for code in codes:
        tree.insert(code)
    for code in codes:
        pytest.raises(DuplicateError, tree.insert, code)


@pytest.mark.parametrize("name", ["exception", "quicksort", "sorted", "recursive", "original"])
def test_old_forms_find_what_the_modern_ones_find(name: str) -> None:
    old, new = (exhibit(each).prepare(EASY)() for each in (f"lv-{name}", "lv-avl"))
    assert (old.levels, old.duplicates, old.depth) == (new.levels, new.duplicates, new.depth)


@pytest.mark.slow
def test_in_the_articles_own_order_the_pool_grows_to_1100() -> None:
    report, mediator = run(Classic.of(puzzle("横刀立马")), VERSIONS["lv-original"])
    assert len(report.steps) - 1 == 81
    assert mediator.pool.count == 1100


def test_the_worked_example() -> None:
    found = worked_example()
    made = [(each["kind"], each["code"]) for each in found["events"] if each["kind"] != "level"]
    assert made[:6] == [
        ("start", 11199809),
        ("new", 11198801),
        ("new", 11199557),
        ("new", 11198549),
        ("duplicate", 11198549),
        ("new", 11144021),
    ]
    assert [each["piece"] for each in found["events"][1:3]] == [6, 7]
    last = next(each for each in found["events"] if each["code"] == 11144021)
    assert last["rotated"]
    assert nested(last["tree"]) == (
        11199557,
        (11198549, (11144021, None, None), (11198801, None, None)),
        (11199809, None, None),
    )
    assert [place for place in last["pool"] if place["code"]] == [
        {"code": 11198549, "marks": ["current", "last"]},
        {"code": 11144021, "marks": ["allocate"]},
    ]


def nested(tree: Any) -> Any:
    return tree and (tree["code"], nested(tree["left"]), nested(tree["right"]))


def test_a_duplicate_leaves_its_place_free() -> None:
    events = worked_example()["events"]
    at = next(i for i, each in enumerate(events) if each["kind"] == "duplicate")
    allocated = [[p["code"] for p in events[i]["pool"] if "allocate" in p["marks"]] for i in (at - 1, at)]
    assert allocated[0] == allocated[1] == [11198549]


def test_the_stack_begins_with_the_start_and_its_move() -> None:
    found = worked_example()
    assert found["pushed"] == found["popped"][::-1]
    assert [(step["layout"], step["chessman"]) for step in found["popped"]][:2] == [(11199809, 6), (11198801, 7)]
    assert found["popped"][-1]["method"] == "Nothingness"
    assert found["events"][0]["tree"] == {"code": 11199809, "left": None, "right": None}


def test_the_table_of_part_11() -> None:
    rows = sorted_table(Puzzle.parse("ABBC/ABBC/DGHF/DJKF/.EE."))
    keys = [key for _, _, _, key, _ in rows]
    assert keys == [0, 1, 3, 20, 21, 22, 23, 31, 32, 40, 41, 43]
    assert [row[0] for row in rows] == [*"ABCDGHFJK", "", "E", ""]


def test_levels_are_those_of_the_search() -> None:
    for text in ("横刀立马", "捷足先登"):
        assert level_widths(puzzle(text)) == exhibit("set-move").prepare(puzzle(text))().levels


@pytest.mark.slow
def test_the_widest_levels_of_11_and_12_pieces() -> None:
    assert [widest_levels(n)[0].layouts for n in (11, 12)] == [2952, 3742]
