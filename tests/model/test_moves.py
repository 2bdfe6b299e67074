"""Moves are listed, read and made by shortest paths; solutions, and that a wrong one does not verify."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from huarong.errors import InputError, PuzzleError
from huarong.library.reader import puzzle as read
from huarong.model.board import DIRECTIONS, METRICS, Kind, Leg, Metric, Move
from huarong.model.moves import IllegalMove
from huarong.model.puzzle import Puzzle, Solution, replay
from huarong.model.rules import reversible
from huarong.search.solver import solve
from tests import naive, strategies
from tests.examples import data

PUZZLES = strategies.puzzles(limit=60)
HENG_DAO = read("横刀立马")


@pytest.mark.parametrize(
    "text",
    [
        "N D1",
        "N D",
        "N d1",
        "N 下1",
        "N down 1",
        "N Down",
        "卒1 下1",
        "卒一 下1",
        "卒一下",
        "卒1 下",
        "  卒1   下 1 ",
        "卒1下１",
        "ND1",
    ],
)
def test_a_move_has_many_spellings(text: str) -> None:
    move = HENG_DAO.move(text)
    assert (str(move), move.label, move.start, move.stop) == ("N D1", "卒1", 13, 17)


@pytest.mark.parametrize("text", ["A R1D2", "A 右1下2", "A 右 下 下", "A right 1 down 2", "A R1D1D1", "A rdd"])
def test_legs_follow_each_other(text: str) -> None:
    assert str(Puzzle.parse("A./../..", goal="../../A.").move(text)) == "A R1D2"


@pytest.mark.parametrize(("text", "message"), data("refused")["moves"])
def test_what_is_no_move_is_told_with_what_would_be_one(text: str, message: str) -> None:
    error = pytest.raises(InputError, HENG_DAO.after, text)
    assert message in str(error.value)
    assert "棋子" in error.value.message("zh") or "走法" in error.value.message("zh")


def test_pieces_called_the_same_are_told_apart_by_what_they_can_do() -> None:
    puzzle = Puzzle.parse("names: A=卒 B=卒/AB/#./..", goal="../#./A.")
    assert str(puzzle.move("卒 下1")) == "B D1"
    puzzle = Puzzle.parse("names: A=卒 B=卒/AB/..", goal="../A.")
    pytest.raises(InputError, puzzle.move, "卒 下1").match("matches several pieces: A B")


def test_a_character_goes_before_what_another_piece_is_called() -> None:
    puzzle = Puzzle.parse("names: A=B B=A/A.B/...", goal=".../A..")
    assert puzzle.move("A D1").start == 0 and puzzle.move("B D1").label == "A"


def test_nothing_can_move() -> None:
    pytest.raises(IllegalMove, Puzzle.parse("AB/CC", goal="../CC").move, "A D1").match("no piece can move")


def test_a_move_made_elsewhere_is_no_move_here() -> None:
    elsewhere = Move("N", "卒1", 9, 13, (Leg("D", 1),))
    pytest.raises(IllegalMove, HENG_DAO.after, elsewhere).match("the piece lies at cell 13, not at 9")


@given(PUZZLES, st.data())
def test_a_move_made_is_what_the_naive_rules_say(puzzle: Puzzle, data: st.DataObject) -> None:
    for _ in range(4):
        moves = puzzle.moves()
        if not moves:
            return
        move = data.draw(st.sampled_from(moves))
        after = puzzle.after(move)
        assert after == puzzle.after(str(move))
        heads = {piece.symbol: piece.head for piece in puzzle.pieces}
        assert {p.symbol: p.head for p in after.pieces} == heads | {move.piece: move.stop}
        assert naive.start(after) in naive.neighbours(puzzle, naive.start(puzzle), "move")
        assert [piece.symbol for piece in after.pieces] == [piece.symbol for piece in puzzle.pieces]
        assert Puzzle.parse(after.text()) == after.started([piece.head for piece in after.pieces])
        puzzle = after


def test_another_start_leaves_pieces_that_may_stay_and_their_names() -> None:
    puzzle = Puzzle.parse("ABC/DD.", goal=".../.DD")
    moved = puzzle.started(puzzle.layout([4, 0, 1, 3]))
    assert moved.rows() == ("AB.", "CDD")
    pytest.raises(PuzzleError, puzzle.started, [1, 2]).match("there are 2 heads; expected 4")


@given(PUZZLES)
def test_a_start_in_heads_names_every_piece(puzzle: Puzzle) -> None:
    assert puzzle.started(puzzle.start) == puzzle
    assert puzzle.started([piece.head for piece in puzzle.pieces]) == puzzle


LEGS = data("legs")


def best_way(puzzle: Puzzle, kind: int, head: int, stop: int, others: naive.State) -> str:
    """Of all shortest paths the one with fewest turns, then the first in the order UDLR, by trying all of them."""
    ways = {head: [""]}
    while stop not in ways:
        further: dict[int, list[str]] = {}
        for at, paths in ways.items():
            for direction in DIRECTIONS:
                to = naive.step(puzzle, kind, at, direction, others)
                if to is not None:
                    further.setdefault(to, []).extend(path + direction for path in paths)
        ways = further
    return min(
        ways[stop],
        key=lambda path: (sum(a != b for a, b in itertools.pairwise(path)), [DIRECTIONS.index(d) for d in path]),
    )


def spelt(path: str) -> str:
    return "".join(f"{d}{len(list(run))}" for d, run in itertools.groupby(path))


@given(strategies.puzzles(limit=60))
def test_moves_go_the_shortest_way_with_fewest_turns(puzzle: Puzzle) -> None:
    state = naive.start(puzzle)
    for move in puzzle.moves():
        kind = next(piece.kind for piece in puzzle.pieces if piece.symbol == move.piece)
        others = state - {(kind, move.start)}
        if move.steps <= 7:  # the number of paths doubles with every cell
            assert move.path == spelt(best_way(puzzle, kind, move.start, move.stop, others))


@pytest.mark.parametrize("case", LEGS, ids=lambda case: case["why"])
def test_legs(case: dict[str, str]) -> None:
    puzzle = Puzzle.parse(case["puzzle"])
    move = puzzle.move(case["way"])
    paths = {each.path for each in puzzle.moves() if (each.piece, each.stop) == (move.piece, move.stop)}
    assert paths == {case["path"]}


@given(strategies.puzzles(limit=60), st.sampled_from(METRICS))
def test_moves_are_those_of_the_naive_rules(puzzle: Puzzle, metric: str) -> None:
    state = naive.start(puzzle)
    expected = {
        (kind, head, to)
        for kind, head in state
        for to in naive.reach(puzzle, kind, head, state - {(kind, head)}, metric)
    }
    kinds = {piece.symbol: piece.kind for piece in puzzle.pieces}
    found = [(kinds[move.piece], move.start, move.stop) for move in puzzle.moves(metric)]
    assert len(found) == len(set(found)) and set(found) == expected


@pytest.mark.parametrize(
    ("directions", "expected"), [("UDLR", True), ("", True), ("LR", True), ("UD", True), ("U", False), ("UDL", False)]
)
def test_reversible(directions: str, expected: bool) -> None:
    free = Kind.of([(0, 0), (1, 0)])
    assert reversible([free, Kind.of([(0, 0)], directions)]) is expected


PUZZLE = Puzzle.parse("AB/..", goal="../AB")
SOLUTION = replay(PUZZLE, Metric.STEP, [(0, 2), (1, 3)])


def made(*moves: Move) -> Solution:
    return replace(SOLUTION, moves=moves)


@pytest.mark.parametrize(
    "moves",
    [
        SOLUTION.moves[:1],
        (*SOLUTION.moves[:1], Move("B", "B", 1, 3, ())),
        (*SOLUTION.moves[:1], Move("B", "B", 1, 3, (Leg("D", 0), Leg("D", 1)))),
        (*SOLUTION.moves[:1], Move("B", "B", 0, 3, (Leg("D", 1),))),
        (*SOLUTION.moves[:1], Move("B", "B", 1, 2, (Leg("D", 1),))),
        (*SOLUTION.moves[:1], Move("B", "B", 1, 3, (Leg("R", 1),))),
        (*SOLUTION.moves, Move("A", "A", 2, 2, (Leg("R", 1), Leg("L", 1)))),
    ],
)
def test_a_wrong_solution_does_not_verify(moves: tuple[Move, ...]) -> None:
    assert SOLUTION.verify() and not made(*moves).verify()


@pytest.mark.parametrize(
    ("text", "start", "move"),
    [
        ("slide: A=R/.A/goal:/A.", 1, Move("A", "A", 1, 0, (Leg("L", 1),))),  # the piece may not go in that direction
        ("..A/A../goal:/..A/A..", 3, Move("A", "A", 3, 2, (Leg("L", 1),))),  # around the edge
        (".../A../goal:/..A/...", 3, Move("A", "A", 3, 2, (Leg("L", 1),))),
        ("A./goal:/A.", 0, Move("A", "A", 0, 0, ())),  # a move of no length
    ],
)
def test_a_move_that_no_piece_can_make_does_not_verify(text: str, start: int, move: Move) -> None:
    puzzle = read(text)
    found = replace(SOLUTION, puzzle=puzzle, moves=(move,))
    assert move.start == start and not found.verify()


def test_moves_of_two_legs_count_no_slides_too_many() -> None:
    found = solve(read("The Diabolical Box"))
    assert found.verify() and "e D1R1D2" not in [str(move) for move in found]
