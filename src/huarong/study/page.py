"""The museum's page of the documentation, made from its rows: `python -m huarong.study.page FOLDER` writes both languages.

`docs/study.md` and `docs/study.zh-CN.md` are what this makes, and a test holds them to it: what is to change there is
changed in the rows of `data/claims/`, in the exhibits, or in the paragraphs below.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from huarong.files import replacing
from huarong.i18n import say
from huarong.study.articles import ARTICLES
from huarong.study.claim import VERDICTS, Claim, claims
from huarong.study.measured import tables
from huarong.study.registry import EXHIBITS

__all__ = ["NAMES", "page"]

NAMES = {"en": "study.md", "zh": "study.zh-CN.md"}
"""The file of each language in `docs/`."""


_WORDS: dict[str, dict[str, str]] = {
    "title": {
        "en": "The systems of the literature, side by side",
        "zh": "文献中的系统，并列比较",
    },
    "intro": {
        "en": """Five articles each built a system for 华容道 or the 8-puzzle and compared it with another, on machines and in
programs that are gone. `huarong.study` holds all of them, rebuilt in plain Python from what the articles say, so
that each idea can be run beside the next one on one machine. None of it is on the fast path. ([中文](study.zh-CN.md))

<!-- picture: keys 捷足先登 | The layouts of 捷足先登 that every shortest solution passes: poos calls such layouts key points. -->""",
        "zh": """五篇文章各自做了一个解华容道或八数码的系统，并与别的系统比较；当年的机器和程序多已不存。`huarong.study` 按文章所述用 Python 把它们全部重建，
使每个想法可以在同一台机器上与下一个并列运行。它们都不在快速求解的路径上。（[English](study.md)）

<!-- picture: keys 捷足先登 | 捷足先登的每个最短解都要经过的布局，poos 称之为关键点。 -->""",
    },
    "commands": {"en": "Commands", "zh": "命令"},
    "exhibits": {"en": "The exhibits", "zh": "展品"},
    "measured": {"en": "How it is measured", "zh": "怎样计量"},
    "how": {
        "en": """- Each exhibit runs in a process of its own, and is ended when its time is up. A first run warms up; the median of
  the others counts. Times are the processor's. Preparation (reading the puzzle, building a table) is not timed.
- Memory is how much more the process holds at its peak than before the exhibit was prepared, tables included.
- **Layouts** and **duplicates** count whole levels: the layouts nearer to the start than the goal, and the known
  layouts met while those were generated. A search that stops at the goal has seen a part of the last level that
  depends on the order in which it looks; without that part, all exhibits that count alike agree exactly, level by level.
- A count says what it counts. `search-…` and `poos-mirror` count a layout and its mirror image once; all others count both.
  `ma-…` count **calls** of a recursion, not layouts: one layout is entered on many ways; and numbered tiles have no mirror
  images. `poos-astar`, `poos-recorded` and `poos-stations` have no levels and count all they met. A look-up searches nothing.
- The exhibits are plain Python: their ratios compare ideas, not compilers. `search-…`, `atlas-…` and
  `ma-compiled…` are compiled, and say so in the table.""",
        "zh": """- 每件展品在自己的进程中运行，到时即止。第一次运行用于预热，其余各次取中位数。时间为处理器时间。准备工作（读题、建表）不计时。
- 内存是进程峰值比准备展品之前多占的部分，包括表。
- **布局**与**重复**按整层计：比目标离起点近的布局，以及生成它们时遇到的已知布局。遇目标即停的搜索只见到最后一层的一部分，多少取决于次序；
  除去这一部分，计法相同的展品逐层完全一致。
- 每个数目都说明它计的是什么。`search-…` 与 `poos-mirror` 把布局与其镜像计作一个，其余都分别计。`ma-…` 计的是递归的**调用次数**，不是布局数：同一布局会从许多路径
  进入；数码没有镜像。`poos-astar`、`poos-recorded`、`poos-stations` 没有层，计遇到的全部布局。查表不搜索。
- 展品都是 Python：倍数比较的是想法，不是编译器。`search-…`、`atlas-…` 与 `ma-compiled…` 是编译的，表中注明。""",
    },
    "claims": {"en": "The claims", "zh": "文中结论"},
    "count": {
        "en": "{n} claims: {told}. `huarong study claims ARTICLE` prints them with what was run for each.",
        "zh": "共 {n} 条：{told}。`huarong study claims 文章` 逐条列出所运行的内容。",
    },
    "claim": {"en": "claim", "zh": "文中结论"},
    "verdict": {"en": "verdict", "zh": "是否成立"},
    "found": {"en": "found here", "zh": "实测"},
    "mirror": {
        "en": """### The mirror map of poos as it is meant

As printed it takes the five rows of eight bits at shifts of 16, 12, 8, 4 and 0, so that they overlap; within a row it assigns `left`
from the whole value, and leaves the halves in their places. What he meant (`huarong.study.poos.bits` has both):""",
        "zh": """### poos 的镜像函数，照其本意

