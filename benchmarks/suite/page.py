"""The pages on benchmarks, in two languages, and their chart: made of `results.json`, nothing in them written by hand."""

import sys
from pathlib import Path

from huarong.draw.chart import power_chart
from huarong.i18n import size_text
from huarong.suite import cases

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT))
ABOUT = {
    "fifteen-puzzle-solvers": ("[PyPI](https://pypi.org/project/fifteen-puzzle-solvers/)", "[PyPI](https://pypi.org/project/fifteen-puzzle-solvers/)", "numbered tiles on a square", "正方形棋盘的数码"),
    "unblockme": ("[PyPI](https://pypi.org/project/unblockme/)", "[PyPI](https://pypi.org/project/unblockme/)", "Rush Hour; slides", "塞车时间；按直步"),
    "huarong": ("this project", "本项目", "all", "全部"),
    "klotski": ("[npm](https://www.npmjs.com/package/klotski)", "[npm](https://www.npmjs.com/package/klotski)", "rectangles, no walls, one goal; moves", "矩形棋子、无墙、一个目标；按步"),
    "js2": ("[Xuth/js2](https://github.com/Xuth/js2), by path", "[Xuth/js2](https://github.com/Xuth/js2)，自带路径", "any shapes, one goal, no gates; moves", "任意形状、一个目标、无门；按步"),
    "fogleman/rush": ("[fogleman/rush](https://github.com/fogleman/rush), by path", "[fogleman/rush](https://github.com/fogleman/rush)，自带路径", "Rush Hour; slides", "塞车时间；按直步"),
    "dnomd343/klotski": ("[dnomd343/klotski](https://github.com/dnomd343/klotski), its Python module built from the repository", "[dnomd343/klotski](https://github.com/dnomd343/klotski)，从代码库编译其 Python 模块", "Klotski on 4x5; moves", "4x5 华容道；按步"),
    "py-klotski": ("[PyPI](https://pypi.org/project/py-klotski/), which is dnomd343/klotski", "[PyPI](https://pypi.org/project/py-klotski/)，即 dnomd343/klotski", "Klotski on 4x5; moves", "4x5 华容道；按步"),
    "slidingpuzzle": ("[PyPI](https://pypi.org/project/slidingpuzzle/)", "[PyPI](https://pypi.org/project/slidingpuzzle/)", "numbered tiles", "数码"),
}  # fmt: skip
"""By the first word of a solver's name: where it is from and what it takes, in both languages."""

