"""Simple puzzles: all packings are found, and the naive twin finds the same hardest starts."""

import random

import pytest

from huarong.design import simple
from huarong.kernels import kernel
from huarong.limits import Watch
from tests import naive


def packings(width: int, height: int) -> int:
    """The number of packings of a board by disjoint connected pieces, with at least one piece and one empty cell."""
    near = {(x, y): {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} for x in range(width) for y in range(height)}

    def connected(cells: frozenset) -> bool:
        todo, seen = [min(cells)], set()
        while todo:
            seen.add(cell := todo.pop())
            todo += (near[cell] & cells) - seen
        return seen == cells

    def count(free: frozenset) -> int:
        if not free:
            return 1
        first, rest = min(free), sorted(free - {min(free)})
        total = count(frozenset(rest))
        for chosen in range(1 << len(rest)):
            piece = frozenset([first, *(c for i, c in enumerate(rest) if chosen >> i & 1)])
            if connected(piece):
                total += count(free - piece)
        return total

    def full(free: frozenset) -> int:
        if not free:
            return 1
        first, rest = min(free), sorted(free - {min(free)})
        pieces = (
            frozenset([first, *(c for i, c in enumerate(rest) if chosen >> i & 1)]) for chosen in range(1 << len(rest))
        )
        return sum(full(free - piece) for piece in pieces if connected(piece))

    return count(frozenset(near)) - full(frozenset(near)) - 1


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 3), (4, 2), (3, 3)])
def test_every_packing_is_found_once(width: int, height: int) -> None:
    board = simple.Polyominoes.of(width, height)
    found = [simple.search(board, each, Watch()) for each in simple.sizes(width * height)]
    assert sum(each.packings for each in found) == packings(width, height)


def test_the_hardest_starts_are_those_of_the_naive_twin() -> None:
    board, draw = simple.Polyominoes.of(3, 3), random.Random(14)
    for pieces in draw.sample([s for s in simple.sizes(9) if 2 < len(s) < 6], 6):
        found = simple.search(board, pieces, Watch())
        for number in draw.sample(range(found.sets), min(3, found.sets)):
            for m, metric in enumerate(naive.METRICS):
                for corner in (0, 1):
                    check(board, found, m, metric, number, corner)


def check(board, found, m: int, metric: str, number: int, corner: int) -> None:
    """By the naive twin: the hardest starts of a set in a metric, for each piece with the shape of the key piece."""
    best = int(found.best[m, number, corner])
    if best < 0:
        return
    puzzle = simple.puzzle_of(board, int(found.which[m, number, corner]), int(found.mark[m, number, corner]))
    known = naive.all_distances(puzzle, metric)
    assert known[naive.start(puzzle)] == best
    ((kind, _),) = puzzle.goal.alternatives[0]
    shape = puzzle.kinds[kind].shape
    here = [
        distance
        for state, distance in known.items()
        for k, head in state
        if k == kind and distance is not None
        for cells in [{(head % 3 + x, head // 3 + y) for x, y in shape}]
        if min(x for x, _ in cells) == min(y for _, y in cells) == 0 and ((0, 0) in cells) == (corner == 0)
    ]
    assert max(here) == best


def test_plain_and_compiled_find_the_same() -> None:
    board = simple.Polyominoes.of(3, 3)
    one = simple.search(board, (3, 2, 1), Watch())
    other = simple.search(board, (3, 2, 1), Watch(), kernel("packings", pure=True))
    for name in ("packings", "edges", "sets"):
        assert getattr(one, name) == getattr(other, name)
    for name in ("best", "many", "which", "mark"):
        assert (getattr(one, name) == getattr(other, name)).all()


def test_a_piece_from_corner_to_corner() -> None:
    board = simple.Polyominoes.of(4, 4)
    found = simple.search(board, (1,) * 15, Watch())
    assert found.best.max(axis=(1, 2)).tolist() == [21, 21, 21] and found.packings == 16
