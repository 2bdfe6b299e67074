from hypothesis import given, strategies as st

from huarong.kernels import kernel
from huarong.model.board import Board
from huarong.tours import KNIGHT, all_tours, count_tours, first_tour, frontier, growing, obstacle, parse_board
from tests.examples import examples

LEAPS = [KNIGHT, (0, 1), (1, 1), (1, 3), (2, 3)]


def naive_tours(board, leaper, closed, start=None):
    """Every tour, by recursion from the definition: open ones from each cell, closed ones from the first, in both
    directions.
    """
    free, width = board.free, board.width

    def leaps(a, b):
        return {abs(a % width - b % width), abs(a // width - b // width)} == set(leaper) and (
            len(set(leaper)) == 2 or (a % width != b % width and a // width != b // width)
        )

    def extend(path):
        if len(path) == len(free):
            if not closed or (len(path) > 2 and leaps(path[-1], path[0])):
                yield tuple(path)
            return
        for cell in free:
            if cell not in path and leaps(path[-1], cell):
                yield from extend([*path, cell])

    for first in [start] if start is not None else free[:1] if closed else free:
        for path in extend([first]):
            if not closed or path[1] < path[-1]:
                yield path


@st.composite
def boards(draw):
    width, height = draw(st.sampled_from([(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (2, 6), (1, 4)]))
    holes = draw(st.sets(st.integers(0, width * height - 1), max_size=width * height - 1))
    while width * height - len(holes) > 11:
        holes.add(min(set(range(width * height)) - holes))
    return Board(width, height, frozenset(holes))


@examples(150)
@given(boards(), st.sampled_from(LEAPS), st.booleans(), st.booleans(), st.data())
def test_agrees_with_the_definition(board, leaper, closed, anywhere, data):
    start = None if anywhere else data.draw(st.sampled_from(board.free))
    expected = list(naive_tours(board, leaper, closed, start))
    assert [tour.cells for tour in all_tours(board, start, closed, leaper)] == expected
    assert count_tours(board, start, closed, leaper) == len(expected)
    answer = first_tour(board, start, closed, leaper)
    assert (answer.tour is not None) == bool(expected)
    if answer.tour is None:
        assert str(answer.reason)
    else:
        assert answer.tour.verify()
        assert start is None or answer.tour.cells[0] == start
    if obstacle(board, start, closed, leaper) is not None:
        assert not expected


def test_kernels_mean_the_same_uncompiled(monkeypatch):
    def everything():
        return (
            count_tours(parse_board("5x4")),
            count_tours(parse_board("3x10"), closed=True),
            [tour.cells for tour in all_tours(parse_board("4x3"))],
            first_tour(parse_board("8x8")).tour,
            first_tour(parse_board("8x8"), closed=True).tour,
            first_tour(parse_board("4x5"), closed=True).reason,
        )

    compiled = everything()
    for module in (growing, frontier):
        monkeypatch.setattr(module, "kernel", lambda name: kernel(name, pure=True))
    assert everything() == compiled
