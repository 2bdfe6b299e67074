"""Packing layouts into keys of one or more 64-bit words, for searches that store many of them.

A group is the set of places that a piece can reach alone (`Rules.groups`); a piece never leaves its group. A group with
one piece is a **number** field: the index of its place in the group, in as few bits as possible. A group with several
pieces of a kind is a **board** field, one bit for each of its places. If that would take another word, it is a **list**
field, the numbers of the pieces' places in order. Fields do not straddle words. The classic set needs 44 bits, from the
lowest:

    bits  0 .. 19   board   the twenty cells where a 1x1 may lie, four of the bits set
    bits 20 .. 35   board   the sixteen where an upright 1x2 may begin, four set
    bits 36 .. 39   number  the place of the 2x2, from 0 to 11
    bits 40 .. 43   number  the place of the lying 2x1, from 0 to 14

Without list fields, a layout's key is the exclusive or of `z[p]` over the places `p` of its pieces, so moving a
piece from `p` to `q` changes it by `z[p] ^ z[q]`. Each mirror image has its own table `z`.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from huarong.errors import expect
from huarong.limits import ask_watch
from huarong.memo import memoized
from huarong.model.board import Goal, Layout
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules
from huarong.model.symmetry import symmetries

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NUMBER, BOARD = 0, 1
"""Forms of a field."""


@dataclass(frozen=True)
class _Field:
    """A field of a key: its word, its lowest bit, its form, and the places that it encodes.

    `form` is NUMBER, BOARD, or, for a list, the count of its numbers, which have `size` bits each.
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
        """Return what a piece at a place adds to the key in a number or board field; 0 in a list."""
        i = place - self.places.start
        return (i, 1 << i)[self.form] << self.shift + 64 * self.word if self.form < 2 else 0


@dataclass(frozen=True)
class _Family:
    """Puzzles that differ only in where the pieces of each group start: they share a packing.

    `held` is the number of pieces in each group of places; `puzzle` is one of the puzzles.
    """

    rules: Rules
    held: tuple[int, ...]
    goal: Goal
    puzzle: Puzzle = dataclasses.field(compare=False)


