"""Solve one puzzle: breadth-first, bidirectional, A*, IDA* and anytime search.

>>> solve("横刀立马").length, "bidirectional" in METHODS
(81, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.limits import Progress
    from huarong.model.solution import Solution, Why
    from huarong.search.all_paths import count, paths
    from huarong.search.distances import Distances
    from huarong.search.pattern_database import Heuristic
    from huarong.search.select import METHODS, Method, MethodName
    from huarong.search.solver import solve

__all__ = [
    "METHODS",
    "Distances",
    "Heuristic",
    "Method",
    "MethodName",
    "Progress",
    "Solution",
    "Why",
    "count",
    "paths",
    "solve",
]

__getattr__, __dir__ = lazily(
    "huarong.search",
    {
        "METHODS": "huarong.search.select",
        "Distances": "huarong.search.distances",
        "Heuristic": "huarong.search.pattern_database",
        "Method": "huarong.search.select",
        "MethodName": "huarong.search.select",
        "Progress": "huarong.limits",
        "Solution": "huarong.model.solution",
        "Why": "huarong.model.solution",
        "count": "huarong.search.all_paths",
        "paths": "huarong.search.all_paths",
        "solve": "huarong.search.solver",
    },
)
