"""A map shows every layout and every step between two of them, one-way steps included."""

import numpy as np
import pytest
from hypothesis import given

from huarong.atlas import embedding
from huarong.atlas.embedding import Map
from huarong.errors import LimitReached
from huarong.limits import RESERVED
from huarong.model.puzzle import Puzzle
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


@given(puzzles(limit=200))
@examples(30)
def test_every_step_is_an_edge(puzzle: Puzzle) -> None:
    drawn = Map.of(puzzle)
    space, ranks = drawn.component.space, drawn.component.ranks.tolist()
    states = {naive.state(space.layout(rank)): i for i, rank in enumerate(ranks)}
    right = set()
    for state, i in states.items():
        for other in naive.neighbours(puzzle, state, "step"):
            right.add((min(i, states[other]), max(i, states[other])))
    assert {tuple(edge) for edge in drawn.edges.tolist()} == right
    assert len(drawn.edges) == len(right) and drawn.xy.shape == (len(ranks), 2)
    assert np.isfinite(drawn.xy).all() and abs(drawn.xy).max(initial=0) <= 1
    assert len(ranks) == 1 or len(np.unique(drawn.xy, axis=0)) == len(ranks)


def test_steps_that_cannot_be_taken_back_are_edges_too() -> None:
    drawn = Map.of("slide: A=L/...A/goal:/A...")
    assert drawn.edges.tolist() == [[0, 1], [1, 2], [2, 3]]


def test_neighbours_lie_near_each_other() -> None:
    drawn = Map.of("横刀立马", 3000)
    edge = np.linalg.norm(drawn.xy[drawn.edges[:, 0]] - drawn.xy[drawn.edges[:, 1]], axis=1)
    mixed = np.linalg.norm(drawn.xy - drawn.xy[::-1], axis=1)
    assert np.median(edge) < np.median(mixed) / 5 and 0 < drawn.stress < 0.2


def test_rounding_does_not_turn_the_map_of_a_symmetric_graph() -> None:
    """Processors round differently; equal eigenvalues leave the choice of two vectors of a plane to that."""
    spin = np.linalg.qr(np.random.default_rng(1).normal(size=(12, 12)))[0]
    matrix = spin @ np.diag([3.0, 3.0, *np.linspace(1, 0, 10)]) @ spin.T
    noise = np.random.default_rng(2).normal(size=matrix.shape) * 1e-14
    assert embedding._main(matrix) == pytest.approx(embedding._main(matrix + noise + noise.T), abs=1e-9)
    assert matrix @ embedding._main(matrix) == pytest.approx(3 * embedding._main(matrix))


def test_the_memory_limit_is_that_of_the_whole_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map of 202,944 points took 227 MiB where 200 were allowed: what Python takes was not counted."""
    monkeypatch.setattr(embedding, "_POINT", 1 << 20)
    need = RESERVED + (len(Map.of("横刀立马", 300).component) << 20)
    Map.of("横刀立马", 300, max_memory=need)
    pytest.raises(LimitReached, Map.of, "横刀立马", 300, max_memory=need - 1).match("memory")
