"""The figures that the rows of claims quote: each function computes the values of the rows that name it.

A module has those of one article (that of 周扬 zhoutk's as well); `times` has those of time and memory, of all.
"""

from huarong.study.figures import lv, ma, poos, times, zhou
from huarong.study.figures.lv import Figure

__all__ = ["FIGURES", "TIMED", "Figure"]

FIGURES: dict[str, Figure] = lv.MEASURED | zhou.MEASURED | ma.MEASURED | poos.MEASURED | times.MEASURED | times.UNTIMED
"""Every function by its name."""
TIMED = frozenset(times.MEASURED)
"""The figures that depend on the machine: times, and bytes as Python counts them."""
