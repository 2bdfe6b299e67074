"""Depth-first search over layouts with a stack of its own: every path, or one within a bound.

Pieces keep their numbers on the way. At each layout its moves are written down in order (pieces as they are
numbered; of each the places it can go to: directions up, down, left, right, nearer places first), and tried
one after the other. A layout's key is the exclusive or of `z[p]` over its places (see `huarong.search.keys`,
without lists); a layout on the path already is refused by its key. The search can stop anywhere and go on.
"""

from __future__ import annotations

from types import SimpleNamespace

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

# What `walk` returns: why it stopped.
PAUSED = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)

# Places in `state`: the depth, the last tick of `mark`, how many layouts were entered, how many moves were
# tried, and the least bound under which something was cut off.
DEPTH = cython.declare(cython.int, 0)
TICK = cython.declare(cython.int, 1)
CALLS = cython.declare(cython.int, 2)
TESTS = cython.declare(cython.int, 3)
BEYOND = cython.declare(cython.int, 4)

why = SimpleNamespace(PAUSED=PAUSED, FOUND=FOUND, EXHAUSTED=EXHAUSTED)
at = SimpleNamespace(DEPTH=DEPTH, TICK=TICK, CALLS=CALLS, TESTS=TESTS, BEYOND=BEYOND)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(key: cython.ulonglong, before: cython.ulonglong) -> cython.ulonglong:
    # As in `huarong.kernels.search`, whose tables are looked up here.
    h: cython.ulonglong = (key ^ before) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
    h &= cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
    return h ^ (h >> 29)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _left(
    queue: cython.ulonglong[::1],
    table: cython.uint[::1],
    bits: cython.int,
    kw: cython.int,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    values: cython.ushort[::1],
) -> cython.longlong:
    """The value of a key in a search's table, or 65535."""
    slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
    h: cython.ulonglong = 0
    slot: cython.ulonglong
    entry: cython.ulonglong
    found: cython.longlong
    w: cython.int
    for w in range(kw):
        h = _hash(keys[first + w], h)
    slot = h >> (64 - bits)
    while True:
        entry = table[slot]
        if entry == 0:
            return 65535
        found = cython.cast(cython.longlong, entry & slots) - 1
        w = 0
        while w < kw and queue[found * kw + w] == keys[first + w]:
            w += 1
        if w == kw:
            return values[found]
        slot = (slot + 1) & slots


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _known(
    seen: cython.ulonglong[::1],
    bits: cython.int,
    kw: cython.int,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    depth: cython.longlong,
    turn: cython.ulonglong,
) -> cython.int:
    """Whether a key need not be entered at this depth; it is remembered, where there is room.

    It need not where it was met at a lesser depth in any turn, or at this depth in this one. For the way that
    was shorter then is there in this turn, too, with bounds that only rise: no layout is on a way that is
    longer than the shortest known, and of a turn only the last level is new.
    """
    slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
    h: cython.ulonglong = 0
    stamp: cython.ulonglong
    base: cython.ulonglong
    place: cython.ulonglong
    oldest: cython.ulonglong
    here: cython.ulonglong = cython.cast(cython.ulonglong, depth)
    w: cython.int
    s: cython.int
    for w in range(kw):
        h = _hash(keys[first + w], h)
    place = 0
    oldest = turn + 1
    for s in range(8):
        base = (((h >> (64 - bits)) + s) & slots) * (kw + 1)
        stamp = seen[base + kw]
        w = 0
        while w < kw and seen[base + w] == keys[first + w]:
            w += 1
        if w == kw and stamp != 0:
            if (stamp & 0xFFFF) < here or stamp == (turn << 16 | here):
                return 1
            place = base
            break
        if stamp >> 16 < oldest:
            oldest = stamp >> 16
            place = base
        if stamp == 0:
            break
    for w in range(kw):
        seen[place + w] = keys[first + w]
    seen[place + kw] = turn << 16 | here
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _moves(
    cover: cython.ulonglong[::1],
    enter: cython.ulonglong[::1],
    step: cython.int[::1],
    dims: cython.int[::1],
    places: cython.int[::1],
    occupied: cython.ulonglong[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
    out: cython.int[::1],
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Write the moves (piece, place) of the layout behind the first `n` in `out`; returns their end."""
    nw: cython.int = dims[0]
    pieces: cython.int = dims[2]
    metric: cython.int = dims[3]
    i: cython.int
    d: cython.int
    p: cython.int
    q: cython.int
    t: cython.int
    w: cython.int
    tick: cython.int
    v: cython.ulonglong
    reached: cython.Py_ssize_t
    for i in range(pieces):
        p = places[i]
        state[TICK] += 1
        tick = cython.cast(cython.int, state[TICK])
        mark[p] = tick
        q = p
        reached = n
        while True:
            for d in range(4):
                t = q
                while True:
                    v = 0
                    for w in range(nw):
                        v |= enter[(4 * t + d) * nw + w] & occupied[w] & ~cover[p * nw + w]
                    if v:
                        break
                    t = step[4 * t + d]
                    if t < 0:
                        break
                    if metric == 2:
                        if mark[t] == tick:
                            break
                        mark[t] = tick
                    out[2 * n] = i
                    out[2 * n + 1] = t
                    n += 1
                    if metric != 1:
                        break
            if metric != 2 or reached == n:
                break
            q = out[2 * reached + 1]
            reached += 1
    return n


def walk(
    cover: cython.ulonglong[::1],
    enter: cython.ulonglong[::1],
    step: cython.int[::1],
    dims: cython.int[::1],
    z: cython.ulonglong[::1],
    goals: cython.ulonglong[::1],
    places: cython.int[::1],
    occupied: cython.ulonglong[::1],
    keys: cython.ulonglong[::1],
    moves: cython.int[::1],
    ends: cython.longlong[::1],
    path: cython.int[::1],
    mark: cython.int[::1],
    queue: cython.ulonglong[::1],
    table: cython.uint[::1],
    values: cython.ushort[::1],
    lz: cython.ulonglong[::1],
    left: cython.ulonglong[::1],
    seen: cython.ulonglong[::1],
    state: cython.longlong[::1],
    most: cython.int,
    budget: cython.longlong,
) -> cython.int:
    """Go on for about `budget` tests; FOUND where the path has just come to a goal.

    `dims` are the words of cells and of key, the number of pieces, the metric, the words of key and the hash
    bits of the table that is looked up (bits 0: none), and the bits and turn of `seen` (bits 0: none).
    `places` are the pieces' places, `keys` the keys of the layouts on the path, `left` their keys in the table,
    `moves` what is to be tried, `ends` for each depth the next one to try and the end of them, `path` for each
    depth the piece that moved, from where, and to where.
    """
    nw: cython.int = dims[0]
    kw: cython.int = dims[1]
    lw: cython.int = dims[4]
    bits: cython.int = dims[5]
    seen_bits: cython.int = dims[6]
    turn: cython.ulonglong = dims[7]
    ngoals: cython.Py_ssize_t = len(goals) // (2 * kw)
    depth: cython.longlong = state[DEPTH]
    tests: cython.longlong = 0
    result: cython.int = PAUSED
    i: cython.int
    p: cython.int
    q: cython.int
    w: cython.int
    a: cython.Py_ssize_t
    e: cython.longlong
    far: cython.longlong
    with cython.nogil:
        while tests < budget:
            if ends[2 * depth] == ends[2 * depth + 1]:
                if depth == 0:
                    result = EXHAUSTED
                    break
                i = path[3 * depth]
                p = path[3 * depth + 1]
                q = path[3 * depth + 2]
                for w in range(nw):
                    occupied[w] ^= cover[q * nw + w] ^ cover[p * nw + w]
                places[i] = p
                depth -= 1
                continue
            e = ends[2 * depth]
            ends[2 * depth] = e + 1
            tests += 1
            i = moves[2 * e]
            q = moves[2 * e + 1]
            p = places[i]
            for w in range(kw):
                keys[(depth + 1) * kw + w] = keys[depth * kw + w] ^ z[p * kw + w] ^ z[q * kw + w]
            e = depth - 1
            while e >= 0:
                w = 0
                while w < kw and keys[e * kw + w] == keys[(depth + 1) * kw + w]:
                    w += 1
                if w == kw:
                    break
                e -= 1
            if e >= 0:
                continue
            if bits:
                for w in range(lw):
                    left[(depth + 1) * lw + w] = (
                        left[depth * lw + w] ^ lz[p * lw + w] ^ lz[q * lw + w]
                    )
                far = _left(queue, table, bits, lw, left, (depth + 1) * lw, values)
                if depth + 1 + far > most:
                    if far < 65535 and depth + 1 + far < state[BEYOND]:
                        state[BEYOND] = depth + 1 + far
                    continue
            if seen_bits and _known(seen, seen_bits, kw, keys, (depth + 1) * kw, depth + 1, turn):
                continue
            depth += 1
            state[CALLS] += 1
            path[3 * depth] = i
            path[3 * depth + 1] = p
            path[3 * depth + 2] = q
            places[i] = q
            for w in range(nw):
                occupied[w] ^= cover[q * nw + w] ^ cover[p * nw + w]
            ends[2 * depth] = ends[2 * depth - 1]
            ends[2 * depth + 1] = ends[2 * depth - 1]
            for a in range(ngoals):
                w = 0
                while (
                    w < kw
                    and (keys[depth * kw + w] & goals[(2 * a) * kw + w])
                    == goals[(2 * a + 1) * kw + w]
                ):
                    w += 1
                if w == kw:
                    result = FOUND
                    break
            if result == FOUND:
                break
            if depth < most:
                ends[2 * depth + 1] = _moves(
                    cover, enter, step, dims, places, occupied, mark, state, moves,
                    ends[2 * depth],
                )  # fmt: skip
            elif depth + 1 < state[BEYOND]:
                state[BEYOND] = depth + 1
    state[DEPTH] = depth
    state[TESTS] += tests
    return result


def begin(
    cover: cython.ulonglong[::1],
    enter: cython.ulonglong[::1],
    step: cython.int[::1],
    dims: cython.int[::1],
    places: cython.int[::1],
    occupied: cython.ulonglong[::1],
    moves: cython.int[::1],
    ends: cython.longlong[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
) -> None:
    """Write down the moves of the start, from where `walk` goes on."""
    ends[0] = 0
    ends[1] = _moves(cover, enter, step, dims, places, occupied, mark, state, moves, 0)
