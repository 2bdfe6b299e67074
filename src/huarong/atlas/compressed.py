"""The compressed atlas: 1.6 bits for each layout, mirror images stored once; small enough for a web page.

It keeps only the remainder modulo 3 of each distance, five remainders to a byte (3**5 = 243). A neighbor's distance
differs by -1, 0 or 1, so the remainders show which moves lead nearer. The distance is the number of such moves to the
goal. If the board and the goal are their own mirror images and some kind has one piece, a layout with that piece in the
right part of the board is looked up by its mirror image. The layouts that are kept then form a space too, on a board
whose right columns are gates closed to that kind.

The file is a container (`huarong.container`) of kind `residues`. Its content::

    remainders   (layouts + 4) // 5 bytes: the remainder of rank r is in byte r // 5, times 3 to the power r % 5
    zeros        up to a multiple of 4
    to           for each state and letter the state after it, 4 bytes (little-endian), all bits set for none
    before       for each state and letter how many layouts begin with a smaller letter there, 4 bytes
    cell         for each state the cell that it reads, 4 bytes

The header names `space` (the whole space), `kept` (the space of kept layouts), `goal`, `metric`, `layouts` (the number
kept), `states`, `letters` and `longest`. A page reads the same file (`web/static/rules/compressed.js`).
"""

from __future__ import annotations

import functools
from array import array
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import kept_goal
from huarong.atlas.table import UnsolvableError
from huarong.container import Container, writing
from huarong.errors import FileError, InputError, expect
from huarong.kernels import kernel
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Goal, Layout, Metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.rules import Rules, reversible
from huarong.model.symmetry import MIRROR, preserving
from huarong.space.space import Space

KIND = "residues"
_CHUNK = 1 << 14
"""The number of bytes of remainders to compute at a time."""
_MOST_RANK = 1 << 32


class CompressedStep(NamedTuple):
    """A move: the piece's kind, its head before and after, and how much nearer the goal comes (1, 0 or -1)."""

    kind: int
    start: int
    stop: int
    nearer: int


