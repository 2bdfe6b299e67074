"""马旭's depth-first search of the 8-puzzle, compiled: the twin of `huarong.study.ma`.

The article's recursion is unrolled. At each depth the directions are tried in order. A neighbor on the board is
compared with every board on the path so far, and a new board is entered.
"""

from array import array

import cython
from cython.cimports.huarong.kernels._c import i64, i64s, isize, u64, u64s


@cython.final
@cython.cclass
class PathsOfTiles:
    """A search that can stop after a number of tests and continue.

    A board is 9 digits of 4 bits, the digit at position p in bits 4 p to 4 p + 3; 0 is the blank. `signs[4 * p + i]` is
    the i-th position that the blank can go to from p, or -1. The current path has `depth` moves, at most `most`;
    `depth` is -1 when the search has ended. By depth, `boards` has the board, `blanks` the position of its blank, and
    `turns` how many directions were tried there. `calls` counts the boards entered (calls of `move` in the article),
    `tests` the neighbors tested.
    """

    cython.declare(most=i64, goal=u64, signs=i64s, boards=u64s, blanks=i64s, turns=i64s)
    depth = cython.declare(i64, visibility="readonly")
    calls = cython.declare(i64, visibility="readonly")
    tests = cython.declare(i64, visibility="readonly")

    def __init__(self, start: int, blank: int, goal: int, most: int, signs: i64s) -> None:
        self.goal, self.most, self.signs = goal, most, signs
        self.boards = array("Q", [start]) + array("Q", bytes(8 * most))
        self.blanks = array("q", [blank]) + array("q", bytes(8 * most))
        self.turns = array("q", bytes(8 * (most + 1)))
        self.depth, self.calls, self.tests = 0, 1, 0

    def tiles(self) -> list[int]:
        """Return the tile that each move of the current path slides."""
        return [int(self.boards[k] >> 4 * self.blanks[k + 1]) & 15 for k in range(cython.cast(isize, self.depth))]

    def run(self, budget: i64) -> cython.bint:
        """Continue for `budget` tests; return True as soon as the goal is entered."""
        boards, blanks, turns, signs, goal = self.boards, self.blanks, self.turns, self.signs, self.goal
        most, depth, calls, tests = self.most, self.depth, self.calls, self.tests
        end = tests + budget
        found = False
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
        self.depth, self.calls, self.tests = depth, calls, tests
        return found
