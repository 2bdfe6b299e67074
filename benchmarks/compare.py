"""Run the same benchmarks in two checkouts alternately, and print the ratio of times, second to first.

    python benchmarks/compare.py BASE [HEAD] [-k EXPRESSION] [--rounds 5] [--cpu] [--worse 3]

A checkout is a folder, or a revision of this repository, which is then checked out and compiled in a temporary folder; HEAD is by
default the folder that this file is in. Benchmarks of one name are compared, wherever their files lie; the
expression picks some, as with `pytest -k`. The ratio is that of the least times of all rounds, beside it the median of
the ratios within a round; `--cpu` takes the processor's time instead of the clock's, for a busy machine (not for benchmarks
that start processes). Ends with status 1 where both ratios are worse by more than so many percent.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parents[1]


@contextlib.contextmanager
def checkout(name: str):
    """The folder of a checkout, compiled."""
    if Path(name, "benchmarks").is_dir():
        yield Path(name).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "checkout")
        subprocess.run(
            ["git", "worktree", "add", "--detach", "-q", place, name], cwd=HERE, check=True
        )
        try:
            build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
            subprocess.run(build, cwd=place, check=True, stdout=subprocess.DEVNULL)
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=HERE, check=True)


def measured(place: Path, select: str, cpu: bool) -> dict[str, float]:
    """The least seconds that each benchmark of a checkout took."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        timer = ["--benchmark-timer=time.process_time"] if cpu else []
        words = [
            "-c",
            "benchmarks/pytest.ini",
            "benchmarks",
            "-k",
            select,
            "-p",
            "no:cacheprovider",
        ]
        once = [
            "--benchmark-min-rounds=3",
            "--benchmark-max-time=0.3",
            f"--benchmark-json={report}",
        ]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words, *timer, *once],
            cwd=place,
            env={**os.environ, "PYTHONPATH": str(place / "src")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if not report.exists() or not report.stat().st_size:
            sys.exit(f"no benchmark ran in {place}:\n{done.stdout}")
        found = json.loads(report.read_text())["benchmarks"]
    times: dict[str, float] = {}
    for each in found:
        name, n = each["name"], 2
        while name in times:  # a benchmark of another file
            name, n = f"{each['name']} #{n}", n + 1
        times[name] = each["stats"]["min"]
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("base")
    parser.add_argument("head", nargs="?", default=str(HERE))
    parser.add_argument("-k", dest="select", default="", help="which benchmarks, as for pytest")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu", action="store_true", help="processor time instead of the clock's")
    parser.add_argument("--worse", type=float, default=3, help="percent that are allowed")
    args = parser.parse_args()
    rounds: list[dict[str, dict[str, float]]] = []
    with checkout(args.base) as base, checkout(args.head) as head:
        sides = {"base": base, "head": head}
        for n in range(args.rounds):
            order = list(sides) if n % 2 == 0 else list(sides)[::-1]
            rounds.append({side: measured(sides[side], args.select, args.cpu) for side in order})
    worse = False
    names = [name for name in rounds[0]["base"] if name in rounds[0]["head"]]
    print(f"{'benchmark':60} {'base':>10} {'head':>10} {'ratio':>7} {'median':>7}")
    for name in names:
        times = {side: [each[side][name] for each in rounds] for side in ("base", "head")}
        least = min(times["head"]) / min(times["base"])
        middle = statistics.median(b / a for a, b in zip(times["base"], times["head"], strict=True))
        bad = min(least, middle) > 1 + args.worse / 100
        worse |= bad
        print(
            f"{name[:60]:60} {min(times['base']) * 1e3:7.3f} ms {min(times['head']) * 1e3:7.3f} ms"
            f" {least:7.3f} {middle:7.3f}{'  worse' if bad else ''}"
        )
    for side, other in (("base", "head"), ("head", "base")):
        only = sorted(rounds[0][side].keys() - rounds[0][other].keys())
        if only:
            print(f"only in {side}: {', '.join(only)}")
    return int(worse)


if __name__ == "__main__":
    sys.exit(main())
