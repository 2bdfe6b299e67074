"""Properties of every puzzle: the library's parts agree with each other and with the rules.

Random puzzles have odd shapes, walls, gates, one-way pieces, goals of several alternatives, goals out of reach, and
boards of more than 64 cells; a few examples in the everyday part, hundreds in the slow one.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.explore import Resources, run
from huarong.model.board import METRICS
from huarong.model.puzzle import Puzzle
from huarong.model.rules import reversible
from huarong.model.symmetry import SYMMETRIES, Symmetry, image
from huarong.proof import check, prove
from huarong.search import all_paths
from huarong.space.space import Space
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles, symmetric_puzzles

ANY = puzzles(limit=150) | symmetric_puzzles(limit=150)
METRIC = st.sampled_from(METRICS)


def renamed(puzzle: Puzzle) -> Puzzle:
    """The puzzle with another name for every piece."""
    names = {piece.symbol: chr(0x4E00 + 7 * i) for i, piece in enumerate(puzzle.pieces)}
    kinds = tuple(replace(kind, mark=names.get(kind.mark, kind.mark)) for kind in puzzle.kinds)
    pieces = tuple(replace(piece, symbol=names[piece.symbol], label=names[piece.symbol]) for piece in puzzle.pieces)
    return image(replace(puzzle, kinds=kinds, pieces=pieces), Symmetry())


def reordered(puzzle: Puzzle, chance: Any) -> Puzzle:
    """The puzzle with the goal's alternatives, and the pieces of each, in another order."""
    goals = [chance.sample(each, len(each)) for each in puzzle.goal.alternatives]
    chance.shuffle(goals)
    return replace(puzzle, goal=hr.Goal.of(goals))


def lengths(puzzle: Puzzle) -> dict[str, int | None]:
    return {metric: hr.solve(puzzle, metric).length for metric in METRICS}


def a_step_is_a_slide_is_a_move(puzzle: Puzzle) -> None:
    found = lengths(puzzle)
    if None in found.values():
        assert set(found.values()) == {None}
    else:
        assert found["step"] >= found["slide"] >= found["move"]
    for metric in METRICS:
        counts = hr.solve(puzzle, metric).counts
        assert counts["step"] >= counts["slide"] >= counts["move"]


def names_and_turns_change_nothing(puzzle: Puzzle, metric: str, chance: Any) -> None:
    best = hr.solve(puzzle, metric).length
    turned = image(puzzle, chance.choice(SYMMETRIES))
    for other in (turned, renamed(puzzle), reordered(puzzle, chance), Puzzle.parse(puzzle.text())):
        assert hr.solve(other, metric).length == best


def distances_hang_together(puzzle: Puzzle, metric: str) -> None:
    """Check distances: a layout that is no goal has a neighbour nearer by one, and none nearer by more."""
    atlas = Atlas.of(puzzle, metric)
    truth = naive.all_distances(puzzle, metric)
    both = reversible(puzzle.kinds)
    for rank in range(atlas.space.size):
        layout, here = atlas.space.layout(rank), atlas.distance(rank)
        assert here == truth.get(naive.state(layout)) and (here == 0) == puzzle.goal.holds(layout)
        after = [each.distance for each in atlas.options(layout)]
        if here is None:
            assert all(each is None for each in after)
        elif here:
            known = [each for each in after if each is not None]
            assert min(known) == here - 1
            assert not both or (None not in after and max(known) <= here + 1)


def all_agree(puzzle: Puzzle, metric: str) -> None:
    solution = hr.solve(puzzle, metric)
    best = solution.length
    assert solution.verify()
    atlas = Atlas.of(puzzle, metric)
    assert atlas.distance(atlas.space.rank(puzzle.start)) == best and atlas.solution(puzzle).length == best
    hint = hr.hint(puzzle, metric=metric)
    assert hint.distance == best
    ways = atlas.count_solutions(puzzle.start)
    assert hint.solutions == ways
    certificate = prove(puzzle, metric)
    assert (certificate.solution.length, certificate.solutions or 0) == (best, ways)
    check(certificate.data)
    assert best is None or best > 12 or all_paths.count(puzzle, metric, most=best) == ways
    explored = run(puzzle, metric, Resources(workers=1))
    reached = naive.bfs(puzzle, metric).depth
    assert list(explored.levels) == np.bincount(list(reached.values())).tolist()
    assert run(puzzle, metric, Resources(workers=1), until_goal=True).goal_depth == best
    if reversible(puzzle.kinds):
        assert len(Component.of(puzzle)) == len(reached)
    assert Space.of(puzzle).size == atlas.space.size


@examples(15)
@given(ANY, METRIC, st.randoms())
def test_every_puzzle(puzzle, metric, chance):
    a_step_is_a_slide_is_a_move(puzzle)
    names_and_turns_change_nothing(puzzle, metric, chance)
    distances_hang_together(puzzle, metric)
    all_agree(puzzle, metric)


@pytest.mark.slow
@examples(300)
@given(ANY, METRIC, st.randoms())
def test_many_puzzles(puzzle, metric, chance):
    a_step_is_a_slide_is_a_move(puzzle)
    names_and_turns_change_nothing(puzzle, metric, chance)
    distances_hang_together(puzzle, metric)
    all_agree(puzzle, metric)
