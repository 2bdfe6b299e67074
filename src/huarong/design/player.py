"""A simulated player who reasons backwards from the goal and errs; his number of moves measures difficulty.

He knows no distances. He wants a piece of the goal at its place. He picks one of the pieces in its way and wants that
piece out of the way, and so on, until he finds a piece that can move at once (see `huarong.atlas.reasons`). Sometimes
he gives up a chain of thought, and sometimes he moves a random piece.

The tree of reasons has all chains of thought at the start. Its nodes are wishes; the children of a wish are the ways
out of each piece in its way. If a piece already has to leave on the path from the root, the branch ends there. The tree
is that of D. Olieslagers, Z. Bnaya, Y. Li and W. J. Ma, "Backward reasoning through AND/OR trees to solve problems"
(CogSci 2024).
"""

import math
from random import Random
from typing import NamedTuple

from huarong.atlas.reasons import Reasons, Wish
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle

RUNS, PATIENCE = 30, 200
"""The number of games for each puzzle, and the most moves of a game."""
_THOUGHTS, _GIVES_UP, _ANY = 6, 0.15, 0.05
"""The chains of reasons tried for a move; the probabilities of giving up at a link, and of a random move."""
MOST = 5_000
"""The most nodes, built level by level; of a larger tree only these nodes are measured."""


def moves_of_a_player(puzzle: Puzzle, watch: Watch | None = None, runs: int = RUNS) -> float:
    """Return the geometric mean of a simulated player's moves, at most `PATIENCE` per game; the same in every call.

    Raises `LimitReached` and `Cancelled` from the watch.

    >>> moves_of_a_player(Puzzle.parse("AB/..", goal="../.A")) < moves_of_a_player(Puzzle.parse("AB/..", goal=".A/.."))
    True
    """
    watch, reasons, random, total = watch or Watch(), Reasons(puzzle), Random(1), 0.0
    for _ in range(runs):
        total += math.log(max(1, _game(reasons, random, watch)))
    return math.exp(total / runs)


def _game(reasons: Reasons, random: Random, watch: Watch) -> int:
    places, last = list(reasons.start), -1
    for made in range(PATIENCE):
        watch.count(0)
        wishes = reasons.wishes(places)
        if not wishes:
            return made
        move = None if random.random() < _ANY else _thought(reasons, random, places, wishes, last)
        last, place = move or _any(reasons, random, places, last)
        places[last] = place
    return PATIENCE


def _thought(reasons: Reasons, random: Random, places: list[int], wishes: list[Wish], last: int) -> Wish | None:
    """Return a move with a reason, not of the piece that moved last; None if the player finds none."""
    for _ in range(_THOUGHTS):
        piece, to = wishes[int(random.random() * len(wishes))]
        chain = {piece}
        while True:
            swept = reasons.swept(places[piece], to, random)
            blocking = reasons.in_the_way(places, piece, swept)
            if not blocking:
                if piece != last:
                    return piece, to
                break
            if random.random() < _GIVES_UP:
                break
            piece = blocking[int(random.random() * len(blocking))]
            out = reasons.ways_out(places[piece], swept)
            if piece in chain or not out:
                break
            chain.add(piece)
            to = out[int(random.random() * len(out))]
    return None


def _any(reasons: Reasons, random: Random, places: list[int], last: int) -> Wish:
    """Return a random move of a piece other than the last, if one can move; otherwise a piece that stays."""
    rules = reasons.rules
    covers = rules.covers
    occupied = sum(covers[p] for p in places)
    found = [(i, to) for i, p in enumerate(places) for to in rules.ways(p, occupied & ~covers[p], Metric.MOVE)]
    return random.choice([move for move in found if move[0] != last] or found or [(0, places[0])])


class ReasonTree(NamedTuple):
    """How many nodes and levels a tree of reasons has, and how many of its wishes can be met at once."""

    size: int
    depth: int
    leaves: int


def tree_of_reasons(puzzle: Puzzle, watch: Watch | None = None, most: int = MOST) -> ReasonTree:
    """Return the tree of reasons at the start of a puzzle. Raises `LimitReached` and `Cancelled` from the watch.

    >>> tree_of_reasons(Puzzle.parse("AB./.../goal:/..A/..."))
    ReasonTree(size=4, depth=2, leaves=3)
    """
    watch, reasons = watch or Watch(), Reasons(puzzle)
    level: list[tuple[Wish, frozenset[int]]] = [(wish, frozenset([wish[0]])) for wish in reasons.wishes(reasons.start)]
    size = depth = leaves = 0
    while level and size < most:
        below = []
        depth += 1
        for (piece, to), path in level[: most - size]:
            watch.count(0)
            swept = reasons.swept(reasons.start[piece], to)
            blocking = reasons.in_the_way(reasons.start, piece, swept)
            leaves += not blocking
            below += [
                ((other, out), path | {other})
                for other in blocking
                if other not in path
                for out in reasons.ways_out(reasons.start[other], swept)
            ]
        size += min(len(level), most - size)
        level = below
    return ReasonTree(size, depth, leaves)
