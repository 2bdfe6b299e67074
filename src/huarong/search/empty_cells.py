"""A heuristic for crowded boards: it knows the places of few pieces, and of all other pieces only the empty cells.

The **kept** pieces have places. All other pieces, the **loose** ones, merge. Of the loose pieces, only the empty cells
of their zone are known; the zone has every cell that a loose piece can cover. A move takes the shape of some loose
piece from any covered cells and slides it through empty cells. Each move of the puzzle is a move of this relaxation or
changes nothing in it, so its distances are lower bounds. Pattern databases (`huarong.search.pattern_database`) omit
pieces, which frees cells; this relaxation has no more room than the puzzle.
"""

import functools
import itertools
import math
import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules, bits, reversible
from huarong.search.expansion import FAR
from huarong.search.keys import BOARD, KeyPacking

_Cells = NDArray[np.uint64]
_Numbers = NDArray[np.int64]

_STANDS, _ZONE = 1 << 12, 60
"""The most arrangements of the kept pieces, and the most cells of a zone."""
_BITS = 12
"""The number of cells of a zone to rank at a time."""
_PART = 1 << 15
"""States that are expanded between two checks of the watch."""


class EmptyCells:
    """Lower bounds from the places of the kept pieces and the empty cells of the zone.

    The kept pieces are the pieces that the goal names, and as many others as fit; each must be the only piece of its
    kind. If the kept pieces leave too many choices of empty cells in the zone, the bound is 1.

    >>> puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    >>> estimate = EmptyCells.of(puzzle, Metric.STEP, Watch())
    >>> key = estimate.packing.encode(estimate.packing.places(puzzle.start))
    >>> estimate.values(key, 0, 1).tolist()  # of 116 steps
    [35]
    """

    admissible = True

    @classmethod
    def of(cls, puzzle: Puzzle, metric: Metric, watch: Watch, most: int = 1 << 23) -> "EmptyCells | None":
        """Build the heuristic with a table of at most `most` entries; None if it does not fit the puzzle."""
        room = cls.room_for(puzzle, most)
        return cls(puzzle, metric, watch, room) if room else None

    @staticmethod
    def room_for(puzzle: Puzzle, most: int) -> "Room | None":
        """Return the pieces and the zone for a table of at most `most` entries (its `size`); None if none fits."""
        kinds = puzzle.goal.kinds
        single = [k for k, heads in enumerate(puzzle.start.heads) if len(heads) == 1]
        if not reversible(puzzle.kinds) or not kinds <= set(single):
            return None
        room = Room.of(puzzle, kinds, most)
        for kind in single:
            larger = Room.of(puzzle, kinds | {kind}, most) if room else None
            if larger is not None:
                room, kinds = larger, kinds | {kind}
        return room

    def __init__(self, puzzle: Puzzle, metric: Metric, watch: Watch, room: "Room") -> None:
        self.metric, self.watch, self.room = metric, watch, room
        self.packing = KeyPacking.of(puzzle, symmetric=False)
        self.united = {
            base + low: room.united(base + low, min(8, mask.bit_length() - low))
            for base, mask in zip(self.packing.fields[2::5], self.packing.masks, strict=True)
            for low in range(0, mask.bit_length(), 8)
        }
        self.distance = np.full(room.size, FAR, np.uint16)
        self.nbytes = self.distance.nbytes
        self.kept = [list(self._kept(number)) for number in range(len(room.stands))]
        self.loose = [self._loose(p) for p in itertools.chain(*room.loose)]
        self._begin(puzzle)
        for distance in itertools.count():
            if not self._expand(distance) and distance > 1:
                break

    # The relaxation. A state is a way in which the kept pieces stand, by its number, and a choice of empty cells.

    def _kept(self, number: int) -> Iterator[tuple[np.uint64, np.uint64, tuple[int, ...]]]:
        """Iterate over the kept pieces' moves: the cells that must be empty, the cells left, the new places."""
        room, stand = self.room, self.room.stands[number]
        self.watch.look()
        for i, p in enumerate(stand):
            others = sum(room.rules.covers[q] for q in stand if q != p)
            for q, need in _paths(room, p, self.metric, room.empty[number], others):
                yield np.uint64(need), room.cover[p], (*stand[:i], q, *stand[i + 1 :])

    def _loose(self, p: int) -> tuple[np.uint64, np.uint64, list[tuple[np.uint64, np.uint64]]]:
        """The cells of a loose piece at a place, the cells beside it, and its moves: cells to be empty, new cells."""
        room = self.room
        self.watch.look()
        paths = _paths(room, p, self.metric, max(room.empty), 0)
        beside = functools.reduce(operator.or_, (cells for _, _, cells in room.rules.exits[p]), 0)
        moves = [(np.uint64(need), room.cover[q]) for q, need in paths]
        return room.cover[p], room.bits(beside) & ~room.cover[p], moves

    def _begin(self, puzzle: Puzzle) -> None:
        """Set distances of goals, and of states from which a kept piece can reach an arrangement without entries."""
        room = self.room
        for number, stand in enumerate(room.stands):
            self.watch.look()
            empty = room.choices[room.empty[number]]
            distances = self.distance[room.first[number] :][: len(empty)]
            valid = (empty & room.covered[number]) == 0
            if room.solved(stand, puzzle):
                distances[valid] = 0
                continue
            for need, _, new in self.kept[number]:
                if new not in room.number:
                    out = valid & ((empty & need) == need)
                    distances[out] = np.minimum(distances[out], 2 - room.solved(new, puzzle))

    def _expand(self, distance: int) -> bool:
        """Set the next distance for neighbors of the states at `distance`; return False if there are no such states."""
        room = self.room
        every = np.flatnonzero(self.distance == distance)
        for first in range(0, len(every), _PART):
            states = every[first : first + _PART]
            numbers = np.searchsorted(room.first, states, side="right") - 1
            empty = np.zeros(len(states), np.uint64)
            for count in set(room.empty):
                some = np.flatnonzero(room.count[numbers] == count)
                empty[some] = room.choices[count][states[some] - room.first[numbers[some]]]
            self._move_kept(numbers, empty, distance + 1)
            self._move_loose(numbers, empty, distance + 1)
        return len(every) > 0

    def _move_kept(self, numbers: _Numbers, empty: _Cells, distance: int) -> None:
        for number in np.unique(numbers).tolist():
            self.watch.look()
            there = empty[slice(*np.searchsorted(numbers, [number, number + 1]))]
            for need, left, new in self.kept[number]:
                to = self.room.number.get(new)
                if to is not None:
                    some = there[(there & need) == need]
                    self._reach(to, (some | left) & ~self.room.covered[to], distance)

    def _move_loose(self, numbers: _Numbers, empty: _Cells, distance: int) -> None:
        taken = empty | self.room.covered[numbers]
        for cover, beside, moves in self.loose:
            self.watch.look()
            some = np.flatnonzero(((taken & cover) == 0) & ((empty & beside) != 0))
            where, there = numbers[some], empty[some]
            for need, new in moves:
                free = (there & need) == need
                self._reach(where[free], (there[free] | cover) & ~new, distance)

    def _reach(self, numbers: Any, empty: _Cells, distance: int) -> None:
        """Lower the distance of states to `distance` if it is greater."""
        states = self.room.first[numbers] + self.room.rank(empty)
        self.distance[states[self.distance[states] > distance]] = distance

    # Keys

    def values(self, keys: Any, first: int, last: int) -> NDArray[np.uint16]:
        """Return the lower bounds for the keys `first` to `last`."""
        room, packing = self.room, self.packing
        rows = np.frombuffer(keys, np.uint64)[first * packing.words : last * packing.words]
        rows = rows.reshape(-1, packing.words)
        taken, stand = np.zeros(len(rows), np.uint64), np.zeros(len(rows), np.int64)
        for f, mask in enumerate(packing.masks):
            word, shift, base, form, size = packing.fields[5 * f : 5 * f + 5]
            value = (rows[:, word] >> np.uint64(shift)) & np.uint64(mask)
            if form == BOARD:
                for low in range(0, mask.bit_length(), 8):
                    cells = self.united[base + low]
                    taken |= cells[(value >> np.uint64(low)) & np.uint64(len(cells) - 1)]
            else:
                for i in range(max(1, form)):
                    places = base + ((value >> np.uint64(i * size)) & np.uint64((1 << size) - 1 if form else mask))
                    taken |= room.cover[places]
                    stand += room.weights[places]
        numbers = room.numbers[stand]
        inside = np.flatnonzero(numbers >= 0)
        empty = room.whole & ~taken[inside] & ~room.covered[numbers[inside]]
        result = np.ones(len(rows), np.uint16)
        result[inside] = self.distance[room.first[numbers[inside]] + room.rank(empty)]
        result[packing.solved(rows)] = 0
        return result


