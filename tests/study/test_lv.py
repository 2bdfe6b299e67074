"""吕震宇's program: its parts one by one, as he wrote it, his worked example, and his claims."""

import functools
import itertools
import random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from huarong.errors import InputError
from huarong.library.reader import puzzle
from huarong.model.puzzle import Puzzle
from huarong.notation import write
from huarong.study import exhibit
from huarong.study.classic import SHAPES, Classic
from huarong.study.lv import VERSIONS, LevelReport, Mediator, Version, assemble, run
from huarong.study.lv.chessmen import Plane, Stride8, steps
from huarong.study.lv.levels import level_widths
from huarong.study.lv.original import DuplicateError, RaisingTree, quick_sort
from huarong.study.lv.search import ChessStep, TreeLinkedList
from huarong.study.lv.visited import AvlTree, ChainedHash, LinearList, VisitedSet, fold
from huarong.study.traces import trace
from huarong.study.traces.lv import CountedList
from huarong.study.visited_sets import Probing, SearchTree, SortedArray
from tests.examples import examples

HENGDAO = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
EASY = Puzzle.parse("NBBO/HAAI/HAAI/JPQK/J..K")
FIRST = Version(32, AvlTree, Plane)
FOURTH = Version(64, ChainedHash, Stride8)


@pytest.mark.parametrize(
    ("text", "bits", "code"),
    [("ABBC/ABBC/D..F/DGGF/HIJK", 32, 11144021), ("ABBC/ABBC/DEEF/DGHF/I..J", 64, 577606461035643914)],
)
def test_the_codes_that_the_articles_print(text: str, bits: int, code: int) -> None:
    mediator = assemble(Classic.of(Puzzle.parse(text)), Version(bits, AvlTree, Plane), pool=2)
    assert mediator.tree.root is not None and mediator.tree.root.step.layout == code


@pytest.mark.parametrize("chessman", [Plane, Stride8])
@pytest.mark.parametrize("bits", [32, 64])
def test_every_layout_of_a_search_is_coded_as_the_notation_codes_it(
    bits: int, chessman: type[Plane] | type[Stride8]
) -> None:
    report, _ = run(Classic.of(EASY), Version(bits, AvlTree, chessman))
    found = exhibit("lv-avl").prepare(EASY)().path()
    assert len(found) == len(report.steps) == 14
    for step, layout in zip(report.steps, found, strict=True):
        assert write(EASY.started(layout), f"lv{bits}") == str(step.layout)


@pytest.mark.parametrize("make", [LinearList, AvlTree, ChainedHash, SortedArray, SearchTree, Probing])
@examples(15)
@given(codes=st.lists(st.integers(0, 300)))
def test_known_codes_are_a_set(make: type[VisitedSet], codes: list[int]) -> None:
    known, seen = make(), set()
    for code in codes:
        assert known.insert(code) == (code not in seen)
        seen.add(code)


@given(st.lists(st.integers(0, 1 << 60), unique=True))
def test_the_tree_is_sorted_and_balanced(codes: list[int]) -> None:
    tree = AvlTree()
    for code in codes:
        tree.insert(code)

    def walk(node: object) -> tuple[int, list[int]]:
        if node is None:
            return 0, []
        left, before = walk(node.left)  # type: ignore[attr-defined]
        right, after = walk(node.right)  # type: ignore[attr-defined]
        assert abs(left - right) < 2
        assert node.height == 1 + max(left, right)  # type: ignore[attr-defined]
        return 1 + max(left, right), [*before, node.code, *after]  # type: ignore[attr-defined]

    assert walk(tree.root) == (tree.height, sorted(codes))


def test_the_hash_as_csharp_reckons_it() -> None:
    code = 577606461035643914
    groups = [code >> shift & 0x3FFF for shift in (0, 14, 28, 42, 56, 6)]
    assert fold(code) == sum(groups) == 19815


@pytest.mark.parametrize("known", [LinearList(), CountedList()])
def test_a_linear_list_compares_with_all_of_it(known: VisitedSet) -> None:
    assert all(known.insert(code) for code in range(100)) and not known.insert(7)
    assert known.compared == 100 * 99 // 2 + 8


def test_nine_moves_and_who_has_them() -> None:
    methods = {size: {step.method for step in steps(size)} for size in SHAPES}
    assert len(set().union(*methods.values())) == 9
    assert [size for size, own in methods.items() if "Turning" in own] == ["1x1"]
    assert methods["1x2"] == {"Up", "Down", "Left", "Right", "Up2", "Down2"}
    assert methods["2x1"] == {"Up", "Down", "Left", "Right", "Left2", "Right2"}
    assert methods["2x2"] == {"Up", "Down", "Left", "Right"}
    assert {step.method for step in steps("1x1", far=False)} == {"Up", "Down", "Left", "Right"}


def test_stride_8_keeps_what_lies_outside_apart() -> None:
    cells = {Stride8.at(cell) for cell in range(20)}
    assert Stride8.at(8) == 16 and [Stride8.cell(at) for at in sorted(cells)] == list(range(20))
    for cell in range(20):
        y, x = divmod(cell, 4)
        for dx, dy in ((-2, 0), (-1, 0), (1, 0), (2, 0), (0, -2), (0, -1), (0, 1), (0, 2)):
            inside = 0 <= x + dx < 4 and 0 <= y + dy < 5
            assert (Stride8.at(cell) + 8 * dy + dx in cells) == inside


