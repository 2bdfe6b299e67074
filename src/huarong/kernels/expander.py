"""The moves of one puzzle over layouts packed into keys: an `Expander` writes the neighbors of keys.

A layout is a key of `key_words` 64-bit words (see `huarong.search.keys`). Moving a piece from place `p` to place `q`
changes a key by the exclusive or with `z[p] ^ z[q]`. Each mirror image has its own table `z`; the smallest key among a
layout and its images represents all of them.

In the metric MOVE, the piece moved last need not be moved again, because every place it could reach was found when the
parent was expanded. So a search can keep the place of that piece with each key, in a byte.
"""

from typing import Any

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, isize, lowest, u8s, u16, u16s, u32, u64, u64s
from cython.cimports.huarong.kernels._keys import (
    ANY,
    BOARD,
    COVER,
    ENTER,
    FREE,
    HALO,
    HEAD,
    HOLDER,
    IMAGE_PART,
    LIST,
    LIST_MASK,
    MOVE,
    NEXT,
    NUMBER,
    PART,
    RECORD,
    SLIDE,
    scattered,
)

any_piece = ANY


@cython.cfunc
@cython.inline
@cython.nogil
def _below(numbers: u64, number: u64, size: i32, count: i32) -> i32:
    """Return the part of a sorted list (`count` numbers of `size` bits, lowest first) that is below a number."""
    one = (cython.cast(u64, 1) << size) - 1
    bits = 0
    for i in range(count):
        bits += size if numbers & one < number else 0
        numbers >>= size
    return bits


@cython.cfunc
@cython.inline
@cython.nogil
def _without(numbers: u64, number: u64, size: i32, count: i32) -> u64:
    """Return a sorted list without one of its numbers."""
    at = _below(numbers, number, size, count)
    low = (cython.cast(u64, 1) << at) - 1
    return (numbers & low) | (numbers >> size & ~low)


@cython.cfunc
@cython.inline
@cython.nogil
def _with(numbers: u64, number: u64, size: i32, count: i32) -> u64:
    """Return a sorted list of `count` numbers with one more inserted."""
    at = _below(numbers, number, size, count)
    low = (cython.cast(u64, 1) << at) - 1
    return (numbers & low) | (number << at) | (numbers & ~low) << size


@cython.cfunc
@cython.inline
@cython.nogil
def _ways(up: u64, down: u64, left: u64, right: u64, other: u64) -> u64:
    """Return a bit for each direction in which all the cells to enter are empty, computed without branches."""
    return (
        ((up & other) == 0)
        | (((down & other) == 0) << 1)
        | (((left & other) == 0) << 2)
        | (((right & other) == 0) << 3)
    )


@cython.cfunc
@cython.inline
@cython.nogil
def _many_ways(table: u64s, at: isize, work: u64s, nw: i32) -> u64:
    """Return a bit for each direction in which a piece may step from the place whose record begins at `at`.

    The cells of the other pieces are in `work` behind its first `nw` words.
    """
    ways = 0
    for d in range(4):
        v = 0
        for w in range(nw):
            v |= table[at + (d + 1) * nw + w] & work[nw + w]
        ways |= cython.cast(u64, v == 0) << d
    return ways


@cython.final
@cython.cclass
class Targets:
    """A cache of the places that a piece can reach, by set of empty cells. Expanders share it.

    Only one expander at a time may use it. Its fields are in `expander.pxd`.
    """

    def __init__(self, bits: i32, empty: u64s, number: i32s, near: u64s, at: i32s, to: u16s) -> None:
        self.bits, self.sets, self.used, self.busy = bits, 0, 1, False
        self.empty, self.number, self.near, self.at, self.to = empty, number, near, at, to


