"""Methods, and visited sets, compared: in one table with the reasons, and in plain Python."""

import functools
import itertools
import math
import random
from types import SimpleNamespace

import pytest
from hypothesis import given

from huarong.errors import InputError
from huarong.graph import astar, bfs, idastar
from huarong.library.reader import puzzle
from huarong.limits import Watch
from huarong.model.puzzle import Puzzle
from huarong.processes import Told
from huarong.study import compare, comparison, sets
from huarong.study.comparison import compare_methods
from huarong.study.lv.visited import LinearList
from huarong.study.plain import BoundedPlain
from huarong.study.sets import bench, fed, sequence
from huarong.study.traces import trace
from huarong.study.visited_sets import STRUCTURES, Probing, RankBitmap
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
    assert found.svg().count("<rect") == 4
    rows = {each.name: each for each in found.rows}
    assert {each.length for each in found.rows} == {30}
    layouts = {name: each.layouts or 0 for name, each in rows.items()}
    assert 0 < layouts["idastar"] < 100 < layouts["astar"] < layouts["bfs"]
    assert rows["idastar"].bound > rows["astar"].bound > rows["bfs"].bound == 0
    assert "because their bounds at the start differ" in found.text()
    assert "因为两者的下界不同" in found.text("zh") and found.to_json()["reasons"]


@pytest.mark.slow
@pytest.mark.usefixtures("in_this_process")
def test_methods_with_one_bound_say_what_else_differs() -> None:
    found = compare_methods("slide: along/XX.B.C/...B.C/....../goal:/....XX/....../......", "step")
    assert {each.length for each in found.rows} == {6}
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
            assert plain.is_goal(found.path[-1]) and plain.heuristic(plain.start) <= wanted


def test_plain_searches_know_the_cells_beyond_the_first_word() -> None:
    for cells, length in ((".A..", 2), (".AB.", None), ("A.B.", None)):
        board, goal = "." * 62 + cells, "." * 65 + "A"
        plain = BoundedPlain(
            Puzzle.parse(f"slide: B=none/{board}/goal:/{goal}" if "B" in cells else f"{board}/goal:/{goal}")
        )
        assert bfs(plain, plain.start).length == length


def test_each_search_of_the_show_finds_the_length() -> None:
    for opening, length in (("退一步海阔天空", 13), ("1 2 3/4 0 6/7 5 8", 2), ("Rush Hour 1", 16)):
        whole = trace("now-searches", opening, frames=0).whole
        assert whole is not None
        assert {value for name, value in whole.items() if name.endswith("length")} == {length}
    pytest.raises(InputError, trace, "now-searches", "AB#/..#/goal:/.A#/..#", frames=0).match("without walls")


def test_a_search_from_both_ends_meets_fewer_tiles() -> None:
    whole = trace("now-searches", "1 2 3/4 5 6/0 7 8", frames=0).whole
    assert whole is not None and whole["bidirectional_met"] <= whole["bfs_met"]
    assert whole["astar_met"] <= whole["bfs_met"]


def test_a_recursion_is_counted_to_the_first_way_and_in_all() -> None:
    (row,) = compare("1 2 3/4 0 6/7 5 8", ["ma-compiled"], repeats=1).results
    assert row.whole is not None and row.whole["ways"] == 1
    assert row.whole["layouts"] > (row.layouts or 0) and "in all: 1 path, 13 calls" in row.notes


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_structure_knows_what_a_set_knows(name: str) -> None:
    draw = random.Random(7)
    known, plain = STRUCTURES[name](), set[int]()
    for _ in range(3000):
        code = draw.randrange(1 << draw.choice((8, 40, 90)))
        assert known.insert(code) == (code not in plain)
        plain.add(code)


def test_a_bitmap_knows_ranks() -> None:
    known = RankBitmap(11)
    assert [known.insert(rank) for rank in (0, 10, 0, 9, 10)] == [True, True, False, True, False]


def test_probing_comes_to_every_place_and_grows() -> None:
    known = Probing(8)
    assert all(known.insert(code) for code in range(100)) and len(known.table) == 256
    assert not any(known.insert(code) for code in range(100))


def test_the_codes_are_those_of_the_search() -> None:
    """As many different ones as layouts within reach, as many look-ups as moves out of them and the start."""
    looked, states, different = sequence(puzzle("1 2 3/4 5 0"), 10_000, Watch())
    assert different == len(set(looked)) == len(set(states)) == 360 and len(looked) == 1 + 2 * (360 * 7 // 6)


def test_curves_grow_as_the_structures_promise() -> None:
    found = bench("横刀立马", 1200)
    curves = {each.name: each for each in found.curves}
    assert {each.points[-1].codes for each in found.curves} == {1200}
    assert {each.points[-1].lookups for each in found.curves} == {found.lookups}
    first, last = ({name: each.points[i] for name, each in curves.items()} for i in (3, -1))
    assert last["list"].compared > 3 * first["list"].compared and last["bisection"].compared <= math.log2(1201)
    assert last["avl"].compared < last["tree"].compared
    assert found.text().endswith(f"takes another {found.ranking:,.0f} ns.\n")
    assert curves["avl"].worst < 1.44 * math.log2(1202) and last["chains"].compared < 2
    assert last["set"].compared is last["bitmap"].compared is None
    assert last["bitmap"].bytes == first["bitmap"].bytes < 8400 < last["bisection"].bytes
    assert "AVL 树" in found.text("zh") and found.svg("zh").count("<path") == 6 + 8 + 8
    assert found.to_json()["curves"][0]["name"] == "list"


def test_a_structure_that_is_too_slow_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is read twice between two points, a share of 5.5 s ends before the third."""
    clock = SimpleNamespace(perf_counter=itertools.count().__next__, process_time=lambda: 0.0)
    monkeypatch.setattr(sets, "time", clock)
    looked, marks = range(4000), [(n, n) for n in range(250, 4001, 250)]
    slow = fed("list", LinearList(), looked, marks, 5.5, Watch())
    assert slow.trouble == "ended after 5.5 s" and [point.codes for point in slow.points] == [250, 500]
    assert len(fed("list", LinearList(), looked, marks, 60, Watch()).points) == 16


def test_a_bitmap_of_too_many_layouts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "STRUCTURES", {})
    last = bench("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", 50).curves[-1]
    assert last.trouble == "a bitmap of all layouts would take 2.38 TiB"
    pytest.raises(InputError, bench, "横刀立马", 0)


def test_the_show_feeds_what_the_bench_feeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last point of each curve compares as often as the bench does on as many codes."""
    monkeypatch.setattr(sets, "_POINTS", 2)
    told = trace("now-sets", "捷足先登", 60, frames=100)
    last: dict[str, list[float]] = {}
    for _, _, puts in told.frames:
        last |= {str(key).split(":")[0]: value for table, key, value in puts if table == "curve"}
    found = {each.name: each.points[-1] for each in bench("捷足先登", 60).curves}
    assert set(last) == set(found)
    for name, point in found.items():
        assert last[name][0] == point.codes == 60
        wanted = None if point.compared is None else round(point.compared, 2)
        assert last[name][1] == wanted and last[name][2] == point.bytes
