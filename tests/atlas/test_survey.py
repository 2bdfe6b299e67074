"""Surveys of a space, and of the layouts that a start can reach, agree with the naive twin."""

import json

from hypothesis import given, strategies as st

import huarong as hr
from huarong.atlas.survey import Survey
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


@examples(15)
@given(puzzle=puzzles(limit=150), metric=st.sampled_from(naive.METRICS))
def test_in_reach(puzzle: hr.Puzzle, metric: str) -> None:
    found = Survey.in_reach(puzzle, metric)
    far = naive.all_distances(puzzle, metric, naive.bfs(puzzle, metric).depth)
    known = [distance for distance in far.values() if distance is not None]
    assert (found.facts.layouts, found.facts.solvable) == (len(far), len(known))
    assert found.facts.longest == max(known, default=None) and sum(found.histogram) == len(known)
    for each in found.hardest:
        assert far[naive.start(each)] == found.facts.longest
    data = json.loads(json.dumps(found.to_json()))
    assert (data["space"], data["components"]) == (None, None)


def test_whole() -> None:
    puzzle = hr.puzzle("横刀立马")
    found = hr.Atlas.of(puzzle).survey(3, puzzle=puzzle)
    assert (found.facts.layouts, found.facts.longest, len(found.hardest)) == (65880, 93, 2)
    assert all({p.label for p in each.pieces} == {p.label for p in puzzle.pieces} for each in found.hardest)
    data = found.to_json()
    assert (data["components"], data["largest_component"]) == (898, 25955)
    assert [hr.solve(each).length for each in found.hardest] == [93, 93]
    assert hr.Atlas.of(puzzle).survey(0, components=False).to_json()["components"] is None
