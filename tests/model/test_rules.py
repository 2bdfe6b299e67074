"""The tables of the rules: paths of moves are shortest and have fewest turns; which moves can be taken back."""

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from huarong.model.board import DIRECTIONS, Board, Kind
from huarong.model.metric import METRICS
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules, reversible
from tests import naive, strategies

LEGS = json.loads((Path(__file__).parents[1] / "data" / "legs.json").read_text("utf-8"))


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


def test_a_way_that_is_not_there() -> None:
    board, single = Board(3, 1), Kind.of([(0, 0)])
    pytest.raises(ValueError, Rules.of(board, (single,)).legs, 0, 2, 0b010).match("no way")


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
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize(
    ("directions", "expected"), [("UDLR", True), ("", True), ("LR", True), ("UD", True), ("U", False), ("UDL", False)]
)
def test_reversible(directions: str, expected: bool) -> None:
    free = Kind.of([(0, 0), (1, 0)])
    assert reversible([free, Kind.of([(0, 0)], directions)]) is expected
