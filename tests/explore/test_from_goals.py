"""Explorations from all goals agree with the atlas, also when stopped and resumed, and refuse what they cannot do."""

from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from huarong.design import hardest
from huarong.errors import Cancelled, InputError
from huarong.explore import Resources, hardest_from_goals, run
from huarong.explore.checkpoint import Checkpoint
from huarong.explore.exploration import EngineName
from huarong.explore.sorted_keys import Runs
from huarong.explore.store import Shares
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve
from tests import naive

CLASSIC = "4x5 2x2:1 1x2:4 2x1:1 1x1:4"


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_it_says_what_the_atlas_says(metric: str) -> None:
    for text, goal in (("4x4 2x2:1 2x1:1 1x1:2", "..../..../aa../aa.."), ("3x3 XX/X.:1 1x1:3", ".../.aa/.a.")):
        ours, known = (find(text, goal, metric, top=999) for find in (hardest_from_goals, hardest))
        assert ours.facts == known.facts
        most = [each for each in known.starts if each.length == known.facts.longest]
        assert [each.puzzle for each in ours.starts] == [each.puzzle for each in most]
        assert solve(ours.starts[0].puzzle, metric).length == ours.facts.longest
    assert naive.bfs(ours.starts[0].puzzle, metric).distance == ours.facts.longest


@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_a_goal_that_nothing_can_meet(engine: EngineName) -> None:
    """Beside the goal there is no room, two pieces overlap, there are too few pieces, or the goal is off the board."""
    for text, goal in (
        ("3x2 2x1:1 X./XX:1", ".../.aa"),
        ("3x2 2x1:2", Goal.of([[(0, 0), (0, 1)]])),
        ("3x2 2x1:1", Goal.of([[(0, 0), (0, 3)]])),
        ("3x2 2x1:1", Goal.of([[(0, 2)]])),
    ):
        found = hardest_from_goals(text, goal, "step", Resources(engine))
        assert found.facts == hardest(text, goal, "step").facts
        assert (found.facts.longest, found.starts) == (None, ())
    pytest.raises(InputError, hardest_from_goals, "2x1 2x1:2", "aa").match("the pieces do not fit")


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder, levels, write = tmp_path / "levels", [], Checkpoint.write

    def counted(self: Checkpoint, folder: Path) -> None:
        levels.append(len(self.levels))
        write(self, folder)

    with mock.patch.object(Checkpoint, "write", counted), pytest.raises(Cancelled):
        hardest_from_goals(CLASSIC, resources=Resources(folder=folder), metric="step", cancel=lambda: len(levels) > 9)
    assert Checkpoint.read(folder).plan == {"kind": "keys", "goals": True}
    puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    pytest.raises(InputError, run, puzzle, "step", Resources(folder=folder, resume=True)).match("another")
    found = hardest_from_goals(CLASSIC, resources=Resources(folder=folder, resume=True), metric="step")
    assert found.facts == hardest(CLASSIC, metric="step").facts
    assert [each.length for each in found.starts] == [126, 126]


@pytest.mark.parametrize("width", [20, 40])
def test_keys_of_rows_of_letters_are_those_of_layouts(width: int) -> None:
    empty = "." * (width - 1)
    puzzle = Puzzle.parse(f"AB{empty[1:]}/C{empty}", goal=f".{empty}/{empty}B")
    runs = Runs(puzzle, Metric.STEP, Shares(1 << 28))
    letters = np.zeros((1, puzzle.board.size), np.uint8)
    for piece in puzzle.pieces:
        letters[0, piece.head] = piece.kind + 1
    packing = runs.packing
    assert bool(packing.lists) == (width == 40)
    assert packing.pack(letters).reshape(-1).tolist() == list(packing.encode(packing.places(puzzle.start)))


def test_what_it_refuses() -> None:
    pytest.raises(InputError, hardest_from_goals, "4x5 2x2:1 1x1:1..2").match("ranges")
    pytest.raises(InputError, hardest_from_goals, "4x4 2x1=LR:1 1x1:1", "..../..../..aa/....").match("anywhere")
