"""Reasons: which pieces the goal requires elsewhere, which pieces are in the way, and where the latter could go.

A *wish* is a piece and a place that it should reach. Take a shortest way there, as if the piece were alone on the
board: the cells that it sweeps must be empty. Each piece on them is in the way, and may go to one of several places,
which are wishes again. So wishes form an AND/OR tree: all pieces in the way must leave (AND), each to one of its places
(OR). See D. Olieslagers, Z. Bnaya, Y. Li and W. J. Ma, "Backward reasoning through AND/OR trees to solve problems"
(CogSci 2024).
"""

import math
from collections.abc import Iterable
from random import Random

from huarong.model.puzzle import Puzzle

Wish = tuple[int, int]
"""A piece, by its index in `Puzzle.pieces`, and the place (see `huarong.model.rules`) that it should reach."""


class Reasons:
    """The wishes of a puzzle's goal, and the pieces in the way; `places` has each piece's place.

    >>> reasons = Reasons(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> [wish] = reasons.wishes(reasons.start)
    >>> reasons.puzzle.pieces[wish[0]].symbol
    'B'
    >>> swept = reasons.swept(reasons.start[wish[0]], wish[1])
    >>> [reasons.puzzle.pieces[i].symbol for i in reasons.in_the_way(reasons.start, wish[0], swept)]
    ['E', 'G', 'H']
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.rules = puzzle, puzzle.rules
        place = self.rules.place
        self.start = tuple(place[piece.kind, piece.head] for piece in puzzle.pieces)
        self.goals = [[place[each] for each in some] for some in puzzle.goal.alternatives]
        self._away: dict[int, dict[int, int]] = {}
        self._out: dict[tuple[int, int], tuple[int, ...]] = {}
        self._back: dict[int, list[int]] = {}
        for p in range(len(self.rules.kind)):
            for _, to, _ in self.rules.exits[p]:
                self._back.setdefault(to, []).append(p)

    def away(self, to: int) -> dict[int, int]:
        """Return the number of steps to a place, by each place from which a piece alone on the board can reach it."""
        found = self._away.get(to)
        if found is None:
            found, frontier = {to: 0}, [to]
            for p in frontier:
                for before in self._back.get(p, ()):
                    if before not in found:
                        found[before] = found[p] + 1
                        frontier.append(before)
            self._away[to] = found
        return found

    def wishes(self, places: Iterable[int]) -> list[Wish]:
        """Return the places of the nearest goal that lack a piece, each with the nearest piece; none at a goal.

        If no goal can be reached even by pieces alone on the board, there are no wishes.
        """
        here = tuple(places)
        return min((self._assigned(goal, here) for goal in self.goals), key=lambda found: found[0])[1]

    def _assigned(self, goal: list[int], here: tuple[int, ...]) -> tuple[float, list[Wish]]:
        """Return the number of steps to a goal, and its wishes."""
        free, wanted, total = set(range(len(here))), list[Wish](), 0.0
        for to in sorted(goal, key=lambda to: to not in here):
            far = self.away(to)
            fit = sorted(i for i in free if here[i] in far)
            if not fit:
                return math.inf, []
            piece = min(fit, key=lambda i: far[here[i]])
            free.discard(piece)
            if here[piece] != to:
                wanted.append((piece, to))
                total += far[here[piece]]
        return total, wanted

    def swept(self, p: int, to: int, random: Random | None = None) -> int:
        """The cells (bits of `Rules.covers`) that a piece alone covers on a shortest way from one place to another.

        If there are several such ways, it takes the first in the order of directions or, with `random`, any.
        """
        far, exits, cells = self.away(to), self.rules.exits, self.rules.covers[p]
        while p != to:
            nearer = [(q, cover) for _, q, cover in exits[p] if far.get(q, math.inf) < far[p]]
            p, cover = nearer[0] if random is None else nearer[int(random.random() * len(nearer))]
            cells |= cover
        return cells

    def in_the_way(self, places: Iterable[int], piece: int, swept: int) -> list[int]:
        """The other pieces that cover a swept cell."""
        return [i for i, p in enumerate(places) if self.rules.covers[p] & swept and i != piece]

    def ways_out(self, p: int, swept: int) -> tuple[int, ...]:
        """Return the nearest places off the swept cells that a piece alone can reach, even across swept cells."""
        found = self._out.get((p, swept))
        if found is None:
            exits, out, seen, inside = self.rules.exits, list[int](), {p}, [p]
            for q in inside:
                for _, to, cells in exits[q]:
                    if to not in seen:
                        seen.add(to)
                        (inside if cells & swept else out).append(to)
            found = self._out[p, swept] = tuple(out)
        return found
