"""Paths that visit every vertex of a small graph once: search with backtracking, rotations, counting.

A graph comes as `first` (n + 1 numbers) and `to`: the neighbours of v are `to[first[v]:first[v + 1]]`,
in ascending order. All buffers are the caller's, so that a call can stop and the next go on.
"""

from __future__ import annotations

from types import SimpleNamespace

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

# What a search returns.
RUNNING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
NONE = cython.declare(cython.int, 2)

# Places in the `memo` of `begin` and `search`: the path's length, how many vertices have one link and how
# many none, vertices entered, the greatest length, and the settings.
DEPTH = cython.declare(cython.int, 0)
ONES = cython.declare(cython.int, 1)
ZEROS = cython.declare(cython.int, 2)
NODES = cython.declare(cython.int, 3)
DEEPEST = cython.declare(cython.int, 4)
CLOSED = cython.declare(cython.int, 5)
GREEDY = cython.declare(cython.int, 6)
SIZE = cython.declare(cython.int, 7)

# Counting: a state tells, for the vertices ahead that an edge can reach (a window of `span` slots, vertex
# u in slot u % span, then one slot for the vertex that joins the ends of an open path), where the path
# that ends there has its other end: itself if untouched, INNER if both its edges are drawn. A slot takes
# BITS bits, PER_WORD of them a word of the state.
BITS = cython.declare(cython.int, 5)
PER_WORD = cython.declare(cython.int, 12)
INNER = cython.declare(cython.int, 31)

# A row of a layer: the state in two words, its count in WORDS words, and its link: the row it first came
# from and the choice made there.
WORDS = cython.declare(cython.int, 4)
ROW = cython.declare(cython.int, 7)

# What `advance` returns.
DONE = cython.declare(cython.int, 0)
FULL = cython.declare(cython.int, 1)
OVERFLOW = cython.declare(cython.int, 2)
CLOSES = cython.declare(cython.int, 3)

# The same for Python, which does not see C variables.
at = SimpleNamespace(
    DEPTH=DEPTH, NODES=NODES, DEEPEST=DEEPEST, CLOSED=CLOSED, GREEDY=GREEDY, SIZE=SIZE
)
why = SimpleNamespace(
    RUNNING=RUNNING,
    FOUND=FOUND,
    NONE=NONE,
    DONE=DONE,
    FULL=FULL,
    OVERFLOW=OVERFLOW,
    CLOSES=CLOSES,
)
row_of = SimpleNamespace(SLOTS=2 * PER_WORD, WORDS=WORDS, ROW=ROW)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _level(memo: cython.longlong[::1], links: cython.int, by: cython.int) -> cython.void:
    """Count a vertex with so many links among the scarce ones, or out of them."""
    if links == 0:
        memo[ZEROS] += by
    elif links == 1:
        memo[ONES] += by


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enter(
    first: cython.int[::1],
    to: cython.int[::1],
    path: cython.int[::1],
    visited: cython.uchar[::1],
    links: cython.int[::1],
    memo: cython.longlong[::1],
    v: cython.int,
) -> cython.void:
    """Go on to v: the vertex left behind no longer links its other neighbours (but a tour's start does)."""
    depth: cython.int = cython.cast(cython.int, memo[DEPTH])
    e: cython.int
    u: cython.int
    visited[v] = 1
    _level(memo, links[v], -1)
    if depth > 0 and not (memo[CLOSED] and depth == 1):
        last: cython.int = path[depth - 1]
        for e in range(first[last], first[last + 1]):
            u = to[e]
            if not visited[u]:
                _level(memo, links[u], -1)
                links[u] -= 1
                _level(memo, links[u], 1)
    path[depth] = v
    memo[DEPTH] = depth + 1
    memo[NODES] += 1
    if depth + 1 > memo[DEEPEST]:
        memo[DEEPEST] = depth + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leave(
    first: cython.int[::1],
    to: cython.int[::1],
    path: cython.int[::1],
    visited: cython.uchar[::1],
    links: cython.int[::1],
    memo: cython.longlong[::1],
) -> cython.void:
    """Undo the last `_enter`."""
    depth: cython.int = cython.cast(cython.int, memo[DEPTH]) - 1
    v: cython.int = path[depth]
    e: cython.int
    u: cython.int
    if depth > 0 and not (memo[CLOSED] and depth == 1):
        last: cython.int = path[depth - 1]
        for e in range(first[last], first[last + 1]):
            u = to[e]
            if not visited[u]:
                _level(memo, links[u], -1)
                links[u] += 1
                _level(memo, links[u], 1)
    visited[v] = 0
    _level(memo, links[v], 1)
    memo[DEPTH] = depth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_choices(
    first: cython.int[::1],
    to: cython.int[::1],
    path: cython.int[::1],
    visited: cython.uchar[::1],
    links: cython.int[::1],
    tie: cython.int[::1],
    choices: cython.int[::1],
    upto: cython.int[::1],
    memo: cython.longlong[::1],
) -> cython.void:
    """The vertices to try next, from the last to try to the first."""
    depth: cython.int = cython.cast(cython.int, memo[DEPTH])
    v: cython.int = path[depth - 1]
    base: cython.int = first[v]
    count: cython.int = 0
    e: cython.int
    u: cython.int
    i: cython.int
    w: cython.int
    upto[depth] = base
    if memo[ZEROS] or memo[ONES] > 1 - memo[CLOSED]:
        return
    for e in range(first[v + 1] - 1, base - 1, -1):
        u = to[e]
        if visited[u]:
            continue
        i = count
        if memo[GREEDY]:
            while i > 0:
                w = choices[base + i - 1]
                if links[w] > links[u] or (links[w] == links[u] and tie[w] >= tie[u]):
                    break
                choices[base + i] = w
                i -= 1
        choices[base + i] = u
        count += 1
    upto[depth] = base + count


