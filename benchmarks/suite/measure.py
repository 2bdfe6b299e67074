"""Measure solvers by the suite, and write the results.

    python benchmarks/suite/measure.py run NAME --metric M [--mode M] [--every N] [--each S] [--group G ...] -- COMMAND
    python benchmarks/suite/measure.py page

`run` puts a solver's run into `results.json` beside this file, in place of an earlier one of its name, metric and mode;
NAME has the version in it. Every N-th case of each group is asked. `page` writes the parts of the pages
`explanation/benchmarks.md` from the file, without measuring anything.
"""

import argparse
import datetime
import json
import os
import platform
import sys
from pathlib import Path

from huarong.suite import cases, judge

HERE = Path(__file__).parent
DATA = HERE / "results.json"


def data():
    """What has been measured."""
    return json.loads(DATA.read_text("utf-8")) if DATA.exists() else {"runs": []}


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


def main():
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
