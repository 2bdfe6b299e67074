"""How cost grows with the number of layouts: a table and a chart by one command.

    python benchmarks/growth.py [--least 1e4] [--most 1e8] [--only TEXT] [--cores N] [--rounds 1] [--page]

For each kind of work the same spaces from 10^4 layouts up to `--most` (2·10^9 takes an hour of one core and 5 GB): a
search of one puzzle, an atlas in moves, and an exploration with the levels in memory, on disk and by Ray where it is
installed, on one core and on two. Each in a process of its own, which may use no more cores than that: seconds of the
clock and of the processor (of all its processes), and bytes a layout by how much the peak of the process rises (Ray's
workers apart), all from when the modules are imported.

What is measured takes the place of the row of the same work and size in `growth.json` beside this file, with its day
and how busy the machine was; then the tables and charts of `docs/` that are made of it are written (`figures.py`).
`--page` writes them
without measuring anything.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src"
DATA = HERE / "growth.json"

SEARCH = """
import huarong as hr
hr.solve("A./../goal:/../.A", "step", method="bfs")  # imports what a search needs
---
found = hr.solve({puzzle!r}, "step", method="bfs", max_memory="12G", max_seconds=3000).explored
"""
ATLAS = """
from huarong.space.space import Space
from huarong.atlas import bitparallel, dense
from huarong.limits import Limits, Watch
from huarong.model.board import Goal
---
space, watch = Space.parse({board!r}, {pieces!r}), Watch(Limits.of("12G", 3000))
goal = Goal.of([[(0, space.board.heads(space.kinds[0])[-2])]])
if isinstance(bitparallel.distances(space, goal, "move", threads={cores}, watch=watch), str):
    dense.distances(space, goal, "move", watch=watch)
found = space.size
"""
EXPLORE = """
from huarong.explore import Resources, run
---
resources = Resources({engine!r}, None if {engine!r} == "memory" else folder, workers={cores})
found = run({puzzle!r}, "step", resources, max_memory="4G", max_seconds=3000).total
"""
PEAK = """
import json, os, resource, sys, time
folder = sys.argv[1]
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:{cores}])
def peak():
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) * 1024
import numpy
{imports}
cpu, clock, before = time.process_time(), time.perf_counter(), peak()
{work}
took = time.perf_counter() - clock
used = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = sum(each.ru_utime + each.ru_stime for each in used) - cpu
print(json.dumps([found, took, cpu, peak() - before]), flush=True)
"""
MARK = "HUARONG_GROWTH"
"""The variable by which all processes of one run are known: those that Ray begins are not waited for by their parent.
"""


class Work(NamedTuple):
    """One line of the chart: what is done, on how many cores, its program and the sizes that it is done for: about how
    many layouts,
    and the program's names."""

    name: str
    cores: int
    program: str
    sizes: tuple[tuple[float, dict[str, Any]], ...]


PUZZLES = (
    (1.2e4, {"puzzle": "横刀立马"}),
    (1.8e5, {"puzzle": "876543210"}),
    (5.8e6, {"puzzle": "gnome-klotski: Solomon"}),
    (5.4e7, {"puzzle": "gnome-klotski: Pelopones"}),
)
SPACES = (
    (6.6e4, {"board": "4x5", "pieces": "2x2:1 2x1:1 1x2:4 1x1:4"}),
    (5.8e6, {"board": "4x5", "pieces": "2x2:1 2x1:0..2 1x2:0..2 1x1:0..4 empty:2.."}),
    (2.9e7, {"board": "4x5", "pieces": "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."}),
    (7.8e7, {"board": "5x5", "pieces": "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2"}),
    (1.75e9, {"board": "4x6", "pieces": "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."}),
)
EXPLORED = (
    (2.6e4, {"puzzle": "横刀立马"}),
    (1.8e5, {"puzzle": "876543210"}),
    (5.4e7, {"puzzle": "gnome-klotski: Pelopones"}),
    (2.4e8, {"puzzle": "1 2 3/4 5 6/7 8 9/10 11 0"}),
    (3.1e9, {"puzzle": "ABCDE/FGHIJ/KL.##"}),
)


