"""Hardest starts are the naive twin's, one of two mirror images, and as long as known for the standard sets."""

from dataclasses import replace

import pytest
from hypothesis import given

from huarong.atlas.goals import puzzle_at
from huarong.design import hardest, hardest_goals, hardest_sets
from huarong.design.hardest_layouts import Images
from huarong.errors import FileError, InputError
from huarong.model.board import Goal
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve
from huarong.space.space import Space
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


@given(puzzles())
@examples(15)
def test_all_starts_are_those_of_the_naive_twin(puzzle: Puzzle) -> None:
    space = Space.of(puzzle)
    found = hardest(space, puzzle.goal, "move", top=1 << 30)
    known = naive.all_distances(puzzle, "move")
    longest = max((d for d in known.values() if d is not None), default=None)
    assert found.facts.longest == longest
    lengths = [start.length for start in found.starts]
    assert lengths == sorted(lengths, reverse=True)
    images, seen = Images.of(space, puzzle.goal), set()
    for start in found.starts:
        layout = space.place(start.puzzle.start, start.puzzle.kinds)
        assert known[naive.state(layout)] == start.length
        orbit = {naive.state(layout), *map(naive.state, images.all(layout))}
        assert seen.isdisjoint(orbit)
        seen |= orbit
    assert seen == {state for state, d in known.items() if d is not None}


@pytest.mark.parametrize(
    ("flat", "moves", "steps"), [(0, 19, 26), (1, 93, 126), (2, 138, 179), (3, 135, 178), (4, 97, 138), (5, 56, 77)]
)
def test_the_standard_sets(flat: int, moves: int, steps: int) -> None:
    space = Space.parse("4x5", f"2x2:1 2x1:{flat} 1x2:{5 - flat} 1x1:4")
    for metric, longest in (("move", moves), ("step", steps)):
        found = hardest(space, metric=metric, top=1)
        assert found.facts.longest == longest and solve(found.starts[0].puzzle, metric).length == longest


def test_a_start_and_its_mirror_image_are_told_once() -> None:
    found = hardest("4x5 2x2:1 2x1:1 1x2:4 1x1:4", metric="step", top=2)
    assert found.facts.longest_count == 4 and [start.length for start in found.starts] == [126, 126]


def test_images_of_a_square_board() -> None:
    space = Space.parse("2x2 1x1:1")
    assert len(Images.of(space, Goal.of([[(0, 0)]])).maps) == 1
    assert len(Images.of(space, Goal.of([[(0, h)] for h in range(4)])).maps) == 7


def test_a_start_that_is_read_again_is_the_one_that_was_written() -> None:
    space = Space.parse("3x3 2x1=LR:1 1x2:1 1x1:1")
    found = hardest(space, ".../.../.aa", "step", top=3)
    for start in found.starts:
        assert Puzzle.parse(start.puzzle.line()) == start.puzzle
        layout = space.place(start.puzzle.start, start.puzzle.kinds)
        assert start.puzzle == puzzle_at(space, layout, found.goal)


def test_no_pieces_have_no_usual_goal() -> None:
    pytest.raises(InputError, hardest, "4x5").match("no usual one")


def test_all_sets_of_a_family_are_those_of_each_alone() -> None:
    sets = hardest_sets("4x5 2x2:1 2x1:0..1 1x2:3..4 1x1:3..4 empty:2..", top=2)
    assert len(sets) == 8
    for each in sets:
        one = hardest(f"4x5 {each.pieces}", top=2)
        assert (each.facts, each.empty) == (one.facts, 20 - 4 - cells(each.pieces))
        most = [start for start in one.starts if start.length == one.facts.longest]
        assert each.starts == tuple(most)


def cells(pieces: str) -> int:
    counts = dict(each.split(":") for each in pieces.split())
    return sum(int(n) * (1 + (name != "1x1")) for name, n in counts.items() if name != "2x2")


def test_all_goals_are_those_of_the_naive_twin(tmp_path) -> None:
    journal = tmp_path / "goals"
    found = hardest_goals("3x2 2x1:1 1x1:3", "step", journal=journal)
    puzzle = Puzzle.parse("AAB/CD.", goal=".../B..")
    longest = {}
    for head in range(6):
        goal = Goal.of([[(puzzle.goal.alternatives[0][0][0], head)]])
        known = naive.all_distances(replace(puzzle, goal=goal), "step")
        longest[head] = max(d for d in known.values() if d is not None)
    told = {g.goal.replace("/", "").index("a"): g.facts.longest for g in found if g.piece == "1x1"}
    assert told == {head: longest[head] for head in (0, 1)}
    assert longest[0] == longest[2] == longest[3] == longest[5]
    data = journal.read_bytes()
    journal.write_bytes(data[: data.rindex(b"\n", 0, -1) + 20])
    assert hardest_goals("3x2 2x1:1 1x1:3", "step", journal=journal) == found and journal.read_bytes() == data
    pytest.raises(FileError, hardest_goals, "3x2 2x1:1 1x1:3", "move", journal=journal).match("journal")


def test_goals_of_a_kind_told_apart_are_not_taken_for_those_of_the_next_kind() -> None:
    found = hardest_goals("3x3 X./XX:2 1x1:1", "step")
    told = {(g.piece, g.goal) for g in found}
    assert len(found) == len(told) == 9 and sum(g.piece == "1x1" for g in found) == 6
    longest = {(g.piece, g.goal): g.facts.longest for g in found}
    assert longest["1x1", ".../.a./..."] is None and longest["1x1", "a../.../..."] == 0


def test_all_goals_of_cars_of_which_one_has_a_mark() -> None:
    found = hardest_goals("4x3 A@2x1=LR:1 2x1=LR:2 1x2=UD:1", "step")
    assert {g.piece for g in found} == {"A@2x1=LR", "2x1=LR", "1x2=UD"}
    for each in found[:5]:
        for start in each.starts:
            assert solve(start.puzzle, "step").length == each.facts.longest


@pytest.mark.parametrize("top", [0, -1])
def test_no_layouts_are_no_answer(top):
    """(A foreign error before, for numbers below 0.)"""
    for call in (hardest, hardest_sets):
        pytest.raises(InputError, call, "3x2 2x1:1 1x1:2", ".../.aa", top=top).match("expected more than 0")
    pytest.raises(InputError, hardest_goals, "3x2 1x1:2", top=top).match("expected more than 0")
