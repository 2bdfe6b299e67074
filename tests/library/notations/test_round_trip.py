"""What a notation writes reads back as the same puzzle; what it cannot write it refuses with the reason."""

import contextlib
import itertools
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, strategies as st

import huarong as hr
from huarong.errors import CannotExpress
from huarong.library.notations.base import meaning
from huarong.library.notations.key_piece import way_in
from huarong.library.notations.registry import DIALECTS, NOTATIONS, notation
from huarong.library.reader import mirror
from huarong.model.board import Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from tests import naive
from tests.strategies import puzzles


def written(puzzle: Puzzle) -> list[str]:
    """Write a puzzle in every notation that can, read it back and compare; returns these notations."""
    names = []
    for each in (*NOTATIONS, *DIALECTS):
        try:
            text = each.encode(puzzle)
        except CannotExpress:
            continue
        found = each.decode(text)
        assert each in NOTATIONS or meaning(found) == meaning(puzzle), each.name
        if found.board.size > puzzle.board.size:
            goes_out(puzzle, found, each.name)
            continue
        usual = found.goal.alternatives and meaning(found) == meaning(puzzle)
        assert usual or (not each.goal and meaning(found)[:2] == meaning(puzzle)[:2])
        names.append(each.name)
    return names


def goes_out(puzzle: Puzzle, found: Puzzle, name: str) -> None:
    """A goal at the edge that is written as a way out: as many moves, and steps by how far the key piece goes out.

    `slide` puts only a wall around the board.
    """
    moves, steps = (naive.bfs(puzzle, metric).distance for metric in ("move", "step"))
    assert naive.bfs(found, "move").distance == moves
    more = (
        {1} if name == "sbp" else {0} if name == "slide" else range(2, 2 + max(puzzle.board.width, puzzle.board.height))
    )
    least = naive.bfs(found, "step").distance
    assert least is steps is None or (least or 0) - (steps or 0) in more


@given(puzzles())
@example(Puzzle.parse("AB/.C/goal:/../.A"))
@example(Puzzle.parse("A.B/AA./..C/goal:/.../A../AA."))
@example(Puzzle.parse("#A./CB./goal:/.../A.."))
@example(Puzzle.parse("BAA/.AA/..C/goal:/.AA/.AA/..."))
def test_any_puzzle(puzzle: Puzzle) -> None:
    assert {"line", "grid"} <= {*written(puzzle)}


@st.composite
def tile_boards(draw: st.DrawFn) -> Puzzle:
    """Numbered tiles on boards of any form."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    size = max(2, width * height)
    order = draw(st.permutations(range(size)))
    symbols = ".123456789abcdefghijklmnopqrstuvwxyz"
    rows = ["".join(symbols[n] for n in order[i : i + width]) for i in range(0, size, width)]
    if len({*map(len, rows)}) > 1:
        rows = ["".join(rows)]
    last = "".join(symbols[n] for n in draw(st.permutations(range(size))))
    goal = [last[i : i + len(rows[0])] for i in range(0, size, len(rows[0]))]
    slide = draw(st.sampled_from(["", "slide: 1=LR\n"]))
    return Puzzle.parse(slide + "\n".join(rows), "\n".join(goal))


@given(tile_boards())
@example(Puzzle.parse("12.3/goal:/123."))
@example(Puzzle.parse("1/./2/goal:/1/2/."))
@example(Puzzle.parse("2/./1/3/goal:/1/2/3/."))
def test_tiles(puzzle: Puzzle) -> None:
    names = written(puzzle)
    free = all(kind.directions == "UDLR" for kind in puzzle.kinds)
    expressible = min(puzzle.board.width, puzzle.board.height) > 1 and free
    assert ("tiles" in names) == expressible


def bars(board: Board) -> list[list[tuple[int, int]]]:
    """All places of straight pieces of two or three cells."""
    return [
        [(x + n * dx, y + n * dy) for n in range(length)]
        for length, (dx, dy) in itertools.product((2, 3), ((1, 0), (0, 1)))
        for y in range(board.height - dy * (length - 1))
        for x in range(board.width - dx * (length - 1))
    ]


@st.composite
def cards(draw: st.DrawFn) -> Puzzle:
    """Vehicles on 6x6, one of which has a goal, mostly that of Rush Hour."""
    walls = draw(st.frozensets(st.integers(0, 35), max_size=3))
    board = Board(6, 6, walls)
    setup, placed = Setup(board), {}
    for symbol in draw(st.permutations(string.ascii_uppercase))[: draw(st.integers(1, 8))]:
        cells = draw(st.sampled_from(bars(board)))
        along = draw(st.sampled_from([Kind.of(cells).along] * 9 + ["UDLR"]))
        if not setup.check(symbol, cells):
            setup.place(symbol, cells, directions=along)
            placed[symbol] = cells
    if not placed:
        return Puzzle.parse("slide: along/AA..../" + "/".join(["......"] * 5), "....AA" + "/......" * 5)
    symbol = draw(st.sampled_from(sorted(placed)))
    moved = draw(st.sampled_from([(5, 0)] * 3 + [(x, y) for x in range(6) for y in range(6)]))
    goal = shifted(placed[symbol], moved)
    try:
        return Puzzle.of(setup, [{symbol: goal}])
    except ValueError:
        return Puzzle.of(setup, [{symbol: placed[symbol]}])


def shifted(cells: Sequence[tuple[int, int]], by: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells moved to the right edge of the board, or by a number of columns."""
    if by == (5, 0):
        right = 5 - max(x for x, _ in cells)
        return [(x + right, y) for x, y in cells]
    x0, y0 = cells[0]
    return [(x - x0 + by[0], y - y0 + by[1]) for x, y in cells]


