"""Xuth/js2, a successor of jim'slide: any shapes, walls, one goal; counts moves. The program's path is an argument.

    huarong suite run -- python suite/adapters/js2.py PATH/TO/js2

A piece that the goal names is of a type of its own, since js2 takes any piece of a type for any other.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from lines import need, pieces, serve

LIMITS = "numthreads: 1\nbigmem: 2000000000\nsmallmem: 10000000\n"


def written(puzzle):
    """The puzzle as js2 reads it."""
    along = puzzle.headers == {"slide": "along"}
    need(puzzle.plain or (along and "-" not in "".join(puzzle.rows)))
    goal, types, lines = puzzle.only_goal(), {}, []
    for symbol, cells in puzzle.pieces.items():
        (x0, y0), named = cells[0], symbol if symbol in goal else ""
        shape = tuple((x - x0, y - y0) for x, y in cells)
        known = len(types)
        number = types.setdefault((shape, named), known + 1)
        if len(types) > known:
            lines.append(f"piece: {number} " + " ".join(f"({x},{y})" for x, y in shape))
            wide, high = (len({cell[i] for cell in shape}) for i in (0, 1))
            if along and wide != high:
                lines.append(f"{'locky' if wide > high else 'lockx'}: {number}")
        lines.append(f"put: {number} ({x0},{y0})")
        if named:
            x, y = pieces(puzzle.goals[0])[symbol][0]
            lines.append(f"win: {number} ({x},{y})")
    lines += [f"wall: ({x},{y})" for x, y in puzzle.walls]
    return f"xsize: {puzzle.width}\nysize: {puzzle.height}\n" + "\n".join(lines) + "\n" + LIMITS


def solve(puzzle, metric):
    """One search; each has a process and a file of its own."""
    need(metric == "move")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.txt"
        path.write_text(written(puzzle), encoding="ascii")
        program = str(Path(sys.argv[1]).resolve())
        said = subprocess.run([program, path], cwd=folder, capture_output=True, text=True).stdout
    return length(said)


def length(said):
    """The answer in what js2 says: it numbers its levels from 1, the last being the one from which it found a way to
    win.
    """
    if "found win" in said:
        return int(re.findall(r"level: (\d+)", said)[-1])
    need("no positions generated" in said)
    return None


if __name__ == "__main__":
    serve(solve)
