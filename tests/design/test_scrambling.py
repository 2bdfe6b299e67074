"""Random starts are drawn equally often, at the wanted distance; puzzles put together from pieces."""

import random
from collections import Counter

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.atlas.goals import read_goal
from huarong.design import scrambles
from huarong.design.assembly import Placed, assembled, placed, scattered, without
from huarong.errors import InputError, LimitReached
from huarong.model.puzzle import Puzzle
from huarong.model.tiles import tile_orders
from huarong.space.space import Space
from huarong.tiles import solvable
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles

TINY = "AB./C../goal:/.../..A"
CHI = {"least": 0.5, "most": 1.6}
"""The chi-square statistic of equally likely layouts, by degree of freedom, is between these with these seeds."""


def _chi(counts: Counter[str], cells: int) -> float:
    mean = counts.total() / cells
    return (sum((n - mean) ** 2 / mean for n in counts.values()) + (cells - len(counts)) * mean) / (cells - 1)


def test_every_solvable_layout_is_drawn_equally_often() -> None:
    puzzle = hr.puzzle(TINY)
    known = naive.all_distances(puzzle, "move")
    solvable_ones = {state for state, d in known.items() if d}
    found = scrambles(puzzle, 100 * len(solvable_ones), seed=5)
    counts = Counter(str(naive.state(each.puzzle.start)) for each in found)
    assert set(counts) == set(map(str, solvable_ones))
    assert CHI["least"] < _chi(counts, len(solvable_ones)) < CHI["most"]


def test_tiles_are_drawn_equally_often_by_their_parity() -> None:
    puzzle = hr.puzzle("123/450")
    found = scrambles(puzzle, 10 * 359, seed=5)
    counts = Counter("/".join(each.puzzle.rows()) for each in found)
    assert len(counts) == 359 and puzzle.rows() not in {tuple(r.split("/")) for r in counts}
    assert CHI["least"] < _chi(counts, 359) < CHI["most"]


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (3, 7), (10, 10)])
def test_tiles_of_any_size_are_solvable(size: tuple[int, int]) -> None:
    width, height = size
    tiles = [*range(1, width * height), 0]
    rows = [" ".join(map(str, tiles[i : i + width])) for i in range(0, len(tiles), width)]
    for each in scrambles("/".join(rows), 4, seed=1):
        orders = tile_orders(each.puzzle)
        assert orders is not None and orders[0] != orders[1] and each.distance is None
        if len(tiles) <= 64:
            assert solvable(*orders, width)
        assert _even(orders[0], width)


def _even(board: list[int], width: int) -> bool:
    """Whether a board with the blank wanted last is solvable, by counting inversions."""
    inversions = sum(a > b > 0 for i, a in enumerate(board) for b in board[i + 1 :])
    below = len(board) // width - 1 - board.index(0) // width
    return inversions % 2 == (0 if width % 2 else below % 2)


@given(puzzles())
@examples(15)
def test_starts_are_at_the_wanted_distance(puzzle: hr.Puzzle) -> None:
    known = naive.all_distances(puzzle, "slide")
    longest = max((d for d in known.values() if d is not None), default=0)
    if not longest:
        pytest.raises(InputError, scrambles, puzzle, metric="slide")
        return
    space, least = Space.of(puzzle), (longest + 1) // 2
    found = scrambles(puzzle, 40, distance=(least, longest), metric="slide", seed=2)
    for each in found:
        assert each.puzzle.goal == puzzle.goal
        layout = space.place(each.puzzle.start, each.puzzle.kinds)
        assert known[naive.state(layout)] == each.distance
        assert each.distance is not None and least <= each.distance <= longest
    pytest.raises(InputError, scrambles, puzzle, distance=(longest + 1, None), metric="slide").match("greatest")


