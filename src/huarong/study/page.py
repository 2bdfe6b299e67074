"""The museum's page of the documentation, made from its rows: `python -m huarong.study.page FOLDER` writes both
languages.

It makes `docs/study.md` and `docs/study.zh-CN.md`, and a test compares them. To change these pages, change the rows of
`data/claims/`, `page.md` and `page.zh-CN.md` beside them, or `data/exhibits.toml`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from huarong.files import replacing
from huarong.i18n import say
from huarong.study import render
from huarong.study.articles import ARTICLES
from huarong.study.claim import VERDICTS, claims, tables
from huarong.study.registry import EXHIBITS

NAMES = {"en": "study.md", "zh": "study.zh-CN.md"}
"""The file of each language in `docs/`."""
_TEMPLATES = Path(__file__).parents[1] / "data" / "claims"
_HEADS = {"en": ("claim", "verdict", "found here"), "zh": ("文中结论", "是否成立", "实测")}


def page(lang: str = "en") -> str:
    """The whole page in a language, as Markdown.

    >>> page("zh").splitlines()[0]
    '# 文献中的系统，并列比较'
    """
    count = Counter(each.verdict for each in claims())
    told = (f"{say(each, lang)} {count[each]}" for each in VERDICTS)
    template = _TEMPLATES / NAMES[lang].replace("study", "page")
    return template.read_text("utf-8").format(
        rooms="\n\n".join(_rooms(lang)),
        tables="\n\n".join(_tables(lang)),
        n=count.total(),
        verdicts=("; " if lang == "en" else "，").join(told),
        claims="\n\n".join(_claims(lang)),
    )


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]], right: bool = False) -> str:
    return render.markdown([head, *rows], right=range(1, len(head)) if right else ()).rstrip("\n")


def _rooms(lang: str) -> Iterator[str]:
    for room in ARTICLES:
        yield f"### {room.heading(lang)}"
        yield say(room.about, lang)
        some = [each for each in EXHIBITS if each.article == room.key]
        head = ("exhibit", "what it is") if lang == "en" else ("展品", "说明")
        yield _rows(head, ((f"`{each.name}`", each.about(lang)) for each in some))


def _tables(lang: str) -> Iterator[str]:
    """The tables of what was measured once, from `measured.toml`; a cell in two languages is a pair."""
    for each in tables():
        yield f"### {each['title' if lang == 'en' else 'title_zh']}"
        yield each["text" if lang == "en" else "text_zh"]
        rows = [[c if isinstance(c, str) else c[lang != "en"] for c in row] for row in each["rows"]]
        yield _rows(each["head" if lang == "en" else "head_zh"], rows, right=True)


def _claims(lang: str) -> Iterator[str]:
    for room in ARTICLES:
        rows = claims(room.key)
        if rows:
            yield f"### {room.author}"
            said = "{0.quoted}（{0.place}）" if lang == "zh" else "{0.english} {0.quoted} ({0.place})"
            cells = ((said.format(each), say(each.verdict, lang), each.outcome(lang)) for each in rows)
            yield _rows(_HEADS[lang], cells)


if __name__ == "__main__":
    for _lang, _name in NAMES.items():
        with replacing(Path(sys.argv[1]) / _name) as file:
            file.write(page(_lang).encode())
