import itertools
import random
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huarong.errors import Cancelled, InputError, LimitReached, UnknownName
from huarong.kernels import kernel
from huarong.model.board import Board
from huarong.tours import (
    KNIGHT,
    Tour,
    all_tours,
    backtracking,
    cell_name,
    count_tours,
    first_tour,
    frontier,
    obstacle,
    parse_board,
    parse_cell,
    parse_leaper,
    rotation,
)

LEAPS = [KNIGHT, (0, 1), (1, 1), (1, 3), (2, 3)]


def naive_tours(board, leaper, closed, start=None):
    """Every tour by recursion from the definition: open from each cell, closed from the first, both ways round."""
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


@settings(max_examples=150, deadline=None)
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
    ],
)
def test_known_counts(size, start, closed, count):
    assert count_tours(parse_board(size), start, closed) == count


def test_listing_agrees_with_counting():
    board = parse_board("5x5")
    every = list(all_tours(board))
    assert len(set(every)) == len(every) == 1728
    assert [tour.cells for tour in every] == sorted(tour.cells for tour in every)
    assert sum(1 for _ in all_tours(parse_board("5x6"), closed=True)) == 8


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("size", ["8x8", "50x50", "3x10", "10x3", "64x64", "3x60", "6x6"])
def test_finds_tours(size, closed):
    tour = first_tour(parse_board(size), closed=closed).tour
    assert tour.closed == closed
    assert tour.verify()


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


@pytest.mark.parametrize(
    ("size", "start", "closed", "reason"),
    [
        ("3x3", None, False, "b2 has 0 leaps to it"),
        ("4x4", None, False, "every way was tried: there is no tour"),
        ("3x5", None, False, "every way was tried: there is no tour"),
        ("3x6", None, False, "every way was tried: there is no tour"),
        ("4x30", None, True, "every way was tried: there is no tour"),
        ("3x8", None, True, "every way was tried: there is no tour"),
        ("2x1", None, True, "a closed tour needs at least 3 cells"),
        ("1x1", None, True, "a closed tour needs at least 3 cells"),
        ("5x5", 1, False, "every leap changes colour, and b5 has the colour of fewer cells"),
        (
            "7x7",
            None,
            True,
            "every leap changes colour, and there are 25 cells of one and 24 of the other",
        ),
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


def test_counts_beyond_64_bits():
    count = count_tours(parse_board("4x60"))
    assert count > 1 << 64
    assert count % 8 == 0  # the board's symmetries and both directions


def test_counting_beyond_its_words_is_refused():
    with pytest.raises(ValueError, match=r"2\*\*256"):
        count_tours(parse_board("3x400"), closed=True)


HARD = parse_board("32x32"), None, False, (1, 10)


def test_time_limit_leaves_it_undecided():
    with pytest.raises(LimitReached, match=r"time limit of 0\.2 s .* steps") as caught:
        first_tour(*HARD, max_seconds=0.2)
    assert caught.value.limit == "time"
    assert caught.value.explored > 0
    assert caught.value.depth > 100


def test_memory_limit_of_counting():
    with pytest.raises(LimitReached, match="memory limit of 977 KiB"):
        count_tours(parse_board("8x8"), max_memory=1_000_000)


@pytest.mark.parametrize("search", [first_tour, count_tours])
def test_cancel_and_progress(search):
    seen = []

    def enough():
        return len(seen) > 1 and seen[-1].layouts > seen[0].layouts

    with pytest.raises(Cancelled, match="steps"):
        search(*HARD, progress=seen.append, cancel=enough)
    assert seen[0].layouts > 0
    assert (seen[0].unit, seen[0].part in ("search", "rotate")) == ("step", True)


def test_svg_is_a_drawing_of_the_tour():
    tour = first_tour(parse_board("....../..##../....../....../....../......"), closed=False).tour
    svg = "{http://www.w3.org/2000/svg}"
    root = ElementTree.fromstring(tour.svg())
    line = root.find(f"{svg}polyline").get("points").split()
    assert len(line) == len(tour.cells)
    closed = first_tour(parse_board("6x6"), closed=True).tour
    assert ElementTree.fromstring(closed.svg(20)).find(f"{svg}polygon") is not None


def test_text_numbers_the_cells():
    tour = first_tour(parse_board("8x8")).tour
    numbers = [[int(n) for n in row.split()] for row in str(tour).splitlines()]
    assert numbers[tour.cells[0] // 8][tour.cells[0] % 8] == 1
    assert sorted(itertools.chain(*numbers)) == list(range(1, 65))


def test_verify_finds_fault():
    good = first_tour(parse_board("5x5"), 0).tour
    assert not Tour(good.board, good.cells, closed=True).verify()
    assert not Tour(good.board, good.cells[:-1]).verify()
    assert not Tour(good.board, good.cells, leaper=(1, 3)).verify()


@given(st.integers(1, 60), st.integers(1, 60), st.data())
def test_cell_names_there_and_back(width, height, data):
    board = Board(width, height)
    cell = data.draw(st.integers(0, width * height - 1))
    assert parse_cell(board, cell_name(board, cell)) == cell


@pytest.mark.parametrize(
    "text", ["", "8", "8x", "0x4", "axb", "999999999x9", "##/##", "..x/...", "../..."]
)
def test_no_boards(text):
    with pytest.raises(InputError):
        parse_board(text)


def test_no_cells():
    with pytest.raises(InputError, match="no cell i9; the nearest is h8"):
        parse_cell(Board(8, 8), "i9")
    with pytest.raises(InputError, match="no cell a2; the nearest is b2"):
        parse_cell(parse_board("#./.."), "a2")
    with pytest.raises(InputError, match="names no cell"):
        parse_cell(Board(8, 8), "8a")
    with pytest.raises(InputError, match="not on the board"):
        first_tour(Board(3, 4), 99)


def test_no_leapers():
    with pytest.raises(UnknownName, match="knight"):
        parse_leaper("night")
    with pytest.raises(InputError):
        first_tour(Board(3, 3), leaper=(0, 0))
    assert parse_leaper("Knight") == parse_leaper("(1, 2)") == KNIGHT


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
    for module in (backtracking, rotation, frontier):
        monkeypatch.setattr(module, "kernel", lambda name: kernel(name, pure=True))
    assert everything() == compiled


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
