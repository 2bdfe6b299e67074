"""Atlases on disk beside those in memory: `python benchmarks/atlas/on_disk.py [ROW ...]` (a row's number; by default
the first four).

Each is built in a process of its own: seconds of the processor and of the clock, its peak (VmHWM, Linux), the bytes
that its folder has at most, as seen once in a tenth of a second. The distances are compared by the checksums of their
MiB. `--seconds` stops a build after so long. `--ways` builds one space in each of the ways that keep levels on a disk:
both of atlases,
and explorations
(`huarong.resuming`).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

FAMILY = ("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
TWO_EMPTY = ("5x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2")
LARGE = ("4x6", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
ROWS = [
    (FAMILY, "step", "28M"),
    (FAMILY, "move", "28M"),
    (FAMILY, "move", "16M"),
    (TWO_EMPTY, "move", "64M"),
    (LARGE, "move", "1G"),
]
CHILD = """
import json, sys, time, zlib
from huarong.atlas.atlas import Atlas
from huarong.container import Container
from huarong.errors import LimitReached
from huarong.limits import process_memory
from huarong.model.board import Goal
from huarong.space.space import Space
board, pieces, metric, memory, save, seconds = sys.argv[1:]
space = Space.parse(board, pieces)
size, before = space.size, time.perf_counter()
told = {"layouts": size, "stopped": None}
goal = Goal.of([[(0, space.board.heads(space.kinds[0])[-2])]])
try:
    atlas = Atlas.build(space, goal, metric, save=save, max_memory=memory, max_seconds=float(seconds))
    told["longest"] = atlas.facts.longest
except LimitReached as error:
    told["stopped"] = str(error)
told |= {"clock": time.perf_counter() - before, "processor": time.process_time(), "peak": process_memory()}
if not told["stopped"]:
    file = Container.open(save, "atlas")
    told["checksum"] = zlib.crc32(json.dumps([file.size, *file._sums]).encode())
print(json.dumps(told))
"""

WAYS = ("bitsets", "bytes", "exploration by keys", "exploration by keys from all goals")
WAY = """
import sys, time
from unittest import mock
from huarong.atlas import engines
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.explore import Resources, run
from huarong.explore.engines import explored
from huarong.explore.exploration import Request
from huarong.limits import Limits, Watch, process_memory
from huarong.model.board import Metric
from huarong.space.space import Space
way, folder = sys.argv[1:]
space = Space.parse("5x5 2x2:1 2x1:2 1x2:2 1x1:11")
goal = read_goal(space, corner=True)
puzzle, disk = puzzle_at(space, space.layout(space.size // 2), goal), Resources(folder=folder + "/levels")
clock, processor = time.perf_counter(), time.process_time()
if way.startswith("b"):
    also = {"ENGINES": engines.ENGINES[2:]} if way == "bytes" else {}
    with mock.patch.multiple(engines, fits_memory=mock.Mock(return_value=False), **also):
        found = len(Atlas.build(space, goal, "step", save=folder + "/atlas", max_memory="256M"))
elif way.endswith("goals"):
    found = explored(Request(puzzle, Metric.STEP, disk, goals=True), Watch(Limits(memory=256 << 20))).total
else:
    found = run(puzzle, "step", disk, max_memory="256M").total
spent = time.process_time() - processor, time.perf_counter() - clock
used = f"{spent[0]:.2f} s of the processor, {spent[1]:.2f} s, {process_memory() >> 20} MiB"
print(f"{way}: {space.size:,} layouts, {found:,} found, {used}")
"""


def built(row: int, memory: str, seconds: float) -> dict[str, object]:
    """What a process tells that builds the atlas of a row under a limit; `disk` is what its files took at most."""
    (board, pieces), metric, _ = ROWS[row]
    with tempfile.TemporaryDirectory(dir=".") as folder:
        most, end = 0, threading.Event()

        def look() -> None:
            nonlocal most
            while not end.wait(0.1):
                sizes = [path.stat().st_blocks * 512 for path in Path(folder).rglob("*") if path.exists()]
                most = max(most, sum(sizes))

        watcher = threading.Thread(target=look)
        watcher.start()
        words = (board, pieces, metric, memory, f"{folder}/atlas", str(seconds))
        try:
            told = subprocess.run(
                [sys.executable, "-c", CHILD, *words], stdout=subprocess.PIPE, text=True, check=True
            ).stdout
        finally:
            end.set()
            watcher.join()
        found: dict[str, object] = json.loads(told)
        return {**found, "disk": most}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", type=int, default=list(range(4)))
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--only-disk", action="store_true", help="do not build in memory")
    parser.add_argument("--ways", action="store_true")
    given = parser.parse_args()
    for way in WAYS if given.ways else ():
        with tempfile.TemporaryDirectory(dir=".") as folder:
            subprocess.run([sys.executable, "-c", WAY, way, folder], check=True)
    if given.ways:
        return
    for row in given.rows:
        (board, pieces), metric, little = ROWS[row]
        sums = set()
        for memory in [little] if given.only_disk else [little, "8G"]:
            told = built(row, memory, given.seconds)
            sums.add(told.get("checksum"))
            print(f"{board} {pieces}, {metric}, {memory}:", json.dumps(told), flush=True)
        if not given.only_disk:
            print("the distances are equal" if len(sums) == 1 else "THE DISTANCES DIFFER")


if __name__ == "__main__":
    main()
