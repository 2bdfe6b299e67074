"""Every known optimum, in every metric in which it is known, by every method.

`may_stop.json` says which method need not finish on which of them, and why; it must then stop within its limits,
with a true lower bound.
"""

import pytest

import huarong as hr
from huarong.library.catalogue import find
from tests import naive
from tests.examples import data

KNOWN = data("known_optima")
MAY_STOP = data("may_stop")
METRICS = ("step", "slide", "move")
METHODS = ("bfs", "bidirectional", "astar", "idastar")
SAMPLE = (
    "前呼后拥",
    "横刀立马",
    "四将连关",
    "Simplicity",
    "Ma's Puzzle",
    "Hughes",
    "Rush Hour 1",
    "Rush Hour 40",
    "Korf 12",
)
FORGETFUL = ("横刀立马", "Rush Hour 1", "Rush Hour 40")
"""Where a method that keeps nothing searches the same again and again."""


def may_stop(method, name):
    return any(
        row["method"] == method and (find(name).group == row.get("group") or name in row.get("names", ()))
        for row in MAY_STOP
    )


def cases(slow):
    return [name for name, record in KNOWN.items() if record.get("slow", False) == slow]


def optima(name):
    """The metrics in which the optimum is known, each with the optimum."""
    return [(metric, KNOWN[name][metric]) for metric in METRICS if metric in KNOWN[name]]


def check(name, metric, best, **options):
    solution = hr.solve(name, metric, **options)
    assert solution.length == best
    replay = naive.replay(solution.puzzle, solution.moves)
    assert naive.solved(solution.puzzle, replay.state) and replay.counts[metric] == best


@pytest.mark.parametrize(
    "name",
    [
        # The everyday part has a fourth of them, and those that all methods are tried on.
        pytest.param(name, marks=[pytest.mark.slow] * bool(number % 4 and name not in SAMPLE))
        for number, name in enumerate(cases(slow=False))
    ],
)
def test_optimum(name):
    for metric, best in optima(name):
        check(name, metric, best)


@pytest.mark.slow
@pytest.mark.parametrize("name", cases(slow=True))
def test_large_optimum(name):
    for metric, best in optima(name):
        check(name, metric, best, max_memory="4G")


def by_method(method, name, metric, best):
    if not may_stop(method, name):
        check(name, metric, best, method=method)
        return
    proved = -1
    try:
        check(name, metric, best, method=method, max_memory="128M", max_seconds=0.1)
    except hr.LimitReached as stopped:
        proved = stopped.depth
    assert proved < best


@pytest.mark.parametrize(
    ("name", "method"),
    [
        pytest.param(*(name, method), marks=[pytest.mark.slow] * (method == "idastar" and name in FORGETFUL))
        for name in SAMPLE
        for method in METHODS
    ],
)
def test_methods_agree(method, name):
    for metric, best in optima(name):
        by_method(method, name, metric, best)


def others():
    """Every known puzzle beside `SAMPLE`, by every method; of the openings a part by those that take longest."""
    of_openings = {"bidirectional": 1, "astar": 3, "idastar": 6}  # `test_optimum` is breadth-first
    rest = [each for each in KNOWN if each not in SAMPLE]
    alike = [each for each in rest if find(each).group == "openings"]
    for method, part in of_openings.items():
        left = {each for number, each in enumerate(alike) if number % part}
        yield from ((method, name) for name in rest if name not in left)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "name"), list(others()))
def test_methods_agree_on_all(method, name):
    for metric, best in optima(name):
        by_method(method, name, metric, best)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", [n for n, record in KNOWN.items() if record.get("unsolvable")])
def test_unsolvable(name, method):
    assert not hr.solve(name).solved
    solution = hr.solve(name, method=method)
    assert (solution.solved, solution.method) == (False, method)
