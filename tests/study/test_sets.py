"""The bench of visited sets: all structures know the same codes, and what they cost grows as it should."""

import itertools
import math
import random
from types import SimpleNamespace

import pytest

from huarong.errors import InputError
from huarong.library.reader import puzzle
from huarong.limits import Watch
from huarong.study import sets
from huarong.study.lv.visited import LinearList
from huarong.study.sets import bench, fed, sequence
from huarong.study.traces import trace
from huarong.study.visited_sets import STRUCTURES, Probing, RankBitmap


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
    assert all(known.insert(code) for code in range(100))
    assert len(known.table) == 256
    assert not any(known.insert(code) for code in range(100))


def test_the_codes_are_those_of_the_search() -> None:
    """As many different ones as there are layouts within reach, and as many look-ups as moves out of all of them and
    the start.
    """
    looked, states, different = sequence(puzzle("1 2 3/4 5 0"), 10_000, Watch())
    assert different == len(set(looked)) == len(set(states)) == 360
    assert len(looked) == 1 + 2 * (360 * 7 // 6)


def test_curves_grow_as_the_structures_promise() -> None:
    found = bench("横刀立马", 1200)
    curves = {each.name: each for each in found.curves}
    assert {each.points[-1].codes for each in found.curves} == {1200}
    assert {each.points[-1].lookups for each in found.curves} == {found.lookups}
    first, last = ({name: each.points[i] for name, each in curves.items()} for i in (3, -1))
    assert last["list"].compared > 3 * first["list"].compared
    assert last["bisection"].compared <= math.log2(1201)
    assert last["avl"].compared < last["tree"].compared
    assert curves["avl"].worst < 1.44 * math.log2(1202)
    assert last["chains"].compared < 2
    assert last["set"].compared is last["bitmap"].compared is None
    assert last["bitmap"].bytes == first["bitmap"].bytes < 8400 < last["bisection"].bytes
    assert "AVL 树" in found.text("zh")
    assert found.svg("zh").count("<path") == 6 + 8 + 8
    assert found.to_json()["curves"][0]["name"] == "list"


def test_a_structure_that_is_too_slow_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is read twice between two points, a share of 5.5 s ends before the third."""
    clock = SimpleNamespace(perf_counter=itertools.count().__next__, process_time=lambda: 0.0)
    monkeypatch.setattr(sets, "time", clock)
    looked, marks = range(4000), [(n, n) for n in range(250, 4001, 250)]
    slow = fed("list", LinearList(), looked, marks, 5.5, Watch())
    assert slow.trouble == "ended after 5.5 s"
    assert [point.codes for point in slow.points] == [250, 500]
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
        assert last[name][1] == wanted
        assert last[name][2] == point.bytes
