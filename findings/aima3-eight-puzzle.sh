#!/bin/sh
# EightPuzzle.solve of aima3 takes seven moves for a board that five solve.
#
# Guess: it is the book's A*: with the sum of distances, which never overestimates, the shortest way.
# What happens: what it adds to the heuristic is not the length of the way but the number of boards opened so far, so a board
# that was reached early looks better than a nearer one.
# Why it matters: the package accompanies a textbook, and its answers are taken for reference values in homework.
# Versions: aima3 1.0.11 (PyPI), Python 3.8 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q aima3==1.0.11
cat > "$work/try.py" <<'PY'
import contextlib
import io
from importlib.metadata import version

from aima3.search import EightPuzzle

START, GOAL = (1, 2, 3, 7, 6, 5, 4, 0, 8), (1, 2, 3, 4, 0, 5, 6, 7, 8)


def far(board, goal):
    return sum(abs(i // 3 - goal.index(t) // 3) + abs(i % 3 - goal.index(t) % 3) for i, t in enumerate(board) if t)


def after(board):
    gap = board.index(0)
    for cell in range(9):
        if abs(cell // 3 - gap // 3) + abs(cell % 3 - gap % 3) == 1:
            cells = list(board)
            cells[gap], cells[cell] = cells[cell], 0
            yield tuple(cells)


layer, shortest = {START}, 0
while GOAL not in layer:
    layer, shortest = {board for one in layer for board in after(one)}, shortest + 1
with contextlib.redirect_stdout(io.StringIO()) as said:
    EightPuzzle().solve(list(START), list(GOAL), far)
moves = said.getvalue().count("[") - 1
print("aima3", version("aima3"), START, "to", GOAL, "shortest:", shortest, "solve:", moves)
assert (shortest, moves) == (5, 7)
PY
"$work/venv/bin/python" "$work/try.py"
