"""The pages on benchmarks, in two languages, and their chart: made of `results.json`, nothing in them written by
hand.
"""

import sys
from pathlib import Path

from huarong.draw.chart import power_chart
from huarong.i18n import size_text
from huarong.suite import cases

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT))
ABOUT = {
    "fifteen-puzzle-solvers": (
        "[PyPI](https://pypi.org/project/fifteen-puzzle-solvers/)",
        "[PyPI](https://pypi.org/project/fifteen-puzzle-solvers/)",
        "numbered tiles on a square",
        "正方形的数字推盘",
    ),
    "unblockme": (
        "[PyPI](https://pypi.org/project/unblockme/)",
        "[PyPI](https://pypi.org/project/unblockme/)",
        "Rush Hour; slides",
        "塞车时间；按直步",
    ),
    "fast-downward": (
        "[PyPI](https://pypi.org/project/up-fast-downward/), A* with LM-cut or blind, on [PDDL](../howto/planners.md)",
        "[PyPI](https://pypi.org/project/up-fast-downward/)，A* 用 LM-cut 或不用启发，读 [PDDL](../howto/planners.md)",
        "all",
        "全部",
    ),
    "symk": (
        "[PyPI](https://pypi.org/project/up-symk/), symbolic search from both ends, on [PDDL](../howto/planners.md)",
        "[PyPI](https://pypi.org/project/up-symk/)，双向符号搜索，读 [PDDL](../howto/planners.md)",
        "all",
        "全部",
    ),
    "huarong": ("this project", "本项目", "all", "全部"),
    "klotski": (
        "[npm](https://www.npmjs.com/package/klotski)",
        "[npm](https://www.npmjs.com/package/klotski)",
        "rectangles, no walls, one goal; moves",
        "矩形棋子、无墙、一个目标；按步",
    ),
    "js2": (
        "[Xuth/js2](https://github.com/Xuth/js2), by path",
        "[Xuth/js2](https://github.com/Xuth/js2)，自带路径",
        "any shapes, one goal, no gates; moves",
        "任意形状、一个目标、无门；按步",
    ),
    "fogleman/rush": (
        "[fogleman/rush](https://github.com/fogleman/rush), by path",
        "[fogleman/rush](https://github.com/fogleman/rush)，自带路径",
        "Rush Hour; slides",
        "塞车时间；按直步",
    ),
    "dnomd343/klotski": (
        "[dnomd343/klotski](https://github.com/dnomd343/klotski), its Python module built from the repository",
        "[dnomd343/klotski](https://github.com/dnomd343/klotski)，从代码库编译其 Python 模块",
        "Klotski on 4x5; moves",
        "4x5 华容道；按步",
    ),
    "py-klotski": (
        "[PyPI](https://pypi.org/project/py-klotski/), which is dnomd343/klotski",
        "[PyPI](https://pypi.org/project/py-klotski/)，即 dnomd343/klotski",
        "Klotski on 4x5; moves",
        "4x5 华容道；按步",
    ),
    "slidingpuzzle": (
        "[PyPI](https://pypi.org/project/slidingpuzzle/)",
        "[PyPI](https://pypi.org/project/slidingpuzzle/)",
        "numbered tiles",
        "数字推盘",
    ),
}
"""By the first word of a solver's name: where it is from and what it takes, in both languages."""

