"""fifteen-puzzle-solvers 2.0.3 of PyPI: numbered tiles on a square, the blank last in the goal; A* with the heuristic
that it takes first.

python -m venv ENV; ENV/bin/pip install fifteen-puzzle-solvers==2.0.3
huarong suite run --metric step -- ENV/bin/python suite/adapters/fifteen_puzzle_solvers_2_0_3.py
"""

from fifteen_puzzle_solvers.domain import Puzzle
from fifteen_puzzle_solvers.services.algorithms import AStar
from fifteen_puzzle_solvers.services.solver import PuzzleSolver
from lines import need, serve


def solve(puzzle, metric):
    """A step is a slide and a move where there is one blank, so all three counts are the same; its solution has the
    start, too.
    """
    need(puzzle.plain and all(len(cells) == 1 for cells in puzzle.pieces.values()))
    goal = "".join("".join(row) for row in puzzle.goals[0])
    need(len(puzzle.goals) == 1 and goal.index(".") == len(goal) - 1 and not puzzle.walls)
    need(sorted(goal) == sorted("".join(puzzle.rows)) and puzzle.width == puzzle.height)
    number = {symbol: i + 1 for i, symbol in enumerate(goal[:-1])} | {".": 0}
    solver = PuzzleSolver(AStar(Puzzle([[number[symbol] for symbol in row] for row in puzzle.rows])))
    try:
        solver.run()
    except RuntimeError as error:
        need("not solvable" in str(error))
        return None
    return len(solver.get_solution()) - 1


if __name__ == "__main__":
    serve(solve)
