"""Judging a solver by the suite: any program that reads a puzzle a line and writes a count a line.

It gets lines `ID METRIC PUZZLE` (with tabs between) and answers each with a line `ID COUNT`. The count is the length of
a shortest solution, or `none` if there is no solution. For a case that it cannot solve, it writes nothing or `?`.
Instead of a count it may name a file `*.plan`, whose plan is carried out and counted (see `suite/README.md`).
"""

import contextlib
import os
import queue
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Unpack

from huarong.errors import HuarongError, InputError, LimitReached, expect
from huarong.library.pddl import read_plan
from huarong.limits import GivenLimits, Watch, limited, process_memory
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.suite.case import Case

Mode = Literal["warm", "cold", "batch"]
MODES: tuple[Mode, ...] = ("warm", "cold", "batch")
"""`warm`: one process gets the cases singly; `cold`: each case has a process; `batch`: one process gets all cases."""
_POLL = 0.05
_LINES, _LONGEST = 1000, 1 << 16
"""The most lines waiting to be read, and the most characters in a line; beyond these limits, a program has to wait."""
_PIPE = 4096
"""Bytes that fit into a pipe without a reader."""
_GIVEN_UP = 3
"""The number of times in a row that a program may end without an answer before it is given up."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on one case: what the program wrote (None: nothing in time), the correct answer, and the time.

    `seconds` is None if programs get all cases at once.
    """

    case: Case
    metric: Metric
    answer: str | None
    seconds: float | None

    @property
    def expected(self) -> str:
        """The correct answer, as a program writes it."""
        length = self.case.answers[self.metric].length
        return "none" if length is None else str(length)

    @property
    def kind(self) -> Literal["right", "wrong", "missing"]:
        """`right`, `wrong` or `missing`."""
        if self.answer in (None, "", "?"):
            return "missing"
        return "right" if self.answer == self.expected else "wrong"

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON."""
        told = {"id": self.case.id, "metric": self.metric.value, "answer": self.answer, "expected": self.expected}
        return told | {"verdict": self.kind, "seconds": self.seconds}


@dataclass(frozen=True)
class Run:
    """A run of a program: its verdicts, elapsed and processor time, and its greatest memory.

    The CPU time is None if the system does not report it. The bytes are None if the program ended too soon to be
    measured.
    """

    command: tuple[str, ...]
    mode: Mode
    verdicts: tuple[Verdict, ...]
    seconds: float
    cpu_seconds: float | None
    peak_bytes: int | None

    def of(self, kind: str) -> tuple[Verdict, ...]:
        """Return the verdicts that are `right`, `wrong` or `missing`."""
        return tuple(each for each in self.verdicts if each.kind == kind)

    def groups(self) -> dict[str, dict[str, Any]]:
        """Return for each group of cases how many verdicts of each kind it has, and the seconds for an answer."""
        names = dict.fromkeys(each.case.group for each in self.verdicts)
        return {name: _counted([each for each in self.verdicts if each.case.group == name]) for name in names}

    def to_json(self) -> dict[str, Any]:
        """The run as JSON."""
        about = {"command": list(self.command), "mode": self.mode, **_counted(self.verdicts)}
        cost = {"seconds": self.seconds, "cpu_seconds": self.cpu_seconds, "peak_bytes": self.peak_bytes}
        wrong, missing = [each.to_json() for each in self.of("wrong")], [each.case.id for each in self.of("missing")]
        return {**about, **cost, "groups": self.groups(), "disagreements": wrong, "unanswered": missing}


def _counted(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    kinds = [each.kind for each in verdicts]
    times = [v.seconds for v in verdicts if v.kind != "missing" and v.seconds is not None]
    counts = {"cases": len(verdicts), **{kind: kinds.count(kind) for kind in ("right", "wrong", "missing")}}
    median = statistics.median(times) if times else None
    return {**counts, "median_seconds": median, "longest_seconds": max(times, default=None)}


@limited
def judge(
    command: Sequence[str],
    cases: Iterable[Case],
    metric: MetricLike = Metric.MOVE,
    *,
    mode: Mode = "warm",
    each: float = 10.0,
    **limits: Unpack[GivenLimits],
) -> Run:
    """Run a program on cases and judge its answers; `each` is the time limit of a case in seconds (not in batch mode).

    Cases that are not answered within `max_seconds` in all are missing, and so are the remaining cases once the
    program's process holds more than `max_memory`. Raises `InputError` if the program cannot be started or ends
    repeatedly, and `Cancelled`.
    """
    watch, wanted = Watch.of(**limits), as_metric(metric)
    expect(command, Sequence)
    expect(cases, Iterable)
    if not command:
        raise InputError("the command is missing; write it after --")
    if not each > 0:
        raise InputError("{value} is not a valid number of seconds; expected more than 0", value=each)
    todo = tuple(cases)
    found = {case.id: Verdict(case, wanted, None, None) for case in todo}
    began, used = time.perf_counter(), _processors()
    with contextlib.closing(_Program(command)) as program, contextlib.suppress(LimitReached):
        one_by_one = _one_by_one(program, todo, wanted, mode == "cold", each, watch)
        for verdict in _together(program, todo, wanted, watch) if mode == "batch" else one_by_one:
            found[verdict.case.id] = verdict
    seconds, after = time.perf_counter() - began, _processors()
    spent = None if used is None or after is None else after - used
    return Run(tuple(command), mode, tuple(found[case.id] for case in todo), seconds, spent, program.peak or None)


def _one_by_one(
    program: "_Program", cases: Sequence[Case], metric: Metric, cold: bool, each: float, watch: Watch
) -> Iterator[Verdict]:
    """Iterate over verdicts. A program that stays running gets its first case twice, so its start is not timed."""
    ended = 0
    for i, case in enumerate((*cases[:1], *cases) if not cold else cases):
        watch.look(0, i, len(cases))
        answer, began = None, time.perf_counter()
        try:
            answer = program.ask(case, metric, began + each, cold, watch)
            ended = 0
        except (TimeoutError, EOFError) as error:
            program.close()
            ended += isinstance(error, EOFError) and not cold
            if ended == _GIVEN_UP:
                text = "{command} ended {times} times in a row without an answer"
                raise InputError(text, command=program.command[0], times=ended) from None
        if i or cold:
            yield Verdict(case, metric, _length(answer, case, metric), time.perf_counter() - began)
        if cold:
            program.close()


def _together(program: "_Program", cases: Sequence[Case], metric: Metric, watch: Watch) -> Iterator[Verdict]:
    program.send(cases, metric, last=True)
    known = {case.id: case for case in cases}
    with contextlib.suppress(EOFError):
        while True:
            watch.look(0, len(cases) - len(known), len(cases))
            with contextlib.suppress(TimeoutError):
                name, answer = program.receive(time.perf_counter() + _POLL, watch)
                if name in known:
                    case = known.pop(name)
                    yield Verdict(case, metric, _length(answer, case, metric), None)


def _length(answer: str | None, case: Case, metric: Metric) -> str | None:
    """Return the answer; for a plan's file, the plan's length by our rules, or why it is not a solution."""
    if answer is None or not answer.endswith(".plan"):
        return answer
    try:
        return str(read_plan(case.puzzle, Path(answer), metric).length)
    except HuarongError as error:
        return str(error)


class _Program:
    """The solver's process, started when needed, stopped together with its child processes."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command, self.peak = list(command), 0
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str | None] = queue.Queue(_LINES)
        self.stopped = threading.Event()

    def _started(self) -> subprocess.Popen[str]:
        pipe, own = subprocess.PIPE, os.name == "posix"
        try:
            process = subprocess.Popen(
                self.command, stdin=pipe, stdout=pipe, encoding="utf-8", errors="replace", start_new_session=own
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise InputError("{command} cannot be started: {why}", command=self.command[0], why=why) from None
        self.lines, self.stopped = queue.Queue(_LINES), threading.Event()
        threading.Thread(target=_forward, args=(process.stdout, self.lines, self.stopped), daemon=True).start()
        return process

    def close(self) -> None:
        self._measure()
        process, self.process = self.process, None
        if process is None:
            return
        self.stopped.set()
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        process.wait()

    def send(self, cases: Iterable[Case], metric: Metric, last: bool = False) -> None:
        """Write the lines of cases, long ones in the background: a program may write before it reads on."""
        self.process = self.process or self._started()
        stdin, text = self.process.stdin, "".join(f"{case.id}\t{metric}\t{case.text}\n" for case in cases)
        assert stdin is not None

        def write() -> None:
            with contextlib.suppress(OSError, ValueError):
                stdin.write(text)
                stdin.flush()
                if last:
                    stdin.close()

        if len(text.encode()) > _PIPE:
            threading.Thread(target=write, daemon=True).start()
        else:
            write()

    def receive(self, until: float, watch: Watch) -> tuple[str, str]:
        """The next answer: the case's id and the count. Raises `TimeoutError`, and `EOFError` at the output's end."""
        while (left := until - time.perf_counter()) > 0:
            watch.look()
            text: str | None = ""
            with contextlib.suppress(queue.Empty):
                text = self.lines.get(timeout=min(_POLL, left))
            if text is None:
                raise EOFError
            self._measure()
            if self.peak > watch.memory:
                raise watch.reached("memory")
            if len(words := text.split()) == 2:
                return words[0], words[1]
        raise TimeoutError

    def ask(self, case: Case, metric: Metric, until: float, alone: bool, watch: Watch) -> str:
        """Return the program's answer to a case; skip lines about other cases."""
        self.send([case], metric, last=alone)
        while True:
            name, answer = self.receive(until, watch)
            if name == case.id:
                return answer

    def _measure(self) -> None:
        if self.process is not None:
            self.peak = max(self.peak, process_memory(self.process.pid) or 0)


def _forward(stream: Any, lines: queue.Queue[str | None], stopped: threading.Event) -> None:
    """Put the lines of a stream into a queue, and None at its end, until `stopped` is set."""

    def put(text: str | None) -> None:
        while not stopped.is_set():
            with contextlib.suppress(queue.Full):
                return lines.put(text, timeout=_POLL)

    with contextlib.suppress(OSError, ValueError), stream:
        while not stopped.is_set() and (text := stream.readline(_LONGEST)):
            put(text)
    put(None)


def _processors() -> float | None:
    """Return the processor seconds of child processes that have ended."""
    if sys.platform == "win32":
        return None
    import resource

    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])  # of the user and of the system
