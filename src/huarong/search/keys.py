"""Layouts as keys of one or more 64-bit words, for searches that keep many of them.

A group is the set of places that a piece can reach alone (`Rules.groups`); pieces never leave theirs. A
group with one piece is a **number** field, holding which of its places that is in as few bits as will
do. A group with several of a kind is a **board** field, a bit for each of its places, or, where that
would take another word, a **list** field, the numbers of its places in order. Fields do not straddle
words. The classic set needs 44 bits, from the lowest:

    bits  0 .. 19   board   the twenty cells where a 1x1 may lie, four of the bits set
    bits 20 .. 35   board   the sixteen where an upright 1x2 may begin, four set
    bits 36 .. 39   number  from 0 to 11, of the 2x2's place
    bits 40 .. 43   number  from 0 to 14, of the lying 2x1's

But for lists, a layout's key is the exclusive or of `z[p]` over the places `p` of its pieces, so moving a
piece from `p` to `q` changes it by `z[p] ^ z[q]`. Mirror images have such tables of their own.
"""

from __future__ import annotations

import functools
import itertools
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from huarong.model.board import DELTA, DIRECTIONS, Kind, Layout
from huarong.model.puzzle import Goal, Puzzle
from huarong.model.rules import Rules

__all__ = ["Packing"]

Cells = Callable[[int, int], tuple[int, int]]


NUMBER, BOARD = 0, 1


@dataclass(frozen=True)
class _Field:
    """Bits of a key: which word, from which bit, and what they say of which places.

    `form` is NUMBER, BOARD, or for a list how many numbers it has, of `size` bits each.
    """

    word: int
    shift: int
    bits: int
    places: range
    form: int
    size: int

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1

    def value(self, place: int) -> int:
        """What a piece at a place adds to the key of a number or board field (to a list's, nothing)."""
        i = place - self.places.start
        return (i, 1 << i)[self.form] << self.shift + 64 * self.word if self.form < 2 else 0


