"""The files of the Sliding Block Program, an applet by Hirofumi Fujiwara and Nick Baxter."""

from __future__ import annotations

import re
from dataclasses import replace

from huarong.errors import CannotExpress, PuzzleError
from huarong.library.notations.base import (
    Notation,
    check_cells,
    check_free,
    claimed,
    fail,
    meaning,
    with_goal,
    with_lines,
)
from huarong.model.board import Board
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup, label_stands
from huarong.model.symbols import new_symbols
from huarong.model.text import drawn, named_by

_GRIDS = ("initial", "target", "hint")
_WORDS = ("size", *_GRIDS, "step", "equiv", "label", "display", "color", "image", "labeloffset", "next", "end")


def encode_fujiwara(puzzle: Puzzle) -> str:
    """Write a file of the Sliding Block Program: see `decode_fujiwara`."""
    board, kinds = puzzle.board, puzzle.kinds
    if board.gates:
        raise CannotExpress("this notation has no gates")
    for piece in puzzle.pieces:
        check_free(kinds[piece.kind], piece.symbol)
        if piece.symbol == ";":
            raise CannotExpress("in this notation ; begins a comment; give that piece another character")
    members = [[piece.symbol for piece in puzzle.pieces if piece.kind == k] for k in range(len(kinds))]
    target = [(c, "#") for c in board.walls]
    for piece, head in named_by(puzzle.pieces, puzzle.goal.alternatives[0]):
        target += [(cell, piece.symbol) for cell in board.cells(kinds[piece.kind], head) or ()]
    named = {kind for kind, _ in puzzle.goal.alternatives[0]}
    lines = [f"size {board.width} {board.height}", "initial"]
    lines += [*puzzle.rows(), "target", *drawn(board, target)]
    lines += [f"label {p.symbol} {p.label}" for p in puzzle.pieces if p.label != p.symbol]
    lines += ["equiv " + "".join(members[kind]) for kind in sorted(named) if len(members[kind]) > 1]
    text = "\n".join([*lines, "end"])
    try:
        found = decode_fujiwara(text)
    except PuzzleError as error:
        raise CannotExpress("this notation reads the goal back as: {why}", why=error.faults[0].message()) from None
    if meaning(found) != meaning(puzzle):
        raise CannotExpress("this notation states the goal cell by cell, which would mean another goal here")
    return text


def decode_fujiwara(text: str, goal: str | None = None) -> Puzzle:
    r"""Read a file of the Sliding Block Program: `size`, the `initial` board and the `target`, each word on a line.

    In the grids `#` is a wall, `.` or a space an empty cell, and any other character a piece. In the target `.` is
    anything, and a character asks for this piece or, after `equiv abc`, for any of `abc`, which must be of one shape.
    `step` is the fewest moves, `display` the name of the puzzle, `label` that of a piece; `hint` and colors are passed
    over. `;` begins a comment, and `end` ends the puzzle::

        size 3 2
        initial
        a.b                 a . b           a's and b's places
        a..                 a . .           are exchanged
        target
        b.a
        ..a
        end

    Source: Sliding Block Program, Hirofumi Fujiwara (1996) and Nick Baxter (1998), `Slide.java`.

    >>> decode_fujiwara("size 3 2\ninitial\na.b\na..\ntarget\nb.a\n..a\nend").line()
    'a.b/a../goal:/b.a/..a'
    """
    said, grids = _said(text)
    width, height = (int(each) for each in said["size"])
    where, wanted = _cells(grids["initial"]), _cells(grids["target"])
    walls = frozenset(y * width + x for x, y in where.pop("#", []))
    more = new_symbols({*where, *wanted})
    names = {symbol: next(more) if symbol in "-:/" else symbol for symbol in where | wanted}
    setup = Setup(Board(width, height, walls))
    for symbol, cells in where.items():
        label = said.get(f"label {symbol}", [""])[0]
        setup.place(names[symbol], cells, label=label if label_stands(label) and label[0] != "*" else "")
    equal = [[c for c in key[6:] if c in where] for key in said if key.startswith("equiv ")]
    for word in equal:
        if any(each in wanted and len(where[each]) > 1 for each in word) and not {*word} <= {*wanted}:
            fail(None, "the target names only some of the equivalent pieces {pieces}", pieces=" ".join(word))
    wanted.pop("#", None)
    same = ["".join(names[each] for each in word) for word in equal if len(word) > 1]
    goals = [{names[symbol]: cells for symbol, cells in wanted.items()}]
    puzzle = replace(Puzzle.of(setup, goals, same=same), name=" ".join(said.get("display", ())))
    return with_goal(claimed(puzzle, said.get("step", ["-"])[0], "move"), goal)


def _cells(rows: list[str]) -> dict[str, list[tuple[int, int]]]:
    found = dict[str, list[tuple[int, int]]]()
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            if symbol != ".":
                found.setdefault(symbol, []).append((x, y))
    return found


def _said(text: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The words after each keyword, of `label` and `equiv` by their first word too, and the rows of each grid."""
    said, grids, height, rows = dict[str, list[str]](), dict[str, list[str]](), 0, ["."]
    width = 0
    for number, line in enumerate(text.split("\n"), 1):
        row, (word, *words) = line.rstrip(), line.split() or [""]
        if line.startswith(";"):
            continue
        if len(rows) < height:
            if len(row) > width:
                template = "this row has {got} {got:cell|cells}; expected {expected}, as size says"
                fail(width + 1, template, line=number, got=len(row), expected=width)
            rows.append(row.ljust(width).replace(" ", "."))
        elif word == "end":
            if re.search(r"(?am)^initial\s*$", "\n".join(text.split("\n")[number:])):
                fail(1, "another puzzle follows this line", line=number)
            break
        elif word == "size" and re.fullmatch(r"(?a)[1-9]\d{0,3} [1-9]\d{0,3}", " ".join(words)) and not height:
            said[word], (width, height) = words, map(int, words)
            check_cells(width, height, number)
            rows = [""] * height
        elif word in _GRIDS and height:
            rows = grids[word] = []
        elif word in ("equiv", "label") and words:
            said[f"{word} {words[0]}"] = words[1:] or [""]
        elif word in _WORDS and word != "size":
            said[word] = words or [""]
        elif word:
            why = "{word!r} is not a valid line; expected one of {names}"
            fail(1, why, line=number, word=row[:20], names=", ".join(_WORDS))
    if not {"initial", "target"} <= {*grids} or len(rows) < height:
        fail(None, "expected size, initial and target, each grid with as many rows as size says")
    return said, grids


_FORM = with_lines(r"size\s+\d+\s+\d+\s*", r"initial\s*", r"target\s*")
_TITLES = ("a Sliding Block Program file", "Sliding Block Program 文件")
FUJIWARA = Notation("fujiwara", *_TITLES, _FORM, decode_fujiwara, encode_fujiwara, sure=True)
