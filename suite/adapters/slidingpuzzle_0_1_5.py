"""slidingpuzzle 0.1.5 of PyPI: numbered tiles, the blank last in the goal; A* with the heuristic that it offers first.

python -m venv ENV; ENV/bin/pip install slidingpuzzle==0.1.5
huarong suite run --metric step -- ENV/bin/python suite/adapters/slidingpuzzle_0_1_5.py
"""

import slidingpuzzle
from lines import need, serve


def solve(puzzle, metric):
    """A step is a slide and a move where there is one blank, so all three counts are the same."""
    need(puzzle.plain and all(len(cells) == 1 for cells in puzzle.pieces.values()))
    goal = "".join("".join(row) for row in puzzle.goals[0])
    need(len(puzzle.goals) == 1 and goal.index(".") == len(goal) - 1 and not puzzle.walls)
    need(sorted(goal) == sorted("".join(puzzle.rows)))
    number = {symbol: i + 1 for i, symbol in enumerate(goal[:-1])} | {".": 0}
    board = slidingpuzzle.from_rows(*([number[symbol] for symbol in row] for row in puzzle.rows))
    if not slidingpuzzle.is_solvable(board):
        return None
    found = slidingpuzzle.search(board, "a*", heuristic=slidingpuzzle.linear_conflict_distance)
    return len(found.solution)


if __name__ == "__main__":
    serve(solve)
