"""The space: every layout of a board and a set of pieces, numbered from 0 without a gap.

Read the board cell by cell in reading order. At the first cell that nothing covers yet, write down what
begins there: empty (letter 0) or a piece of kind k (letter k + 1), its head being that cell. Each layout
is then a word; its **rank** is its place among the words in order, and an automaton that knows how many
words follow each edge finds either from the other in one pass. `docs/numbering.md` does it by hand.
"""

from __future__ import annotations

import functools
import random
import re
import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from huarong.board import DIRECTIONS, MAX_CELLS, Board, Kind, Layout
from huarong.errors import InputError
from huarong.kernels import kernel
from huarong.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["MAX_EDGES", "NotInSpaceError", "NotNumberedError", "RankError", "Space", "Tables"]

Range = tuple[int, int | None]
"""At least and at most how many; None for any number."""

MAX_EDGES = 1 << 22
"""An automaton may have this many edges (states times letters): 16 bytes each while it grows."""

_WORD = 64
_MAX_RANK = (1 << 63) - 1
_CHUNK = 1 << 14


class NotNumberedError(InputError):
    """A space whose automaton would be too large, so that its layouts have no ranks."""


class NotInSpaceError(InputError, KeyError):
    """A layout that is none of the space's, and why."""


class RankError(InputError, IndexError):
    """A rank below 0, or not below the size of the space."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The automaton as arrays, for kernels that walk between ranks and layouts by themselves.

    State 0 is the start, the last state is the end; every other has words. `cell[s]` is the cell that
    state s reads, the number of cells at the end. `to[s, l]` is the state after letter l, or -1.
    `before[s, l]` counts the words from s that begin with a letter below l, so the rank of a layout is the
    sum of `before` along its word, and the letter with which rank r goes on is the last with
    `before[s, l] <= r`. A cell that the state before skipped is covered or a wall.
    """

    cell: NDArray[np.int32]
    to: NDArray[np.int32]
    before: NDArray[np.int64]

    @property
    def letters(self) -> int:
        """1 for empty, and 1 for each kind."""
        return int(self.to.shape[1])


