"""Boards without tours, and why."""

import itertools

import pytest

from huarong.tours import all_tours, count_tours, first_tour, obstacle, parse_board


@pytest.mark.parametrize(
    ("size", "start", "closed", "reason"),
    [
        ("3x3", None, False, "0 leaps lead to b2"),
        ("4x4", None, False, "there is no tour: every path was tried"),
        ("3x5", None, False, "there is no tour: every path was tried"),
        ("3x6", None, False, "there is no tour: every path was tried"),
        ("4x30", None, True, "there is no tour: every path was tried"),
        ("3x8", None, True, "there is no tour: every path was tried"),
        ("2x1", None, True, "a closed tour needs at least 3 cells"),
        ("1x1", None, True, "a closed tour needs at least 3 cells"),
        ("5x5", 1, False, "every leap changes color, and b5 has the color of fewer cells"),
        ("7x7", None, True, "every leap changes color, and there are 25 cells of one color and 24 of the other"),
    ],
)
def test_boards_without_tours_are_answered(size, start, closed, reason):
    answer = first_tour(parse_board(size), start, closed)
    assert answer.tour is None
    assert str(answer.reason) == reason
    assert count_tours(parse_board(size), start, closed) == 0
    assert list(itertools.islice(all_tours(parse_board(size), start, closed), 1)) == []


def test_colours_that_are_apart():
    assert "cannot be reached" in str(obstacle(parse_board("8x8"), leaper=(1, 3)))
    assert "end at each of" in str(obstacle(parse_board("9x9"), leaper=(1, 1)))
