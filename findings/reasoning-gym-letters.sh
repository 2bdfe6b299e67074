#!/bin/sh
# reasoning-gym's Rush Hour shows a board with other letters than the one in its metadata.
#
# Guess: metadata["board_config"] is the board of the question, so a solver can read it, and its moves are an answer.
# What happens: the question names the cars A, B, C, ... without gaps, in the order of their letters in board_config. Where
# that skips a letter, all later cars have another name, and moves in the letters of board_config move other cars.
# Why it matters: a correct solution in these letters scores 0.01. Rename the cars by the order of their letters first.
# Versions: reasoning-gym 0.1.25 (PyPI), Python 3.11 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q reasoning-gym==0.1.25
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

import reasoning_gym

data = reasoning_gym.create_dataset("rush_hour", size=200, seed=1)
print("reasoning-gym", version("reasoning-gym"))
other = []
for entry in data:
    shown = entry["question"].split("Board:\n")[1].split("\n")[:6]
    kept = entry["metadata"]["board_config"].replace("o", ".")
    if "".join(shown) != kept:
        other.append((shown, [kept[i : i + 6] for i in range(0, 36, 6)]))
print(f"{len(other)} of {len(data)} boards have other letters; the first:")
for pair in zip(*other[0]):
    print(*pair)
assert 0 < len(other) < len(data)
PY
"$work/venv/bin/python" "$work/try.py"
