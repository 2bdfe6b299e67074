"""The systems of the literature, side by side: a museum with working machines.

Each exhibit is one article's own design in plain Python. `EXHIBITS` lists them, `show` tells their
stories, `compare` runs them on one puzzle; `docs/study.md` holds the articles' claims and what came
of them. Nothing here is on the fast path.
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.study.comparison import Comparison, Result, compare
    from huarong.study.record import Exhibit, Found
    from huarong.study.registry import EXHIBITS, exhibit, show
    from huarong.study.table1 import Row, hardest_eight
    from huarong.study.zhou_file import ZhouFile

__all__ = [
    "EXHIBITS",
    "Comparison",
    "Exhibit",
    "Found",
    "Result",
    "Row",
    "ZhouFile",
    "compare",
    "exhibit",
    "hardest_eight",
    "show",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "EXHIBITS": "huarong.study.registry",
        "Comparison": "huarong.study.comparison",
        "Exhibit": "huarong.study.record",
        "Found": "huarong.study.record",
        "Result": "huarong.study.comparison",
        "Row": "huarong.study.table1",
        "ZhouFile": "huarong.study.zhou_file",
        "compare": "huarong.study.comparison",
        "exhibit": "huarong.study.registry",
        "hardest_eight": "huarong.study.table1",
        "show": "huarong.study.registry",
    },
)
