"""The integer sequences: their terms are those of their programs, and of the naive twin."""

import itertools
from typing import Any

import pytest
from benchmarks.sequences import ENTRIES, SEQUENCES, shown, text

from huarong.model.puzzle import Puzzle
from tests import naive

NUMBERED = list(enumerate(SEQUENCES))


def test_the_entries_are_those_of_the_data() -> None:
    assert ENTRIES.read_text("utf-8") == text(shown())


@pytest.mark.parametrize(("number", "sequence"), NUMBERED)
def test_programs_give_the_first_terms(number: int, sequence: Any) -> None:
    terms = shown()[number]
    made = list(itertools.islice(sequence.terms(), sequence.quick))
    assert made == terms[: sequence.quick]
    assert len(terms) == sequence.count or not sequence.count
    assert not sequence.finite or len(made) == len(terms)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "sequence"), NUMBERED)
def test_programs_give_all_terms(number: int, sequence: Any) -> None:
    assert list(sequence.terms()) == shown()[number]


def test_the_naive_twin_counts_the_same_layouts() -> None:
    # A 2x2 piece on 4 by 2, and dominoes, singles or nothing on the other four cells.
    others = [{(x, y) for x in range(4) for y in range(2) if x not in (b, b + 1)} for b in range(3)]
    found = [sum(packings(frozenset(cells), n) for cells in others) for n in range(5)]
    assert (found[2], sum(found[2:])) == (shown()[0][0], shown()[1][0])


def packings(cells: frozenset[tuple[int, int]], empty: int) -> int:
    """In how many ways dominoes and singles lie on cells so that some are empty."""
    if not cells:
        return not empty
    x, y = min(cells)
    rest = cells - {(x, y)}
    found = packings(rest, empty) + (packings(rest, empty - 1) if empty else 0)
    for other in ((x + 1, y), (x, y + 1)):
        if other in rest:
            found += packings(rest - {other}, empty)
    return found


def test_the_naive_twin_needs_as_many_moves_on_boards_full_of_unit_cars() -> None:
    assert hardest(2, 2) == shown()[5][0] and hardest(2, 3) == shown()[6][0]


def hardest(width: int, height: int) -> int:
    """The greatest distance on boards full of unit cars but for one cell, where some car is to reach its row's end."""
    found = 0
    size = width * height
    for hole in range(size):
        for ways in itertools.product("LU", repeat=size - 1):
            letters = iter("ABCDEFGH")
            cells = ["." if cell == hole else next(letters) for cell in range(size)]
            way = dict(zip("ABCDEFGH", ways, strict=False))
            slide = " ".join(f"{s}={'LR' if way[s] == 'L' else 'UD'}" for s in cells if s != ".")
            rows = "/".join("".join(cells[i : i + width]) for i in range(0, size, width))
            for row in range(height):
                mine = [s for s in cells[row * width : (row + 1) * width] if s != "." and way[s] == "L"]
                if mine:
                    goal = ["." * width] * height
                    goal[row] = "." * (width - 1) + mine[-1]
                    puzzle = Puzzle.parse(f"slide: {slide}/{rows}", "/".join(goal))
                    distance = naive.bfs(puzzle, "step").distance
                    found = max(found, distance or 0)
    return found