def works() -> list[Work]:
    """All that is measured."""
    engines = ["memory", "disk"] + ["ray"] * (importlib.util.find_spec("ray") is not None)
    found = []
    for cores in (1, 2):
        found += [Work("solve", cores, SEARCH, PUZZLES), Work("atlas", cores, ATLAS, SPACES)]
        found += [
            Work(
                f"explore, {engine}",
                cores,
                EXPLORE,
                tuple((layouts, {**names, "engine": engine}) for layouts, names in EXPLORED),
            )
            for engine in engines
        ]
    return found


def measured(work: str, cores: int) -> list[float] | str:
    """Layouts, seconds of the clock and of the processor, and how much the peak rose in bytes; or what went wrong."""
    imports, program = work.split("---\n")
    with tempfile.TemporaryDirectory() as folder:
        child = subprocess.Popen(
            [
                sys.executable,
                "-c",
                PEAK.format(imports=imports, work=program, cores=cores),
                str(Path(folder, "levels")),
            ],
            env={**os.environ, "PYTHONPATH": str(SOURCE), "OPENBLAS_NUM_THREADS": "1", MARK: folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        others: dict[int, float] = {}
        while "ray" in work and child.poll() is None:
            others |= processor(folder, child.pid)
            time.sleep(0.5)
        out, errors = child.communicate()
    if child.returncode:
        return (errors.strip().splitlines() or ["it ended"])[-1]
    found: list[float] = json.loads(out.splitlines()[-1])
    if others:
        found[2] += sum(others.values())
    return found


def processor(mark: str, but: int) -> dict[int, float]:
    """The processor seconds so far of each process with the mark in its environment, but one."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if int(path.name) != but and f"{MARK}={mark}".encode() in path.joinpath("environ").read_bytes():
                fields = path.joinpath("stat").read_text().rpartition(")")[2].split()
                found[int(path.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            continue
    return found


def rows() -> list[dict[str, Any]]:
    """What has been measured, by work, cores and layouts."""
    found: list[dict[str, Any]] = json.loads(DATA.read_text("utf-8")) if DATA.exists() else []
    return found


def keep(row: dict[str, Any]) -> None:
    """Put a row in the place of that of the same work and size."""
    key = ("work", "cores", "size")
    others = [each for each in rows() if any(each[name] != row[name] for name in key)]
    order = list(dict.fromkeys(work.name for work in works()))
    found = sorted([*others, row], key=lambda each: (order.index(each["work"]), each["cores"], each["size"]))
    DATA.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--most", type=float, default=1e8, help="no work on more layouts")
    parser.add_argument("--least", type=float, default=0, help="no work on fewer layouts")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", default="", help="only work whose name holds this")
    parser.add_argument("--cores", type=int, help="only with so many cores")
    parser.add_argument("--page", action="store_true", help="write the pages, measure nothing")
    args = parser.parse_args()
    for work in () if args.page else works():
        for size, names in work.sizes:
            if not args.least <= size <= args.most or args.only not in work.name:
                continue
            if args.cores not in (None, work.cores):
                continue
            program = work.program.format(cores=work.cores, **names)
            runs = [measured(program, work.cores) for _ in range(args.rounds)]
            failed = next((each for each in runs if isinstance(each, str)), None)
            if failed is not None:
                print(f"{work.name}, {work.cores}, {size:.2g}: {failed[:200]}", flush=True)
                continue
            found, clock, cpu, peak = (min(each) for each in zip(*runs, strict=True))
            row = {
                "work": work.name,
                "cores": work.cores,
                "size": size,
                "of": names.get("puzzle") or f"{names['board']} {names['pieces']}",
                "layouts": int(found),
                "seconds": round(clock, 4),
                "processor": round(cpu, 4),
                "bytes": round(peak / found, 2),
                "day": str(datetime.datetime.now(datetime.UTC).date()),
                "load": round(os.getloadavg()[0]),
            }
            print(json.dumps(row, ensure_ascii=False), flush=True)
            keep(row)
    subprocess.run([sys.executable, str(HERE / "figures.py")], check=True)


if __name__ == "__main__":
    main()
