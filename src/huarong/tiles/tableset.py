"""Sets of pattern databases for tiles: their patterns, names and numberings.

A set belongs to a board and the blank's cell in the goal; tiles are named by their cells in the goal. The name of the
set has the sizes of its patterns: `tiles-6-6-3` for the 15-puzzle, `tiles-5x5-5-5-5-5-4` for the 24-puzzle,
`tiles-4x4-b5-6-6-3` for goals with the blank at cell 5. `tiles-5x5-6-6-6-6-x12` has the patterns of twelve ways to
divide the tiles; each way gives a lower bound. Sets such as `lines-5-5-5` are for moves of several tiles in a line at
once and are not additive.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from huarong.errors import HuarongError, InputError, LimitReached, UnknownName, expect, nearest
from huarong.i18n import size_text
from huarong.limits import MAX_MEMORY
from huarong.model.board import Board
from huarong.model.symmetry import Symmetry

MOST_CELLS = 64

_LARGE = 25
"""Boards of more cells are divided from the edges inwards, so that a beam can settle pattern by pattern."""
_SMALL = 8_000_000
"""The most arrangements of a pattern in the default sets."""

Partition = tuple[tuple[int, ...], ...]
"""A way to divide a board's tiles into patterns."""

_DRAWN = {
    (4, 4, 0): ("BBA BBAA BBAA CCCA",),
    (5, 5, 0): (
        "AABB AAABB CCDDB CCDDD CEEEE",
        *("AABB AAABB CCABB CCDDD CCDDD", "AABB AAABB ACCBB CCDDD CCDDD", "AAAB AAABB CCDDB CCDDB CCDDB"),
        *("AAAB AAABB CCCBB CCCDB DDDDD", "AAAA AABBB CCDBB CCDDB CCDDD", "AAAA ABBBA CBBBD CCDDD CCCDD"),
        *("AAAB AAABB CCBBB CCDDD CCDDD", "AAAA AABBB CCBBB CCDDD CCDDD", "AAAA AABBB BBBCC DDDCC DDDCC"),
        *("AAAB AAABB CCDBB CCDDB CCDDD", "AABB AAABB ACCBB CCCDD CDDDD", "AAAA AABBC DDBBC DDBCC DDBCC"),
    ),
}
"""Ways whose patterns have tiles close together, by board and blank: the pattern of each tile in reading order.

Ways with the same pattern sizes belong to one set, in the order here. For other sizes, the tiles are cut in reading
order or, on large boards, from the edges inwards.
"""


class TablesTooLargeError(LimitReached):
    """A set of tables does not fit into the memory allowed."""

    def __init__(self, name: str, size: int, max_memory: int) -> None:
        bound = size_text(max_memory)
        super().__init__("memory", bound)
        template = "{name} takes {size} of memory; the limit is {bound}"
        HuarongError.__init__(self, template, name=name, size=size_text(size), bound=bound)


