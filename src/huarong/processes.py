"""Work in a process of its own, which has a limit of time and memory and may be ended at any moment.

`json_lines` starts it and reads its lines of JSON; on its side, `python -m huarong.processes MODULE:FUNCTION WORD...`
calls the function with the text of standard input and the words, and prints each dict that it yields.
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
"""The seconds between two looks at a process."""


class Told(NamedTuple):
    """What a process printed, line by line, whether its `time` or `memory` ended it, and its last line of errors."""

    lines: Iterator[dict[str, Any]]
    ended: str
    error: str

    def trouble(self, limits: Limits, late: str = "no result within {limit:.2g} s") -> tuple[str, dict[str, Any]]:
        """The message template that says why the output ended, and its values."""
        text = {"": "failed: {error}", "time": late, "memory": "more than {size} of memory"}[self.ended]
        return text, {"limit": limits.seconds, "size": size_text(limits.memory), "error": self.error}


def json_lines(words: Sequence[str], text: str, limits: Limits, look: Callable[[], None]) -> Told:
    """Run a function in a process: `words` are its `module:function` and its arguments, `text` its standard input.

    `look` is called all the time and may raise to end it.
    """
    package = str(Path(__file__).parents[1])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "huarong.processes", *words]
    done = finished(command, limits, look, text, os.environ | {"PYTHONPATH": path})
    whole = done.out[: done.out.rfind("\n") + 1].splitlines()
    return Told(map(json.loads, whole), done.ended, done.error)


class Finished(NamedTuple):
    """What a process wrote in all, the last line of its errors, its exit status, and whether its `time` or `memory`
    ended it.
    """

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
    """Run a program to its end, or until it reaches a limit of time or memory; `text` is its standard input.

    `look` is called all the time and may raise to end it.
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
    """Bytes that this process holds (`VmRSS`), or has held at most since that was asked (`VmHWM`)."""
    if field == "VmRSS":
        gc.collect()
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
    return process_memory(field=field)


def grown(before: int | None) -> int | None:
    """By how many bytes this process has grown at most since `held("VmRSS")`; None where that is not known."""
    after = held("VmHWM")
    return None if before is None or after is None else max(0, after - before)


def _main(place: str, *words: str) -> None:
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for line in named(place)(sys.stdin.read(), *words):
        print(json.dumps(line, default=str), flush=True)


if __name__ == "__main__":
    _main(*sys.argv[1:])
