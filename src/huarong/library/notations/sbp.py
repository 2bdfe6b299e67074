"""SBP, the sliding brick puzzles of a course on artificial intelligence: rows of numbers."""

from __future__ import annotations

import re

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import Notation, check_cells, fail, with_goal
from huarong.library.notations.key_piece import check_targets, covering, key_of, keyed, written
from huarong.model.board import Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import new_symbols
from huarong.model.text import MAX_TEXT, too_long

_SBP = r"(?a)\s*\d+\s*,\s*\d+\s*,?\s*\n[\s\d,-]*"


def is_sbp(text: str) -> bool:
    """Whether a text is a width and a height on a line of their own, then only numbers."""
    return bool(re.fullmatch(_SBP, text))


def encode_sbp(puzzle: Puzzle) -> str:
    """Write SBP: see `decode_sbp`. A goal at the edge becomes a way out of the board: see `way_out`."""
    return written(puzzle, _rows, whole=False)


def _rows(puzzle: Puzzle) -> str:
    key, kind, covers = key_of(puzzle)
    targets = set.intersection(*covers)
    if not targets:
        raise CannotExpress("the alternatives of the goal have no common cell to mark as the goal")
    if not puzzle.board.gates or not puzzle.board.gates <= targets:
        raise CannotExpress("in this notation the goal cells are the gates, and only the master piece may enter them")
    gates = set(puzzle.board.gates)
    check_targets(puzzle, kind, covers, gates, gates.issubset)
    numbers = {"#": 1, ".": 0, "-": -1, key: 2}
    board = puzzle.board
    lines = [f"{board.width},{board.height},"]
    for row in puzzle.rows():
        lines.append("".join(f"{numbers.setdefault(symbol, len(numbers) - 1)}," for symbol in row))
    return "\n".join(lines)


def decode_sbp(text: str, goal: str | None = None) -> Puzzle:
    r"""Read SBP: `w,h,` and then rows of numbers.

    -1 is a goal cell, 0 empty, 1 a wall, 2 the master piece, 3 and up the others. Only the master piece may
    enter the goal cells; solved when it covers all of them::

        5,4,
        1,-1,-1,1,1,      # - - # #       the goal is an opening in the wall
        1,0,3,4,1,        # . b c #
        1,0,2,2,1,        # . A A #
        1,1,1,1,1,        # # # # #

    Source: the sliding brick puzzles of Drexel University's course on artificial intelligence (`SBP-level0.txt`).

    >>> decode_sbp("5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,").rows()
    ('#--##', '#.ab#', '#.AA#', '#####')
    """
    if len(text) > MAX_TEXT:
        raise PuzzleError([too_long(text)])
    lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    faults: list[Fault] = []
    table = [(i, _numbers(i, line, faults)) for i, line in lines]
    if not table or len(table[0][1]) != 2 or min(table[0][1]) < 1:
        fail(1, "expected the width and the height, as in 5,4,", line=table[0][0] if table else 1)
    width, height = table[0][1]
    check_cells(width, height, table[0][0])
    if len(table) - 1 != height:
        template = "there {got:is|are} {got} {got:row|rows}; expected {expected}, as the first line says"
        faults.append(Fault.of(template, got=len(table) - 1, expected=height))
    for i, row in table[1:]:
        if len(row) != width:
            template = "this row has {got} {got:number|numbers}; expected {expected}, as the first line says"
            faults.append(Fault.at(i, None, template, got=len(row), expected=width))
    if faults:
        raise PuzzleError(faults)
    where: dict[int, list[tuple[int, int]]] = {}
    for y, (_, row) in enumerate(table[1:]):
        for x, number in enumerate(row):
            where.setdefault(number, []).append((x, y))
    if 2 not in where or -1 not in where:
        fail(None, "expected a master piece (2) and a goal (-1)")
    walls = frozenset(y * width + x for x, y in where.pop(1, []))
    gates = frozenset(y * width + x for x, y in where.pop(-1))
    where.pop(0, None)
    pieces = {"A": where.pop(2)} | dict(zip(new_symbols("A"), where.values(), strict=False))
    board = Board(width, height, walls, gates)
    heads = covering(board, Kind.of(pieces["A"], gates=True), gates.issubset)
    return with_goal(keyed(board, "A", pieces, heads), goal)


def _numbers(line: int, text: str, faults: list[Fault]) -> list[int]:
    found = []
    for word in re.finditer(r"[^,\s]+", text):
        if re.fullmatch(r"-1|\d{1,5}", word[0], re.ASCII):
            found.append(int(word[0]))
        else:
            template = "{got!r} is not a valid number; expected -1 to 99999"
            faults.append(Fault.at(line, word.start() + 1, template, got=word[0][:20]))
    return found


SBP = Notation("sbp", "SBP", "SBP", is_sbp, decode_sbp, encode_sbp, sure=True)