@cython.final
@cython.cclass
class Expander:
    """Writes the neighbors of keys: the tables of the rules, the fields of a key, and scratch memory.

    Its fields are in `expander.pxd`. An expansion pauses after `most` pieces of a layout (0: never); on boards of one
    word, every layout is expanded completely.
    """

    def __init__(
        self, sizes: Any, table: u64s, fields: Any, scratch: Any, mirror: u8s, shared: Targets, alone: Targets
    ) -> None:
        self.places, self.cell_words, self.key_words, self.images, self.metric = sizes
        self.table = table
        self.word, self.shift, self.base, self.form, self.size, self.masks, self.rows = fields
        self.fields = len(self.masks)
        self.moves, self.mark, self.work, self.moved, self.never = scratch
        self.mirror, self.shared, self.alone, self.targets = mirror, shared, alone, alone
        self.tick = self.stopped = self.most = self.piece = 0

    def expand(self, keys: u64s, first: isize, last: isize, out: u64s, room: isize) -> isize:
        """Write the neighbors of `keys[first:last]` to `out`, stopping once `room` neighbors are written. `moves` gets
        the two places of each move; `stopped` is the index of the key before which it stopped. `out` must have room for
        `room` neighbors and all neighbors of one more layout. Returns how many were written.
        """
        self._hold()
        with cython.nogil:
            n = self._expand(keys, first, last, out, 0, room, self.never)
        self._release()
        return n

    @cython.cfunc
    def _hold(self) -> cython.void:
        """Reserve the shared targets, unless another thread has them: then nothing is cached."""
        self.targets = self.alone if self.shared.busy else self.shared
        self.targets.busy = True

    @cython.cfunc
    def _release(self) -> cython.void:
        self.targets.busy = False

    @cython.cfunc
    @cython.nogil
    def _expand(
        self, keys: u64s, first: isize, last: isize, out: u64s, n: isize, room: isize, last_moved: u8s
    ) -> isize:
        """Expand keys to `out`, which has `n` neighbors already, until it has `room`; return how many it has then.

        `last_moved` has for each key the place of the piece that need not be moved (empty: move all).
        """
        if self.cell_words == 1 and self.key_words == 1 and self.images < 2:
            return _one_word(self, keys, first, last, out, n, room, last_moved)
        if self.images == 0 and self.cell_words == 1:
            return _many_words(self, keys, first, last, out, n, room, last_moved, 1, 0)
        if self.images == 0 and self.cell_words == 2:
            return _many_words(self, keys, first, last, out, n, room, last_moved, 2, 0)
        return _many_words(self, keys, first, last, out, n, room, last_moved, self.cell_words, self.images)


