"""Builds puzzles from kinds and heads, for the design tools."""

import collections
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from huarong.limits import Watch
from huarong.model.board import Board, Goal, Kind, Piece
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules
from huarong.model.symbols import new_symbols
from huarong.space.space import Space


class Placed(NamedTuple):
    """A piece by its kind and its head; without a symbol, it gets a new one."""

    kind: Kind
    head: int
    symbol: str = ""
    label: str = ""


def placed(puzzle: Puzzle) -> list[Placed]:
    """Return the pieces of a puzzle at their starts."""
    return [Placed(puzzle.kinds[p.kind], p.head, p.symbol, p.label) for p in puzzle.pieces]


def assembled(board: Board, pieces: Iterable[Placed], kinds: Iterable[Kind], goal: Goal) -> Puzzle | None:
    """Return the puzzle of these pieces, with a goal over `kinds`; None if no alternative of the goal can be met.

    >>> puzzle = Puzzle.parse("AAB/...", goal=".../.AA")
    >>> assembled(puzzle.board, placed(puzzle)[:1], puzzle.kinds, puzzle.goal).line()
    'AA./.../goal:/.../.AA'
    """
    some, before = list(pieces), list(kinds)
    order = sorted({each.kind for each in some}, key=lambda kind: kind.order)
    counts = [sum(each.kind == kind for each in some) for kind in order]
    alternatives = []
    for alternative in goal.alternatives:
        if all(before[k] in order for k, _ in alternative):
            each = [(order.index(before[k]), head) for k, head in alternative]
            fits = all(board.cells(order[k], head) is not None for k, head in each)
            if fits and all(sum(k == j for j, _ in each) <= counts[k] for k, _ in each):
                alternatives.append(each)
    if not alternatives:
        return None
    symbols = new_symbols({each.symbol for each in some})
    named = [each if each.symbol else each._replace(symbol=next(symbols)) for each in some]
    found = [Piece(p.symbol, p.label or p.symbol, order.index(p.kind), p.head) for p in named]
    found.sort(key=lambda piece: (piece.kind, piece.head))
    return Puzzle(board, tuple(order), tuple(found), Goal.of(alternatives))


def without(puzzle: Puzzle, symbol: str) -> Puzzle | None:
    """Return the puzzle without a piece; None if the goal names no other piece.

    >>> without(Puzzle.parse("AAB/...", goal=".../.AA"), "B").rows()
    ('AA.', '...')
    """
    rest = [each for each in placed(puzzle) if each.symbol != symbol]
    found = assembled(puzzle.board, rest, puzzle.kinds, puzzle.goal)
    return found and replace(found, name=puzzle.name, name_zh=puzzle.name_zh)


def scattered(
    space: Space, goal: Goal, draw: random.Random, tries: int = 100, watch: Watch | None = None
) -> Puzzle | None:
    """Return a random unsolved layout of a space's pieces, larger pieces placed first; None if they do not fit."""
    board, (least, most) = space.board, space.empty
    places = _places(space, goal)
    for _ in range(tries):
        counts = [draw.randint(low, low + 4 if high is None else high) for low, high in space.counts]
        taken: set[int] = set()
        laid: list[Placed] = []
        symbols = new_symbols("")
        rooms = zip(space.kinds, counts, places, strict=True)
        for kind, count, room in sorted(rooms, key=lambda each: -len(each[0].shape)):
            for _ in range(count):
                (watch or Watch()).count(0)
                heads = [h for h in room if taken.isdisjoint(board.cells(kind, h) or ())]
                if not heads:
                    break
                head = draw.choice(heads)
                taken.update(board.cells(kind, head) or ())
                laid.append(Placed(kind, head, kind.mark or next(symbols)))
        free = len(board.free) - len(taken)
        if len(laid) == sum(counts) and least <= free and (most is None or free <= most):
            found = assembled(board, laid, space.kinds, goal)
            if found is not None and not found.goal.holds(found.start):
                return found
    return None


def _places(space: Space, goal: Goal) -> list[list[int]]:
    """Return for each kind the possible heads; for a kind of the goal, only heads from which it can reach the goal."""
    rules, lines = Rules.of(space.board, space.kinds), collections.Counter[str]()
    wanted = {rules.place[each] for alternative in goal.alternatives for each in alternative}
    near = [place for group in rules.groups if wanted.intersection(group) for place in group]
    for place in near:  # a piece that slides along the goal's line and cannot leave it would block it
        kind = space.kinds[rules.kind[place]]
        lines[kind.directions] |= rules.covers[place] if len(kind.directions) == 2 else 0
    found = []
    for k, kind in enumerate(space.kinds):
        open_ = [h for h in space.board.heads(kind) if not rules.covers[rules.place[k, h]] & lines[kind.directions]]
        found.append([rules.head[place] for place in near if rules.kind[place] == k] or open_)
    return found
