"""The part of the pages on benchmarks that is about other solvers, in two languages: made of `results.json`."""

import sys
from pathlib import Path

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
        "[PyPI](https://pypi.org/project/up-fast-downward/)，A*，用 LM-cut 或不估计，读 [PDDL](../howto/planners.md)",
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
            "Compare only rows with the same number of cases. If *every* is N, the solver got every N-th case of "
            "each group, in the order of `cases.jsonl`.",
            "*No answer* means that the solver does not take this kind of puzzle, or that its time for a case ran out.",
            "*CPU* is the processor time of the whole run. One process answers all cases, except that js2, rush "
            "and the planners start anew for each. For these, *memory* is that of the adapter.",
            "Planners had 4 GB and 20 s for each case (Fast Downward without a heuristic: 60 s). *CPU* does not "
            "include the searches that were stopped.",
            "Other programs ran on the machine at the same time, so there are no wall-clock times.",
        ],
        "solvers": "The solvers",
        "s_head": ("solver", "from", "takes"),
        "answers": "Answers and costs",
        "a_head": ("solver", "count", "every", "cases", "right", "wrong", "no answer", "CPU, s", "memory"),
        "wrong": "Disagreements",
        "none": "All answers agree with the suite.",
        "w_head": ("solver", "case", "answered", "right", "puzzle"),
        "made": "Measured on {machine}.",
    },
    "zh": {
        "read": "怎样读",
        "notes": [
            "只有题数相同的行可以相比。“每几题”为 N，表示按 `cases.jsonl` 的次序，每组每 N 题取一题。",
            "“没答”表示求解器不解这类题，或者这一题超时。",
            "“CPU”是整次运行的 CPU 时间。多数求解器用一个进程回答全部题目；js2、rush 和规划器每题另起一个进程，"
            "内存一栏是适配器用的内存。",
            "规划器每题限 4 GB、20 秒（不用启发函数的 Fast Downward 限 60 秒）。“CPU”不含中途停掉的搜索。",
            "测量时机器上还有别的程序在运行，所以不列实际用时。",
        ],
        "solvers": "求解器",
        "s_head": ("求解器", "来源", "能解"),
        "answers": "回答与开销",
        "a_head": ("求解器", "计步方式", "每几题", "题数", "对", "错", "没答", "CPU，秒", "内存"),
        "wrong": "不一致之处",
        "none": "全部回答都与题组一致。",
        "w_head": ("求解器", "题", "所答", "正确", "题目"),
        "made": "机器：{machine}。",
    },
}
METRICS = {
    "en": {"move": "moves", "slide": "slides", "step": "steps"},
    "zh": {"move": "步", "slide": "直步", "step": "格"},
}


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
    ]
    return "\n\n".join(parts)


def files(found):
    """The contents of the pages' files, by path; a Chinese page that followed its English one still does."""
    from tools.site.contents import behind, stamped

    made = {}
    for lang in WORDS:
        path = DOCS / lang / "explanation" / "benchmarks.md"
        before, rest = path.read_text("utf-8").split("<!-- suite -->\n")
        after = rest.split("\n<!-- end suite -->")[1]
        made[path] = f"{before}<!-- suite -->\n\n{page(found, lang)}\n\n<!-- end suite -->{after}"
    english, chinese = (DOCS / lang / "explanation" / "benchmarks.md" for lang in WORDS)
    if not behind(english.read_text("utf-8"), chinese.read_text("utf-8")):
        made[chinese] = stamped(made[english], made[chinese], "benchmarks.md")
    return made


def write(found):
    """Write them."""
    for path, text in files(found).items():
        path.write_text(text, "utf-8")
