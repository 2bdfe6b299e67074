#!/bin/sh
# The difficulties easy, medium and hard of textarena's RushHour are equally hard.
#
# Guess: a hard board needs more steps than an easy one, since 35 moves are made on it instead of 12.
# What happens: the moves are random, and do not start from a solved board but from the same loosely filled one. The red car
# needs some 6 to 7 steps of one cell at each difficulty; a board with 13 steps is rare.
# Why it matters: "solves hard Rush Hour" of a language model then means boards of the easiest cards. Count the steps of
# each deal yourself, and choose boards by it.
# Versions: textarena 0.7.4 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q textarena==0.7.4
cat > "$work/try.py" <<'PY'
import contextlib
import io
from importlib.metadata import version
from statistics import mean

from textarena.envs.RushHour.env import RushHourEnv


def steps(cars):
    """The fewest steps of one cell after which the red car touches the right side, by breadth-first search."""
    names = sorted(cars)
    lines = [(cars[n].horizontal, cars[n].row if cars[n].horizontal else cars[n].col, cars[n].length) for n in names]

    def cells(i, at):
        across, line, length = lines[i]
        return {(line, at + k) if across else (at + k, line) for k in range(length)}

    layer = {tuple(cars[n].col if cars[n].horizontal else cars[n].row for n in names)}
    seen, count, red = set(layer), 0, names.index("X")
    while layer and not any(board[red] == 4 for board in layer):
        following = set()
        for board in layer:
            full = set().union(*(cells(i, at) for i, at in enumerate(board)))
            for i, at in enumerate(board):
                for to in (at - 1, at + 1):
                    if 0 <= to <= 6 - lines[i][2] and not (cells(i, to) - cells(i, at)) & full:
                        following.add((*board[:i], to, *board[i + 1 :]))
        layer, count = following - seen, count + 1
        seen |= layer
    return count


print("textarena", version("textarena"))
found = {}
for difficulty in ("easy", "medium", "hard"):
    lengths = []
    for seed in range(60):
        game = RushHourEnv(difficulty)
        with contextlib.redirect_stdout(io.StringIO()):
            game.reset(1, seed)
        lengths.append(steps(game.state.game_state["vehicles"]))
    found[difficulty] = mean(lengths)
    print(f"{difficulty}: {mean(lengths):.1f} steps on average, at most {max(lengths)}")
assert max(found.values()) - min(found.values()) < 1.5 and max(found.values()) < 9
PY
"$work/venv/bin/python" "$work/try.py"
