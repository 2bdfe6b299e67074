#!/bin/sh
# The Fast Downward of PyPI ends with status 32 for heuristics that need an LP solver.
#
# Guess: lmcount with optimal cost sharing, operator counting and potentials are there, as in the documentation.
# What happens: the program was built without an LP solver; the search ends with "unsupported" (32), not with an error of PDDL.
# Why it matters: status 32 is no statement about the task. Use lmcut() or merge-and-shrink with this package.
# Versions: unified-planning 1.3.0, up-fast-downward 1.0.0 (PyPI), Python 3.10 or later, Linux on x86-64.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/python -m pip install -q unified-planning==1.3.0 up-fast-downward==1.0.0
echo '(define (domain switch) (:requirements :strips) (:predicates (left) (right))
 (:action go :parameters () :precondition (left) :effect (and (right) (not (left)))))' > domain.pddl
echo '(define (problem one) (:domain switch) (:init (left)) (:goal (right)))' > problem.pddl
program=$(venv/bin/python -c "import up_fast_downward as fd; print(fd.__path__[0])")/downward/fast-downward.py
for search in 'astar(lmcut())' 'astar(operatorcounting([lmcut_constraints()]))'; do
  status=0
  venv/bin/python "$program" domain.pddl problem.pddl --search "$search" > said 2>&1 || status=$?
  echo "$search: status $status"
done
test "$status" = 32
