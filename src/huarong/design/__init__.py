"""Design: the hardest starts of a set of pieces, and the book of records.

>>> from huarong.design import hardest
>>> found = hardest("4x5 2x2:1 2x1:1 1x2:4 1x1:4", metric="step", top=1)
>>> found.facts.longest, found.starts[0].puzzle.rows()
(126, ('.AAB', 'CAAB', 'DEEF', 'DG.F', 'HGIJ'))
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.design.hardest_layouts import Hardest, Start, hardest

__all__ = ["Hardest", "Start", "hardest"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Hardest": "huarong.design.hardest_layouts",
        "Start": "huarong.design.hardest_layouts",
        "hardest": "huarong.design.hardest_layouts",
    },
)
