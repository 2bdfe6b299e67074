"""Figures of time and memory, which depend on the machine: ratios of programs that run by turns in one process.

Each ratio is a range: the least and the greatest of several rounds, the two extremes left out. The stored values name
the machine and the date, and a row of claims quotes the range over all machines.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping
from typing import Any

from huarong.errors import Cancelled
from huarong.library.reader import puzzle
from huarong.search.solver import solve
from huarong.study import zhou
from huarong.study.classic import HENGDAO, hengdao
from huarong.study.comparison import compare
from huarong.study.lv import Version, run
from huarong.study.lv.chessmen import Plane, Stride8
from huarong.study.lv.visited import AvlTree, ChainedHash
from huarong.study.ma.knight import PROGRAMS, tours
from huarong.study.ma.recursions import MatrixRecursion, PathRecursion, Recursion, SignRecursion, StringRecursion
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


def ratio(times: Times, of: str, to: str, name: str = "", digits: int = 2) -> dict[str, float]:
    """How many times as long `of` takes as `to`: the range over the rounds, without the least and the greatest.

    >>> ratio({"a": [1, 2, 3], "b": [2, 2, 2]}, "a", "b", "half")
    {'half_low': 1.0, 'half_high': 1.0}
    """
    found = sorted(a / max(b, 1e-12) for a, b in zip(times[of], times[to], strict=True))
    inner = found[1:-1] or found
    head = f"{name}_" if name else ""
    return {f"{head}low": round(inner[0], digits), f"{head}high": round(inner[-1], digits)}


_LV = {
    "long": ("lv-avl64", "lv-avl"),
    "hash": ("lv-hash", "lv-avl64"),
    "stride": ("lv-stride8", "lv-hash"),
    "onecell": ("lv-onecell", "lv-stride8"),
    "sorted": ("lv-sorted", "lv-avl"),
    "quick": ("lv-quicksort", "lv-avl"),
    "exception": ("lv-exception", "lv-avl"),
    "recursive": ("lv-recursive", "lv-avl"),
    "set": ("set-move", "lv-avl"),
}
_POOS = {
    "arrays": ("poos-arrays", "poos-strings"),
    "bits": ("poos-identity", "poos-arrays"),
    "identity": ("poos-identity", "poos-strings"),
}


def _ratios(pairs: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """The ratios of pairs of exhibits on 横刀立马."""
    names = dict.fromkeys(name for pair in pairs.values() for name in pair)
    times = by_turns({name: exhibit(name).prepare(puzzle(HENGDAO)) for name in names})
    return {key: value for name, pair in pairs.items() for key, value in ratio(times, *pair, name).items()}


def _sets() -> dict[str, Any]:
    """The time of a search's look-ups (横刀立马): the AVL tree with codes of 64 bits against 32, chains against it."""

    def fed(make: Callable[[], Any], bits: int) -> None:
        known = make()
        for code in _looked_up(bits):
            known.insert(code)

    programs = {"short": (AvlTree, 32), "tree": (AvlTree, 64), "chains": (ChainedHash, 64)}
    times = by_turns({name: functools.partial(fed, *each) for name, each in programs.items()})
    return ratio(times, "tree", "short", "tree") | ratio(times, "chains", "tree", "chains")


class _Heard(AvlTree):
    """A tree that keeps all codes that it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[int] = []

    def insert(self, code: int) -> bool:
        self.heard.append(code)
        return super().insert(code)


@functools.cache
def _looked_up(bits: int) -> tuple[int, ...]:
    known = run(hengdao(), Version(bits, _Heard, Plane))[1].known
    assert isinstance(known, _Heard)
    return tuple(known.heard)


def _memory() -> dict[str, Any]:
    """What a search of 横刀立马 holds at its end, in MiB: codes of 32 and 64 bits, chains; 周扬's dict."""
    found = _around("table", footprint(zhou.table(frozenset({13})).solutions))
    versions = {"short": Version(32, AvlTree, Plane), "long": Version(64, AvlTree, Plane)}
    for name, version in (versions | {"chains": Version(64, ChainedHash, Stride8)}).items():
        mediator = run(hengdao(), version)[1]
        node, steps = mediator.tree.root, []
        while node is not None:
            steps.append(node.step)
            node = node.link
        found |= _around(f"{name}_known", footprint(mediator.known)) | _around(name, footprint([mediator.known, steps]))
    return {
        key: value for key, value in found.items() if not key.startswith(("short_known", "chains_low", "chains_high"))
    }


