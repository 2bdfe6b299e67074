"""Measure how long a search goes on after it is cancelled: the longest time between two calls of `cancel`.

    python benchmarks/limits/asks.py [NAME ...] [--seconds 8]

Prints for each puzzle (by default the hardest levels of gnome-klotski), with a proof and without, the number of calls,
the most milliseconds of this thread's processor time between two of them, and the functions that made the later one.
The aim is 100 ms; where gigabytes are asked for, the time in which the system finds them counts too.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time

import huarong as hr

LEVELS = ["Shark", "Transeuropa", "American Pie", "Ithaca", "Pelopones"]


def longest(name: str, optimal: bool, seconds: float) -> tuple[int, float, str]:
    """The number of calls, the most seconds between two, and who made the later one."""
    calls: list[tuple[float, str]] = []
    since = time.thread_time()

    def asked() -> bool:
        nonlocal since
        gap, frame, names = time.thread_time() - since, sys._getframe(1), []
        while frame.f_back is not None and len(names) < 5:
            frame = frame.f_back
            names.append(frame.f_code.co_qualname)
        calls.append((gap, " < ".join(names)))
        since = time.thread_time()
        return False

    with contextlib.suppress(hr.LimitReached):
        hr.solve(name, optimal=optimal, max_seconds=seconds, cancel=asked)
    return len(calls), *max(calls)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=[f"gnome-klotski: {name}" for name in LEVELS])
    parser.add_argument("--seconds", type=float, default=8)
    args = parser.parse_args()
    for name in args.names:
        for optimal in (True, False):
            count, gap, who = longest(name, optimal, args.seconds)
            print(f"{name}, {'with' if optimal else 'without'} a proof: {count} calls, {gap * 1000:.0f} ms, {who}")


if __name__ == "__main__":
    main()
