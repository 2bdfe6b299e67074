"""Searching a puzzle given in place of a graph, by the compiled engine."""

from __future__ import annotations

from huarong.limits import Cancel, Report
from huarong.model.metric import Metric, MetricName
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution
from huarong.search.select import MethodName
from huarong.search.solver import solve

__all__ = ["solved"]


def solved(
    puzzle: Puzzle,
    metric: Metric | MetricName | None,
    method: MethodName,
    max_memory: int | str,
    max_seconds: float,
    progress: Report | None,
    cancel: Cancel | None,
) -> Solution:
    """The route of a puzzle's solution by a search method; each move costs 1."""
    return solve(
        puzzle,
        Metric.MOVE if metric is None else metric,
        method=method,
        max_memory=max_memory,
        max_seconds=max_seconds,
        progress=progress,
        cancel=cancel,
    )
