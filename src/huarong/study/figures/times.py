"""Figures of time and memory, which depend on the machine. They are ratios of programs that take turns in one process,
so that a busy machine slows all of them equally. Each is the median over several rounds.
"""

import functools
import gc
import math
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from huarong.errors import MissingPackageError
from huarong.library.reader import puzzle
from huarong.study import zhou
from huarong.study.classic import HENGDAO, hengdao
from huarong.study.comparison import compare
from huarong.study.figures.lv import Figure, linked, looked_up, named
from huarong.study.lv import VERSIONS, Version, assemble, run
from huarong.study.lv.chessmen import Plane, Stride8
from huarong.study.lv.visited import AvlTree, ChainedHash
from huarong.study.ma import RECURSIONS
from huarong.study.ma.knight import PROGRAMS, tours
from huarong.study.ma.recursions import FOUR, PRINTED
from huarong.study.poos import depth_reached
from huarong.study.registry import exhibit
from huarong.study.sets import timed
from huarong.study.visited_sets import footprint
from huarong.study.zhou import hardest_eight

_ROUNDS = 5

Times = Mapping[str, list[float]]


def by_turns(programs: Mapping[str, Callable[[], object]], rounds: int = _ROUNDS, warm: bool = True) -> Times:
    """Return the CPU seconds of each program, round by round, all in turn; a `warm` first round is not counted.

    A program that returns a float has measured its time itself.

    >>> by_turns({"a": lambda: 0.5}, 2)
    {'a': [0.5, 0.5]}
    """
    times: dict[str, list[float]] = {name: [] for name in programs}
    for program in programs.values() if warm else ():
        program()
    gc.collect()
    gc.freeze()  # garbage is not looked for in what other figures keep
    for _ in range(rounds):
        for name, program in programs.items():
            began = time.process_time()
            told = program()
            times[name].append(told if isinstance(told, float) else time.process_time() - began)
    gc.unfreeze()
    return times


def middle(values: Iterable[float], name: str = "", scale: float = 1, digits: int | None = 2) -> dict[str, float]:
    """Return the median of `values`, scaled, as both ends of a range that values of other machines widen.

    >>> middle([0.5, 3, 1], "half")
    {'half_low': 1, 'half_high': 1}
    """
    head, found = f"{name}_" if name else "", round(scale * statistics.median(values), digits)
    return {f"{head}low": found, f"{head}high": found}


def _ratios(times: Times, pairs: Mapping[str, tuple[str, str]]) -> dict[str, float]:
    """Return the time of the first program of each pair as a multiple of the second's, over the rounds."""
    found = dict[str, float]()
    for name, (of, to) in pairs.items():
        found |= middle((a / max(b, 1e-12) for a, b in zip(times[of], times[to], strict=True)), name)
    return found


def _exhibits(pairs: Mapping[str, tuple[str, str]], rounds: int = _ROUNDS) -> dict[str, float]:
    """Return the ratios of pairs of exhibits on 横刀立马."""
    names = {name for pair in pairs.values() for name in pair}
    return _ratios(by_turns({name: exhibit(name).prepare(puzzle(HENGDAO)) for name in sorted(names)}, rounds), pairs)


_LV = {
    **{"long": ("lv-avl64", "lv-quicksort"), "native": ("lv-avl64", "lv-avl")},
    **{"hash": ("lv-hash", "lv-avl64"), "stride": ("lv-stride8", "lv-hash")},
    **{"onecell": ("lv-onecell", "lv-stride8"), "sorted": ("lv-sorted", "lv-avl"), "quick": ("lv-quicksort", "lv-avl")},
    **{"exception": ("lv-exception", "lv-avl"), "recursive": ("lv-recursive", "lv-avl"), "set": ("set-move", "lv-avl")},
}
_POOS = {"arrays": ("poos-arrays", "poos-strings"), "bits": ("poos-identity", "poos-arrays")}
_POOS |= {"identity": ("poos-identity", "poos-strings")}


def _sets() -> dict[str, Any]:
    """Time the look-ups of 横刀立马: in the tree, 64-bit codes against 32-bit ones; chains against the tree."""
    programs: dict[str, Callable[[], float]] = {
        **{"short": lambda: timed(AvlTree(), looked_up(32)), "tree": lambda: timed(AvlTree(), looked_up(64))},
        **{"chains": lambda: timed(ChainedHash(), looked_up(64))},
    }
    return _ratios(by_turns(programs), {"tree": ("tree", "short"), "chains": ("chains", "tree")})


def _memory() -> dict[str, Any]:
    """Measure the memory after a search of 横刀立马, in MiB: codes of 32 and 64 bits, chains, bare codes, a dict."""
    versions = Version(32, AvlTree, Plane), Version(64, AvlTree, Plane), Version(64, ChainedHash, Stride8)
    short, long, chains = (run(hengdao(), version)[1] for version in versions)
    held: dict[str, Any] = {"table": zhou.table(frozenset({13})).solutions, "bare": [*{*looked_up(32)}]}
    held |= {"long_known": long.known, "chains_known": chains.known}
    for name, each in (("short", short), ("long", long)):
        held[name] = [each.known, [node.step for node in linked(each.tree)]]
    size = {name: footprint(each) for name, each in held.items()}
    double = middle([size["long"] / size["short"]], "double")
    return double | {k: mib for name, each in size.items() for k, mib in middle([each], name, 2**-20, 1).items()}


