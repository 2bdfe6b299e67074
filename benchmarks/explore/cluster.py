"""Ray's own cost, and what a second worker brings, in an exploration of about a minute.

    python benchmarks/explore/cluster.py

All layouts of a 5x5 board are counted in steps, with bits on disk: by one thread, by Ray with one worker, by Ray with
two, and by two threads, in turn. The machine should have two cores and nothing else to do. Seconds are by the clock,
from the end of level `--first` (so the start of Python and of Ray is not among them) to the end of the last, or of
level `--last`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

BOARD = "AABBC/AADDC/EFGH./E.IJ./...../goal:/...../...../...../...AA/...AA"
"""A square, two dominoes each way and five single pieces, of which 42.6 million layouts come of four."""
PROGRAM = """
import sys
from huarong.errors import Cancelled
from huarong.explore import Resources, run
board, engine, workers, folder, last = sys.argv[1:]
depth = 0
def report(progress):
    global depth
    depth = progress.depth
try:
    run(board, "step", Resources(engine, folder, workers=int(workers), by="bits"), log=folder + ".log", progress=report,
        cancel=lambda: depth > int(last))
except Cancelled:
    pass
"""


def explored(board: str, engine: str, workers: int, first: int, last: int) -> tuple[float, int]:
    """The seconds between two levels' ends (the last one's, where there are fewer), and the layouts so far."""
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base, "levels")
        given = [board, engine, str(workers), str(folder), str(last)]
        subprocess.run([sys.executable, "-c", PROGRAM, *given], check=True)
        lines = folder.with_suffix(".log").read_text("utf-8").splitlines()
    levels = [json.loads(line) for line in lines][: last + 1]
    return levels[-1]["seconds"] - levels[first]["seconds"], levels[-1]["total"]


def main() -> None:
    """Measure, and print seconds and ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--board", default=BOARD)
    parser.add_argument("--first", type=int, default=10)
    parser.add_argument("--last", type=int, default=1000)
    asked = parser.parse_args()
    took = {}
    for engine, workers in (("disk", 1), ("ray", 1), ("ray", 2), ("disk", 2)):
        seconds, total = explored(asked.board, engine, workers, asked.first, asked.last)
        took[engine, workers] = seconds
        print(f"{engine}, {workers}: {seconds:.2f} s, {total:,} layouts", flush=True)
    print(f"Ray's own cost, one worker: {took['ray', 1] / took['disk', 1] - 1:+.1%}")
    print(f"Ray's own cost, two workers: {took['ray', 2] / took['disk', 2] - 1:+.1%}")
    print(f"two Ray workers: {took['ray', 1] / took['ray', 2]:.2f} times one")
    print(f"two threads: {took['disk', 1] / took['disk', 2]:.2f} times one")


if __name__ == "__main__":
    main()
