"""SBPSolver, by path: the format of sliding brick puzzles (`w,h,` and rows of numbers); counts what it prints as moves.

    huarong suite run -- python suite/adapters/sbp.py PATH/TO/solver [ARGUMENT ...]

Written from the form of its files only: the program itself was not to be had where this was written. It is called with a file, and a
line of what it prints is a move if it looks like `(2, left)`. Other programs that read these files print alike; tried with one of them,
timmonfette1/Sliding-Block-Puzzle (`PATH/TO/run bfs`).
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from lines import need, serve

MOVE = re.compile(r"^\(?\s*\d+\s*,\s*(up|down|left|right)\s*\)?\s*$", re.MULTILINE | re.IGNORECASE)


def written(puzzle):
    """The puzzle with a wall around it: -1 a goal cell, 0 empty, 1 a wall, 2 the piece that is to leave, 3 and up the others."""
    need(not puzzle.headers or set(puzzle.headers) == {"gate"})
    ((key, target),) = puzzle.only_goal().items()
    need(all(puzzle.rows[y][x] == "-" for x, y in target))
    symbols = [key, *(symbol for symbol in puzzle.pieces if symbol != key)]
    number = {symbol: str(i + 2) for i, symbol in enumerate(symbols)}
    number |= {".": "0", "#": "1", "-": "-1"}
    rows = puzzle.rows
    if not {*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)} <= {*"#-"}:
        rows = [f"#{row}#" for row in ("#" * puzzle.width, *rows, "#" * puzzle.width)]
    lines = ["".join(number[symbol] + "," for symbol in row) for row in rows]
    return f"{len(rows[0])},{len(rows)},\n" + "\n".join(lines) + "\n"


def solve(puzzle, metric):
    """The number of lines that are moves, each of one piece by one cell."""
    need(metric == "step")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.txt"
        path.write_text(written(puzzle), encoding="ascii")
        said = subprocess.run([*sys.argv[1:], path], capture_output=True, text=True).stdout
    moves = len(MOVE.findall(said))
    need(moves)
    return moves


if __name__ == "__main__":
    serve(solve)
