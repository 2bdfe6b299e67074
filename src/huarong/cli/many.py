"""Many puzzles in one call, from standard input or a file of levels: an answer in JSON for each."""

from __future__ import annotations

import io
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from huarong.cli.base import refuse
from huarong.cli.faults import BAD, FOUND, LIMIT
from huarong.cli.language import language, tell
from huarong.cli.output import print_json
from huarong.cli.reading import Source
from huarong.errors import HuarongError, LimitReached
from huarong.library.reader import Given, given, load, record

Numbered = tuple[int, Given | HuarongError]
"""The number of a line or level, and its puzzle, or why it holds none."""
_KEYS = ("puzzle", "name", "goal", "from", "metric")
_SAID = ("length", "rating", "stars", "version")
"""Further keys of files of levels, which are ignored."""
_LONGEST = 1 << 22
_MOST = 1 << 28


def one_or_many(source: Source, whole: bool = False) -> Given | Iterable[Numbered]:
    """The puzzle of a call; or the puzzles of the lines of standard input or, if `whole`, of the levels of a file.

    Input whose first line begins with `{` is JSON Lines and read line by line, as the lines arrive. Any other input is
    read as a whole: it is one puzzle if it can be read as one, and many if one of its lines can. Raises the errors of
    `Source.levels` otherwise.
    """
    if source.text != "-" or sys.stdin is None:
        if not whole:
            return Given(source.read())
        levels = source.levels()
        return levels[0] if len(levels) == 1 else list(enumerate(levels, 1))
    stream = sys.stdin.buffer
    first = b""
    while not first.strip() and (first := stream.readline(_LONGEST)):
        pass
    if _is_record(first):
        return _read_lines(itertools.chain([first], stream), source)
    data = first + stream.read(_MOST)
    try:
        return Given(load(io.BytesIO(data), source.goal, source.notation))
    except HuarongError:
        lines = data.splitlines()
        if len(lines) < 2 or not any(_is_puzzle(line, source) for line in lines):
            raise
    return _read_lines(iter(lines), source)


def answer_all(puzzles: Iterable[Numbered], answer: Callable[[Given], tuple[dict[str, Any], int]]) -> int:
    """Print an answer for each puzzle, or why there is none; returns the greatest exit status.

    `answer` returns the JSON for a puzzle, and its exit status.
    """
    worst = FOUND
    for number, found in puzzles:
        try:
            if isinstance(found, HuarongError):
                raise found
            told, status = answer(found)
        except LimitReached as error:
            told, status = error.to_json(language()), LIMIT
        except HuarongError as error:
            told, status = {"error": error.message(language())}, BAD
        print_json({"line": number, **told})
        worst = max(worst, status)
    return worst


def _read_lines(lines: Iterator[bytes], source: Source) -> Iterator[Numbered]:
    """The puzzles of lines, as they arrive, with the numbers of their lines."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, _read(number, line, source)
            except HuarongError as error:
                yield number, error


def _read(number: int, line: bytes, source: Source) -> Given:
    """The puzzle of a line."""
    if not _is_record(line):
        return Given(load(io.BytesIO(line), source.goal, source.notation))
    found = record(number, line)
    for key in found:
        if key not in (*_KEYS, *_SAID):
            refuse(tell("a key of an object"), key, _KEYS)
    return given(number, found, source.goal, source.notation)


def _is_record(line: bytes) -> bool:
    return line.lstrip(b"\xef\xbb\xbf \t").startswith((b"{", b'"'))


def _is_puzzle(line: bytes, source: Source) -> bool:
    if not line.strip():
        return False
    try:
        load(io.BytesIO(line), source.goal, source.notation)
    except HuarongError:
        return False
    return True
