"""`huarong solve -`: many puzzles from standard input, an answer in JSON for each."""

from __future__ import annotations

import io
import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from huarong.cli.base import refuse
from huarong.cli.faults import BAD, FOUND, LIMIT, NONE
from huarong.cli.language import language, tell
from huarong.cli.output import print_json
from huarong.cli.reading import Source
from huarong.errors import HuarongError, InputError, LimitReached
from huarong.library.reader import load, puzzle
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve

__all__ = ["Lines", "solve_all", "standard_input"]

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


def solve_all(given: Lines, source: Source, metric: Metric, options: dict[str, Any]) -> int:
    """Print an answer for each line; returns the greatest exit status."""
    worst = FOUND
    for number, line in enumerate(given.lines, 1):
        if not line.strip():
            continue
        answer, status = _answer(line, source, metric, options)
        print_json({"line": number, **answer})
        worst = max(worst, status)
    return worst


def _answer(
    line: bytes, source: Source, metric: Metric, options: dict[str, Any]
) -> tuple[dict[str, Any], int]:
    """The JSON to print for a line, and its exit status."""
    try:
        found, metric = _read(line, source, metric)
        try:
            solution = solve(found, metric, **options)
        except LimitReached as error:
            return stopped(found, metric, error), LIMIT
        return solution.to_json(language()), FOUND if solution.solved else NONE
    except HuarongError as error:
        return {"error": error.message(language())}, BAD
    except RecursionError:
        return {"error": tell("the input is nested too deeply")}, BAD


def _read(line: bytes, source: Source, metric: Metric) -> tuple[Puzzle, Metric]:
    """The puzzle and the metric of a line."""
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith((b"{", b'"')):
        return load(io.BytesIO(line), source.goal, source.notation), metric
    try:
        record = json.loads(line)
    except ValueError as error:
        raise InputError("this line is no JSON: {why}", why=str(error)) from None
    if isinstance(record, str):
        record = {"puzzle": record}
    for key, value in record.items():
        if key in _SAID:
            continue
        if key not in _KEYS:
            refuse(tell("a key of an object"), key, _KEYS)
        if not isinstance(value, str | None):
            raise InputError("{key} is no text", key=key)
    if not record.get("puzzle"):
        raise InputError("the object has no {key!r}", key="puzzle")
    notation = record.get("from") or source.notation
    found = puzzle(record["puzzle"], record.get("goal") or source.goal, notation)
    if record.get("name"):
        found = replace(found, name=record["name"], name_zh="")
    return found, as_metric(record.get("metric") or metric)


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
