"""Every known optimum, in every metric in which it is known."""

import json
from pathlib import Path

import pytest

import huarong as hr
from huarong.library import find

from . import naive

KNOWN = json.loads((Path(__file__).parent / "data" / "known_optima.json").read_text("utf-8"))
METRICS = ("step", "slide", "move")


def cases(slow):
    return [
        pytest.param(name, metric, record[metric], id=f"{name}-{metric}")
        for name, record in KNOWN.items()
        for metric in METRICS
        if metric in record and (record.get("slow", False) or find(name).group == "korf") == slow
    ]


@pytest.mark.parametrize(("name", "metric", "best"), cases(slow=False))
def test_optimum(name, metric, best):
    solution = hr.solve(name, metric)
    assert solution.length == best
    replay = naive.replay(solution.puzzle, solution.moves)
    assert naive.solved(solution.puzzle, replay.state)
    assert replay.counts[metric] == best


@pytest.mark.parametrize("name", [n for n, record in KNOWN.items() if record.get("unsolvable")])
def test_unsolvable(name):
    assert not hr.solve(name).solved
