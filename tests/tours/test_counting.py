"""How many tours there are."""

import pytest

from huarong.errors import LimitReached
from huarong.tours import count_tours, counting, parse_board


@pytest.mark.parametrize(
    ("size", "start", "closed", "count"),
    [
        ("5x5", 0, False, 304),
        ("5x5", None, False, 1728),
        ("6x6", None, True, 9862),
        ("3x4", None, False, 16),
        ("3x10", None, True, 16),
        ("3x12", None, True, 176),
        ("5x6", None, True, 8),
        pytest.param("6x6", 0, False, 524_486, marks=pytest.mark.slow),
    ],
)
def test_known_counts(size, start, closed, count):
    assert count_tours(parse_board(size), start, closed) == count


def test_counts_beyond_64_bits():
    count = count_tours(parse_board("4x60"))
    assert count > 1 << 64
    assert count % 8 == 0  # by the symmetries of the board and the two directions


def test_counting_beyond_its_words_is_refused():
    with pytest.raises(ValueError, match=r"2\*\*256"):
        count_tours(parse_board("3x400"), closed=True)


def test_memory_limit_of_counting():
    with pytest.raises(LimitReached, match="memory limit of 977 KiB"):
        count_tours(parse_board("8x8"), max_memory=1_000_000)


@pytest.mark.slow
def test_open_tours_of_6x6():
    assert count_tours("6x6") == 6_637_920


BOARDS = ["5x5", "4x6", "6x4", "3x8", "....#/...../...../.....", "#...#/...../...../....."]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("start", [None, "b3"])
def test_both_ways_to_count_agree(board, closed, start, monkeypatch):
    swept = count_tours(board, start, closed)
    monkeypatch.setattr(counting, "sweep", lambda *_: None)
    assert count_tours(board, start, closed) == swept
