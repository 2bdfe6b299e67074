"""Certify the library in three metrics, and have every certificate checked by both checkers.

    python benchmarks/proof/certificates.py [GROUP or PUZZLE ...]    some two hours; resumes a run that was stopped
    python benchmarks/proof/certificates.py --table        write the table of docs/en/explanation/proofs.md again

`certificates.csv` beside this file has a line for each certificate: its group, puzzle and metric, the length, layouts,
bytes, and the seconds of a processor that the checker in Python took and the seconds that the one in Chromium took
(HUARONG_CHROMIUM says where that is). Where there is no certificate, the length and what follows are empty.
"""

import contextlib
import csv
import os
import statistics
import sys
import time
from base64 import b64encode
from pathlib import Path

import huarong as hr
from huarong.library import entries
from huarong.model.board import METRICS
from huarong.proof import check, prove

DATA = Path(__file__).with_name("certificates.csv")
DOCS = Path(__file__).parents[2] / "docs"
PAGE = "explanation/proofs.md"
GROUPS = {
    "classic": ("classics", "经典"),
    "rush-hour": ("Rush Hour", "Rush Hour"),
    "gnome-klotski": ("gnome-klotski", "gnome-klotski"),
    "openings": ("openings", "华容道开局"),
}
"""The groups of the library, as the pages of each language call them."""
SECONDS = 600
"""No certificate is made that takes longer."""
CHROMIUM = os.environ.get("HUARONG_CHROMIUM", "/usr/bin/chromium")
CHECKER = Path(hr.__file__).parent / "web" / "static" / "solve" / "proof.js"
ASKED = """async (text) => {
    const { check } = await import('/proof.js'), bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const began = performance.now(), { theorem } = await check(bytes);
    return [theorem.length, String(theorem.solutions), theorem.layouts, (performance.now() - began) / 1000];
}"""


@contextlib.contextmanager
def browser():
    """The browser's checker: a function from a certificate to its theorem and the seconds taken."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = program.new_page(base_url="http://huarong.invalid")
        page.set_default_timeout(0)
        page.route("**/proof.js", lambda it: it.fulfill(path=CHECKER, content_type="text/javascript"))
        page.route("**/page", lambda it: it.fulfill(body="", content_type="text/html"))
        page.goto("/page")
        yield lambda data: page.evaluate(ASKED, b64encode(data).decode())
        program.close()


def rows(data=DATA):
    """The lines of a file."""
    if not data.exists():
        return []
    with data.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def certified(puzzle, metric, in_browser):
    """Length, layouts, bytes and seconds of both checkers; nothing where there is no certificate."""
    try:
        found = prove(puzzle, metric, max_seconds=SECONDS)
    except hr.LimitReached:
        return [""] * 5
    began = time.process_time()
    said = check(found.data)
    seconds = time.process_time() - began
    length, ways, layouts, page_seconds = in_browser(found.data)
    assert (length, layouts) == (found.solution.length, found.layouts)
    shown = "none" if length is None else length
    assert (f"{shown} {metric}s solve it" if length is not None else "no solution") in said
    assert ways == ("null" if found.solutions is None else str(found.solutions))
    return [shown, layouts, len(found.data), f"{seconds:.3f}", f"{page_seconds:.3f}"]


def run(wanted):
    """Measure the certificates that the file lacks, and add them."""
    known = {(row["group"], row["puzzle"], row["metric"]) for row in rows()}
    with browser() as in_browser, DATA.open("a", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        if not known:
            head = "group,puzzle,metric,length,layouts,bytes,seconds,browser_seconds"
            out.writerow(head.split(","))
        for entry in sorted(entries(), key=lambda each: [*GROUPS, each.group].index(each.group)):
            for metric in METRICS:
                name = entry.name_zh or entry.name
                asked = not wanted or not {entry.group, name}.isdisjoint(wanted)
                if asked and (entry.group, name, metric) not in known:
                    found = certified(entry.puzzle, metric, in_browser)
                    out.writerow([entry.group, name, metric, *found])
                    file.flush()


WORDS = {
    "en": (
        "| group | certificates | layouts | bytes | seconds in Python | seconds in the browser |",
        "{n:,}, for {puzzles} of {of} puzzles",
        "None was made of {names}.",
    ),
    "zh": (
        "| 组 | 证明 | 布局 | 字节 | Python 秒数 | 浏览器秒数 |",
        "{n:,}，{of} 题中的 {puzzles} 题",
        "没有做出的：{names}。",
    ),
}
"""By the language: the table's head, how many certificates there are, and what has none."""


def table(lang="en"):
    """The table of the page, and the puzzles without a certificate."""
    head, many, none = WORDS[lang]
    lines = [head, "|---|---|---|---|---|---|"]
    without = []
    for group, (english, chinese) in GROUPS.items():
        name = english if lang == "en" else chinese
        mine = [row for row in rows() if row["group"] == group]
        good = [row for row in mine if row["length"]]
        if not good:
            continue
        without += dict.fromkeys(row["puzzle"] for row in mine if not row["length"])
        puzzles, of = len({row["puzzle"] for row in good}), sum(e.group == group for e in entries())
        cells = [name, many.format(n=len(good), puzzles=puzzles, of=of)]
        for key, form in (("layouts", ",.0f"), ("bytes", ",.0f"), ("seconds", ".2f"), ("browser_seconds", ".2f")):
            values = [float(row[key]) for row in good]
            cells.append(f"{statistics.median(values):{form}}; {max(values):{form}}")
        lines.append(f"| {' | '.join(cells)} |")
    text = "\n".join(lines)
    if without:
        text += "\n\n" + none.format(names=", ".join(without))
    return text


def written(page, text, marks=("certificates", "end")):
    """The page with another table between its marks."""
    first, last = (f"<!-- {mark} -->\n" for mark in marks)
    before, rest = page.split(first)
    return f"{before}{first}{text}\n{last}{rest.split(last)[1]}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        for lang in WORDS:
            path = DOCS / lang / PAGE
            path.write_text(written(path.read_text("utf-8"), table(lang)), "utf-8")
    else:
        run(sys.argv[1:])
