#!/bin/sh
# jumanji's SlidingTilePuzzle deals boards that are half as far from the goal as random ones, and "up" is the gap's way.
#
# Guess: the 24-puzzles of SlidingTilePuzzle-v0 are as hard as any, so results on them are results on the 24-puzzle.
# What happens: a board is made by 200 random moves from the goal, many of which undo each other. The distances of the
# tiles sum to some 39 on average, and to some 76 on boards of which each is equally likely. Action 0, up, moves the gap.
# Why it matters: solvers and learners that are scored on these deals look far better than on the 24-puzzles of the
# literature; plans in the tile's direction must be turned round.
# Versions: jumanji 1.1.2 (PyPI; with JAX, 400 MB), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q jumanji==1.1.2
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

import jax
import jumanji
import numpy as np


def far(board):
    side = len(board)
    return sum(
        abs(row - (tile - 1) // side) + abs(column - (tile - 1) % side)
        for (row, column), tile in np.ndenumerate(np.asarray(board))
        if tile
    )


env = jumanji.make("SlidingTilePuzzle-v0")
reset = jax.jit(env.reset)
starts = [reset(jax.random.PRNGKey(seed))[0] for seed in range(100)]
dealt = np.mean([far(start.puzzle) for start in starts])
draw = np.random.default_rng(1)
drawn = np.mean([far(draw.permutation(25).reshape(5, 5)) for _ in range(2000)])
print(f"jumanji {version('jumanji')}: distances of the tiles {dealt:.0f} on average; on equally likely boards {drawn:.0f}")
start = next(start for start in starts if start.empty_tile_position[0] == 2)
after, _ = env.step(start, 0)
print("action 0 moves the gap from row", start.empty_tile_position[0], "to row", after.empty_tile_position[0])
assert dealt < 0.65 * drawn and after.empty_tile_position[0] == 1
PY
"$work/venv/bin/python" "$work/try.py"
