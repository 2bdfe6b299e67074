"""Converts goals and layouts between single puzzles and a space with several sets of pieces."""

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from huarong.errors import Fault, InputError, PuzzleError, expect
from huarong.model.board import Goal, Layout, Piece, corner_goal, usual_goal
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import EMPTY, GATE, TILES, WALL, new_symbols
from huarong.space.space import Space

_SYMBOLS = TILES[36:] + TILES[10:36] + TILES[1:10]


def check_goal(space: Space, goal: Goal) -> None:
    """Raise `InputError` if a goal has no alternative, or names a kind or cell that the space does not have."""
    expect(goal, Goal)
    if not goal.alternatives:
        raise InputError("the goal has no alternatives: no layout would be solved")
    for alternative in goal.alternatives:
        for kind, head in alternative:
            if not 0 <= kind < len(space.kinds) or not 0 <= head < space.board.size:
                template = (
                    "the goal asks for kind {kind} at cell {head}; the space has {kinds} {kinds:kind|kinds} and "
                    "{cells} {cells:cell|cells}"
                )
                raise InputError(template, kind=kind, head=head, kinds=len(space.kinds), cells=space.board.size)


def kept_goal(space: Space, alternatives: Iterable[Iterable[Iterable[int]]]) -> Goal:
    """Return the goal that a file's header holds as lists. Raises `InputError`, `TypeError` and `ValueError`."""
    goal = Goal.of([(kind, head) for kind, head in each] for each in alternatives)
    check_goal(space, goal)
    return goal


def goal_in(space: Space, puzzle: Puzzle) -> Goal:
    """Return a puzzle's goal in the kinds of a space that has the puzzle's pieces.

    Raises `InputError` if the space does not distinguish pieces that the goal does.
    """
    index = {kind: k for k, kind in enumerate(space.kinds)}
    kinds = [index.get(kind, index.get(replace(kind, mark=""))) for kind in puzzle.kinds]
    for kind in puzzle.goal.kinds:
        if kinds[kind] is None or kinds.count(kinds[kind]) > 1:
            raise InputError(
                "the goal distinguishes pieces of the same shape, but the space {space} does not", space=space.text
            )
    return Goal.of([(kinds[kind] or 0, head) for kind, head in alternative] for alternative in puzzle.goal.alternatives)


def read_goal(
    space: Space, text: str | None = None, corner: bool = False, named: Mapping[str, int] | None = None
) -> Goal:
    """Read a goal for a space: rows with `/` between, any character for each piece that must be there.

    Pieces are identified by their shapes or, if several kinds share a shape, by the mark of the kind (`A@2x1=LR`) or by
    a board's characters, whose kinds are in `named`. Alternatives have `goal:` between them. Without a text, the goal
    of an open 4x5 board with one 2x2 is the usual one: this piece at the bottom center. With `corner`, the goal of
    other boards is the first kind at the bottom right. Raises `PuzzleError`.

    >>> read_goal(Space.parse("3x2 2x1:1 1x1:0.."), "..a/bb.").alternatives
    (((0, 3), (1, 2)),)
    >>> read_goal(Space.parse("3x2 2x1:1"), "aa./.../goal:/.../.aa").alternatives
    (((0, 0),), ((0, 4),))
    """
    expect(space, Space)
    board = space.board
    if text is None:
        usual = usual_goal(board, space.kinds)
        if not has_usual_goal(space):
            usual = corner_goal(board, space.kinds) if corner and space.kinds and space.counts[0][0] else None
        if usual is None:
            raise PuzzleError([Fault("there is no goal, and this space has no usual one: give the goal as rows")])
        return Goal.of([[usual]])
    parts = [part for part in re.split(r"goal:", text) if part.strip(" /\n")]
    return Goal.of([_alternative(space, part, named or {}) for part in parts or [text]])


def has_usual_goal(space: Space) -> bool:
    """Whether a space has a usual goal.

    >>> has_usual_goal(Space.parse("4x5 2x2:1 1x1:4")), has_usual_goal(Space.parse("4x4 1x2:3 2x1:2"))
    (True, False)
    """
    usual = usual_goal(space.board, space.kinds)
    return usual is not None and space.counts[usual[0]] == (1, 1)


def _alternative(space: Space, text: str, named: Mapping[str, int]) -> list[tuple[int, int]]:
    board = space.board
    rows = [row.strip() for row in text.strip().strip("/\n").replace("\n", "/").split("/")]
    if [len(row) for row in rows] != [board.width] * board.height:
        template = "the goal has rows of {got} {got:cell|cells}; expected {height} {height:row|rows} of {width}"
        got = ", ".join(str(len(row)) for row in rows)
        raise PuzzleError([Fault.of(template, got=got, height=board.height, width=board.width)])
    cells: dict[str, list[int]] = {}
    for cell, symbol in enumerate("".join(rows)):
        if symbol not in (EMPTY, WALL, GATE):
            cells.setdefault(symbol, []).append(cell)
    wanted, faults = [], []
    for symbol, where in cells.items():
        fits = [k for k, kind in enumerate(space.kinds) if board.cells(kind, where[0]) == tuple(where)]
        if len(fits) > 1:
            fits = [k for k in fits if k == named.get(symbol) or space.kinds[k].mark == symbol] or fits
        if len(fits) == 1:
            wanted.append((fits[0], where[0]))
        else:
            why = (
                "{number} {number:kind|kinds} of pieces have the shape of the goal's {symbol!r}: write the character "
                "of one on the board, or mark them in the set and write the mark of one"
            )
            if not fits:
                why = "no piece of this set has the shape of the goal's {symbol!r}"
            at = divmod(where[0], board.width)
            faults.append(Fault.at(at[0] + 1, at[1] + 1, why, symbol=symbol, number=len(fits)))
    if not wanted and not faults:
        faults.append(Fault("the goal names no piece: write a piece's character where it must be"))
    if faults:
        raise PuzzleError(faults)
    return wanted


def puzzle_at(space: Space, layout: Layout, goal: Goal = Goal(())) -> Puzzle:  # noqa: B008  # it is immutable
    """Return a layout of a space as a puzzle; its pieces are A, B, ... (letters, digits, then 汉字) in reading order.

    The puzzle has the alternatives of the goal that the layout's pieces can meet; by default there is no goal.

    >>> space = Space.parse("3x2 2x1:1 1x1:0..")
    >>> puzzle_at(space, space.layout(7)).rows()
    ('..A', 'BCC')
    >>> puzzle_at(space, space.layout(7), read_goal(space, ".../.aa"))
    <Puzzle ..A/BCC>
    """
    expect(space, Space)
    expect(layout, Layout)
    expect(goal, Goal)
    held = [k for k, heads in enumerate(layout.heads) if heads]
    index = {k: i for i, k in enumerate(held)}
    places = sorted((head, k) for k in held for head in layout.heads[k])
    symbols = itertools.chain(_SYMBOLS, new_symbols(_SYMBOLS))
    pieces = [Piece(symbol, symbol, index[k], head) for symbol, (head, k) in zip(symbols, places, strict=False)]
    pieces.sort(key=lambda piece: (piece.kind, piece.head))
    possible = [
        [(index[k], head) for k, head in each]
        for each in goal.alternatives
        if all(sum(k == kind for k, _ in each) <= len(layout.heads[kind]) for kind, _ in each)
    ]
    return Puzzle(space.board, tuple(space.kinds[k] for k in held), tuple(pieces), Goal.of(possible))