@dataclass(frozen=True, eq=False)
class Packing:
    """How the layouts of a puzzle are packed, and its goal on packed layouts.

    `words` is the number of 64-bit words of a key; `z` has, for the identity and then for each mirror
    image, `words` words for every place; `fields` has word, shift, first place, form (0 a number, 1 a
    board, else the length of a list) and bits of a list's number for each field, `masks` its bits;
    `goals` a mask and a value for each alternative that can hold.

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
    def of(cls, puzzle: Puzzle, symmetric: bool = True, lists: bool = True) -> Packing:
        """The packing of a puzzle's layouts.

        Without `symmetric`, mirror images stay apart; without `lists`, no field is a list.
        """
        rules = Rules.of(puzzle.board, puzzle.kinds)
        start = [rules.place[k, h] for k, heads in enumerate(puzzle.start.heads) for h in heads]
        held = {group: [p for p in start if p in group] for group in rules.groups}
        held = {group: places for group, places in held.items() if places}
        perms = list(_symmetries(puzzle, rules, held)) if symmetric else []
        fields = _fields(held, lists=lists and not perms)
        words = _words(fields)
        z = [0] * len(rules.head)
        for field in fields:
            for p in field.places:
                z[p] = field.value(p)
        tables = [z, *([z[to] for to in perm] for perm in perms)]
        goals = [
            pair
            for each in puzzle.goal.alternatives
            for pair in _required(each, rules, held, fields)
        ]
        return cls(
            rules,
            words,
            len(start),
            len(perms),
            array(
                "i", [x for f in fields for x in (f.word, f.shift, f.places.start, f.form, f.size)]
            ),
            array("Q", [field.mask for field in fields]),
            array("Q", [w for table in tables for value in table for w in _split(value, words)]),
            array("Q", [w for pair in goals for value in pair for w in _split(value, words)]),
        )

    @functools.lru_cache(maxsize=128)
    def table(self, rules: Rules) -> array[int]:
        """All that an expansion asks of the rules; here for boards and keys of one word and at most one image.

        From 16 * p, for place p: its cells, its part of the key and of the image's key, its head as a
        bit, for each direction the cells entered, and where the place there begins in this table (or
        its own beginning, where there is none); at 12, for list fields, where the field ends in
        `fields`; the cells entered by any step; a list field's mask. Behind the places, at i for the i-th
        free cell: the bits of board fields that stand for pieces which could enter it. At 64 + i: where
        the place begins that bit i of a key stands for. At 128: all free cells.
        """
        if self.words > 1 or rules.words > 1 or self.images > 1:
            return self._wide(rules)
        count, free = len(rules.head), rules.board.free
        cell = {head: i for i, head in enumerate(free)}
        table, lists = array("Q"), self._lists()
        for p in range(count):
            key = self.z[p]
            table.extend((rules.cover[p], key, self.z[count + p] if self.images else key))
            table.append(1 << cell[rules.head[p]])
            table.extend(rules.enter[4 * p : 4 * p + 4])
            table.extend(16 * (to if to >= 0 else p) for to in rules.step[4 * p : 4 * p + 4])
            field, mask = (5 * lists[p] + 4, self.masks[lists[p]]) if p in lists else (0, 0)
            table.extend((field, rules.halo[p], mask, 0))
        near = array("Q", bytes(8 * 128))
        for f, mask in enumerate(self.masks):
            shift, base, form = self.fields[5 * f + 1 : 5 * f + 4]
            for i in range(mask.bit_length() if form == BOARD else 0):
                near[64 + shift + i] = 16 * (base + i)
                for c in range(len(free)):
                    if rules.halo[base + i] >> c & 1:
                        near[c] |= 1 << shift + i
        return table + near + array("Q", [(1 << len(free)) - 1])

    @property
    def scratch(self) -> int:
        """How many 64-bit words an expansion of layouts works in."""
        return 2 * self.rules.words + self.words * (self.images + 1)

    def _wide(self, rules: Rules) -> array[int]:
        """The same for boards, keys and images of any number of words.

        For each place in turn: its cells, the cells entered in each direction, and by any step (`rules.words`
        words each); for each direction the place there (itself where there is none); one more than the
        number of its field where that is a list, else zero; and for the key and each image the word
        of which it is a part, and that part.
        """
        count, words, nw = len(rules.head), self.words, rules.words
        table, lists = array("Q"), self._lists()
        for p in range(count):
            table.extend(rules.cover[nw * p : nw * (p + 1)])
            table.extend(rules.enter[4 * nw * p : 4 * nw * (p + 1)])
            table.extend(rules.halo[nw * p : nw * (p + 1)])
            table.extend(to if to >= 0 else p for to in rules.step[4 * p : 4 * p + 4])
            table.append(lists.get(p, -1) + 1)
            for image in range(self.images + 1):
                parts = self.z[(image * count + p) * words : (image * count + p + 1) * words]
                word = next((w for w, part in enumerate(parts) if part), 0)
                table.extend((word, parts[word]))
        return table

    def _lists(self) -> dict[int, int]:
        """The number of the list field that a place belongs to, for those that belong to one."""
        return {
            p: f
            for f in range(len(self.masks))
            if self.fields[5 * f + 3] > BOARD
            for group in self.rules.groups
            if self.fields[5 * f + 2] in group
            for p in group
        }

    def encode(self, places: Iterable[int], image: int = 0) -> array[int]:
        """The key of a layout given by the places of its pieces, or the key of an image of it."""
        key = array("Q", [0] * self.words)
        rest = sorted(places)
        for p in rest:
            for w in range(self.words):
                key[w] ^= self.z[(image * len(self.rules.head) + p) * self.words + w]
        for f in range(len(self.masks)):
            word, shift, base, form, size = self.fields[5 * f : 5 * f + 5]
            if form > BOARD:
                group = next(group for group in self.rules.groups if base in group)
                for i, p in enumerate(p for p in rest if p in group):
                    key[word] |= p - base << shift + i * size
        return key

    def canonical(self, places: Sequence[int]) -> array[int]:
        """The least of the keys of a layout and its mirror images: the one that stands for all."""
        return min(self.encode(places, image) for image in range(self.images + 1))

    def places(self, layout: Layout) -> list[int]:
        """The places of the pieces of a layout."""
        return [self.rules.place[k, h] for k, heads in enumerate(layout.heads) for h in heads]


def _split(value: int, words: int) -> list[int]:
    return [value >> (64 * w) & 0xFFFFFFFFFFFFFFFF for w in range(words)]


def _fields(held: dict[range, list[int]], lists: bool) -> list[_Field]:
    """Fields for the groups that hold pieces, the widest first into the first word with room.

    Boards are quicker: with `lists`, as few become lists as make the fewest words, first those that save most.
    """
    wanted: list[tuple[int, range, int, int]] = []
    saving: list[tuple[int, int]] = []
    for group, places in held.items():
        size = (len(group) - 1).bit_length()
        if len(places) == len(group):
            wanted.extend((0, range(p, p + 1), NUMBER, 0) for p in places)
        elif len(places) == 1:
            wanted.append((size, group, NUMBER, 0))
        else:
            if lists and size * len(places) <= min(64, len(group) - 1):
                saving.append((len(group) - size * len(places), len(wanted)))
            wanted.append((len(group), group, BOARD, len(places)))
    best = _placed(wanted)
    for _, i in sorted(saving, reverse=True):
        if _words(best) == 1:
            break
        _, group, _, count = wanted[i]
        size = (len(group) - 1).bit_length()
        wanted[i] = (size * count, group, count, size)
        placed = _placed(wanted)
        if _words(placed) < _words(best):
            best = placed
    return best


def _words(fields: Iterable[_Field]) -> int:
    return max((field.word for field in fields), default=0) + 1


def _placed(wanted: list[tuple[int, range, int, int]]) -> list[_Field]:
    """Words and shifts for fields; a board wider than a word is cut into several."""
    parts = []
    for bits, group, form, size in wanted:
        if form == BOARD:
            parts += [(len(cut), cut, BOARD, 0) for cut in _cuts(group)]
        else:
            parts.append((bits, group, form, size))
    used = [0]
    fields = []
    for bits, group, form, size in sorted(parts, key=lambda part: (-part[0], part[1].start)):
        word = next((w for w, taken in enumerate(used) if taken + bits <= 64), len(used))
        if word == len(used):
            used.append(0)
        fields.append(_Field(word, used[word] if bits else 0, bits, group, form, size))
        used[word] += bits
    return fields


def _cuts(group: range) -> list[range]:
    return [group[i : i + 64] for i in range(0, len(group), 64)]


def _required(
    alternative: Sequence[tuple[int, int]],
    rules: Rules,
    held: dict[range, list[int]],
    fields: Sequence[_Field],
) -> Iterable[tuple[int, int]]:
    """Masks and values of which one must hold for a goal's alternative; none where no layout in reach can.

    A piece of a list may stand anywhere in it, hence a pair for every choice.
    """
    groups: dict[range, list[int]] = {}
    for requirement in alternative:
        place = rules.place.get(requirement)
        group = next((g for g in held if place in g), None)
        if place is None or group is None:
            return
        groups.setdefault(group, []).append(place)
    choices: list[list[tuple[int, int]]] = []
    for group, places in groups.items():
        if len(places) > len(held[group]):
            return
        for field in fields:
            inside = sorted(place for place in places if place in field.places)
            if not inside:
                continue
            up = field.shift + 64 * field.word
            if field.form == NUMBER:
                choices.append([(field.mask << up, field.value(inside[0]))])
            elif field.form == BOARD:
                bits = sum(map(field.value, inside))
                choices.append([(bits, bits)])
            else:
                one = (1 << field.size) - 1
                choices.append(
                    [
                        (
                            sum(one << up + i * field.size for i in spots),
                            sum(
                                place - group.start << up + i * field.size
                                for i, place in zip(spots, inside, strict=True)
                            ),
                        )
                        for spots in itertools.combinations(range(field.form), len(inside))
                    ]
                )
    for each in itertools.product(*choices):
        yield sum(mask for mask, _ in each), sum(value for _, value in each)


def _symmetries(puzzle: Puzzle, rules: Rules, held: dict[range, list[int]]) -> Iterable[list[int]]:
    """The permutations of places by which the board's mirrorings and turns leave the puzzle the same."""
    board, seen = puzzle.board, {tuple(range(len(rules.head)))}
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
            [(to_kind[k], rules.head[perm[rules.place[k, head]]]) for k, head in each]
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