@dataclass(frozen=True, slots=True)
class TableSet:
    """The patterns into which a board's tiles are divided, in one or several ways, for goals with the blank at one
    cell.

    >>> table_set("tiles-7-8").ways
    (((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)),)
    """

    width: int
    height: int
    blank: int
    ways: tuple[Partition, ...]
    lines: bool = False

    @property
    def patterns(self) -> Partition:
        """The patterns of all ways, each once."""
        return tuple(dict.fromkeys(itertools.chain(*self.ways)))

    @property
    def name(self) -> str:
        """The name of the set."""
        size = f"-{self.width}x{self.height}" if (self.width, self.height) != (4, 4) or self.blank else ""
        blank = f"-b{self.blank}" if self.blank else ""
        sizes = "-".join(str(len(pattern)) for pattern in self.ways[0])
        ways = f"-x{len(self.ways)}" if len(self.ways) > 1 else ""
        return f"{'lines' if self.lines else 'tiles'}{size}{blank}-{sizes}{ways}"

    @property
    def sizes(self) -> tuple[int, ...]:
        """The bytes of each table: one for each arrangement of its tiles or, with `lines`, for each pattern of bits."""
        cells = self.width * self.height
        if self.lines:
            return tuple(1 << cell_bits(cells) * (len(each) + 1) for each in self.patterns)
        return tuple(math.perm(cells, len(each)) for each in self.patterns)

    def like(self, other: TableSet) -> bool:
        """Whether another set is for the same boards, blank and metric."""
        mine = (self.width, self.height, self.blank, self.lines)
        return mine == (other.width, other.height, other.blank, other.lines)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The offset of each table when all are concatenated."""
        return tuple(itertools.accumulate(self.sizes, initial=0))[:-1]

    @property
    def work(self) -> tuple[int, ...]:
        """About how many bytes building each pattern takes, besides its table."""
        cells = self.width * self.height
        if self.lines:
            return (0,) * len(self.patterns)
        # By how many tiles a pattern has: rows of bits for each set of cells, and its moves.
        rows = {k: 4 * 2 * 8 * -(-math.factorial(k) // 64) for k in map(len, self.patterns)}
        return tuple(math.perm(cells, k) + math.comb(cells, k) * (rows[k] + 40 * k) for k in map(len, self.patterns))

    @property
    def seconds(self) -> float:
        """About how many seconds building takes on one core, at a measured 20 million entries a second."""
        return sum(self.sizes) / 20e6

    @property
    def memory(self) -> int:
        """The least number of bytes for building: all tables, and the work of one pattern at a time."""
        return sum(self.sizes) + max(self.work)


def table_set(name: str) -> TableSet:
    """Return the set with this name, such as `tiles-7-8`, `tiles-3x5-6-6-2`, `tiles-4x4-b5-6-6-3`.

    Raises `UnknownName`, or `InputError` if the sizes do not fit the board.

    >>> table_set("tiles-3x3-8").sizes
    (362880,)
    """
    expect(name, str)
    match = re.fullmatch(r"(tiles|lines)(?:-(\d{1,2})x(\d{1,2}))?(?:-b(\d{1,2}))?((?:-\d{1,2})+)(?:-x(\d{1,2}))?", name)
    if not match:
        raise UnknownName(name, _OFFERED)
    width, height, blank = int(match[2] or 4), int(match[3] or 4), int(match[4] or 0)
    cells, sizes = width * height, tuple(int(size) for size in match[5].split("-")[1:])
    lines = match[1] == "lines"
    if not 2 <= cells <= MOST_CELLS or blank >= cells:
        text = "{name}: expected a board of 2 to {most} {most:cell|cells} and the blank on one of them"
        raise InputError(text, name=name, most=MOST_CELLS)
    if sum(sizes) != cells - 1:
        text = "{name}: the patterns of {width}x{height} have {tiles} {tiles:tile|tiles} in all, as in {nearest}"
        like = _nearest(name, default_set(width, height, blank, lines=lines).name)
        raise InputError(text, name=name, width=width, height=height, tiles=cells - 1, nearest=like)
    most = _most_tiles(cells, lines)
    if not 0 < min(sizes) <= max(sizes) <= most:
        raise InputError("{name}: a pattern has 1 to {most} {most:tile|tiles} here", name=name, most=most)
    ways, known = int(match[6] or 1), _ways(width, height, blank, sizes, lines)
    if match[6] and not 1 < ways <= len(known):
        text = "{name}: the tiles can be divided like this in {count} {count:way|ways}; expected at most {nearest}"
        like = TableSet(width, height, blank, known, lines).name
        raise InputError(text, name=name, count=len(known), nearest=like)
    return TableSet(width, height, blank, known[:ways], lines)


def _most_tiles(cells: int, lines: bool) -> int:
    """Return the most tiles that a pattern can have."""
    if lines:
        return 28 // cell_bits(cells) - 1
    return 8 if cells <= 16 else 7


def cell_bits(cells: int) -> int:
    """Return the number of bits of a cell's number."""
    return (cells - 1).bit_length()


def _nearest(name: str, default: str) -> str:
    """Return the name of the set most similar to a given name, for the board of a default set."""
    shape = default.rstrip("-0123456789")
    fit = [each for each in _OFFERED if each.rstrip("-0123456789") == shape]
    return (*nearest(name, fit, 1), default)[0]


