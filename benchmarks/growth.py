"""How cost grows with the number of layouts: a table and a chart by one command.

    python benchmarks/growth.py [--most 1e8] [--rounds 1] [--svg FILE] [--json FILE]

For each kind of work the same spaces from 10^4 layouts up to `--most` (10^9 takes an hour and 8 GB): a search of one puzzle, an atlas
in all metrics' usual one (moves), and an exploration with the levels in memory, on disk and by Ray where it is installed, with one
thread and with two. Each in a process of its own: seconds of the clock and of the processor, and bytes a layout by the
peak of the process (Ray's workers apart), all less what one takes that does nothing. What passes `--most`, or fails, is left out and said.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = Path(__file__).parents[1] / "src"

SEARCH = """
import huarong as hr
found = hr.solve({puzzle!r}, "step", method="bfs", max_memory="12G", max_seconds=3000).explored
"""
ATLAS = """
from huarong.space.space import Space
from huarong.atlas import bitparallel, dense
from huarong.limits import Limits, Watch
from huarong.model.goal import Goal
space, watch = Space.parse({board!r}, {pieces!r}), Watch(Limits.of("12G", 3000))
goal = Goal.of([[(0, space.board.heads(space.kinds[0])[-2])]])
given = dict(threads={workers}, watch=watch)
if bitparallel.distances(space, goal, "move", **given) is None:
    dense.distances(space, goal, "move", **given)
found = space.size
"""
EXPLORE = """
from huarong.explore import Resources, run
resources = Resources({engine!r}, None if {engine!r} == "memory" else folder, workers={workers})
found = run({puzzle!r}, "step", resources, max_memory="4G", max_seconds=3000).total
"""
PEAK = """
import json, resource, sys, time
folder = sys.argv[1]
cpu, clock = time.process_time(), time.perf_counter()
{work}
took = time.perf_counter() - clock
used = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = sum(each.ru_utime + each.ru_stime for each in used) - cpu
peak = int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) * 1024
print(json.dumps([found, took, cpu, peak]))
"""
NOTHING = "import huarong, numpy\nfound = 1"


class Work(NamedTuple):
    """One line of the chart, its program and the sizes that it is done for: about how many layouts, and the program's names."""

    name: str
    program: str
    sizes: tuple[tuple[float, dict[str, Any]], ...]


PUZZLES = (
    (1.2e4, {"puzzle": "横刀立马"}),
    (1.8e5, {"puzzle": "876543210"}),
    (6.4e6, {"puzzle": "gnome-klotski: Solomon"}),
    (5.4e7, {"puzzle": "gnome-klotski: Pelopones"}),
)
SPACES = (
    (6.6e4, {"board": "4x5", "pieces": "2x2:1 2x1:1 1x2:4 1x1:4"}),
    (5.8e6, {"board": "4x5", "pieces": "2x2:1 2x1:0..2 1x2:0..2 1x1:0..4 empty:2.."}),
    (2.9e7, {"board": "4x5", "pieces": "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."}),
    (7.8e7, {"board": "5x5", "pieces": "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2"}),
)
EXPLORED = (
    (2.6e4, {"puzzle": "横刀立马"}),
    (1.8e5, {"puzzle": "876543210"}),
    (5.4e7, {"puzzle": "gnome-klotski: Pelopones"}),
    (2.4e8, {"puzzle": "1 2 3/4 5 6/7 8 9/10 11 0"}),
)


def works() -> list[Work]:
    """All that is measured."""
    found = [Work("solve", SEARCH, PUZZLES)]
    for workers in (1, 2):
        plural = "core" if workers == 1 else "cores"
        found.append(Work(f"atlas, {workers} {plural}", ATLAS, _with(SPACES, workers=workers)))
        engines = ["memory", "disk"] + ["ray"] * (importlib.util.find_spec("ray") is not None)
        found += [
            Work(
                f"explore, {engine}, {workers} {plural}",
                EXPLORE,
                _with(EXPLORED, workers=workers, engine=engine),
            )
            for engine in engines
        ]
    return found


