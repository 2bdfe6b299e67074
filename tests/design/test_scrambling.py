"""Random starts: every solvable layout is drawn, equally often; distances are those of the naive twin."""

from collections import Counter

import pytest
from hypothesis import given

import huarong as hr
from huarong.design import scrambles
from huarong.errors import InputError, LimitReached
from huarong.model.tiles import tile_orders
from huarong.space.space import Space
from huarong.tiles import solvable
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles

TINY = "AB./C../goal:/.../..A"
CHI = {"least": 0.5, "most": 1.6}
"""The chi-square statistic of equally likely layouts, divided by the degrees of freedom, is between these with these
seeds.
"""


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
    pytest.raises(InputError, scrambles, puzzle, distance=(longest + 1, None), metric="slide").match("longest")


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
    pytest.raises(InputError, scrambles, "A.#./goal:/...A").match("the longest is 0")
    with pytest.raises(LimitReached) as stopped:
        scrambles("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", distance=(80, 80), max_seconds=0.2)
    assert stopped.value.solution == ()