def test_the_stack_moves_each_move_up_to_the_layout_that_it_leaves() -> None:
    tree = TreeLinkedList()
    tree.insert_node(ChessStep(1, -1, "Nothingness"))
    tree.insert_node(ChessStep(2, 6, "Down"))
    tree.move_current_to_next()
    assert tree.trace_result(ChessStep(3, 99, "Left")) == [
        ChessStep(1, 6, "Down"),
        ChessStep(2, 99, "Left"),
        ChessStep(3, -1, "Nothingness"),
    ]


@functools.cache
def hengdao(pool: int) -> tuple[LevelReport, Mediator]:
    """横刀立马 by the fourth program, with room for this many nodes."""
    return run(Classic.of(HENGDAO), FOURTH, pool=pool)


@pytest.mark.slow
@pytest.mark.parametrize("pool", [pytest.param(2, marks=pytest.mark.slow), 1000])
def test_a_pool_that_overflows_grows_and_changes_nothing(pool: int) -> None:
    report, mediator = hengdao(pool)
    assert len(report.steps) - 1 == 81 and mediator.tree.count - 1 > 23_792 and mediator.pool.count == 1105


@pytest.mark.slow
def test_a_pool_that_is_large_enough_does_not_grow() -> None:
    _, mediator = run(Classic.of(HENGDAO), FOURTH, pool=1200)
    assert mediator.pool.count == 1200


def test_the_depth_is_reported_and_the_search_can_be_stopped() -> None:
    class Stopper(LevelReport):
        def handle_info(self, depth: int, nodes: int, duplicates: int) -> None:
            super().handle_info(depth, nodes, duplicates)
            depths.append(depth)
            if depth == 10:
                mediator.stop()

    depths: list[int] = []
    report = Stopper()
    mediator = assemble(Classic.of(HENGDAO), FOURTH, report=report)
    assert mediator.begin_process() and depths == list(range(2, 11))
    assert report.steps == [] and mediator.tree.count < 300


def test_a_puzzle_without_a_solution_is_searched_in_full() -> None:
    puzzle = Puzzle.parse("HAAI/HAAI/JKNL/JKOL/P..Q")
    report, mediator = run(Classic.of(puzzle), FOURTH)
    assert report.steps == [] and mediator.tree.count == sum(report.tally.levels)


def test_only_ten_pieces() -> None:
    pytest.raises(InputError, exhibit("lv-avl").prepare, Puzzle.parse("HAAI/HAAI/NOPQ/RSTU/V..W")).match("10 pieces")


@pytest.mark.slow  # a whole search, with a tree in plain Python
@pytest.mark.parametrize(("bits", "height"), [(32, 17), (64, 18)])
def test_the_tree_needs_more_than_16_comparisons(bits: int, height: int) -> None:
    _, mediator = run(Classic.of(HENGDAO), Version(bits, AvlTree, Plane))
    assert isinstance(mediator.known, AvlTree) and mediator.known.height == height
    looked_up = mediator.tree.count + mediator.duplicates
    assert 13 < mediator.known.compared / looked_up < 14


@pytest.mark.slow  # a whole search in plain Python
def test_chains_have_at_most_10_codes_but_fewer_on_average() -> None:
    _, mediator = hengdao(1000)
    assert isinstance(mediator.known, ChainedHash)
    chains = mediator.known.chains
    assert (max(chains), mediator.known.longest) == (10, 10) and round(sum(chains) / len(chains), 1) == 1.7
    looked_up = mediator.tree.count + mediator.duplicates
    assert 1.3 < mediator.known.compared / looked_up < 1.4


@pytest.mark.slow
def test_one_cell_at_a_time_does_not_find_the_fewest_moves() -> None:
    path = exhibit("lv-onecell").prepare(HENGDAO)().path()
    moves, last = 0, None
    for before, after in itertools.pairwise(path):
        ((kind, start, stop),) = (
            (k, *(set(a) - set(b)), *(set(b) - set(a)))
            for k, (a, b) in enumerate(zip(before.heads, after.heads, strict=True))
            if a != b
        )
        moves += (kind, start) != last
        last = (kind, stop)
    assert (len(path) - 1, moves) == (116, 101)


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
    assert len(report.steps) - 1 == 81 and mediator.pool.count == 1100


def test_the_worked_example() -> None:
    said = [(what, values.get("code")) for what, values, _ in trace("lv-down").frames if what != "level"]
    codes = [11199809, 11198801, 11199557, 11198549, 11198549, 11144021, 23112533]
    assert said[:7] == [*zip(("start", "new", "turned", "new", "raised", "turned", "goal"), codes, strict=True)]
    pushed, popped = ([code for what, code in said if what.startswith(word)] for word in ("push", "pop"))
    assert pushed == popped[::-1] and popped == [11199809, 11198801, 11198549, 11144021, 23112533]


def test_the_table_of_part_11() -> None:
    classic = Classic.of(Puzzle.parse("ABBC/ABBC/DGHF/DJKF/.EE."))
    men: Any = assemble(classic, VERSIONS["lv-original"]).pool.current.info
    assert [man.key for man in men.sorted_chessmen] == [0, 1, 3, 20, 21, 22, 23, 31, 32, 40, 41, 43]
    letters = {"1x2": "V", "2x2": "B", "1x1": "S", "2x1": "H", "": "."}
    assert "".join(letters[man.size] for man in men.sorted_chessmen) == "VBVVSSVSS.H."


def test_levels_are_those_of_the_search() -> None:
    for text in ("横刀立马", "捷足先登"):
        assert level_widths(puzzle(text)) == exhibit("set-move").prepare(puzzle(text))().levels
