#!/bin/sh
# The k best plans of K* include plans that pass the goal, go on, and come back to it.
#
# Guess: the five best plans are five ways to the goal, none of which passes a layout twice.
# What happens: where only one way exists, the others are that way with detours: there and back, before or after the goal.
# Why it matters: "how many solutions has this puzzle" cannot be read off such a list. Drop plans that visit a state twice or
# reach the goal before their end, and ask for many more than you need.
# Versions: kstar-planner 1.6.0 (PyPI), Python 3.10 or later, Linux on x86-64.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/python -m pip install -q kstar-planner==1.6.0
cat > try.py <<'PY'
from importlib.metadata import version
from pathlib import Path

from kstar_planner import planners

Path("domain.pddl").write_text("""(define (domain line) (:requirements :strips) (:predicates (a) (b) (c))
 (:action a-b :parameters () :precondition (a) :effect (and (b) (not (a))))
 (:action b-a :parameters () :precondition (b) :effect (and (a) (not (b))))
 (:action b-c :parameters () :precondition (b) :effect (and (c) (not (b))))
 (:action c-b :parameters () :precondition (c) :effect (and (b) (not (c)))))""")
Path("problem.pddl").write_text("(define (problem one) (:domain line) (:init (a)) (:goal (c)))")
found = planners.plan_topk(
    domain_file=Path("domain.pddl"), problem_file=Path("problem.pddl"), number_of_plans_bound=3, timeout=60
)
plans = [[action.strip() for action in plan["actions"]] for plan in found["plans"]]
print("kstar-planner", version("kstar-planner"))
for plan in plans:
    print(*plan)
assert plans[0] == ["a-b", "b-c"] and len(plans) == 3 and ["a-b", "b-c", "c-b", "b-c"] in plans
PY
venv/bin/python try.py
