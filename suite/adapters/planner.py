"""Planners of PyPI, on the PDDL that huarong writes: Fast Downward (A* with LM-cut, or blind) and symk; they count
steps, slides or moves.

python -m pip install ".[pddl]"
huarong suite run --metric step --each 60 -- python suite/adapters/planner.py lmcut|blind|symk

The answer is the file of a plan, which the judge carries out and counts. A planner gets 4 GB.
"""

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import huarong as hr
from huarong.notation import pddl

PLANNERS = {
    "lmcut": ("up_fast_downward", "downward", "astar(lmcut())"),
    "blind": ("up_fast_downward", "downward", "astar(blind())"),
    "symk": ("up_symk", "symk", "sym_bd()"),
}
UNSOLVABLE = (10, 11, 12)
"""Exit statuses of the planners' common driver where all was searched."""


def command(planner):
    """The command of a planner, without the files."""
    package, folder, search = PLANNERS[planner]
    driver = Path(find_spec(package).submodule_search_locations[0]) / folder / "fast-downward.py"
    limits = ["--overall-memory-limit", "4G", "--plan-file", "found.plan"]
    return [sys.executable, str(driver), *limits, "domain", "problem", "--search", search]


def solve(program, folder, text, metric):
    """The file of an optimal plan, `none`, or `?`."""
    for name, part in pddl(text, metric)._asdict().items():
        (folder / name).write_text(part, encoding="ascii")
    plan = folder / "found.plan"
    plan.unlink(missing_ok=True)
    done = subprocess.run(program, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if done.returncode in UNSOLVABLE:
        return "none"
    return plan if done.returncode == 0 else "?"


def main():
    program = command(sys.argv[1])
    folder = Path(tempfile.mkdtemp(prefix="huarong-plans-"))
    for line in sys.stdin:
        name, metric, text = line.rstrip("\n").split("\t")
        place = folder / name  # a plan is read after it was answered, and here perhaps by a judge of a whole batch
        place.mkdir(exist_ok=True)
        try:
            answer = solve(program, place, text, metric)
        except hr.HuarongError:
            answer = "?"
        print(name, answer, sep="\t", flush=True)


if __name__ == "__main__":
    main()
