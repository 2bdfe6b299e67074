"""Figures of time and memory, which depend on the machine: ratios of programs that run by turns in one process.

Each ratio is a range: the least and the greatest of several rounds, the two extremes left out. The stored values name
the machine and the date, and a row of claims quotes the range over all machines.
"""

import contextlib
import functools
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from huarong.errors import Cancelled
from huarong.library.reader import puzzle
from huarong.search.solver import solve
from huarong.study import zhou
from huarong.study.classic import HENGDAO, hengdao
from huarong.study.comparison import compare
from huarong.study.figures.lv import Figure, linked, looked_up, named
from huarong.study.figures.zhou import CELLS
from huarong.study.lv import Version, run
from huarong.study.lv.chessmen import Plane, Stride8
from huarong.study.lv.visited import AvlTree, ChainedHash
from huarong.study.ma import RECURSIONS
from huarong.study.ma.knight import PROGRAMS, tours
from huarong.study.ma.recursions import LOCALS, Recursion
from huarong.study.poos import depth_reached
from huarong.study.registry import exhibit
from huarong.study.visited_sets import footprint

_ROUNDS = 7

Times = Mapping[str, list[float]]


def by_turns(programs: Mapping[str, Callable[[], object]], rounds: int = _ROUNDS) -> Times:
    """The CPU time in seconds of each program, round by round, all in turn; a first round is not counted.

    >>> sorted(by_turns({"a": list, "b": dict}, 2)), len(by_turns({"a": list}, 2)["a"])
    (['a', 'b'], 2)
    """
    times: dict[str, list[float]] = {name: [] for name in programs}
    for program in programs.values():
        program()
    for _ in range(rounds):
        for name, program in programs.items():
            began = time.process_time()
            program()
            times[name].append(time.process_time() - began)
    return times


def between(values: Iterable[float], name: str = "", scale: float = 1, digits: int | None = 2) -> dict[str, float]:
    """The range of some values in another unit, without the least and the greatest.

    >>> between([0.5, 3, 1, 2], "half")
    {'half_low': 1, 'half_high': 2}
    """
    found = sorted(values)
    inner = found[1:-1] or found
    head = f"{name}_" if name else ""
    return {f"{head}{end}": round(scale * inner[at], digits) for end, at in (("low", 0), ("high", -1)) if inner}


def _ratios(
    programs: Mapping[str, Callable[[], object]], pairs: Mapping[str, tuple[str, str]], rounds: int = _ROUNDS
) -> dict[str, float]:
    """How many times as long the first program of each pair takes as the second, over the rounds."""
    times, found = by_turns(programs, rounds), dict[str, float]()
    for name, (of, to) in pairs.items():
        found |= between((a / max(b, 1e-12) for a, b in zip(times[of], times[to], strict=True)), name)
    return found


def _exhibits(pairs: Mapping[str, tuple[str, str]]) -> dict[str, float]:
    """The ratios of pairs of exhibits on 横刀立马."""
    names = {name for pair in pairs.values() for name in pair}
    return _ratios({name: exhibit(name).prepare(puzzle(HENGDAO)) for name in sorted(names)}, pairs)


_LV = {
    **{"long": ("lv-avl64", "lv-avl"), "hash": ("lv-hash", "lv-avl64"), "stride": ("lv-stride8", "lv-hash")},
    **{"onecell": ("lv-onecell", "lv-stride8"), "sorted": ("lv-sorted", "lv-avl"), "quick": ("lv-quicksort", "lv-avl")},
    **{"exception": ("lv-exception", "lv-avl"), "recursive": ("lv-recursive", "lv-avl"), "set": ("set-move", "lv-avl")},
}
_POOS = {"arrays": ("poos-arrays", "poos-strings"), "bits": ("poos-identity", "poos-arrays")}
_POOS |= {"identity": ("poos-identity", "poos-strings")}


def _sets() -> dict[str, Any]:
    """The time of a search's look-ups (横刀立马): the AVL tree with codes of 64 bits against 32, chains against it."""

    def fed(make: Callable[[], Any], bits: int) -> None:
        known = make()
        for code in looked_up(bits):
            known.insert(code)

    programs = {"short": (AvlTree, 32), "tree": (AvlTree, 64), "chains": (ChainedHash, 64)}
    pairs = {"tree": ("tree", "short"), "chains": ("chains", "tree")}
    return _ratios({name: functools.partial(fed, *each) for name, each in programs.items()}, pairs)


