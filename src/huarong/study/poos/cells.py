"""Puzzles as the twenty numbers of poos, and nodes as layouts of the project again."""

from __future__ import annotations

from collections.abc import Iterable

from huarong.model.board import Layout
from huarong.model.puzzle import Puzzle
from huarong.study.classic import BOX, HBAR, SHAPES, SINGLE, VBAR, Block, Classic
from huarong.study.poos.bits import identity
from huarong.study.poos.nodes import AnyNode

_TYPES = (BOX, HBAR, VBAR, SINGLE)
"""Of each number in a cell; an empty cell has the soldier's, 3."""


def start_cells(blocks: Iterable[Block]) -> tuple[list[int], tuple[int, int]]:
    """The numbers of the cells that pieces cover, and the two empty cells.

    >>> from huarong.model.puzzle import Puzzle
    >>> start_cells(Classic.of(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")).blocks)
    ([2, 0, 0, 2, 2, 0, 0, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3, 3, 3], (17, 18))
    """
    values, empty = [3] * 20, set(range(20))
    for size, head in blocks:
        for dx, dy in SHAPES[size]:
            values[head + 4 * dy + dx] = _TYPES.index(size)
            empty.discard(head + 4 * dy + dx)
    first, second = sorted(empty)
    return values, (first, second)


def layout_code(puzzle: Puzzle, layout: Layout) -> int:
    """The 50 bits of a layout of a puzzle's pieces."""
    kinds = [kind.size for kind in puzzle.kinds]
    blocks = ((kinds[k], head) for k, heads in enumerate(layout.heads) for head in heads)
    return identity(*start_cells(blocks))


def blocks_of(node: AnyNode) -> list[Block]:
    """The pieces of a node: at each cell not covered yet, what begins there."""
    values, empty = node.cells()
    blocks: list[Block] = []
    covered = set(empty)
    for cell, value in enumerate(values):
        if cell not in covered:
            blocks.append((_TYPES[value], cell))
            covered.update(cell + 4 * dy + dx for dx, dy in SHAPES[_TYPES[value]])
    return blocks


def chain_layouts(classic: Classic, chain: Iterable[AnyNode]) -> tuple[Layout, ...]:
    """The project's layouts of nodes."""
    return tuple(classic.layout(blocks_of(node)) for node in chain)
