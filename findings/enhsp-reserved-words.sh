#!/bin/sh
# ENHSP refuses a planning task in which an action is called `end`.
#
# Guess: any name that PDDL allows can name an action; `end` is a keyword only inside durative conditions.
# What happens: unified-planning reads the task, ENHSP answers INTERNAL_ERROR ("mismatched input 'end' expecting NAME").
# With the action renamed to `stop`, the same task is solved.
# Why it matters: `begin`, `end` and `start` are natural names for actions of a move, and other planners accept them.
# Versions: unified-planning 1.3.0, up-enhsp 0.1.1 (PyPI), Python 3.10 or later, Java 17 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q unified-planning==1.3.0 up-enhsp==0.1.1
cat > "$work/try.py" <<'PY'
from importlib.metadata import version

from unified_planning.io import PDDLReader
from unified_planning.shortcuts import OneshotPlanner, get_environment

DOMAIN = """(define (domain ways) (:requirements :strips) (:predicates (here) (there))
 (:action %s :parameters () :precondition (here) :effect (there)))"""
PROBLEM = "(define (problem way) (:domain ways) (:init (here)) (:goal (there)))"

for package in "unified-planning", "up-enhsp":
    print(package, version(package))
get_environment().credits_stream = None
found = {}
for name in "end", "start", "over", "all", "stop":
    problem = PDDLReader().parse_problem_string(DOMAIN % name, PROBLEM)
    with OneshotPlanner(name="enhsp-opt") as planner:
        result = planner.solve(problem)
    found[name] = result.status.name
    print(name, result.status.name)
assert {name for name, status in found.items() if status == "INTERNAL_ERROR"} == {"end", "start", "over", "all"}
assert found["stop"].startswith("SOLVED")
PY
"$work/venv/bin/python" "$work/try.py"
