"""The library's values as JSON."""

import functools
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from huarong.errors import UnknownName
from huarong.library.catalogue import find
from huarong.library.labels import english
from huarong.limits import Progress
from huarong.memo import Budget, memoized
from huarong.model.board import Move
from huarong.model.pieces import pieces_text
from huarong.model.puzzle import Puzzle, Solution
from huarong.space.space import Space

MOST_IN_TABLE = 300_000
"""The largest space, in layouts, whose table is sent to the page."""
_MOST_CELLS = 30
"""The largest board whose space is counted; larger boards rarely have a small space, and counting takes long."""


@memoized(lambda found: 4000 + 1000 * len(found["pieces"]), Budget(16 << 20), 1024)
def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as JSON, with everything that a page needs; a head is a piece's first cell in reading order."""
    board = puzzle.board
    area = {"width": board.width, "height": board.height, "walls": sorted(board.walls), "gates": sorted(board.gates)}
    return {
        **_picked(puzzle, "name name_zh source note"),
        "library": _in_library(puzzle),
        "line": puzzle.line(),
        "text": puzzle.text(),
        **area,
        "kinds": [
            {"shape": [list(cell) for cell in kind.shape], **_picked(kind, "directions gates mark")}
            for kind in puzzle.kinds
        ],
        "pieces": [
            {**_picked(piece, "symbol label"), "label_en": english(piece.label), **_picked(piece, "kind head")}
            for piece in puzzle.pieces
        ],
        "goal": [[list(each) for each in alternative] for alternative in puzzle.goal.alternatives],
        "piece_set": pieces_text(puzzle, marks=False),
        "table": table_url(puzzle),
    }


def _picked(value: Any, names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names.split()}


def _in_library(puzzle: Puzzle) -> bool:
    try:
        return find(puzzle.name_zh or puzzle.name).puzzle == puzzle
    except UnknownName:
        return False


@functools.lru_cache(1024)
def _size(text: str) -> int:
    """Return the size of a space, or -1 without a numbering; numberings may take many MB and are not kept."""
    try:
        return Space.parse(text).size
    except ValueError:
        return -1


@functools.lru_cache(1024)
def table_url(puzzle: Puzzle) -> str | None:
    """Return the URL of the table of distances for this puzzle's pieces and goal; None if it would be too large."""
    space = Space.of(puzzle)
    if puzzle.board.size > _MOST_CELLS or not 0 <= _size(space.text) <= MOST_IN_TABLE:
        return None
    if Space.parse(space.text) != space:
        return None
    goal = ",".join("+".join(f"{kind}@{head}" for kind, head in each) for each in puzzle.goal.alternatives)
    if len(goal) > 1500:
        return None
    return "/api/v1/table?" + urlencode({"space": space.text, "goal": goal})


def move_json(move: Move) -> dict[str, Any]:
    """Return a move as JSON: the piece, its label, the heads before and after, and the path (`L1U1`)."""
    piece = {**_picked(move, "piece label"), "label_en": english(move.label)}
    return {**piece, "from": move.start, "to": move.stop, "path": move.path, "text": str(move)}


def solution_json(solution: Solution, lang: str = "en") -> dict[str, Any]:
    """Return a solution as JSON, or the answer that there is none; moves have the heads before and after."""
    return solution.to_json(lang) | {"moves": [move_json(move) for move in solution.moves]}


def progress_json(progress: Progress) -> dict[str, Any]:
    """Return the progress of a search as JSON: `rate` in layouts per second, `length` of the best solution so far."""
    told = {"seconds": round(progress.seconds, 3), "rate": round(progress.rate)}
    return {**_picked(progress, "depth layouts"), **told, "length": getattr(progress.found, "length", None)}


def compact(puzzles: Sequence[Puzzle]) -> dict[str, Any]:
    """Return many puzzles as compact JSON: shared parts are listed once and referenced by index.

    A row of `puzzles` has the indices of its set and of its crew, and the heads as text: a character (its code minus
    48) for each, and `/` between the kinds. A set is a board, kinds, a goal and the URL of the table. A crew has the
    pieces' symbols and the indices of their names, which are listed in Chinese and English.
    """
    tables: dict[str, dict[Any, int]] = {name: {} for name in ("boards", "kinds", "goals", "names", "sets", "crews")}

    def number(table: str, value: Any) -> int:
        return tables[table].setdefault(value, len(tables[table]))

    rows = []
    for puzzle in puzzles:
        board = puzzle.board
        walls, gates = (tuple(sorted(cells)) for cells in (board.walls, board.gates))
        kinds = tuple(number("kinds", (kind.shape, kind.directions, kind.gates, kind.mark)) for kind in puzzle.kinds)
        shape, goals = number("boards", (board.width, board.height, walls, gates)), puzzle.goal.alternatives
        whole = shape, kinds, number("goals", goals), table_url(puzzle)
        names = tuple(number("names", (p.label, english(p.label))) for p in puzzle.pieces)
        crew = ("".join(piece.symbol for piece in puzzle.pieces), names)
        heads = "/".join("".join(chr(48 + head) for head in group) for group in puzzle.start.heads)
        rows.append([number("sets", whole), number("crews", crew), heads])
    return {**{name: list(table) for name, table in tables.items()}, "puzzles": rows}
