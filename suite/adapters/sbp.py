"""SBPSolver, by path: the format of sliding brick puzzles (`w,h,` and rows of numbers); counts what it prints as moves.

    huarong suite run -- python suite/adapters/sbp.py PATH/TO/solver [ARGUMENT ...]

Written from the form of its files only: the program itself was not to be had where this was written. It is called with
a file, and a line of what it prints is a move if it looks like `(2, left)`. Other programs that read these files print
alike; tried with one of them, timmonfette1/Sliding-Block-Puzzle (`PATH/TO/run bfs`).
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from lines import CannotSay, need, serve

MOVE = re.compile(r"^\(?\s*\d+\s*,\s*(up|down|left|right)\s*\)?\s*$", re.MULTILINE | re.IGNORECASE)


def written(puzzle):
    """The puzzle's file, and how many moves more than the puzzle it takes.

    With a wall around it: -1 a goal cell, 0 empty, 1 a wall, 2 the piece that is to leave, 3 and up the others. Goals
    are cells that only that piece may enter. Where the goal is any other place at the edge, with nothing in its way
    out, such cells are put behind it: then one move more takes the piece through it, and no other way leads there.
    """
    need(not puzzle.headers or set(puzzle.headers) == {"gate"})
    goal = puzzle.only_goal()
    need(len(goal) == 1)
    ((key, target),) = goal.items()
    symbols = [key, *(symbol for symbol in puzzle.pieces if symbol != key)]
    number = {symbol: str(i + 2) for i, symbol in enumerate(symbols)}
    number |= {".": "0", "#": "1", "-": "-1"}
    rows = [list(row) for row in puzzle.rows]
    through = all(puzzle.rows[y][x] == "-" for x, y in target)
    edge = {*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)}
    if not through or not edge <= {*"#-"}:
        rows = [["#", *row, "#"] for row in (["#"] * puzzle.width, *rows, ["#"] * puzzle.width)]
    if not through:
        need(puzzle.plain)
        for x, y in behind(puzzle, target):
            rows[y + 1][x + 1] = "-"
    lines = ["".join(number[symbol] + "," for symbol in row) for row in rows]
    return f"{len(rows[0])},{len(rows)},\n" + "\n".join(lines) + "\n", int(not through)


def behind(puzzle, target):
    """The cells outside the board into which a piece that lies on some cells can go. Raises `CannotSay` where there are
    none.
    """
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        cells = {(x + dx, y + dy) for x, y in target} - set(target)
        if all(not (0 <= x < puzzle.width and 0 <= y < puzzle.height) for x, y in cells):
            return cells
    raise CannotSay


def solve(puzzle, metric):
    """The number of lines that are moves, each of one piece by one cell, less the one out of the board."""
    need(metric == "step")
    text, more = written(puzzle)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.txt"
        path.write_text(text, encoding="ascii")
        said = subprocess.run([*sys.argv[1:], path], capture_output=True, text=True).stdout
    moves = len(MOVE.findall(said))
    need(moves)
    return moves - more


if __name__ == "__main__":
    serve(solve)
