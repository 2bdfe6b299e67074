"""Traces have the layouts of the exhibits that write them, in their order, and their figures."""

import itertools
import json
from typing import Any

import pytest

from huarong.errors import InputError, UnknownName
from huarong.library.reader import puzzle
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.study import exhibit
from huarong.study.classic import Classic
from huarong.study.lv import Version, run
from huarong.study.lv.chessmen import Plane, Stride8
from huarong.study.lv.original import quick_sort
from huarong.study.lv.visited import AvlTree, ChainedHash, LinearList, fold
from huarong.study.ma.knight import tours
from huarong.study.ma.pieces import PieceRecursion
from huarong.study.ma.recursions import Compiled, CompiledSigns, MatrixRecursion
from huarong.study.record import Enough
from huarong.study.traces import SHOWS, Trace, trace
from huarong.study.traces.ma import begun
from huarong.study.traces.shows import show
from huarong.study.traces.tape import Tape, layout_text
from huarong.study.zhou import algorithm1, ten_cells
from huarong.web.pages import STATIC
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


def figures(name: str, start: str = "孔明扇", option: int | None = None, frames: int = 0) -> dict[str, Any]:
    """The figures of a whole run."""
    whole = trace(name, start, option, frames).whole
    assert whole is not None
    return whole


def begins(jumped: Trace, whole: Trace | Tape) -> None:
    """A recording that jumps has the steps of the whole run from its first on."""
    assert [frame[:2] for frame in jumped.frames] == [
        frame[:2] for frame in whole.frames[jumped.first : jumped.first + len(jumped.frames)]
    ]


SLOW = ("poos-posts", "now-sets")


@pytest.mark.parametrize(
    "show", [pytest.param(each, marks=[pytest.mark.slow] * (each.name in SLOW), id=each.name) for each in SHOWS]
)
def test_a_trace_is_plain_small_and_the_beginning_of_the_whole(show: Any) -> None:
    first = trace(show.name, whole=False)
    assert first.to_json()["format"] == 1 and 1 < len(first.frames) <= 1000
    short = trace(show.name, frames=10, whole=False)
    if show.name != "now-sets":  # which measures times
        assert short.frames == first.frames[:10]
    assert short.steps is None or short.steps == first.steps
    for what, values, puts in first.frames:
        assert what and isinstance(values, dict) and len({(table, key) for table, key, _ in puts}) <= len(puts)


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
    assert [entry[3] for entry in listed] == codes and [entry[0] for entry in listed] == parents
    assert found.whole is not None
    ours = exhibit(name if name != "lv-hash" else "lv-stride8").prepare(opening)()
    assert (ours.layouts, ours.duplicates, ours.depth) == tuple(
        found.whole[key] for key in ("layouts", "duplicates", "depth")
    )
    pops = [values["code"] for what, values, _ in found.frames if what.startswith("pop")]
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


def test_rotations_are_named_and_keep_the_order() -> None:
    def codes(shape: Any) -> list[int]:
        return [] if isinstance(shape, int) else [*codes(shape[1]), shape[0], *codes(shape[2])]

    def depth(shape: Any) -> int:
        return shape if isinstance(shape, int) else 1 + max(depth(shape[1]), depth(shape[2]))

    found, kinds = trace("lv-avl", "孔明扇", frames=600, whole=False), set()
    for what, values, puts in found.frames:
        if what == "turned":
            ((kind, before, after),) = (value for at, key, value in puts if (at, key) == ("at", "turn"))
            assert kind == values["turn"] and codes(before) == codes(after)
            assert depth(before) == depth(after) + 1 and before[0] != after[0]
            side = {"L": 1, "R": 2}
            assert depth(before[side[kind[0]]]) == depth(before[3 - side[kind[0]]]) + 2
            kinds.add(kind)
    assert kinds == {"LL", "LR", "RL", "RR"}