def _around(name: str, size: float) -> dict[str, float]:
    """Bytes as a range in MiB."""
    return dict.fromkeys((f"{name}_low", f"{name}_high"), round(size / 2**20, 1))


def _stop() -> dict[str, Any]:
    """Milliseconds from a cancel to the end of a search that would take long."""
    waits = []
    for _ in range(_ROUNDS):
        asked: list[float] = []

        def cancel(began: float = time.perf_counter(), asked: list[float] = asked) -> bool:
            now = time.perf_counter()
            if now - began > 0.05:
                asked.append(now)
            return now - began > 0.05

        try:
            solve("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "step", method="bfs", cancel=cancel)
        except Cancelled:
            waits.append(time.perf_counter() - asked[0])
    return _between(waits, 1e3)


def _between(times: list[float], scale: float) -> dict[str, float]:
    """The range of some seconds in another unit, without the least and the greatest."""
    inner = sorted(times)[1:-1]
    return {"low": round(scale * inner[0], 1), "high": round(scale * inner[-1], 1)} if inner else {}


_MA: dict[str, type[Recursion]] = {
    "matrix": MatrixRecursion,
    "string": StringRecursion,
    "sign": SignRecursion,
    "path": PathRecursion,
}


def _ma() -> dict[str, Any]:
    """马旭's four recursions, all calls of at most 17 moves, as multiples of the matrix's time (and the sign's)."""
    ends = tuple(map(int, "876543210")), tuple(map(int, "123456780"))

    def program(kind: type[Recursion]) -> None:
        kind(*ends, 17).run()

    times = by_turns({name: functools.partial(program, kind) for name, kind in _MA.items()})
    found = ratio(times, "string", "matrix", "string") | ratio(times, "sign", "matrix", "sign")
    return found | ratio(times, "path", "sign", "kept")


def _knight() -> dict[str, Any]:
    """All tours of a knight on 5x5: the sign matrix and its ones, as multiples of the time of computed leaps."""
    times = by_turns({name: functools.partial(tours, name, 5, 5) for name in PROGRAMS}, 5)
    return ratio(times, "signs", "leaps", "signs") | ratio(times, "ones", "leaps", "ones")


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
    cells = [0, 3, 8, 11, 13, 14, 16, 19, 9, 1]
    told = by_turns({"told": lambda: zhou.restored(cells, solutions[zhou.basic(cells)])})["told"]
    searches, looks = sorted(times["search"])[1:-1], sorted(times["look"])[1:-1]
    found: dict[str, Any] = {}
    for end, other in ((0, -1), (-1, 0)):
        name = "low" if end == 0 else "high"
        found |= {f"look_{name}": round(1e6 * looks[end]), f"search_{name}": round(1e3 * searches[end])}
        found |= {f"table_{name}": round(built / searches[other], 1)}
        found |= {f"millions_{name}": round(searches[end] / looks[other] / 1000, 1)}
    return found | {"told_low": round(1e6 * min(told)), "told_high": round(1e6 * sorted(told)[-2])}


def _poos_memory() -> dict[str, Any]:
    """What each of poos's branches holds at its peak on 横刀立马, in MiB, each in a process of its own."""
    found = compare(HENGDAO, ("poos-strings", "poos-arrays", "poos-identity"), repeats=1, max_seconds=60)
    return {key: value for each in found.results for key, value in _around(each.name[5:], each.memory or 0).items()}


MEASURED: dict[str, Callable[[], dict[str, Any]]] = {
    # 吕震宇's versions on 横刀立马, each as a multiple of the previous version's time, or of `lv-avl`'s.
    "times_lv": lambda: _ratios(_LV),
    # Poos's three branches on 横刀立马: numbers, and the identifier alone, as multiples of the time of strings.
    "times_poos": lambda: _ratios(_POOS),
    "times_sets": _sets,
    "times_memory": _memory,
    "times_stop": _stop,
    "times_ma": _ma,
    "times_knight": _knight,
    "times_zhou": _zhou,
    "times_poos_memory": _poos_memory,
    # Milliseconds in which breadth first gets 15 steps from 横刀立马.
    "times_poos_depth": lambda: _between(by_turns({"bfs": lambda: depth_reached(puzzle(HENGDAO))})["bfs"], 1e3),
}
