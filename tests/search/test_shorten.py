"""Making solutions shorter."""

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Limits, Watch
from huarong.model.solution import replay
from huarong.search import anytime as shortening
from huarong.search.anytime import shorten
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles, symmetric_puzzles


@examples(40)
@given(st.one_of(puzzles(), symmetric_puzzles()), st.sampled_from(["slide", "move"]))
def test_no_longer_and_at_last_the_shortest(puzzle, metric):
    """A solution in steps is one in the other metrics too, but not a shortest one; it becomes shorter and never
    longer.
    """
    steps = hr.solve(puzzle, "step")
    if not steps.solved or not steps.length:
        return
    ends = [
        (old, new)
        for before, after in zip(steps.heads, steps.heads[1:], strict=False)
        for old, new in zip(before, after, strict=True)
        if old != new
    ]
    long = replay(puzzle, hr.Metric(metric), ends)
    short = shorten(long, Watch())
    assert short.verify()
    assert short.length == naive.bfs(puzzle, metric).distance <= long.length


def test_a_limit_ends_it_with_what_was_found():
    solution = hr.solve("横刀立马", "step")
    assert shorten(solution, Watch(Limits(seconds=1e-9))) is solution
    assert shorten(solution, Watch(Limits(memory=1))) is solution
    pytest.raises(hr.Cancelled, shorten, solution, Watch(cancel=lambda: True))


def test_few_layouts_are_enough_for_a_detour():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shortening, "_LEAST", 4)
        solution = hr.solve("横刀立马")
        assert shorten(solution, Watch(), 64).length == 81
