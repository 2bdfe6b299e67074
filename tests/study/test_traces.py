"""Traces have the layouts of the exhibits that write them, in their order, and their figures."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from huarong.errors import Cancelled, InputError, UnknownName
from huarong.library.reader import puzzle
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.study import exhibit
from huarong.study.classic import Classic
from huarong.study.lv import Version, run
from huarong.study.lv.chessmen import Plane, Stride8
from huarong.study.lv.visited import AvlTree, ChainedHash, LinearList, fold
from huarong.study.ma.recursions import MatrixRecursion
from huarong.study.traces import SHOWS, Trace, trace
from huarong.study.traces.tape import layout_text
from tests.examples import few

VERSIONS = {
    "lv-avl": Version(32, AvlTree, Plane),
    "lv-avl64": Version(64, AvlTree, Plane),
    "lv-linear": Version(32, LinearList, Plane),
    "lv-hash": Version(64, ChainedHash, Stride8),
}


def replayed(found: Trace, upto: int | None = None) -> dict[str, dict[Any, Any]]:
    """The tables after a number of frames, as a page makes them."""
    tables: dict[str, dict[Any, Any]] = {}
    for _, _, puts in found.frames[:upto]:
        for table, key, value in puts:
            if value is None:
                tables.setdefault(table, {}).pop(key, None)
            else:
                tables.setdefault(table, {})[key] = value
    return tables


@pytest.mark.parametrize("show", SHOWS, ids=lambda show: show.name)
def test_a_trace_is_plain_small_and_the_beginning_of_the_whole(show: Any) -> None:
    first = trace(show.name, whole=False)
    assert first.to_json()["format"] == 1
    assert 1 < len(first.frames) <= 1000
    short = trace(show.name, frames=10, whole=False)
    if show.name != "now-sets":  # which measures times
        assert short.frames == first.frames[:10]
    assert short.steps is None or short.steps == first.steps
    for what, values, puts in first.frames:
        assert what and isinstance(values, dict)
        assert len({(table, key) for table, key, _ in puts}) <= len(puts)


@pytest.mark.parametrize("name", few(VERSIONS, 2))
def test_lv_finds_the_same_layouts_in_the_same_order(name: str) -> None:
    opening = puzzle("退一步海阔天空")
    report, mediator = run(Classic.of(opening), VERSIONS[name])
    found = trace(name, opening, 8, frames=4000)
    tables = replayed(found)
    node, codes, parents = mediator.tree.root, [], []
    number: dict[int, int] = {}
    while node is not None:
        number[id(node)] = len(codes)
        codes.append(node.step.layout)
        parents.append(number[id(node.parent)] if node.parent else None)
        node = node.link
    listed = [tables["list"][n] for n in range(len(tables["list"]))]
    assert [entry[3] for entry in listed] == codes
    assert [entry[0] for entry in listed] == parents
    assert found.whole is not None
    ours = exhibit(name if name != "lv-hash" else "lv-stride8").prepare(opening)()
    assert (ours.layouts, ours.duplicates, ours.depth) == tuple(
        found.whole[key] for key in ("layouts", "duplicates", "depth")
    )
    pops = [values["code"] for what, values, _ in found.frames if what == "pop"]
    assert pops == [step.layout for step in report.steps]


def test_the_tree_that_is_replayed_is_the_exhibits_tree() -> None:
    opening = puzzle("孔明扇")
    found = trace("lv-avl", opening, 8, frames=4000)
    _, mediator = run(Classic.of(opening), VERSIONS["lv-avl"])
    tables, known = replayed(found), mediator.known
    assert isinstance(known, AvlTree)

    def walk(n: int, node: Any) -> None:
        if node is None:
            assert n == -1
            return
        left, right, height, code = tables["tree"][n]
        assert (code, height) == (node.code, node.height)
        walk(left, node.left)
        walk(right, node.right)

    walk(tables["at"]["root"], known.root)
    turned = sum(what == "turned" for what, _, _ in found.frames)
    assert 0 < turned < len(tables["tree"])


@pytest.mark.slow
def test_the_chains_that_are_replayed_are_the_exhibits_chains() -> None:
    opening = puzzle("捷足先登")
    found = trace("lv-hash", opening, 8, frames=1500, whole=False)
    tables = replayed(found)
    codes = {n: entry[3] for n, entry in tables["list"].items()}
    for place, chain in tables["hash"].items():
        assert {fold(codes[n]) for n in chain} == {place}
    assert sum(map(len, tables["hash"].values())) == len(codes)


def test_the_example_of_part_8() -> None:
    found = trace("lv-down")
    said = [(what, values.get("code"), values.get("piece")) for what, values, _ in found.frames]
    assert said[0] == ("start", 11199809, None)
    assert ("new", 11198801, 6) in said
    assert [code for what, code, _ in said if what == "known"] == [11198549]
    assert ("turned", 11144021, 4) in said


@pytest.mark.parametrize("name", few(VERSIONS, 2))
def test_look_ups_of_the_table_and_of_the_list_beside_it_are_counted_one_by_one(name: str) -> None:
    opening = puzzle("孔明扇")
    found = trace(name, opening, 8, frames=4000)
    kind = VERSIONS[name]
    _, table = run(Classic.of(opening), kind)
    _, plain = run(Classic.of(opening), Version(kind.bits, LinearList, kind.chessman))
    tables, looked, walked, codes = replayed(found), 0, 0, 1
    now: dict[str, int] = {}
    for what, values, puts in found.frames:
        now |= {key: value for at, key, value in puts if at == "at"}
        if what in ("new", "turned", "known"):
            looked, walked = looked + now["looked"], walked + now["walked"]
            assert now["walked"] == (values["n"] + 1 if what == "known" else codes)
            codes += what != "known"
    assert looked == tables["count"]["compared"] == table.known.compared
    assert walked == plain.known.compared
    if name != "lv-linear":
        assert tables["count"]["list_compared"] == walked


def test_what_handle_info_is_told_stands_in_the_window() -> None:
    found, told = trace("lv-down"), []
    for what, values, puts in found.frames:
        told += [(value, values["depth"]) for *at, value in puts if at == ["at", "info"]]
        assert what == "level" or not any(at == ["at", "info"] for *at, _ in puts)
    assert told == [(depth, depth - 1) for depth in range(2, 2 + len(told))] and told
    assert found.frames[-1][0] == "none"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lv-avl", {"height": 17, "pool": 1105}),
        ("lv-avl64", {"height": 18, "pool": 1105}),
        ("lv-hash", {"longest": 10, "pool": 1105}),
    ],
)
@pytest.mark.slow
def test_the_figures_of_hengdao(name: str, expected: dict[str, int]) -> None:
    found = trace(name, "横刀立马", frames=0)
    assert found.whole is not None
    assert found.whole | expected == found.whole
    assert (found.whole["layouts"], found.whole["depth"]) == (23_792, 81)


@pytest.mark.parametrize(
    ("name", "machine"),
    [("zhou-search", "zhou-search"), ("zhoutk-search", "zhoutk"), ("poos-branch", "poos-identity")],
)
def test_searches_by_steps_are_the_exhibits(name: str, machine: str) -> None:
    opening = puzzle("退一步海阔天空")
    found, ours = trace(name, opening, frames=4000), exhibit(machine).prepare(opening)()
    assert found.whole == {
        "layouts": ours.layouts,
        "duplicates": ours.duplicates,
        "depth": ours.depth,
    }
    boards = [
        next(value for table, key, value in puts if (table, key) == ("at", "board"))
        for what, values, puts in found.frames
        if what == "way" and values["n"]
    ]
    way = [
        layout_text(
            (kind.size, h)
            for kind, heads in zip(opening.kinds, layout.heads, strict=True)
            for h in heads
        )
        for layout in ours.path()
    ]
    assert boards == way[1:]
    depths = [entry[1] for _, entry in sorted(replayed(found)["list"].items())]
    counted = [len([*group]) for _, group in itertools.groupby(depths)]
    assert counted[: len(ours.levels)] == [*ours.levels]


def test_the_enumeration_with_pieces_given() -> None:
    found = trace("zhou-all", "横刀立马", 6)
    assert found.whole is not None and found.whole["states"] == 15
    crossed = [what for what, _, _ in found.frames if what.startswith("no_")]
    fits = [what for what, _, _ in found.frames if what in ("fits", "state")]
    assert len(crossed) + len(fits) == found.whole["trials"]
    with pytest.raises(InputError):
        trace("zhou-all", "横刀立马", 10)


@pytest.mark.slow
def test_the_whole_enumeration() -> None:
    assert trace("zhou-all", "横刀立马", 0, frames=0).whole == {
        "trials": 1_178_516,
        "states": 65_880,
    }


def test_a_word_adds_up_to_the_rank() -> None:
    opening = puzzle("横刀立马")
    tables = replayed(trace("zhou-file", opening, whole=False))
    passed = sum(entry[2] for entry in tables["word"].values())
    assert passed == Space.of(opening).rank(opening.start) == tables["count"]["rank"]
    assert tables["bytes"][8] == 116 and len(tables["bytes"]) == 9 + 116
    code = sum(byte << 8 * (7 - n) for n, byte in tables["bytes"].items() if n < 8)
    assert f"{code:050b}" == "".join(tables["bits"][n] for n in range(10))


def test_the_array_is_filled_as_printed() -> None:
    tables = replayed(trace("zhoutk-place", "横刀立马"), None)
    rows = [[tables["cell"][f"{y},{x}"] for x in range(6)] for y in range(7)]
    assert rows[0] == [-1] * 6 and rows[1][:2] == [-1, 1]
    hand = trace("zhoutk-place", calls="init")
    rows = [[replayed(hand)["cell"][f"{y},{x}"] for x in range(6)] for y in range(7)]
    assert rows[4] == [-1, 4, 8, 9, 6, -1] and rows[5] == [-1, 7, 0, 0, 10, -1]
    for wrong in ("jump 1 0 0", "add 5 0 0", "add 1 x 0", "add 1 0"):
        with pytest.raises(InputError):
            trace("zhoutk-place", calls=wrong)


@pytest.mark.slow
def test_ma_counts_the_calls_of_the_article() -> None:
    found = trace("ma-tree", "8 7 6/5 4 3/2 1 0", 30, frames=100)
    assert found.whole == {
        "calls": 49_560_975, "tests": 77_269_656, "ways": 10, "first_calls": 8_292_445, "first_tests": 12_926_284,
    }  # fmt: skip


def test_ma_counts_calls_and_tests() -> None:
    small = trace("ma-tree", "1 2 3/4 0 6/7 5 8", 6, frames=4000)
    run = MatrixRecursion((1, 2, 3, 4, 0, 6, 7, 5, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0), 6).run()
    tables = replayed(small)
    assert (tables["count"]["calls"], tables["count"]["tests"]) == (run.calls, run.tests)
    assert [*tables["ways"].values()] == [",".join(map(str, way)) for way in run.ways]
    assert small.steps == len(small.frames) == 1 + run.calls + run.tests + len(run.ways)


def test_four_programs_abreast() -> None:
    tables = replayed(trace("ma-four", "1 2 3/4 0 6/7 5 8", 5, frames=4000))
    counts = [
        (tables[f"{n}:count"]["calls"], tables[f"{n}:count"]["tests"], tables[f"{n}:count"]["ways"])
        for n in range(4)
    ]
    assert len(set(counts)) == 1


def test_the_knight() -> None:
    assert trace("ma-knight", option=5, frames=50).whole == {"tours": 304}
    assert trace("ma-knight", option=3).whole == {"calls": 15, "tours": 0}


def test_the_mirror_formula_never_agrees() -> None:
    whole = trace("poos-mirror", "孔明扇", frames=0).whole
    assert whole is not None
    assert whole["agree"] == 0 and whole["right_images"] == whole["layouts"]


def test_the_keys_of_the_compiled_search() -> None:
    found = trace("now-bits", "孔明扇")
    tables = replayed(found)
    assert found.whole is not None and found.whole["depth"] == 16
    depths = [entry[1] for entry in tables["list"].values()]
    assert depths == sorted(depths)
    for _, (parent, depth, _) in tables["list"].items():
        assert parent is None or tables["list"][parent][1] == depth - 1
    mirrored = trace("now-mirror", "横刀立马", frames=0).whole
    assert (
        mirrored is not None and mirrored["layouts"] * 2 > mirrored["apart"] > mirrored["layouts"]
    )


def test_table_and_sweep_know_the_same() -> None:
    ranks, sweep = trace("now-ranks", "横刀立马").whole, trace("now-sweep", "横刀立马").whole
    assert ranks is not None and sweep is not None
    assert ranks == {"size": 65_880, "known": 53_954, "depth": 116}
    assert (sweep["known"], sweep["depth"], sweep["words"]) == (53_954, 126, 4392)


def test_endings_meet_what_the_exhibit_meets() -> None:
    opening = puzzle("孔明扇")
    found = trace("poos-endings", opening)
    ours = exhibit("poos-endings").prepare(opening)()
    assert found.whole is not None
    assert (found.whole["endings_met"], found.whole["endings_length"]) == (ours.layouts, ours.depth)
    assert found.whole["astar_length"] == 22
    last = replayed(found)["1:at"]
    assert last["ending"][13] == "B"
    assert 0 <= last["differ"] <= 20


@pytest.mark.slow  # the record of posts is chosen from all layouts
def test_leaps_are_those_of_the_exhibits() -> None:
    opening = puzzle("孔明扇")
    found = trace("poos-posts", opening)
    assert found.whole is not None
    for name in ("stations", "posts"):
        assert found.whole[f"{name}_length"] == exhibit(f"poos-{name}").prepare(opening)().depth
    assert found.whole["keys_length"] == solve(opening, "step").length
    tables = replayed(found)
    assert len(tables["1:way"]) == found.whole["posts_length"] + 1
    assert len(tables["0:met"]) == found.whole["stations_met"]


def test_weights_meet_what_the_exhibits_meet() -> None:
    opening = puzzle("孔明扇")
    whole = trace("poos-weights", opening, frames=0).whole
    assert whole is not None
    assert whole["bfs_length"] == whole["astar_length"] == 22
    for name in ("astar", "recorded"):
        ours = exhibit(f"poos-{name}").prepare(opening)()
        assert (whole[f"{name}_met"], whole[f"{name}_length"]) == (ours.layouts, ours.depth)
    assert whole["recorded_met"] < whole["astar_met"] < whole["bfs_met"]
    found = trace("now-patterns", opening)
    assert found.whole is not None
    assert found.whole["patterns_length"] == 22
    assert found.whole["patterns_met"] < found.whole["astar_met"] == whole["astar_met"]
    tables = replayed(found)
    assert len(tables["1:met"]) == found.whole["patterns_met"]
    assert len(tables["0:way"]) == 23


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(UnknownName):
        trace("lv-avk")
    with pytest.raises(InputError):
        trace("lv-avl", "876543210")
    with pytest.raises(InputError):
        trace("lv-avl", frames=1 << 20)
    with pytest.raises(Cancelled):
        trace("zhou-all", "横刀立马", 0, frames=0, cancel=lambda: True)
