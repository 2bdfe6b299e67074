#!/bin/sh
# The Python package unblockme refuses a board of Rush Hour that has an empty row.
#
# Guess: a row of six spaces is a row without cars, because a space is the package's empty cell.
# What happens: it drops rows of spaces only, counts five rows and raises "invalid state". The same board with a
# car in that row is solved.
# Why it matters: whoever writes boards for it must not pass on those with an empty row, or must take the error
# for "not readable here" and not for a fault in the board.
# Versions: unblockme 0.0.3, unprint as pip chooses it (PyPI), Python 3.9 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q unblockme==0.0.3
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

from unblockme import unblockme

print("unblockme", version("unblockme"))
rows = ["FF    ", "A    B", "AXX  B", "  CC  ", "D     ", "D    E"]
print("with a car in each row:", len(unblockme("\n".join(rows), animate=False)) - 1, "moves")
try:
    unblockme("\n".join([" " * 6, *rows[1:]]), animate=False)
except Exception as error:
    message = str(error).splitlines()[0]
else:
    message = "solved"
print("with an empty first row:", message)
assert message.startswith("invalid state")
PY
"$work/venv/bin/python" "$work/try.py"