WORDS = {
    "en": {
        "title": "Benchmarks", "other": "基准测试", "link": "benchmarks.zh-CN.md",
        "lead": "How solvers do on the suite ([its page](../suite/README.md)), ours among them: what they answer, how soon, in how much memory. "
                "Disagreements and what is not answered stand here as they were measured. `python benchmarks/suite/measure.py page` makes this page of "
                "`benchmarks/suite/results.json`, which the same program fills; a test holds that they agree. "
                "How far each piece of Huarong's own work is from its limit, beside a C++ program in the same run (`benchmarks/limits/`), and how cost grows on one core and two, in memory, on disk and by Ray, "
                "stands in [speed](speed.md).",
        "read": "How to read it",
        "notes": [
            "Every N-th case of each group was asked, in the order of `cases.jsonl`. No answer: the case is not of the solver's kind, or the time for one was over.",
            "Warm: one process, from the question to the answer. Cold: a process for each case, its start included. Of solvers that an adapter starts for each case (js2, rush), both are cold.",
            "Memory is that of the process that answers, at most; where an adapter starts the solver it is the adapter's. Seconds are of a wall clock on the machine named, "
            "which others used at the same time: compare within a line of the machine's load, not with other pages.",
        ],
        "solvers": "The solvers", "s_head": ("solver", "from", "takes"),
        "answers": "Answers and times",
        "a_head": ("solver", "count", "mode", "every", "cases", "right", "wrong", "no answer", "median, ms", "longest, ms", "memory", "load"),
        "wrong": "Disagreements", "none": "None of the answers differs from that of the suite.",
        "w_head": ("solver", "case", "answered", "right", "puzzle"),
        "unset": "Not measured",
        "not": [
            "SBPSolver: it was not to be found, neither in registries nor among public repositories and files by that name; its adapter is written from the form of its files, and tried with another program that reads them, timmonfette1/Sliding-Block-Puzzle. 633 cases of the suite can be put into that form, as a goal at the edge becomes a way out, one step longer. A stand-in that reads the files and asks Huarong answered 51 of every twelfth of them (53) right and the two without a solution not at all. That program, in 5 s each, answered 16 of 25 small ones right, 4 not at all and 5 wrong, all of the latter with pieces that are no rectangles.",
            "py-klotski does not build with GCC 12 or Clang 16 of Debian 12, which lack `<format>` and `ranges::to`; with its Clang 19 and libc++ it does (`suite/adapters/dnomd343.py` says how).",
        ],
        "growth": "How cost grows",
        "g_lead": "Every layout's distance to the goal, in steps, by `Atlas.build` in a process of its own; the processor's seconds.",
        "g_head": ("board", "pieces", "layouts", "seconds of a processor", "seconds", "memory", "layouts a second"),
        "chart": "Seconds and memory by layouts", "made": "Measured on {machine}.",
        "layouts": "layouts", "seconds": "seconds", "memory": "memory, MiB",
    },
    "zh": {
        "title": "基准测试", "other": "Benchmarks", "link": "benchmarks.md",
        "lead": "各求解器（包括我们自己的）在题集（[说明](../suite/README.md)）上的表现：答了什么，多快，用多少内存。"
                "不一致的、没答的，都照测得的写在这里。`python benchmarks/suite/measure.py page` 由 `benchmarks/suite/results.json` 生成本页，"
                "数据也由同一程序写入；有测试保证两者一致。"
                "华容自己的每项工作离极限多远（与同一次运行里的 C++ 程序相比，`benchmarks/limits/`），花费在一个核、两个核、内存、磁盘和 Ray 上怎样增长，见[速度](speed.zh-CN.md)。",
        "read": "怎样读",
        "notes": [
            "按 `cases.jsonl` 的次序，每组每 N 题问一题。没答：不是该求解器所解的题，或一题的时间已到。",
            "热：一个进程，从提问到回答。冷：一题一个进程，含启动。由适配器为每题启动的求解器（js2、rush）两者都是冷的。",
            "内存是回答的那个进程的最大值；求解器由适配器启动时，是适配器的。秒数是所写机器上的钟表时间，该机器当时还有别人在用：只在负载相近的行之间比较，不与别的页比。",
        ],
        "solvers": "求解器", "s_head": ("求解器", "来源", "能解"),
        "answers": "回答与时间",
        "a_head": ("求解器", "计法", "方式", "每几题", "题数", "对", "错", "没答", "中位数，毫秒", "最长，毫秒", "内存", "负载"),
        "wrong": "不一致之处", "none": "没有一个回答与题集不同。",
        "w_head": ("求解器", "题", "所答", "正确", "题目"),
        "unset": "没有测的",
        "not": [
            "SBPSolver：各软件仓库和公开的代码库、文件中都没有这个名字；适配器按其文件格式写成，用另一个读这种文件的程序 timmonfette1/Sliding-Block-Puzzle 试过。例题集里有 633 题可以写成这种格式：边上的目标变成出口，多走一格。每十二题取一题（53 题），由一个读这种文件再问华容的替身作答，51 题正确，两道无解的没有答。那个程序每题限 5 秒，25 道小题答对 16 题，4 题没有答，5 题答错，答错的都有不是长方形的棋子。",
            "py-klotski 用 Debian 12 的 GCC 12、Clang 16 编译不了（缺 `<format>`、`ranges::to`），用其 Clang 19 与 libc++ 可以（方法见 `suite/adapters/dnomd343.py`）。",
        ],
        "growth": "规模与代价",
        "g_lead": "全部布局到目标的距离（按格），由 `Atlas.build` 在单独的进程里求出；处理器秒数。",
        "g_head": ("棋盘", "棋子", "布局数", "处理器秒", "秒", "内存", "每秒布局"),
        "chart": "布局数与秒数、内存", "made": "测于 {machine}。",
        "layouts": "布局数", "seconds": "秒", "memory": "内存，MiB",
    },
}  # fmt: skip
METRICS = {"en": {"move": "moves", "slide": "slides", "step": "steps"}, "zh": {"move": "步", "slide": "直步", "step": "格"}}  # fmt: skip
MODES = {"en": {"warm": "warm", "cold": "cold", "batch": "batch"}, "zh": {"warm": "热", "cold": "冷", "batch": "成批"}}  # fmt: skip


