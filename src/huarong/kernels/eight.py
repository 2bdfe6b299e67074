"""马旭's depth-first search of the 8-puzzle, compiled: the twin of `huarong.study.ma`.

A board is 9 digits of 4 bits, position 0 lowest. The search is his recursion unrolled: at each depth
the directions are tried in order, a neighbour on the board is tested against every board on the way
so far, and what is new is entered.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython


def search(
    boards: cython.ulonglong[::1],
    blanks: cython.longlong[::1],
    turns: cython.longlong[::1],
    counts: cython.longlong[::1],
    signs: cython.longlong[::1],
    goal: cython.ulonglong,
    most: cython.longlong,
    budget: cython.longlong,
) -> cython.bint:
    """Go on for so many tests; True as soon as the goal is entered.

    `boards[d]` is the board after d moves, `blanks[d]` its blank and `turns[d]` how many directions
    were tried there (each has room for `most` and one); `signs[4 * p + i]` is the i-th position that
    the blank can go to from p, -1 for none. `counts` has how many moves the way at hand has (-1 when
    all is over), the calls of `move` and the tests of a neighbour on the board. Begin with the start
    in `boards[0]` and `blanks[0]`, and one call.
    """
    depth: cython.longlong = counts[0]
    calls: cython.longlong = counts[1]
    tests: cython.longlong = counts[2]
    end: cython.longlong = tests + budget
    blank: cython.longlong
    to: cython.longlong
    turn: cython.longlong
    back: cython.longlong
    board: cython.ulonglong
    tile: cython.ulonglong
    found: cython.bint = False
    with cython.nogil:
        while depth >= 0 and tests < end:
            turn = turns[depth]
            if depth >= most or turn == 4:
                depth -= 1
                continue
            turns[depth] = turn + 1
            blank = blanks[depth]
            to = signs[4 * blank + turn]
            if to < 0:
                continue
            tests += 1
            board = boards[depth]
            tile = board >> 4 * to & 15
            board = board ^ (tile << 4 * to) ^ (tile << 4 * blank)
            back = depth
            while back >= 0 and boards[back] != board:
                back -= 1
            if back >= 0:
                continue
            depth += 1
            calls += 1
            boards[depth] = board
            blanks[depth] = to
            turns[depth] = 0
            if board == goal:
                found = True
                break
    counts[0] = depth
    counts[1] = calls
    counts[2] = tests
    return found
