#!/bin/sh
# In Klotski a gate is gone for good once the main piece has stood in it.
#
# Guess: a gate lets only the main piece through, at any time, as in GNOME Klotski, which has the same levels.
# What happens: when the main piece leaves the gate, its cell is empty, and every piece may enter it.
# Why it matters: the same level has other solutions in the two programs, and a solver for one of them is wrong for the other.
# Versions: Klotski 1.3.2 (PyPI), PyQt5 5.15.11, Python 3.8 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q PyQt5==5.15.11
"$work/venv/bin/python" -m pip install -q --no-deps Klotski==1.3.2
cat > "$work/try.py" <<'PY'
import sys
import types
from importlib.metadata import version

# the model needs no window: of PyQt5.QtGui only the names of colors, which need libGL
gui = types.ModuleType("PyQt5.QtGui")
gui.qRgb = lambda *_: 0
sys.modules["PyQt5.QtGui"] = gui
from klotski.kl_map import KLMap

level = KLMap()
level.xymap = [list("a*- ")]
level.w, level.h, level.s_wall = 4, 1, [(2, 0)]
print("Klotski", version("Klotski"), "".join(level.xymap[0]))
assert not level.canMove("a", 1, 0)
for piece, times in ("*", 2), ("a", 2):
    for _ in range(times):
        print(f"{piece} may go right: {level.canMove(piece, 1, 0)}", end="; ")
        level.move_piece(piece, (1, 0))
    print("".join(level.xymap[0]))
assert "".join(level.xymap[0]) == "  a*"
PY
"$work/venv/bin/python" "$work/try.py"