def test_large_spaces_are_drawn_from_by_solving() -> None:
    found = scrambles("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 1, distance=(40, 60), seed=4)
    assert [hr.solve(each.puzzle).length for each in found] == [found[0].distance]
    for each in scrambles("Rush Hour 1", 3, seed=4):
        assert each.distance == hr.solve(each.puzzle).length


def test_equal_seeds_draw_equal_starts() -> None:
    assert scrambles(TINY, 5, seed=3) == scrambles(TINY, 5, seed=3) != scrambles(TINY, 5, seed=4)


def test_what_cannot_be_drawn_is_refused() -> None:
    for count, distance in ((0, None), (1, (0, 3)), (1, (4, 3))):
        pytest.raises(InputError, scrambles, TINY, count, distance=distance)
    pytest.raises(InputError, scrambles, "A.#./goal:/...A").match("the greatest is 0")
    with pytest.raises(LimitReached) as stopped:
        scrambles("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", distance=(80, 80), max_seconds=0.2)
    assert stopped.value.solution == ()


@examples(20)
@given(puzzles(limit=60), st.randoms())
def test_some_of_the_pieces_of_a_puzzle(puzzle: Puzzle, draw: random.Random) -> None:
    pieces = placed(puzzle)
    whole = assembled(puzzle.board, pieces, puzzle.kinds, puzzle.goal)
    assert whole is None or whole == Puzzle(puzzle.board, puzzle.kinds, puzzle.pieces, puzzle.goal)
    some = draw.sample(pieces, draw.randint(1, len(pieces)))
    left = Counter(each.kind for each in some)
    wanted = [
        sorted((puzzle.kinds[k].order, head) for k, head in each)
        for each in puzzle.goal.alternatives
        if not Counter(puzzle.kinds[k] for k, _ in each) - left
    ]
    found = assembled(puzzle.board, some, puzzle.kinds, puzzle.goal)
    assert (found is None) == (not wanted)
    if found is not None:
        assert sorted(wanted) == sorted(
            sorted((found.kinds[k].order, head) for k, head in each) for each in found.goal.alternatives
        )
        assert {(p.symbol, p.label, found.kinds[p.kind], p.head) for p in found.pieces} == {
            (each.symbol, each.label, each.kind, each.head) for each in some
        }
        assert [(p.kind, p.head) for p in found.pieces] == sorted((p.kind, p.head) for p in found.pieces)


def test_pieces_without_symbols_get_new_ones() -> None:
    puzzle = Puzzle.parse("AB./.../goal:/.A./...")
    pieces = [*placed(puzzle), Placed(puzzle.kinds[puzzle.pieces[1].kind], 5)]
    found = assembled(puzzle.board, pieces, puzzle.kinds, puzzle.goal)
    assert found is not None
    assert {(p.symbol, p.label, p.head) for p in found.pieces} == {("A", "A", 0), ("B", "B", 1), ("a", "a", 5)}


def test_a_goal_off_the_board_is_left_out() -> None:
    puzzle, small = (Puzzle.parse("A../.../goal:/..A/.../goal:/.../A.."), Puzzle.parse("A./../goal:/.A/.."))
    one = Puzzle.parse("AA./.../goal:/.AA/...")
    assert assembled(small.board, placed(small), one.kinds, one.goal) is None and without(puzzle, "A") is None


@pytest.mark.parametrize(
    ("space", "goal", "some"),
    [
        ("3x3 2x2:1 1x1:1..5 empty:2..3", ".../.aa/.aa", True),
        ("3x3 2x2:1 1x1:2.. empty:1..2", ".../.aa/.aa", True),
        ("4x2 2x1=LR:1 1x1:1 1x2=UD:1..2", "..aa/....", True),
        ("2x2 A@1x1:1 1x1:4", "../.A", False),
        ("2x2 A@1x1:1 1x1:1 empty:3", "../.A", False),
    ],
)
def test_random_layouts_are_unsolved_ones_of_the_space(space: str, goal: str, some: bool) -> None:
    parsed = Space.parse(space)
    wanted = read_goal(parsed, goal)
    seeds = range(30 if some else 2)
    found = [scattered(parsed, wanted, random.Random(seed)) for seed in seeds]
    assert found == [scattered(parsed, wanted, random.Random(seed)) for seed in seeds]
    assert (len({each.start for each in found if each}) > 5) is some
    least, most = parsed.empty
    for each in filter(None, found):
        counts = Counter(each.kinds[piece.kind] for piece in each.pieces)
        for kind, (low, high) in zip(parsed.kinds, parsed.counts, strict=True):
            assert low <= counts[kind] <= (9 if high is None else high)
        empty = sum(row.count(".") for row in each.rows())
        assert least <= empty <= (9 if most is None else most) and not each.goal.holds(each.start)
        assert parsed.place(each.start, each.kinds) is not None


def test_one_try_is_made_where_one_is_allowed() -> None:
    space = Space.parse("3x3 2x2:1 1x1:1..5 empty:2")
    goal = read_goal(space, ".../.aa/.aa")
    few = [scattered(space, goal, random.Random(seed), tries=1) for seed in range(40)]
    assert 0 < sum(each is None for each in few) < 40