@dataclass(frozen=True)
class Space:
    """Every layout of some kinds on a board: so many of each kind, and so many empty cells, at least and at most.

    The order of the kinds is the order of the letters, so it belongs to the numbering.

    >>> space = Space.of(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> space.size
    65880
    >>> space.layout(0).heads, space.rank(space.layout(1234))
    (((2,), (4, 5, 10, 11), (12,), (16, 17, 18, 19)), 1234)
    """

    board: Board
    kinds: tuple[Kind, ...]
    counts: tuple[Range, ...]
    empty: Range = (0, None)

    def __post_init__(self) -> None:
        if len(self.counts) != len(self.kinds):
            raise InputError(
                "there are {got} counts for {expected} kinds",
                got=len(self.counts),
                expected=len(self.kinds),
            )
        for kind, (least, most) in zip(
            (*self.kinds, None), (*self.counts, self.empty), strict=True
        ):
            if least < 0 or (most is not None and most < least):
                name = "empty" if kind is None else _shape_text(kind)
                raise InputError(
                    "{name}: no number is in the range {range}",
                    name=name,
                    range=_range_text((least, most)),
                )
        seen: set[Kind] = set()
        for kind in self.kinds:
            if kind in seen:
                raise InputError("the kind {name} is given twice", name=_shape_text(kind))
            seen.add(kind)

    @classmethod
    def of(cls, puzzle: Puzzle) -> Space:
        """All layouts of a puzzle's pieces, whether they can be reached from its start or not."""
        counts = tuple((len(group), len(group)) for group in puzzle.start.heads)
        return cls(puzzle.board, puzzle.kinds, counts)

    @classmethod
    def parse(cls, board: str, pieces: str = "") -> Space:
        """Read a board and a set of pieces; the kinds are put into the order that a puzzle gives them.

        The board is a size, width x height, or rows with `/` of `.`, `#` (a wall) and `-` (a gate). A piece is
        `shape:count`, separated by spaces: the shape a size or rows of `X` and `.`; the count `4`, `2..`, `..3` or
        `2..5`. `empty:2..` bounds the empty cells. After a shape, `=LR` limits its directions and `-` opens
        gates to it; a character and `@` before it is the mark of a kind that a goal tells apart. The pieces may
        also follow the board in one text, as `text` gives it. Raises `InputError`.

        >>> Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..").size
        29334498
        >>> Space.parse("###/#../.../... XX/.X:1 1x1=LR:2").text
        '###/#../.../... XX/.X:1 1x1=LR:2'
        """
        board, _, more = board.strip().partition(" ")
        counts: dict[Kind, Range] = {}
        empty: Range = (0, None)
        for token in f"{more} {pieces}".split():
            name, colon, number = token.rpartition(":")
            bounds = _COUNT.fullmatch(number)
            if not colon or not bounds or not any(bounds.groups()):
                raise InputError(
                    "{token!r} is no piece and its count; expected such as 2x1:4, XX/X.:2..3 or empty:2..",
                    token=token,
                )
            count = _range(bounds)
            if name == "empty":
                empty = count
                continue
            kind = _kind(name)
            if kind in counts:
                raise InputError("the kind {name} is given twice", name=name)
            counts[kind] = count
        kinds = sorted(counts, key=lambda kind: kind.order)
        return cls(_board(board), tuple(kinds), tuple(counts[kind] for kind in kinds), empty)

    @functools.cached_property
    def text(self) -> str:
        """The board and the pieces, on one line, as `parse` reads it."""
        pieces = [
            f"{_shape_text(k)}:{_range_text(n)}"
            for k, n in zip(self.kinds, self.counts, strict=True)
        ]
        if self.empty != (0, None):
            pieces.append(f"empty:{_range_text(self.empty)}")
        return " ".join([_board_text(self.board), *pieces])

    def __repr__(self) -> str:
        return f"<Space {self.text}>"

    @functools.cached_property
    def _hash(self) -> int:
        return hash((self.board, self.kinds, self.counts, self.empty))

    def __hash__(self) -> int:
        return self._hash

    @functools.cached_property
    def _automaton(self) -> _Automaton:
        return _automaton(self)

    @functools.cached_property
    def _walker(self) -> Any:
        return self._automaton.walker

    @functools.cached_property
    def size(self) -> int:
        """How many layouts there are, exactly, before any is looked at. Raises `NotNumberedError`."""
        return self._automaton.size

    def __len__(self) -> int:
        """As `size`; Python allows `len` no more than `sys.maxsize`, so this may raise `OverflowError`."""
        if self.size > sys.maxsize:
            raise OverflowError(f"len() cannot say {self.size}: use .size")
        return self.size

    def __bool__(self) -> bool:
        return self.size > 0

    def rank(self, layout: Layout) -> int:
        """The number of a layout. Raises `NotInSpaceError`, which says why."""
        rank: int = self._walker.rank(layout.heads)
        if rank < 0:
            raise self._misfit(layout)
        return rank

    def layout(self, rank: int) -> Layout:
        """The layout of a number. Raises `RankError`."""
        if not 0 <= rank < self.size:
            raise self._out_of_range(rank)
        return Layout(self._walker.heads(rank))

    def __contains__(self, layout: object) -> bool:
        return isinstance(layout, Layout) and self._walker.rank(layout.heads) >= 0

    def __iter__(self) -> Iterator[Layout]:
        """All layouts in the order of their ranks."""
        heads = self._walker.heads
        rank = 0
        while rank < self.size:
            yield Layout(heads(rank))
            rank += 1

    def random(self, n: int, seed: int | None = None) -> list[Layout]:
        """Layouts drawn uniformly, each independently; the same ones for the same seed."""
        if not self:
            raise InputError("this space has no layouts to draw from")
        draw = random.Random(seed)
        return [self.layout(draw.randrange(self.size)) for _ in range(n)]

    def place(self, layout: Layout, kinds: Sequence[Kind]) -> Layout:
        """The same pieces as a layout of this space's kinds: a puzzle's layout in a family that holds it.

        Kinds are the same where all but their mark is. Raises `NotInSpaceError` where a kind is none of these.

        >>> family = Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
        >>> puzzle = Puzzle.parse("ABB./ABB./..../..../....")
        >>> family.place(puzzle.start, puzzle.kinds).heads
        ((1,), (0,), (), ())
        """
        groups: list[list[int]] = [[] for _ in self.kinds]
        index = {kind: i for i, kind in enumerate(self.kinds)}
        for kind, heads in zip(kinds, layout.heads, strict=True):
            k = index.get(kind, index.get(replace(kind, mark="")))
            if k is not None:
                groups[k].extend(heads)
            elif heads:
                raise NotInSpaceError(
                    "this space has no pieces of kind {name}", name=_shape_text(kind)
                )
        return Layout(tuple(map(tuple, groups)))

    def ranks(self, grids: ArrayLike) -> NDArray[np.int64]:
        """The ranks of many layouts, each a row of letters (n x cells): what begins at each cell, or 0.

        A row that is no layout of the space has rank -1. Raises `InputError` for another shape of array.
        """
        import numpy as np

        self._need_small()
        rows = np.ascontiguousarray(grids, dtype=np.uint8)
        if rows.ndim != 2 or rows.shape[1] != self.board.size:
            raise InputError(
                "the array of layouts has shape {got}; expected (n, {cells})",
                got=rows.shape,
                cells=self.board.size,
            )
        result = np.empty(len(rows), dtype=np.int64)
        for i in range(0, len(rows), _CHUNK):
            self._walker.ranks(rows[i : i + _CHUNK], result[i : i + _CHUNK])
        return result

    def grids(self, ranks: ArrayLike) -> NDArray[np.uint8]:
        """The layouts of many ranks (n) as rows of letters (n x cells). Raises `RankError`.

        A cell has letter k + 1 where the head of a piece of kind k is, else 0.

        >>> Space.parse("2x2", "2x1:1").grids([0, 1])
        array([[0, 0, 1, 0],
               [1, 0, 0, 0]], dtype=uint8)
        """
        import numpy as np

        self._need_small()
        numbers = np.ascontiguousarray(ranks, dtype=np.int64)
        if numbers.ndim != 1:
            raise InputError(
                "the array of ranks has {got} dimensions; expected 1", got=numbers.ndim
            )
        outside = (numbers < 0) | (numbers >= self.size)
        if outside.any():
            raise self._out_of_range(int(numbers[outside.argmax()]))
        result = np.empty((len(numbers), self.board.size), dtype=np.uint8)
        for i in range(0, len(numbers), _CHUNK):
            self._walker.grids(numbers[i : i + _CHUNK], result[i : i + _CHUNK])
        return result

    @functools.cached_property
    def tables(self) -> Tables:
        """The automaton as NumPy arrays, not to be written to."""
        import numpy as np

        self._need_small()
        letters = len(self.kinds) + 1
        automaton = self._automaton
        tables = Tables(
            np.asarray(automaton.cell),
            np.asarray(automaton.to).reshape(-1, letters),
            np.asarray(automaton.before).reshape(-1, letters),
        )
        for each in (tables.cell, tables.to, tables.before):
            each.flags.writeable = False
        return tables

    def _need_small(self) -> None:
        if self.size > _MAX_RANK:
            raise InputError(
                "the {size:,} layouts have ranks of more than 64 bits: arrays cannot hold them, `rank` and `layout` can",
                size=self.size,
            )

    def _out_of_range(self, rank: int) -> RankError:
        return RankError(
            "rank {rank:,} is out of range: the space has {size:,} layouts",
            rank=rank,
            size=self.size,
        )

    def _misfit(self, layout: Layout) -> NotInSpaceError:
        """Why a layout is none of this space's."""
        if len(layout.heads) != len(self.kinds):
            return NotInSpaceError(
                "the layout has {got} kinds of pieces; expected {expected}",
                got=len(layout.heads),
                expected=len(self.kinds),
            )
        covered: set[int] = set()
        for kind, group, count in zip(self.kinds, layout.heads, self.counts, strict=True):
            name = _shape_text(kind)
            for head in group:
                cells = self.board.cells(kind, head) if 0 <= head < self.board.size else None
                if cells is None:
                    return NotInSpaceError(
                        "a {size} piece cannot lie at cell {cell}", size=name, cell=head
                    )
                if not covered.isdisjoint(cells):
                    return NotInSpaceError(
                        "the {size} piece at cell {cell} lies on another", size=name, cell=head
                    )
                covered.update(cells)
            if not _within(len(group), count):
                return _miscount(name, len(group), count)
        return _miscount("empty", len(self.board.free) - len(covered), self.empty)


