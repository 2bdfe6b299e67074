"""Measure solvers by the suite, and write the results.

    python benchmarks/suite/measure.py run NAME --metric M [--mode M] [--every N] [--each S] [--group G ...] -- COMMAND
    python benchmarks/suite/measure.py growth [MOST]
    python benchmarks/suite/measure.py page

`run` puts a solver's run into `results.json` beside this file, in place of an earlier one of its name, metric and mode;
NAME has the version in it. Every N-th case of each group is asked. `growth` goes through spaces of 10^4 to 10^9
layouts, up to MOST, each in a process of its own, and replaces their rows. `page` writes the parts of the pages
`explanation/benchmarks.md` and their charts from the file, without measuring anything.
"""

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

from huarong import __version__
from huarong.space import Space
from huarong.suite import cases, judge

HERE = Path(__file__).parent
DATA = HERE / "results.json"
SPACES = (
    ("4x5", "2x2:1 1x2:5 1x1:4"),
    ("4x5", "2x2:1 1x2:4 2x1:1 1x1:4"),
    ("4x5", "2x2:1 1x2:2 2x1:2 1x1:4"),
    ("4x6", "2x2:1 1x2:4 2x1:1 1x1:4"),
    ("5x5", "2x2:1 1x2:2 2x1:2 1x1:6"),
    ("5x6", "2x2:1 1x2:4 2x1:1 1x1:4"),
)
"""Spaces of which every layout's distance to the goal is found: the 2x2 in the bottom left corner."""


def data():
    """What has been measured."""
    return json.loads(DATA.read_text("utf-8")) if DATA.exists() else {"runs": [], "growth": []}


def keep(found):
    """Write the file."""
    found["runs"].sort(key=lambda each: (each["metric"], each["mode"], each["name"].casefold()))
    DATA.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")


def machine():
    """A description of the machine in one line."""
    names = [line for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    name = names[0].partition(": ")[2] if names else platform.processor()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0
    return f"{name}, {os.cpu_count()} cores, load {load:.0f}"


def _lines(path):
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def run(name, metric, mode, every, each, groups, command):
    """A solver's run, by the cases that are asked."""
    chosen, seen = [], {}
    for case in cases(None, groups):
        seen[case.group] = seen.get(case.group, -1) + 1
        if seen[case.group] % every == 0:
            chosen.append(case)
    told = judge(command, chosen, metric, mode=mode, each=each, max_seconds=900).to_json()
    del told["command"], told["mode"]
    found = data()
    key = (name, metric, mode)
    found["runs"] = [r for r in found["runs"] if (r["name"], r["metric"], r["mode"]) != key]
    about = {"name": name, "metric": metric, "mode": mode, "every": every, "each": each}
    when = {"date": str(datetime.datetime.now(datetime.UTC).date()), "machine": machine()}
    found["runs"].append({**about, **when, **told})
    keep(found)


PROGRAM = """
import json, sys, time
from huarong import Atlas, Goal
from huarong.space import Space
space = Space.parse(*sys.argv[1:])
began, used = time.perf_counter(), time.process_time()
corner = space.board.width * (space.board.height - 2)
atlas = Atlas.build(space, Goal.of([[(0, corner)]]), "step", max_memory="8G", max_seconds=3600)
seconds, used = time.perf_counter() - began, time.process_time() - used
lines = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
peak = int(lines[0].split()[1]) << 10
print(json.dumps({"layouts": space.size, "seconds": seconds, "cpu_seconds": used, "peak_bytes": peak}))
"""


def growth(most):
    """Measure the cost of whole spaces from 10^4 layouts to 10^9; a new row replaces the earlier one of its space."""
    for board, pieces in SPACES:
        if Space.parse(board, pieces).size > most:
            continue
        args = [sys.executable, "-c", PROGRAM, board, pieces]
        told = json.loads(subprocess.run(args, capture_output=True, text=True, check=True).stdout)
        about = {"board": board, "pieces": pieces, "version": __version__, "machine": machine()}
        found = data()
        found["growth"] = [row for row in found["growth"] if (row["board"], row["pieces"]) != (board, pieces)]
        found["growth"].append(about | told)
        print(f"{board} {pieces}: {told['layouts']:,} layouts in {told['cpu_seconds']:.2f} s of the processor")
        found["growth"].sort(key=lambda row: row["layouts"])
        keep(found)


def main():
    if sys.argv[1:2] == ["growth"]:
        return growth(int(float(sys.argv[2])) if sys.argv[2:] else 1 << 40)
    if sys.argv[1:2] == ["page"]:
        from page import write

        return write(data())
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("what", choices=["run"])
    parser.add_argument("name")
    parser.add_argument("--metric", default="move")
    parser.add_argument("--mode", default="warm")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--each", type=float, default=10)
    parser.add_argument("--group", action="append", default=[])
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    asked = parser.parse_args(words[:at])
    if at == len(words):
        parser.error("no command after --")
    run(asked.name, asked.metric, asked.mode, asked.every, asked.each, asked.group, words[at + 1 :])


if __name__ == "__main__":
    main()