WORDS = {
    "en": {
        "read": "How to read it",
        "notes": [
            "Compare only lines with the same number of cases. If *every* is N, the solver got every N-th case of "
            "each group, in the order of `cases.jsonl`.",
            "*No answer* means that the solver does not take this kind of puzzle, or that its time for a case ran out.",
            "*CPU* is the processor time of the whole run. In mode *warm*, one process answers all cases. js2, "
            "rush and the planners start anew for each case, and their time includes that.",
            "*Memory* is the peak of the process that answers; for js2, rush and the planners it is that of the "
            "adapter.",
            "Planners got tasks in PDDL, 4 GB and, for each case, 20 s (Fast Downward without a heuristic: 60 s) "
            "on a machine with some 20 busy processes. The judge carried out their plans. *CPU* lacks searches "
            "that were stopped.",
            "Other programs ran on the machine at the same time, so the page gives no wall-clock times.",
        ],
        "solvers": "The solvers",
        "s_head": ("solver", "from", "takes"),
        "answers": "Answers and costs",
        "a_head": ("solver", "count", "mode", "every", "cases", "right", "wrong", "no answer", "CPU, s", "memory"),
        "wrong": "Disagreements",
        "none": "All answers agree with the suite.",
        "w_head": ("solver", "case", "answered", "right", "puzzle"),
        "unset": "Not measured",
        "not": [
            "We found SBPSolver in no registry and no public repository. Its adapter follows its file format, and "
            "another program that reads this format accepts it.",
            "py-klotski requires Clang 19 and libc++ on Debian 12 (see `suite/adapters/dnomd343.py`); GCC 12 and "
            "Clang 16 lack `<format>` and `ranges::to`.",
        ],
        "chart": "Processor time and memory by number of layouts",
        "made": "Measured on {machine}.",
        "layouts": "layouts",
        "seconds": "seconds",
        "memory": "memory, MiB",
    },
    "zh": {
        "read": "怎样读",
        "notes": [
            "只有题数相同的行可以相比。“每几题”为 N，表示按 `cases.jsonl` 的次序，每组每 N 题取一题。",
            "“没答”表示求解器不解这类题，或者这一题超时。",
            "“CPU”是整次运行的 CPU 时间。“热”表示由同一个进程回答全部题目；js2、rush 和规划器逐题启动，时间里含启动。",
            "“内存”是作答进程的峰值；js2、rush 和规划器则是适配器的。",
            "规划器读 PDDL，内存 4 GB，每题 20 秒（不用启发的 Fast Downward 60 秒），当时机器上有约 20 "
            "个进程在忙。求得的规划由评判程序走一遍。“CPU”不含中途停掉的搜索。",
            "测量时机器上还有别的程序，所以本页不列实际时间。",
        ],
        "solvers": "求解器",
        "s_head": ("求解器", "来源", "能解"),
        "answers": "回答与开销",
        "a_head": ("求解器", "计步方式", "方式", "每几题", "题数", "对", "错", "没答", "CPU，秒", "内存"),
        "wrong": "不一致之处",
        "none": "全部回答都与题组一致。",
        "w_head": ("求解器", "题", "所答", "正确", "题目"),
        "unset": "没有测量的求解器",
        "not": [
            "SBPSolver：各软件仓库和公开代码库里都没有找到。适配器按它的文件格式写成，另一个读这种格式的程序能读。",
            "py-klotski 在 Debian 12 上要用 Clang 19 和 libc++ 编译（方法见 `suite/adapters/dnomd343.py`）；GCC "
            "12 和 Clang 16 缺少 `<format>` 和 `ranges::to`。",
        ],
        "chart": "CPU 时间和内存随布局数的变化",
        "made": "机器：{machine}。",
        "layouts": "布局数",
        "seconds": "秒",
        "memory": "内存，MiB",
    },
}
METRICS = {
    "en": {"move": "moves", "slide": "slides", "step": "steps"},
    "zh": {"move": "步", "slide": "直步", "step": "格"},
}
MODES = {"en": {"warm": "warm", "cold": "cold", "batch": "batch"}, "zh": {"warm": "热", "cold": "冷", "batch": "成批"}}


def table(head, rows):
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def page(found, lang):
    """The part of the page that is about other solvers."""
    w, zh = WORDS[lang], lang == "zh"
    texts = {case.id: case.text for case in cases()}
    first = list(dict.fromkeys(run["name"] for run in found["runs"]))
    solvers = [[name, ABOUT[name.split()[0]][zh], ABOUT[name.split()[0]][2 + zh]] for name in sorted(first)]
    answers = [
        [
            run["name"],
            METRICS[lang][run["metric"]],
            MODES[lang][run["mode"]],
            run["every"],
            run["cases"],
            run["right"],
            run["wrong"],
            run["missing"],
            f"{run['cpu_seconds']:.2f}",
            size_text(run["peak_bytes"] or 0),
        ]
        for run in found["runs"]
    ]
    wrong = [
        [run["name"], each["id"], each["answer"], each["expected"], f"`{texts[each['id']]}`"]
        for run in found["runs"]
        for each in run["disagreements"]
    ]
    machine = found["runs"][0]["machine"].rpartition(", load")[0]
    parts = [
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
    ]
    return "\n\n".join(parts)


def chart(found, lang):
    """The chart of the page."""
    w, rows = WORDS[lang], found["growth"]
    lines = {
        w["seconds"]: [(row["layouts"], row["cpu_seconds"]) for row in rows],
        w["memory"]: [(row["layouts"], row["peak_bytes"] / 2**20) for row in rows],
    }
    return power_chart(lines, x=w["layouts"], title=w["chart"])


def files(found):
    """The contents of the pages' files, by path; a Chinese page that followed its English one still does."""
    from tools.site.contents import behind, stamped

    made = {}
    for lang in WORDS:
        path = DOCS / lang / "explanation" / "benchmarks.md"
        before, rest = path.read_text("utf-8").split("<!-- suite -->\n")
        after = rest.split("\n<!-- end suite -->")[1]
        made[path] = f"{before}<!-- suite -->\n\n{page(found, lang)}\n\n<!-- end suite -->{after}"
        made[DOCS / lang / "pictures" / "benchmarks.svg"] = chart(found, lang) + "\n"
    english, chinese = (DOCS / lang / "explanation" / "benchmarks.md" for lang in WORDS)
    if not behind(english.read_text("utf-8"), chinese.read_text("utf-8")):
        made[chinese] = stamped(made[english], made[chinese], "benchmarks.md")
    return made


def write(found):
    """Write them."""
    for path, text in files(found).items():
        path.write_text(text, "utf-8")
