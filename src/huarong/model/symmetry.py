"""Mirror images and rotations of boards, kinds and puzzles, and the ones that leave a puzzle unchanged. The seven
symmetries besides the identity are `SYMMETRIES`. Each maps a board of width w and height h onto a board of the same
size or, if `swap` exchanges the axes, of width h and height w.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from huarong.model.board import DELTA, Board, Goal, Kind
from huarong.model.puzzle import Puzzle

_DIRECTION = {delta: name for name, delta in DELTA.items()}


class Symmetry(NamedTuple):
    """A reflection or rotation: `swap` exchanges x and y; then `flip_x` and `flip_y` count x and y from the other side.

    >>> Symmetry(swap=True).cell(Board(3, 2), 2)
    4
    """

    swap: bool = False
    flip_x: bool = False
    flip_y: bool = False

    def board(self, board: Board) -> Board:
        """Return the image of a board, with its walls and gates."""
        width, height = (board.height, board.width) if self.swap else (board.width, board.height)
        walls, gates = (frozenset(self.cell(board, cell) for cell in each) for each in (board.walls, board.gates))
        return Board(width, height, walls, gates)

    def cell(self, board: Board, cell: int) -> int:
        """Return the image of a cell of a board."""
        (y, x), width, height = divmod(cell, board.width), board.width, board.height
        if self.swap:
            x, y, width, height = y, x, height, width
        x = width - 1 - x if self.flip_x else x
        y = height - 1 - y if self.flip_y else y
        return y * width + x

    def head(self, board: Board, kind: Kind, head: int) -> int:
        """Return the head of a piece's image, which may differ from the image of the piece's head."""
        return min(self.cell(board, cell) for cell in board.cells(kind, head) or ())

    def kind(self, kind: Kind) -> Kind:
        """Return the image of a kind: its cells and the directions in which it slides.

        >>> Symmetry(flip_x=True).kind(Kind.of([(0, 0), (1, 0), (0, 1)], "UL")).shape
        ((0, 0), (1, 0), (1, 1))
        """
        ways = (_DIRECTION[self._turned(*DELTA[direction])] for direction in kind.directions)
        shape = (self._turned(x, y) for x, y in kind.shape)
        return Kind.of(shape, "".join(ways), kind.gates, kind.mark)

    def _turned(self, x: int, y: int) -> tuple[int, int]:
        x, y = (y, x) if self.swap else (x, y)
        return -x if self.flip_x else x, -y if self.flip_y else y


SYMMETRIES = tuple(Symmetry(*each) for each in itertools.product((False, True), repeat=3))[1:]
"""All symmetries but the identity. Any rectangle has the first three; only a square has the other four."""

MIRROR = Symmetry(flip_x=True)
"""The mirror image that exchanges left and right."""


def image(puzzle: Puzzle, symmetry: Symmetry) -> Puzzle:
    """Return a puzzle reflected or rotated: board, pieces, directions and goal.

    >>> image(Puzzle.parse("AAB/..C", goal=".../AA."), Symmetry(swap=True)).rows()
    ('A.', 'A.', 'BC')
    """
    board, images = puzzle.board, [symmetry.kind(kind) for kind in puzzle.kinds]
    kinds = tuple(sorted(images, key=lambda kind: kind.order))
    index = [kinds.index(kind) for kind in images]

    def head(kind: int, at: int) -> int:
        return symmetry.head(board, puzzle.kinds[kind], at)

    pieces = [replace(p, kind=index[p.kind], head=head(p.kind, p.head)) for p in puzzle.pieces]
    pieces.sort(key=lambda piece: (piece.kind, piece.head))
    goal = Goal.of([(index[kind], head(kind, at)) for kind, at in each] for each in puzzle.goal.alternatives)
    return replace(puzzle, board=symmetry.board(board), kinds=kinds, pieces=tuple(pieces), goal=goal)


def symmetries(puzzle: Puzzle) -> Iterator[tuple[Symmetry, tuple[int, ...]]]:
    """Iterate over the symmetries that leave board, pieces and goal unchanged, each with the image of every kind.

    A layout and its image are then equally far from the goal. The start need not be symmetric.

    >>> list(symmetries(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")))
    [(Symmetry(swap=False, flip_x=True, flip_y=False), (0, 1, 2, 3))]
    """
    counts = Counter(piece.kind for piece in puzzle.pieces)
    return preserving(puzzle.board, puzzle.kinds, [counts[k] for k in range(len(puzzle.kinds))], puzzle.goal)


def preserving(
    board: Board, kinds: Sequence[Kind], counts: Sequence[object], goal: Goal
) -> Iterator[tuple[Symmetry, tuple[int, ...]]]:
    """The symmetries that leave a board, the counts of its kinds and a goal unchanged, with kinds' images."""
    index = {kind: k for k, kind in enumerate(kinds)}
    heads = {frozenset(head for _, head in one) for one in goal.alternatives}
    for symmetry in SYMMETRIES:
        if symmetry.board(board) != board:
            continue

        def turned(k: int, head: int, by: Symmetry = symmetry) -> int:
            lies = board.cells(kinds[k], head) is not None  # a goal may be off the board
            return by.head(board, kinds[k], head) if lies else head

        if {frozenset(turned(*each) for each in one) for one in goal.alternatives} != heads:
            continue  # seen sooner than the images of all kinds
        images = [index.get(symmetry.kind(kind)) for kind in kinds]
        to = tuple(k for k in images if k is not None)
        if len(to) < len(images) or any(counts[k] != n for k, n in zip(to, counts, strict=True)):
            continue
        image = Goal.of([(to[k], turned(k, head)) for k, head in one] for one in goal.alternatives)
        if image == goal:
            yield symmetry, to
