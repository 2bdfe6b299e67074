"""Making a case: its puzzle is solved, certified and enumerated level by level in each metric."""

from __future__ import annotations

import time
from collections.abc import Callable

from huarong.errors import LimitReached
from huarong.library.reader import puzzle as read
from huarong.limits import Watch
from huarong.model.metric import METRICS, Metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.proof import MAX_LAYOUTS, Certificate, certify, check
from huarong.search.bfs import BreadthFirst
from huarong.search.keys import KeyPacking
from huarong.search.solver import solve_under
from huarong.suite.case import Answer, Case

MOST = 1_000_000
"""The most layouts that are counted level by level."""


def neutral(puzzle: Puzzle) -> str:
    """The grid text on one line, without the pieces' labels.

    >>> neutral(Puzzle.parse("names: A=hare/A./../goal:/../.A"))
    'A./../goal:/../.A'
    """
    lines = puzzle.line().split("/")
    return "/".join(each for each in lines if not each.startswith("names:"))


def perft(puzzle: Puzzle, metric: Metric, watch: Watch, most: int = MOST) -> tuple[tuple[int, ...], bool]:
    """The number of layouts at each distance, and whether all are counted: levels past `most` layouts are not.

    >>> perft(Puzzle.parse("A./../goal:/../.A"), Metric.STEP, Watch())
    ((1, 2, 1), True)
    """
    packing = KeyPacking.of(puzzle, symmetric=False)
    search = BreadthFirst(puzzle, metric, watch, packing, goals=False)
    levels, before = [1], 1

    def look() -> None:
        watch.look(search.depth, search.count)
        if search.count > most:
            raise LimitReached("layouts", f"{most:,}", search.depth, search.count, watch.seconds)

    try:
        while search.deepen(look) and search.count > before:
            levels.append(search.count - before)
            before = search.count
    except LimitReached:
        return tuple(levels), False
    return tuple(levels), True


def case_of(
    identity: tuple[str, str, str],
    puzzle: PuzzleLike,
    watch: Watch,
    checked: Callable[[Certificate, float], object] = lambda certificate, seconds: None,
) -> Case:
    """The case of a puzzle with its id, group and name, each answer certified and its certificate checked where a
    checker can do so.

    `checked` is called with each certificate and the processor seconds that checking it took. Raises `LimitReached`
    if a shortest solution is not found, and `Cancelled`.
    """
    puzzle = Puzzle.parse(neutral(read(puzzle)))
    answers: dict[Metric, Answer] = {}
    reach = None
    for metric in METRICS:
        solution = solve_under(watch, puzzle, metric)
        watch.stage()
        ways = certified = None
        levels, complete = perft(puzzle, metric, watch)
        watch.stage()
        try:
            certificate = certify(solution, MAX_LAYOUTS, watch)
        except LimitReached as error:
            if error.limit != "layouts":
                raise
        else:
            began = time.process_time()
            check(certificate.data)
            checked(certificate, time.process_time() - began)
            ways, certified = certificate.solutions, certificate.layouts
        watch.stage()
        answers[metric] = Answer(solution.length, ways, certified, levels)
        if complete:
            reach = sum(levels)
    return Case(*identity, neutral(puzzle), answers, reach)