def begin(
    first: cython.int[::1],
    to: cython.int[::1],
    path: cython.int[::1],
    visited: cython.uchar[::1],
    links: cython.int[::1],
    tie: cython.int[::1],
    choices: cython.int[::1],
    upto: cython.int[::1],
    memo: cython.longlong[::1],
    start: cython.int,
) -> None:
    """Set up a search from one vertex; `memo` says whether closed and greedy, and the size.

    `links` becomes, for each vertex not visited, the number of its neighbours that are not visited,
    or the last of the path, or (closed) its start: fewer than two, and it must end the path.
    """
    v: cython.int
    memo[DEPTH] = 0
    memo[ONES] = 0
    memo[ZEROS] = 0
    for v in range(memo[SIZE]):
        visited[v] = 0
        links[v] = first[v + 1] - first[v]
        _level(memo, links[v], 1)
    _enter(first, to, path, visited, links, memo, start)
    _list_choices(first, to, path, visited, links, tie, choices, upto, memo)


def search(
    first: cython.int[::1],
    to: cython.int[::1],
    path: cython.int[::1],
    visited: cython.uchar[::1],
    links: cython.int[::1],
    tie: cython.int[::1],
    choices: cython.int[::1],
    upto: cython.int[::1],
    memo: cython.longlong[::1],
    budget: cython.longlong,
) -> cython.int:
    """Go on for so many vertices: FOUND (a tour stands in `path`; call again for the next), NONE or RUNNING.

    Choices are tried in ascending order, or (greedy) those with the fewest links first, then by
    `tie`. A branch is left as soon as some vertex can no longer be passed, or two can only end the path.
    A closed tour comes once: its second vertex is less than its last.
    """
    stop: cython.longlong = memo[NODES] + budget
    size: cython.int = cython.cast(cython.int, memo[SIZE])
    closed: cython.bint = memo[CLOSED] != 0
    result: cython.int = RUNNING
    depth: cython.int
    v: cython.int
    e: cython.int
    with cython.nogil:
        while memo[NODES] < stop:
            depth = cython.cast(cython.int, memo[DEPTH])
            if upto[depth] == first[path[depth - 1]]:
                if depth == 1:
                    result = NONE
                    break
                _leave(first, to, path, visited, links, memo)
                continue
            upto[depth] -= 1
            v = choices[upto[depth]]
            _enter(first, to, path, visited, links, memo, v)
            if depth + 1 < size:
                _list_choices(first, to, path, visited, links, tie, choices, upto, memo)
                continue
            upto[size] = first[v]
            if not closed:
                result = FOUND
                break
            if size > 2 and path[1] < v:
                for e in range(first[v], first[v + 1]):
                    if to[e] == path[0]:
                        result = FOUND
                if result == FOUND:
                    break
    return result


