#!/bin/sh
# "Up" is the way of the tile in four packages for the 15-puzzle; jumanji (see jumanji-scramble.sh) means the gap's.
#
# Guess: programs name moves by the gap, as papers on search do ("move the blank up"), or are divided about evenly.
# What happens: in each of these four a tile goes up, into a gap above it.
# Why it matters: a solution written by one convention and read by the other is refused at its first move, or plays on
# for a while and ends elsewhere. Ask which thing moves before you pass on URDL.
# Versions: eight-puzzle-search 0.0.71, py-search 2.8.0, magmacrunch-fifteen-puzzle 0.1.1,
# slidyreplay 8.1.0 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q py-search==2.8.0
"$work/venv/bin/python" -m pip install -q --no-deps eight-puzzle-search==0.0.71 magmacrunch-fifteen-puzzle==0.1.1 slidyreplay==8.1.0
cat > "$work/try.py" <<'PY'
import importlib.util
import random
from importlib.metadata import version
from pathlib import Path

from eight_puzzle_search import Box
from fifteen.rules import Board
from py_search.problems.eight_puzzle import EightPuzzle

MIDDLE = [1, 2, 3, 4, 0, 5, 6, 7, 8]  # the gap is in the middle, 2 above it and 7 below it

box = Box(list(MIDDLE))
box.up()

search = EightPuzzle()
search.state = tuple(MIDDLE)
search.executeAction("up")

arcade = Board(random.random, 3, [MIDDLE[:3], MIDDLE[3:6], MIDDLE[6:]])
arcade.move("up")

place = Path(importlib.util.find_spec("slidyreplay").origin).parent / "sliding_puzzles.py"
source = place.read_text()
table = {}
exec(source[source.index("_MOVE_DIRS = {") : source.index("\n}", source.index("_MOVE_DIRS = {")) + 2], table)

gaps = {
    "eight-puzzle-search": box.value.index(0) - 4,
    "py-search": search.state.index(0) - 4,
    "magmacrunch-fifteen-puzzle": sum(arcade.grid, []).index(0) - 4,
    "slidyreplay": 3 * table["_MOVE_DIRS"]["U"][0],  # the row of the gap, read from the module's table
}
for name, moved in gaps.items():
    print(name, version(name), "up: the gap goes", "down" if moved > 0 else "up")
assert set(gaps.values()) == {3}, gaps
PY
"$work/venv/bin/python" "$work/try.py"
