"""Measure how far each piece of work is from its target: one table, each row in processes of its own.

    python benchmarks/limits/rows.py [NAME ...] [--rounds 3] [--json]

A row is a piece of work, the seconds of the processor that it takes (the least of some rounds; of all threads
together), the clock's seconds beside them, the peak of memory, and the target. Where there is a C++ compiler,
`klotski.cpp` in this folder is compiled and measured in turn with the rows that it can do: it is what a throwaway
program takes, with none of the rest. Without names all rows are measured, which takes some minutes of a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "src")}
FAMILY = '"4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."'
HEAD = "from huarong.__main__ import main; main()"


class Row(NamedTuple):
    """A piece of work and its target: a program of Python that calls `measure` once, or the words of a command."""

    name: str
    program: str | tuple[str, ...]
    wanted: str
    peer: str = ""
    """The metric in which `klotski.cpp` does the same."""


OPENINGS = """
from huarong.library.catalogue import entries
import huarong as hr
texts = [each.text for each in entries() if each.group == "openings"]
"""
SPACE = f"""
from huarong.space.space import Space
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import read_goal
space = Space.parse({FAMILY}); space.size
"""
ROWS = (
    Row("python", ("-c", "pass"), "what an empty process takes"),
    Row("solve", ("-c", HEAD, "solve", "横刀立马"), "90 ms"),
    Row("solve --json", ("-c", HEAD, "solve", "横刀立马", "--json"), "90 ms"),
    Row("--version", ("-c", HEAD, "--version"), ""),
    Row("hint", ("-c", HEAD, "hint", "横刀立马"), ""),
    Row(
        "横刀立马, warm",
        "import huarong as hr\nhr.solve('横刀立马')\nmeasure(lambda: hr.solve('横刀立马'), 50)",
        "2 ms",
        "one",
    ),
    Row("502 openings, parse", OPENINGS + "measure(lambda: [hr.read(each) for each in texts])", "0.1 s"),
    Row(
        "502 openings, solve",
        OPENINGS + "puzzles = [hr.read(each) for each in texts]\nmeasure(lambda: [hr.solve(each) for each in puzzles])",
        "0.5 s",
        "move",
    ),
    Row(
        "502 openings, two threads",
        OPENINGS
        + "from concurrent.futures import ThreadPoolExecutor\npuzzles = [hr.read(each) for each in texts]\nteam = "
        "ThreadPoolExecutor(2)\n" + "measure(lambda: list(team.map(hr.solve, puzzles)))",
        "0.5 s of the clock",
    ),
    Row(
        "502 openings, steps",
        OPENINGS
        + "puzzles = [hr.read(each) for each in texts]\nmeasure(lambda: [hr.solve(each, 'step') for each in puzzles])",
        "0.5 s",
        "step",
    ),
    Row("family, distances in steps", SPACE + "measure(lambda: Atlas.build(space, read_goal(space), 'step'))", "0.5 s"),
    Row("family, distances in moves", SPACE + "measure(lambda: Atlas.build(space, read_goal(space), 'move'))", "1.4 s"),
    Row(
        "family, components",
        SPACE + "from huarong.atlas.bitparallel import components\nmeasure(lambda: components(space))",
        "0.4 s",
    ),
    Row(
        "huarong atlas, family",
        ("-c", HEAD, "atlas", "--board", "4x5", "--pieces", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."),
        "0.7 s",
    ),
    Row(
        "reach, 25,955, moves",
        "import huarong as hr\nfrom huarong.space.space import Space\nfrom huarong.atlas.component import reach\n"
        "p = hr.puzzle('横刀立马'); s = Space.of(p)\nmeasure(lambda: reach(s, p.start, 'move'), 20)",
        "2 ms",
    ),
    Row(
        "3x4 tiles, explore in memory",
        "from huarong.explore import Resources, run\nmeasure(lambda: run('1 2 3/4 5 6/7 8 9/10 11 0', "
        "resources=Resources(workers=1)), 1)",
        "0.8 s",
    ),
    Row(
        "3x4 tiles, atlas of 479 million",
        "from huarong.atlas import Atlas\nmeasure(lambda: Atlas.of('1 2 3/4 5 6/7 8 9/10 11 0'), 1)",
        "1.6 s: twice explore's",
    ),
    Row(
        "6.4 million in one search",
        "import huarong as hr\nmeasure(lambda: hr.solve('gnome-klotski: Solomon', 'step'), 1)",
        "",
    ),
)

MEASURE = """
import json, time
def measure(work, rounds=3):
    least = [float("inf")] * 2
    for _ in range(rounds):
        cpu, clock = time.process_time(), time.perf_counter()
        result = work()
        least = [min(least[0], time.process_time() - cpu), min(least[1], time.perf_counter() - clock)]
    status = open("/proc/self/status").read() if __import__("os").path.exists("/proc/self/status") else "VmHWM: 0 kB"
    print(json.dumps([*least, int(status.split("VmHWM:")[1].split()[0]) / 1024]))
    return result
