"""What a graphics processor takes: the tables of the pages cluster, tiles and records.

    python benchmarks/gpu.py [--seconds 280]

Runs whole spaces, levels of numbered tiles and Korf and Taylor's ten 24-puzzles on the device of this machine, checks
what they find, and writes `gpu.json` beside this file, then the pages. What does not fit into the device's memory, or
into the time, is left out and named. Each work runs once before it is timed if it is short, so that compiling does not
count.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from huarong.atlas.on_device import DenseOnDevice
from huarong.device import Device, here
from huarong.errors import InputError, LimitReached
from huarong.explore import gpu
from huarong.explore.exploration import Request
from huarong.files import replacing
from huarong.library.reader import puzzle
from huarong.limits import Limits, Watch
from huarong.model.board import Goal, Metric
from huarong.space.space import Space
from huarong.tiles import solve_tiles

HERE = Path(__file__).parent
DATA = HERE / "gpu.json"
INSTANCES = HERE.parent / "tests" / "data" / "korf24.json"
FAMILY = "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:{}"
SPACES = (
    ("4x5", "2..", "step", 179),
    ("4x5", "2..", "slide", 150),
    ("4x5", "2..", "move", 138),
    ("5x5", "2", "step", 229),
    ("5x5", "2", "move", 169),
    ("4x6", "2..", "step", 267),
    ("5x6", "2", "step", 359),
    ("5x6", "2", "move", 268),
)
"""Families, and the greatest distance of each, as in the book of records."""
TILES = (
    ("1 2 3/4 5 6/7 8 9/10 11 0", "step", 239_500_800, 53),
    ("1 2 3/4 5 6/7 8 9/10 11 0", "line", 239_500_800, 33),
    ("1 2 3 4 5/6 7 8 9 10/11 12 13 14 0", "step", 653_837_184_000, 84),
    ("1 2 3 4 5/6 7 8 9 10/11 12 13 14 0", "line", 653_837_184_000, 44),
)
"""Boards of tiles, and how many layouts and moves they have."""

Work = tuple[dict[str, Any], Callable[[Device, Watch], dict[str, Any]]]
"""What is run, and the function that runs it."""


def space(board: str, empty: str, metric: str, longest: int) -> Work:
    """The distances of a family from its goals, which stay in the device's memory."""

    def run(device: Device, watch: Watch) -> dict[str, Any]:
        whole = Space.parse(board, FAMILY.format(empty))
        device.require(4 * whole.size)
        dense = DenseOnDevice(whole, Metric(metric), device, watch, reverse=True)
        width, height = whole.board.width, whole.board.height
        middle = {(width - 2) // 2, (width - 1) // 2}
        _, levels = dense.fill(dense.goals(Goal.of([[(0, width * (height - 2) + x)] for x in middle])))
        assert len(levels) - 1 == longest, (board, empty, metric, len(levels) - 1)
        return {"layouts": whole.size, "radius": longest}

    return {"work": "space", "of": f"{board} {FAMILY.format(empty)}", "metric": metric}, run


def tiles(text: str, metric: str, layouts: int, radius: int) -> Work:
    """The levels of tiles."""

    def run(device: Device, watch: Watch) -> dict[str, Any]:
        found = gpu.explore(Request(puzzle(text), Metric.STEP, lines=metric == "line"), watch, device)
        assert (found.total, found.radius) == (layouts, radius), (text, metric, found.total, found.radius)
        return {"layouts": layouts, "radius": radius, "levels": list(found.levels)}

    return {"work": "tiles", "of": text, "metric": metric}, run


def korf(instance: dict[str, Any]) -> Work:
    """One of Korf's 24-puzzles."""

    def run(_: Device, watch: Watch) -> dict[str, Any]:
        answer = solve_tiles(instance["tiles"], range(25), engine="gpu", watch=watch)
        assert answer.verify()
        assert answer.length == instance["optimal"], (instance["id"], answer.length)
        moves = " ".join(str(tile) for (tile,) in answer.moves)
        return {"length": answer.length, "moves": moves, "nodes": answer.explored}

    return {"work": "korf24", "of": instance["id"]}, run


def works() -> Iterator[Work]:
    """All works, the short ones first."""
    yield from (tiles(*each) for each in TILES)
    yield from (space(*each) for each in SPACES)
    ten = json.loads(INSTANCES.read_text("utf-8"))[:10]
    yield from (korf(each) for each in sorted(ten, key=lambda each: each["nodes_2021"]))


def run(device: Device, some: Iterator[Work], seconds: float) -> tuple[list[dict[str, Any]], list[str]]:
    """The rows of these works, and what was left out and why."""
    rows, left, end = list[dict[str, Any]](), list[str](), time.perf_counter() + seconds
    for about, work in some:
        name = " ".join(map(str, about.values()))
        for again in (False, True):
            begun = time.perf_counter()
            watch = Watch(Limits(memory=1 << 40, seconds=max(end - begun, 1e-3)), unit="node")
            try:
                found = work(device, watch)
            except (InputError, LimitReached, MemoryError) as error:
                left.append(f"{name}: {error or 'too little memory'}")
                print(left[-1], flush=True)
                break
            row = {**about, **found, "seconds": round(time.perf_counter() - begun, 4)}
            if again or row["seconds"] > 1 or about["work"] == "korf24":
                rows.append(row)
                print(
                    json.dumps({key: value for key, value in row.items() if key not in ("levels", "moves")}), flush=True
                )
                break
    return rows, left


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=280)
    given, device = parser.parse_args(), here()
    rows, left = run(device, works(), given.seconds)
    properties = device.xp.cuda.runtime.getDeviceProperties(0)
    about = {
        "device": properties["name"].decode(),
        "memory": int(properties["totalGlobalMem"]),
        "CuPy": device.xp.__version__,
        "CUDA": int(device.xp.cuda.runtime.runtimeGetVersion()),
        "day": str(datetime.datetime.now(datetime.UTC).date()),
    }
    with replacing(DATA) as file:
        file.write((json.dumps({**about, "left out": left, "rows": rows}, indent=1) + "\n").encode())
    subprocess.run([sys.executable, str(HERE / "figures.py")], check=True)


if __name__ == "__main__":
    main()
