"""Run the same benchmarks in two checkouts alternately, and print the ratio of times, second to first.

    python benchmarks/compare.py BASE [HEAD] [-k WORDS] [--rounds 5] [--cpu] [--worse 3] [--keep FILE] [--limit 120]

A checkout is a folder, compiled by its owner, or a revision of this repository, which is then checked out and compiled
in a temporary folder; HEAD is by default the folder that this file is in. Benchmarks of one name are compared, wherever
their files lie; `-k` picks those whose file and name have one of the words. Each benchmark runs in one checkout and at
once in the other, in a process of each that stays; after all of them the next round begins. With `--keep` what was
measured is written to a file line by line, and a second call with that file goes on where the first ended. One that
takes longer than the limit is named and left out.

The ratio is that of the least times of all rounds, beside it the median of the ratios within a round; `--cpu` takes the
time of the processor (that of child processes too) instead of the clock's, for a busy machine. Ends with status 1 where
both ratios are worse by more than so many percent.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
Times = dict[tuple[int, str, str], float | None]  # seconds by round, benchmark and side


def processor() -> float:
    """The processor's seconds of this process and of its children that have ended."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


@contextlib.contextmanager
def checkout(name: str):
    """The folder of a checkout, compiled."""
    if Path(name, "benchmarks").is_dir():
        yield Path(name).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "checkout")
        subprocess.run(["git", "worktree", "add", "--detach", "-q", place, name], cwd=HERE, check=True)
        try:
            build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
            subprocess.run(build, cwd=place, check=True, stdout=subprocess.DEVNULL)
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=HERE, check=True)


PYTEST = ["-c", "benchmarks/pytest.ini", "-p", "no:cacheprovider"]


def serve(timer: str) -> None:
    """Run the benchmarks whose addresses come by standard input; answer each by a line with its seconds, or with
    null.
    """
    import pytest

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    quick = ["--benchmark-min-rounds=1", "--benchmark-max-time=0.3", f"--benchmark-timer={timer}"]
    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder, "report.json")
            pytest.main([*PYTEST, *quick, f"--benchmark-json={report}", line.strip()])
            text = report.read_text() if report.exists() else ""
            found = json.loads(text)["benchmarks"] if text else []
        print(json.dumps(found[0]["stats"]["min"] if found else None), file=answers, flush=True)


class Side:
    """A checkout, its benchmarks' addresses by name, and the process that runs them."""

    def __init__(self, place: Path, cpu: bool, limit: float) -> None:
        self.place, self.limit = place, limit
        self.timer = "__main__.processor" if cpu else "time.perf_counter"
        self.env = {**os.environ, "PYTHONPATH": str(place / "src")}
        self.addresses: dict[str, str] = {}
        for line in self._collected():
            if "::" in line:
                name, n = line.partition("::")[2], 2
                while name in self.addresses:  # a benchmark of another file
                    name, n = f"{line.partition('::')[2]} #{n}", n + 1
                self.addresses[name] = f"benchmarks/{line}"  # told from the folder of pytest.ini
        self.process: subprocess.Popen[str] | None = None

    def _collected(self) -> list[str]:
        words = [*PYTEST, "benchmarks", "--collect-only", "-q", "-o"]
        addopts = "addopts=--import-mode=importlib --benchmark-only"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words, addopts],
            cwd=self.place,
            env=self.env,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            sys.exit(f"no benchmarks in {self.place}:\n{done.stdout}{done.stderr}")
        return done.stdout.splitlines()

    def measure(self, name: str) -> float | None:
        """The least seconds of a benchmark; None if it failed or took longer than the limit."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, __file__, "--serve", self.timer],
                cwd=self.place,
                env=self.env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        process = self.process
        assert process.stdin and process.stdout
        late = threading.Timer(self.limit, process.kill)
        late.start()
        try:
            process.stdin.write(self.addresses[name] + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            late.cancel()
        if not answer:  # the process is gone; the next benchmark gets another
            self.end()
        return json.loads(answer or "null")

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def kept(file: Path | None, heading: dict[str, Any]) -> Times:
    """What an earlier call has measured; a new file is begun with what is compared."""
    if file is None:
        return {}
    if not file.exists():
        file.write_text(json.dumps(heading) + "\n")
    first, *rows = file.read_text().splitlines()
    if json.loads(first) != heading:
        sys.exit(f"{file} keeps another comparison: {first}")
    return {(n, name, side): seconds for n, name, side, seconds in map(json.loads, rows)}


def table(times: Times, names: list[str], worse: float) -> bool:
    """Print the ratios of benchmarks; True if one is worse by more percent than allowed."""
    bad = False
    out = io.StringIO()
    print(f"{'benchmark':60} {'base':>10} {'head':>10} {'ratio':>7} {'median':>7} rounds", file=out)
    for name in names:
        rounds = {n for n, each, _ in times if each == name}
        pairs = [(times.get((n, name, "base")), times.get((n, name, "head"))) for n in rounds]
        both = [(a, b) for a, b in pairs if a is not None and b is not None]
        if not both:
            print(f"{name[:60]:60} not measured: failed, or above the limit", file=out)
            continue
        base, head = (min(side) for side in zip(*both, strict=True))
        middle = statistics.median(b / a for a, b in both)
        above = min(head / base, middle) > 1 + worse / 100
        bad |= above
        print(
            f"{name[:60]:60} {base * 1e3:7.3f} ms {head * 1e3:7.3f} ms {head / base:7.3f} {middle:7.3f}"
            f" {len(both):6}{'  worse' if above else ''}",
            file=out,
        )
    print(out.getvalue(), end="")
    return bad


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("base")
    parser.add_argument("head", nargs="?", default=str(HERE))
    parser.add_argument("-k", dest="words", nargs="*", default=[""], help="words of file or name")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu", action="store_true", help="processor time instead of the clock's")
    parser.add_argument("--worse", type=float, default=3, help="percent that are allowed")
    parser.add_argument("--keep", type=Path, help="a file of what was measured, to go on with")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one benchmark")
    args = parser.parse_args()
    heading = {"base": args.base, "head": args.head, "cpu": args.cpu}
    times = kept(args.keep, heading)
    with checkout(args.base) as base, checkout(args.head) as head:
        sides = {"base": Side(base, args.cpu, args.limit), "head": Side(head, args.cpu, args.limit)}
        all_names = {side: list(each.addresses) for side, each in sides.items()}
        names = [
            name
            for name in all_names["base"]
            if name in all_names["head"] and any(word in sides["head"].addresses[name] for word in args.words)
        ]
        try:
            for n in range(args.rounds):
                for name in names:
                    for side in list(sides)[:: 1 if n % 2 == 0 else -1]:
                        key = (n, name, side)
                        if key not in times and times.get((0, name, side), 0.0) is not None:
                            times[key] = sides[side].measure(name)
                            if args.keep:
                                with args.keep.open("a") as file:
                                    print(json.dumps([*key, times[key]]), file=file)
        finally:
            for each in sides.values():
                each.end()
    bad = table(times, names, args.worse)
    for side, other in (("base", "head"), ("head", "base")):
        only = sorted(set(all_names[side]) - set(all_names[other]))
        if only:
            print(f"only in {side}: {', '.join(only)}")
    return int(bad)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    else:
        sys.exit(main())
