"""Run work in a separate process that has limits of time and memory and can be ended at any moment.

`json_lines` starts the process and reads its lines of JSON. In the process, `python -m huarong.processes
MODULE:FUNCTION WORD...` calls the function with the text of standard input and the words, and prints each dict that it
yields.
"""

import contextlib
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from huarong.i18n import size_text
from huarong.lazy import named
from huarong.limits import Limits, process_memory

_LOOK = 0.02
"""Seconds between two checks of a process."""


class Told(NamedTuple):
    """The lines that a process printed, the limit that ended it (`time` or `memory`), and its last line of errors."""

    lines: Iterator[dict[str, Any]]
    ended: str
    error: str

    def trouble(self, limits: Limits, late: str = "no result within {limit:.2g} s") -> tuple[str, dict[str, Any]]:
        """Return the template and the values of the message that says why the output ended."""
        text = {"": "failed: {error}", "time": late, "memory": "more than {size} of memory"}[self.ended]
        return text, {"limit": limits.seconds, "size": size_text(limits.memory), "error": self.error}


def json_lines(words: Sequence[str], text: str, limits: Limits, look: Callable[[], None]) -> Told:
    """Run a function in a process: `words` are its `module:function` and its arguments, `text` its standard input.

    `look` is called repeatedly and may raise an error to end the process.
    """
    package = str(Path(__file__).parents[1])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "huarong.processes", *words]
    done = finished(command, limits, look, text, os.environ | {"PYTHONPATH": path})
    whole = done.out[: done.out.rfind("\n") + 1].splitlines()
    return Told(map(json.loads, whole), done.ended, done.error)


class Finished(NamedTuple):
    """The whole output of a process, its last line of errors, its exit status, and the limit that ended it, if any."""

    out: str
    error: str
    status: int
    ended: str


def finished(
    command: Sequence[str],
    limits: Limits,
    look: Callable[[], None],
    text: str = "",
    env: Mapping[str, str] | None = None,
) -> Finished:
    """Run a program until it ends or reaches a limit of time or memory; `text` is its standard input.

    `look` is called repeatedly and may raise an error to end the program.
    """
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", env=env)
    until, ended = time.monotonic() + limits.seconds, ""
    given: str | None = text
    try:
        while True:
            look()
            try:
                out, err = process.communicate(given, timeout=_LOOK)
                return Finished(out, (err.strip().splitlines() or [""])[-1], process.returncode, ended)
            except subprocess.TimeoutExpired:
                given = None
                if time.monotonic() > until:
                    ended = "time"
                elif (process_memory(process.pid) or 0) > limits.memory:
                    ended = "memory"
                if ended:
                    process.kill()
    except BaseException:
        process.kill()
        process.communicate()
        raise


def held(field: Literal["VmRSS", "VmHWM"]) -> int | None:
    """Return this process's memory in bytes: now (`VmRSS`), or its peak since the last call with `VmHWM`."""
    if field == "VmRSS":
        gc.collect()
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
    return process_memory(field=field)


def grown(before: int | None) -> int | None:
    """Return how far this process's peak memory is above `before`, a value of `held("VmRSS")`; None if unknown."""
    after = held("VmHWM")
    return None if before is None or after is None else max(0, after - before)


def _main(place: str, *words: str) -> None:
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for line in named(place)(sys.stdin.read(), *words):
        print(json.dumps(line, default=str), flush=True)


if __name__ == "__main__":
    _main(*sys.argv[1:])