def test_the_mediators_calls_are_in_the_articles_order() -> None:
    said = [
        (what, replayed(f, n + 1)["at"]["calls"]) for f in [trace("lv-down")] for n, (what, _, _) in enumerate(f.frames)
    ]
    calls = {what: [(to, name) for _, to, name in each] for what, each in said}
    begin = [
        ("Mediator", "AllocateLayout"),
        ("CircularLinkedList", "AllocateLayout"),
        ("Mediator", "CheckStep"),
        ("AVLTree", "Insert"),
    ]
    assert calls["raised"][-4:] == begin
    assert calls["turned"][-6:] == [
        *begin,
        ("CircularLinkedList", "ConfirmAllocation"),
        ("TreeLinkedList", "insertNode"),
    ]
    assert ("IResultHandler", "HandleInfo") in calls["level"]
    assert calls["goal"][-1] == ("IResultHandler", "HandleResult")


def test_the_search_calls_itself_once_a_level_and_sorts_its_second_array() -> None:
    found = trace("lv-original", "孔明扇", frames=300, whole=False)
    tables = replayed(found)
    assert [*tables["begun"]] == [*range(1, max(tables["begun"]) + 1)]
    men, order = tables["arrays"]["chessmen"], tables["arrays"]["sorted"]
    assert sorted(order) == [*range(12)]
    cells = [men[place][1] for place in order]
    assert cells == sorted(cells)


@pytest.mark.parametrize(
    ("name", "machine", "counts"),
    [
        ("lv-original", "lv-original", "layouts duplicates depth"),
        ("lv-four", "lv-onecell", "layouts depth"),
        ("zhou-search", "zhou-search", "layouts duplicates depth"),
        ("zhoutk-search", "zhoutk", "layouts duplicates depth"),
        ("poos-branch", "poos-identity", "layouts duplicates depth"),
        ("poos-protocol", "poos-protocol", "layouts duplicates depth"),
    ],
)
def test_the_figures_of_a_search_are_those_of_its_exhibit(name: str, machine: str, counts: str) -> None:
    whole, ours = figures(name), exhibit(machine).prepare(puzzle("孔明扇"))()
    assert {each: whole[each] for each in counts.split()} == {each: getattr(ours, each) for each in counts.split()}


def test_the_codes_of_the_article() -> None:
    found = trace("lv-codes", "横刀立马")
    assert found.whole == {"code26": 11199809, "code64": "577606461035643914", "place": 19815}
    tables = replayed(found)
    assert tables["at"]["code26"] == format(11199809, "026b")
    assert int(tables["at"]["code64"], 2) == 577606461035643914
    assert [tables["row"][n][3] for n in range(12)] == sorted(row[3] for row in tables["row"].values())
    assert sum(value for _, value, _, _ in tables["groups"].values()) == tables["at"]["hash"] == 19815


def test_the_quicksort_is_the_articles() -> None:
    for malik, opening in ((0, "横刀立马"), (1, "")):
        found = trace("lv-sort", opening, malik)
        keys = [replayed(found)["item"][n][0] for n in range(9 if malik else 12)]
        assert keys == sorted(keys)
        begun = [replayed(found, 1)["item"][n][0] for n in range(len(keys))]
        sort_items = begun[:]
        seen: list[str] = []
        quick_sort(sort_items, lambda what, *_, seen=seen: seen.append(f"sort_{what}"))
        assert [what for what, _, _ in found.frames[1:-1]] == seen
    (pivot,) = {values["pivot"] for what, values, _ in found.frames[2:3]}
    assert pivot == 50


@pytest.mark.parametrize("name", ["lv-avl", "zhou-search", "poos-branch"])
def test_a_tape_jumps_into_the_run_that_it_is(name: str) -> None:
    whole = trace(name, "退一步海阔天空", frames=4000, whole=False)
    ends = [n for n, (what, _, _) in enumerate(whole.frames) if what == "goal"]
    if not ends:
        later = trace(name, "退一步海阔天空", frames=30, whole=False, to="step:3000")
        assert later.first + (later.target or 0) == 2999
        begins(later, whole)
        assert replayed(later, 1) == {k: v for k, v in replayed(whole, later.first + 1).items() if v}
        return
    found = trace(name, "退一步海阔天空", frames=60, whole=False, to="goal")
    assert found.target is not None and found.first + found.target == ends[0]
    begins(found, whole)
    mine, theirs = replayed(found, 5), replayed(whole, found.first + 5)
    assert mine == {table: entries for table, entries in theirs.items() if entries}
    assert found.frames[-1][0] in ("is_solved", "way", "pop_last", "push")


