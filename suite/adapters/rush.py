"""fogleman/rush: Rush Hour on a square board, the car A leaving to the right; counts slides. The path of its program
`solve` is an argument.

    huarong suite run --metric slide --group rush-hour -- python suite/adapters/rush.py PATH/TO/solve

`solve` is its `cmd/solve`, which takes a board on one line and prints what it found.
"""

import re
import subprocess
import sys

from lines import need, serve

NAMES = "BCDEFGHIJKLMNOPQRSTUVWXYZ"


def written(puzzle):
    """The board on one line: `o` is empty, `x` a wall, A the car that is to leave."""
    need(puzzle.headers == {"slide": "along"} and "-" not in "".join(puzzle.rows))
    need(puzzle.width == puzzle.height)
    (key, cells), *others = puzzle.only_goal().items()
    car = puzzle.pieces[key]
    right = car[-1][0] - car[0][0] == len(car) - 1 and cells[-1] == (puzzle.width - 1, car[0][1])
    need(not others and right and all(len(each) > 1 for each in puzzle.pieces.values()))
    rest = [symbol for symbol in puzzle.pieces if symbol != key]
    need(len(rest) <= len(NAMES))
    names = dict(zip(rest, NAMES, strict=False)) | {key: "A", ".": "o", "#": "x"}
    return "".join(names[symbol] for row in puzzle.rows for symbol in row)


def solve(puzzle, metric):
    """The length that it prints, after whether it found a solution and the solution's moves."""
    need(metric == "slide")
    done = subprocess.run([sys.argv[1], written(puzzle)], capture_output=True, text=True)
    found = re.match(r"\{(true|false) \[(.*?)\] (\d+) ", done.stdout)
    need(found)
    return int(found[3]) if found[1] == "true" else None


if __name__ == "__main__":
    serve(solve)
