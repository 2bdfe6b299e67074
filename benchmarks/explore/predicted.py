"""What the cost model predicts for explorations of three sizes in each form, beside what they take here.

    python benchmarks/explore/predicted.py [--only TEXT] [--seconds 20]

Each is explored on disk by one thread until its end, or for so many seconds of the processor. Predicted from the rates
of `huarong explore --calibrate` and a second of the puzzle: seconds of the processor, the most bytes on the disk, and
the bytes to and from it; how many layouts, levels, and layouts in the widest level there are is taken from the run.
Prints a table
of Markdown.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from huarong.explore import calibration, cost
from huarong.explore.plan import Shares
from huarong.explore.sorted_keys import Runs
from huarong.explore.store import FileStore, Sink, StoredArray
from huarong.explore.tile_bits import Tiles
from huarong.library.reader import puzzle as read
from huarong.limits import Watch
from huarong.model.metric import Metric

SHARES = Shares(64 << 20, 1 << 18)
ROWS = (
    ("Century", "step", "keys"),
    ("Red Donkey", "step", "keys"),
    ("Pelopones", "step", "keys"),
    ("1 2 3 4 5/6 7 8 9 0", "move", "tiles"),
    ("ABCD/EFGH/IJ.#/goal:/.ABC/DEFG/HIJ#", "move", "tiles"),
    ("1 2 3/4 5 6/7 8 9/10 11 0", "move", "tiles"),
)


class Metered(FileStore):
    """A folder that adds up what is written and read, and knows the most that it held."""

    passed = most = 0
    held: dict[str, int]

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.held = {}

    @contextlib.contextmanager
    def writer(self, name: str) -> Iterator[Sink]:
        """A sink whose bytes are counted."""
        with super().writer(name) as sink:
            yield sink
        if sink.entry is not None:
            self.held[name] = sink.entry.size
            self.passed += sink.entry.size
            self.most = max(self.most, sum(self.held.values()))

    def get(self, entry: StoredArray, first: int = 0, last: int | None = None, code: str = "u8") -> Any:
        """Numbers that are counted."""
        found = super().get(entry, first, last, code)
        self.passed += found.nbytes
        return found

    def between(self, entry: StoredArray, low: int, high: int, kw: int) -> Any:
        """Keys that are counted."""
        found = super().between(entry, low, high, kw)
        self.passed += found.nbytes
        return found

    def drop(self, name: str) -> None:
        """Delete a file."""
        super().drop(name)
        self.held.pop(name, None)


def measured(name: str, metric: str, by: str, seconds: float, rates: cost.Rates) -> list[str]:
    """A line of the table: a run, and what was predicted for it."""
    puzzle = read(name)
    plan: Runs | Tiles
    if by == "tiles":
        plan = Tiles.of(puzzle, Metric(metric), SHARES.memory, 1)
    else:
        plan = Runs(puzzle, Metric(metric), SHARES)
    clock = calibration.Clock(Watch.of("4G", 3000))
    with tempfile.TemporaryDirectory() as folder:
        store = Metered(Path(folder))
        levels = calibration.explored(plan, store, clock, seconds)
    layouts = sum(levels)
    work = calibration.work(puzzle, metric, layouts, by="keys" if by == "keys" else "bits", rates=rates)
    work = replace(work, layouts=layouts, levels=len(levels), widest=max(levels) / layouts)
    told = cost.predict(work, rates)
    cells = [f"`{name.partition('/goal')[0]}`, {by}", f"{layouts:,}{'' if clock.complete else ', stopped'}"]
    for each, took, unit in (
        (told.processor, clock.total, 1),
        (told.room, store.most, 1e6),
        (told.passed, store.passed, 1e6),
    ):
        cells.append(f"{each / unit:.2f}, {took / unit:.2f}: {took / each:.2f}")
    return cells


def main() -> None:
    """Print the table, a line as each run ends."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    rates = cost.Rates.read() or cost.MEASURED
    head = ["what", "layouts", "processor, s", "most on disk, MB", "to and from disk, MB"]
    for line in (head, ["---"] * len(head)):
        print(f"| {' | '.join(line)} |")
    for row in ROWS:
        if given.only in " ".join(row):
            print(f"| {' | '.join(measured(*row, given.seconds, rates))} |", flush=True)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0
    print(f"\n(predicted, measured: ratio; {datetime.date.today()}, load {load:.0f})")


if __name__ == "__main__":
    main()
