"""The figures of the pages benchmarks, cluster, tiles and records that depend on a machine or follow from a
model, in two languages.

    python benchmarks/figures.py

writes the parts of these pages between `<!-- NAME -->` and `<!-- end NAME -->`, and the charts of how cost grows, from
what has been measured: `growth.json` (`growth.py`), `tiles/tables.json` (`tiles/tables.py`), `tiles/korf24.json`
(`tiles/korf24.py`) and, once a device has run it, `gpu.json` (`gpu.py`); those of the records are from the book. A test
holds that the pages are those of the data.
"""

from __future__ import annotations

import itertools
import json
import math
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from huarong.design import records
from huarong.draw.chart import power_chart
from huarong.model.board import METRICS

HERE = Path(__file__).parent
ROOT = HERE.parent
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT))

Row = dict[str, Any]
WORKS = {
    "solve": "求解，按格",
    "atlas": "图谱，按步",
    "explore, memory": "探索，内存",
    "explore, disk": "探索，磁盘",
    "explore, ray": "探索，Ray",
}
NAMES = {
    "solve": "solve, in steps",
    "atlas": "atlas, in moves",
    "explore, memory": "explore, in memory",
    "explore, disk": "explore, on disk",
    "explore, ray": "explore, by Ray",
}
UNITS = {"min": "分钟", "h": "小时", "days": "天", "s": "秒"}


def read(path: str) -> list[Row]:
    """The rows of a file of measured data."""
    found: list[Row] = json.loads((HERE / path).read_text("utf-8"))
    return found


def read_whole(path: str) -> Row:
    """A file with one JSON object beside this file."""
    found: Row = json.loads((HERE / path).read_text("utf-8"))
    return found


def device() -> dict[str, Any]:
    """What `gpu.py` has measured; no rows where it has not run."""
    path = HERE / "gpu.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {"rows": []}
    return found


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *rows])


def words(lang: str, english: str, chinese: str) -> str:
    """One of two texts."""
    return english if lang == "en" else chinese


def duration(seconds: float, lang: str) -> str:
    """A time in its best unit, in three figures at most.

    >>> duration(0.0123, "en"), duration(4000, "en"), duration(100, "zh")
    ('0.012 s', '1.1 h', '1.7 分钟')
    """
    for most, unit, size in ((60, "s", 1), (3600, "min", 60), (172800, "h", 3600), (math.inf, "days", 86400)):
        if seconds < most:
            return f"{plain(seconds / size, 2)} {words(lang, unit, UNITS[unit])}"
    raise AssertionError


def plain(number: float, figures: int = 3) -> str:
    """A number in so many figures, without an exponent.

    >>> plain(1234567.8), plain(0.01234), plain(2)
    ('1,230,000', '0.0123', '2')
    """
    if not number:
        return "0"
    digits = figures - 1 - math.floor(math.log10(abs(number)))
    text = f"{round(number, digits):,.{max(0, digits)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def power(number: float, lang: str) -> str:
    """A large number as a power of ten.

    >>> power(3.1e9, "en"), power(1e12, "zh")
    ('3.1 x 10^9', '10^12')
    """
    high = math.floor(math.log10(number) + 1e-9)
    front = plain(number / 10**high, 2)
    return f"10^{high}" if front == "1" else f"{front} x 10^{high}"


# How cost grows


def growth(lang: str) -> str:
    """The table of what was measured: a row for each work and size, with its CPU time on one core and on two."""
    found: dict[tuple[str, float], dict[int, Row]] = {}
    for row in read("growth.json"):
        found.setdefault((row["work"], row["size"]), {})[row["cores"]] = row
    lines = []
    for (work, _), by_cores in found.items():
        row = by_cores.get(1) or by_cores[2]
        times = [plain(by_cores[cores]["processor"], 2) if cores in by_cores else "" for cores in (1, 2)]
        rates = plain(row["layouts"] / row["processor"], 2), plain(row["bytes"], 2), f"{row['day']}, {row['load']}"
        lines.append([named(work, lang), f"`{row['of']}`", f"{row['layouts']:,}", *times, *rates])
    head = words(
        lang,
        "work|of what|layouts|CPU s, one core|CPU s, two cores|layouts per CPU second|bytes per layout|day, load",
        "工作|对象|布局|一个核，CPU 秒|两个核，CPU 秒|每 CPU 秒布局|每布局字节|日期，负载",
    )
    return table(head.split("|"), lines)


