#!/bin/sh
# About half of the boards that textarena's FifteenPuzzle deals cannot be solved.
#
# Guess: it deals solvable boards only, by random moves from the goal or with a check of the parity.
# What happens: it shuffles the 16 cells evenly, so that half of the boards have the wrong parity, and the player is
# told to solve them all the same.
# Why it matters: whoever scores a solver or a language model on it measures the deal, and whoever takes boards from
# it must test each for a solution.
# Versions: textarena 0.7.4 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q textarena==0.7.4
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

import textarena


def deal(seed):
    game = textarena.make("FifteenPuzzle-v0")
    game.reset(num_players=1, seed=seed)
    while hasattr(game, "env"):
        game = game.env
    return game.board


def solvable(board):  # the gap's distance to its corner and the permutation have the same parity
    cells = [tile or 16 for row in board for tile in row]
    row, column = divmod(cells.index(16), 4)
    swaps = sum(a > b for i, a in enumerate(cells) for b in cells[i + 1 :])
    return (swaps + row + column) % 2 == 0


print("textarena", version("textarena"))
bad = [board for board in map(deal, range(200)) if not solvable(board)]
print(f"{len(bad)} of 200 deals cannot be solved, the first: {bad[:1]}")
assert 60 < len(bad) < 140
PY
"$work/venv/bin/python" "$work/try.py"
