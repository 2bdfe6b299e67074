"""The three representations of nodes by poos, their common steps, and puzzles and layouts as nodes."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Self

from huarong.model.board import Layout
from huarong.model.puzzle import Puzzle
from huarong.study.classic import SHAPES, Block, Classic
from huarong.study.poos.bits import Swaps, exchanged, identity, value_at


def slides(value: Callable[[int], int], empty: tuple[int, int]) -> Iterator[Swaps]:
    """Iterate over the steps of a board: for each empty cell and direction, a piece that may slide into the cell.

    A piece that moves lengthwise changes places with one empty cell; one that moves sideways fills both (found from the
    first).
    """
    for index, hole in enumerate(empty):
        other = empty[1 - index]
        for ahead, side in ((4, 1), (-4, 1), (1, 4), (-1, 4)):
            cell = hole - ahead
            if not _beside(cell, hole) or cell == other:
                continue
            kind = value(cell)
            if kind == 3:
                yield ((hole, cell),)
            elif kind == (2 if side == 1 else 1):
                yield ((hole, cell - ahead),)
            elif index == 0:
                across = cell + _partner(value, cell, side, kind)
                if across + ahead == other:
                    back = ahead if kind == 0 else 0
                    yield ((hole, cell - back), (other, across - back))


def _beside(a: int, b: int) -> bool:
    return 0 <= a < 20 and 0 <= b < 20 and (abs(a - b) == 4 or a // 4 == b // 4)


def _partner(value: Callable[[int], int], cell: int, side: int, kind: int) -> int:
    """Return the direction in which a piece continues from `cell`, from the number of equal cells before this one."""
    before, at = 0, cell - side
    while _beside(at, at + side) and value(at) == kind:
        before, at = before + 1, at - side
    return -side if before % 2 else side


class StringNode:
    """`master`: twenty strings, all joined for an identifier."""

    NAMES: ClassVar = "曹横纵卒〇"
    NUMBERS: ClassVar = dict(zip("曹横纵卒〇关张赵马黄", (0, 1, 2, 3, 4, 1, 2, 2, 2, 2), strict=True))
    """The number of each string. Generals may have names, as in the article's drawing; equal shapes then differ."""

    def __init__(self, data: list[str], parent_state: Self | None = None) -> None:
        self.data, self.parent_state, self.identifier = data, parent_state, "".join(data)

    @classmethod
    def of(cls, values: list[int], empty: tuple[int, int]) -> Self:
        """Create a node from the numbers of its cells."""
        data = [cls.NAMES[value] for value in values]
        for cell in empty:
            data[cell] = "〇"
        return cls(data)

    def child_states(self) -> Iterator[Self]:
        """The nodes one step away."""
        data, numbers = self.data, self.NUMBERS
        first = data.index("〇")
        empty = (first, data.index("〇", first + 1))
        for swaps in slides(lambda cell: numbers[data[cell]], empty):
            new = data[:]
            for a, b in swaps:
                new[a], new[b] = new[b], new[a]
            yield type(self)(new, self)

    def at_home(self, goals: frozenset[int]) -> bool:
        """Whether the 2x2 is at its goal."""
        return self.data.index("曹") in goals

    def cells(self) -> tuple[list[int], list[int]]:
        """Return the numbers of its cells, and the empty cells."""
        values = [min(3, self.NAMES.index(name)) for name in self.data]
        return values, [cell for cell, name in enumerate(self.data) if name == "〇"]


class ArrayNode:
    """`Preview`: a list of numbers for the data, and 50 bits for the identifier."""

    def __init__(self, data: list[int], empty: tuple[int, int], parent_state: Self | None = None) -> None:
        self.data, self.empty, self.parent_state = data, empty, parent_state
        self.identifier = identity(data, empty)

    @classmethod
    def of(cls, values: list[int], empty: tuple[int, int]) -> Self:
        return cls(values, empty)

    def child_states(self) -> Iterator[Self]:
        for swaps in slides(self.data.__getitem__, self.empty):
            new, holes = self.data[:], list(self.empty)
            for a, b in swaps:
                new[a], new[b] = new[b], new[a]
                holes[holes.index(a)] = b
            yield type(self)(new, (min(holes), max(holes)), self)

    def at_home(self, goals: frozenset[int]) -> bool:
        return self.data.index(0) in goals

    def cells(self) -> tuple[list[int], list[int]]:
        return self.data, list(self.empty)


class IdentityNode:
    """`Ultimate`: only the 50 bits."""

    __slots__ = ("identifier", "parent_state")

    def __init__(self, identifier: int, parent_state: Self | None = None) -> None:
        self.identifier, self.parent_state = identifier, parent_state

    @classmethod
    def of(cls, values: list[int], empty: tuple[int, int]) -> Self:
        return cls(identity(values, empty))

    def child_states(self) -> Iterator[Self]:
        code = self.identifier
        empty = (code >> 5 & 31, code & 31)
        for swaps in slides(lambda cell: code >> 48 - 2 * cell & 3, empty):
            yield type(self)(exchanged(code, swaps), self)

    def at_home(self, goals: frozenset[int]) -> bool:
        """Whether the 2x2 is at its goal: the four cells there are all 0."""
        code = self.identifier
        return any(not code >> 38 - 2 * goal & 0xF0F for goal in goals)

    def cells(self) -> tuple[list[int], list[int]]:
        code = self.identifier
        return [value_at(code, cell) for cell in range(20)], [code >> 5 & 31, code & 31]


AnyNode = StringNode | ArrayNode | IdentityNode

_TYPES = tuple(SHAPES)
"""The type for each number in a cell; an empty cell has the soldier's number, 3."""


def start_cells(blocks: Iterable[Block]) -> tuple[list[int], tuple[int, int]]:
    """Return the numbers of the cells that pieces cover, and the two empty cells.

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
    """Return the 50 bits of a layout of a puzzle's pieces."""
    kinds = [kind.size for kind in puzzle.kinds]
    blocks = ((kinds[k], head) for k, heads in enumerate(layout.heads) for head in heads)
    return identity(*start_cells(blocks))


def blocks_of(node: AnyNode) -> list[Block]:
    """Return the pieces of a node: at each cell not covered yet, what begins there."""
    values, empty = node.cells()
    blocks, covered = list[Block](), set(empty)
    for cell, value in enumerate(values):
        if cell not in covered:
            blocks.append((_TYPES[value], cell))
            covered.update(cell + 4 * dy + dx for dx, dy in SHAPES[_TYPES[value]])
    return blocks


def chain_layouts(classic: Classic, chain: Iterable[AnyNode]) -> tuple[Layout, ...]:
    """Return the layouts of a chain of nodes, as this project writes them."""
    return tuple(classic.layout(blocks_of(node)) for node in chain)
