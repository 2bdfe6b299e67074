"""The space: every layout of a board and a set of pieces, numbered from 0 without a gap.

Read the board cell by cell in reading order. At each cell that nothing covers yet, write down what begins there: empty
(letter 0), or a piece of kind k (letter k + 1) whose head is that cell. Each layout is then a word, and its **rank** is
the position of the word in sorted order. An automaton with the number of words after each edge converts between layout
and rank in one pass. `docs/en/explanation/numbering.md` works it out by hand.
"""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any

from huarong.errors import InputError, expect
from huarong.library.reader import puzzle as read
from huarong.limits import Watch
from huarong.model.board import Board, Goal, Kind, Layout
from huarong.model.pieces import Range, board_text, kind_text, range_text, read_board, read_pieces
from huarong.model.puzzle import PuzzleLike
from huarong.space.numbering import MAX_RANK, Numbering

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_CHUNK = 1 << 14


class NotInSpaceError(InputError, KeyError):
    """A layout that is not in the space; the message says why."""


class RankError(InputError, IndexError):
    """A rank below 0, or not below the size of the space."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The automaton as arrays, for kernels that compute ranks and layouts themselves.

    State 0 is the start, and the last state is the end; every other state has words. `cell[s]` is the cell that state s
    reads; for the end, it is the number of cells. `to[s, l]` is the state after letter l, or -1. `before[s, l]` counts
    the words from s that begin with a letter below l. So the rank of a layout is the sum of `before` along its word;
    conversely, rank r continues with the last letter for which `before[s, l] <= r`. Cells between those that two
    consecutive states read are covered or walls.
    """

    cell: NDArray[np.int32]
    to: NDArray[np.int32]
    before: NDArray[np.int64]

    @property
    def edges(self) -> dict[str, Any]:
        """By edge (state times `letters`, plus letter): `to`, the first edge of the next state or -1; `cell`, the cell
        that the edge's state reads; and `before`.
        """
        import numpy as np

        to = self.to.reshape(-1)
        return {"to": np.where(to < 0, to, to * self.letters), "cell": self.cell[to], "before": self.before.reshape(-1)}

    @property
    def letters(self) -> int:
        """The number of letters: one for an empty cell and one for each kind."""
        return int(self.to.shape[1])


