#!/bin/sh
# reasoning-gym's Rush Hour gives 1.0 for answers whose moves cannot be made.
#
# Guess: a move through a car, or of more cells than are free, makes an answer wrong.
# What happens: a car goes as far as it can and the rest of the move is dropped, as is a move that is blocked at once.
# Why it matters: 1.0 does not say that the answer is a solution as it is written, nor that its number of cells is right.
# Whoever trains or compares on the score should also replay the moves strictly.
# Versions: reasoning-gym 0.1.25 (PyPI), Python 3.11 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q reasoning-gym==0.1.25
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

import reasoning_gym

data = reasoning_gym.create_dataset("rush_hour", size=1, seed=1)
rows = ["......", "......", "AA..B.", "....B.", "......", "......"]
entry = {"metadata": {"board_config": "".join(rows).replace(".", "o")}}
print("reasoning-gym", version("reasoning-gym"), *rows, sep="\n")
scores = {answer: data.score_answer(answer, entry) for answer in ("B+1 A+4", "A+4", "A+3 B+9 A+9")}
for answer, score in scores.items():
    print(answer, "->", score)
assert scores == {"B+1 A+4": 1.0, "A+4": 0.01, "A+3 B+9 A+9": 1.0}
PY
"$work/venv/bin/python" "$work/try.py"
