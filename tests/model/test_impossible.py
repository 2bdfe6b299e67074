"""Reasons why there is no solution: never where there is one, and always where parity is the cause."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given

from huarong.errors import PuzzleError
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.model.impossible import explained, reason, why_unsolvable
from huarong.model.puzzle import Puzzle, unsolvable
from huarong.search.bfs import BreadthFirst
from tests import naive
from tests.examples import data
from tests.strategies import puzzles

FIFTEEN = "1234/5678/9abc/{}"


CASES = [row for rows in data("impossible").values() for row in rows]
UNSOLVABLE = [text for text, _, _ in CASES]


@pytest.mark.parametrize(("text", "key", "words"), CASES)
def test_why_there_is_no_solution(text: str, key: str | None, words: str) -> None:
    puzzle = Puzzle.parse(text)
    found = why_unsolvable(puzzle)
    assert (found.key if found else None) == key
    assert found is None or (words in found.message() and not re.search("[a-z] [a-z]", found.message("zh")))
    if puzzle.board.size < 12:
        solved = BreadthFirst(puzzle, Metric.STEP, Watch()).run()
        assert not (found and solved)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        (FIFTEEN.format("dfe."), ".123/4567/89ab/cdef"),
        ("2143/567.", None),  # 4x2, but solvable
        ("2134/567.", ".123/4567"),
        ("12/.3/goal:/21/3.", None),  # all orders of a ring are not within reach of either
        ("123/456/87.", None),  # with sides that are not both even, the blank first is within reach too, or neither
        ("123/456/87./goal:/.12/345/678", None),
    ],
)
def test_where_the_blank_first_would_do_it_is_said(text: str, goal: str | None) -> None:
    found = why_unsolvable(Puzzle.parse(text))
    assert (found.values.get("goal") if found else None) == goal
    if goal is not None:
        assert found and found.message().endswith(f'With the blank first it can be solved: --goal "{goal}"')
        assert why_unsolvable(Puzzle.parse(text, goal)) is None


def test_a_piece_in_several_parts_is_said_beside_a_search() -> None:
    puzzle = Puzzle.parse("A.A/B../goal:/B../A.A")
    found = explained(unsolvable(puzzle, Metric.STEP)).reason
    assert found == reason(puzzle, explored=0) and found.key == "search"
    assert found.message() == ("a search proves it. 'A' lies in several parts, which move together as one piece")
    searched = replace(unsolvable(Puzzle.parse("A../B..", goal="B../A.."), Metric.STEP), explored=12)
    assert explained(searched).reason.to_json("zh") == {
        "key": "search",
        "explored": 12,
        "text": "能走到的布局共 12 个，都不是目标",
    }


def crowded(rng: random.Random) -> Puzzle | None:
    """A small random board with one or two empty cells; None if the text is no puzzle."""
    width, height = rng.choice([(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (1, 5), (6, 1), (3, 3)])
    cells = list(range(width * height))
    marks = dict.fromkeys(cells, ".")
    for cell in rng.sample(cells, rng.choice([0, 0, 1, 1, 2]) if len(cells) > 5 else 0):
        marks[cell] = rng.choice("###-")
    free = [cell for cell in cells if marks[cell] == "."]
    heads = [
        "slide: " + " ".join(f"{s}={rng.choice(['LR', 'UD', 'LRD', 'none', 'UDLR'])}" for s in rng.sample("ABC", 1))
    ]
    heads = heads if rng.random() < 0.25 else []
    names = list("ABCDEFGHI")
    tiles = names[: len(free) - rng.choice([1, 1, 1, 2])]
    if rng.random() < 0.2 and len(tiles) > 2:  # one piece of two cells, perhaps in two parts
        tiles[1] = tiles[0]
    if rng.random() < 0.2:
        heads.append("match: shape")
    elif rng.random() < 0.2 and len(set(tiles)) > 3:
        heads.append("same: CD")
    if "-" in marks.values() and rng.random() < 0.5:
        heads.append("gate: B")

    def grid(keep: float) -> str:
        order = [*tiles, *["."] * (len(free) - len(tiles))]
        rng.shuffle(order)
        shown = marks | {cell: s if rng.random() < keep else "." for cell, s in zip(free, order, strict=True)}
        rows = "".join(shown[cell] for cell in cells)
        return "/".join(rows[n : n + width] for n in range(0, len(rows), width))

    start = grid(1.0)
    goals = "".join(f"/goal:/{grid(rng.choice([1.0, 1.0, 0.8, 0.4]))}" for _ in range(rng.choice([1, 1, 1, 2])))
    try:
        return Puzzle.parse("/".join([*heads, start]) + goals)
    except PuzzleError:
        return None


def checked(count: int, seed: int) -> Iterator[tuple[str | None, bool]]:
    """The reason for each of many random boards, and whether a search solves it."""
    rng = random.Random(seed)
    while count:
        puzzle = crowded(rng)
        if puzzle is not None:
            found, count = why_unsolvable(puzzle), count - 1
            solved = bool(BreadthFirst(puzzle, Metric.STEP, Watch()).run()) or puzzle.goal.holds(puzzle.start)
            assert not (found and solved), f"{puzzle.line()}: {found}"
            yield found.key if found else None, solved


@pytest.mark.parametrize("count", [120, pytest.param(20_000, marks=pytest.mark.slow)])
def test_no_reason_is_given_where_there_is_a_solution(count: int) -> None:
    found = list(checked(count, seed=count))
    assert {key for key, _ in found} >= {None, "stuck", "goal", "parity", "order"}
    assert sum(solved for _, solved in found) > count / 10


@given(puzzles())
def test_the_naive_search_finds_no_solution_where_a_reason_is_given(puzzle: Puzzle) -> None:
    if why_unsolvable(puzzle) is not None:
        assert naive.bfs(puzzle, "step").distance is None


def whole(cells: set[int], width: int) -> bool:
    """Whether cells are connected, and remain so without any one of them: Wilson's condition, if they are no ring."""

    def near(cell: int) -> set[int]:
        sides = {cell - 1} if cell % width else set()
        return (sides | ({cell + 1} if (cell + 1) % width else set()) | {cell - width, cell + width}) & cells

    def connected(some: set[int]) -> bool:
        seen = edge = {min(some)}
        while edge := {n for cell in edge for n in near(cell)} & some - seen:
            seen = seen | edge
        return seen == some

    return connected(cells) and all(connected(cells - {c}) for c in cells) and any(len(near(c)) > 2 for c in cells)