def _memory() -> dict[str, Any]:
    """What a search of 横刀立马 holds at its end, in MiB: codes of 32 and 64 bits, chains; 周扬's dict."""
    versions = Version(32, AvlTree, Plane), Version(64, AvlTree, Plane), Version(64, ChainedHash, Stride8)
    short, long, chains = (run(hengdao(), version)[1] for version in versions)
    held: dict[str, Any] = {"table": zhou.table(frozenset({13})).solutions}
    held |= {"long_known": long.known, "chains_known": chains.known}
    for name, each in (("short", short), ("long", long)):
        held[name] = [each.known, [node.step for node in linked(each.tree)]]
    return {key: value for name, each in held.items() for key, value in _mib(name, footprint(each)).items()}


def _mib(name: str, size: float) -> dict[str, float]:
    return between([size], name, 2**-20, 1)


def _stop() -> dict[str, Any]:
    """Milliseconds from a cancel to the end of a search that would take long."""
    waits, began, asked = list[float](), 0.0, 0.0

    def cancel() -> bool:
        nonlocal asked
        now = time.perf_counter()
        if not asked and now - began > 0.05:
            asked = now
        return asked > 0

    for _ in range(_ROUNDS):
        began, asked = time.perf_counter(), 0.0
        with contextlib.suppress(Cancelled):
            solve("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "step", method="bfs", cancel=cancel)
        waits.append(time.perf_counter() - asked)
    return between(waits, scale=1e3, digits=1)


def _ma() -> dict[str, Any]:
    """马旭's four recursions, all calls of at most 17 moves, as multiples of the matrix's time (and the sign's)."""
    ends = tuple(map(int, "876543210")), tuple(map(int, "123456780"))

    def program(kind: type[Recursion]) -> None:
        kind(*ends, 17).run()

    pairs = {"string": ("ma-string", "ma-matrix"), "sign": ("ma-sign", "ma-matrix"), "kept": ("ma-path", "ma-sign")}
    return _ratios({name: functools.partial(program, RECURSIONS[name]) for name in LOCALS}, pairs)


def _knight() -> dict[str, Any]:
    """All tours of a knight on 5x5: the sign matrix and its ones, as multiples of the time of computed leaps."""
    pairs = {"signs": ("signs", "leaps"), "ones": ("ones", "leaps")}
    return _ratios({name: functools.partial(tours, name, 5, 5) for name in PROGRAMS}, pairs, 5)


def _zhou() -> dict[str, Any]:
    """周扬's look-up and search of 横刀立马, in nanoseconds and milliseconds, and his table in searches."""
    goals = frozenset({13})
    solutions = zhou.table(goals).solutions
    state = zhou.basic_state(hengdao())

    def look_up() -> None:
        for _ in range(1000):
            solutions[state]

    times = by_turns({"search": lambda: zhou.search(state, goals), "look": look_up})
    began = time.process_time()
    zhou.table(frozenset({13, 12}))
    built = time.process_time() - began
    told = by_turns({"told": lambda: zhou.restored(CELLS, solutions[zhou.basic(CELLS)])})["told"]
    searches, looks = sorted(times["search"])[1:-1], sorted(times["look"])[1:-1]
    found = between(times["look"], "look", 1e6, None) | between(times["search"], "search", 1e3, None)
    for name, at, other in (("low", 0, -1), ("high", -1, 0)):
        found[f"table_{name}"] = round(built / searches[other], 1)
        found[f"millions_{name}"] = round(searches[at] / looks[other] / 1000, 1)
    return found | {"told_low": round(1e6 * min(told)), "told_high": round(1e6 * sorted(told)[-2])}


def _poos_memory() -> dict[str, Any]:
    """What each of poos's branches holds at its peak on 横刀立马, in MiB, each in a process of its own."""
    found = compare(HENGDAO, ("poos-strings", "poos-arrays", "poos-identity"), repeats=1, max_seconds=60)
    return {key: value for each in found.results for key, value in _mib(each.name[5:], each.memory or 0).items()}


MEASURED: dict[str, Figure] = {
    **named("times", _sets, _memory, _stop, _ma, _knight, _zhou, _poos_memory),
    # 吕震宇's versions on 横刀立马, each as a multiple of the previous version's time, or of `lv-avl`'s.
    "times_lv": lambda: _exhibits(_LV),
    # Poos's three branches on 横刀立马: numbers, and the identifier alone, as multiples of the time of strings.
    "times_poos": lambda: _exhibits(_POOS),
    # Milliseconds in which breadth first gets 15 steps from 横刀立马.
    "times_poos_depth": lambda: between(
        by_turns({"bfs": lambda: depth_reached(puzzle(HENGDAO))})["bfs"], scale=1e3, digits=1
    ),
}
