"""周扬's table 1 anew: the hardest layouts of the classic set, by search and by look-up, both in Python.

Source: 周扬, 陈伊琳, 韦妮君, 周一诺, on solving 华容道 by a hash table, section 5 and table 1, which is lost. It has
eight states. Four need 126 steps and six 125, so four of these six must be chosen: the first four by basic state, the
order of the file.
"""

from __future__ import annotations

import functools
import statistics
import time
import timeit
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Unpack

from huarong.errors import InputError
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.study import zhou

GOALS = frozenset({13})


@dataclass(frozen=True, slots=True)
class TableRow:
    """A state (its ten cells), its distance in steps, and times in nanoseconds, all of plain Python.

    `search` is a breadth-first search, `lookup` the dict's answer for the basic state, `answer` the whole wait of a
    user: removing the persons, the look-up, and restoring who goes where in every step. `listed` is False for the two
    states that are as hard as the last four of the eight and come after them.
    """

    state: tuple[int, ...]
    steps: int
    listed: bool
    search: int
    lookup: int
    answer: int

    def to_json(self) -> dict[str, Any]:
        """The row as JSON, the times as `search_ns` and so on."""
        return {f"{k}_ns" if k in ("search", "lookup", "answer") else k: v for k, v in asdict(self).items()}


@limited
def hardest_eight(repeats: int = 3, **limits: Unpack[GivenLimits]) -> tuple[TableRow, ...]:
    """The eight hardest states and those as hard as the last of them, each timed; the median of `repeats` runs counts.

    Raises `Cancelled` and `LimitReached`.
    """
    if repeats < 1:
        raise InputError("{repeats} is not a valid repeats; expected 1 or more", repeats=repeats)
    watch = Watch.of(**limits)
    watch.look(0, 0)
    solutions = zhou.table(GOALS).solutions
    last = len(solutions[zhou.hardest(solutions)[-1]])
    hardest = zhou.hardest(solutions, sum(len(steps) >= last for steps in solutions.values()))
    rows: list[TableRow] = []
    for n, state in enumerate(hardest):
        times, steps = [], len(solutions[state])
        for _ in range(repeats):
            watch.look(0, n, len(hardest))
            began = time.process_time_ns()
            route = zhou.search(state, GOALS)
            times.append(time.process_time_ns() - began)
            assert route.length == steps
        look_up = _nanoseconds(functools.partial(solutions.__getitem__, state), 20_000, repeats)
        answer = _nanoseconds(functools.partial(_answered, state, solutions), 200, repeats)
        rows.append(TableRow(state, steps, n < 8, int(statistics.median(times)), look_up, answer))
    return tuple(rows)


def _answered(state: zhou.BasicState, solutions: dict[zhou.BasicState, bytes]) -> object:
    return zhou.restored(state, solutions[zhou.basic(state)])


def _nanoseconds(call: Callable[[], object], number: int, repeats: int) -> int:
    """The median time of one call of many."""
    timer = timeit.Timer("call()", globals={"call": call}, timer=time.process_time)
    empty = min(timeit.Timer("pass", timer=time.process_time).repeat(3, number))
    return round(1e9 * (statistics.median(timer.repeat(repeats, number)) - empty) / number)
