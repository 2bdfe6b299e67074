#!/bin/sh
# Of the ten levels of rushcards, the hardest has 30 boards and the easiest 136; level 4 has 200,416.
#
# Guess: 443,266 boards over ten levels are some 44,000 each, so a level is a tenth of all boards.
# What happens: a level is a range of lengths, and lengths are very unevenly distributed: 45 to 51 moves for level 10.
# Why it matters: "a random level" gives a board of level 10 as often as one of level 4, so a sample by levels is no sample
# of boards, and thirty cards of level 10 are all there are.
# Versions: rushcards 0.2.0 (PyPI), Python 3.9 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q rushcards==0.2.0
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

from rushcards.puzzle import all_puzzles

print("rushcards", version("rushcards"), f"{sum(map(len, all_puzzles.values())):,} boards")
for level, boards in sorted(all_puzzles.items()):
    lengths = [int(board.split()[0]) for board in boards]
    print(f"level {level}: {len(boards):,} boards of {min(lengths)} to {max(lengths)} moves")
assert (len(all_puzzles[10]), len(all_puzzles[1]), len(all_puzzles[4])) == (30, 136, 200_416)
PY
"$work/venv/bin/python" "$work/try.py"