@dataclass(frozen=True, eq=False)
class KeyPacking:
    """The packing of a puzzle's layouts into keys, and its goal on keys.

    - `words`: the number of 64-bit words of a key.
    - `empty`: the number of cells without a piece.
    - `mirror`: for each mirror image and place, the place of the image of a piece there.
    - `z`: for the identity and then for each mirror image, `words` words for every place.
    - `fields`: for each field its word, shift, first place, form (0 a number, 1 a board, else the length of a list),
      and how many bits a list's number takes.
    - `masks`: the bits of each field.
    - `goals`: a mask and a value for each alternative that can hold.

    >>> packing = KeyPacking.of(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> packing.words, packing.images, sum(mask.bit_count() for mask in packing.masks)
    (1, 1, 44)
    """

    rules: Rules
    words: int
    pieces: int
    empty: int
    images: int
    mirror: array[int]
    fields: array[int]
    masks: array[int]
    z: array[int]
    goals: array[int]

    @classmethod
    def of(cls, puzzle: Puzzle, symmetric: bool = True, lists: bool = True) -> KeyPacking:
        """Return the packing of a puzzle's layouts; starts with equal numbers of pieces in each group share it.

        Without `symmetric`, mirror images have different keys; without `lists`, no field is a list.
        """
        rules = puzzle.rules
        group = rules.group
        held = [0] * len(rules.groups)
        for piece in puzzle.pieces:
            held[group[rules.place[piece.kind, piece.head]]] += 1
        return cls._of(_Family(rules, tuple(held), puzzle.goal, puzzle), symmetric, lists)

    @classmethod
    @memoized(lambda packing: 8 * len(packing.z) + packing.rules.bytes)
    def _of(cls, family: _Family, symmetric: bool, lists: bool) -> KeyPacking:
        rules, puzzle = family.rules, family.puzzle
        held = {group: n for group, n in zip(rules.groups, family.held, strict=True) if n}
        perms = list(_permutations(puzzle, rules, held)) if symmetric else []
        fields = _fields(held, lists=lists and not perms)
        words = _words(fields)
        ask_watch(8 * words * len(rules.head) * (len(perms) + 1))
        z = array("Q", bytes(8 * words * len(rules.head)))
        for field in fields:
            ask_watch()
            for p in field.places:
                z[words * p + field.word] = field.value(p) >> 64 * field.word
        plain = memoryview(z)
        tables = [z.tobytes()]
        for perm in perms:
            ask_watch()
            tables += [plain[words * to : words * (to + 1)].tobytes() for to in perm]
        goals = [pair for each in puzzle.goal.alternatives for pair in _required(each, rules, held, fields)]
        return cls(
            rules,
            words,
            len(puzzle.pieces),
            len(puzzle.board.free) - sum(n * rules.covers[group[0]].bit_count() for group, n in held.items()),
            len(perms),
            array("i", [to for perm in perms for to in perm]),
            array("i", [x for f in fields for x in (f.word, f.shift, f.places.start, f.form, f.size)]),
            array("Q", [field.mask for field in fields]),
            array("Q", b"".join(tables)),
            array("Q", [v >> 64 * w & (1 << 64) - 1 for pair in goals for v in pair for w in range(words)]),
        )

    @functools.cached_property
    def fan_out(self) -> int:
        """An upper bound on the number of neighbors of a layout."""
        return self.pieces * max((len(group) for group in self.rules.groups), default=1) + 1

    @functools.cached_property
    def lists(self) -> dict[int, int]:
        """The number of the list field for each place that belongs to one."""
        return {
            p: f
            for f in range(len(self.masks))
            if self.fields[5 * f + 3] > BOARD
            for group in self.rules.groups
            if self.fields[5 * f + 2] in group
            for p in group
        }

    def encode(self, places: Iterable[int], image: int = 0) -> array[int]:
        """Return the key of a layout given by the places of its pieces, or the key of an image of it."""
        words, z, first = self.words, self.z, image * len(self.rules.head)
        if words == 1 and not self.lists:
            one = 0
            for p in places:
                one ^= z[first + p]
            return array("Q", (one,))
        key = array("Q", bytes(8 * words))
        nth = [0] * len(self.masks)
        for p in sorted(places):
            for w in range(words):
                key[w] ^= z[(first + p) * words + w]
            if (f := self.lists.get(p)) is not None:
                word, shift, base, _, size = self.fields[5 * f : 5 * f + 5]
                key[word] |= p - base << shift + nth[f] * size
                nth[f] += 1
        return key

    def canonical(self, places: Sequence[int]) -> array[int]:
        """Return the canonical key of a layout: the least among the keys of the layout and its mirror images."""
        return min(self.encode(places, image) for image in range(self.images + 1))

    def places(self, layout: Layout) -> list[int]:
        """Return the places of the pieces of a layout."""
        expect(layout, Layout)
        return [self.rules.place[k, h] for k, heads in enumerate(layout.heads) for h in heads]

    def lying(self, keys: Any) -> Iterator[tuple[Any, Any]]:
        """Iterate over pieces in `keys` (n x words): the rows with the piece, and its place in each row or in all."""
        import numpy as np

        for f, mask in enumerate(self.masks):
            word, shift, base, form, size = self.fields[5 * f : 5 * f + 5]
            value = (keys[:, word] >> np.uint64(shift)) & np.uint64(mask)
            if form == BOARD:
                for i in range(mask.bit_length()):
                    yield np.flatnonzero((value >> np.uint64(i)) & np.uint64(1)), base + i
            else:
                one = np.uint64(mask if form == NUMBER else (1 << size) - 1)
                for i in range(max(1, form)):
                    yield np.arange(len(keys)), base + ((value >> np.uint64(i * size)) & one).astype(np.int64)

    def decode(self, keys: Any) -> NDArray[np.uint8]:
        """Return the layouts of keys (n x words, NumPy) as rows of letters (n x cells, see `Space.ranks`).

        >>> import numpy as np
        >>> puzzle = Puzzle.parse("AB/..", goal="../AB")
        >>> packing = KeyPacking.of(puzzle)
        >>> packing.decode(np.array(packing.encode(packing.places(puzzle.start)), np.uint64)).tolist()
        [[1, 2, 0, 0]]
        """
        import numpy as np

        rows = keys.reshape(-1, self.words)
        grid = np.zeros((len(rows), self.rules.board.size), np.uint8)
        head, letter = np.array(self.rules.head), np.array(self.rules.kind, np.uint8) + 1
        for which, places in self.lying(rows):
            grid[which, head[places]] = letter[places]
        return grid

    def layouts(self, keys: Any) -> Iterator[Layout]:
        """Iterate over the layouts of keys (n x words, NumPy)."""
        import numpy as np

        kinds = range(1, max(self.rules.kind, default=-1) + 2)
        for letters in self.decode(keys):
            yield Layout(tuple(tuple(np.flatnonzero(letters == k).tolist()) for k in kinds))

    def solved(self, keys: Any) -> NDArray[np.bool_]:
        """Return which keys (n x words, NumPy) are goals."""
        import numpy as np

        rows = keys.reshape(-1, self.words)
        result = np.zeros(len(rows), bool)
        for mask, value in np.array(self.goals, np.uint64).reshape(-1, 2, self.words):
            result |= ((rows & mask) == value).all(axis=1)
        return result

    def pack(self, letters: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """The keys of rows of letters, as `decode` returns them: n x images x words numbers, the layout's own first."""
        import numpy as np

        rules, words = self.rules, self.words
        z = np.array(self.z, np.uint64).reshape(self.images + 1, -1, words)
        part = np.zeros((letters.shape[1], max(rules.kind, default=0) + 2, self.images + 1, words), np.uint64)
        part[np.array(rules.head), np.array(rules.kind) + 1] = z.swapaxes(0, 1)
        keys = np.zeros((len(letters), self.images + 1, words), np.uint64)
        for cell in rules.board.free:
            keys ^= part[cell, letters[:, cell]]
        nth = np.zeros((len(letters), len(self.masks)), np.uint64)
        for p, f in sorted(self.lists.items()):
            word, shift, base, _, size = self.fields[5 * f : 5 * f + 5]
            rows = np.flatnonzero(letters[:, rules.head[p]] == rules.kind[p] + 1)
            keys[rows, 0, word] |= np.uint64(p - base) << np.uint64(shift) + nth[rows, f] * np.uint64(size)
            nth[rows, f] += np.uint64(1)
        return keys


def _fields(held: dict[range, int], lists: bool) -> list[_Field]:
    """Return fields for the groups that hold pieces: widest first, each in the first word with room (first fit).

    Boards are faster than lists. With `lists`, just enough groups become lists to need the fewest words, beginning with
    the groups that save the most bits.
    """
    wanted: list[tuple[int, range, int, int]] = []
    saving: list[tuple[int, int]] = []
    for group, count in held.items():
        size = (len(group) - 1).bit_length()
        if count == len(group):
            wanted.extend((0, range(p, p + 1), NUMBER, 0) for p in group)
        elif count == 1:
            wanted.append((size, group, NUMBER, 0))
        else:
            if lists and size * count <= min(64, len(group) - 1):
                saving.append((len(group) - size * count, len(wanted)))
            wanted.append((len(group), group, BOARD, count))
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
    """Assign words and shifts to fields; a board wider than a word is divided into several fields."""
    parts = []
    for bits, group, form, size in wanted:
        if form == BOARD:
            cuts = [group[i : i + 64] for i in range(0, len(group), 64)]
            parts += [(len(cut), cut, BOARD, 0) for cut in cuts]
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


def _required(
    alternative: Sequence[tuple[int, int]], rules: Rules, held: dict[range, int], fields: Sequence[_Field]
) -> Iterable[tuple[int, int]]:
    """Iterate over pairs of a mask and a value; a key meets a goal's alternative if one pair holds. There is none if no
    reachable layout meets it.

    A piece may stand anywhere in a list, so there is a pair for every choice.
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
        if len(places) > held[group]:
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
                one, numbers = (1 << field.size) - 1, [place - group.start for place in inside]
                shifts, found = range(up, up + field.form * field.size, field.size), list[tuple[int, int]]()
                for some in itertools.combinations(shifts, len(inside)):
                    value = sum(number << shift for number, shift in zip(numbers, some, strict=True))
                    found.append((sum(one << shift for shift in some), value))
                choices.append(found)
    for each in itertools.product(*choices):
        yield sum(mask for mask, _ in each), sum(value for _, value in each)


def _permutations(puzzle: Puzzle, rules: Rules, held: dict[range, int]) -> Iterable[list[int]]:
    """How each symmetry of the puzzle permutes the places: for each place, the place of the image of a piece there."""
    count = {p: held.get(group, 0) for group in rules.groups for p in group}
    seen = {tuple(range(len(rules.head)))}
    for symmetry, kinds in symmetries(puzzle):
        perm = [
            rules.place[kinds[k], symmetry.head(puzzle.board, puzzle.kinds[k], head)]
            for k, head in zip(rules.kind, rules.head, strict=True)
        ]
        # A group of places must hold as many pieces as its image.
        if all(count[p] == count[to] for p, to in enumerate(perm)) and tuple(perm) not in seen:
            seen.add(tuple(perm))
            yield perm