@pytest.mark.parametrize("count", [40, pytest.param(6_000, marks=pytest.mark.slow)])
def test_every_unsolvable_order_of_a_whole_board_is_found(count: int) -> None:
    rng, found = random.Random(count), set()
    while count:
        width = rng.choice([2, 3, 3, 4])
        cells = set(range(width * rng.choice([2, 3]))) if width < 4 else set(range(8))
        size, walls = len(cells), rng.sample(sorted(cells), rng.choice([0, 1, 1, 2, 3]))
        cells -= {*walls}
        if len(cells) < 5 or not whole(cells, width):
            continue
        free = rng.random() < 0.4  # the last tile
        rows = []
        for shown in ("ABCDEFGH"[: len(cells) - 1], "ABCDEFGH"[: len(cells) - 1 - free]):
            order = iter(rng.sample(shown.ljust(len(cells), "."), len(cells)))
            text = "".join(next(order) if cell in cells else "#" for cell in range(size))
            rows.append("/".join(text[n : n + width] for n in range(0, size, width)))
        puzzle, count = Puzzle.parse(rows[0], rows[1]), count - 1
        solved = bool(BreadthFirst(puzzle, Metric.STEP, Watch()).run()) or puzzle.goal.holds(puzzle.start)
        why = why_unsolvable(puzzle)
        assert (why is None) is solved, puzzle.line()
        found.add((solved, free, why.key if why else None))
    assert found == {(solved, free, None if solved else "parity") for solved in (True, False) for free in (True, False)}