@cython.cfunc
@cython.nogil
def _one_word(
    expander: Expander, keys: u64s, first: isize, last: isize, out: u64s, n: isize, room: isize, last_moved: u8s
) -> isize:
    """Expand keys from `first` until `last` or until `room` neighbors are written.

    The fast path: one word of cells, one word of key, at most one mirror image. A piece's targets depend on the empty
    cells alone, so `targets` caches them by set of empty cells; missing ones are computed now.
    """
    # Local views and numbers: the loops need not load them from the object.
    table, rows, masks, shift, form = expander.table, expander.rows, expander.masks, expander.shift, expander.form
    base, sizes, moves, moved, mirror = expander.base, expander.size, expander.moves, expander.moved, expander.mirror
    empty, numbers, nearby = expander.targets.empty, expander.targets.number, expander.targets.near
    entries, to, used = expander.targets.at, expander.targets.to, expander.targets.used
    places, fields, images, movers = expander.places, expander.fields, expander.images, expander.mark
    capacity = cython.cast(i32, len(to))
    slots = (cython.cast(u64, 1) << expander.targets.bits) - 1
    behind = RECORD * places
    everything = table[behind + FREE]
    highest = cython.cast(u64, 1) << 63
    noted: i32 = expander.metric == MOVE and len(last_moved) > 0
    cython.declare(place=i32, target=i32, entry=i32, row=i32, movable=i32, kept=i32, count=i32, others=u64, new=u64)
    cython.declare(image=u64, occupied=u64, free=u64, new_image=u64, lifted=u64, lifted_image=u64, movable_bits=u64)
    still = -1
    # The board fields, which are usually first, are read byte by byte; `plain` is the first field of another form.
    boards = 0
    plain: i32 = 0
    has_lists: i32 = 0
    for f in range(fields):
        if form[f] == BOARD:
            boards |= masks[f] << shift[f]
            plain += plain == f
        has_lists |= form[f] > BOARD
    for i in range(first, last):
        if n >= room:
            last = i
            break
        # Read the key: the cells its pieces cover, its image, and the places of the pieces outside of board fields.
        key = keys[i]
        occupied = 0
        image = 0
        movable = 0
        bits = key & boards
        row = 0
        while bits:
            # Of each byte at each position `rows` has the cells that its pieces cover and their part of the image.
            entry = row + 2 * cython.cast(i32, bits & 255)
            occupied |= rows[entry]
            image ^= rows[entry + 1]
            bits >>= 8
            row += 512
        for f in range(plain, fields):
            if form[f] == BOARD:
                continue
            bits = (key >> shift[f]) & masks[f]
            if form[f] == NUMBER:
                place = base[f] + cython.cast(u32, bits)
                movers[movable] = place
                movable += 1
                occupied |= table[RECORD * place + COVER]
                image ^= table[RECORD * place + IMAGE_PART]
            else:
                one = (cython.cast(u64, 1) << sizes[f]) - 1
                for _ in range(form[f]):
                    place = base[f] + cython.cast(u32, bits & one)
                    bits >>= sizes[f]
                    movers[movable] = place
                    movable += 1
                    occupied |= table[RECORD * place + COVER]
        if not images:
            image = key
        free = everything & ~occupied
        if not free:
            continue
        # The piece moved last is skipped: all that it can reach was found with its parent.
        if noted and last_moved[i] != ANY:
            still = last_moved[i]
            others = ~table[RECORD * still + PART]
        else:
            still = -1
            others = ~cython.cast(u64, 0)
        # Find the set of empty cells in the cache: `known` is where its entries begin, negative if it has none.
        slot = scattered(free, 0) & slots
        while empty[slot] and empty[slot] != free:
            slot = (slot + 1) & slots
        known = numbers[slot] if empty[slot] else _enter_free(expander, slot, free)
        # Find which pieces can move. A piece of a board field is a bit of `movable_bits`; those of other fields stay in
        # `movers`, without branches, as these could not be predicted.
        kept = 0
        if known >= 0:
            movable_bits = nearby[known] & key & others
            known *= places
            for f in range(movable):
                place = movers[f]
                movers[kept] = place
                kept += (entries[known + place] >= 0) & (place != still)
        else:
            movable_bits = _near(expander, free) & key & others
            for f in range(movable):
                place = movers[f]
                movers[kept] = place
                kept += ((table[RECORD * place + HALO] & free) != 0) & (place != still)
        movable = kept
        # The places of those of board fields join the others.
        for _ in range(3):  # most layouts have at most three of these
            movers[movable] = cython.cast(i32, table[behind + HOLDER + lowest(movable_bits | highest)] // RECORD)
            movable += movable_bits != 0
            movable_bits &= movable_bits - 1
        while movable_bits:
            movers[movable] = cython.cast(i32, table[behind + HOLDER + lowest(movable_bits)] // RECORD)
            movable += 1
            movable_bits &= movable_bits - 1
        for f in range(movable):
            place = movers[f]
            # Where the piece can go: `to[entry]` places, from `to[entry + 1]` on; computed if the cache lacks them, and
            # kept where there is room.
            entry = entries[known + place] if known >= 0 else 0
            if entry <= 0:
                entry = used
                count = _flood(expander, RECORD * place, occupied & ~table[RECORD * place + COVER], movable, to, entry)
                if known >= 0 and not count:
                    # It cannot move with these empty cells, so it is removed from the movers.
                    entries[known + place] = -1
                    if not table[RECORD * place + LIST]:
                        nearby[known // places] &= ~table[RECORD * place + PART]
                elif known >= 0 and entry + count + 2 + places <= capacity:
                    entries[known + place] = entry
                    used = entry + count + 1
            count = to[entry]
            # Remove the piece from the key and from its image, and put it at each of these places.
            lifted = key ^ table[RECORD * place + PART]
            lifted_image = image ^ table[RECORD * place + IMAGE_PART]
            if has_lists:
                field = cython.cast(i32, table[RECORD * place + LIST]) - 1
                if field >= 0:
                    # A sorted list of places: take the old place out, put the new one in. Such keys have no images.
                    bits = cython.cast(u64, place - base[field])
                    rest = (key >> shift[field]) & table[RECORD * place + LIST_MASK]
                    rest = _without(rest, bits, sizes[field], form[field])
                    lifted = key & ~(table[RECORD * place + LIST_MASK] << shift[field])
                    for j in range(entry + 1, entry + 1 + count):
                        bits = cython.cast(u64, to[j] - base[field])
                        out[n] = lifted | _with(rest, bits, sizes[field], form[field] - 1) << shift[field]
                        moves[2 * n] = place
                        moves[2 * n + 1] = to[j]
                        if noted:
                            moved[n] = mirror[to[j]]
                        n += 1
                    continue
            for j in range(entry + 1, entry + 1 + count):
                # The smaller of the key and its image is written.
                target = to[j]
                new = lifted ^ table[RECORD * target + PART]
                new_image = lifted_image ^ table[RECORD * target + IMAGE_PART]
                out[n] = new if new < new_image else new_image
                moves[2 * n] = place
                moves[2 * n + 1] = target
                if noted:
                    moved[n] = mirror[places * (new_image < new) + target]
                n += 1
    expander.targets.used = used
    expander.stopped = last
    return n


@cython.cfunc
@cython.inline
@cython.nogil
def _near(expander: Expander, free: u64) -> u64:
    """Return the bits of a key's board fields for pieces that could enter one of the empty cells."""
    near = 0
    while free:
        near |= expander.table[RECORD * expander.places + lowest(free)]
        free &= free - 1
    return near


@cython.cfunc
@cython.nogil
def _enter_free(expander: Expander, slot: u64, free: u64) -> i32:
    """Add a set of empty cells to the cache; return its number, or -1 if there is no room."""
    found = expander.targets.sets
    if found == len(expander.targets.near):
        return -1
    expander.targets.empty[slot] = free
    expander.targets.number[slot] = found
    expander.targets.near[found] = _near(expander, free)
    expander.targets.sets = found + 1
    return found


@cython.cfunc
@cython.nogil
def _flood(expander: Expander, p: i32, other: u64, behind: i32, to: u16s, begin: i32) -> i32:
    """Write to `to[begin]` the number of places that a piece can go to, then the places; `p` is its record's index.

    `other` are the cells of all other pieces; `mark` is free from `behind` on.
    """
    table, mark, metric = expander.table, expander.mark, expander.metric
    seen = table[p + HEAD]
    r = behind
    e = behind + 1
    n = 0
    mark[behind] = p
    while r < e:
        q = mark[r] & 0xFFFFFF
        ways = _ways(table[q + ENTER], table[q + ENTER + 1], table[q + ENTER + 2], table[q + ENTER + 3], other)
        ways &= ~cython.cast(u64, mark[r] >> 24)
        r += 1
        while ways:
            d = lowest(ways)
            ways &= ways - 1
            t = cython.cast(i32, table[q + NEXT + d])
            while not (table[t + HEAD] & seen):
                seen |= table[t + HEAD]
                n += 1
                to[begin + n] = cython.cast(u16, t // RECORD)
                if metric == MOVE:
                    mark[e] = t | 1 << (24 + (d ^ 1))
                    e += 1
                elif metric == SLIDE and not (table[t + ENTER + d] & other):
                    t = cython.cast(i32, table[t + NEXT + d])
                    continue
                break
    to[begin] = cython.cast(u16, n)
    return n


@cython.cfunc
@cython.inline
@cython.nogil
def _many_words(
    expander: Expander,
    keys: u64s,
    first: isize,
    last: isize,
    out: u64s,
    n: isize,
    room: isize,
    last_moved: u8s,
    nw: i32,
    images: i32,
) -> isize:
    """Expand keys of any number of words, on boards of `nw` words, with `images` mirror images.

    `nw` and `images` equal the object's; they are passed as constants so that the compiler unrolls loops over them.
    """
    # Local views and numbers: the loops need not load them from the object.
    table, masks, moves, mark = expander.table, expander.masks, expander.moves, expander.mark
    work, kw, fields, metric = expander.work, expander.key_words, expander.fields, expander.metric
    stride = 6 * nw + 5 + 2 * (images + 1)
    begin: i32 = expander.piece
    until: i32
    step = 6 * nw
    listed = 6 * nw + 4
    part = 6 * nw + 5
    image = 2 * nw
    spare = 2 * nw + kw * images
    lifted, tick = expander.places, expander.tick
    noted: i32 = metric == MOVE and len(last_moved) > 0
    still = -1
    cython.declare(reached=i32, f=i32, place=i32, end=i32, less=i32, movable=i32)
    word = 0
    shift = 0
    base = 0
    size = 0
    cleared = 0
    rest = 0
    for i in range(first, last):
        if n >= room:
            last = i
            break
        # Read the key: the places of its pieces go to `mark` from `lifted` on, their cells to `work`, then the keys of
        # the images.
        count = lifted
        for w in range(nw):
            work[w] = 0
        for f in range(fields):
            bits = (keys[i * kw + expander.word[f]] >> expander.shift[f]) & masks[f]
            if expander.form[f] == BOARD:
                while bits:
                    mark[count] = expander.base[f] + lowest(bits)
                    bits &= bits - 1
                    count += 1
            elif expander.form[f] == NUMBER:
                mark[count] = expander.base[f] + cython.cast(i32, bits)
                count += 1
            else:
                one = (cython.cast(u64, 1) << expander.size[f]) - 1
                for _ in range(expander.form[f]):
                    mark[count] = expander.base[f] + cython.cast(i32, bits & one)
                    bits >>= expander.size[f]
                    count += 1
        for w in range(kw * images):
            work[image + w] = 0
        for f in range(lifted, count):
            record = cython.cast(isize, mark[f]) * stride
            for w in range(nw):
                work[w] |= table[record + w]
            for s in range(images):
                here = record + part + 2 * (s + 1)
                work[image + s * kw + table[here]] ^= table[here + 1]
        # Keep the pieces next to an empty cell.
        movable = lifted
        for f in range(lifted, count):
            record = cython.cast(isize, mark[f]) * stride
            bits = 0
            for w in range(nw):
                bits |= table[record + 5 * nw + w] & ~work[w]
            mark[movable] = mark[f]
            movable += bits != 0
        # The piece moved last is skipped; of a layout with very many moves, a call expands only some pieces.
        if noted:
            still = last_moved[i] if last_moved[i] != ANY else -1
        until = movable
        if expander.most and movable - lifted - begin > expander.most:
            until = lifted + begin + expander.most
        for f in range(lifted + begin, until):
            place = mark[f]
            if place == still:
                continue
            record = cython.cast(isize, place) * stride
            # Remove the piece: the cells of the others remain.
            for w in range(nw):
                work[nw + w] = work[w] & ~table[record + w]
            ways = _many_ways(table, record, work, nw)
            if not ways:
                continue
            field = cython.cast(i32, table[record + listed]) - 1
            # In a sorted list of places: take the old place out.
            if field >= 0:
                word = expander.word[field]
                shift = expander.shift[field]
                base = expander.base[field]
                size = expander.size[field]
                cleared = keys[i * kw + word]
                bits = cython.cast(u64, place - base)
                rest = (cleared >> shift) & masks[field]
                rest = _without(rest, bits, size, expander.form[field])
                cleared &= ~(masks[field] << shift)
            # Spread from place to place; those reached in one move are in `mark` from `movable` on.
            tick += 1
            mark[place] = tick
            reached = end = movable
            here = record
            while True:
                while ways:
                    way = lowest(ways)
                    ways &= ways - 1
                    target = cython.cast(i32, table[here + step + way])
                    while mark[target] != tick:
                        mark[target] = tick
                        there = cython.cast(isize, target) * stride
                        for w in range(kw):
                            out[n * kw + w] = keys[i * kw + w]
                        if field >= 0:
                            bits = cython.cast(u64, target - base)
                            bits = _with(rest, bits, size, expander.form[field] - 1) << shift
                            out[n * kw + word] = cleared | bits
                        else:
                            out[n * kw + table[record + part]] ^= table[record + part + 1]
                            out[n * kw + table[there + part]] ^= table[there + part + 1]
                        # The least of the key and its images is written.
                        least = 0
                        for s in range(images):
                            for w in range(kw):
                                work[spare + w] = work[image + s * kw + w]
                            work[spare + table[record + part + 2 * (s + 1)]] ^= table[record + part + 2 * s + 3]
                            work[spare + table[there + part + 2 * (s + 1)]] ^= table[there + part + 2 * s + 3]
                            less = 0
                            for w in range(kw):
                                if work[spare + w] != out[n * kw + w]:
                                    less = work[spare + w] < out[n * kw + w]
                                    break
                            if less:
                                least = s + 1
                                for w in range(kw):
                                    out[n * kw + w] = work[spare + w]
                        moves[2 * n] = place
                        moves[2 * n + 1] = target
                        if noted:
                            expander.moved[n] = expander.mirror[least * expander.places + target]
                        n += 1
                        if metric == MOVE:
                            mark[end] = target
                            end += 1
                        elif metric == SLIDE:
                            bits = 0
                            for w in range(nw):
                                bits |= table[there + (way + 1) * nw + w] & work[nw + w]
                            if not bits:
                                target = cython.cast(i32, table[there + step + way])
                                continue
                        break
                if reached == end:
                    break
                here = cython.cast(isize, mark[reached]) * stride
                reached += 1
                ways = _many_ways(table, here, work, nw)
        begin = 0
        if until < movable:
            begin = until - lifted
            last = i
            break
    expander.piece = begin
    expander.stopped = last
    expander.tick = tick
    return n