def _miscount(name: str, got: int, count: Range) -> NotInSpaceError:
    return NotInSpaceError(
        "the layout has {name}:{got}; expected {range}",
        name=name,
        got=got,
        range=_range_text(count),
    )


def _within(number: int, count: Range) -> bool:
    return count[0] <= number and (count[1] is None or number <= count[1])


class _Automaton(NamedTuple):
    size: int
    walker: Any
    cell: array[int]
    to: array[int]
    before: Any
    """An array, or a list where the numbers pass 63 bits."""


def _automaton(space: Space) -> _Automaton:
    """Grow the automaton of a space, count its words; the finished tables and the size."""
    free = space.board.free
    cells, letters = len(free), len(space.kinds) + 1
    sizes = [1, *(len(kind.shape) for kind in space.kinds)]
    counts = [space.empty, *space.counts]
    if all(least == most for least, most in space.counts):
        rest = cells - sum(n * size for (n, _), size in zip(counts[1:], sizes[1:], strict=True))
        counts[0] = (rest, rest) if _within(rest, space.empty) else (cells + 1, None)
    owed = sum(least * size for (least, _), size in zip(counts, sizes, strict=True))
    build = kernel("automaton")
    if owed > cells or not cells:
        cell = array("i", [0, space.board.size] if owed > cells else [space.board.size])
        to, before = (
            array("i", [-1] * letters * len(cell)),
            array("q", bytes(8 * letters * len(cell))),
        )
        walker = build.Walker(letters, space.board.size, cell, to, before)
        return _Automaton(int(owed <= cells), walker, cell, to, before)
    bounded = [
        most is not None and most < cells // size
        for (_, most), size in zip(counts, sizes, strict=True)
    ]
    caps = [
        most if bound and most else least
        for (least, most), bound in zip(counts, bounded, strict=True)
    ]
    widths = [cap.bit_length() for cap in caps]
    if sum(widths) > _WORD or letters > 255:
        raise NotNumberedError(
            "the layouts of {kinds} kinds with these counts cannot be numbered: "
            "the counts take {bits} bits, at most 64 are possible; searching works without ranks",
            kinds=len(space.kinds),
            bits=sum(widths),
        )
    return _grown(
        space,
        owed,
        array("Q", _masks(space.board, space.kinds)),
        array("i", sizes),
        array("i", [least for least, _ in counts]),
        array("i", caps),
        array("i", bounded),
        array("i", [sum(widths[:i]) for i in range(letters)]),
        array("Q", [(1 << width) - 1 for width in widths]),
    )


