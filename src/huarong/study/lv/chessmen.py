"""吕震宇's pieces: a piece checks only the two empty cells to know how it may move (parts 5 and 6, and 续 2).

A piece's shape decides which of the nine ways it has, because all cells that it enters must be among the two empty
ones. So `steps` shows that a turn is "专门针对卒" (for soldiers alone), and that a flat general cannot go up twice.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from huarong.model.board import DELTA
from huarong.study.classic import BOX, HBAR, SHAPES, SINGLE, VBAR

NINE = {
    **{"Up": "U", "Down": "D", "Left": "L", "Right": "R"},
    **{"Up2": "UU", "Down2": "DD", "Left2": "LL", "Right2": "RR"},
    "Turning": "UL UR DL DR LU LD RU RD",
}
"""吕震宇's nine ways to move, each with its possible paths."""

Offset = tuple[int, int]
ChessPosition = Any
"""The position of a piece: `(x, y)` on the plane, `8 * y + x` in stride 8."""


class Step(NamedTuple):
    """A way to move: the cells that must be empty, the offset of the piece, the cells that it enters and leaves."""

    method: str
    needs: tuple[Any, ...]
    shift: Any
    covers: tuple[Any, ...]
    leaves: tuple[Any, ...]


def steps(size: str, far: bool = True) -> tuple[Step, ...]:
    """Return the ways in which a piece can move when two cells are empty; without `far`, only by one cell."""
    own = set(SHAPES[size])
    found = []
    for method, paths in NINE.items():
        for path in paths.split() if far else [p for p in paths.split() if len(p) == 1]:
            x, y, passed = 0, 0, set[Offset]()
            for direction in path:
                x, y = x + DELTA[direction][0], y + DELTA[direction][1]
                cells = {(x + dx, y + dy) for dx, dy in own}
                passed |= cells - own
            if len(passed) <= 2:
                needs, covers, leaves = (tuple(sorted(part)) for part in (passed, cells - own, own - cells))
                found.append(Step(method, needs, (x, y), covers, leaves))
    return tuple(found)


Callback = Callable[[ChessPosition, "tuple[ChessPosition, ChessPosition]", str], None]


class Plane:
    """A piece at (x, y), or an empty cell (no size), reused with its layout; comparing cells takes two numbers."""

    __slots__ = ("key", "number", "position", "size", "steps", "type32", "type64")

    def __init__(self, size: str, cell: int, number: int, steps: tuple[Step, ...]) -> None:
        self.size, self.steps, self.position = size, steps, self.at(cell)
        self.key = 0
        self.type32 = {SINGLE: 1, VBAR: 2, HBAR: 3}.get(size, 0)
        self.type64 = ("", BOX, VBAR, HBAR, SINGLE).index(size)
        self.number = 99 if size == BOX else number

    def __lt__(self, other: "Plane") -> bool:
        return bool(self.key < other.key)

    @staticmethod
    def at(cell: int) -> ChessPosition:
        """The position of a cell, 0 to 19."""
        return cell % 4, cell // 4

    @staticmethod
    def cell(position: ChessPosition) -> int:
        """The cell, 0 to 19, of a position."""
        return int(position[1] * 4 + position[0])

    @classmethod
    def ways(cls, size: str, far: bool) -> tuple[Step, ...]:
        """The ways in which a piece of this size can move."""
        return steps(size, far)

    def check_available_steps(self, blanks: tuple[ChessPosition, ChessPosition], callback: Callback) -> None:
        """Call `callback` for each way to move that the empty cells allow."""
        x, y = self.position
        (x1, y1), (x2, y2) = blanks
        for method, needs, (dx, dy), covers, leaves in self.steps:
            for nx, ny in needs:
                nx += x
                ny += y
                if not ((nx == x1 and ny == y1) or (nx == x2 and ny == y2)):
                    break
            else:
                first = (x + leaves[0][0], y + leaves[0][1])
                if len(leaves) == 2:
                    second = (x + leaves[1][0], y + leaves[1][1])
                else:
                    covered = (x + covers[0][0], y + covers[0][1])
                    second = blanks[1] if covered == blanks[0] else blanks[0]
                callback((x + dx, y + dy), (first, second), method)


class Stride8(Plane):
    """A piece at 8 * y + x. Rows are 4 wide, so a step off the board meets no cell of the board."""

    __slots__ = ()

    @staticmethod
    def at(cell: int) -> int:
        return cell // 4 * 8 + cell % 4

    @staticmethod
    def cell(position: int) -> int:
        return position // 8 * 4 + position % 8

    @classmethod
    def ways(cls, size: str, far: bool) -> tuple[Step, ...]:
        """Return the ways in which a piece of this size can move; each offset is a single number."""

        def numbers(cells: tuple[Offset, ...]) -> tuple[int, ...]:
            return tuple(8 * y + x for x, y in cells)

        return tuple(
            Step(method, numbers(needs), numbers((shift,))[0], numbers(covers), numbers(leaves))
            for method, needs, shift, covers, leaves in steps(size, far)
        )

    def check_available_steps(self, blanks: tuple[int, int], callback: Callback) -> None:
        at = self.position
        for method, needs, shift, covers, leaves in self.steps:
            for need in needs:
                if at + need not in blanks:
                    break
            else:
                first = at + leaves[0]
                if len(leaves) == 2:
                    second = at + leaves[1]
                else:
                    second = blanks[1] if at + covers[0] == blanks[0] else blanks[0]
                callback(at + shift, (first, second), method)
