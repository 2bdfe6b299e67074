"""Hints agree with the naive twin, by look-up and by search, and say what they do not know."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import huarong as hr
from huarong.atlas.hints import hint, moves
from tests import naive
from tests.strategies import puzzles

METRICS = ("step", "slide", "move")


@pytest.mark.parametrize("known", [0, 1 << 20])
@settings(max_examples=40)
@given(puzzle=puzzles(limit=300), metric=st.sampled_from(METRICS))
def test_every_move_is_graded_right(known: int, puzzle: hr.Puzzle, metric: str) -> None:
    begin = naive.start(puzzle)
    right = naive.all_distances(puzzle, metric, naive.bfs(puzzle, metric).depth)
    with mock.patch("huarong.atlas.hints.KNOWN", known):
        found = hint(puzzle, metric)
    assert found.distance == right[begin]
    after = {}
    for move, distance, is_known in found.moves:
        assert is_known
        state = naive.replay(puzzle, [move]).state
        assert distance == right[state]
        after[state] = distance
    assert set(after) == naive.neighbours(puzzle, begin, metric)
    assert len(after) <= len(found.moves)


def test_the_moves_that_can_be_made() -> None:
    puzzle = hr.puzzle("横刀立马")
    counts = [len(moves(puzzle, metric)) for metric in METRICS]
    assert counts == [4, 6, 8]


def test_a_large_puzzle_is_searched() -> None:
    found = hint(hr.puzzle("Rush Hour 1"))
    assert found.distance == 8
    assert found.solutions is None
    assert found.moves[0].distance == 7
    assert all(each.known for each in found.moves)


def test_what_takes_too_long_is_not_known() -> None:
    with mock.patch("huarong.atlas.hints._PATIENCE", 0):
        found = hint(hr.puzzle("Rush Hour 1"))
    assert [each.known for each in found.moves] == [True] + [False] * (len(found.moves) - 1)
    assert found.best == (found.moves[0].move,)
    assert found.best[0] == hr.solve("Rush Hour 1").moves[0]
