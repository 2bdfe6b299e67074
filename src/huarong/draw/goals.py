"""The goal in pictures: the exit of a board, where the frame has a gap; the goal in words and as boards."""

from collections.abc import Sequence
from dataclasses import replace

from huarong.i18n import say
from huarong.library.labels import piece_text
from huarong.model.board import Goal, Requirement
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import EMPTY, GATE, WALL

Point = tuple[float, float]
_MOST = 4
"""The most places to name in words."""
SIDES = {"U": "the top", "D": "the bottom", "L": "the left", "R": "the right"}


def exit_gap(puzzle: Puzzle) -> tuple[str, tuple[Point, Point] | None]:
    """Return the side with the exit (`U`, `D`, `L` or `R`), and its part of the frame: where the piece of the only goal
    touches one side only. Without an exit, return an empty text and None.

    >>> exit_gap(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    ('D', ((1, 5.1), (3, 5.1)))
    """
    board = puzzle.board
    goals = puzzle.goal.alternatives
    if not puzzle.keys or len(goals) != 1 or len(goals[0]) > 1 or board.gates:
        return "", None
    ((kind, head),) = goals[0]
    shape = puzzle.kinds[kind].shape
    xs = [head % board.width + dx for dx, _ in shape]
    ys = [head // board.width + dy for _, dy in shape]
    x, y, x2, y2 = min(xs), min(ys), max(xs) + 1, max(ys) + 1
    if (x2 - x) * (y2 - y) != len(xs):
        return "", None
    sides = [
        (x == 0, "L", ((-0.1, y), (-0.1, y2))),
        (y == 0, "U", ((x, -0.1), (x2, -0.1))),
        (x2 == board.width, "R", ((x2 + 0.1, y), (x2 + 0.1, y2))),
        (y2 == board.height, "D", ((x, y2 + 0.1), (x2, y2 + 0.1))),
    ]
    touched = [(side, gap) for touches, side, gap in sides if touches]
    return touched[0] if len(touched) == 1 else ("", None)


def goal_text(puzzle: Puzzle, lang: str = "en") -> str:
    """Describe the goal of a puzzle in words; for many pieces or places, say that they are as drawn.

    >>> goal_text(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    'Goal: B to the exit at the bottom'
    >>> goal_text(Puzzle.parse("AAB/AA./...", goal=".../AA./AA."))
    'Goal: A to rows 2–3, columns 1–2'
    """
    goals = puzzle.goal.alternatives
    if not puzzle.keys or sum(map(len, goals)) > _MOST:
        return say("Goal: the pieces as in the small picture", lang)
    way, _ = exit_gap(puzzle)
    if way:
        [(kind, _)] = goals[0]
        side = say(SIDES[way], lang)
        return say("Goal: {piece} to the exit at {side}", lang, piece=_called(puzzle, kind, lang), side=side)
    places = (say(", ", lang).join(_placed(puzzle, *at, lang) for at in each) for each in goals)
    return say("Goal: {places}", lang, places=say("; or ", lang).join(places))


def goal_boards(puzzle: Puzzle) -> Sequence[Puzzle]:
    """Return for each alternative of the goal the board with only the pieces that it names, at their goals."""
    return [_board(puzzle, each) for each in puzzle.goal.alternatives]


def goal_hidden(puzzle: Puzzle) -> bool:
    """Whether a picture of the start shows the goal only in part or not at all: pieces cover it, and there is no exit.

    >>> goal_hidden(Puzzle.parse("876/543/21.")), goal_hidden(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    (True, False)
    """
    if not puzzle.keys or sum(map(len, puzzle.goal.alternatives)) > _MOST:
        return True
    free = {cell for cell, symbol in enumerate("".join(puzzle.rows())) if symbol in (EMPTY, WALL, GATE)}
    return not exit_gap(puzzle)[0] and not goal_cells(puzzle).keys() <= free


def goal_cells(puzzle: Puzzle) -> dict[int, str]:
    """Return the goal cells of the key pieces, each with the numbers of its goals if there are several.

    >>> goal_cells(Puzzle.parse("A../goal:/..A")), goal_cells(Puzzle.parse("A../goal:/..A/goal:/.A."))
    ({2: ''}, {1: '1', 2: '2'})
    """
    found: dict[int, list[str]] = {}
    goals = puzzle.goal.alternatives if puzzle.keys else ()
    for number, goal in enumerate(goals, 1):
        for kind, head in goal:
            for cell in puzzle.board.cells(puzzle.kinds[kind], head) or ():
                found.setdefault(cell, []).append(str(number))
    return {cell: ",".join(found[cell]) if len(goals) > 1 else "" for cell in sorted(found)}


def _board(puzzle: Puzzle, goal: Sequence[Requirement]) -> Puzzle:
    left = list(puzzle.pieces)
    placed = []
    for kind, head in goal:
        piece = next(each for each in left if each.kind == kind)
        left.remove(piece)
        placed.append(replace(piece, head=head))
    placed.sort(key=lambda piece: (piece.kind, piece.head))
    return replace(puzzle, pieces=tuple(placed), goal=Goal.of([goal]))


def _called(puzzle: Puzzle, kind: int, lang: str) -> str:
    """Return the name of a kind's pieces, any of which may meet the goal."""
    same = [piece for piece in puzzle.pieces if piece.kind == kind]
    return say(" or ", lang).join(piece_text(piece.symbol, piece.label, lang) for piece in same)


def _placed(puzzle: Puzzle, kind: int, head: int, lang: str) -> str:
    """Return a piece, and the rows and columns in which the goal requires it."""
    cells = [divmod(cell, puzzle.board.width) for cell in puzzle.board.cells(puzzle.kinds[kind], head) or ()]
    rows, columns = (sorted({each[i] + 1 for each in cells}) for i in (0, 1))
    spans = {"rows": _span(rows), "columns": _span(columns), "height": len(rows), "width": len(columns)}
    text = "{piece} to {height:row|rows} {rows}, {width:column|columns} {columns}"
    return say(text, lang, piece=_called(puzzle, kind, lang), **spans)


def _span(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