def table(head, rows):
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def milliseconds(seconds):
    """A time as text of the table."""
    return "" if seconds is None else f"{1000 * seconds:,.1f}"


def load(machine):
    """How busy the machine was, as text."""
    return machine.rpartition("load ")[2]


def page(found, lang):
    """The text of the page."""
    w, zh = WORDS[lang], lang == "zh"
    texts = {case.id: case.text for case in cases()}
    first = list(dict.fromkeys(run["name"] for run in found["runs"]))
    solvers = [
        [name, ABOUT[name.split()[0]][zh], ABOUT[name.split()[0]][2 + zh]] for name in sorted(first)
    ]
    answers = [
        [
            run["name"], METRICS[lang][run["metric"]], MODES[lang][run["mode"]], run["every"], run["cases"],
            run["right"], run["wrong"], run["missing"], milliseconds(run["median_seconds"]),
            milliseconds(run["longest_seconds"]), size_text(run["peak_bytes"] or 0), load(run["machine"]),
        ]
        for run in found["runs"]
    ]  # fmt: skip
    wrong = [
        [run["name"], each["id"], each["answer"], each["expected"], f"`{texts[each['id']]}`"]
        for run in found["runs"]
        for each in run["disagreements"]
    ]
    growth = [
        [
            row["board"], f"`{row['pieces']}`", f"{row['layouts']:,}", f"{row['cpu_seconds']:.3g}", f"{row['seconds']:.3g}",
            size_text(row["peak_bytes"]), f"{row['layouts'] / row['cpu_seconds']:,.0f}",
        ]
        for row in found["growth"]
    ]  # fmt: skip
    machine = found["runs"][0]["machine"].rpartition(", load")[0]
    parts = [
        f"# {w['title']}",
        f"[{w['other']}]({w['link']})",
        w["lead"],
        f"## {w['solvers']}",
        table(w["s_head"], solvers),
        f"## {w['answers']}",
        table(w["a_head"], answers),
        w["made"].format(machine=machine),
        f"## {w['read']}",
        "\n".join(f"- {note}" for note in w["notes"]),
        f"## {w['wrong']}",
        table(w["w_head"], wrong) if wrong else w["none"],
        f"## {w['unset']}",
        "\n".join(f"- {note}" for note in w["not"]),
        f"## {w['growth']}",
        w["g_lead"],
        table(w["g_head"], growth),
        f"![{w['chart']}](benchmarks{'.zh-CN' if zh else ''}.svg)",
    ]
    return "\n\n".join(parts) + "\n"


def chart(found, lang):
    """The chart of the page."""
    w, rows = WORDS[lang], found["growth"]
    lines = {
        w["seconds"]: [(row["layouts"], row["cpu_seconds"]) for row in rows],
        w["memory"]: [(row["layouts"], row["peak_bytes"] / 2**20) for row in rows],
    }
    return power_chart(lines, x=w["layouts"], title=w["chart"])


def files(found):
    """The contents of the pages' files, by path."""
    from docs.site.contents import stamped

    english = page(found, "en")
    return {
        DOCS / "benchmarks.md": english,
        DOCS / "benchmarks.zh-CN.md": stamped(english, page(found, "zh"), "benchmarks.md"),
        DOCS / "benchmarks.svg": chart(found, "en") + "\n",
        DOCS / "benchmarks.zh-CN.svg": chart(found, "zh") + "\n",
    }


def write(found):
    """Write them."""
    for path, text in files(found).items():
        path.write_text(text, "utf-8")
