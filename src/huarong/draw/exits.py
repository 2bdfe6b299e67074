"""Where a board has its exit: pictures leave a gap in the frame there, and the terminal player names the side."""

from __future__ import annotations

from huarong.model.puzzle import Puzzle

Point = tuple[float, float]


def exit_way(puzzle: Puzzle) -> str:
    """The side of the board at which its exit is: `U`, `D`, `L` or `R`; empty if it has none.

    >>> exit_way(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    'D'
    """
    gap = exit_gap(puzzle) if puzzle.keys else None
    if gap is None:
        return ""
    (x, y), (_, y2) = gap
    if y == y2:
        return "U" if y <= 0 else "D"
    return "L" if x <= 0 else "R"


def exit_gap(puzzle: Puzzle) -> tuple[Point, Point] | None:
    """The part of the frame that the only goal's piece touches, if it touches one side only."""
    board = puzzle.board
    (requirements, *others) = puzzle.goal.alternatives
    if others or len(requirements) > 1 or board.gates:
        return None
    ((kind, head),) = requirements
    shape = puzzle.kinds[kind].shape
    xs = [head % board.width + dx for dx, _ in shape]
    ys = [head // board.width + dy for _, dy in shape]
    x, y, x2, y2 = min(xs), min(ys), max(xs) + 1, max(ys) + 1
    if (x2 - x) * (y2 - y) != len(xs):
        return None
    sides = [
        (x == 0, ((-0.1, y), (-0.1, y2))),
        (y == 0, ((x, -0.1), (x2, -0.1))),
        (x2 == board.width, ((x2 + 0.1, y), (x2 + 0.1, y2))),
        (y2 == board.height, ((x, y2 + 0.1), (x2, y2 + 0.1))),
    ]
    touched = [side for touches, side in sides if touches]
    return touched[0] if len(touched) == 1 else None