def test_a_jump_to_the_next_rotation_goes_on_from_the_last() -> None:
    whole = trace("lv-avl", "孔明扇", frames=2000, whole=False)
    turns = [n for n, (what, _, _) in enumerate(whole.frames) if what == "turned"]
    at = 0
    for expected in turns[:3]:
        found = trace("lv-avl", "孔明扇", frames=30, whole=False, to="rotation", after=at)
        assert found.target is not None
        at = found.first + found.target
        assert at == expected


def test_each_way_of_a_recursion_can_be_jumped_to() -> None:
    start, most = "1 2 3/4 0 6/7 5 8", 14
    twin = Compiled((1, 2, 3, 4, 0, 6, 7, 5, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0), most).run()
    whole = Tape(10**6, whole=False)
    begun("ma-matrix", puzzle(start), most, whole)
    passes = [n for n, (what, _, _) in enumerate(whole.frames) if what == "pass"]
    assert len(passes) == len(twin.ways) == 5
    runs = [kind(twin.start, twin.goal, most).run() for kind in (Compiled, Compiled, CompiledSigns, CompiledSigns)]
    for number, at in enumerate(passes, 1):
        found = trace("ma-tree", start, most, 50, whole=False, to=f"way:{number}")
        assert found.target is not None and found.first + found.target == at
        begins(found, whole)
        shown = replayed(found, found.target + 1)
        assert shown["ways"][number - 1] == ",".join(map(str, twin.ways[number - 1]))
        assert (shown["count"]["calls"], shown["count"]["tests"]) == twin.at[number - 1]
        beside = trace("ma-four", start, most, 200, whole=False, to=f"way:{number}")
        assert beside.target is not None
        tables = replayed(beside, beside.target + 1)
        for n, own in enumerate(runs):
            assert tables[f"{n}:said"]["it"] == ["pass", {"n": number, "moves": len(own.ways[number - 1])}]
            assert tables[f"{n}:ways"][number - 1] == ",".join(map(str, own.ways[number - 1]))
            assert (tables[f"{n}:count"]["calls"], tables[f"{n}:count"]["tests"]) == own.at[number - 1]
            assert tables[f"{n}:at"]["board"] == "123456780"
    assert len(trace("ma-tree", start, most, 1, whole=False, to="way:3").frames) == 1
    deepest = trace("ma-tree", start, 6, 50, whole=False, to="deepest")
    assert deepest.target is not None and deepest.frames[deepest.target][1]["n"] == 6
    for wrong in ("way:6", "way", "goal", "rotation", "step:x"):
        pytest.raises(InputError, trace, "ma-tree", start, most, 50, whole=False, to=wrong)


def test_pieces_with_sign_matrices_are_the_exhibits_recursion() -> None:
    opening = puzzle("退一步海阔天空")
    found, run = trace("ma-pieces", opening, 3), PieceRecursion(Classic.of(opening), 3).run()
    assert found.whole == {"calls": run.calls, "tests": run.tests, "ways": len(run.ways)}
    whats = [what for what, _, _ in found.frames]
    assert whats.count("piece_call") == run.calls
    assert sum(whats.count(f"piece_{each}") for each in ("taken", "known", "fits")) == run.tests
    rows = replayed(found)["sign"]
    assert len(rows) == 20 and {*"".join(rows.values())} == {"0", "1"}


def test_key_points() -> None:
    opening = puzzle("孔明扇")
    posts = trace("poos-keys", opening)
    assert posts.whole is not None and posts.whole["length"] == solve(opening, "step").length
    assert posts.whole["posts"] == len(replayed(posts)["post"])


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
    # At the goal the tape ends; his program still tries the other pieces of that layout.
    assert looked == tables["count"]["compared"] <= table.known.compared
    assert walked <= plain.known.compared < walked + 10 * codes
    assert found.whole is not None and found.whole["compared"] == table.known.compared
    if name != "lv-linear":
        assert tables["count"]["list_compared"] == walked


def test_what_handle_info_is_told_stands_in_the_window() -> None:
    found, told = trace("lv-down"), []
    for what, values, puts in found.frames:
        told += [(value, values["depth"]) for *at, value in puts if at == ["at", "info"]]
        assert what == "level" or not any(at == ["at", "info"] for *at, _ in puts)
    assert told == [(depth, depth - 1) for depth in range(2, 2 + len(told))] and told
    assert found.frames[-1][0] == "is_solved"
    assert trace("lv-avl", "BBGA/BBHA/EECI/DJCF/D..F").frames[-1][0] == "none"


