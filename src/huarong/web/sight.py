"""Distances that are at hand: an atlas where the space is small, else all layouts in reach, else nothing.

What is found is kept in memory, up to a number of bytes; the one used longest ago goes first.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.limits import Watch
from huarong.model.board import Layout, Move
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules
from huarong.space.automaton import NotNumberedError
from huarong.space.space import Space

__all__ = ["SEARCH", "Choice", "Sight", "Sights"]

ATLAS, COMPONENT, SEARCH = "atlas", "component", "search"
MOST_ATLAS = 4_000_000
MOST_COMPONENT = 250_000


class Choice(NamedTuple):
    """A move that can be made: the piece's kind, its heads before and after, and how far the goal is then."""

    kind: int
    start: int
    stop: int
    distance: int | None


@dataclass(frozen=True, eq=False)
class Sight:
    """The distances for one puzzle's pieces and goal in one metric; `source` says where they come from."""

    source: str
    metric: Metric
    space: Space
    table: Any
    ranks: Any = None
    local: Any = None

    @property
    def bytes(self) -> int:
        """How much memory it takes, about."""
        return self.space.size if self.source == ATLAS else 16 * len(self.ranks)

    def distance(self, rank: int) -> int | None:
        """How far the layout of a rank is from the goal; None where no goal is in reach."""
        if self.source == ATLAS:
            found: int | None = self.table.distance(rank)
            return found
        i = int(np.searchsorted(self.ranks, rank))
        if i == len(self.ranks) or self.ranks[i] != rank or self.table[i] < 0:
            return None
        return int(self.table[i])

    def knows(self, layout: Layout) -> bool:
        """Whether this layout is among those it was made for."""
        if self.source == ATLAS:
            return True
        rank = self.space.rank(layout)
        i = int(np.searchsorted(self.ranks, rank))
        return i < len(self.ranks) and bool(self.ranks[i] == rank)

    def choices(self, layout: Layout) -> list[Choice]:
        """Every move that can be made, with the distance after it."""
        if self.source == ATLAS:
            return [
                Choice(each.kind, each.start, each.stop, each.distance)
                for each in self.table.options(layout)
            ]
        if not hasattr(self.local, "cursor"):
            self.local.cursor = dense.cursor(self.space, self.metric)
        rules = Rules.of(self.space.board, self.space.kinds)
        kind, head = rules.kind, rules.head
        return [
            Choice(kind[p], head[p], head[q], self.distance(to))
            for p, q, to in self.local.cursor.moves(self.space.rank(layout))
        ]


class Sights:
    """The distances that one server has at hand."""

    def __init__(self, most_bytes: int = 256 << 20) -> None:
        self.most_bytes = most_bytes
        self._found: OrderedDict[Any, list[Sight]] = OrderedDict()
        self._out_of_sight: OrderedDict[Any, None] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, puzzle: Puzzle, layout: Layout, metric: Metric) -> Sight | None:
        """What is at hand for a layout, or None."""
        key = _key(puzzle, metric)
        with self._lock:
            some = self._found.get(key)
            if some:
                self._found.move_to_end(key)
                some = list(some)
        return next((each for each in some or () if each.knows(layout)), None)

    def hopeless(self, puzzle: Puzzle) -> bool:
        """Whether it was tried and there are too many layouts."""
        with self._lock:
            return _key(puzzle, None) in self._out_of_sight

    def make(
        self, puzzle: Puzzle, layout: Layout, metric: Metric, watch: Watch | None = None
    ) -> Sight | None:
        """Look for the distances; None where there are too many layouts. Takes up to about a second."""
        found = self.get(puzzle, layout, metric)
        if found is None and not self.hopeless(puzzle):
            found = _sight(puzzle, layout, metric, watch or Watch())
            with self._lock:
                if found is None:
                    self._out_of_sight[_key(puzzle, None)] = None
                    if len(self._out_of_sight) > 1000:
                        self._out_of_sight.popitem(last=False)
                else:
                    self._found.setdefault(_key(puzzle, metric), []).append(found)
                    self._trim()
        return found

    def _trim(self) -> None:
        total = sum(each.bytes for some in self._found.values() for each in some)
        while total > self.most_bytes and len(self._found) > 1:
            _, some = self._found.popitem(last=False)
            total -= sum(each.bytes for each in some)


def _key(puzzle: Puzzle, metric: Metric | None) -> Any:
    counts = tuple(len(group) for group in puzzle.start.heads)
    return puzzle.board, puzzle.kinds, counts, puzzle.goal, metric


def _sight(puzzle: Puzzle, layout: Layout, metric: Metric, watch: Watch) -> Sight | None:
    space = Space.of(puzzle)
    try:
        size = space.size
        if size <= MOST_ATLAS:
            atlas = Atlas.watched(space, puzzle.goal, metric, watch)
            return Sight(ATLAS, metric, space, atlas)
        component = Component.watched(puzzle, layout, MOST_COMPONENT, watch)
    except NotNumberedError:
        return None
    if not component.complete:
        return None
    distances = component.distances(metric)
    return Sight(COMPONENT, metric, space, distances, component.ranks, threading.local())


def as_moves(puzzle: Puzzle, heads: Sequence[int], choices: Sequence[Choice]) -> list[Move]:
    """Choices as the moves of named pieces, with their paths."""
    rules = Rules.of(puzzle.board, puzzle.kinds)
    covers, place = rules.covers, rules.place
    pieces = {(p.kind, head): p for p, head in zip(puzzle.pieces, heads, strict=True)}
    covered = 0
    for at in pieces:
        covered |= covers[place[at]]
    moves = []
    for choice in choices:
        mover = pieces[choice.kind, choice.start]
        p, q = place[choice.kind, choice.start], place[choice.kind, choice.stop]
        legs = rules.legs(p, q, covered & ~covers[p])
        moves.append(Move(mover.symbol, mover.label, choice.start, choice.stop, legs))
    return moves


def started(puzzle: Puzzle, heads: Sequence[int]) -> Puzzle:
    """The puzzle with each named piece at a head of its own, in the order of `puzzle.pieces`."""
    moved = [replace(p, head=head) for p, head in zip(puzzle.pieces, heads, strict=True)]
    return replace(puzzle, pieces=tuple(sorted(moved, key=lambda piece: (piece.kind, piece.head))))
