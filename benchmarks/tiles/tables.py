"""Build sets of pattern databases and search with them, each in a process of its own: the table of the page tiles.

    python benchmarks/tiles/tables.py [NAME ...]

Puts a row for each set (all of them where none is named) into `tables.json` beside this file: its bytes, the processor
seconds and the memory that its build takes, and, for sets of 4x4, nodes and processor seconds of each of Korf's first
twenty; then
writes the page.
"""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DATA = HERE / "tables.json"
SETS = {
    "tiles-6-6-3": ("4x4", "first"),
    "tiles-7-8": ("4x4", "asked"),
    "tiles-5x5-5-5-5-5-4": ("5x5", "first"),
    "tiles-5x5-6-6-6-6": ("5x5", "asked"),
    "tiles-5x5-6-6-6-6-x12": ("5x5", "asked"),
    "lines-5-5-5": ("4x4", "first"),
}
"""Each set with its board, and whether it is built when it is first needed or only when asked for."""

PROGRAM = """
import json, sys, time
from huarong.tiles import build_tables, solve_tiles
name, korf = sys.argv[1], json.loads(sys.argv[2])
def peak():
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) * 1024
begun = time.process_time()
found = build_tables(name, max_seconds=3600)
told = {"bytes": found.bytes, "built": time.process_time() - begun, "peak": peak()}
if korf:
    given = {"tables": name} | ({"metric": "line"} if name.startswith("lines") else {})
    solve_tiles(korf[0], range(16), **given)
    begun = time.process_time()
    told["nodes"] = sum(solve_tiles(each, range(16), **given).explored for each in korf) / len(korf)
    told["search"] = (time.process_time() - begun) / len(korf)
print(json.dumps(told))
"""


def measured(name: str, board: str) -> dict[str, Any]:
    """What a set takes, in a cache of its own."""
    korf = json.loads((ROOT / "tests/data/korf.json").read_text("utf-8"))
    boards = [each["tiles"] for each in korf[:20]] if board == "4x4" else []
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, name, json.dumps(boards)],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "HUARONG_CACHE": cache},
            capture_output=True,
            text=True,
            check=True,
        )
    told: dict[str, Any] = json.loads(done.stdout)
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in told.items()}


def main() -> None:
    for name in sys.argv[1:] or SETS:
        board, used = SETS[name]
        about = {"name": name, "board": board, "used": used}
        when = {"day": str(datetime.datetime.now(datetime.UTC).date()), "load": round(os.getloadavg()[0])}
        rows = json.loads(DATA.read_text("utf-8")) if DATA.exists() else []
        rows = [row for row in rows if row["name"] != name] + [about | measured(name, board) | when]
        rows.sort(key=lambda row: list(SETS).index(row["name"]))
        DATA.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
        print(rows, flush=True)
    subprocess.run([sys.executable, str(HERE.parent / "figures.py")], check=True)


if __name__ == "__main__":
    main()
