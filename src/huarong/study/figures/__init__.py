"""The figures that the rows of claims quote: each function computes the values of the rows that name it.

A module has the functions of one article. `FIGURES` has them all by name; tests compare them with the rows (the slow
ones in the slow part of the suite).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from huarong.study.figures import lv, ma, poos, zhou, zhoutk

__all__ = ["FIGURES", "Figure"]

Figure = Callable[[], Mapping[str, Any]]

FIGURES: dict[str, Figure] = {
    name: value
    for article, module in (
        ("lv", lv),
        ("zhou", zhou),
        ("zhoutk", zhoutk),
        ("ma", ma),
        ("poos", poos),
    )
    for name, value in vars(module).items()
    if name.startswith(f"{article}_") and callable(value)
}
"""Every function of these modules by its name."""