@given(cards())
@example(
    Puzzle.parse(
        "slide: along/....../....../....../A...../A...../....../goal:/....../....../.....A/.....A/....../......"
    )
)
def test_rush_hour(puzzle: Puzzle) -> None:
    written(puzzle)


def test_an_upright_car_is_no_red_car() -> None:
    upright = "slide: along/....../....../....../A...../A...../....../goal:"
    puzzle = Puzzle.parse(upright + "/....../....../.....A/.....A/....../......")
    pytest.raises(CannotExpress, notation("rush").encode, puzzle).match("one car in its row")


@st.composite
def rooms(draw: st.DrawFn) -> Puzzle:
    """A key piece among others in a walled room with an opening, and a goal anywhere."""
    width, height = draw(st.integers(4, 7)), draw(st.integers(3, 6))
    border = {y * width + x for y in range(height) for x in range(width) if x in (0, width - 1) or y in (0, height - 1)}
    gates = draw(st.frozensets(st.sampled_from(sorted(border)), max_size=3))
    board = Board(width, height, frozenset(border - gates), gates)
    setup = Setup(board)
    shapes = [[(0, 0)], [(0, 0), (1, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0), (0, 1)]]
    placed: dict[str, list[tuple[int, int]]] = {}
    for symbol in draw(st.permutations("*ABab=")):
        x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
        cells = [(x + dx, y + dy) for dx, dy in draw(st.sampled_from(shapes))]
        open_to = symbol == "*" or draw(st.integers(0, 9)) == 9
        if not setup.check(symbol, cells, open_to):
            setup.place(symbol, cells, gates=open_to)
            placed[symbol] = cells
    if "*" not in placed:
        return Puzzle.parse("gate: */#-#/.*./###", "#*#/.../###")
    kind = Kind.of(placed["*"], gates=True)
    heads = draw(st.lists(st.sampled_from(board.heads(kind)), min_size=1, max_size=2, unique=True))
    goals = [{"*": [(c % width, c // width) for c in board.cells(kind, head) or ()]} for head in heads]
    return Puzzle.of(setup, goals)


@given(rooms())
@example(Puzzle.parse("gate: A/AA.-/A..B/A.BB/goal:/..AA/..A./..A."))
def test_key_pieces(puzzle: Puzzle) -> None:
    written(puzzle)
    inner = way_in(puzzle)
    if inner is not None:
        moves, steps = (naive.bfs(puzzle, metric).distance for metric in ("move", "step"))
        assert naive.bfs(inner, "move").distance == moves
        assert steps is None or (naive.bfs(inner, "step").distance or 0) < steps


@given(puzzles())
def test_the_mirror_image_twice_is_the_puzzle(puzzle: Puzzle) -> None:
    assert mirror(mirror(puzzle)) == puzzle


def altered(puzzle: Puzzle) -> Iterator[Puzzle]:
    """A puzzle with one thing altered: directions, a piece left out, a wall, a gate, a piece's goal, a second goal."""
    board = puzzle.board
    (goal,) = puzzle.goal.alternatives
    symbol = {k: next(p.symbol for p in puzzle.pieces if p.kind == k) for k, _ in goal}

    def cells(kind: int, head: int) -> list[tuple[int, int]]:
        found = board.cells(puzzle.kinds[kind], head) or ()
        return [(c % board.width, c // board.width) for c in found]

    def made(board: Board, ways: dict[str, str], goals: list[tuple[tuple[int, int], ...]], out: str = "") -> Puzzle:
        setup = Setup(board)
        for p in puzzle.pieces:
            if p.symbol != out:
                way = ways.get(p.symbol, puzzle.kinds[p.kind].directions)
                setup.place(p.symbol, cells(p.kind, p.head), directions=way)
        return Puzzle.of(setup, [{symbol[k]: cells(k, head) for k, head in each} for each in goals])

    empty = "".join(puzzle.rows()).index(".")
    tries = [(board, {p.symbol: way}, [goal], "") for p in puzzle.pieces for way in ("UDLR", "UD", "LR", "")]
    tries += [(board, {}, [goal], p.symbol) for p in puzzle.pieces]
    tries += [
        (replace(board, walls=board.walls | {empty}), {}, [goal], ""),
        (replace(board, gates=frozenset({empty})), {}, [goal], ""),
    ]
    for k, head in goal[:1]:
        for other in board.heads(puzzle.kinds[k])[::4]:
            tries += [(board, {}, [((k, other), *goal[1:])], ""), (board, {}, [goal, ((k, other), *goal[1:])], "")]
    for each in tries:
        with contextlib.suppress(ValueError):
            yield made(*each)


@pytest.mark.parametrize("name", ["横刀立马", "Rush Hour 1", "123456708"])
def test_a_puzzle_of_which_one_thing_is_altered_is_refused_or_written_right(name: str) -> None:
    whole, refused = hr.puzzle(name), 0
    for puzzle in altered(whole):
        for each in NOTATIONS:
            try:
                found = each.decode(each.encode(puzzle))
            except CannotExpress:
                refused += 1
                continue
            if found.board.size == puzzle.board.size:
                parts = 3 if each.goal and each.name != "tiles" else 2
                assert meaning(found)[:parts] == meaning(puzzle)[:parts], each.name
    assert refused