def named(work: str, lang: str) -> str:
    """A kind of work as a reader calls it."""
    return words(lang, NAMES.get(work, work), WORKS[work])


def largest() -> dict[str, Row]:
    """Of each kind of work the largest row by one core, which has the least of what does not grow."""
    found: dict[str, Row] = {}
    for row in read("growth.json"):
        if row["layouts"] > found.get(row["work"], {"layouts": 1e6})["layouts"]:
            found[row["work"]] = row
    return found


MEMORY, DISK = 16e9, 1e12
"""The machine of which it is said what it holds."""
ON_DISK = (
    ("explore, on disk, by keys", "探索，磁盘，按键", 2.0, 0.92e6),
    ("explore, on disk, tiles by bits", "探索，磁盘，数字推盘按位", 0.94, 40e6),
)
"""Bytes on the disk for each layout, and layouts a second on one core of an AMD EPYC (Zen 5) while nothing else ran."""


def outgrown(lang: str) -> str:
    """Where one machine ends, predicted from the largest row of each kind of work."""
    lines = []
    for work, row in largest().items():
        if work == "explore, disk" or work == "explore, ray":
            continue
        holds = MEMORY / row["bytes"]
        seconds = holds * row["processor"] / row["layouts"]
        lines.append([named(work, lang), plain(row["bytes"], 2), power(holds, lang), duration(seconds, lang)])
    for name, zh, room, rate in ON_DISK:
        lines.append(
            [words(lang, name, zh), plain(room, 2), power(DISK / room, lang), duration(DISK / room / rate, lang)]
        )
    head = words(
        lang,
        "method|bytes per layout|layouts in 16 GB of memory or on a 1 TB disk|CPU time for this many layouts",
        "方法|每布局字节|16 GB 内存或 1 TB 磁盘放得下|算完所需的 CPU 时间",
    )
    return table(head.split("|"), lines)


def chart(lang: str) -> str:
    """Two charts, one below the other: seconds of one core and bytes a layout, by layouts, for each kind of work."""
    layouts, of = words(lang, "layouts", "布局数"), words(lang, "How cost grows", "花费怎样增长")
    heights = {
        "processor": words(lang, "processor seconds of one core", "一个核的 CPU 秒"),
        "bytes": words(lang, "bytes per layout", "每布局字节"),
    }
    charts = []
    for value, y in heights.items():
        lines: dict[str, list[tuple[float, float]]] = {}
        for row in read("growth.json"):
            if row["cores"] == 1:
                lines.setdefault(named(row["work"], lang), []).append((row["layouts"], max(1e-3, row[value])))
        charts.append(power_chart(lines, x=layouts, y=y, title=of))
    return stacked(charts) + "\n"


def stacked(charts: list[str]) -> str:
    """Charts one below the other as one SVG."""
    sizes = [[float(found) for found in re.findall(r' (?:width|height)="([\d.]+)"', each)[:2]] for each in charts]
    wide, high = max(size[0] for size in sizes), sum(size[1] for size in sizes)
    tops = itertools.accumulate((size[1] for size in sizes), initial=0.0)
    parts = (each.replace("<svg ", f'<svg y="{top:.0f}" ', 1) for each, top in zip(charts, tops, strict=False))
    head = f'viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" height="{high:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{"".join(parts)}</svg>'


# Tables of tiles