"""


def measured(row: Row) -> list[float]:
    """Processor seconds, clock seconds, and megabytes (0 where not measured)."""
    if isinstance(row.program, str):
        done = subprocess.run(
            [sys.executable, "-c", MEASURE + row.program], env=ENVIRONMENT, check=True, capture_output=True, text=True
        )
        found: list[float] = json.loads(done.stdout.splitlines()[-1])
        return found
    before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *row.program], env=ENVIRONMENT, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [cpu, time.perf_counter() - clock, 0]


class Peer:
    """`klotski.cpp`, compiled, where there is a compiler."""

    def __init__(self, folder: str) -> None:
        self.program = Path(folder, "klotski")
        compiler = shutil.which("g++") or shutil.which("clang++")
        self.there = compiler is not None
        if compiler:
            source = str(HERE / "klotski.cpp")
            options = ["-O3", "-march=native", "-std=c++17", "-o", str(self.program), source]
            subprocess.run([compiler, *options], check=True)

    def seconds(self, what: str) -> float:
        """Seconds of the processor for all openings in a metric, or for one of them in moves."""
        code = OPENINGS + "print('\\n'.join(''.join(hr.read(each).rows()) for each in texts))"
        if what == "one":
            code = "import huarong as hr; print(''.join(hr.puzzle('横刀立马').rows()))"
        rows = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, check=True, capture_output=True)
        metric = "step" if what == "step" else "move"
        done = subprocess.run([self.program, metric], input=rows.stdout, check=True, capture_output=True)
        return float(done.stdout.split()[-1])


def text(seconds: float) -> str:
    """Seconds for a reader."""
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help=", ".join(row.name for row in ROWS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = [row for row in ROWS if not args.names or any(n in row.name for n in args.names)]
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(folder)
        found: dict[str, list[list[float]]] = {row.name: [] for row in rows}
        others: dict[str, list[float]] = {row.name: [] for row in rows}
        for _ in range(args.rounds):  # alternating, so that disturbances of the machine affect all
            for row in rows:
                found[row.name].append(measured(row))
                if row.peer and peer.there:
                    others[row.name].append(peer.seconds(row.peer))
    if args.json:
        print(json.dumps({"rows": found, "klotski.cpp": others}, ensure_ascii=False))
        return
    print("| work | processor | clock | peak | wanted | klotski.cpp |\n|---|---|---|---|---|---|")
    for row in rows:
        cpu, clock, peak = (min(each) for each in zip(*found[row.name], strict=True))
        other = text(min(others[row.name])) if others[row.name] else ""
        size = f"{peak:.0f} MB" if peak else ""
        print(f"| {row.name} | {text(cpu)} | {text(clock)} | {size} | {row.wanted} | {other} |")


if __name__ == "__main__":
    main()
