"""`huarong solve` of many puzzles, from standard input or a file of levels: an answer in JSON for each."""

from __future__ import annotations

import io
import itertools
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from huarong.cli.base import refuse
from huarong.cli.faults import BAD, FOUND, LIMIT, NONE
from huarong.cli.language import language, tell
from huarong.cli.output import print_json
from huarong.cli.reading import Source
from huarong.errors import HuarongError, LimitReached
from huarong.library.reader import Given, given, load, record
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve

_KEYS = ("puzzle", "name", "goal", "from", "metric")
_SAID = ("length", "rating", "stars")
"""Further keys of files of levels, which are ignored."""


@dataclass(frozen=True)
class Lines:
    """The lines of standard input as bytes, read as they arrive."""

    lines: Iterator[bytes]


def standard_input(source: Source) -> Puzzle | Lines:
    """The puzzle that standard input is, or its lines, each of which is a puzzle.

    Input whose first line begins with `{` is JSON Lines and read line by line. Any other input is read as a whole: it
    is one puzzle if it can be read as one, and many if one of its lines can. Raises the errors of `Source.read`
    otherwise.
    """
    if sys.stdin is None:
        return source.read()
    stream = sys.stdin.buffer
    first = b""
    while not first.strip() and (first := stream.readline(_LONGEST)):
        pass
    if first.lstrip(b"\xef\xbb\xbf \t").startswith((b"{", b'"')):
        return Lines(itertools.chain([first], stream))
    data = first + stream.read(_MOST)
    try:
        return load(io.BytesIO(data), source.goal, source.notation)
    except HuarongError:
        lines = data.splitlines()
        if len(lines) < 2 or not any(_is_puzzle(line, source) for line in lines):
            raise
    return Lines(iter(lines))


_LONGEST = 1 << 22
_MOST = 1 << 28


def _is_puzzle(line: bytes, source: Source) -> bool:
    if not line.strip():
        return False
    try:
        load(io.BytesIO(line), source.goal, source.notation)
    except HuarongError:
        return False
    return True


def solve_all(
    puzzles: Iterable[tuple[int, Given | HuarongError]], metric: Metric, options: dict[str, Any]
) -> int:
    """Print an answer for each puzzle, or why a line holds none; returns the greatest exit status."""
    worst = FOUND
    for number, found in puzzles:
        answer, status = _answer(found, metric, options)
        print_json({"line": number, **answer})
        worst = max(worst, status)
    return worst


def _answer(
    found: Given | HuarongError, metric: Metric, options: dict[str, Any]
) -> tuple[dict[str, Any], int]:
    """The JSON to print for a puzzle, and its exit status."""
    if isinstance(found, HuarongError):
        return {"error": found.message(language())}, BAD
    metric = found.metric or metric
    try:
        solution = solve(found.puzzle, metric, **options)
    except LimitReached as error:
        return stopped(found.puzzle, metric, error), LIMIT
    except HuarongError as error:
        return {"error": error.message(language())}, BAD
    return solution.to_json(language()), FOUND if solution.solved else NONE


def read_lines(given: Lines, source: Source) -> Iterator[tuple[int, Given | HuarongError]]:
    """The puzzles of lines, as they arrive, with the numbers of their lines."""
    for number, line in enumerate(given.lines, 1):
        if line.strip():
            try:
                yield number, _read(number, line, source)
            except HuarongError as error:
                yield number, error


def _read(number: int, line: bytes, source: Source) -> Given:
    """The puzzle of a line."""
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith((b"{", b'"')):
        return Given(load(io.BytesIO(line), source.goal, source.notation))
    found = record(number, line)
    for key in found:
        if key not in (*_KEYS, *_SAID):
            refuse(tell("a key of an object"), key, _KEYS)
    return given(number, found, source.goal, source.notation)


def stopped(found: Puzzle, metric: Metric, error: LimitReached) -> dict[str, Any]:
    """The JSON of a search that a limit stopped: what is known by then."""
    return {
        "name": found.name_zh or found.name or None,
        "metric": str(metric),
        "solved": None,
        "stopped": error.limit,
        "bound": error.lower,
        "known": error.solution.to_json(language()) if error.solution is not None else None,
        "message": error.message(language()),
        "explored": error.explored,
        "depth": error.depth,
        "seconds": round(error.seconds, 6),
    }
