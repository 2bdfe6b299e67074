"""The figures that the rows of claims quote: each function computes the values of the rows that name it.

A module has the functions of one article; `times` has those of time and memory, of all articles. `FIGURES` has them all
by name; tests compare them with the stored values (the slow ones in the slow part of the suite).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from huarong.study.figures import lv, lv_sets, ma, poos, times, zhou, zhoutk

__all__ = ["FIGURES", "TIMED", "Figure"]

Figure = Callable[[], Mapping[str, Any]]

FIGURES: dict[str, Figure] = {
    name: value
    for article, module in (
        ("lv", lv),
        ("lv", lv_sets),
        ("zhou", zhou),
        ("zhoutk", zhoutk),
        ("ma", ma),
        ("poos", poos),
        ("times", times),
    )
    for name, value in vars(module).items()
    if name.startswith(f"{article}_") and callable(value)
}
"""Every function of these modules by its name."""
TIMED = frozenset(name for name in FIGURES if name.startswith("times_"))
"""The figures that depend on the machine: times, and bytes as Python counts them."""
