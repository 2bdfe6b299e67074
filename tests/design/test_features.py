"""Features: each by its definition, on findings made up."""

import math

import pytest

from huarong.design.player import ReasonTree
from huarong.design.rating import FEATURES, WEIGHED, Findings
from huarong.design.solution_statistics import SolutionStatistics

FOUND = SolutionStatistics(8, 12.5, 4.0, 0.25, 2.0, 1.5, 0.5, 6.0, 3.0)
EXPECTED = {
    "length": 3.0,
    "pieces": 2.0,
    "single best moves": math.log2(7),
    "reasoning": 5.0,
    "moved again": 5.0,
    "choices": 2.0,
    "bits": 12.5,
    "wrong turns": 2.0,
    "temptations": 1.5,
    "detours": 0.5,
    "unforced moves": 6.0,
    "reach": 10.0,
    "reasons": 5.0,
    "depth of reasons": 4,
    "leaves of reasons": 2.0,
}


def test_each_feature():
    its = Findings(FOUND, 32.0, 1024, ReasonTree(31, 4, 3))
    assert {name: feature(its) for name, feature in FEATURES.items()} == pytest.approx(EXPECTED)
    assert set(WEIGHED) < set(FEATURES)
