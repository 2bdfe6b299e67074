#!/bin/sh
# The only start of Tk's demonstration of the 15-puzzle takes 50 moves, 20 more than the distances of its tiles.
#
# Guess: a demonstration begins with an easy board; the distances of the tiles sum to 30, so a little more than 30 moves.
# What happens: the board is the same each time, and no way of fewer than 50 moves exists. The search goes 24 moves from
# both ends, leaves out boards from which the tiles are still too far from home, and finds no board in common.
# Why it matters: the sum of distances is what programs and people take for "how far is it"; here it is off by 20.
# Versions: Tk 8.6.13 (Debian's tk8.6-doc 8.6.13-2), Python 3.8 or later; apt-get downloads, nothing is installed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q tk8.6-doc=8.6.13-2 >/dev/null 2>&1
dpkg -x tk8.6-doc_8.6.13-2_all.deb .
cat > try.py <<'PY'
import re
from pathlib import Path

text = Path("usr/share/doc/tk8.6-doc/demos/puzzle.tcl").read_text()
start = (*map(int, re.search(r"set order \{([\d ]+)\}", text)[1].split()), 0)
goal = (*range(1, 16), 0)
NEAR = [[c for c in range(16) if abs(c // 4 - d // 4) + abs(c % 4 - d % 4) == 1] for d in range(16)]


def half(start, goal, steps):
    """The boards after exactly so many steps from which twice as many may suffice."""
    homes = [goal.index(tile) for tile in range(16)]
    far = [[tile and abs(c // 4 - h // 4) + abs(c % 4 - h % 4) for tile, h in enumerate(homes)] for c in range(16)]
    before, now = {}, {start: sum(far[c][tile] for c, tile in enumerate(start))}
    for left in range(2 * steps - 1, steps - 1, -1):
        following = {}
        for board, sum_ in now.items():
            gap = board.index(0)
            for cell in NEAR[gap]:
                more = sum_ + far[gap][board[cell]] - far[cell][board[cell]]
                if more <= left:
                    cells = list(board)
                    cells[gap], cells[cell] = board[cell], 0
                    after = tuple(cells)
                    if after not in before:
                        following[after] = more
        before, now = now, following
    return now.keys()


common = {steps: len(half(start, goal, steps) & half(goal, start, steps)) for steps in (24, 25)}
print(start, "boards in common after 24 and after 25 moves from both ends:", common)
assert common[24] == 0 and common[25] > 0
PY
python3 try.py