@dataclass(frozen=True)
class Space:
    """Every layout of some kinds on a board, with a range for the number of pieces of each kind and of empty cells.

    The order of the kinds is the order of the letters, so it is part of the numbering.

    >>> space = Space.of("ABBC/ABBC/DEEF/DGHF/I..J")
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
        expect(self.board, Board)
        if len(self.counts) != len(self.kinds):
            template = "there {got:is|are} {got} {got:count|counts}; expected {expected}, one for each kind"
            raise InputError(template, got=len(self.counts), expected=len(self.kinds))
        for kind, (least, most) in zip((*self.kinds, None), (*self.counts, self.empty), strict=True):
            if least < 0 or (most is not None and most < least):
                name = "empty" if kind is None else kind_text(kind)
                raise InputError(
                    "{name}: no number is in the range {range}", name=name, range=range_text((least, most))
                )
        seen: set[Kind] = set()
        for kind in self.kinds:
            if kind in seen:
                raise InputError("{name} is given twice", name=kind_text(kind))
            seen.add(kind)

    @classmethod
    def of(cls, puzzle: PuzzleLike) -> Space:
        """Return the space of all layouts of a puzzle's pieces, whether or not its start can reach them.

        The puzzle may be anything that `huarong.puzzle` reads.

        >>> Space.of("横刀立马").size
        65880
        """
        puzzle = read(puzzle)
        counts = tuple((len(group), len(group)) for group in puzzle.start.heads)
        return cls(puzzle.board, puzzle.kinds, counts)

    @classmethod
    def parse(cls, board: str, pieces: str = "") -> Space:
        """Read a board and a set of pieces; sort the kinds as a puzzle does.

        `huarong.model.pieces` explains the texts. `board` may also have both, as in `text`. Raises `InputError`.

        >>> Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..").size
        29334498
        >>> Space.parse("###/#../.../... XX/.X:1 1x1=LR:2").text
        '###/#../.../... XX/.X:1 1x1=LR:2'
        """
        expect(board, str)
        board, _, more = board.strip().partition(" ")
        counts, empty = read_pieces(f"{more} {pieces}")
        return cls(read_board(board), tuple(counts), tuple(counts.values()), empty)

    @functools.cached_property
    def text(self) -> str:
        """The board and the pieces on one line, for `parse`."""
        pieces = [f"{kind_text(k)}:{range_text(n)}" for k, n in zip(self.kinds, self.counts, strict=True)]
        if self.empty != (0, None):
            pieces.append(f"empty:{range_text(self.empty)}")
        return " ".join([board_text(self.board), *pieces])

    def __repr__(self) -> str:
        return f"<Space {self.text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Space, (self.board, self.kinds, self.counts, self.empty)

    @functools.cached_property
    def _hash(self) -> int:
        return hash((self.board, self.kinds, self.counts, self.empty))

    def __hash__(self) -> int:
        return self._hash

    @functools.cached_property
    def _numbering(self) -> Numbering:
        return Numbering.of(self.board, self.kinds, self.counts, self.empty)

    @functools.cached_property
    def _walker(self) -> Any:
        return self._numbering.walker

    @functools.cached_property
    def size(self) -> int:
        """The exact number of layouts, counted without listing any. Raises `NotNumberedError`."""
        return self._numbering.size

    def require_layouts(self) -> None:
        """Raise `InputError` if the space has no layouts: its pieces do not fit on the board."""
        if not self.size:
            raise InputError("the pieces do not fit: {space} has no layouts", space=self.text)

    def measured(self, watch: Watch) -> int:
        """Return the size, counted under a watch. Raises `NotNumberedError`, also for a size above `MAX_RANK`."""
        if "_numbering" not in self.__dict__:
            numbering = Numbering.of(self.board, self.kinds, self.counts, self.empty, watch)
            self.__dict__["_numbering"] = numbering
        return self.size

    @property
    def numbering_bytes(self) -> int:
        """The bytes that the numbering takes; 0 before it is built."""
        made: Numbering | None = self.__dict__.get("_numbering")
        return 0 if made is None else (12 * len(made.to) + 4 * len(made.cell))

    def __len__(self) -> int:
        """Return the number of layouts. Raises `OverflowError` above `sys.maxsize`, the limit of `len` (see `size`)."""
        if self.size > sys.maxsize:
            raise OverflowError(f"len() cannot say {self.size}: use .size")
        return self.size

    def __bool__(self) -> bool:
        return self.size > 0

    def rank(self, layout: Layout) -> int:
        """Return the rank of a layout. Raises `NotInSpaceError`, which says why."""
        try:
            rank: int = self._walker.rank(layout.heads)
        except (AttributeError, TypeError, OverflowError):
            expect(layout, Layout)
            raise self._misfit(layout) from None
        if rank < 0:
            raise self._misfit(layout)
        return rank

    def layout(self, rank: int) -> Layout:
        """Return the layout with this rank. Raises `RankError`."""
        try:
            if 0 <= index(rank) < self.size:
                return Layout(self._walker.heads(rank), self)
        except TypeError:
            expect(rank, int)
            raise
        raise self._out_of_range(rank)

    def __contains__(self, layout: object) -> bool:
        try:
            return isinstance(layout, Layout) and self._walker.rank(layout.heads) >= 0
        except (TypeError, OverflowError):
            return False

    def __iter__(self) -> Iterator[Layout]:
        """Iterate over all layouts in the order of their ranks."""
        heads = self._walker.heads
        rank = 0
        while rank < self.size:
            yield Layout(heads(rank), self)
            rank += 1

    def random(self, n: int, seed: int | None = None) -> list[Layout]:
        """Draw `n` layouts uniformly and independently; equal seeds draw equal layouts."""
        expect(n, int)
        expect(seed, int, type(None))
        if not self:
            raise InputError("this space has no layouts to draw from")
        draw = random.Random(seed)
        return [self.layout(draw.randrange(self.size)) for _ in range(n)]

    def place(self, layout: Layout, kinds: Sequence[Kind]) -> Layout:
        """Convert a puzzle's layout to a layout of this space, by matching its `kinds` to the kinds of the space.

        Kinds match if they agree in everything but their marks. Raises `NotInSpaceError` if a kind has no match.

        >>> family = Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
        >>> puzzle = read("ABB./ABB./..../..../....")
        >>> family.place(puzzle.start, puzzle.kinds).heads
        ((1,), (0,), (), ())
        """
        expect(layout, Layout)
        expect(kinds, Sequence)
        if len(layout.heads) != len(kinds):
            raise _kinds_missed(layout, len(kinds))
        groups: list[list[int]] = [[] for _ in self.kinds]
        number = {kind: i for i, kind in enumerate(self.kinds)}
        for kind, heads in zip(kinds, layout.heads, strict=True):
            expect(kind, Kind)
            k = number.get(kind, number.get(replace(kind, mark="")))
            if k is not None:
                groups[k].extend(heads)
            elif heads:
                raise NotInSpaceError("this space has no pieces of kind {name}", name=kind_text(kind))
        return Layout(tuple(map(tuple, groups)), self)

    def ranks(self, grids: ArrayLike) -> NDArray[np.int64]:
        """Return the ranks of many layouts, given as rows of letters (n x cells): the letter that begins at each cell,
        or 0.

        A row that is not a layout of the space has rank -1. Raises `InputError` for an array of another shape.
        """
        import numpy as np

        self._need_small()
        rows = np.asarray(grids)
        if rows.ndim != 2 or rows.shape[1] != self.board.size or rows.dtype.kind not in "iu":
            template = "layouts have type {type}, shape {got}; expected integers, (n, {cells})"
            raise InputError(template, type=rows.dtype, got=rows.shape, cells=self.board.size)
        if rows.dtype != np.uint8:
            rows = np.where((rows < 0) | (rows > 255), 255, rows)  # 255 is never a letter
        rows = np.require(rows, np.uint8, ["C", "W"])
        result = np.empty(len(rows), dtype=np.int64)
        for i in range(0, len(rows), _CHUNK):
            self._walker.ranks(*_views(rows, result, i))
        return result

    def grids(self, ranks: ArrayLike) -> NDArray[np.uint8]:
        """Return the layouts of `n` ranks as rows of letters (n x cells). Raises `RankError`.

        A cell has letter k + 1 if the head of a piece of kind k is there, else 0.

        >>> Space.parse("2x2", "2x1:1").grids([0, 1])
        array([[0, 0, 1, 0],
               [1, 0, 0, 0]], dtype=uint8)
        """
        import numpy as np

        self._need_small()
        numbers = self.as_ranks(ranks)
        result = np.empty((len(numbers), self.board.size), dtype=np.uint8)
        for i in range(0, len(numbers), _CHUNK):
            self._walker.grids(*_views(numbers, result, i))
        return result

    def as_ranks(self, ranks: ArrayLike) -> NDArray[np.int64]:
        """Return ranks as a checked array of `n` integers. Raises `InputError` and `RankError`."""
        import numpy as np

        numbers = np.asarray(ranks)
        if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
            raise InputError(
                "ranks have type {type}, shape {got}; expected integers, (n,)", type=numbers.dtype, got=numbers.shape
            )
        if numbers.dtype != np.int64 or not numbers.flags.carray:
            numbers = np.require(numbers, np.int64, ["C", "W"])
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < self.size:
            outside = (numbers < 0) | (numbers >= self.size)
            raise self._out_of_range(int(numbers[outside.argmax()]))
        return numbers

    @functools.cached_property
    def tables(self) -> Tables:
        """The automaton as NumPy arrays; they belong to the space, so do not write to them."""
        import numpy as np

        self._need_small()
        letters = len(self.kinds) + 1
        numbering = self._numbering
        to, before = (np.asarray(each).reshape(-1, letters) for each in (numbering.to, numbering.before))
        return Tables(np.asarray(numbering.cell), to, before)

    def _need_small(self) -> None:
        if self.size > MAX_RANK:
            raise InputError(
                "the space has {size:,} {size:layout|layouts}, and arrays cannot hold ranks of more than 64 bits: use "
                "fewer pieces, or call `rank` and `layout` for one layout at a time",
                size=self.size,
            )

    def _out_of_range(self, rank: int) -> RankError:
        return RankError(
            "rank {rank:,} is out of range: the space has {size:,} {size:layout|layouts}", rank=rank, size=self.size
        )

    def _misfit(self, layout: Layout) -> NotInSpaceError:
        if len(layout.heads) != len(self.kinds):
            return _kinds_missed(layout, len(self.kinds))
        covered: set[int] = set()
        for kind, group, count in zip(self.kinds, layout.heads, self.counts, strict=True):
            name = kind_text(kind)
            for head in group:
                inside = isinstance(head, int) and 0 <= head < self.board.size
                cells = self.board.cells(kind, head) if inside else None
                if cells is None:
                    return NotInSpaceError("a {size} piece cannot lie at cell {cell}", size=name, cell=head)
                if not covered.isdisjoint(cells):
                    template = "the {size} piece at cell {cell} overlaps another piece"
                    return NotInSpaceError(template, size=name, cell=head)
                covered.update(cells)
            if not _within(len(group), count):
                return _miscount(name, len(group), count)
        return _miscount("empty", len(self.board.free) - len(covered), self.empty)


def goal_spaces(space: Space, goal: Goal) -> Iterator[tuple[tuple[tuple[int, int], ...], Space]]:
    """Iterate over the possible alternatives of a goal, each with the space of the pieces that it does not name."""
    board, kinds = space.board, space.kinds
    for each in goal.alternatives:
        named = [board.cells(kinds[kind], head) or () for kind, head in each]
        covered = frozenset(cell for cells in named for cell in cells)
        held = [sum(kind == k for kind, _ in each) for k in range(len(kinds))]
        enough = all(most is None or n <= most for n, (_, most) in zip(held, space.counts, strict=True))
        if enough and all(named) and len(covered) == sum(map(len, named)):
            counts = ((max(0, a - n), b if b is None else b - n) for n, (a, b) in zip(held, space.counts, strict=True))
            rest = Board(board.width, board.height, board.walls | covered, board.gates - covered)
            yield each, Space(rest, kinds, tuple(counts), space.empty)


def goal_layouts(
    space: Space, goal: Goal, look: Callable[[], None], many: int = 1 << 14
) -> Iterator[NDArray[np.uint8]]:
    """Iterate over all layouts that a goal accepts, as rows of letters (see `Space.ranks`), at most `many` at a time.

    A layout that meets several alternatives is repeated. `look` is called before each part.
    """
    import numpy as np

    for each, rest in goal_spaces(space, goal):
        for first in range(0, rest.size, many):
            look()
            letters = rest.grids(np.arange(first, min(rest.size, first + many)))
            for kind, head in each:
                letters[:, head] = kind + 1
            yield letters


def _views(given: NDArray[Any], result: NDArray[Any], i: int) -> tuple[memoryview, memoryview]:
    """The chunk from i on of both arrays, as memory views, from which uncompiled kernels read Python integers."""
    return given[i : i + _CHUNK].data, result[i : i + _CHUNK].data


def _kinds_missed(layout: Layout, expected: int) -> NotInSpaceError:
    return NotInSpaceError(
        "the layout has {got} {got:kind|kinds} of pieces; expected {expected}", got=len(layout.heads), expected=expected
    )


def _miscount(name: str, got: int, count: Range) -> NotInSpaceError:
    return NotInSpaceError("the layout has {name}:{got}; expected {range}", name=name, got=got, range=range_text(count))


def _within(number: int, count: Range) -> bool:
    return count[0] <= number and (count[1] is None or number <= count[1])
