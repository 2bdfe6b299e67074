"""The anytime search: each of its two searches alone, what it says of itself, what a limit leaves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import huarong as hr
from huarong.search import anytime
from tests import naive
from tests.strategies import puzzles, symmetric_puzzles

ANY = st.one_of(puzzles(), symmetric_puzzles())


@pytest.mark.parametrize("way", anytime._ROUNDS)
@settings(max_examples=25)
@given(puzzle=ANY, metric=st.sampled_from(naive.METRICS))
def test_each_way_alone(way, puzzle, metric):
    """Breadth first would solve small puzzles before any of these begins."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(anytime, "_ROUND", 4)
        patch.setattr(anytime, "_ROUNDS", (way,))
        solution = hr.solve(puzzle, metric, optimal=False)
    best = naive.bfs(puzzle, metric).distance
    assert solution.solved == (best is not None)
    if best is not None:
        assert solution.verify()
        assert naive.solved(puzzle, naive.replay(puzzle, solution.moves).state)
        assert solution.length == best if solution.optimal else solution.bound <= best
