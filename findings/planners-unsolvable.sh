#!/bin/sh
# Of three complete planners in unified-planning, only Fast Downward says that an unsolvable task is proved to be so.
#
# Guess: SymK and Pyperplan, which stop only when they have searched all states, answer UNSOLVABLE_PROVEN as well.
# What happens: both answer UNSOLVABLE_INCOMPLETELY, in their optimal settings too.
# Why it matters: whoever compares planners on puzzles without a solution and counts UNSOLVABLE_PROVEN counts one
# planner. Take "incompletely" of these two for "the engine does not say", not for "it gave up".
# Versions: unified-planning 1.3.0, up-symk 1.6.0, up-fast-downward 1.0.0, up-pyperplan 1.1.0 (PyPI; 130 MB),
# Python 3.10 or later, Linux on x86-64.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q unified-planning==1.3.0 up-symk==1.6.0 up-fast-downward==1.0.0 up-pyperplan==1.1.0
cat > "$work/try.py" <<'PY'
import warnings
from importlib.metadata import version

from unified_planning.io import PDDLReader
from unified_planning.shortcuts import OneshotPlanner, get_environment

DOMAIN = """(define (domain switch) (:requirements :strips) (:predicates (left) (right))
 (:action go :parameters () :precondition (left) :effect (and (right) (not (left))))
 (:action back :parameters () :precondition (right) :effect (and (left) (not (right)))))"""
PROBLEM = "(define (problem both) (:domain switch) (:init (left)) (:goal (and (left) (right))))"
EXPECTED = {"fast-downward-opt": "PROVEN", "symk-opt": "INCOMPLETELY", "pyperplan-opt": "INCOMPLETELY"}

for package in "unified-planning", "up-fast-downward", "up-symk", "up-pyperplan":
    print(package, version(package))
get_environment().credits_stream = None
warnings.simplefilter("ignore")
for name, expected in EXPECTED.items():
    with OneshotPlanner(name=name) as planner:
        status = planner.solve(PDDLReader().parse_problem_string(DOMAIN, PROBLEM)).status.name
    print(name, status)
    assert status == f"UNSOLVABLE_{expected}"
PY
"$work/venv/bin/python" "$work/try.py"
