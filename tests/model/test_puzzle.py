"""Puzzles and their layouts are canonical, checked, and compare by content."""

import pickle
import subprocess
import sys

import pytest
from hypothesis import given, strategies as st

from huarong.errors import PuzzleError
from huarong.model.board import Layout
from huarong.model.puzzle import Puzzle
from tests import naive, strategies

PUZZLES = st.one_of(strategies.puzzles(limit=60), strategies.symmetric_puzzles(limit=60))
CLASSIC = "ABBC/ABBC/DEEF/DGHF/I..J"


def faults(text: str, goal: str | None = None) -> list[str]:
    try:
        Puzzle.parse(text, goal)
    except PuzzleError as error:
        return [str(fault) for fault in error.faults] or ["no fault"]
    return []


# Layouts


@given(PUZZLES, st.randoms())
def test_layouts_are_canonical(puzzle: Puzzle, random) -> None:  # type: ignore[no-untyped-def]
    layout = puzzle.start
    shuffled = Layout(tuple(tuple(random.sample(group, len(group))) for group in layout.heads))
    assert shuffled == layout
    assert hash(shuffled) == hash(layout)
    assert naive.state(layout) == naive.start(puzzle)
    assert puzzle.layout(puzzle.heads(layout)) == layout
    assert puzzle.faults(layout) == ()
    assert puzzle.started(layout).start == layout


@given(strategies.puzzles(limit=60))
def test_faults_of_layouts_agree_with_all_that_can_be_placed(puzzle: Puzzle) -> None:
    possible = set(naive.enumerate_layouts(puzzle))
    assert naive.start(puzzle) in possible
    for kind, group in enumerate(puzzle.start.heads):
        for head in range(-1, puzzle.board.size + 1):
            layout = puzzle.start.moved(kind, group[0], head)
            repeated = len(set(layout.heads[kind])) < len(group)
            good = naive.state(layout) in possible and not repeated
            assert (puzzle.faults(layout) == ()) == good


def test_faults_of_a_layout() -> None:
    puzzle = Puzzle.parse("AAB./....", goal="..../AA..")
    assert [str(f) for f in puzzle.faults(Layout(((3,), (3,))))] == ["a 2x1 piece cannot lie at cell 3"]
    assert [str(f) for f in puzzle.faults(Layout(((5,), (6,))))] == [
        "line 2, column 3: a 1x1 piece and a 2x1 piece overlap"
    ]
    assert len(puzzle.faults(Layout(((5, 0), ())))) == 1
    pytest.raises(PuzzleError, puzzle.started, Layout(((7,), (0,))))


def test_an_unpickled_puzzle_is_found_by_another_process() -> None:
    # Hashes of text differ from process to process.
    puzzle = Puzzle.parse(CLASSIC)
    hash(puzzle)
    program = (
        "import pickle, sys; from huarong.model.puzzle import Puzzle; "
        f"p = pickle.load(sys.stdin.buffer); q = Puzzle.parse({CLASSIC!r}); "
        "assert p == q and hash(p) == hash(q) and p.start in {q.start}"
    )
    subprocess.run([sys.executable, "-c", program], input=pickle.dumps(puzzle), check=True)


@pytest.mark.parametrize("head", [-1, 4, 99, 1.5, "0", None])
def test_a_head_that_is_no_cell_is_a_fault(head: object) -> None:
    layout = Layout(((0,), (head,)))  # type: ignore[arg-type]
    (fault,) = Puzzle.parse("AB/..", goal="../AB").faults(layout)
    assert str(fault) == f"a 1x1 piece cannot lie at cell {head}"
