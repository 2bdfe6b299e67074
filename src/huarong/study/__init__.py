"""The systems of the literature, side by side: a museum with working machines.

Each exhibit is one article's own design in plain Python. `EXHIBITS` lists them, `show` tells their
stories, `compare` runs them on one puzzle; `docs/study.md` holds the articles' claims and what came
of them. Nothing here is on the fast path.
"""

from __future__ import annotations

from huarong.study.compare import Comparison, Result, compare
from huarong.study.record import Exhibit, Found
from huarong.study.registry import EXHIBITS, exhibit, show

__all__ = ["EXHIBITS", "Comparison", "Exhibit", "Found", "Result", "compare", "exhibit", "show"]
