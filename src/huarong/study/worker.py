"""Runs one exhibit in a process of its own: `python -m huarong.study.worker NAME REPEATS < puzzle`.

It prints a line of JSON when the puzzle is refused, after the warm-up run (whose memory counts), after each timed
run, and after a run to all ways where the exhibit has one. Its parent may end it at any time.
"""

from __future__ import annotations

import contextlib
import gc
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from huarong.errors import HuarongError
from huarong.limits import process_memory
from huarong.model.puzzle import Puzzle
from huarong.study.record import Exhibit, Solver
from huarong.study.registry import exhibit

_SAMPLE = 0.02
"""Shorter runs, in seconds, are timed several together."""


def measure(machine: Exhibit, puzzle: Puzzle, repeats: int) -> Iterator[dict[str, Any]]:
    """Iterate over the lines to print.

    Times are the processor's, so that other programs disturb them less. Memory is the growth of the process in bytes,
    from before the exhibit is prepared to its peak up to the end of the first run; None on systems that do not report
    it.
    """
    before = held("VmRSS")
    try:
        solve = machine.prepare(puzzle)
    except HuarongError as error:
        yield {"refused": error.template, "values": error.values}
        return
    began = time.process_time()
    found = solve()
    first = time.process_time() - began
    after = held("VmHWM")
    yield {
        "layouts": found.layouts,
        "duplicates": found.duplicates,
        "depth": found.depth,
        "notes": found.notes,
        "memory": None if before is None or after is None else max(0, after - before),
        "first": first,
    }
    number = max(1, min(10_000, int(_SAMPLE / max(first, 1e-9))))
    for _ in range(repeats):
        yield {"seconds": _timed(solve, number)}
    if machine.whole is not None:
        run = machine.whole(puzzle)
        began = time.process_time()
        found = run()
        yield {"whole": {"layouts": found.layouts, "ways": found.depth, "seconds": time.process_time() - began}}


def _timed(solve: Solver, number: int) -> float:
    gc.collect()
    began = time.process_time()
    for _ in range(number):
        solve()
    return (time.process_time() - began) / number


def held(field: Literal["VmRSS", "VmHWM"]) -> int | None:
    """Bytes that this process holds (`VmRSS`), or has held at most since that was asked (`VmHWM`)."""
    if field == "VmRSS":
        gc.collect()
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
    return process_memory(field=field)


def _main(name: str, repeats: str) -> None:
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    puzzle = Puzzle.parse(sys.stdin.read())
    for line in measure(exhibit(name), puzzle, int(repeats)):
        print(json.dumps(line, default=str), flush=True)


if __name__ == "__main__":
    _main(*sys.argv[1:])
