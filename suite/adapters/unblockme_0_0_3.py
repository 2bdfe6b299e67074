"""unblockme 0.0.3 of PyPI: Rush Hour on 6x6, the key car leaving to the right in the third row; counts slides.

python -m venv ENV; ENV/bin/pip install unblockme==0.0.3
huarong suite run --metric slide --group rush-hour -- ENV/bin/python suite/adapters/unblockme_0_0_3.py
"""

from lines import need, serve
from unblockme import unblockme

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWYZ"


def solve(puzzle, metric):
    """As many slides as it has boards on the way, less one. It drops rows without a car, and then has no board."""
    need(metric == "slide" and puzzle.headers == {"slide": "along"} and not puzzle.walls)
    need((puzzle.width, puzzle.height) == (6, 6) and all(set(row) != {"."} for row in puzzle.rows))
    need(all(len(cells) in (2, 3) for cells in puzzle.pieces.values()))
    ((key, target),) = puzzle.only_goal().items()
    need(target == [(4, 2), (5, 2)])
    rest = [symbol for symbol in puzzle.pieces if symbol != key]
    need(len(rest) <= len(NAMES))
    names = dict(zip(rest, NAMES, strict=False)) | {key: "X", ".": " "}
    board = "\n".join("".join(names[symbol] for symbol in row) for row in puzzle.rows)
    try:
        return len(unblockme(board, animate=False)) - 1
    except Exception as error:
        need(str(error) == "no solution")
        return None


if __name__ == "__main__":
    serve(solve)
