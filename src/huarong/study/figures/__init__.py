"""The figures that the rows of claims quote: each function computes the values of the rows that name it.

吕震宇's figures are in two modules, 周扬's and zhoutk's in one, and all figures of time in `times`.
"""

from huarong.study.figures import lv, lv_parts, ma, poos, times, zhou
from huarong.study.figures.lv import Figure

__all__ = ["FIGURES", "TIMED", "Figure"]

FIGURES: dict[str, Figure] = lv.MEASURED | lv_parts.MEASURED | zhou.MEASURED | ma.MEASURED | poos.MEASURED
FIGURES |= times.MEASURED | times.UNTIMED
"""Every function by its name."""
TIMED = frozenset(times.MEASURED)
"""The figures that depend on the machine: times, and bytes as Python counts them."""
