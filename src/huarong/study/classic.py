"""The puzzles of the articles, in their terms: one 2x2, generals and soldiers on a 4x5 board.

Each exhibit has its own representation of layouts. This module converts a `Puzzle` to the articles' pieces, and these
pieces to a `Layout`.
"""

import contextlib
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from huarong.errors import InputError
from huarong.library.catalogue import Entry, entries, find
from huarong.model.board import DIRECTIONS, Board, Layout
from huarong.model.puzzle import Puzzle

BOX, HBAR, VBAR, SINGLE = "2x2", "2x1", "1x2", "1x1"

SHAPES: Mapping[str, tuple[tuple[int, int], ...]] = {
    BOX: ((0, 0), (1, 0), (0, 1), (1, 1)),
    HBAR: ((0, 0), (1, 0)),
    VBAR: ((0, 0), (0, 1)),
    SINGLE: ((0, 0),),
}
"""The cells (x, y) that a piece of each size covers, relative to its top left cell."""

MASKS: Mapping[str, list[int]] = {
    size: [
        sum(1 << c + 4 * y + x for x, y in cells) * all(c % 4 + x < 4 and c // 4 + y < 5 for x, y in cells)
        for c in range(20)
    ]
    for size, cells in SHAPES.items()
}
"""The cells that a piece of each size covers, as bits, for each top left cell; 0 if it would leave the board."""

Block = tuple[str, int]
"""A piece: its size and the cell, 0 to 19 in reading order, of its top left corner."""

HENGDAO = "横刀立马"
"""The opening that all articles search."""


@dataclass(frozen=True)
class Classic:
    """A puzzle of the articles: its pieces in reading order, and the goal cells of the 2x2.

    >>> classic = Classic.of(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> classic.blocks[:2], classic.empty, classic.goals
    ((('1x2', 0), ('2x2', 1)), (17, 18), frozenset({13}))
    """

    puzzle: Puzzle
    blocks: tuple[Block, ...]
    goals: frozenset[int]

    @classmethod
    def of(cls, puzzle: Puzzle, empty: int | None = 2, count: int | None = None, pieces: str = "") -> "Classic":
        """Read a puzzle. Raises `InputError` if the articles' programs could not read it.

        `empty` is the number of empty cells that the design needs, `count` the number of pieces, `pieces` their set.
        """
        kinds = puzzle.kinds
        sizes = [kinds[piece.kind].size for piece in puzzle.pieces]
        fits = (
            puzzle.board == Board(4, 5)
            and sizes.count(BOX) == 1
            and set(sizes) <= set(SHAPES)
            and all(kind.directions == DIRECTIONS for kind in kinds)
            and len({kind.size for kind in kinds}) == len(kinds)
        )
        goals = frozenset(head for each in puzzle.goal.alternatives for _, head in each)
        home = all([kinds[kind].size for kind, _ in each] == [BOX] for each in puzzle.goal.alternatives)
        if not (fits and home):
            raise InputError(
                "this exhibit solves only 华容道: a 4x5 board with one 2x2, which the goal names, and 2x1, 1x2 and 1x1 "
                "pieces"
            )
        blocks = sorted(zip(sizes, (piece.head for piece in puzzle.pieces), strict=True), key=lambda b: b[1])
        classic = cls(puzzle, tuple(blocks), goals)
        if empty not in (None, got := len(classic.empty)):
            template = "this exhibit needs {expected} empty {expected:cell|cells}; the puzzle has {got}"
            raise InputError(template, expected=empty, got=got)
        if count not in (None, len(blocks)):
            template = "this exhibit needs {expected} {expected:piece|pieces}; the puzzle has {got}"
            raise InputError(template, expected=count, got=len(blocks))
        if pieces not in ("", classic.pieces):
            template = "this exhibit accepts only the pieces {expected}; the puzzle has {got}"
            raise InputError(template, expected=pieces, got=classic.pieces)
        return classic

    @property
    def pieces(self) -> str:
        """The piece set, as the project writes it."""
        sizes = [size for size, _ in self.blocks]
        return " ".join(f"{size}:{sizes.count(size)}" for size in SHAPES if size in sizes)

    @property
    def empty(self) -> tuple[int, ...]:
        """The empty cells, in order."""
        covered = {head + 4 * dy + dx for size, head in self.blocks for dx, dy in SHAPES[size]}
        return tuple(sorted({*range(20)} - covered))

    @property
    def solved(self) -> bool:
        """Whether the 2x2 is at its goal already."""
        return any(size == BOX and head in self.goals for size, head in self.blocks)

    def layout(self, blocks: Iterable[Block]) -> Layout:
        """Return the project's layout of these pieces."""
        groups: dict[str, list[int]] = {kind.size: [] for kind in self.puzzle.kinds}
        for size, head in blocks:
            groups[size].append(head)
        return Layout(tuple(tuple(groups[kind.size]) for kind in self.puzzle.kinds))


@functools.cache
def hengdao() -> Classic:
    """Return 横刀立马 in the articles' terms."""
    return Classic.of(find(HENGDAO).puzzle)


@functools.cache
def openings() -> tuple[tuple[Entry, Classic], ...]:
    """The library's openings of 华容道 with two empty cells and the usual goal, as the articles' programs read them."""
    found = []
    for entry in (each for each in entries() if each.group == "openings"):
        with contextlib.suppress(InputError):
            found.append((entry, Classic.of(entry.puzzle, empty=2)))
    return tuple((entry, classic) for entry, classic in found if classic.goals == {13})