def weave(
    first: cython.int[::1],
    to: cython.int[::1],
    path: cython.int[::1],
    place: cython.int[::1],
    tie: cython.int[::1],
    memo: cython.longlong[::1],
    random: cython.ulonglong[::1],
    budget: cython.longlong,
) -> cython.int:
    """Lengthen a path from its end, and where it is stuck, rotate it: FOUND or RUNNING.

    A rotation joins the end to a vertex of the path and turns the piece behind it round, which
    gives another end (Posa, Hamiltonian circuits in random graphs, 1976). `place` is each vertex's
    place in the path, or -1; `memo` is as for `search`, `random` one number, not 0. Stops after so many
    vertices moved.
    """
    size: cython.int = cython.cast(cython.int, memo[SIZE])
    length: cython.int = cython.cast(cython.int, memo[DEPTH])
    closed: cython.bint = memo[CLOSED] != 0
    seed: cython.ulonglong = random[0]
    result: cython.int = RUNNING
    left: cython.longlong = budget
    end: cython.int
    best: cython.int
    few: cython.int
    free: cython.int
    e: cython.int
    f: cython.int
    u: cython.int
    i: cython.int
    j: cython.int
    with cython.nogil:
        while left > 0:
            left -= 1
            end = path[length - 1]
            best = -1
            few = 0
            for e in range(first[end], first[end + 1]):
                u = to[e]
                if place[u] >= 0:
                    if closed and length == size and place[u] == 0 and size > 2:
                        result = FOUND
                    continue
                free = 0
                for f in range(first[u], first[u + 1]):
                    if place[to[f]] < 0:
                        free += 1
                if best < 0 or free < few or (free == few and tie[u] < tie[best]):
                    best = u
                    few = free
            if length == size and not closed:
                result = FOUND
            if result == FOUND:
                break
            if best >= 0:
                place[best] = length
                path[length] = best
                length += 1
                continue
            if first[end + 1] == first[end]:
                break
            seed ^= (seed << 13) & ALL
            seed ^= seed >> 7
            seed ^= (seed << 17) & ALL
            e = first[end] + cython.cast(cython.int, (seed >> 33) % (first[end + 1] - first[end]))
            i = place[to[e]] + 1
            j = length - 1
            left -= (j - i) // 8
            while i < j:
                u = path[i]
                path[i] = path[j]
                path[j] = u
                place[path[i]] = i
                place[path[j]] = j
                i += 1
                j -= 1
    random[0] = seed
    memo[DEPTH] = length
    memo[NODES] += budget - left
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _draw(mate: cython.int[::1], v: cython.int, u: cython.int) -> cython.int:
    """Draw the edge v-u: 0 if u is full, 1 if it is drawn, 2 if it closes a cycle."""
    a: cython.int = mate[v]
    b: cython.int = mate[u]
    if b == INNER:
        return 0
    mate[v] = INNER
    mate[u] = INNER
    if a == u:
        return 2
    mate[a] = b
    mate[b] = a
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slot(low: cython.ulonglong, high: cython.ulonglong, slot: cython.int) -> cython.int:
    """What a state says of a slot."""
    if slot < PER_WORD:
        return cython.cast(cython.int, (low >> (BITS * slot)) & INNER)
    return cython.cast(cython.int, (high >> (BITS * (slot - PER_WORD))) & INNER)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _link(row: cython.longlong, i: cython.int, j: cython.int) -> cython.ulonglong:
    """A row and which of `ahead` were chosen there (-1: none), in one number."""
    return cython.cast(cython.ulonglong, row * 256 + (i + 1) * 16 + j + 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _stuck(
    first: cython.int[::1],
    to: cython.int[::1],
    mate: cython.int[::1],
    span: cython.int,
    v: cython.int,
    size: cython.int,
) -> cython.bint:
    """Whether, past v, some vertex of the window has fewer free neighbours left than it needs edges."""
    u: cython.int
    w: cython.int
    e: cython.int
    need: cython.int
    for u in range(v + 1, min(v + span, size)):
        w = mate[u % span]
        if w == INNER:
            continue
        need = (2 if w == u % span else 1) - (mate[span] != INNER)
        e = first[u + 1]
        while need > 0 and e > first[u]:
            e -= 1
            w = to[e]
            if w >= v + span or (w > v and mate[w % span] != INNER):
                need -= 1
        if need > 0:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find(
    rows: cython.ulonglong[::1],
    table: cython.int[::1],
    low: cython.ulonglong,
    high: cython.ulonglong,
) -> cython.longlong:
    """The place in the table of a state, or the free place where it belongs."""
    mask: cython.ulonglong = cython.cast(cython.ulonglong, len(table) - 1)
    at: cython.ulonglong = (
        (low ^ (high >> 29)) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
    ) & ALL
    at = ((at ^ (at >> 32) ^ high) * cython.cast(cython.ulonglong, 0xD6E8FEB86659FD93)) & ALL
    at = (at >> 32) & mask
    row: cython.longlong
    while table[at] >= 0:
        row = cython.cast(cython.longlong, table[at]) * ROW
        if rows[row] == low and rows[row + 1] == high:
            break
        at = (at + 1) & mask
    return cython.cast(cython.longlong, at)


def initial(span: int, size: int, closed: bool) -> list[int]:
    """The first layer's only row: all untouched, what is not there INNER, one way to get there."""
    row = [0] * ROW
    for slot in range(span + 1):
        here = slot < size if slot < span else not closed
        mate = slot if here else INNER
        row[slot // PER_WORD] |= mate << (BITS * (slot % PER_WORD))
    row[2] = 1
    return row


def index(
    rows: cython.ulonglong[::1],
    begin_row: cython.longlong,
    end_row: cython.longlong,
    table: cython.int[::1],
) -> None:
    """Enter some rows of a layer in its hash table, where -1 is a free place."""
    i: cython.longlong
    with cython.nogil:
        for i in range(begin_row, end_row):
            table[_find(rows, table, rows[i * ROW], rows[i * ROW + 1])] = cython.cast(cython.int, i)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add(
    rows: cython.ulonglong[::1],
    at: cython.longlong,
    more: cython.ulonglong[::1],
    frm: cython.longlong,
) -> cython.bint:
    """Add the count of one row to another's; true if it overflows."""
    carry: cython.ulonglong = 0
    value: cython.ulonglong
    i: cython.int
    for i in range(2, 2 + WORDS):
        value = (rows[at + i] + more[frm + i]) & ALL
        rows[at + i] = (value + carry) & ALL
        carry = 1 if value < more[frm + i] or rows[at + i] < value else 0
    return carry != 0


def advance(
    layer: cython.ulonglong[::1],
    begin_row: cython.longlong,
    end_row: cython.longlong,
    rows: cython.ulonglong[::1],
    table: cython.int[::1],
    total: cython.ulonglong[::1],
    memo: cython.longlong[::1],
    mate: cython.int[::1],
    first: cython.int[::1],
    to: cython.int[::1],
    ahead: cython.int[::1],
    span: cython.int,
    v: cython.int,
    size: cython.int,
    start: cython.int,
    find: cython.bint,
) -> tuple[int, int]:
    """Take some states past vertex v, whose remaining edges go to the slots `ahead`: (what, next row).

    `memo[0]` counts the rows of the next layer: FULL when it needs room. At `start` (-1: none) the last of
    `ahead`, which joins the ends, has to be chosen. Complete tours are added to `total`, a row (OVERFLOW
    when they are too many); with `find` the first ends it with CLOSES, and its link stands in `total`.
    """
    slots: cython.int = span + 1
    slot: cython.int = v % span
    degree: cython.int = cython.cast(cython.int, len(ahead))
    room: cython.longlong = min(len(rows) // ROW, len(table) // 2) - 16
    what: cython.int = DONE
    row: cython.longlong = begin_row
    base: cython.longlong
    at: cython.longlong
    low: cython.ulonglong
    high: cython.ulonglong
    i: cython.int
    j: cython.int
    s: cython.int
    m: cython.int
    drawn: cython.int
    with cython.nogil:
        while row < end_row and what == DONE:
            if memo[0] > room:
                what = FULL
                break
            base = row * ROW
            m = _slot(layer[base], layer[base + 1], slot)
            for i in range(-1, degree):
                if (m == INNER) != (i < 0) or (v == start and i != degree - 1):
                    continue
                for j in range(-1, i if i > 0 else 0):
                    if (m == slot) != (j >= 0):
                        continue
                    for s in range(slots):
                        mate[s] = _slot(layer[base], layer[base + 1], s)
                    drawn = 1
                    if i >= 0:
                        drawn = _draw(mate, slot, ahead[i])
                    if drawn == 1 and j >= 0:
                        drawn = _draw(mate, slot, ahead[j])
                    if drawn == 0:
                        continue
                    if drawn == 2:
                        for s in range(slots):
                            if mate[s] != INNER:
                                drawn = 0
                        if drawn == 0 or v + span < size or v < start:
                            continue
                        if find:
                            what = CLOSES
                            total[ROW - 1] = _link(row, i, j)
                            break
                        if _add(total, 0, layer, base):
                            what = OVERFLOW
                        continue
                    mate[slot] = slot if v + span < size else INNER
                    if _stuck(first, to, mate, span, v, size):
                        continue
                    low = 0
                    high = 0
                    for s in range(slots):
                        if s < PER_WORD:
                            low |= cython.cast(cython.ulonglong, mate[s]) << (BITS * s)
                        else:
                            high |= cython.cast(cython.ulonglong, mate[s]) << (
                                BITS * (s - PER_WORD)
                            )
                    at = _find(rows, table, low, high)
                    if table[at] < 0:
                        table[at] = cython.cast(cython.int, memo[0])
                        at = memo[0] * ROW
                        rows[at] = low
                        rows[at + 1] = high
                        for s in range(2, 2 + WORDS):
                            rows[at + s] = layer[base + s]
                        rows[at + ROW - 1] = _link(row, i, j)
                        memo[0] += 1
                    elif not find and _add(
                        rows, cython.cast(cython.longlong, table[at]) * ROW, layer, base
                    ):
                        what = OVERFLOW
                if what == CLOSES:
                    break
            row += 1
    return what, row