def default_set(width: int, height: int, blank: int, max_memory: int = MAX_MEMORY, *, lines: bool = False) -> TableSet:
    """Return the default set: it is built in seconds and fits into memory.

    >>> default_set(4, 4, 0).name, default_set(5, 5, 0).name, default_set(4, 4, 0, lines=True).name
    ('tiles-6-6-3', 'tiles-5x5-5-5-5-5-4', 'lines-5-5-5')
    """
    for each in (width, height, blank):
        expect(each, int)
    cells, small = width * height, 1 << 24 if lines else _SMALL
    for k in range(min(_most_tiles(cells, lines), cells - 1), 0, -1):
        result = divided(width, height, blank, k, lines)
        if max(result.sizes) <= small and result.memory <= max_memory:
            return result
    raise TablesTooLargeError(result.name, result.memory, max_memory)


def divided(width: int, height: int, blank: int, k: int, lines: bool = False) -> TableSet:
    """Return the set whose patterns have k tiles each; the last pattern has the remaining tiles.

    >>> divided(5, 5, 0, 6).name, divided(4, 4, 0, 6).name
    ('tiles-5x5-6-6-6-6', 'tiles-6-6-3')
    """
    rest = (width * height - 1) % k
    sizes = (k,) * ((width * height - 1) // k) + ((rest,) if rest else ())
    return TableSet(width, height, blank, _ways(width, height, blank, sizes, lines)[:1], lines)


def _ways(width: int, height: int, blank: int, sizes: tuple[int, ...], lines: bool) -> tuple[Partition, ...]:
    """Return the ways to divide a board's tiles into patterns of these sizes."""
    tiles, found = [cell for cell in range(width * height) if cell != blank], []
    for drawn in () if lines else _DRAWN.get((width, height, blank), ()):
        letters = drawn.replace(" ", "")
        named = sorted(zip(letters, tiles, strict=True))
        way = tuple(tuple(tile for _, tile in part) for _, part in itertools.groupby(named, operator.itemgetter(0)))
        if tuple(map(len, way)) == sizes:
            found.append(way)
    if width * height > _LARGE:
        # The farther from the first cell, the earlier: of a square that is left, the last row and column go first.
        tiles.sort(key=lambda cell: (max(cell % width + height - width, cell // width), cell // width - cell % width))
        tiles.reverse()
    ends = itertools.accumulate(sizes)
    cut = tuple(tuple(sorted(tiles[e - k : e])) for e, k in zip(ends, sizes, strict=True))
    return tuple(found) or (cut,)


def offered(like: TableSet) -> list[TableSet]:
    """Return the sets worth building that can replace another one and are larger, largest first.

    >>> [each.name for each in offered(default_set(5, 5, 0))]
    ['tiles-5x5-6-6-6-6-x12', 'tiles-5x5-6-6-6-6']
    """
    found = [table_set(name) for name in _OFFERED]
    larger = [each for each in found if each.like(like) and sum(each.sizes) > sum(like.sizes)]
    return sorted(larger, key=lambda each: -sum(each.sizes))


_OFFERED = (
    *("tiles-6-6-3", "tiles-7-8", "tiles-6x6-5-5-5-5-5-5-5", "lines-5-5-5"),
    *("tiles-5x5-5-5-5-5-4", "tiles-5x5-6-6-6-6", "tiles-5x5-6-6-6-6-x12"),
)


def strides(cells: int, k: int) -> list[int]:
    """Return the place values of the mixed radix in which arrangements are numbered: digit j has cells - j values."""
    return [math.prod(range(cells - k + 1, cells - i)) for i in range(k)]


# How a search reads a set


def targets(width: int, height: int) -> array[int]:
    """Return four numbers for each cell: the cell above, below, left and right of it, or -1."""
    result = array("i")
    for y, x in itertools.product(range(height), range(width)):
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            inside = 0 <= x + dx < width and 0 <= y + dy < height
            result.append((y + dy) * width + x + dx if inside else -1)
    return result


def views(tables: TableSet) -> tuple[tuple[int, ...], ...]:
    """Return the board's symmetries that keep the blank's cell: the identity, and a reflection if there is one."""
    same, blank = tuple(range(tables.width * tables.height)), tables.blank
    found = [each for each in symmetries(tables.width, tables.height) if each[blank] == blank and each != same]
    return (same, *found[:1])


def symmetries(width: int, height: int, turned: bool = False) -> list[tuple[int, ...]]:
    """Return the symmetries of a board as images of cells; with `turned`, the ones that swap width and height."""
    board, ways = Board(width, height), []
    for swap in (False, True):
        if swap == turned or width == height:
            for flips in itertools.product((False, True), repeat=2):
                # Here the axes are flipped before they are exchanged, in `Symmetry` after that.
                ways.append(Symmetry(swap, *(flips[::-1] if swap else flips)))
    return [tuple(each.cell(board, cell) for cell in range(board.size)) for each in ways]


@dataclass(frozen=True, slots=True)
class Placing:
    """The arrays of `huarong.kernels.tiles.LineSearch`: the position of a tile's cell in the numbers of arrangements.

    `target` has the four neighbors of each cell. For each view, `image` has the cells' images. For each tile, `shift`
    has the lowest bit of its cell in its pattern's number, and `group` has this pattern.
    """

    target: array[int]
    image: array[int]
    shift: array[int]
    group: array[int]

    @classmethod
    def of(cls, tables: TableSet) -> Placing:
        """The arrays for a set."""
        image, shift, group = array("i"), array("i"), array("i")
        bits = cell_bits(tables.width * tables.height)
        slot = {tile: (bits * (i + 1), g) for g, each in enumerate(tables.patterns) for i, tile in enumerate(each)}
        for view in views(tables):
            image.extend(view)
            shift.extend(slot.get(tile, (0, 0))[0] for tile in view)
            group.extend(slot.get(tile, (0, 0))[1] for tile in view)
        return cls(targets(tables.width, tables.height), image, shift, group)


@dataclass(frozen=True, slots=True)
class Steering:
    """The arrays of `huarong.kernels.tiles.StepSearch`: how the numbers of arrangements change as tiles move.

    `target` has the four neighbors of each cell. For each view of a neighbor, `step` is how far the tile moves in the
    numbering of cells, and `first` the index in `between` at which the cells in between begin. For each view and tile,
    `stride` is the place value of its digit, `group` its pattern, and `passing` how the number changes as it moves up
    past each other tile.
    """

    target: array[int]
    step: array[int]
    first: array[int]
    between: array[int]
    stride: array[int]
    group: array[int]
    passing: array[int]

    @classmethod
    @functools.lru_cache(8)
    def of(cls, tables: TableSet) -> Steering:
        """The arrays for a set."""
        cells, target = tables.width * tables.height, targets(tables.width, tables.height)
        step, first, between = array("q"), array("i", [0]), array("i")
        stride, group, passing = array("q"), array("i"), array("q")
        for way, view in itertools.product(tables.ways, views(tables)):
            slot = {tile: (g, i) for g, each in enumerate(way) for i, tile in enumerate(each)}
            counts = [strides(cells, len(pattern)) for pattern in way]
            for edge, cell in enumerate(target):
                here, there = (view[cell], view[edge // 4]) if cell >= 0 else (0, 0)
                step.append(there - here)
                low, high = sorted((here, there))
                between.extend(c for c in range(cells) if low < view[c] < high)
                first.append(len(between))
            for tile in range(cells):
                g, i = slot.get(view[tile], (0, -1))
                stride.append(counts[g][i] if i >= 0 else 0)
                group.append(g)
                for other in range(cells):
                    h, j = slot.get(view[other], (-1, -1))
                    if g != h or i < 0 or i == j:
                        passing.append(0)
                    else:
                        passing.append(-counts[g][i] if j < i else counts[g][j])
        return cls(target, step, first, between, stride, group, passing)


def numbers(tables: TableSet, board: Iterable[int]) -> array[int]:
    """Return an index in the tables for each way to divide a board, each view of it, and each pattern of the way."""
    cells, result = tables.width * tables.height, array("q")
    place = {tile: cell for cell, tile in enumerate(board)}
    offsets = dict(zip(tables.patterns, tables.offsets, strict=True))
    for way, view in itertools.product(tables.ways, views(tables)):
        back = {image: cell for cell, image in enumerate(view)}
        for pattern in way:
            offset = offsets[pattern]
            at = [view[place[back[tile]]] for tile in pattern]
            if tables.lines:
                bits, blank = cell_bits(cells), view[place[back[tables.blank]]]
                result.append(offset + sum(c << bits * i for i, c in enumerate((blank, *at))))
                continue
            digits = (c - sum(b < c for b in at[:i]) for i, c in enumerate(at))
            result.append(offset + sum(map(operator.mul, digits, strides(cells, len(pattern)))))
    return result
