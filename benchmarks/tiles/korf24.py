"""Korf's fifty 24-puzzles, solved one after another: a table of the page tiles.

    python benchmarks/tiles/korf24.py [--tables NAME] [--minutes N] [NUMBER ...]

Solves the instances with these numbers (1 to 10, those of Korf and Taylor, where none is given) and puts a row for each
into `korf24.json` beside this file: length and moves, nodes and seconds, the tables with their checksum, the day and
the load. An instance that has a row with a solution is not solved again, so a run that was stopped or killed goes on
with the next one. `--minutes` stops each instance after so long; its row then has the lower bound proved and the
iterations
completed. The last step
writes the
page.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from huarong.errors import LimitReached
from huarong.files import replacing
from huarong.kernels import usable_cores
from huarong.limits import Progress
from huarong.tiles import build_tables, solve_tiles

HERE = Path(__file__).parent
DATA = HERE / "korf24.json"
INSTANCES = HERE.parents[1] / "tests" / "data" / "korf24.json"


def rows() -> dict[int, dict[str, Any]]:
    """The rows that are known, by instance."""
    known = json.loads(DATA.read_text("utf-8")) if DATA.exists() else []
    return {row["id"]: row for row in known}


def checksum(folder: Path) -> str:
    """The SHA-256 of a set's files, in the order of their names."""
    found = hashlib.sha256()
    for path in sorted(folder.glob("*.table")):
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                found.update(piece)
    return found.hexdigest()


def solved(tiles: list[int], tables: str, seconds: float) -> dict[str, Any]:
    """What solving an instance takes: a row without its number."""
    begun, used = time.perf_counter(), time.process_time()
    completed: dict[int, int] = {}

    def note(now: Progress) -> None:
        # The first report of an iteration has the nodes of those before it, and of a tenth of a second.
        completed.setdefault(now.depth, now.layouts)
        print(f"\r{now.depth + 1}: {now.layouts:,} nodes, {now.seconds:,.0f} s ", end="", flush=True)

    try:
        answer = solve_tiles(tiles, range(25), tables=tables, max_seconds=seconds, progress=note)
        assert answer.verify()
        moves = " ".join(str(tile) for (tile,) in answer.moves)
        found = {"length": answer.length, "moves": moves, "nodes": answer.explored}
    except LimitReached as stopped:
        found = {"lower": stopped.lower, "nodes": stopped.explored}
    print()
    return found | {
        "before": {str(depth + 1): nodes for depth, nodes in completed.items()},
        "seconds": round(time.perf_counter() - begun, 1),
        "processor": round(time.process_time() - used, 1),
        "threads": usable_cores(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("numbers", nargs="*", type=int, default=range(1, 11), metavar="NUMBER")
    parser.add_argument("--tables", default="tiles-5x5-6-6-6-6-x12")
    parser.add_argument("--minutes", type=float, default=math.inf)
    given = parser.parse_args()
    stored = build_tables(given.tables, max_seconds=None)
    tables = {"tables": stored.name, "sha256": checksum(stored.path)}
    instances = {each["id"]: each for each in json.loads(INSTANCES.read_text("utf-8"))}
    for number in given.numbers:
        if "length" in rows().get(number, {}):
            continue
        print(f"{number}:", *instances[number]["tiles"])
        when = {"day": str(datetime.datetime.now(datetime.UTC).date()), "load": round(os.getloadavg()[0])}
        row = solved(instances[number]["tiles"], given.tables, 60 * given.minutes)
        known = rows() | {number: {"id": number, **row, **tables, **when}}
        text = ",\n".join(json.dumps(known[each]) for each in sorted(known))
        with replacing(DATA) as file:
            file.write(f"[\n{text}\n]\n".encode())
    subprocess.run([sys.executable, str(HERE.parent / "figures.py")], check=True)


if __name__ == "__main__":
    main()