def tables(lang: str) -> str:
    """The sets of pattern databases: bytes, how long they are built, and what a search with them takes."""
    rows = []
    for row in read("tiles/tables.json"):
        width, use = row["board"], row["used"]
        when = words(
            lang,
            {"first": "built when first needed", "asked": "on request"}[use],
            {"first": "第一次用到时建表", "asked": "按需建表"}[use],
        )
        kind = words(lang, ", whole lines", "，整行整列") if row["name"].startswith("lines") else ""
        search = ""
        if row.get("nodes"):
            search = words(
                lang,
                f"{plain(row['nodes'], 2)} nodes, {duration(row['search'], lang)}",
                f"{plain(row['nodes'], 2)} 个节点，{duration(row['search'], lang)}",
            )
        rows.append(
            [
                f"`{row['name']}`",
                f"{width}{kind}{words(lang, ', ', '，')}{when}",
                f"{row['bytes'] / 1e6:,.0f} MB",
                duration(row["built"], lang),
                f"{row['peak'] / 1e6:,.0f} MB",
                search,
                f"{row['day']}, {row['load']}",
            ]
        )
    head = words(
        lang,
        "set|for|bytes|built in (processor time)|memory of the build|Korf's first 20, each|day, load",
        "组|用于|字节|建表用时（CPU）|建表内存|Korf 前 20 题，每题|日期，负载",
    )
    return table(head.split("|"), rows)


# The 24-puzzle


