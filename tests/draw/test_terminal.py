"""Boards in a terminal: the key piece stands out, names fit into their pieces, and without colours there are rows."""

import functools
import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from rich.color import Color

from huarong.draw.terminal import Line, board, filmstrip
from huarong.i18n import text_width
from huarong.library.catalogue import entries
from huarong.library.labels import english
from huarong.library.reader import puzzle as read
from huarong.model.puzzle import Puzzle
from tests.strategies import puzzles

HENG_DAO = read("横刀立马")
RED = "#b5382a"


def text(lines: list[Line]) -> list[str]:
    return ["".join(part for part, _ in line) for line in lines]


def styles(lines: list[Line]) -> set[str]:
    return {style for line in lines for _, style in line}


def test_without_colours_there_are_rows() -> None:
    assert text(board(HENG_DAO)) == [*HENG_DAO.rows()]
    assert styles(board(HENG_DAO)) == {""}


@pytest.mark.parametrize(("width", "height", "cell"), [(80, 10, 4), (12, 5, 2)])
def test_cells_are_blocks(width: int, height: int, cell: int) -> None:
    lines = board(HENG_DAO, colours=True, width=width)
    assert [text_width(line) for line in text(lines)] == [4 * cell] * height
    assert any(RED in style for style in styles(lines))
    assert any("曹操" in line for line in text(lines)) == (cell == 4)


def test_no_piece_of_tiles_is_key() -> None:
    assert not any(RED in style for style in styles(board(read("876543210"), colours=True)))


def test_where_the_pieces_are() -> None:
    moved = HENG_DAO.after("N D1")
    heads = [next(p.head for p in moved.pieces if p.symbol == q.symbol) for q in HENG_DAO.pieces]
    assert text(board(HENG_DAO, heads)) == text(board(moved)) == [*moved.rows()]


@given(puzzles())
def test_any_puzzle_is_drawn(puzzle: Puzzle) -> None:
    for width in (1000, 1):
        lines = board(puzzle, colours=True, width=width)
        assert len({text_width(line) for line in text(lines)}) == 1


def test_a_filmstrip() -> None:
    heads = [piece.head for piece in HENG_DAO.pieces]
    lines = text(filmstrip(HENG_DAO, [heads] * 3, ["start", "1", "2"], width=20))
    assert sum(line.count("HAAI") for line in lines) == 6
    assert "start" in lines[5]
    assert filmstrip(HENG_DAO, [], []) == []


def test_a_name_goes_down_a_piece_that_stands() -> None:
    lines = text(board(HENG_DAO, colours=True, width=80))
    name = next(piece.label for piece in HENG_DAO.pieces if len(piece.label) == 2 and piece.head == 0)
    rows = [next(y for y, line in enumerate(lines[:4]) if letter in line) for letter in name]
    assert rows == [1, 2]
    assert [text_width(lines[y].partition(letter)[0]) for y, letter in zip(rows, name, strict=True)] == [1, 1]


def test_a_name_of_two_words_stands_on_one_line_where_it_fits() -> None:
    named = tuple(replace(piece, label=english(piece.label)) for piece in HENG_DAO.pieces)
    lines = text(board(replace(HENG_DAO, pieces=named), colours=True, width=80))
    assert sum("Cao Cao" in line for line in lines) == sum("Cao" in line for line in lines) == 1


@pytest.mark.parametrize("system", ["truecolor", "256", "standard", "windows"])
def test_no_two_neighbours_share_a_colour(system: str) -> None:
    """Of every puzzle of the library: what a terminal with fewer colours shows of each cell, and of a layout later
    on.
    """
    from rich.console import COLOR_SYSTEMS
    from rich.style import Style

    @functools.cache
    def seen(style: str) -> Color:
        ground = Style.parse(style).bgcolor
        assert ground is not None
        return ground.downgrade(COLOR_SYSTEMS[system])

    wrong = []
    for each in entries():
        rows = each.puzzle.rows()
        drawn = [
            [style for text, style in line for _ in range(text_width(text) // 2)]
            for line in board(each.puzzle, colours=system)
        ]
        for letters, cells in zip(
            [*rows, *map("".join, zip(*rows, strict=True))], [*drawn, *zip(*drawn, strict=True)], strict=True
        ):
            for (a, one), (b, other) in itertools.pairwise(zip(letters, cells, strict=True)):
                if a != b and {a, b} - set(".#-") and seen(one) == seen(other):
                    wrong.append((each.name, a, b))
    assert not wrong, (len(wrong), wrong[:5])


def test_sixteen_colours_go_round_among_neighbours_of_each_layout() -> None:
    """Where pieces are more than colours, those of a layout are given anew."""
    rows = "ABCDEF/GHIJKL/MNOPQR/STUVW."
    puzzle = read(rows + "/goal:/....../....../....../.....A")
    for heads in (None, [piece.head for piece in puzzle.after("W R1").pieces]):
        style = board(puzzle, heads, colours="standard")
        cells = [[style.split()[-1] for _, style in line] for line in style]
        for line in (*cells, *zip(*cells, strict=True)):
            assert all(a != b for a, b in itertools.pairwise(line))
