#!/bin/sh
# Each observation of the environment sliding-puzzles is the same array, which the next move changes.
#
# Guess: reset() and step() return a board of their own each, so that a list of them is the solution's positions.
# What happens: they return the environment's own array every time. After five moves a list of six observations
# holds six times the last board.
# Why it matters: whoever records positions to replay or to compare them gets the last one throughout, and no error.
# Copy each observation.
# Versions: sliding-puzzles 0.9.3, gymnasium 1.1.1 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q sliding-puzzles==0.9.3 gymnasium==1.1.1
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

import sliding_puzzles

print("sliding-puzzles", version("sliding-puzzles"))
env = sliding_puzzles.make(h=3, w=3, variation="raw", seed=5)
kept = [env.reset(seed=5)[0]]
copies = [kept[0].copy()]
for _ in range(5):
    kept.append(env.step(env.unwrapped.valid_actions()[0])[0])
    copies.append(kept[-1].copy())
kinds, true = ({board.tobytes() for board in boards} for boards in (kept, copies))
print(f"6 observations; boards among them: {len(kinds)}; among copies made at once: {len(true)}")
assert len(kinds) == 1 and len(true) > 1
PY
"$work/venv/bin/python" "$work/try.py"
