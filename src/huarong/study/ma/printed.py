"""The output of 马旭's programs in the article's own form: `Enter m:`, each way, and the total.

A way is printed as the numbers that change places with the blank, ten on a line, each with a comma behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Unpack

from huarong.errors import InputError, expect
from huarong.library.reader import puzzle as read_puzzle
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.puzzle import PuzzleLike
from huarong.study.ma import RECURSIONS, read
from huarong.study.ma.recursions import Way


@dataclass(frozen=True, slots=True)
class PrintedPaths:
    """All paths of at most m moves, with the counts of calls of `move` and of neighbours tested, at each path and in
    all.
    """

    most: int
    ways: tuple[Way, ...]
    at: tuple[tuple[int, int], ...]
    calls: int
    tests: int

    def lines(self) -> Iterator[str]:
        r"""The output, line by line, as the article shows it.

        >>> print(*listing("123/456/7.8", 3).lines(), sep="\n")
        Enter m: 3
        Pass No 1:
        8,
        Total number of the problem solving methods is :1
        """
        yield f"Enter m: {self.most}"
        for number, way in enumerate(self.ways, 1):
            yield f"Pass No {number}:"
            for i in range(0, len(way), 10):
                yield "".join(f"{each}," for each in way[i : i + 10])
        yield f"Total number of the problem solving methods is :{len(self.ways)}"

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return {
            "m": self.most,
            "ways": [list(way) for way in self.ways],
            "calls_at": [calls for calls, _ in self.at],
            "tests_at": [tests for _, tests in self.at],
            "calls": self.calls,
            "tests": self.tests,
        }


@limited
def listing(puzzle: PuzzleLike, most: int, exhibit: str = "ma-compiled", **limits: Unpack[GivenLimits]) -> PrintedPaths:
    """All ways of at most `most` moves that meet no state twice, on any M×N board, by one of his programs.

    Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> listing("876543210", 12).calls
    2645
    """
    if exhibit not in RECURSIONS:
        raise InputError(
            "{name!r} is not a valid recursion; expected one of {names}", name=exhibit, names=", ".join(RECURSIONS)
        )
    expect(most, int)
    if not 0 <= most <= 200:
        raise InputError("{m} is not a valid m; expected a whole number from 0 to 200", m=most)
    start, goal, width = read(read_puzzle(puzzle))
    run = RECURSIONS[exhibit](start, goal, most, width=width)
    run.watch = Watch.of(**limits)
    run.run()
    return PrintedPaths(most, tuple(run.ways), tuple(run.at), run.calls, run.tests)
