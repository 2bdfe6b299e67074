"""Layouts as keys of one or more 64-bit words, for searches that keep many of them.

A group is the set of places that a piece can reach alone (`Rules.groups`); pieces never leave theirs. A group
with one piece is a **number** field, holding which of its places that is in as few bits as will do; a
group with several of a kind is a **board** field, a bit for each of its places. Fields do not straddle
words. So for the classic set, whose 2x2 has 12 places, horizontal 16... one word is enough:

    bits  0 .. 19   the twenty cells a 1x1 may begin in, four of the bits set
    bits 20 .. 35   the sixteen of an upright 1x2, four set
    bits 36 .. 39   the number, from 0 to 14, of the lying 2x1's place
    bits 40 .. 43   the number, from 0 to 11, of the 2x2's

A layout's key is the exclusive or of `z[p]` over the places `p` of its pieces, so moving a piece from
`p` to `q` changes it by `z[p] ^ z[q]`, whatever the fields. Mirror images have such tables of their own.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from huarong.board import DELTA, DIRECTIONS, Kind, Layout
from huarong.puzzle import Goal, Puzzle
from huarong.rules import Rules

__all__ = ["Packing"]

Cells = Callable[[int, int], tuple[int, int]]


@dataclass(frozen=True)
class _Field:
    word: int
    shift: int
    bits: int
    places: range
    board: bool

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1

    def value(self, place: int) -> int:
        """What a piece at a place adds to the key."""
        i = place - self.places.start
        return (1 << i if self.board else i) << self.shift + 64 * self.word


@dataclass(frozen=True, eq=False)
class Packing:
    """How the layouts of a puzzle are packed, and its goal on packed layouts.

    `words` is the number of 64-bit words of a key; `z` has, for the identity and then for each mirror
    image, `words` words for every place; `fields` has word, shift, first place and whether it is a board
    for each field, `masks` its bits; `goals` a mask and a value for each alternative that can hold.

    >>> packing = Packing.of(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> packing.words, packing.images, sum(mask.bit_count() for mask in packing.masks)
    (1, 1, 44)
    """

    rules: Rules
    words: int
    pieces: int
    images: int
    fields: array[int]
    masks: array[int]
    z: array[int]
    goals: array[int]

    @classmethod
    @functools.lru_cache(maxsize=128)
    def of(cls, puzzle: Puzzle, symmetric: bool = True) -> Packing:
        """The packing of a puzzle's layouts; without `symmetric`, mirror images stay apart."""
        rules = Rules.of(puzzle.board, puzzle.kinds)
        start = [rules.place[k, h] for k, heads in enumerate(puzzle.start.heads) for h in heads]
        held = {group: [p for p in start if p in group] for group in rules.groups}
        held = {group: places for group, places in held.items() if places}
        fields = _fields(held)
        words = max((field.word for field in fields), default=0) + 1
        z = [0] * len(rules.head)
        for field in fields:
            for p in field.places:
                z[p] = field.value(p)
        perms = list(_symmetries(puzzle, rules, held)) if symmetric else []
        tables = [z, *([z[to] for to in perm] for perm in perms)]
        goals = [_required(each, rules, held, z, fields) for each in puzzle.goal.alternatives]
        return cls(
            rules,
            words,
            len(start),
            len(perms),
            array("i", [x for f in fields for x in (f.word, f.shift, f.places.start, f.board)]),
            array("Q", [field.mask for field in fields]),
            array("Q", [w for table in tables for value in table for w in _split(value, words)]),
            array("Q", [w for pair in goals if pair for value in pair for w in _split(value, words)]),
        )

    @functools.lru_cache(maxsize=128)
    def narrow(self, rules: Rules) -> array[int]:
        """All that the fast path asks, for boards and keys of one word and at most one image (else empty).

        From 16 * p, for place p: its cells, its part of the key and of the image's key, its head as a
        bit, the cells entered in each direction, and where the place there begins in this table (or
        its own beginning, where there is none). Behind the places, at i for the i-th free cell: the
        bits of board fields that stand for pieces which could enter it. At 64 + i: where the place begins
        that bit i of a key stands for. At 128: all free cells.
        """
        if self.words > 1 or rules.words > 1 or self.images > 1:
            return array("Q")
        count, free = len(rules.head), rules.board.free
        cell = {head: i for i, head in enumerate(free)}
        table = array("Q")
        for p in range(count):
            key = self.z[p]
            table.extend((rules.cover[p], key, self.z[count + p] if self.images else key))
            table.append(1 << cell[rules.head[p]])
            table.extend(rules.enter[4 * p : 4 * p + 4])
            table.extend(16 * (to if to >= 0 else p) for to in rules.step[4 * p : 4 * p + 4])
            table.extend((0, 0, 0, 0))
        near = array("Q", bytes(8 * 128))
        for f, mask in enumerate(self.masks):
            shift, base, board = self.fields[4 * f + 1 : 4 * f + 4]
            for i in range(mask.bit_length() if board else 0):
                near[64 + shift + i] = 16 * (base + i)
                for c in range(len(free)):
                    if rules.halo[base + i] >> c & 1:
                        near[c] |= 1 << shift + i
        return table + near + array("Q", [(1 << len(free)) - 1])

    def encode(self, places: Iterable[int]) -> array[int]:
        """The key of a layout given by the places of its pieces."""
        key = array("Q", [0] * self.words)
        for p in places:
            for w in range(self.words):
                key[w] ^= self.z[p * self.words + w]
        return key

    def canonical(self, places: Sequence[int]) -> array[int]:
        """The least of the keys of a layout and its mirror images: the one that stands for all."""
        count = len(self.rules.head)
        keys = []
        for s in range(self.images + 1):
            key = [0] * self.words
            for p in places:
                for w in range(self.words):
                    key[w] ^= self.z[(s * count + p) * self.words + w]
            keys.append(key)
        return array("Q", min(keys))

    def places(self, layout: Layout) -> list[int]:
        """The places of the pieces of a layout."""
        return [self.rules.place[k, h] for k, heads in enumerate(layout.heads) for h in heads]


def _split(value: int, words: int) -> list[int]:
    return [value >> (64 * w) & 0xFFFFFFFFFFFFFFFF for w in range(words)]


def _fields(held: dict[range, list[int]]) -> list[_Field]:
    """Fields for the groups that hold pieces, the widest first into the first word with room."""
    wanted: list[tuple[int, range, bool]] = []
    for group, places in held.items():
        if len(places) == len(group):
            wanted.extend((0, range(p, p + 1), False) for p in places)
        elif len(places) == 1:
            wanted.append(((len(group) - 1).bit_length(), group, False))
        else:
            chunks = (group[i : i + 64] for i in range(0, len(group), 64))
            wanted.extend((len(chunk), chunk, True) for chunk in chunks)
    used = [0]
    fields = []
    for bits, chunk, board in sorted(wanted, key=lambda each: (-each[0], each[1].start)):
        word = next((w for w, taken in enumerate(used) if taken + bits <= 64), len(used))
        if word == len(used):
            used.append(0)
        fields.append(_Field(word, used[word] if bits else 0, bits, chunk, board))
        used[word] += bits
    return fields


def _required(
    alternative: Sequence[tuple[int, int]],
    rules: Rules,
    held: dict[range, list[int]],
    z: Sequence[int],
    fields: Sequence[_Field],
) -> tuple[int, int] | None:
    """The mask and value of a goal's alternative, or None where no layout in reach can have it."""
    mask = value = 0
    wanted: dict[range, int] = {}
    for requirement in alternative:
        place = rules.place.get(requirement)
        group = next((g for g in held if place in g), None)
        if place is None or group is None:
            return None
        wanted[group] = wanted.get(group, 0) + 1
        if wanted[group] > len(held[group]):
            return None
        field = next(field for field in fields if place in field.places)
        value |= z[place]
        mask |= z[place] if field.board else field.mask << field.shift + 64 * field.word
    return mask, value


def _symmetries(
    puzzle: Puzzle, rules: Rules, held: dict[range, list[int]]
) -> Iterable[list[int]]:
    """The permutations of places by which the board's mirrorings and turns leave the puzzle the same."""
    board, seen = puzzle.board, set()
    w, h = board.width - 1, board.height - 1
    ways: list[Cells] = [
        lambda x, y: (w - x, y),
        lambda x, y: (x, h - y),
        lambda x, y: (w - x, h - y),
    ]
    if w == h:
        ways += [
            lambda x, y: (y, x),
            lambda x, y: (h - y, x),
            lambda x, y: (y, w - x),
            lambda x, y: (h - y, w - x),
        ]
    for way in ways:
        perm = _permutation(puzzle, rules, held, way)
        if perm is not None and tuple(perm) not in seen:
            seen.add(tuple(perm))
            yield perm


def _permutation(
    puzzle: Puzzle, rules: Rules, held: dict[range, list[int]], way: Cells
) -> list[int] | None:
    board, kinds = puzzle.board, puzzle.kinds

    def image(cell: int) -> int:
        x, y = way(cell % board.width, cell // board.width)
        return y * board.width + x

    for cells in (board.walls, board.gates):
        if {image(cell) for cell in cells} != cells:
            return None
    index = {kind: k for k, kind in enumerate(kinds)}
    to_kind = []
    for kind in kinds:
        to = index.get(_imaged(kind, way))
        if to is None:
            return None
        to_kind.append(to)
    perm = []
    for p, k in enumerate(rules.kind):
        cells_ = board.cells(kinds[k], rules.head[p])
        assert cells_ is not None
        perm.append(rules.place[to_kind[k], min(map(image, cells_))])
    count = {p: len(held.get(group, ())) for group in rules.groups for p in group}
    if any(count[p] != count[to] for p, to in enumerate(perm)):
        return None
    mirrored = Goal.of(
        [
            [
                (to_kind[k], rules.head[perm[rules.place[k, head]]])
                for k, head in each
            ]
            for each in puzzle.goal.alternatives
        ]
    )
    return perm if mirrored == puzzle.goal else None


def _imaged(kind: Kind, way: Cells) -> Kind:
    """The kind that a kind becomes when the board is mirrored or turned."""
    x0, y0 = way(0, 0)
    turned = {}
    for direction in DIRECTIONS:
        x, y = way(*DELTA[direction])
        turned[(x - x0, y - y0)] = direction
    back = {delta: name for name, delta in DELTA.items()}
    to = {old: back[delta] for delta, old in turned.items()}
    flipped = Kind.of(
        (way(dx, dy) for dx, dy in kind.shape),
        "".join(to[d] for d in kind.directions),
        kind.gates,
    )
    return replace(flipped, mark=kind.mark)
