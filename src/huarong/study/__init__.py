"""The museum: the systems of the literature, rebuilt as programs that run side by side.

Each exhibit is one article's own design in plain Python. `ARTICLES` lists the articles, `EXHIBITS` the exhibits,
`show` describes one, `compare` runs several on one puzzle; `claims` has every claim of the articles with a verdict,
from which `docs/study.md` is made. No solver of Huarong uses these modules.
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.study.articles import ARTICLES, Article, article
    from huarong.study.claim import VERDICTS, Claim, claims
    from huarong.study.comparison import Comparison, Result, compare
    from huarong.study.lv.example import worked_example
    from huarong.study.lv.levels import widest_levels
    from huarong.study.ma.knight import contest
    from huarong.study.ma.printed import listing
    from huarong.study.poos.intermediate import stations
    from huarong.study.poos.keys import key_points
    from huarong.study.record import Exhibit, Found
    from huarong.study.registry import EXHIBITS, exhibit, show
    from huarong.study.table1 import TableRow, hardest_eight
    from huarong.study.zhou_file import ZhouFile

__all__ = [
    "ARTICLES",
    "EXHIBITS",
    "VERDICTS",
    "Article",
    "Claim",
    "Comparison",
    "Exhibit",
    "Found",
    "Result",
    "TableRow",
    "ZhouFile",
    "article",
    "claims",
    "compare",
    "contest",
    "exhibit",
    "hardest_eight",
    "key_points",
    "listing",
    "show",
    "stations",
    "widest_levels",
    "worked_example",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "ARTICLES": "huarong.study.articles",
        "Article": "huarong.study.articles",
        "article": "huarong.study.articles",
        "VERDICTS": "huarong.study.claim",
        "Claim": "huarong.study.claim",
        "claims": "huarong.study.claim",
        "Comparison": "huarong.study.comparison",
        "Result": "huarong.study.comparison",
        "compare": "huarong.study.comparison",
        "worked_example": "huarong.study.lv.example",
        "widest_levels": "huarong.study.lv.levels",
        "contest": "huarong.study.ma.knight",
        "listing": "huarong.study.ma.printed",
        "key_points": "huarong.study.poos.keys",
        "stations": "huarong.study.poos.intermediate",
        "Exhibit": "huarong.study.record",
        "Found": "huarong.study.record",
        "EXHIBITS": "huarong.study.registry",
        "exhibit": "huarong.study.registry",
        "show": "huarong.study.registry",
        "TableRow": "huarong.study.table1",
        "hardest_eight": "huarong.study.table1",
        "ZhouFile": "huarong.study.zhou_file",
    },
)