def _stop() -> dict[str, Any]:
    """Stop 吕震宇's search of 横刀立马 in a thread; test whether half of the runs end within 100 ms of CPU time."""
    waits = list[float]()
    for _ in range(_ROUNDS):
        mediator = assemble(hengdao(), VERSIONS["lv-original"])
        thread = threading.Thread(target=mediator.begin_process)
        thread.start()
        time.sleep(0.05)
        began, running = time.process_time(), thread.is_alive()
        mediator.stop()
        thread.join()
        waits.append(time.process_time() - began if running else math.inf)
    return {"stops": len(waits), "soon": statistics.median(waits) < 0.1}


def compiled(program: Path, optimize: str) -> None:
    """Compile 马旭's four programs in C. Raises `MissingPackageError` without a compiler."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    words: list[str | Path] = [compiler or "", optimize, "-o", program, PRINTED]
    if not compiler or subprocess.run(words, stderr=subprocess.DEVNULL).returncode:
        raise MissingPackageError("not measured: no C compiler works here (cc, gcc or clang)")


def printed(program: Path, name: str, most: int) -> tuple[int, int, int, float]:
    """Run a program in C with 马旭's m; return its calls of `move`, neighbors tested, ways, and CPU seconds."""
    told = subprocess.run([program, name, str(most)], check=True, capture_output=True, text=True).stdout.split()
    return int(told[0]), int(told[1]), int(told[2]), float(told[3])


def ma_times(most: int = 30, python: int = 17, rounds: int = 3) -> dict[str, Any]:
    """Time 马旭's four programs in turn: in C without and with optimization, and in Python; count the calls of each."""
    ends, calls = (tuple(map(int, "876543210")), tuple(map(int, "123456780"))), dict[str, list[int]]()

    def run(way: str, name: str) -> float | None:
        if way == "python":
            told, seconds = RECURSIONS[name](*ends, python).run().calls, None
        else:
            told, _, _, seconds = printed(Path(folder, way), name[3:], most)
        calls.setdefault(f"{way}_calls", []).append(told)
        return seconds

    with tempfile.TemporaryDirectory() as folder:
        compiled(Path(folder, "plain"), "-O0")
        compiled(Path(folder, "fast"), "-O2")
        ways = [(way, name) for way in ("plain", "fast", "python") for name in FOUR]
        times = by_turns({" ".join(each): functools.partial(run, *each) for each in ways}, rounds, warm=False)
    pairs = {"string": ("string", "matrix"), "sign": ("sign", "matrix"), "kept": ("path", "sign")}
    each = {f"{way}_{n}": (f"{way} ma-{a}", f"{way} ma-{b}") for way, _ in ways for n, (a, b) in pairs.items()}
    return _ratios(times, each) | {name: min(told) for name, told in calls.items()}


def _knight() -> dict[str, Any]:
    """Time all tours of a knight on 5x5 by the sign matrix and by its ones, as multiples of computed leaps."""
    times = by_turns({name: functools.partial(tours, name, 5, 5) for name in PROGRAMS}, 3)
    return _ratios(times, {"signs": ("signs", "leaps"), "ones": ("ones", "leaps")})


def _zhou() -> dict[str, Any]:
    """Time 周扬's table 1: building a table in searches, a search in look-ups, a look-up's growth with the table."""
    rows, solutions = hardest_eight(), zhou.table(frozenset({13})).solutions
    search, look, told = (statistics.median(getattr(row, n) for row in rows) for n in ("search", "lookup", "answer"))
    some = list(solutions)[:: len(solutions) // 1000]
    few = {state: solutions[state] for state in some}

    def look_up(known: dict[zhou.BasicState, bytes]) -> None:
        for state in some:
            known[state]

    began = time.process_time()
    zhou.table(frozenset({13, 12}))
    built = 1e9 * (time.process_time() - began)
    found = middle([look], "look", digits=None) | middle([search], "search", 1e-6, None)
    found |= middle([told], "told", 1e-3, None) | middle([built / search], "table", digits=1)
    found |= middle([search / look], "ratio", digits=None) | middle([search / told], "answer", digits=None)
    found |= {"sizes": round(len(solutions) / len(few))}
    by = {"many": functools.partial(look_up, solutions), "few": functools.partial(look_up, few)}
    return found | _ratios(by_turns(by, 21), {"grown": ("many", "few")})


def _poos_memory() -> dict[str, Any]:
    """Measure the peak memory of each of poos's branches on 横刀立马, in MiB, each in a separate process."""
    found = compare(HENGDAO, ("poos-strings", "poos-arrays", "poos-identity"), repeats=1, max_seconds=600)
    return {k: mib for each in found.results for k, mib in middle([each.memory or 0], each.name[5:], 2**-20, 1).items()}


MEASURED: dict[str, Figure] = {
    **named("times", _sets, _memory, _knight, _zhou, _poos_memory),
    "times_ma": ma_times,
    # 吕震宇's versions on 横刀立马, each as a multiple of the previous version's time, or of `lv-avl`'s.
    "times_lv": lambda: _exhibits(_LV),
    # Poos's three branches on 横刀立马: numbers, and the identifier alone, as multiples of the time of strings.
    "times_poos": lambda: _exhibits(_POOS, 15),
    # Milliseconds in which breadth first gets 15 steps from 横刀立马.
    "times_poos_depth": lambda: middle(by_turns({"": lambda: depth_reached(puzzle(HENGDAO))})[""], "", 1e3, 1),
}
UNTIMED: dict[str, Figure] = {"lv_stop": _stop}
"""The figures whose values are the same on every machine that is fast enough."""
