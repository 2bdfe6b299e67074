"""Huarong itself, as a program that `huarong suite run` can judge: `huarong suite run -- python suite/solver.py`."""

import sys

import huarong as hr

for line in sys.stdin:
    name, metric, text = line.rstrip("\n").split("\t")
    try:
        found = hr.solve(text, metric, max_seconds=60)
        answer = found.length if found.optimal else "?"
    except hr.HuarongError:
        answer = "?"
    print(name, "none" if answer is None else answer, sep="\t", flush=True)
