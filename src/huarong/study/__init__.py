"""The museum: the systems of the literature, rebuilt as programs that run side by side.

Each exhibit is one article's own design in plain Python. `ARTICLES` lists the articles, `EXHIBITS` the exhibits, `show`
describes one, `compare` runs several on one puzzle; `claims` has every claim of the articles with a verdict, from which
`docs/study.md` is made. No solver of Huarong uses these modules.
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.study.articles import ARTICLES as ARTICLES, Article as Article, article as article
    from huarong.study.claim import VERDICTS as VERDICTS, Claim as Claim, claims as claims
    from huarong.study.comparison import Comparison as Comparison, Result as Result, compare as compare
    from huarong.study.lv.levels import widest_levels as widest_levels
    from huarong.study.ma import listing as listing
    from huarong.study.ma.knight import contest as contest
    from huarong.study.poos.intermediate import stations as stations
    from huarong.study.poos.keys import key_points as key_points
    from huarong.study.record import Exhibit as Exhibit, Found as Found
    from huarong.study.registry import EXHIBITS as EXHIBITS, exhibit as exhibit, show as show
    from huarong.study.traces.lv import worked_example as worked_example
    from huarong.study.zhou import TableRow as TableRow, hardest_eight as hardest_eight
    from huarong.study.zhou_file import ZhouFile as ZhouFile

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "study.articles": "ARTICLES Article article",
        "study.claim": "Claim VERDICTS claims",
        "study.comparison": "Comparison Result compare",
        "study.lv.levels": "widest_levels",
        "study.ma.knight": "contest",
        "study.ma": "listing",
        "study.poos.intermediate": "stations",
        "study.poos.keys": "key_points",
        "study.record": "Exhibit Found",
        "study.registry": "EXHIBITS exhibit show",
        "study.traces.lv": "worked_example",
        "study.zhou": "TableRow hardest_eight",
        "study.zhou_file": "ZhouFile",
    },
)