@pytest.mark.parametrize(
    ("name", "machine"), [("zhou-search", "zhou-search"), ("zhoutk-search", "zhoutk"), ("poos-branch", "poos-identity")]
)
def test_levels_and_path_of_a_search_are_those_of_its_exhibit(name: str, machine: str) -> None:
    opening = puzzle("退一步海阔天空")
    found, ours = trace(name, opening, frames=4000), exhibit(machine).prepare(opening)()
    boards = [
        next(value for table, key, value in puts if (table, key) == ("at", "board"))
        for what, values, puts in found.frames
        if what == "way" and values["n"]
    ]
    way = [
        layout_text((kind.size, h) for kind, heads in zip(opening.kinds, layout.heads, strict=True) for h in heads)
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
    pytest.raises(InputError, trace, "zhou-all", "横刀立马", 10)


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
        pytest.raises(InputError, trace, "zhoutk-place", calls=wrong)


def test_ma_counts_calls_and_tests() -> None:
    small = trace("ma-tree", "1 2 3/4 0 6/7 5 8", 6, frames=4000)
    run = MatrixRecursion((1, 2, 3, 4, 0, 6, 7, 5, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0), 6).run()
    tables = replayed(small)
    assert (tables["count"]["calls"], tables["count"]["tests"]) == (run.calls, run.tests)
    assert [*tables["ways"].values()] == [",".join(map(str, way)) for way in run.ways]
    assert small.steps == len(small.frames) == 2 + run.calls + 2 * run.tests + len(run.ways)
    kept, again = [[0] * 7], MatrixRecursion((1, 2, 3, 4, 0, 6, 7, 5, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0), 6)
    again.witness = lambda what, n, *x: what == "return" or (x and x[:1] == x[1:]) or kept.append(again.moved[:])
    again.run()
    for n, mc in enumerate(kept):
        assert [replayed(small, n + 1).get("mc", {}).get(k, 0) for k in range(7)] == mc, n


def test_four_programs_abreast() -> None:
    tables = replayed(trace("ma-four", "1 2 3/4 0 6/7 5 8", 5, frames=4000))
    counts = [
        (tables[f"{n}:count"]["calls"], tables[f"{n}:count"]["tests"], tables[f"{n}:count"]["ways"]) for n in range(4)
    ]
    assert len(set(counts)) == 1
    near = {p: [abs(p % 3 - q % 3) + abs(p // 3 - q // 3) == 1 for q in range(9)] for p in range(9)}
    beside = {p: "".join(str(int(each)) for each in row) for p, row in near.items()}
    signs = [tables[key] for key in tables if key.endswith("sign")]
    assert signs and all(each == beside for each in signs)


def test_programs_of_one_order_are_in_step_with_each_other() -> None:
    """Matrix and string do the same at each frame, in the same state; so do the sign matrix and the path."""
    found = trace("ma-four", "1 2 3/4 0 6/7 5 8", 5, frames=4000)
    for n in range(0, len(found.frames), 7):
        tables = replayed(found, n + 1)
        for one, other in ((0, 1), (2, 3)):
            for table in ("said", "at", "pass", "tree"):
                assert tables.get(f"{one}:{table}") == tables.get(f"{other}:{table}"), (n, table)
        for k in range(4):
            frames, state = tables.get(f"{k}:stack", {}), tables[f"{k}:at"]
            if frames and tables[f"{k}:said"]["it"][0] in ("call", "restore"):
                deepest = frames[max(frames)]
                assert deepest[1] == state["board"] == tables[f"{k}:pass"][state["n"]]
                assert deepest[3] == (None if k == 3 else state["board"])


def test_the_knight() -> None:
    assert trace("ma-knight", option=5, frames=50).whole == {"tours": 304}
    assert trace("ma-knight", option=3).whole == {"calls": 15, "tours": 0}


def test_warnsdorffs_rule_finishes_the_eight_by_eight_board() -> None:
    found = trace("ma-warnsdorff", whole=False)
    way = [values["cell"] for what, values, _ in found.frames if what == "knight"][:64]
    assert [what for what, _, _ in found.frames[:66]] == ["knight_begin", *64 * ["knight"], "tour"]
    assert sorted(way) == [*range(64)] and way[0] == 0
    near = {p: {q for q in way if {abs(p // 8 - q // 8), abs(p % 8 - q % 8)} == {1, 2}} for p in way}
    for n, (at, to) in enumerate(itertools.pairwise(way), 1):
        free = near[at] - {*way[:n]}
        assert to in free and len(near[to] - {*way[:n]}) == min(len(near[each] - {*way[:n]}) for each in free)


@pytest.mark.slow
def test_the_first_tour_in_the_articles_order_is_far_away() -> None:
    calls = 0

    def seen(what: str, p: int, n: int) -> None:
        nonlocal calls
        calls += what == "enter"
        if n == 63:
            raise Enough

    with pytest.raises(Enough):
        tours("ones", 8, 8, witness=seen)
    texts = json.loads((STATIC / "museum" / "words.json").read_text("utf-8"))["show_ma-knight_p"]
    assert all(f"{calls:,}" in text for text in texts)


@pytest.mark.parametrize("cells", show("zhou-valid").puzzles)
def test_algorithm_1_on_ten_numbers(cells: str) -> None:
    found, checks = trace("zhou-valid", cells), algorithm1(ten_cells(cells))
    assert found.steps == len(found.frames) == len(checks) and found.puzzle == cells
    faults = {"": ("fits", "valid"), "off": ("no_edge",)}
    for (what, *_), check in zip(found.frames, checks, strict=True):
        assert what in faults.get(check.fault, ("no_taken",))
    for wrong in ("横刀立马", "1,2,3", "0,1,2,3,4,5,6,7,8,20"):
        pytest.raises(InputError, trace, "zhou-valid", wrong)


def test_twelve_pieces_have_a_code_of_four_bytes() -> None:
    found = trace("lv-codes", "桃园三结义")
    tables = replayed(found)
    code = tables["at"]["code26"]
    assert len(code) == 30 and int(code, 2) == found.whole["code26"]
    assert len(tables["back"]) == 14
    assert tables["at"]["board"] == replayed(found, 1)["at"]["board"]


def test_the_mirror_formula_never_agrees() -> None:
    whole = figures("poos-mirror")
    assert whole["agree"] == 0 and whole["right_images"] == whole["layouts"]


def test_the_keys_of_the_compiled_search() -> None:
    found = trace("now-bits", "孔明扇")
    tables = replayed(found)
    assert found.whole is not None and found.whole["depth"] == 16
    depths = [entry[1] for entry in tables["list"].values()]
    assert depths == sorted(depths)
    for _, (parent, depth, _) in tables["list"].items():
        assert parent is None or tables["list"][parent][1] == depth - 1
    mirrored = figures("now-mirror", "横刀立马")
    assert mirrored["layouts"] * 2 > mirrored["apart"] > mirrored["layouts"]


def test_table_and_sweep_know_the_same() -> None:
    ranks, sweep = figures("now-ranks", "横刀立马"), figures("now-sweep", "横刀立马")
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
    assert last["ending"][13] == "B" and 0 <= last["differ"] <= 20


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
    whole = figures("poos-weights")
    assert whole["bfs_length"] == whole["astar_length"] == 22
    for name in ("astar", "recorded"):
        ours = exhibit(f"poos-{name}").prepare(opening)()
        assert (whole[f"{name}_met"], whole[f"{name}_length"]) == (ours.layouts, ours.depth)
    assert whole["recorded_met"] < whole["astar_met"] < whole["bfs_met"]
    found = trace("now-patterns", opening)
    assert found.whole is not None and found.whole["patterns_length"] == 22
    assert found.whole["patterns_met"] < found.whole["astar_met"] == whole["astar_met"]
    tables = replayed(found)
    assert len(tables["1:met"]) == found.whole["patterns_met"] and len(tables["0:way"]) == 23


def test_what_cannot_be_shown_is_refused() -> None:
    pytest.raises(UnknownName, trace, "lv-avk")
    pytest.raises(InputError, trace, "lv-avl", "876543210")
    pytest.raises(InputError, trace, "lv-avl", frames=1 << 20)
