"""The first tour of a board: found, proved impossible, undecided at a limit, or cancelled."""

import random

import pytest

from huarong.errors import Cancelled, InputError, LimitReached
from huarong.tours import count_tours, first_tour, parse_board
from tests.clock import ticking


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("size", ["8x8", "50x50", "3x10", "10x3", "64x64", "3x60", "6x6"])
def test_finds_tours(size, closed):
    tour = first_tour(parse_board(size), closed=closed).tour
    assert tour.closed == closed
    assert tour.verify()


@pytest.mark.parametrize("board", [5, None, "5"])
def test_what_is_no_board(board):
    with pytest.raises(InputError, match="is not a valid board; expected a size such as 8x8"):
        first_tour(board)


@pytest.mark.parametrize("start", [0, 4, 20, 24, 12])
def test_finds_tours_from_a_cell(start):
    tour = first_tour(parse_board("5x5"), start).tour
    assert tour.verify()
    assert tour.cells[0] == start


def test_every_start_of_a_board():
    for start in range(48):
        assert first_tour(parse_board("6x8"), start).tour.verify()
        closed = first_tour(parse_board("6x8"), start, closed=True).tour
        assert closed.verify()
        assert closed.cells[0] == start


HARD = parse_board("32x32"), None, False, (1, 10)


def test_time_limit_leaves_it_undecided():
    with ticking(), pytest.raises(LimitReached, match=r"time limit of 20 s .* steps") as caught:
        first_tour(*HARD, max_seconds=20)
    assert caught.value.limit == "time"
    assert caught.value.explored > 0
    assert caught.value.depth > 100


@pytest.mark.parametrize("search", [first_tour, count_tours])
def test_cancel_and_progress(search):
    seen = []

    def enough():
        return len(seen) > 1 and seen[-1].layouts > seen[0].layouts

    with pytest.raises(Cancelled, match="steps"):
        search(*HARD, progress=seen.append, cancel=enough)
    assert seen[0].layouts > 0
    assert (seen[0].unit, seen[0].part in ("search", "rotate")) == ("step", True)


@pytest.mark.parametrize(("size", "cells"), [("8x8", 64), ("50x50", 12), ("31x31", 12)])
def test_a_tour_from_any_cell(size, cells):
    board = parse_board(size)
    for cell in random.Random(7).sample(board.free, cells):
        answer = first_tour(board, cell)
        dark = board.width % 2 and (cell % board.width + cell // board.width) % 2
        assert (answer.tour is None) == bool(dark)
        if answer.tour is not None:
            assert answer.tour.verify()
            assert answer.tour.cells[0] == cell
