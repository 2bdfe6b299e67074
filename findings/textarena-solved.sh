#!/bin/sh
# textarena's FifteenPuzzle raises an AttributeError at the move that solves it.
#
# Guess: the last move ends the game with a reward of 1, as in its other puzzles.
# What happens: the game calls a function of games for several players, set_winners, which a state for one player lacks.
# Why it matters: only failures can be scored. Catch the error of the last move and compare the board yourself.
# Versions: textarena 0.7.4 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q textarena==0.7.4
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

import textarena

game = textarena.make("FifteenPuzzle-v0")
game.reset(num_players=1, seed=1)
inner = game
while hasattr(inner, "env"):
    inner = inner.env
inner.board[:] = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, None, 15]]
try:
    said = f"ended: {game.step('[left]')}"
except AttributeError as error:
    said = str(error)
print("textarena", version("textarena"), "solved:", inner.board[3], "-", said)
assert "set_winners" in said and inner.board[3] == [13, 14, 15, None]
PY
"$work/venv/bin/python" "$work/try.py"