def _grown(space: Space, owed: int, *alphabet: array[int]) -> _Automaton:
    build = kernel("automaton")
    heads = array("i", [*space.board.free, space.board.size])
    cells, letters = len(heads) - 1, len(space.kinds) + 1
    room = 1 << 12
    at, need, to = (
        array("i", bytes(4 * room)),
        array("i", bytes(4 * room)),
        array("i", bytes(4 * room * letters)),
    )
    window, used, slots = (
        array("Q", bytes(8 * room)),
        array("Q", bytes(8 * room)),
        array("i", bytes(8 * room)),
    )
    at[0], need[1] = cells, owed
    to[:letters] = array("i", [-1] * letters)
    progress = array("q", [1, 2])
    while progress[0] < progress[1]:
        start = progress[0]
        build.expand(progress, _CHUNK, cells, *alphabet, at, window, used, need, to, slots)
        if progress[0] == start:
            if room * letters >= MAX_EDGES:
                raise NotNumberedError(
                    "the layouts cannot be numbered: the automaton would grow past {states:,} states; "
                    "searching works without ranks",
                    states=room,
                )
            for buffer in (at, window, used, need, to):
                buffer.frombytes(bytes(len(buffer) * buffer.itemsize))
            room *= 2
            slots = array("i", bytes(8 * room))
            build.rehash(progress[1], at, window, used, slots)
    known = progress[1]
    at, to = at[:known], to[: known * letters]
    order, begin = array("i", bytes(4 * known)), array("i", bytes(4 * cells + 4))
    words: Any = array("q", bytes(8 * known))
    kept = build.count(at, to, order, begin, words, _MAX_RANK)
    large = kept < 0
    if large:
        build = kernel("automaton", pure=True)
        words, begin = [0] * known, array("i", bytes(4 * cells + 4))
        kept = build.count(at, to, order, begin, words, letters**cells)
    new_at, new_to = array("i", bytes(4 * kept)), array("i", bytes(4 * kept * letters))
    before: Any = [0] * (kept * letters) if large else array("q", bytes(8 * kept * letters))
    build.number(order, at, to, words, array("i", bytes(4 * known)), heads, new_at, new_to, before)
    walker = build.Walker(letters, space.board.size, new_at, new_to, before)
    return _Automaton(words[1], walker, new_at, new_to, before)


