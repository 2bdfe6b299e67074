"""The four methods: in one table with the reasons why they differ, and in plain Python to be stepped through."""

import functools

import pytest
from hypothesis import given

from huarong.errors import InputError
from huarong.graph import astar, bfs, idastar
from huarong.model.puzzle import Puzzle
from huarong.processes import Told
from huarong.study import compare, comparison
from huarong.study.comparison import compare_methods
from huarong.study.plain import BoundedPlain
from huarong.study.traces import trace
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared runs in no process of its own, which takes longer to start than most of it to end."""
    monkeypatch.setattr(
        comparison, "json_lines", lambda words, text, *_: Told(comparison.run_method(text, *words[1:]), "", "")
    )


@pytest.mark.usefixtures("in_this_process")
def test_idastar_sees_fewer_tiles_because_of_its_bound() -> None:
    found = compare_methods("876543210")
    rows = {each.name: each for each in found.rows}
    assert {each.length for each in found.rows} == {30}
    layouts = {name: each.layouts or 0 for name, each in rows.items()}
    assert 0 < layouts["idastar"] < 100 < layouts["astar"] < layouts["bfs"]
    assert rows["idastar"].bound > rows["astar"].bound > rows["bfs"].bound == 0
    assert "because their bounds at the start differ" in found.text()
    assert "因为下界不同" in found.text("zh")
    assert found.to_json()["reasons"]


@pytest.mark.usefixtures("in_this_process")
def test_methods_with_one_bound_say_what_else_differs() -> None:
    found = compare_methods("Rush Hour 1", "step")
    assert {each.length for each in found.rows} == {16}
    assert "starts again whenever the bound rises" in found.text()


def test_a_method_without_time_says_so() -> None:
    """Of tiles that no solution orders, IDA* may say so at once, by parity; the others have no time to find out."""
    found = compare_methods("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", max_seconds=1)
    assert all(each.trouble or each.length for each in found.rows)
    assert any("no result within" in each.trouble for each in found.rows)


@given(puzzles())
@examples(40)
def test_the_plain_searches_find_the_shortest(given: Puzzle) -> None:
    plain = BoundedPlain(given)
    wanted = naive.bfs(given, "step").distance
    for search in (bfs, astar, functools.partial(idastar, table=True)):
        found = search(plain, plain.start)
        assert found.length == wanted
        if wanted is not None:
            assert plain.is_goal(found.path[-1])
            assert plain.heuristic(plain.start) <= wanted


def test_each_search_of_the_show_finds_the_length() -> None:
    for opening, length in (("退一步海阔天空", 13), ("1 2 3/4 0 6/7 5 8", 2), ("Rush Hour 1", 16)):
        whole = trace("now-searches", opening, frames=0).whole
        assert whole is not None
        assert {value for name, value in whole.items() if name.endswith("length")} == {length}
    pytest.raises(InputError, trace, "now-searches", "AB#/..#/goal:/.A#/..#", frames=0).match("open boards")


def test_a_search_from_both_ends_meets_fewer_tiles() -> None:
    whole = trace("now-searches", "1 2 3/4 5 6/0 7 8", frames=0).whole
    assert whole is not None
    assert whole["bidirectional_met"] <= whole["bfs_met"]
    assert whole["astar_met"] <= whole["bfs_met"]


def test_a_recursion_is_counted_to_the_first_way_and_in_all() -> None:
    (row,) = compare("1 2 3/4 0 6/7 5 8", ["ma-compiled"], repeats=1).results
    assert row.whole is not None
    assert row.whole["ways"] == 1
    assert row.whole["layouts"] > (row.layouts or 0)
    assert "in all: 1 way, 13 calls" in row.notes