@dataclass(frozen=True, eq=False)
class Room:
    """The states of a relaxation: how the kept pieces can stand, and how many cells of the zone are empty then.

    `kept` and `loose` are the pieces' ranges of places; `zone` has the free cells that loose pieces can cover.
    """

    rules: Rules
    kept: tuple[range, ...]
    loose: tuple[range, ...]
    zone: tuple[int, ...]
    stands: tuple[tuple[int, ...], ...]
    empty: tuple[int, ...]

    @classmethod
    def of(cls, puzzle: Puzzle, kinds: frozenset[int], most: int) -> "Room | None":
        """The room for kept pieces of these kinds; None if it has more than `most` states at the start already."""
        rules = puzzle.rules
        held = [rules.groups[rules.group[rules.place[p.kind, p.head]]] for p in puzzle.pieces]
        pairs = list(zip(puzzle.pieces, held, strict=True))
        kept = tuple(group for piece, group in pairs if piece.kind in kinds)
        loose = tuple(dict.fromkeys(group for piece, group in pairs if piece.kind not in kinds))
        zone = sorted({c for group in loose for p in group for c in bits(rules.covers[p])})
        if math.prod(map(len, kept)) > _STANDS or not 0 < len(zone) <= _ZONE:
            return None
        inside = sum(1 << c for c in zone)
        free = len(zone) - sum(rules.covers[group[0]].bit_count() for piece, group in pairs if piece.kind not in kinds)
        by_empty: dict[int, list[tuple[int, ...]]] = {}
        for stand in itertools.product(*kept):
            cells = [rules.covers[p] for p in stand]
            together = functools.reduce(operator.or_, cells)
            if together.bit_count() == sum(map(int.bit_count, cells)):
                empty = free - (together & inside).bit_count()
                by_empty.setdefault(empty, []).append(stand)
        stands: list[tuple[int, ...]] = []
        counts: list[int] = []
        for empty, some in sorted(by_empty.items()):
            most -= math.comb(len(zone), max(0, empty)) * len(some)
            if 0 <= 2 * empty <= len(zone) and most >= 0:
                stands += some
                counts += [empty] * len(some)
        start = tuple(rules.place[p.kind, p.head] for p in puzzle.pieces if p.kind in kinds)
        if start not in stands:
            return None
        return cls(rules, kept, loose, tuple(zone), tuple(stands), tuple(counts))

    def solved(self, stand: tuple[int, ...], puzzle: Puzzle) -> bool:
        """Whether the puzzle is solved with the kept pieces in this arrangement."""
        at = {(self.rules.kind[p], self.rules.head[p]) for p in stand}
        return any(set(each) <= at for each in puzzle.goal.alternatives)

    @functools.cached_property
    def number(self) -> dict[tuple[int, ...], int]:
        """The number of each arrangement that has entries."""
        return {stand: i for i, stand in enumerate(self.stands)}

    @functools.cached_property
    def weights(self) -> _Numbers:
        """What a kept piece at each place adds to the index in `numbers`; 0 for places of loose pieces."""
        result, scale = np.zeros(len(self.rules.head), np.int64), 1
        for group in self.kept:
            result[group.start : group.stop] = scale * np.arange(len(group))
            scale *= len(group)
        return result

    @functools.cached_property
    def numbers(self) -> _Numbers:
        """The numbers of the arrangements, by the sum of the weights of their places; -1 if there are no entries."""
        result = np.full(math.prod(map(len, self.kept)), -1, np.int64)
        result[self.weights[np.array(self.stands)].sum(axis=1)] = np.arange(len(self.stands))
        return result

    @functools.cached_property
    def count(self) -> _Numbers:
        """The number of empty cells in the zone, by the number of the arrangement."""
        return np.array(self.empty, np.int64)

    @functools.cached_property
    def first(self) -> _Numbers:
        """The first entry of each arrangement."""
        sizes = [math.comb(len(self.zone), empty) for empty in self.empty]
        return np.cumsum([0, *sizes[:-1]])

    @property
    def size(self) -> int:
        """The number of entries."""
        return int(self.first[-1]) + math.comb(len(self.zone), self.empty[-1])

    @property
    def whole(self) -> np.uint64:
        """All cells of the zone, as bits."""
        return np.uint64((1 << len(self.zone)) - 1)

    def bits(self, cells: int) -> np.uint64:
        """Return the cells, of some free cells, that are in the zone."""
        return np.uint64(sum(1 << i for i, cell in enumerate(self.zone) if cells >> cell & 1))

    @functools.cached_property
    def cover(self) -> _Cells:
        """The cells of the zone that a piece covers, by place."""
        return np.array([self.bits(cells) for cells in self.rules.covers], np.uint64)

    @functools.cached_property
    def covered(self) -> _Cells:
        """The cells of the zone that the kept pieces cover, by the number of their arrangement."""
        result: _Cells = np.bitwise_or.reduce(self.cover[np.array(self.stands)], axis=1)
        return result

    def united(self, first: int, count: int) -> _Cells:
        """Return the cells of the pieces for each choice of `count` places from `first` on."""
        result = np.zeros(1, np.uint64)
        for cells in self.cover[first : first + count]:
            result = np.concatenate([result, result | cells])
        return result

    @functools.cached_property
    def choices(self) -> dict[int, _Cells]:
        """All choices of each number of cells of the zone, as bits in increasing order, which is the order of ranks."""
        most = max(self.empty)
        found = [np.zeros(int(count == 0), np.uint64) for count in range(most + 1)]
        for i in range(len(self.zone)):
            for count in range(most, 0, -1):
                more = found[count - 1] | np.uint64(1 << i)
                found[count] = np.concatenate([found[count], more])
        return {count: found[count] for count in set(self.empty)}

    @functools.cached_property
    def _ranks(self) -> list[NDArray[np.int64]]:
        """What a choice of each `_BITS` cells adds to the rank, by the number of cells chosen below."""
        result = []
        for first in range(0, len(self.zone), _BITS):
            table = np.zeros((max(self.empty) + 1, 1 << _BITS), np.int64)
            for chosen in range(1, 1 << _BITS):
                bit = chosen.bit_length() - 1
                for below in range(len(table)):
                    above = below + chosen.bit_count()
                    if above < len(table):
                        rest = table[below, chosen ^ 1 << bit]
                        table[below, chosen] = rest + math.comb(first + bit, above)
            result.append(table)
        return result

    def rank(self, empty: _Cells) -> _Numbers:
        """Return the ranks of choices of empty cells."""
        result, below = np.zeros(len(empty), np.int64), np.zeros(len(empty), np.int64)
        for i, table in enumerate(self._ranks):
            chosen = (empty >> np.uint64(i * _BITS)) & np.uint64((1 << _BITS) - 1)
            result += table[below, chosen]
            below += np.bitwise_count(chosen)
        return result


def _paths(room: Room, p: int, metric: Metric, most: int, others: int) -> list[tuple[int, int]]:
    """Return where a piece can go in one move: places, each with at most `most` cells of the zone that must be empty.

    A place is listed for each smallest set of such cells. No path enters the cells `others`.
    """
    exits, own = room.rules.exits, room.rules.covers[p]
    inside = sum(1 << cell for cell in room.zone)
    found: dict[int, list[int]] = {p: [0]}
    paths = [(p, 0, -1)]
    for place, need, last in paths:
        for d, to, cells in exits[place]:
            if cells & others or (last >= 0 and (metric is Metric.STEP or (metric is Metric.SLIDE and d != last))):
                continue
            more = need | cells & inside & ~own
            known = found.setdefault(to, [])
            if more.bit_count() <= most and not any(each & more == each for each in known):
                known[:] = [each for each in known if more & each != more] + [more]
                paths.append((to, more, d))
    return [(q, int(room.bits(need))) for q, needs in found.items() if q != p for need in needs]
