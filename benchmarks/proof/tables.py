"""Prove whole tables, and have each checked by all checkers.

    python benchmarks/proof/tables.py    some five minutes

`tables.csv` beside this file has a line for each: the puzzle and metric, the layouts, the greatest distance, bytes, and
the seconds of a processor that making it and the checkers in Python, in JavaScript (Node) and in Coq took.
"""

import csv
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from certificates import CHECKER

import huarong as hr
from huarong.proof import check, prove

HERE = Path(__file__).parent
DATA, PROVED = HERE / "tables.csv", HERE.parents[1] / "proof" / "huarong-check"
WHOLE = (
    *(("横刀立马", metric) for metric in ("move", "slide", "step")),
    *(
        (name, "move")
        for name in (
            "捷足先登",
            "兵分三路",
            "峰回路转",
            "水泄不通",
            "巧过五关",
            "Pennant",
            "Rush Hour 1",
            "Rush Hour 40",
        )
    ),
    ("876543210", "step"),
    ("867254301", "move"),
    ("走投无路", "step"),
    ("slide: A=DR B=LR/A...B/...#./C..../goal:/...../...#./A....", "move"),
    ("gate: A/A.B.C/.#.../D..E./gates:/...-./...../.-.../goal:/...../.#.../....A/goal:/...../.#.../B....", "slide"),
)
"""What the slow tests prove whole as well: each rule is in one of them."""
NODE = f"""
import {{ readFileSync }} from 'node:fs';
const {{ check }} = await import('file://{CHECKER.as_posix()}');
const {{ theorem }} = await check(new Uint8Array(readFileSync(process.argv[1])));
console.log(theorem.layouts, theorem.farthest, theorem.hardest.length);
"""


def seconds(words):
    """What a program prints, and the seconds of a processor that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def measured(text, metric):
    """A line of the file."""
    began = time.process_time()
    found = prove(text, metric, table=True)
    told, made = found.to_json(), time.process_time() - began
    began = time.process_time()
    check(found.data)
    python = time.process_time() - began
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table")
        found.save(path)
        words = ["node", "--experimental-default-type=module", "--input-type=module", "-e", NODE, str(path)]
        said, node = seconds(words)
        _, coq = seconds([str(PROVED), str(path)])
    shown = "null" if told["farthest"] is None else told["farthest"]
    assert said.split() == [str(told["layouts"]), str(shown), str(told["hardest"])]
    far = "none" if told["farthest"] is None else told["farthest"]
    times = (f"{each:.2f}" for each in (made, python, node, coq))
    return [text, metric, told["layouts"], far, told["bytes"], *times]


if __name__ == "__main__":
    with DATA.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["puzzle", "metric", "layouts", "farthest", "bytes", "made", "python", "javascript", "coq"])
        for text, metric in WHOLE:
            out.writerow(measured(text, hr.Metric(metric)))
            file.flush()
