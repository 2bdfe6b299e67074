"""The neighbors of layouts, as keys: the tables of the kernel for a packing and a metric."""

from __future__ import annotations

import math
from array import array
from typing import Any

from huarong.kernels import kernel
from huarong.kernels._keys import FREE, HOLDER, RECORD
from huarong.limits import ask_watch
from huarong.memo import memoized
from huarong.model.board import Metric
from huarong.model.rules import Rules, reversible
from huarong.search.keys import BOARD, KeyPacking

ROOM = 1 << 15
"""The most neighbors written in one call, without those of the last layout."""

_BYTES = 1 << 20
"""The most bytes of the cache of targets; a larger cache would be no faster than none."""
_OFTEN = 128
"""The number of places processed between two checks of the watch."""


class NeighbourFinder:
    """Finds the neighbors of layouts: layouts one move away or, with `reverse`, layouts from which one move leads
    there.

    `moves` has the two places of each neighbor last written. Finders with different numbers of a `thread` can be used
    at the same time, because each has its own cache of targets.

    >>> from huarong.model.puzzle import Puzzle
    >>> packing = KeyPacking.of(Puzzle.parse("A./..", goal="../.A"), symmetric=False)
    >>> expander, out = NeighbourFinder(packing, Metric.MOVE, room=8), array("Q", bytes(8 * (8 + packing.fan_out)))
    >>> expander(array("Q", [0]), 0, 1, out), list(out[:3])
    ((1, 3), [2, 1, 3])
    """

    def __init__(
        self, packing: KeyPacking, metric: Metric, reverse: bool = False, room: int = ROOM, thread: int = 0
    ) -> None:
        self.packing, self.room = packing, room
        rules = packing.rules
        if reverse and not reversible(rules.kinds):
            rules = Rules.of(rules.board, rules.kinds, True)
        places = len(rules.head)
        self.moves = array("i", bytes(8 * (room + packing.fan_out)))
        mark = array("i", bytes(4 * (2 * (places + packing.pieces) + 8)))
        work = array("Q", bytes(8 * (2 * rules.words + packing.words * (packing.images + 1))))
        loops = kernel("expander")
        self.kernel: Any = loops.Expander(
            (places, rules.words, packing.words, packing.images, metric.code),
            _table(packing, rules),
            (*(packing.fields[i::5] for i in range(5)), packing.masks, _rows(packing)),
            (self.moves, mark, work, array("B", bytes(len(self.moves) // 2)), array("B")),
            _mirror(packing, loops.any_piece),
            _targets(packing, metric, reverse, loops, thread),
            _cache(loops, places, 0, 0),
        )

    def __call__(self, keys: Any, first: int, last: int, out: Any, room: int | None = None) -> tuple[int, int]:
        """Write neighbors of `keys[first:last]` to `out` until `room` (or more) are written.

        Returns the index of the first key not expanded and the number of neighbors written. `out` must have room for
        the neighbors of one more layout (`KeyPacking.fan_out`).
        """
        room = self.room if room is None else min(room, self.room)
        n: int = self.kernel.expand(keys, first, last, out, room)
        return self.kernel.stopped, n


@memoized(lambda targets: _BYTES)
def _targets(packing: KeyPacking, metric: Metric, reverse: bool, loops: Any, thread: int) -> Any:
    """Return the cache of targets by the set of empty cells; its capacity is 0 if there are too many such sets."""
    places, free = len(packing.rules.head), len(packing.rules.board.free)
    most = math.comb(free, packing.empty)
    if _is_wide(packing, packing.rules) or 4 * most * places > _BYTES // 2:
        most = 0
    return _cache(loops, places, most, 2 * most * min(places, _BYTES // (4 * max(1, most)) // 2))


def _cache(loops: Any, places: int, sets: int, targets: int) -> Any:
    """Create a cache with room for some sets of empty cells and targets, and for the targets of one more piece."""
    bits = (2 * sets).bit_length()
    table, kept = (("Q", 8 << bits), ("i", 4 << bits)), (("Q", 8 * sets), ("i", 4 * places * sets))
    sizes = (*table, *kept, ("H", 2 * (targets + places + 2)))
    return loops.Targets(bits, *(array(code, bytes(size)) for code, size in sizes))


@memoized(len)
def _mirror(packing: KeyPacking, most: int) -> array[int]:
    """Return the place of a piece's image by its place, at most `most`, for a layout and each mirror image."""
    return array("B", [min(most, p) for p in (*range(len(packing.rules.head)), *packing.mirror)])


@memoized(lambda rows: 8 * len(rows))
def _rows(packing: KeyPacking) -> array[int]:
    """Return two words for each value of each byte of a key, lowest byte first, for its bits in board fields.

    They are the cells that these bits' pieces cover, and the pieces' part of the mirror image's key.
    """
    if _is_wide(packing, packing.rules):
        return array("Q")
    cover, z, rows = packing.rules.cover, packing.z, array("Q")
    image = len(cover) if packing.images else 0
    place: dict[int, int] = {}
    for f, mask in enumerate(packing.masks):
        shift, base, form = packing.fields[5 * f + 1 : 5 * f + 4]
        if form == BOARD:
            place |= {shift + i: base + i for i in range(mask.bit_length())}
    for low in range(0, max(place, default=0) + 1, 8):
        cells, parts = [0], [0]
        for bit in range(low, low + 8):
            p = place.get(bit, -1)
            cell, part = (cover[p], z[image + p]) if p >= 0 else (0, 0)
            cells += [each ^ cell for each in cells]
            parts += [each ^ part for each in parts]
        some = array("Q", bytes(16 * len(cells)))
        some[::2], some[1::2] = array("Q", cells), array("Q", parts)
        rows += some
    return rows


@memoized(lambda table: 16 * len(table))  # with the packing it was made for
def _table(packing: KeyPacking, rules: Rules) -> array[int]:
    return _wide(packing, rules) if _is_wide(packing, rules) else _narrow(packing, rules)


def _is_wide(packing: KeyPacking, rules: Rules) -> bool:
    return packing.words > 1 or rules.words > 1 or packing.images > 1


def _narrow(packing: KeyPacking, rules: Rules) -> array[int]:
    """A record for each place, for boards and keys of one word and at most one mirror image (see `kernels._keys`)."""
    count, free = len(rules.head), rules.board.free
    cell = {head: i for i, head in enumerate(free)}
    table = array("Q")
    for p in range(count):
        key = packing.z[p]
        table.extend((rules.cover[p], key, packing.z[count + p] if packing.images else key))
        table.append(1 << cell[rules.head[p]])
        table.extend(rules.enter[4 * p : 4 * p + 4])
        table.extend(RECORD * (to if to >= 0 else p) for to in rules.step[4 * p : 4 * p + 4])
        listed = packing.lists.get(p)
        field, mask = (0, 0) if listed is None else (listed + 1, packing.masks[listed])
        table.extend((field, rules.halo[p], mask, 0))
    behind = array("Q", bytes(8 * FREE))
    for f, mask in enumerate(packing.masks):
        shift, base, form = packing.fields[5 * f + 1 : 5 * f + 4]
        for i in range(mask.bit_length() if form == BOARD else 0):
            behind[HOLDER + shift + i] = RECORD * (base + i)
            for c in range(len(free)):
                if rules.halo[base + i] >> c & 1:
                    behind[c] |= 1 << shift + i
    return table + behind + array("Q", [(1 << len(free)) - 1])


def _wide(packing: KeyPacking, rules: Rules) -> array[int]:
    """Return a record for each place, for any numbers of words and of mirror images.

    A record has these parts:

    - the cells of a piece there, the cells that it enters in each direction, and the cells that it enters by any step
    (`rules.words` words each);
    - for each direction, the place one step on, or the place itself if there is none;
    - 1 more than the number of the place's field if the field is a list, else 0;
    - for the key and for each image, the index of the word that the place changes, and what it adds there.
    """
    count, words, nw = len(rules.head), packing.words, rules.words
    table = array("Q")
    ask_watch(8 * count * (6 * nw + 5 + 2 * (packing.images + 1)))
    for p in range(count):
        if not p % _OFTEN:
            ask_watch()
        table.extend(rules.cover[nw * p : nw * (p + 1)])
        table.extend(rules.enter[4 * nw * p : 4 * nw * (p + 1)])
        table.extend(rules.halo[nw * p : nw * (p + 1)])
        table.extend(to if to >= 0 else p for to in rules.step[4 * p : 4 * p + 4])
        table.append(packing.lists.get(p, -1) + 1)
        for image in range(packing.images + 1):
            parts = packing.z[(image * count + p) * words : (image * count + p + 1) * words]
            word = next((w for w, part in enumerate(parts) if part), 0)
            table.extend((word, parts[word]))
    return table