def _masks(board: Board, kinds: Sequence[Kind]) -> list[int]:
    """For each free cell and letter the cells covered from there on, a bit each; 0 where it cannot begin."""
    index = {cell: i for i, cell in enumerate(board.free)}
    masks = []
    for i, cell in enumerate(board.free):
        masks.append(1)
        for kind in kinds:
            mask = sum(1 << (index[each] - i) for each in board.cells(kind, cell) or ())
            if mask.bit_length() > _WORD:
                raise NotNumberedError(
                    "the layouts cannot be numbered: a {name} piece at cell {cell} ends {got} cells later "
                    "in reading order, at most 63 are possible; searching works without ranks",
                    name=_shape_text(kind),
                    cell=cell,
                    got=mask.bit_length() - 1,
                )
            masks.append(mask)
    return masks


_SIZE = re.compile(r"([0-9]+)x([0-9]+)")
_COUNT = re.compile(r"([0-9]+)|([0-9]+)?\.\.([0-9]+)?")
_KIND = re.compile(
    r"(?:(?P<mark>\S+)@)?(?P<shape>[0-9]+x[0-9]+|[X.]+(?:/[X.]+)*)(?:=(?P<ways>[UDLR]+|none))?(?P<gates>-)?"
)


def _range(match: re.Match[str]) -> Range:
    exact, least, most = match.groups()
    if exact:
        return int(exact), int(exact)
    return int(least or 0), int(most) if most else None


def _range_text(count: Range) -> str:
    least, most = count
    return str(least) if least == most else f"{least}..{'' if most is None else most}"


def _kind(name: str) -> Kind:
    match = _KIND.fullmatch(name)
    cells = _cells(match["shape"]) if match else []
    if match is None or not cells:
        raise InputError(
            "{name!r} is no kind of piece; expected a size such as 2x1, or rows such as XX/X.",
            name=name,
        )
    ways = {None: DIRECTIONS, "none": ""}.get(match["ways"], match["ways"])
    return Kind.of(cells, ways, bool(match["gates"]), match["mark"] or "")


def _cells(shape: str) -> list[tuple[int, int]]:
    size = _SIZE.fullmatch(shape)
    if size is None:
        return [
            (x, y)
            for y, row in enumerate(shape.split("/"))
            for x, mark in enumerate(row)
            if mark == "X"
        ]
    width, height = _size(size)
    return [(x, y) for y in range(height) for x in range(width)]


def _size(match: re.Match[str]) -> tuple[int, int]:
    width, height = int(match[1]), int(match[2])
    if width * height > MAX_CELLS:
        raise InputError("{size} has more than {most:,} cells", size=match[0], most=MAX_CELLS)
    return width, height


def _board(text: str) -> Board:
    size = _SIZE.fullmatch(text)
    if size is not None:
        return Board(*_size(size))
    rows = text.split("/")
    if len({len(row) for row in rows}) != 1 or not set(text) <= set(".#-/"):
        raise InputError(
            "{text!r} is no board; expected a size such as 4x5, or rows of one length of . # - with /",
            text=text,
        )
    if len(text) > 2 * MAX_CELLS:
        raise InputError("{size} has more than {most:,} cells", size="the board", most=MAX_CELLS)
    flat = "".join(rows)
    walls, gates = (frozenset(i for i, mark in enumerate(flat) if mark == which) for which in "#-")
    return Board(len(rows[0]), len(rows), walls, gates)


def _board_text(board: Board) -> str:
    if not board.walls and not board.gates:
        return f"{board.width}x{board.height}"
    marks = [
        "#" if c in board.walls else "-" if c in board.gates else "." for c in range(board.size)
    ]
    return "/".join("".join(marks[i : i + board.width]) for i in range(0, board.size, board.width))


def _shape_text(kind: Kind) -> str:
    """A kind in text, as `_kind` reads it."""
    shape = kind.size
    if "/" in shape:
        left = min(x for x, _ in kind.shape)
        width, height = map(int, shape.partition("/")[0].split("x"))
        shape = "/".join(
            "".join("X" if (x + left, y) in kind.shape else "." for x in range(width))
            for y in range(height)
        )
    ways = "" if kind.directions == DIRECTIONS else f"={kind.directions or 'none'}"
    return f"{kind.mark}{'@' if kind.mark else ''}{shape}{ways}{'-' if kind.gates else ''}"
