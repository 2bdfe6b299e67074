"""The museum's generated page: its exhibits, the tables of what was measured, and the claims of the articles.

`python -m tools.site.museum FIGURE...` computes these figures of the claims again and stores their values; `all` stands
for all.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from huarong.files import replacing
from huarong.i18n import say
from huarong.study import render
from huarong.study.articles import ARTICLES
from huarong.study.claim import FILE, VERDICTS, claims, rows_of, tables
from huarong.study.comparison import machine_name
from huarong.study.figures import FIGURES, TIMED
from huarong.study.registry import EXHIBITS
from tools.site.words import word

_HEADS = {"en": ("claim", "verdict", "found here"), "zh": ("论断", "是否成立", "实测")}


def pages(language: str) -> dict[str, str]:
    """The page, as Markdown, by its name.

    >>> pages("zh")["generated/museum"].splitlines()[0]
    '# 展馆的全部数据'
    """
    count = Counter(each.verdict for each in claims())
    told = (f"{say(each, language)} {count[each]}" for each in VERDICTS)
    parts = [f"# {word('museum', language)}", word("museum about", language)]
    parts += [
        *_rooms(language),
        *_tables(language),
        ("; " if language == "en" else "，").join(told),
        *_claims(language),
    ]
    return {"generated/museum": "\n\n".join(parts) + "\n"}


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]], right: bool = False) -> str:
    return render.markdown([head, *rows], right=range(1, len(head)) if right else ()).rstrip("\n")


def _rooms(lang: str) -> Iterator[str]:
    for room in ARTICLES:
        yield f"## {room.heading(lang)}"
        yield say(room.about, lang)
        some = [each for each in EXHIBITS if each.article == room.key]
        head = ("exhibit", "what it is") if lang == "en" else ("展品", "说明")
        yield _rows(head, ((f"`{each.name}`", each.about(lang)) for each in some))


def _tables(lang: str) -> Iterator[str]:
    """The tables of what was measured once, from `measured.toml`; a cell in two languages is a pair."""
    for each in tables():
        yield f"## {each['title' if lang == 'en' else 'title_zh']}"
        yield each["text" if lang == "en" else "text_zh"]
        rows = [[c if isinstance(c, str) else c[lang != "en"] for c in row] for row in each["rows"]]
        yield _rows(each["head" if lang == "en" else "head_zh"], rows, right=True)


def _claims(lang: str) -> Iterator[str]:
    for room in ARTICLES:
        rows = claims(room.key)
        if rows:
            yield f"## {word('claims', lang)}: {room.author}"
            said = "{0.quoted}（{0.place}）" if lang == "zh" else "{0.english} {0.quoted} ({0.place})"
            cells = ((said.format(each), say(each.verdict, lang), each.outcome(lang)) for each in rows)
            yield _rows(_HEADS[lang], cells)


def renew(name: str) -> None:
    """Compute a figure and store its values; those of a figure of times replace this machine's earlier ones.

    The seconds are the processor's, those of other processes of the figure included.
    """
    began = sum(os.times()[:4])
    values, rows = dict(FIGURES[name]()), rows_of()
    row: dict[str, Any] = {"seconds": round(sum(os.times()[:4]) - began, 1)}
    if name in TIMED:
        machine, today = machine_name(), datetime.date.today().isoformat()
        others = [each for each in rows.get(name, {}).get("measured", []) if each["machine"] != machine]
        row["measured"] = [*others, {"machine": machine, "date": today, "values": values}]
    else:
        row["values"] = values
    stored = sorted({**rows, name: row}.items())
    lines = [f" {json.dumps(each)}: {json.dumps(one, ensure_ascii=False)}" for each, one in stored]
    with replacing(FILE) as file:
        file.write(("{\n" + ",\n".join(lines) + "\n}\n").encode())


if __name__ == "__main__":
    for _each in sys.argv[1:] if sys.argv[1:] != ["all"] else sorted(rows_of()):
        renew(_each)
