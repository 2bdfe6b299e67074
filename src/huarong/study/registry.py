"""The table of exhibits, and their descriptions."""

from __future__ import annotations

from huarong.errors import UnknownName
from huarong.study import lv, ma, modern, poos, zhou, zhoutk
from huarong.study.articles import article
from huarong.study.claim import claims
from huarong.study.record import Exhibit

EXHIBITS: tuple[Exhibit, ...] = (
    *lv.EXHIBITS,
    *zhou.EXHIBITS,
    *zhoutk.EXHIBITS,
    *ma.EXHIBITS,
    *poos.EXHIBITS,
    *modern.EXHIBITS,
)
"""All exhibits, article by article, those of modern methods last."""


def exhibit(name: str) -> Exhibit:
    """The exhibit of a name; raises `UnknownName` with the nearest.

    >>> exhibit("lv-avl").author
    '吕震宇'
    """
    for each in EXHIBITS:
        if each.name == name:
            return each
    raise UnknownName(name, [each.name for each in EXHIBITS])


def show(name: str, lang: str = "en") -> str:
    """The text about an exhibit: its author and source, how it works, and the claims about it with their results.

    >>> print(show("zhoutk").splitlines()[0])
    zhoutk: the board with sentinels (zhoutk：带哨兵的棋盘)
    """
    found = exhibit(name)
    titles = found.titled(lang), found.titled("en" if lang == "zh" else "zh")
    parts = ["{} ({})\n{}".format(*titles, article(found.article).heading(lang)), found.story(lang)]
    parts += [each.text(lang) for each in claims(found.article) if name in each.exhibits]
    return "\n\n".join(parts)
