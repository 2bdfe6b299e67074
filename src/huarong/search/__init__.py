"""Solve one puzzle: breadth-first, bidirectional, A*, IDA* and anytime search.

>>> solve("横刀立马").length, "bidirectional" in METHODS
(81, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.limits import Progress as Progress
    from huarong.model.impossible import why_unsolvable as why_unsolvable
    from huarong.model.solution import Solution as Solution, Why as Why
    from huarong.search.all_paths import count as count, paths as paths
    from huarong.search.distances import Distances as Distances
    from huarong.search.pattern_database import Heuristic as Heuristic
    from huarong.search.select import METHODS as METHODS, Method as Method, MethodName as MethodName
    from huarong.search.solver import solve as solve

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "limits": "Progress",
        "model.impossible": "why_unsolvable",
        "model.solution": "Solution Why",
        "search.all_paths": "count paths",
        "search.distances": "Distances",
        "search.pattern_database": "Heuristic",
        "search.select": "METHODS Method MethodName",
        "search.solver": "solve",
    },
)
