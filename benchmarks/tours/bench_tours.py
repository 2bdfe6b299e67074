"""Tours: the first on a board, and counts."""

import random

import pytest

from huarong.tours import count_tours, first_tour, parse_board


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("size", ["8x8", "50x50", "3x10"])
def test_first_tour(benchmark, size, closed):
    answer = benchmark(first_tour, parse_board(size), closed=closed)
    assert answer.tour.verify()


def test_count_open_5x5(benchmark):
    assert benchmark(count_tours, parse_board("5x5")) == 1728


def test_count_open_6x6(benchmark):
    assert benchmark.pedantic(count_tours, ("6x6",), rounds=3) == 6_637_920


def test_count_closed_6x6(benchmark):
    assert benchmark(count_tours, parse_board("6x6"), closed=True) == 9862


@pytest.mark.parametrize("size", ["8x8", "50x50"])
def test_first_tour_from_any_cell(benchmark, size):
    """From twenty cells drawn at random, the slowest of which would show in the time of all."""
    board = parse_board(size)
    cells = random.Random(5).sample(board.free, 20)

    def tour_all():
        return [first_tour(board, cell) for cell in cells]

    assert all(answer.tour.verify() for answer in benchmark.pedantic(tour_all, rounds=3))
