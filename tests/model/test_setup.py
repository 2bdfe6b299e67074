"""Pieces placed one by one, and goals for them, each checked."""

import pytest

from huarong.errors import PuzzleError
from huarong.model.board import Board
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup, label_stands

PIECES = "which is not on the board; its pieces are"


def test_setup_checks_each_placement_and_changes_nothing_where_it_fails() -> None:
    setup = Setup(Board(3, 2, walls=frozenset({2}), gates=frozenset({5})))
    setup.place("A", [(0, 0), (0, 1)])
    for symbol, cells, expected in (
        ("A", [(1, 0)], ["'A' is placed already"]),
        ("B", [], ["'B' has no cells"]),
        (".", [(1, 0)], ["'.' cannot stand for a piece"]),
        ("BC", [(1, 0)], ["'BC' cannot stand for a piece"]),
        (
            "B",
            [(0, 0), (1, 0), (2, 0), (3, 0), (2, 1)],
            [
                "line 1, column 1: 'B' would lie on 'A'",
                "line 1, column 3: 'B' would lie on a wall",
                "line 1, column 4: 'B' would lie outside the board",
                "line 2, column 3: 'B' lies on a gate that it may not enter",
            ],
        ),
    ):
        with pytest.raises(PuzzleError) as error:
            setup.place(symbol, cells)
        assert [str(fault) for fault in error.value.faults] == expected
    setup.place("B", [(2, 1)], gates=True)
    puzzle = Puzzle.of(setup, [{"A": [(1, 0), (1, 1)]}])
    assert puzzle == Puzzle.parse("gate: B\nA.#\nA.B\ngates:\n...\n..-\ngoal:\n.A.\n.A.")


@pytest.mark.parametrize(
    ("goals", "expected"),
    [
        ([], ["the goal names no piece: put a piece's character where it must be"]),
        ([{}], ["the goal names no piece: put a piece's character where it must be"]),
        ([{"A": []}], ["'A' has no cells"]),
        ([{"C": [(1, 1)]}], [f"line 2, column 2: the goal names 'C', {PIECES} A B"]),
        ([{"A": [(2, 1)], "B": [(2, 1)]}], ["line 2, column 3: the goal wants both 'A' and 'B' here"]),
        ([{"A": [(5, 0)]}], ["line 1, column 6: 'A' cannot be where the goal wants it: a wall or a gate is there"]),
        ([{"A": [(5, 5)]}], ["line 6, column 6: 'A' cannot be where the goal wants it: a wall or a gate is there"]),
    ],
)
def test_setup_checks_goals(goals: list[dict[str, list[tuple[int, int]]]], expected: list[str]) -> None:
    setup = Setup(Board(3, 2))
    setup.place("A", [(0, 0)])
    setup.place("B", [(1, 0)])
    with pytest.raises(PuzzleError) as error:
        Puzzle.of(setup, goals)
    assert [str(fault) for fault in error.value.faults] == expected


@pytest.mark.parametrize("label", ["Cao Cao", "a/b", "a\nb", "\u3000"])
def test_a_label_that_no_text_can_hold(label: str) -> None:
    setup = Setup(Board(3, 2))
    pytest.raises(PuzzleError, setup.place, "A", [(0, 0)], label=label).match("is not a valid name for a piece")
    setup.place("A", [(0, 0)])
    assert not label_stands(label)


def test_pieces_that_count_as_the_same_are_alike() -> None:
    setup = Setup(Board(3, 2))
    setup.place("A", [(0, 0)])
    setup.place("B", [(1, 0)], directions="LR")
    pytest.raises(PuzzleError, setup.contents, [{"A": [(2, 1)]}], same=["AB"]).match("'B' and 'A' differ; pieces")
