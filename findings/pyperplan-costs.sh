#!/bin/sh
# Pyperplan in unified-planning calls a plan of cost 100 optimal where one of cost 2 exists.
#
# Guess: for a task that says (:metric minimize (total-cost)), the engine pyperplan-opt refuses, or its
# SOLVED_OPTIMALLY is about the cost.
# What happens: a warning that it cannot be established whether the engine can solve the problem; then it ignores the
# costs, finds the plan with the fewest actions and reports SOLVED_OPTIMALLY.
# Why it matters: single moves of several cells are commonly given as actions with a cost. The result's status, which
# is what programs read, then vouches for a wrong optimum. Choose engines by problem_kind, not by name.
# Versions: unified-planning 1.3.0, up-pyperplan 1.1.0, pyperplan 2.1 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q unified-planning==1.3.0 up-pyperplan==1.1.0 pyperplan==2.1
cat > "$work/try.py" <<'PY'
import warnings
from importlib.metadata import version

from unified_planning.io import PDDLReader
from unified_planning.shortcuts import OneshotPlanner, get_environment

DOMAIN = """(define (domain ways) (:requirements :strips :action-costs)
 (:predicates (start) (middle) (end)) (:functions (total-cost) - number)
 (:action jump :parameters () :precondition (start) :effect (and (end) (increase (total-cost) 100)))
 (:action walk :parameters () :precondition (start) :effect (and (middle) (increase (total-cost) 1)))
 (:action arrive :parameters () :precondition (middle) :effect (and (end) (increase (total-cost) 1))))"""
PROBLEM = """(define (problem way) (:domain ways) (:init (start) (= (total-cost) 0)) (:goal (end))
 (:metric minimize (total-cost)))"""

for package in "unified-planning", "up-pyperplan", "pyperplan":
    print(package, version(package))
get_environment().credits_stream = None
problem = PDDLReader().parse_problem_string(DOMAIN, PROBLEM)
with warnings.catch_warnings(record=True) as said, OneshotPlanner(name="pyperplan-opt") as planner:
    warnings.simplefilter("always")
    result = planner.solve(problem)
plan = [action.action.name for action in result.plan.actions]
print("warnings:", [str(warning.message) for warning in said])
print(result.status.name, plan)
assert result.status.name == "SOLVED_OPTIMALLY" and plan == ["jump"]
PY
"$work/venv/bin/python" "$work/try.py"