def expected(row: Row, length: int) -> float:
    """The nodes of a whole search of so many moves, if each iteration multiplies the nodes so far by 6.5, as in the
    instances that are solved.
    """
    threshold, nodes = max((int(each), nodes) for each, nodes in row["before"].items())
    known: float = nodes * 6.5 ** ((length - threshold) // 2 + 1)
    return known


def korf24(lang: str) -> str:
    """Korf and Taylor's ten instances: published figures, and what was measured here."""
    known, lines = {row["id"]: row for row in read("tiles/korf24.json")}, []
    there = {row["of"]: row for row in device()["rows"] if row["work"] == "korf24"}
    for each in read("../tests/data/korf24.json"):
        row = known.get(each["id"])
        if each["id"] > 10 and row is None:
            continue
        cells = ["", "", "", ""]
        if row:
            bound = words(lang, f"at least {row.get('lower')}", f"至少 {row.get('lower')} 步")
            cells = [
                str(row["length"]) if "length" in row else bound,
                power(row["nodes"], lang) if "length" in row else f"({power(expected(row, each['optimal']), lang)})",
                duration(row["processor"], lang),
                f"{row['day']}, {row['load']}",
            ]
        then = [power(each[k], lang) if k in each else "" for k in ("nodes_2002", "nodes_2021")]
        seconds = f"{each['seconds_2021']:,} {words(lang, 's', '秒')}" if "seconds_2021" in each else ""
        if there:
            row = there.get(each["id"])
            cells += [power(row["nodes"], lang), duration(row["seconds"], lang)] if row else ["", ""]
        lines.append([str(each["id"]), str(each["optimal"]), *then, seconds, *cells])
    head = words(
        lang,
        "number|moves|nodes, 2002|nodes, 2021|seconds on 12 cores, 2021|moves found here|nodes|processor|day, load",
        "编号|步数|节点，2002|节点，2021|12 核秒数，2021|本机求得|节点|CPU 时间|日期，负载",
    )
    return table(head.split("|") + ([words(lang, "nodes", "节点"), device()["device"]] if there else []), lines)


def quickly(lang: str) -> str:
    """Solutions at once: how much longer than the optimum or the bound they are after some seconds."""
    found, lines = read_whole("tiles/quick.json"), []
    for row in found["rows"]:
        known = row["set"] in ("15", "24")
        beside = words(lang, "the optimum", "最优解") if known else words(lang, "the lower bound", "下界")
        proved = f"{row['proved']} / {row['boards']}"
        lines.append(
            [row["set"], f"{row['seconds']:g} {words(lang, 's', '秒')}", f"{row['ratio']:.3f} × {beside}", proved]
        )
        lines[-1] += [f"{1000 * row['first']:.0f} {words(lang, 'ms', '毫秒')}", f"{row['day']}, {row['load']}"]
    head = words(
        lang,
        "puzzle|time|mean length|proved optimal|first solution within|day, load",
        "数字推盘|时间|平均步数|证明最优|首个解不超过|日期，负载",
    )
    return table(head.split("|"), lines)


def others(lang: str) -> str:
    """What other programs find in 20 s of processor time."""
    lines = []
    for row in read_whole("tiles/quick.json")["others"]:
        ratio = f"{row['ratio']:.2f} × {words(lang, 'the optimum', '最优解')}" if "ratio" in row else ""
        took = duration(row["took"], lang) if "took" in row else ""
        lines.append([row["program"], row["set"], f"{row['solved']} / {row['boards']}", ratio, took])
    head = words(lang, "program|puzzle|solved|mean length|processor", "程序|数字推盘|解出|平均步数|CPU 时间")
    return table(head.split("|"), lines)


# A graphics processor


def graphics(lang: str) -> str:
    """What whole spaces take on a device."""
    rows = [row for row in device()["rows"] if row["work"] != "korf24"]
    if not rows:
        return words(lang, "No device has run `benchmarks/gpu.py` yet.", "还没有在显卡上运行过 `benchmarks/gpu.py`。")
    lines = [
        [f"`{row['of']}`", row["metric"], f"{row['layouts']:,}", f"{row['radius']}", duration(row["seconds"], lang)]
        for row in rows
    ]
    head = words(lang, "layouts of|metric|layouts|longest|", "题目|走法|布局|最远|").split("|")
    return table([*head[:-1], device()["device"]], lines)


# The book of records


def klotski(lang: str) -> str:
    """The hardest layouts of each board of 华容道 in the book."""
    lines = []
    for each in records.book():
        if each.chapter.name.startswith("klotski"):
            most = {m: max(row.length for row in each.rows if row.metric == m) for m in METRICS}
            sets = len({row.key for row in each.rows})
            lines.append(
                [
                    f"`{each.chapter.name}`",
                    f"{each.chapter.layouts:,}",
                    f"{sets:,}",
                    *(str(most[m]) for m in METRICS[::-1]),
                ]
            )
    head = words(lang, "chapter|layouts|sets|moves|slides|steps", "章|布局|棋子组|步|直步|格")
    return table(head.split("|"), lines)


PAGES: dict[str, tuple[Callable[[str], str], ...]] = {
    "explanation/benchmarks": (growth, outgrown),
    "howto/cluster": (graphics,),
    "explanation/tiles": (tables, korf24, quickly, others),
    "reference/records": (klotski,),
}
"""The parts of each page, by the name of what makes them."""


def written(page: str, lang: str) -> str:
    """A page with its parts made anew."""
    text = (DOCS / lang / f"{page}.md").read_text("utf-8")
    for part in PAGES[page]:
        name = part.__name__
        begin, end = f"<!-- {name} -->\n", f"\n<!-- end {name} -->"
        assert text.count(begin) == text.count(end) == 1, (page, lang, name)
        text = re.sub(
            f"{begin}.*?{end}", lambda _, part=part, b=begin, e=end: f"{b}\n{part(lang)}\n{e}", text, flags=re.DOTALL
        )
    return text


def files() -> dict[Path, str]:
    """The contents of the pages and charts, by path."""
    from tools.site.contents import marks

    found = {}
    for page in PAGES:
        english = written(page, "en")
        before = (DOCS / "en" / f"{page}.md").read_text("utf-8")
        chinese = written(page, "zh")
        for old, new in zip(marks(before), marks(english), strict=True):
            chinese = chinese.replace(old, new)
        found |= {DOCS / "en" / f"{page}.md": english, DOCS / "zh" / f"{page}.md": chinese}
    return found | {DOCS / lang / "pictures" / "growth.svg": chart(lang) for lang in ("en", "zh")}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, "utf-8")