@dataclass(frozen=True, eq=False)
class Compressed:
    """The distance of every layout of a space from a goal, in one metric, in 1.6 bits for each layout that is kept.

    `table` has the remainders of the layouts in the space `kept`; `longest` is the greatest distance.

    >>> atlas = Atlas.of("横刀立马", "step")
    >>> small = Compressed.of(atlas)
    >>> small.distance("横刀立马"), small.space.size, len(small.table)
    (116, 65880, 8640)
    """

    space: Space
    kept: Space
    goal: Goal
    metric: Metric
    longest: int
    table: NDArray[np.uint8]

    @classmethod
    @limited
    def of(cls, atlas: Atlas, **limits: Unpack[GivenLimits]) -> Compressed:
        """Compress an atlas. Raises `LimitReached`, `Cancelled`, and `InputError` if its space cannot be compressed."""
        expect(atlas, Atlas)
        space, far, watch = atlas.space, atlas.distances, Watch.of(**limits)
        if not reversible(space.kinds) or Rules.of(space.board, space.kinds).words > 1:
            raise InputError("only spaces of at most 64 cells whose moves are reversible can be compressed")
        if space.size >= _MOST_RANK:
            raise InputError("only spaces of fewer than 2**32 layouts can be compressed")
        kept = folded(space, atlas.goal)
        letters = np.array([0, *(1 + space.kinds.index(_whole(each, space)) for each in kept.kinds)])
        table = np.zeros((kept.size + 4) // 5, np.uint8)
        for first in range(0, kept.size, _CHUNK * 5):
            ranks = np.arange(first, min(first + _CHUNK * 5, kept.size))
            values = far[space.ranks(letters[kept.grids(ranks)].astype(np.uint8))].astype(np.int64)
            values[values == dense.unknown(far)] = 0
            five = np.zeros(5 * (-(-len(values) // 5)), np.uint8)
            five[: len(values)] = values % 3
            packed = five.reshape(-1, 5) @ np.array([1, 3, 9, 27, 81], np.uint8)
            table[first // 5 : first // 5 + len(packed)] = packed
            watch.count(len(ranks), 0)
        return cls(space, kept, atlas.goal, atlas.metric, atlas.facts.longest or 0, table)

    # Files

    def save(self, path: str | Path) -> None:
        """Write the compressed atlas to a file. After an error no file is left. Raises `FileError`."""
        tables = self.kept.tables
        about = {"space": self.space.text, "kept": self.kept.text, "goal": self.goal.alternatives}
        sizes = {"layouts": self.kept.size, "states": len(tables.cell), "letters": tables.letters}
        header = {**about, "metric": self.metric.value, "longest": self.longest, **sizes}
        with writing(path, KIND, header) as out:
            out.write(self.table)
            out.write(bytes(-len(self.table) % 4))
            out.write(tables.to.astype("<i4").tobytes())
            out.write(tables.before.astype("<u4").tobytes())
            out.write(tables.cell.astype("<u4").tobytes())

    @classmethod
    def open(cls, path: str | Path) -> Compressed:
        """Read a compressed atlas from a file and check all of it. Raises `FileNotFoundError` and `FileError`."""
        with Container.open(path, KIND) as file:
            header = file.header
            with file.sense():
                space, kept = Space.parse(header["space"]), Space.parse(header["kept"])
                goal = kept_goal(space, header["goal"])
                metric, longest = Metric(header["metric"]), int(header["longest"])
            table = np.frombuffer(bytes(file.content()), np.uint8)[: (kept.size + 4) // 5]
            if kept != folded(space, goal):
                raise FileError("{path} contains layouts that do not match its space and goal", path=path)
            if len(table) < (kept.size + 4) // 5:
                raise FileError("{path} is incomplete", path=path)
        return cls(space, kept, goal, metric, longest, table)

    # Look-ups

    def distance(self, puzzle: PuzzleLike | Layout) -> int | None:
        """Return the distance to the goal from a puzzle's start or from a layout of the space; None if unsolvable.

        A puzzle may have other kinds than the space if all its pieces fit into the space; its own goal is ignored.
        Raises `NotInSpaceError`.
        """
        found: int = self._descent.distance(self._kept_at(puzzle)[0])
        return None if found < 0 else found

    def __getitem__(self, layout: Layout) -> int:
        """Return the distance of a layout to the goal. Raises `UnsolvableError` and `NotInSpaceError`."""
        found = self.distance(layout)
        if found is None:
            raise UnsolvableError()
        return found

    def moves(self, puzzle: PuzzleLike | Layout) -> tuple[CompressedStep, ...]:
        """Return every move from a puzzle's start or a layout, and whether it leads nearer to the goal.

        >>> small = Compressed.of(Atlas.of("横刀立马", "step"))
        >>> [(each.start, each.stop) for each in small.moves("横刀立马") if each.nearer == 1]
        [(16, 17), (19, 18)]
        """
        rank, flipped = self._kept_at(puzzle)
        rules, image = self._rules, self._images if flipped else range(len(self._rules.head))
        found = [
            CompressedStep(rules.kind[p], rules.head[image[p]], rules.head[image[q]], nearer)
            for p, q, nearer in self._descent.moves(rank)
        ]
        return tuple(sorted(found, key=lambda each: each[:2]))

    def __len__(self) -> int:
        return self.space.size

    def __repr__(self) -> str:
        return (
            f"<Compressed atlas of {self.space.size:,} layouts in {self.metric}s: {self.space.text}, "
            f"{len(self.table):,} bytes>"
        )

    @functools.cached_property
    def _rules(self) -> Rules:
        return Rules.of(self.space.board, self.space.kinds)

    @functools.cached_property
    def _images(self) -> array[int]:
        """The place of a piece's mirror image, for each place."""
        board, kinds, rules = self.space.board, self.space.kinds, self._rules
        heads = (MIRROR.head(board, kinds[k], head) for k, head in zip(rules.kind, rules.head, strict=True))
        return array("i", [rules.place.get(pair, 0) for pair in zip(rules.kind, heads, strict=True)])

    @functools.cached_property
    def _order(self) -> list[int]:
        """For each kind of `space`, its index among the kinds of `kept`."""
        wholes = [_whole(each, self.space) for each in self.kept.kinds]
        return [wholes.index(each) for each in self.space.kinds]

    def _kept_at(self, given: PuzzleLike | Layout) -> tuple[int, bool]:
        """The rank of a layout or its mirror image, and whether the image is kept. Raises `NotInSpaceError`."""
        if isinstance(given, Layout):
            layout = given
        else:
            puzzle = given if isinstance(given, Puzzle) else read_puzzle(given)
            layout = self.space.place(puzzle.start, puzzle.kinds)
        try:
            places = [self._rules.place[k, head] for k, group in enumerate(layout.heads) for head in group]
            flipped = any(self._over[p] for p in places)
            heads: list[list[int]] = [[] for _ in self._order]
            for p in places:
                k, head = self._seats[flipped][p]
                heads[k].append(head)
            return self.kept.rank(Layout(tuple(map(tuple, heads)))), flipped
        except KeyError:
            self.space.rank(layout)  # raises an error about the heads as they were given
            raise

    @functools.cached_property
    def _seats(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """For each place, the kind and head of a piece there in the kept space; second, those of its mirror image."""
        seats = [(self._order[k], head) for k, head in zip(self._rules.kind, self._rules.head, strict=True)]
        return seats, [seats[p] for p in self._images]

    @functools.cached_property
    def _over(self) -> bytearray:
        """For each place, 1 if layouts with a piece there are kept as their mirror images, else 0."""
        kinds, rules = [self.kept.kinds[k] for k in self._order], self._rules
        cells = (self.kept.board.cells(kinds[k], head) for k, head in zip(rules.kind, rules.head, strict=True))
        return bytearray(each is None for each in cells)

    @functools.cached_property
    def _descent(self) -> Any:
        goal = array("i")
        for each in self.goal.alternatives:
            goal.extend([*(self._rules.place[k, head] for k, head in each), -1])
        here = dense.cursor(self.space, self.metric, kept=self.kept, order=self._order)
        table = np.require(self.table, np.uint8, ["C", "W"])
        return kernel("dense").Descent(here, table.data, self._over, self._images, goal)


def _whole(kind: Any, space: Space) -> Any:
    """Return a kind of the kept space as in the whole space, without the gates that `folded` opened to this kind."""
    return kind if kind in space.kinds else replace(kind, gates=False)


def folded(space: Space, goal: Goal) -> Space:
    """Return a space that keeps each layout, its mirror image or both; an asymmetric space is returned unchanged.

    >>> small = folded(Space.parse("4x5 2x2:1 1x1:0.. empty:2.."), Goal.of([[(0, 13)]]))
    >>> small.text, small.size
    ('...-/...-/...-/...-/...- 2x2:1 1x1-:0.. empty:2..', 524152)
    """
    board, k = space.board, next((k for k, count in enumerate(space.counts) if count == (1, 1)), None)
    alike = (MIRROR, tuple(range(len(space.kinds))))
    if k is None or board.gates or alike not in preserving(board, space.kinds, space.counts, goal):
        return space
    across = [x for x, _ in space.kinds[k].shape]
    wide = max(across) - min(across) + 1
    first = (board.width - wide) // 2 + wide
    gates = frozenset(cell for cell in board.free if cell % board.width >= first)
    kinds = [replace(each, gates=i != k) for i, each in enumerate(space.kinds)]
    kept = Space(replace(board, gates=gates), tuple(kinds), space.counts, space.empty)
    return kept if gates and Space.parse(kept.text) == kept else space