印出的函数取五行八位时移 16、12、8、4、0 位，因而互相重叠；一行之内 `left` 取自整个值，两半也没有互换。其本意如下（`huarong.study.poos.bits` 两种都有）：""",
    },
}

_SHELL = """```sh
huarong study                              # {list}
huarong study show lv-avl                  # {show}
huarong study compare 横刀立马 lv-avl lv-hash poos-identity search-move --svg bars.svg
huarong study compare 876543210            # {all}
huarong study claims 吕震宇                # {claims}

huarong study example                      # {example}
huarong study levels --pieces 11           # {levels}
huarong study algorithm1                   # {algorithm1}
huarong study zhou-file write solutions.bin
huarong study zhou-file query solutions.bin 横刀立马
huarong study table1                       # {table1}
huarong study sentinels                    # {sentinels}
huarong study ways 876543210 -m 30         # {ways}
huarong study signs knight 5x5             # {signs}
huarong study knight 5x5                   # {knight}
huarong study protocol                     # {protocol}
huarong study weights 横刀立马             # {weights}
huarong study stations                     # {stations}
huarong study key-points 峰回路转 --svg keys.svg
```"""

_SAYS = {
    "en": {
        "list": "the exhibits, by article",
        "show": "how it works, what is claimed of it, what came out",
        "all": "all exhibits that take the puzzle",
        "claims": "every claim of an article, with its verdict",
        "example": "part 8's worked example, structure by structure",
        "levels": "the widest level of each opening",
        "algorithm1": "an arrangement checked piece by piece",
        "table1": "search and look-up in nanoseconds",
        "sentinels": "the board with its frame",
        "ways": "all ten ways, as the article prints them",
        "signs": "a sign matrix",
        "knight": "does a sign matrix save time?",
        "protocol": "the protocol as drawn, beside ours",
        "weights": "A* by recorded endings",
        "stations": "a few intermediate layouts",
    },
    "zh": {
        "list": "按文章列出展品",
        "show": "怎样工作，文中结论，实测如何",
        "all": "能解此题的全部展品",
        "claims": "一篇文章的全部结论，是否成立",
        "example": "第八节的实例，逐个结构演示",
        "levels": "各开局最宽的一层",
        "algorithm1": "逐个棋子检查一种排列",
        "table1": "搜索与查表，以纳秒计",
        "sentinels": "带哨兵的棋盘",
        "ways": "十种方法，按文章的格式",
        "signs": "标识矩阵",
        "knight": "标识矩阵能省时间吗",
        "protocol": "所画的协议与本项目的并列",
        "weights": "以记录的终局引导 A*",
        "stations": "有限的中间布局",
    },
}

_MIRROR = """```
row   = code >> (10 + 8 * (4 - y)) & 0xFF                    # y = 0 ... 4
image = (row & 3) << 6 | (row & 12) << 2 | row >> 2 & 12 | row >> 6
hole  = hole / 4 * 4 + 3 - hole % 4
```"""


def page(lang: str = "en") -> str:
    """The whole page in a language, as Markdown.

    >>> page("zh").splitlines()[0]
    '# 文献中的系统，并列比较'
    """
    parts = [
        f"# {_word('title', lang)}",
        _word("intro", lang),
        f"## {_word('commands', lang)}",
        _SHELL.format(**_SAYS[lang]),
        f"## {_word('exhibits', lang)}",
        *_rooms(lang),
        f"## {_word('measured', lang)}",
        _word("how", lang),
        *_tables(lang),
        f"## {_word('claims', lang)}",
        _count(lang),
        *_claims(lang),
        _word("mirror", lang),
        _MIRROR,
    ]
    return "\n\n".join(parts) + "\n"


def _word(name: str, lang: str) -> str:
    return _WORDS[name][lang]


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]], right: bool = False) -> str:
    rule = ["---", *(["---:"] if right else ["---"]) * (len(head) - 1)]
    lines = [list(head), rule, *(list(row) for row in rows)]
    return "\n".join(
        "| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in lines
    )


def _rooms(lang: str) -> Iterator[str]:
    for room in ARTICLES:
        yield f"### {room.heading(lang)}"
        yield say(room.about, lang)
        some = [each for each in EXHIBITS if each.article == room.key]
        head = ("exhibit", "what it is") if lang == "en" else ("展品", "说明")
        yield _rows(head, ((f"`{each.name}`", each.about(lang)) for each in some))


def _tables(lang: str) -> Iterator[str]:
    """The tables of what was measured once, from `measured.toml`."""
    for each in tables():
        yield f"### {each['title' if lang == 'en' else 'title_zh']}"
        yield each["text" if lang == "en" else "text_zh"]
        yield _rows(each["head" if lang == "en" else "head_zh"], each["rows"], right=True)


def _count(lang: str) -> str:
    count = Counter(each.verdict for each in claims())
    told = "; " if lang == "en" else "，"
    words = told.join(f"{say(each, lang)} {count[each]}" for each in VERDICTS)
    return _word("count", lang).format(n=count.total(), told=words)


def _claims(lang: str) -> Iterator[str]:
    head = [_word(name, lang) for name in ("claim", "verdict", "found")]
    for room in ARTICLES:
        rows = claims(room.key)
        if rows:
            yield f"### {room.author}"
            yield _rows(
                head,
                ((_said(each, lang), say(each.verdict, lang), each.outcome(lang)) for each in rows),
            )


def _said(each: Claim, lang: str) -> str:
    if lang == "zh":
        return f"{each.quoted}（{each.place}）"
    return f"{each.english} {each.quoted} ({each.place})"


def _main(folder: str) -> None:
    for lang, name in NAMES.items():
        with replacing(Path(folder) / name) as file:
            file.write(page(lang).encode())


if __name__ == "__main__":
    _main(*sys.argv[1:])