def _with(
    sizes: tuple[tuple[float, dict[str, Any]], ...], **more: Any
) -> tuple[tuple[float, dict[str, Any]], ...]:
    return tuple((layouts, {**names, **more}) for layouts, names in sizes)


def measured(work: str) -> list[float] | str:
    """Layouts, seconds of the clock and of the processor, and the peak in bytes; or what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", PEAK.format(work=work), str(Path(folder, "levels"))],
            env={**os.environ, "PYTHONPATH": str(SOURCE), "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
        )
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["it ended"])[-1]
    found: list[float] = json.loads(done.stdout.splitlines()[-1])
    return found


# The chart

WIDTH, HEIGHT, LEFT, BOTTOM = 760, 480, 60, 40
COLOURS = (
    "#c0392b",
    "#2980b9",
    "#27ae60",
    "#8e44ad",
    "#d35400",
    "#16a085",
    "#7f8c8d",
    "#2c3e50",
    "#f39c12",
)


def chart(lines: dict[str, list[tuple[float, float]]]) -> str:
    """Seconds by layouts, both on logarithmic scales, as SVG."""

    def x(layouts: float) -> float:
        return LEFT + (math.log10(layouts) - 4) / 5 * (WIDTH - LEFT - 220)

    def y(seconds: float) -> float:
        return HEIGHT - BOTTOM - (math.log10(max(seconds, 1e-4)) + 4) / 8 * (HEIGHT - BOTTOM - 20)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for power in range(4, 10):
        at = x(10.0**power)
        parts.append(f'<path d="M{at:.1f} 20V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - 22}" text-anchor="middle">10^{power}</text>')
    for power in range(-4, 5):
        at = y(10.0**power)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - 220}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">10^{power}</text>')
    parts.append(f'<text x="{LEFT}" y="12">seconds</text>')
    parts.append(
        f'<text x="{(WIDTH - 160) / 2}" y="{HEIGHT - 6}" text-anchor="middle">layouts</text>'
    )
    for n, (name, points) in enumerate(lines.items()):
        colour = COLOURS[n % len(COLOURS)]
        path = "L".join(f"{x(a):.1f} {y(b):.1f}" for a, b in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{colour}"/>' for a, b in points
        ]
        parts.append(f'<text x="{WIDTH - 205}" y="{40 + 20 * n}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--most", type=float, default=1e8, help="no work on more layouts")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--svg", help="write the chart to this file")
    parser.add_argument("--json", help="write what was measured to this file")
    parser.add_argument("--only", default="", help="only work whose name holds this")
    args = parser.parse_args()
    least = measured(NOTHING)
    assert not isinstance(least, str), least
    records, lines = [], dict[str, list[tuple[float, float]]]()
    print(
        "| work | layouts | seconds | processor | layouts a second | bytes a layout |\n|---|---|---|---|---|---|"
    )
    for work in works():
        for layouts, names in work.sizes:
            if layouts > args.most or args.only not in work.name:
                continue
            runs = [measured(work.program.format(**names)) for _ in range(args.rounds)]
            failed = next((each for each in runs if isinstance(each, str)), None)
            if failed is not None:
                print(f"| {work.name} | {layouts:.2g} | {failed[:80]} | | | |", flush=True)
                continue
            found, clock, cpu, peak = (min(each) for each in zip(*runs, strict=True))
            clock, cpu = max(1e-4, clock - least[1]), max(1e-4, cpu - least[2])
            each = max(0.0, peak - least[3]) / found
            lines.setdefault(work.name, []).append((found, clock))
            records.append(
                {
                    "work": work.name,
                    "layouts": found,
                    "seconds": clock,
                    "processor": cpu,
                    "bytes": each,
                }
            )
            print(
                f"| {work.name} | {found:,.0f} | {clock:.3g} | {cpu:.3g} | {found / clock:,.0f} | {each:.1f} |",
                flush=True,
            )
    if args.svg:
        Path(args.svg).write_text(chart(lines), "utf-8")
    if args.json:
        Path(args.json).write_text(json.dumps(records, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
