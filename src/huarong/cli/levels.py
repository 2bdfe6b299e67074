"""Reading several puzzles at once: texts, names, files of levels."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.library.reader import MAX_BYTES, puzzle
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle

__all__ = ["Given", "given"]


class Given(NamedTuple):
    """A puzzle, with its metric, solution length and rating where a file of levels has them."""

    puzzle: Puzzle
    metric: Metric | None = None
    length: int | None = None
    rating: int | None = None


def given(texts: Sequence[str]) -> list[Given]:
    """The puzzles of these texts; a file (or `-`) of JSON Lines has many. Raises `InputError`."""
    return [each for text in texts for each in _given(text)]


def _given(text: str) -> Iterator[Given]:
    source = Source(text)
    path = source.path()
    if text != "-" and (path is None or not os.path.isfile(path)):
        yield Given(source.read())
        return
    data = sys.stdin.buffer.read(MAX_BYTES) if path is None or text == "-" else _bytes(path)
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b'"')):
        if text == "-":
            yield Given(puzzle(data.decode("utf-8", "replace")))
        else:
            yield Given(source.read())
        return
    for number, line in enumerate(data.decode("utf-8-sig", "replace").splitlines(), 1):
        if line.strip():
            yield _level(number, line)


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES)
    except OSError as error:
        raise InputError("cannot read {path}: {why}", path=path, why=error.strerror) from error


def _level(number: int, line: str) -> Given:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise InputError(
            "line {line}: this is no JSON: {why}", line=number, why=str(error)
        ) from None
    record = {"puzzle": record} if isinstance(record, str) else record
    if not isinstance(record, dict) or not isinstance(record.get("puzzle"), str):
        raise InputError("line {line}: the object has no {key!r}", line=number, key="puzzle")
    found = puzzle(record["puzzle"], record.get("goal"), record.get("from"))
    if isinstance(record.get("name"), str):
        found = replace(found, name=record["name"], name_zh="")
    metric = as_metric(record["metric"]) if record.get("metric") else None
    numbers = (record.get(key) for key in ("length", "rating"))
    length, rating = (n if isinstance(n, int) else None for n in numbers)
    return Given(found, metric, length, rating)
