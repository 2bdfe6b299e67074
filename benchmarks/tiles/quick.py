"""Solutions at once: how much longer than the optimum they are after some seconds, in a table of the page tiles.

    python benchmarks/tiles/quick.py [--count N] [--python PYTHON] [ROW ...]

Each row is a set of boards and a time, such as `24 0.1`; all of them where none is named. The optimum is known for
Korf's instances; random boards (seeded) are compared with the lower bound that the search proves. A busy machine would
measure the others: seconds are the processor time of this process divided by two, for its two threads. `--python` is
an interpreter that has `slidingpuzzle` and `fifteen-puzzle-solvers`: they get 20 s of processor time for each of a
few boards. Rows go into `quick.json` beside this file; the last step writes the page.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from huarong.tiles import improving_tiles, solvable, solve_tiles

HERE = Path(__file__).parent
TESTS, DATA = HERE.parents[1] / "tests" / "data", HERE / "quick.json"
ROWS = {
    "15": (4, (0.1, 2)),
    "24": (5, (0.1, 2, 30)),
    "35": (6, (0.1, 2, 30)),
    "48": (7, (0.3, 2)),
    "63": (8, (0.5, 2)),
    "99": (10, (2, 10)),
}
"""The width of each board, and the seconds."""
CLOCK = SimpleNamespace(perf_counter=lambda: time.process_time() / 2)

OTHERS = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_CPU, (20, 21))
width, board, way = json.loads(sys.argv[1])
rows = [board[i:i + width] for i in range(0, len(board), width)]
if way == "fifteen-puzzle-solvers A*":
    from fifteen_puzzle_solvers.domain import Puzzle
    from fifteen_puzzle_solvers.services.algorithms import AStar
    search = AStar(Puzzle(rows))
    length = len(search.solve_puzzle())
else:
    import slidingpuzzle
    length = len(slidingpuzzle.search(slidingpuzzle.from_rows(*rows), way.split()[1]).solution)
print(json.dumps([length, time.process_time()]))
"""


def boards(name: str, count: int) -> list[tuple[list[int], int | None]]:
    """Boards whose goal has the blank first, and their optimum if it is known."""
    known = {"15": "korf.json", "24": "korf24.json"}.get(name)
    if known:
        return [(each["tiles"], each["optimal"]) for each in json.loads((TESTS / known).read_text("utf-8"))[:count]]
    width, found = ROWS[name][0], list[tuple[list[int], int | None]]()
    for seed in range(count):
        board, chance = list(range(width * width)), random.Random(seed)
        chance.shuffle(board)
        while not solvable(board, range(width * width), width):
            chance.shuffle(board)
        found.append((board, None))
    return found


def measured(name: str, seconds: float, count: int) -> dict[str, Any]:
    """A row: the mean ratio to the optimum or the bound, how many are proved, and the slowest first solution."""
    ratios, bounds, first, proved = [], [], 0.0, 0
    for board, best in boards(name, count):
        with patch("huarong.tiles.quick.time", CLOCK), patch("huarong.limits.time", CLOCK):
            begun = time.process_time()
            for answer in improving_tiles(board, range(len(board)), within=seconds):
                first = max(first, time.process_time() - begun if begun else 0.0)
                begun = 0.0
        assert answer.verify() and (answer.bound or answer.length) <= (best or answer.length)
        ratios.append(answer.length / (best or answer.bound or answer.length))
        bounds.append((answer.bound or answer.length) / (best or answer.length))
        proved += answer.bound is None
    many = len(ratios)
    told = {"ratio": sum(ratios) / many, "lower": sum(bounds) / many, "first": first, "tables": answer.tables or None}
    return {
        "boards": many,
        "proved": proved,
        **{k: round(v, 4) if isinstance(v, float) else v for k, v in told.items()},
    }


def others(python: str) -> list[dict[str, Any]]:
    """What other programs find in 20 s of processor time each, on the first three boards of Korf's sets."""
    found = []
    for name, way in (
        *((name, f"slidingpuzzle {way}") for name in ("15", "24") for way in ("greedy", "beam", "a*")),
        ("15", "fifteen-puzzle-solvers A*"),
    ):
        ratios, seconds = [], []
        for board, best in boards(name, 3):
            cells = len(board)
            turned = [cells - tile if tile else 0 for tile in board[::-1]]  # their goal has the blank last
            call = [python, "-c", OTHERS, json.dumps([ROWS[name][0], turned, way])]
            done = subprocess.run(call, capture_output=True, text=True)
            if done.returncode == 0:
                length, took = json.loads(done.stdout.splitlines()[-1])
                ratios.append(length / (best or length))
                seconds.append(took)
        row = {"set": name, "program": way, "boards": 3, "solved": len(ratios)}
        if ratios:
            row |= {"ratio": round(sum(ratios) / len(ratios), 3), "took": round(sum(seconds) / len(seconds), 2)}
        found.append(row)
        print(row, flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--python")
    given = parser.parse_args()
    wanted = [row.split() for row in given.rows] or [
        [name, str(each)] for name, (_, times) in ROWS.items() for each in times
    ]
    known = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {"rows": [], "others": []}
    for name, seconds in wanted if given.rows or not given.python else ():
        board, _ = boards(name, 1)[0]
        solve_tiles(board, range(len(board)), within=0.01)  # its tables are built and in memory
        row = {"set": name, "seconds": float(seconds), **measured(name, float(seconds), given.count)}
        row |= {"day": str(datetime.datetime.now(datetime.UTC).date()), "load": round(os.getloadavg()[0])}
        rest = [each for each in known["rows"] if (each["set"], each["seconds"]) != (name, float(seconds))]
        known["rows"] = sorted([*rest, row], key=lambda each: (int(each["set"]), each["seconds"]))
        print(row, flush=True)
        DATA.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    if given.python:
        known["others"] = others(given.python)
        DATA.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    subprocess.run([sys.executable, str(HERE.parent / "figures.py")], check=True)


if __name__ == "__main__":
    main()
