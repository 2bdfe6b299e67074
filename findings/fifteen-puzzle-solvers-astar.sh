#!/bin/sh
# AStar of the Python package fifteen-puzzle-solvers finds solutions that are often twice as long as the shortest, or longer.
#
# Guess: AStar with the heuristic manhattan_distance, which never overestimates, is as short as BreadthFirst.
# What happens: it orders boards by the heuristic alone and never adds the moves made so far. That is greedy
# best-first search, whose solutions can have any length.
# Why it matters: whoever checks a solver, a heuristic or a pattern database against "A*" of this package gets
# numbers that are no optimum, and numbers of expanded boards that no A* has. Its BreadthFirst is right.
# Versions: fifteen-puzzle-solvers 2.0.3 (PyPI), Python 3.9 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q --no-deps fifteen-puzzle-solvers==2.0.3
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

from fifteen_puzzle_solvers.domain import Puzzle
from fifteen_puzzle_solvers.services.algorithms import AStar, BreadthFirst

print("fifteen-puzzle-solvers", version("fifteen-puzzle-solvers"))
longer = 0
for board in ([4, 1, 3], [0, 2, 5], [7, 8, 6]), ([1, 3, 6], [4, 2, 8], [7, 5, 0]), ([3, 1, 2], [4, 0, 5], [6, 7, 8]):
    board = [list(row) for row in board]
    shortest = len(BreadthFirst(Puzzle(board)).solve_puzzle()) - 1  # both lists begin with the start
    star = len(AStar(Puzzle(board), "manhattan_distance").solve_puzzle()) - 1
    print(board, "BreadthFirst:", shortest, "moves; AStar:", star, "moves")
    longer += star > shortest
assert longer > 0
PY
"$work/venv/bin/python" "$work/try.py"
